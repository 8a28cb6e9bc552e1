//! How a try can fail, whether a later one may succeed, and what the client may read of it.

use forecast::DistributionError;
use foundation::Language;
use language::audience::Clash;
use population::sample::SampleError;

use super::JournalError;
use engine::Failure;

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
    Audience(#[from] Clash),
    #[error("only {successful} of {sampled} interviews succeeded")]
    TooFewAnswers { successful: usize, sampled: usize },
    /// Not as its source: a panic's words may be a client's.
    #[error("a computation broke")]
    Computation(tokio::task::JoinError),
}

impl PipelineError {
    /// Whether a later try may succeed.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Journal(_) | Self::Lost(_) => true,
            Self::Engine(error) => error.is_transient(),
            Self::Audience(_) | Self::Sample(_) | Self::TooFewAnswers { .. } | Self::Forecast(_) => false,
            // A runtime that shuts down cancels the task; a panic would only repeat itself.
            Self::Computation(error) => error.is_cancelled(),
        }
    }

    /// Whether a call of this try broke the engine.
    pub fn is_crash(&self) -> bool {
        matches!(self, Self::Lost(failure) if failure.is_crash())
    }

    /// What the client may read; it names no inner part.
    pub fn public_message(&self, language: Language) -> String {
        match self {
            Self::TooFewAnswers { successful, sampled } => {
                let args = [("successful", (*successful).into()), ("sampled", (*sampled).into())];
                wording::say(language, "failure-too-few", &args)
            }
            Self::Audience(clash) => wording::audience::clash(clash, language),
            Self::Sample(error) => wording::audience::sample_error(error, language),
            Self::Engine(_) | Self::Lost(_) | Self::Forecast(_) => wording::say(language, "failure-engine", &[]),
            Self::Journal(_) | Self::Computation(_) => wording::say(language, "failure-internal", &[]),
        }
    }
}
