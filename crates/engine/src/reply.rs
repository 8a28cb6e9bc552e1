//! The outcome of a call to an engine: a value or an error, with
//! its usage in either case, since failed calls are billed too.

use super::Usage;

/// A value that an engine returned, and the usage of the call.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply<T> {
    pub value: T,
    pub usage: Usage,
}

impl<T> Reply<T> {
    /// Maps the value and keeps the usage.
    pub fn with<U>(self, make: impl FnOnce(T) -> U) -> Reply<U> {
        Reply { value: make(self.value), usage: self.usage }
    }
}

impl<T> From<T> for Reply<T> {
    /// Wraps a value that took no usage.
    fn from(value: T) -> Self {
        Self { value, usage: Usage::default() }
    }
}

/// An error of an engine, and the usage of the failed call.
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

    /// Whether this call crashed the engine.
    pub fn is_crash(&self) -> bool {
        matches!(self.error, EngineError::Crashed { .. })
    }

    /// Whether later calls may fail for the same reason. The caller must
    /// then find out, instead of continuing without the result of this call.
    pub fn concerns_others(&self) -> bool {
        self.is_transient() || self.is_crash()
    }
}

impl From<EngineError> for Failure {
    /// Wraps an error whose usage is zero or unknown.
    fn from(error: EngineError) -> Self {
        Self { error, usage: Usage::default() }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    #[error("the engine can't be reached: {message}")]
    Unavailable { message: String },
    /// All calls fail until an operator changes the key, the model or the quota.
    #[error("the engine rejects every request: {message}")]
    Denied { message: String },
    #[error("the engine did not answer within {timeout_ms} ms")]
    TimedOut { timeout_ms: u64 },
    /// The engine crashed and is being reloaded.
    #[error("the engine crashed and is being reloaded")]
    Reloading,
    /// The engine crashed on this call, and may crash on it again.
    #[error("the engine crashed during this call: {message}")]
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

    /// Returns the kind of error as one word, for metrics and for readers who must not see the message.
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

/// Returns the usage of a call, whether it succeeded or failed.
pub fn took<T>(outcome: &Result<Reply<T>, Failure>) -> Usage {
    match outcome {
        Ok(reply) => reply.usage,
        Err(failure) => failure.usage,
    }
}

/// Adds the usage of earlier calls to an outcome.
pub fn after<T>(spent: Usage, outcome: Result<Reply<T>, Failure>) -> Result<Reply<T>, Failure> {
    let usage = spent + took(&outcome);
    match outcome {
        Ok(reply) => Ok(Reply { usage, ..reply }),
        Err(failure) => Err(Failure { usage, ..failure }),
    }
}
