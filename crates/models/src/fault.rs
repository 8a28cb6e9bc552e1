//! Why a file could not be fetched from a server. Another source may have it, unless the fault is this machine's.

use std::time::Duration;

use super::ModelError;
use super::source::Source;

/// The speed below which a server is given up: fewer than `bytes_min` bytes within any `window`.
#[derive(Debug, Clone, Copy)]
pub(super) struct MinimumSpeed {
    pub(super) window: Duration,
    pub(super) bytes_min: usize,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum Fault {
    #[error("the server does not have it (status {0})")]
    Gone(u16),
    #[error("the server refuses it (status {0}); a file with conditions needs a token of Hugging Face")]
    Refused(u16),
    #[error("the server answered with status {0}")]
    Status(u16),
    #[error("the server can't be reached: {0}")]
    Unreachable(String),
    #[error("{0}")]
    Redirect(&'static str),
    #[error("the connection ended early; {bytes_kept} of {bytes_total} bytes are kept")]
    Cut { bytes_kept: u64, bytes_total: u64 },
    #[error("less than {} KB came within {} seconds", .0.bytes_min / 1000, .0.window.as_secs())]
    Slow(MinimumSpeed),
    #[error("it has {found} bytes instead of {expected}")]
    Size { found: u64, expected: u64 },
    #[error("the server does not say how large it is")]
    NoSize,
    #[error("its content differs (SHA-256); it was deleted")]
    Content,
    /// This machine, such as its disk, and not the server.
    #[error(transparent)]
    ThisMachine(ModelError),
}

impl Fault {
    /// Converts the fault into the error of a pull from this source.
    pub(super) fn into_model_error(self, source: &Source) -> ModelError {
        match (self, source) {
            (Self::ThisMachine(error), _) => error,
            (fault, Source::Hub(file)) => ModelError::Hub { file: file.to_string(), message: fault.to_string() },
            (fault, other) => ModelError::Address { address: other.to_string(), message: fault.to_string() },
        }
    }
}
