//! Makes one report, from a brief to what is published: read → design → forecast → draw → analyse → word → publish. It
//! talks to the world only through an `Engine` and a `Journal`, so a whole report can run with no database and no
//! server. The same brief, seed, engine and calibration give the same bytes.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod calls;
mod design;
mod drawing;
pub mod elicit;
mod failure;
mod forecasting;
mod forgetful;
mod journal;
mod proposals;
mod publishing;
mod reach;
mod speaking;

use std::future::Future;

use contract::Report;
use forecast::Calibration;
use forecast::human::OwnStudies;
use language::Brief;
use population::Respondent;
use tokio::time::Instant;
use tracing::Instrument;

use crate::elicit::{Asker, Purse};
use engine::{Engine, Usage};

pub use design::Design;
pub use failure::PipelineError;
pub use forgetful::Forgetful;
pub use journal::{Checkpoints, Journal, JournalError, Progress, Stage};
pub use speaking::Voices;

/// One report to make.
#[derive(Debug, Clone)]
pub struct Job {
    pub brief: Brief,
    pub seed: u64,
    /// Calls side by side.
    pub concurrency: usize,
    /// What is believed of the engine, and how it is asked.
    pub calibration: Calibration,
    /// How the engine did on the account's own studies.
    pub own_studies: Option<OwnStudies>,
    /// Tokens that the report may spend; no limit where it is none.
    pub tokens_max: Option<u64>,
}

/// Makes the report, picking up where `done` ends.
pub async fn run(
    job: &Job,
    engine: &dyn Engine,
    done: Checkpoints,
    journal: &dyn Journal,
) -> Result<Report, PipelineError> {
    journal.entered(Stage::GeneratingQuestionnaire).await?;
    let design = staged(Stage::GeneratingQuestionnaire, designed(job, engine, &done, journal)).await?;
    journal.entered(Stage::Sampling).await?;
    staged(Stage::Sampling, made(job, engine, &design, done, journal)).await
}

/// Read and design: what is asked, of whom, and in which orders.
async fn designed(
    job: &Job,
    engine: &dyn Engine,
    done: &Checkpoints,
    journal: &dyn Journal,
) -> Result<Design, PipelineError> {
    if let Some(design) = &done.design {
        return Ok(design.clone());
    }
    let asker = Asker::new(engine, Purse::new(job.tokens_max, done.spent()));
    match design::design(job, &asker).await {
        Ok(design) => {
            journal.designed(&design).await?;
            Ok(design)
        }
        Err(error) => {
            journal.lost(asker.taken()).await?;
            Err(error)
        }
    }
}

/// Forecast, draw, analyse, word, publish.
async fn made(
    job: &Job,
    engine: &dyn Engine,
    design: &Design,
    done: Checkpoints,
    journal: &dyn Journal,
) -> Result<Report, PipelineError> {
    let respondents = drawing::respondents(job, design).await?;
    // A design that was made just now is not among the checkpoints yet.
    let spent = done.design.as_ref().map_or(design.usage, |_| Usage::default()) + done.spent();
    let asker = Asker::new(engine, Purse::new(job.tokens_max, spent));
    let failing = drawing::failing(job, &asker.card, &respondents)?;
    let run = Run { job, design, asker: &asker, respondents: &respondents, journal };
    let forecast = forecasting::forecast(&run, &done).await?;
    let interviews = drawing::interviews(&run, &failing, &forecast).await?;
    let (interviews, said) = speaking::put_into_words(&run, interviews, done.voices).await?;
    let analysed = publishing::analysed(&run, &forecast, interviews).await?;
    let usage = design.usage + forecast.usage + said;
    publishing::published(&run, &forecast, analysed, usage).await
}

/// What a report works with once it is designed.
struct Run<'a> {
    job: &'a Job,
    design: &'a Design,
    asker: &'a Asker<'a>,
    respondents: &'a [Respondent],
    journal: &'a dyn Journal,
}

/// Computes off the async threads. They have requests and leases to attend to, and a database connection that was
/// handed back a moment ago may wait on the very thread that would be busy.
async fn computed<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, PipelineError> {
    tokio::task::spawn_blocking(work).await.map_err(PipelineError::Computation)
}

/// Runs a stage inside its span and records how long it took.
async fn staged<T>(stage: Stage, work: impl Future<Output = T>) -> T {
    let begun = Instant::now();
    let result = work.instrument(tracing::info_span!("stage", stage = stage.as_str())).await;
    metrics::histogram!("canvass_stage_seconds", "stage" => stage.as_str()).record(begun.elapsed().as_secs_f64());
    result
}

#[cfg(test)]
mod tests;
