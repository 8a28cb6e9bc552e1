//! Faults between the engine and the server, and the error that each becomes. Messages contain the status, the host
//! and the error's name, never the server's text, which may echo the key or the prompt.

use std::time::Duration;

use super::features::{Denial, Feature};
use super::limiter::Load;
use crate::EngineError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    /// The server is overloaded; `wait` is the pause that it asks for.
    Overloaded {
        message: String,
        wait: Option<Duration>,
    },
    TimedOut {
        timeout_ms: u64,
    },
    /// No connection, a broken connection, or an internal error of the server.
    Broken {
        message: String,
        place: BrokenAt,
    },
    /// A reply that can't be read.
    Garbled {
        message: String,
        /// Whether it is a web page, as proxies send it.
        is_page: bool,
    },
    /// The server asked for a pause that is longer than the time left to this call.
    PauseRequested {
        message: String,
    },
    /// The server does not support this field of the request.
    Unsupported(Feature),
    /// All calls fail until an operator changes the key, model, address or quota.
    Denied {
        message: String,
        denial: Denial,
    },
    /// The server will never accept this request.
    Rejected {
        message: String,
    },
    TooLarge {
        message: String,
    },
}

/// Where a connection failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BrokenAt {
    Connecting,
    Tls,
    /// A proxy in between answered with a web page, since it did not reach the server.
    Proxy,
    /// After the connection was established.
    Later,
}

impl Fault {
    pub(super) fn timed_out(limit: Duration) -> Self {
        Self::TimedOut { timeout_ms: u64::try_from(limit.as_millis()).unwrap_or(u64::MAX) }
    }

    pub(super) fn is_transient_fault(&self) -> bool {
        matches!(self, Self::Overloaded { .. } | Self::TimedOut { .. } | Self::Broken { .. } | Self::Garbled { .. })
    }

    /// Returns what the fault says about load. A timeout says nothing
    /// by itself, since the call may be the only one that hangs.
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
            Fault::Overloaded { message, .. } | Fault::Broken { message, .. } | Fault::PauseRequested { message } => {
                Self::Unavailable { message }
            }
            Fault::Denied { message, .. } => Self::Denied { message },
            Fault::Garbled { message, .. } | Fault::TooLarge { message } => Self::Unreadable { message },
            Fault::Rejected { message } => Self::Refused { message },
            Fault::Unsupported(feature) => Self::Refused { message: format!("the server knows no {feature:?}") },
        }
    }
}
