//! Requests, and responses other than results. These types only spell; `language::brief` checks what a field may hold.

use language::audience::given::{self, GivenFilters};
use language::brief::{self, Brief, Draft};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::audiences::FiltersRequest;
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
    /// Id of a completed report of the same account: the same respondents are asked, with the same ids and profiles. Sample size
    /// and audience are those of that report; another value of either is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64)]
    pub same_panel_as: Option<String>,
    /// Id of a completed report of the same account, to ask it again of new respondents as the next wave of its study. Question,
    /// options, language, wording and audience are those of that report; other values are refused. The sample size may differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64)]
    pub wave_of: Option<String>,
    /// Whom to ask, as the filters that results show, instead of a description. An absent filter does not filter: without places, the
    /// world is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<FiltersRequest>)]
    pub audience_filters: Option<GivenFilters>,
    /// Id of an audience that the account keeps, instead of a description or filters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64)]
    pub audience_id: Option<String>,
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
            same_panel_as: request.same_panel_as,
            wave_of: request.wave_of,
            audience_filters: request.audience_filters,
            audience_id: request.audience_id,
            audience: None,
            country: None,
        }
    }
}

impl From<&Brief> for ReportRequest {
    fn from(brief: &Brief) -> Self {
        // Size and audience of a follow-up, and the audience of a wave, are the earlier report's, which a client need not know, as it
        // need not know a kept audience.
        let is_follow_up = brief.same_panel_as().is_some();
        let has_earlier = is_follow_up || brief.wave_of().is_some();
        let audience_id = brief.audience_id().filter(|_| !has_earlier);
        let is_own = !has_earlier && audience_id.is_none();
        Self {
            question: brief.question().to_owned(),
            options: brief.options().to_vec(),
            sample_size: (!is_follow_up).then(|| brief.sample_size().into()),
            audience_description: brief.audience_description().filter(|_| is_own).map(str::to_owned),
            language: Some(brief.language().code().to_owned()),
            wording: (brief.wording() != brief::WordingChoice::default()).then(|| brief.wording().name().to_owned()),
            same_panel_as: brief.same_panel_as().map(str::to_owned),
            wave_of: brief.wave_of().map(str::to_owned),
            audience_filters: brief.audience().filter(|_| is_own).map(|audience| given::written(&audience.filters)),
            audience_id: audience_id.map(str::to_owned),
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
    /// What to know before the report is relied on; absent where there is nothing to warn of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(nullable = false)]
    pub warnings: Vec<Warning>,
}

/// What a report would cost, and what the engine is worth for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReportEstimate {
    /// Credits that the report would set aside.
    pub credits_estimated: i64,
    /// Credits currently available.
    pub credits_left: i64,
    /// How the engine did on questions of this kind against real people, in the report's language; absent for the scripted engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub engine: Option<String>,
    /// What to know before the report is relied on; absent where there is nothing to warn of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(nullable = false)]
    pub warnings: Vec<Warning>,
}

/// What to know of an engine before a report is relied on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Warning {
    /// `engine_guesses`: on questions of this family, the engine did no better than guessing. `engine_unmeasured`: it was never
    /// tested against real people. `engine_unmeasured_family`: not on questions of this family.
    pub code: String,
    /// In the report's language, with what to do about it.
    pub message: String,
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
