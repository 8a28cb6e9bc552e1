//! What a run tells its caller, and what it is told: stages, finished steps, and progress. Each call returns once its
//! content is durable, so that nothing is asked twice.

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
    /// As the contract spells it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::GeneratingQuestionnaire => "generating_questionnaire",
            Self::Sampling => "sampling",
        }
    }
}

/// What an earlier try finished.
#[derive(Debug, Clone, Default)]
pub struct Checkpoints {
    pub design: Option<Design>,
    pub parts: Vec<Part>,
    pub forecast: Option<Forecast>,
    pub voices: Vec<Voices>,
    /// The usage of calls that brought nothing.
    pub lost: Usage,
}

impl Checkpoints {
    /// What earlier tries took in all.
    pub fn spent(&self) -> Usage {
        let design = self.design.iter().map(|design| design.usage);
        let parts = self.parts.iter().map(|part| part.usage);
        let voices = self.voices.iter().map(|voices| voices.usage);
        design.chain(parts).chain(voices).chain([self.lost]).sum()
    }
}

/// How far a report is, in work: calls to its engine by about how long each takes, those of its design included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    pub done: usize,
    pub total: usize,
}

/// The pipeline's only window on its caller.
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
    /// Calls took this and brought nothing that is kept; later tries have so much less to spend.
    async fn lost(&self, _: Usage) -> Result<(), JournalError> {
        Ok(())
    }
    /// The forecast is complete: from here on, this many respondents are drawn, and each is begun.
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
