//! From a brief to findings: design, forecast, respondents drawn from it, analysis. Talks to the world through an `Engine`
//! and a `Journal` only, so a whole report can run with no database and no server. Same brief, seed, engine and calibration
//! give the same bytes.

mod analysis;
mod design;
mod forecasting;
mod forgetful;
mod proposals;
mod speaking;

use std::error::Error;
use std::future::Future;

use async_trait::async_trait;
use survey::answer::{Interview, Outcome};
use survey::audience::AudienceError;
use survey::brief::{Brief, Language};
use survey::calibration::{Calibration, DistributionError};
use survey::chance::stream;
use survey::forecast::{self, Drawn, Forecast, Interviewed, Part};
use survey::questionnaire::REASON;
use survey::report::Findings;
use survey::sample::{self, Respondent, SampleError};
use survey::wording;
use tokio::time::Instant;
use tracing::Instrument;

use crate::engine::{Engine, Failure, Usage};
use crate::forecast::{Asker, Purse};
use rand::RngExt;

pub use design::Design;
pub use forgetful::Forgetful;
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
    /// Tokens that the report may spend; no limit where it is none.
    pub tokens_max: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    GeneratingQuestionnaire,
    Sampling,
}

impl Stage {
    /// As the contract spells it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::GeneratingQuestionnaire => "generating_questionnaire",
            Self::Sampling => "sampling",
        }
    }
}

/// What an earlier attempt finished, so that nothing is asked twice.
#[derive(Debug, Clone, Default)]
pub struct Checkpoints {
    pub design: Option<Design>,
    pub parts: Vec<Part>,
    pub forecast: Option<Forecast>,
    pub voices: Vec<Voices>,
}

/// How far a report is, in calls to its engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    pub done: usize,
    pub total: usize,
}

/// The pipeline's only window on its caller; every call returns once its content is durable.
#[async_trait]
pub trait Journal: Send + Sync {
    async fn entered(&self, stage: Stage) -> Result<(), JournalError>;
    async fn designed(&self, design: &Design) -> Result<(), JournalError>;
    /// Respondents are about to be forecast; an earlier try may have got some way.
    async fn resumed(&self, _: Progress) -> Result<(), JournalError> {
        Ok(())
    }
    /// One part of the forecast is there.
    async fn asked(&self, part: &Part, progress: Progress) -> Result<(), JournalError>;
    /// The forecast is whole: from here on respondents are drawn, so many, and each is begun.
    async fn forecast(&self, forecast: &Forecast, respondents: usize, progress: Progress) -> Result<(), JournalError>;
    /// Some respondents were put into words.
    async fn spoken(&self, voices: &Voices, progress: Progress) -> Result<(), JournalError>;
}

/// Stop: the run is no longer ours, or its progress can't be kept.
#[derive(Debug, thiserror::Error)]
#[error("the run can't go on")]
pub struct JournalError(#[source] pub Box<dyn Error + Send + Sync>);

impl JournalError {
    pub fn new(source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(source.into())
    }
}

#[derive(Debug, thiserror::Error)]
pub enum PipelineError {
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("the audience can't be drawn")]
    Sample(#[from] SampleError),
    #[error("the engine failed")]
    Engine(#[source] Failure),
    /// Nothing came back of what the audience as a whole would choose.
    #[error("the forecast of the whole is lost")]
    Lost(#[source] Failure),
    #[error("the forecast is none")]
    Forecast(#[from] DistributionError),
    #[error("the audience can't be asked")]
    Audience(#[from] AudienceError),
    #[error("only {successful} of {sampled} interviews succeeded")]
    TooFewAnswers {
        successful: usize,
        sampled: usize,
        /// In the report's language.
        message: String,
    },
    /// Not as its source: a panic's words may be a client's.
    #[error("a computation broke")]
    Computation(tokio::task::JoinError),
}

impl PipelineError {
    /// Whether a later attempt may succeed.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Journal(_) | Self::Lost(_) => true,
            Self::Engine(error) => error.is_transient(),
            Self::Audience(_) | Self::Sample(_) | Self::TooFewAnswers { .. } | Self::Forecast(_) => false,
            // A runtime that shuts down cancels the task; a panic would only repeat itself.
            Self::Computation(error) => error.is_cancelled(),
        }
    }

    /// What the client may read; it names no inner part.
    pub fn public_message(&self, language: Language) -> String {
        match self {
            Self::TooFewAnswers { message, .. } => message.clone(),
            Self::Audience(error) => error.message.clone(),
            Self::Sample(error) => error.message(language),
            Self::Engine(_) | Self::Lost(_) | Self::Forecast(_) => wording::say(language, "failure-engine", &[]),
            Self::Journal(_) | Self::Computation(_) => wording::say(language, "failure-internal", &[]),
        }
    }
}

/// Makes the report, picking up where `done` ends.
pub async fn run(
    job: &Job,
    engine: &dyn Engine,
    done: Checkpoints,
    journal: &dyn Journal,
) -> Result<Findings, PipelineError> {
    journal.entered(Stage::GeneratingQuestionnaire).await?;
    let design = staged(Stage::GeneratingQuestionnaire, prepare(job, engine, done.design.clone(), journal)).await?;
    journal.entered(Stage::Sampling).await?;
    staged(Stage::Sampling, survey_and_analyze(job, engine, &design, done, journal)).await
}

async fn prepare(
    job: &Job,
    engine: &dyn Engine,
    done: Option<Design>,
    journal: &dyn Journal,
) -> Result<Design, PipelineError> {
    if let Some(design) = done {
        return Ok(design);
    }
    let asker = Asker::new(engine, Purse::new(job.tokens_max, Usage::default()));
    let design = design::design(job, &asker).await?;
    journal.designed(&design).await?;
    Ok(design)
}

/// What a report works with once it is designed.
struct Run<'a> {
    job: &'a Job,
    design: &'a Design,
    asker: &'a Asker<'a>,
    respondents: &'a [Respondent],
    /// Every respondent's profile in words, in the same order.
    descriptions: &'a [String],
    journal: &'a dyn Journal,
}

async fn survey_and_analyze(
    job: &Job,
    engine: &dyn Engine,
    design: &Design,
    done: Checkpoints,
    journal: &dyn Journal,
) -> Result<Findings, PipelineError> {
    let (respondents, descriptions) = draw(job, design).await?;
    let spent = done.parts.iter().map(|part| part.usage).chain(done.voices.iter().map(|voices| voices.usage));
    let asker = Asker::new(engine, Purse::new(job.tokens_max, spent.sum::<Usage>() + design.usage));
    let failing: Vec<usize> =
        (0..respondents.len()).filter(|at| fails(job.seed, asker.card.fail_rate, &respondents[*at])).collect();
    let (successful, sampled) = (respondents.len() - failing.len(), respondents.len());
    if successful * 2 < sampled {
        return Err(too_few(job, successful, sampled));
    }
    let run = Run { job, design, asker: &asker, respondents: &respondents, descriptions: &descriptions, journal };
    let (forecast, mut usage) = forecasting::forecast(&run, &done).await?;
    let interviewed = interview(&run, &failing, &forecast).await?;
    let (texts, took) = speaking::voices(&run, &interviewed, done.voices).await?;
    usage += took;
    let interviews = closed(&run, &forecast, interviewed, texts);
    count_respondents(&interviews);
    analysis::findings(&run, &forecast, interviews, usage).await
}

/// A respondent of a demonstration who is to fail always fails.
fn fails(seed: u64, rate: f64, respondent: &Respondent) -> bool {
    rate > 0.0 && stream(seed, &format!("fails/{}", respondent.id)).random::<f64>() < rate
}

/// Draws everybody's closed answers, by their places in the sample; whoever fails has none.
async fn interview(
    run: &Run<'_>,
    failing: &[usize],
    forecast: &Forecast,
) -> Result<Vec<Option<Interviewed>>, PipelineError> {
    let (job, design, forecast) = (run.job.clone(), run.design.clone(), forecast.clone());
    let (respondents, failing) = (run.respondents.to_vec(), failing.to_vec());
    let drawn = computed(move || {
        let present: Vec<(usize, &Respondent)> =
            respondents.iter().enumerate().filter(|(at, _)| !failing.contains(at)).collect();
        let answers = forecast::interviews(&drawn(&job, &design, &forecast, &present))?;
        let mut interviewed = vec![None; respondents.len()];
        present.iter().zip(answers).for_each(|((at, _), own)| interviewed[*at] = Some(own));
        Ok::<_, DistributionError>(interviewed)
    });
    Ok(drawn.await??)
}

fn drawn<'a>(
    job: &Job,
    design: &'a Design,
    forecast: &'a Forecast,
    present: &'a [(usize, &'a Respondent)],
) -> Drawn<'a> {
    Drawn {
        language: job.brief.language(),
        questionnaire: &design.questionnaire,
        options: &design.optimized.options,
        forms: &design.forms,
        present,
        forecast,
        calibration: &design.calibration,
        seed: job.seed,
    }
}

/// Everybody's interview in the words that results use.
fn closed(
    run: &Run<'_>,
    forecast: &Forecast,
    interviewed: Vec<Option<Interviewed>>,
    mut texts: Vec<Option<String>>,
) -> Vec<Interview> {
    let everybody: Vec<(usize, &Respondent)> = run.respondents.iter().enumerate().collect();
    let drawn = drawn(run.job, run.design, forecast, &everybody);
    let interview = |(at, own): (usize, Option<Interviewed>)| {
        let outcome = match own {
            None => Outcome::Failed { reason: "scripted to fail".to_owned() },
            Some(own) => drawn.named(at, &own, texts[at].take().as_deref().map(|text| (REASON, text))),
        };
        Interview { respondent_id: run.respondents[at].id.clone(), outcome }
    };
    interviewed.into_iter().enumerate().map(interview).collect()
}

fn count_respondents(interviews: &[Interview]) {
    for interview in interviews {
        let label = if interview.is_answered() { "answered" } else { "failed" };
        metrics::counter!("canvass_respondents_total", "outcome" => label).increment(1);
    }
}

/// The respondents, and each in words.
async fn draw(job: &Job, design: &Design) -> Result<(Vec<Respondent>, Vec<String>), PipelineError> {
    let (job, audience) = (job.clone(), design.audience.clone());
    let drawn = computed(move || {
        let respondents = sample::draw(&audience, job.brief.sample_size(), job.seed)?;
        let described = |respondent| sample::describe(job.brief.language(), respondent);
        let descriptions = respondents.iter().map(described).collect();
        Ok::<_, SampleError>((respondents, descriptions))
    });
    Ok(drawn.await??)
}

/// Computes off the async threads. They have requests and leases to attend to, and a database connection that was handed
/// back a moment ago may wait on the very thread that would be busy.
async fn computed<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, PipelineError> {
    tokio::task::spawn_blocking(work).await.map_err(PipelineError::Computation)
}

fn too_few(job: &Job, successful: usize, sampled: usize) -> PipelineError {
    let args = [("successful", successful.into()), ("sampled", sampled.into())];
    let message = wording::say(job.brief.language(), "failure-too-few", &args);
    PipelineError::TooFewAnswers { successful, sampled, message }
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
