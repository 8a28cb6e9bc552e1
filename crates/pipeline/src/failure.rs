//! Errors of an attempt: whether a later attempt may succeed, and the message for the client.

use forecast::DistributionError;
use foundation::Language;
use language::audience::Contradiction;
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
    /// No reading of the total audience succeeded.
    #[error("the forecast of the whole audience failed")]
    Lost(#[source] Failure),
    #[error("the engine gave no forecast")]
    Forecast(#[from] DistributionError),
    #[error("the audience can't be asked")]
    Audience(#[from] Contradiction),
    #[error("the report whose respondents are to be asked is gone")]
    NoPanel,
    #[error("only {successful} of {sampled} interviews succeeded")]
    TooFewAnswers { successful: usize, sampled: usize },
    /// Not marked as source, since a panic message may contain client text.
    #[error("a computation panicked")]
    Computation(tokio::task::JoinError),
}

impl PipelineError {
    /// Returns whether a later attempt may succeed.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Journal(_) | Self::Lost(_) => true,
            Self::Engine(error) => error.is_transient(),
            Self::Audience(_) | Self::NoPanel | Self::Sample(_) | Self::TooFewAnswers { .. } | Self::Forecast(_) => {
                false
            }
            // A runtime that shuts down cancels the task; a panic would repeat.
            Self::Computation(error) => error.is_cancelled(),
        }
    }

    /// Returns whether a call of this attempt crashed the engine.
    pub fn is_crash(&self) -> bool {
        matches!(self, Self::Lost(failure) if failure.is_crash())
    }

    /// Returns the message for the client, without internal details.
    pub fn public_message(&self, language: Language) -> String {
        match self {
            Self::TooFewAnswers { successful, sampled } => {
                let args = [("successful", (*successful).into()), ("sampled", (*sampled).into())];
                wording::say(language, "failure-too-few", &args)
            }
            Self::Audience(clash) => wording::audience::clash(clash, language),
            Self::NoPanel => wording::say(language, "failure-no-panel", &[]),
            Self::Sample(error) => wording::audience::sample_error(error, language),
            Self::Engine(_) | Self::Lost(_) | Self::Forecast(_) => wording::say(language, "failure-engine", &[]),
            Self::Journal(_) | Self::Computation(_) => wording::say(language, "failure-internal", &[]),
        }
    }
}
