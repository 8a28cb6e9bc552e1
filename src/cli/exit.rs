//! Exit codes. A failed command prints a sentence on standard error and returns a code that says who has to act.

use crate::client::ClientError;

/// Shown at the end of `--help` and in the manual page.
pub const CODES: &str = "Exit codes:
  0    done
  1    it could not be done; standard error says why
  2    the command line can't be read
  3    the report failed or was cancelled
  4    the server refused: the key, the credits, a limit or the brief
  5    the server can't be reached
  130  stopped with Ctrl-C";

#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("{message}")]
    Report { message: String, source: Option<Box<dyn std::error::Error + Send + Sync>> },
    #[error("{0}")]
    Stopped(String),
}

pub fn code(error: &anyhow::Error) -> u8 {
    match (error.downcast_ref::<Failure>(), error.downcast_ref::<ClientError>()) {
        (Some(Failure::Report { .. }), _) => 3,
        (Some(Failure::Stopped(_)), _) => 130,
        (None, Some(ClientError::Refused { .. } | ClientError::Key)) => 4,
        (None, Some(ClientError::Unreachable { .. })) => 5,
        _ => 1,
    }
}
