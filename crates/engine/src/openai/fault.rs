//! What can go wrong between here and the server, and what it means to the caller. Messages are made of the status, the
//! server's host and names, never of what the server wrote: it may repeat the key or the prompt.

use std::time::Duration;

use super::dialect::Feature;
use super::limiter::Load;
use crate::EngineError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    /// The server has too much to do, and may say for how long.
    Overloaded {
        message: String,
        wait: Option<Duration>,
    },
    TimedOut {
        timeout_ms: u64,
    },
    /// No connection, a connection that broke, or a server that did.
    Broken {
        message: String,
    },
    /// A reply that can't be read.
    Garbled {
        message: String,
    },
    /// The server has asked to be left alone for longer than this call can wait.
    LeftAlone {
        message: String,
    },
    /// A part of the request that the server does not know.
    Unsupported(Feature),
    /// No call is answered before an operator has changed something: key, model, address, quota.
    Denied {
        message: String,
    },
    /// This request will never be answered.
    Rejected {
        message: String,
    },
    TooLarge {
        message: String,
    },
}

impl Fault {
    pub(super) fn timed_out(limit: Duration) -> Self {
        Self::TimedOut { timeout_ms: u64::try_from(limit.as_millis()).unwrap_or(u64::MAX) }
    }

    pub(super) fn may_pass(&self) -> bool {
        matches!(self, Self::Overloaded { .. } | Self::TimedOut { .. } | Self::Broken { .. } | Self::Garbled { .. })
    }

    /// A call that timed out may be the only one, so it says nothing about load by itself.
    pub(super) fn load(&self) -> Load {
        match self {
            Self::Overloaded { .. } => Load::TooMuch,
            _ => Load::Unknown,
        }
    }
}

impl From<Fault> for EngineError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::TimedOut { timeout_ms } => Self::TimedOut { timeout_ms },
            Fault::Overloaded { message, .. } | Fault::Broken { message } | Fault::LeftAlone { message } => {
                Self::Unavailable { message }
            }
            Fault::Denied { message } => Self::Denied { message },
            Fault::Garbled { message } | Fault::TooLarge { message } => Self::Unreadable { message },
            Fault::Rejected { message } => Self::Refused { message },
            Fault::Unsupported(feature) => Self::Refused { message: format!("the server knows no {feature:?}") },
        }
    }
}
