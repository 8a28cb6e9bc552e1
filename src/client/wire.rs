//! A report's state as any server of the contract may send it. These types accept what [`contract::requests`] never sends
//! (a missing count, an unknown status), so that the client also works with other releases and other servers.

use contract::ReportResult;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ClientError;

/// The `reason` of a report that its owner cancelled.
pub const CANCELLED: &str = "cancelled";

/// A report's progress. Other servers of the contract may send only the stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    pub stage: String,
    #[serde(default)]
    pub respondents_done: u32,
    #[serde(default)]
    pub respondents_total: u32,
    /// What the report is waiting for, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting_for: Option<String>,
}

impl Progress {
    pub fn is_waiting_for_engine(&self) -> bool {
        self.waiting_for.as_deref() == Some("engine")
    }
}

#[derive(Deserialize)]
pub(super) struct Status {
    status: String,
    progress: Option<Progress>,
    error: Option<FailedReport>,
    result: Option<Value>,
}

/// Why there is no report. `message` is in the report's language; `reason` is [`CANCELLED`] if the owner cancelled it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedReport {
    #[serde(default = "failure_code")]
    pub code: String,
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

fn failure_code() -> String {
    "report_generation_failed".to_owned()
}

impl FailedReport {
    pub fn is_cancelled(&self) -> bool {
        self.reason.as_deref() == Some(CANCELLED)
    }
}

/// The state of a report.
#[derive(Debug, Clone, PartialEq)]
pub enum Report {
    Running(Progress),
    Failed(FailedReport),
    /// The result as the server sent it.
    Completed(Box<Value>),
}

impl Status {
    pub(super) fn report(self) -> Result<Report, ClientError> {
        match (self.status.as_str(), self.result, self.error) {
            ("completed", Some(result), _) => Ok(Report::Completed(Box::new(result))),
            ("failed", _, Some(error)) => Ok(Report::Failed(error)),
            ("completed" | "failed", _, _) => Err(ClientError::Garbled("a report that ended has no outcome")),
            (status, _, _) => {
                let stage = status.to_owned();
                let unknown = Progress { stage, respondents_done: 0, respondents_total: 0, waiting_for: None };
                Ok(Report::Running(self.progress.unwrap_or(unknown)))
            }
        }
    }
}

impl Report {
    /// Returns the status to print, in which a cancelled report is not called failed.
    pub fn shown_status(&self) -> &str {
        match self {
            Self::Failed(failed) if failed.is_cancelled() => CANCELLED,
            _ => self.status(),
        }
    }

    /// Returns the status as in the contract.
    pub fn status(&self) -> &str {
        match self {
            Self::Running(progress) => &progress.stage,
            Self::Failed(_) => "failed",
            Self::Completed(_) => "completed",
        }
    }
}

/// Parses the result into the fields that this version knows.
pub fn parse_result(result: &Value) -> Result<ReportResult, ClientError> {
    serde_json::from_value(result.clone()).map_err(|_| ClientError::Garbled("the result has another shape"))
}
