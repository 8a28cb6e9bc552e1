//! The interface between a run and its caller: stages, checkpoints and progress. Each call returns once its content
//! is durable, so that no engine call is repeated after a restart.

use std::error::Error;

use async_trait::async_trait;
use forecast::{Forecast, Part};

use super::{Design, Voices};
use engine::Usage;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    GeneratingQuestionnaire,
    Sampling,
}

impl Stage {
    /// Returns the name that the contract uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::GeneratingQuestionnaire => "generating_questionnaire",
            Self::Sampling => "sampling",
        }
    }
}

/// Steps completed by earlier attempts.
#[derive(Debug, Clone, Default)]
pub struct Checkpoints {
    pub design: Option<Design>,
    pub parts: Vec<Part>,
    pub forecast: Option<Forecast>,
    pub voices: Vec<Voices>,
    /// Usage of calls without a kept result.
    pub lost: Usage,
}

impl Checkpoints {
    /// Returns the total usage of earlier attempts.
    pub fn spent(&self) -> Usage {
        let design = self.design.iter().map(|design| design.usage);
        let parts = self.parts.iter().map(|part| part.usage);
        let voices = self.voices.iter().map(|voices| voices.usage);
        design.chain(parts).chain(voices).chain([self.lost]).sum()
    }
}

/// Progress of a report in units of work: engine calls, the design's included, weighted by their typical duration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    pub done: usize,
    pub total: usize,
    /// Number of other steps that may be journalled at any moment: one for each call that waits for its reply. At zero, no
    /// other step is journalled before this one is durable, so the journal need not wait for more.
    pub pending: usize,
}

/// Receives everything that the pipeline reports to its caller.
#[async_trait]
pub trait Journal: Send + Sync {
    async fn entered(&self, stage: Stage) -> Result<(), JournalError>;
    async fn designed(&self, design: &Design) -> Result<(), JournalError>;
    /// The forecast begins, possibly with parts from an earlier attempt.
    async fn resumed(&self, _: Progress) -> Result<(), JournalError> {
        Ok(())
    }
    /// One part of the forecast is complete.
    async fn asked(&self, part: &Part, progress: Progress) -> Result<(), JournalError>;
    /// Calls used this without a kept result; it counts against the token budget of later attempts.
    async fn lost(&self, _: Usage) -> Result<(), JournalError> {
        Ok(())
    }
    /// The forecast is complete, and this many respondents are drawn from it.
    async fn forecast(&self, forecast: &Forecast, respondents: usize, progress: Progress) -> Result<(), JournalError>;
    /// A batch of open answers was generated.
    async fn spoken(&self, voices: &Voices, progress: Progress) -> Result<(), JournalError>;
}

/// The run must stop: its lease was lost, or a checkpoint can't be stored.
#[derive(Debug, thiserror::Error)]
#[error("the run can't continue")]
pub struct JournalError(#[source] pub Box<dyn Error + Send + Sync>);

impl JournalError {
    pub fn new(source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(source.into())
    }
}
