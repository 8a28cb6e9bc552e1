//! Requests, and responses other than results. These types only spell; `language::brief` checks what a field may hold.

use language::brief::{self, Brief, Draft};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{CompletedReport, Language, WordingChoice};

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct CreditBalance {
    /// Credits currently available. One credit is one sampled respondent.
    pub credits_left: i64,
}

/// A report to create. Unknown fields are refused: a typo must not silently spend credits.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportRequest {
    /// The research question to validate.
    #[schema(
        min_length = 1,
        max_length = 2000,
        pattern = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*[^\s\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f][^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$"
    )]
    pub question: String,
    /// Candidate options, no two alike.
    #[schema(min_items = 2, max_items = 20, value_type = BTreeSet<CandidateOption>)]
    pub options: Vec<String>,
    /// One credit per respondent; 100 when omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 50, maximum = 1000, default = 100)]
    pub sample_size: Option<i64>,
    /// Whom to ask; inferred from the question when omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 2000, pattern = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$")]
    pub audience_description: Option<String>,
    /// Report language; `en` when omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Language>)]
    pub language: Option<String>,
    /// `as_is` serves question and options exactly as written; `edited`, the default, corrects spelling and neutralises
    /// the wording, with every change on record.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<WordingChoice>)]
    pub wording: Option<String>,
}

/// One candidate option.
#[derive(ToSchema)]
#[schema(
    min_length = 1,
    max_length = 200,
    pattern = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*[^\s\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f][^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$"
)]
#[allow(dead_code)] // Only its schema is used.
pub struct CandidateOption(String);

impl From<ReportRequest> for Draft {
    fn from(request: ReportRequest) -> Self {
        Self {
            question: request.question,
            options: request.options,
            sample_size: request.sample_size,
            audience_description: request.audience_description,
            language: request.language,
            wording: request.wording,
        }
    }
}

impl From<&Brief> for ReportRequest {
    fn from(brief: &Brief) -> Self {
        Self {
            question: brief.question().to_owned(),
            options: brief.options().to_vec(),
            sample_size: Some(brief.sample_size().into()),
            audience_description: brief.audience_description().map(str::to_owned),
            language: Some(brief.language().code().to_owned()),
            wording: (brief.wording() != brief::WordingChoice::default()).then(|| brief.wording().name().to_owned()),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReportAccepted {
    /// Poll with it; begins with `req_`.
    pub request_id: String,
    /// `queued`
    pub status: String,
    /// Credits set aside for the report.
    pub credits_estimated: i64,
    /// Balance after the estimate is taken into account.
    pub credits_left: i64,
}

/// A report that is not finished.
#[derive(Debug, Serialize, ToSchema)]
pub struct RunningReport {
    pub request_id: String,
    #[schema(value_type = RunningStatus)]
    pub status: &'static str,
    pub progress: Progress,
}

#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[allow(dead_code)] // Only its schema is used.
pub enum RunningStatus {
    Queued,
    GeneratingQuestionnaire,
    Sampling,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Progress {
    /// Equals the status.
    #[schema(value_type = RunningStatus)]
    pub stage: &'static str,
    /// Everyone is asked side by side, a few questions at a time: this counts whole interviews' worth of steps.
    pub respondents_done: i64,
    pub respondents_total: i64,
    pub percent: i64,
    /// What keeps the report from getting on, while something does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub waiting_for: Option<WaitingFor>,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WaitingFor {
    /// The engine that answers for respondents is away; the report goes on by itself when it is back.
    Engine,
}

/// A report that failed; its reservation is released.
#[derive(Debug, Serialize, ToSchema)]
pub struct FailedReport {
    pub request_id: String,
    #[schema(value_type = FailedStatus)]
    pub status: &'static str,
    pub error: FailureDetail,
}

#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[allow(dead_code)] // Only its schema is used.
pub enum FailedStatus {
    Failed,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FailureDetail {
    /// `report_generation_failed`
    pub code: &'static str,
    pub message: String,
    /// `cancelled` where the report's owner called it off; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
}

/// A report as it stands: running, failed or completed.
#[derive(ToSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Only its schema is used.
pub enum ReportStatus {
    Running(RunningReport),
    Failed(FailedReport),
    Completed(Box<CompletedReport>),
}
