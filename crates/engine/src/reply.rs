//! What comes back from an engine: an answer or the reason why there is none, and what asking took in either case. A
//! call that failed has been paid for all the same.

use super::Usage;

/// What an engine returned, and what it took.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply<T> {
    pub value: T,
    pub usage: Usage,
}

impl<T> Reply<T> {
    /// The same reply with something made of its value.
    pub fn with<U>(self, make: impl FnOnce(T) -> U) -> Reply<U> {
        Reply { value: make(self.value), usage: self.usage }
    }
}

impl<T> From<T> for Reply<T> {
    /// For what took nothing.
    fn from(value: T) -> Self {
        Self { value, usage: Usage::default() }
    }
}

/// Why there is no answer, and what asking took all the same.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct Failure {
    pub error: EngineError,
    pub usage: Usage,
}

impl Failure {
    pub fn is_transient(&self) -> bool {
        self.error.is_transient()
    }

    /// Whether this call broke the engine.
    pub fn is_crash(&self) -> bool {
        matches!(self.error, EngineError::Crashed { .. })
    }

    /// Whether the calls that follow may fail as well: the caller then has to find out, instead of going on without
    /// what this call would have brought.
    pub fn concerns_others(&self) -> bool {
        self.is_transient() || self.is_crash()
    }
}

impl From<EngineError> for Failure {
    /// For what took nothing, or nothing that is known.
    fn from(error: EngineError) -> Self {
        Self { error, usage: Usage::default() }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    #[error("the engine can't be reached: {message}")]
    Unavailable { message: String },
    /// The key, the model or the quota: it passes only once an operator has changed something.
    #[error("the engine turns everybody away: {message}")]
    Denied { message: String },
    #[error("the engine did not answer within {timeout_ms} ms")]
    TimedOut { timeout_ms: u64 },
    /// It broke, and is being made ready again by itself.
    #[error("the engine broke and is being loaded anew")]
    Reloading,
    /// It broke because of this very call, which may break it again.
    #[error("the engine broke while it worked on this: {message}")]
    Crashed { message: String },
    #[error("the engine refused to answer: {message}")]
    Refused { message: String },
    #[error("the engine's answer can't be read: {message}")]
    Unreadable { message: String },
}

impl EngineError {
    /// Whether asking again later may succeed.
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Unavailable { .. } | Self::Denied { .. } | Self::TimedOut { .. } | Self::Reloading)
    }

    /// What went wrong in one word, for counters and for readers who must not see the rest.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Unavailable { .. } => "unavailable",
            Self::Denied { .. } => "denied",
            Self::TimedOut { .. } => "timed_out",
            Self::Reloading => "reloading",
            Self::Crashed { .. } => "crashed",
            Self::Refused { .. } => "refused",
            Self::Unreadable { .. } => "unreadable",
        }
    }
}

/// What asking took, whatever came of it.
pub fn took<T>(outcome: &Result<Reply<T>, Failure>) -> Usage {
    match outcome {
        Ok(reply) => reply.usage,
        Err(failure) => failure.usage,
    }
}

/// The outcome with what was spent before it.
pub fn after<T>(spent: Usage, outcome: Result<Reply<T>, Failure>) -> Result<Reply<T>, Failure> {
    let usage = spent + took(&outcome);
    match outcome {
        Ok(reply) => Ok(Reply { usage, ..reply }),
        Err(failure) => Err(Failure { usage, ..failure }),
    }
}
