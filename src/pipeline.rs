//! From a brief to findings: design, interviews, analysis. Talks to the world through an `Engine` and a `Journal` only,
//! so a whole report can run with no database and no server. Same brief, seed and engine give the same bytes.

mod analysis;
pub(crate) mod calls;
mod design;
mod forgetful;
mod interview;
mod proposals;
mod sampling;
mod served;
mod waves;

use std::error::Error;
use std::future::Future;

use async_trait::async_trait;
use survey::answer::{Interview, Reading};
use survey::audience::AudienceError;
use survey::brief::{Brief, Language};
use survey::report::Findings;
use survey::sample::{self, Respondent, SampleError};
use survey::wording;
use tokio::time::Instant;
use tracing::Instrument;

use crate::engine::{Engine, Failure};

pub use design::Design;
pub use forgetful::Forgetful;
pub use waves::{steps, steps_taken};

/// One report to make.
#[derive(Debug, Clone)]
pub struct Job {
    pub brief: Brief,
    pub seed: u64,
    /// Interviews side by side.
    pub concurrency: usize,
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
    pub readings: Vec<Reading>,
    pub interviews: Vec<Interview>,
}

/// The pipeline's only window on its caller; every call returns once its content is durable.
#[async_trait]
pub trait Journal: Send + Sync {
    async fn entered(&self, stage: Stage) -> Result<(), JournalError>;
    async fn designed(&self, design: &Design) -> Result<(), JournalError>;
    async fn read(&self, reading: &Reading) -> Result<(), JournalError>;
    async fn interviewed(&self, interview: &Interview) -> Result<(), JournalError>;
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
            Self::Journal(_) => true,
            Self::Engine(error) => error.is_transient(),
            Self::Audience(_) | Self::Sample(_) | Self::TooFewAnswers { .. } => false,
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
            Self::Engine(_) => wording::say(language, "failure-engine", &[]),
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
    let design = design::design(job, engine).await?;
    journal.designed(&design).await?;
    Ok(design)
}

async fn survey_and_analyze(
    job: &Job,
    engine: &dyn Engine,
    design: &Design,
    done: Checkpoints,
    journal: &dyn Journal,
) -> Result<Findings, PipelineError> {
    let card = engine.card(job.brief.language());
    let (respondents, descriptions) = draw(job, design).await?;
    let forms = served::forms(design, &respondents);
    let context = interview::Context {
        job,
        engine,
        card: &card,
        design,
        forms: &forms,
        respondents: &respondents,
        descriptions: &descriptions,
    };
    let (interviews, usage) = sampling::interviews(&context, done, journal).await?;
    let successful = interviews.iter().filter(|interview| interview.is_answered()).count();
    let sampled = respondents.len();
    if successful * 2 < sampled {
        return Err(too_few(job, successful, sampled));
    }
    analysis::findings(job, engine, card, design, respondents, (interviews, usage)).await
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
