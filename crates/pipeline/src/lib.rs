//! Makes one report from a brief: read → design → forecast → draw → analyse → word → publish.
//!
//! The crate depends on the domain crates, `contract` and `engine`; it knows no database and no server. All I/O goes
//! through the `Engine` and the [`Journal`] that the caller passes in, so a report can run without a database. It
//! reads the clock only for metrics and timeouts, and all randomness comes from the job's seed. The same brief, seed,
//! engine and calibration give the same bytes.
//!
//! Start with [`run`] in this file, which is the sequence of steps. Then read `design`, `forecasting` and [`elicit`]
//! (how an engine is asked), `drawing`, `open_answers` and `publishing`. `journal` defines checkpoints, `failure` the
//! errors.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod calls;
mod design;
mod drawing;
pub mod elicit;
mod failure;
mod forecasting;
mod journal;
mod null_journal;
mod open_answers;
mod proposals;
mod publishing;
mod reach;
mod schema;

use std::future::Future;
use std::sync::Arc;

use contract::{Panel, Report};
use forecast::Calibration;
use forecast::human::OwnStudies;
use language::Brief;
use population::Respondent;
use tokio::time::Instant;
use tracing::Instrument;

use crate::elicit::{Asker, TokenBudget};
use engine::{Engine, Usage};

pub use design::Design;
pub use failure::PipelineError;
pub use journal::{Checkpoints, Journal, JournalError, Progress, Stage};
pub use null_journal::NullJournal;
pub use open_answers::Voices;

/// Input of one report.
#[derive(Debug, Clone)]
pub struct Job {
    pub brief: Brief,
    /// The respondents of the earlier report that the brief names; `None` if new ones are drawn.
    pub panel: Option<Arc<Panel>>,
    pub seed: u64,
    /// Maximum number of concurrent engine calls.
    pub concurrency: usize,
    /// The engine's calibration, which also sets how it is asked.
    pub calibration: Calibration,
    /// The engine's record on the account's studies.
    pub own_studies: Option<OwnStudies>,
    /// Token budget of the report; `None` for no limit.
    pub tokens_max: Option<u64>,
}

/// Makes the report, resuming from the checkpoints in `done`.
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

/// Reads the brief and makes the design: the questions, the audience and the option orders.
async fn designed(
    job: &Job,
    engine: &dyn Engine,
    done: &Checkpoints,
    journal: &dyn Journal,
) -> Result<Design, PipelineError> {
    if let Some(design) = &done.design {
        return Ok(design.clone());
    }
    let asker = Asker::new(engine, TokenBudget::new(job.tokens_max, done.spent()));
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

/// Runs the steps after the design: forecast, draw, analyse, word, publish.
async fn made(
    job: &Job,
    engine: &dyn Engine,
    design: &Design,
    done: Checkpoints,
    journal: &dyn Journal,
) -> Result<Report, PipelineError> {
    let respondents = drawing::respondents(job, design).await?;
    // The usage of a design made in this attempt is not among the checkpoints yet.
    let spent = done.design.as_ref().map_or(design.usage, |_| Usage::default()) + done.spent();
    let asker = Asker::new(engine, TokenBudget::new(job.tokens_max, spent));
    let failing = drawing::failing(job, &asker.card, &respondents)?;
    let run = Run { job, design, asker: &asker, respondents: &respondents, journal };
    let forecast = forecasting::forecast(&run, &done).await?;
    let interviews = drawing::interviews(&run, &failing, &forecast).await?;
    let (interviews, open_answer_usage) = open_answers::generate_open_answers(&run, interviews, done.voices).await?;
    let analysed = publishing::analysed(&run, &forecast, interviews).await?;
    let usage = design.usage + forecast.usage + open_answer_usage;
    publishing::published(&run, &forecast, analysed, usage).await
}

/// Shared input of the steps after the design.
struct Run<'a> {
    job: &'a Job,
    design: &'a Design,
    asker: &'a Asker<'a>,
    respondents: &'a [Respondent],
    journal: &'a dyn Journal,
}

/// Runs CPU-bound work on the blocking pool. The async threads must stay free for requests and leases, and a database
/// connection that was just returned may need the very thread that would be blocked.
async fn computed<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, PipelineError> {
    tokio::task::spawn_blocking(work).await.map_err(PipelineError::Computation)
}

/// Runs a stage inside its tracing span and records its duration.
async fn staged<T>(stage: Stage, work: impl Future<Output = T>) -> T {
    let begun = Instant::now();
    let result = work.instrument(tracing::info_span!("stage", stage = stage.as_str())).await;
    metrics::histogram!("canvass_stage_seconds", "stage" => stage.as_str()).record(begun.elapsed().as_secs_f64());
    result
}

#[cfg(test)]
mod tests;
