//! The contract with clients: every type that crosses the wire, as JSON and OpenAPI spell it.
//!
//! The crate knows all domain crates and `wording`, and does no I/O. No domain crate knows it. It has the only conversions:
//! `from_domain` makes a result from a report, `surveyed` reads a stored result back for `fieldwork`, and `people` spells
//! what `fieldwork` found. Results of earlier versions can still be read, so a new field has a default.
//!
//! Start with [`ReportResult`] in this file, then `findings` (the analysis), `raw` (respondents and answers) and `requests`.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod audiences;
mod comparison;
mod cross_table;
mod errors;
mod findings;
mod from_domain;
pub mod ids;
mod input;
mod methods;
mod mirrored;
mod panel;
mod people;
mod people_audience;
mod people_details;
mod people_sentences;
mod printed;
mod profile;
mod raw;
mod reading;
pub mod requests;
mod study;
mod survey;
mod surveyed;
#[cfg(test)]
mod tests;
mod verdict_in_force;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use audiences::{AudienceRequest, FiltersRequest, KeptAudience, KeptAudiences};
pub use comparison::{
    ComparedReport, Comparison, ComparisonCell, ComparisonColumn, ComparisonDifference, ComparisonError,
    ComparisonPair, ComparisonRow, ComparisonRowKind, ComparisonRule, ComparisonSource, MatchedBy, letter,
};
pub use cross_table::{CrossCell, CrossRow, CrossTable};
pub use errors::{
    ErrorBody, ErrorDetail, InsufficientCreditsBody, InsufficientCreditsDetail, InvalidBody, InvalidRow,
    InvalidRowsBody,
};
pub use findings::{
    Acceptance, Analysis, Confidence, ConfidenceCheck, Driver, DriverBreakdown, Likelihood, Openness, OptionPair,
    OptionShare, Overview, PeopleRange, Quality, Quote, Recommendation, Risk, RiskBreakdown, Ruling, Segment,
    SegmentBreakdown, Theme, Verdict, Winner,
};
pub use forecast::Usage;
pub use forecast::calibration::{
    Calibration, ConfidenceLevel, GroupRecord, LevelRate, Measured, ScaleRecord, ShareCoverage, Way,
};
pub use forecast::human::OwnStudies;
pub use from_domain::{Engine, ReportInputs, report};
pub use input::{AudienceFilters, CodedFilters, OptimizedInput, PriceUnit, ResearchInput, WordingChange, WordingNote};
pub use methods::{BestWorst, Bundle, NameNotes, PriceCurve, PricePoint, Reach, ScaleShape};
pub use mirrored::{
    AudienceBasis, AudienceSource, Change, Estimator, Inquiry, Language, Provenance, QuestionKind, Severity,
    WordingChoice,
};
pub use panel::Panel;
pub use people::{
    AnswerChangeRequest, AnswerChanged, AnswerSource, GroupView, JointRuling, OptionCount, OptionView, PeopleAdded,
    PeopleReport, PeopleView, PersonAnswer, PersonRequest, RatingView, VIEW_VERSION,
};
pub use people_audience::{AnswerEligibility, MissingGroupView, Unsettled};
pub use people_details::{CommentThemeView, CommentsView, DisclosureView, GroupSizeView, MotiveView, MotivesView};
pub use printed::{Compared, PrintedOption, PrintedShare, ScaleEnds};
pub use profile::Profile;
pub use raw::{
    AnswerValue, AskedOf, Everyone, FormRecord, Question, Questionnaire, RespondentRecord, SampleData, Scale,
};
pub use reading::AskedAs;
pub use study::{Study, StudyReport};
pub use survey::{SurveyChangeRequest, SurveyRequest, SurveyState, SurveyStatus};
pub use surveyed::{SheetRecord, surveyed};
pub use verdict_in_force::{JOINT_VERDICT_PEOPLE_MIN, VerdictInForce, people_to_joint_verdict};

/// Version label of the shape below: adding fields raises the minor part.
pub const SCHEMA_VERSION: &str = "1.5";
/// Names the code that computed the findings.
pub const ANALYSIS_VERSION: &str = "2026.11-dearest-price";

/// A report without what only the service knows: its address and credits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub title: String,
    pub research_input: ResearchInput,
    pub statistics: Statistics,
    pub analysis: Analysis,
    pub method: Method,
    pub sample_data: SampleData,
}

/// The result of a completed report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReportResult {
    /// Report title; also the H1 of the public report page.
    pub title: String,
    /// Public address of the report page: anyone who has it can read the page, until its owner closes it. That of a report
    /// created in the workspace opens once its owner publishes it.
    pub report_url: String,
    pub research_input: ResearchInput,
    pub statistics: Statistics,
    pub analysis: Analysis,
    pub method: Method,
    pub sample_data: SampleData,
    /// Exact credits consumed by this report.
    pub credits_used: i64,
    /// Balance after settlement.
    pub credits_left: i64,
}

impl Report {
    /// Adds what only the service knows.
    pub fn into_result(self, report_url: String, credits_used: i64, credits_left: i64) -> ReportResult {
        ReportResult {
            title: self.title,
            report_url,
            research_input: self.research_input,
            statistics: self.statistics,
            analysis: self.analysis,
            method: self.method,
            sample_data: self.sample_data,
            credits_used,
            credits_left,
        }
    }
}

/// The whole response body of a completed report, as it is stored and served.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CompletedReport {
    pub request_id: String,
    pub status: CompletedStatus,
    pub result: ReportResult,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CompletedStatus {
    Completed,
}

/// Sampling statistics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Statistics {
    pub target_respondent_count: u32,
    /// People of the population who fit the filters, by estimate.
    pub candidate_respondent_count: u64,
    pub sampled_respondent_count: u32,
    pub successful_respondent_count: u32,
    pub failed_respondent_count: u32,
    /// Fraction between 0 and 1.
    pub completion_rate: f64,
    /// Fraction between 0 and 1.
    pub failure_rate: f64,
    /// How many equally weighted respondents would say as much as the successful ones (Kish).
    #[serde(default)]
    pub effective_respondent_count: f64,
    /// Respondents who were put the open question.
    #[serde(default)]
    pub open_answer_count: u32,
    /// Successful respondents of whom nothing but the choice is known, because what its choosers think was lost.
    #[serde(default)]
    pub partial_respondent_count: u32,
}

/// How the answers came about, so that a reader can judge and repeat them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Method {
    pub engine: String,
    pub model: Option<String>,
    /// SHA-256 of the model's file, where there is one.
    pub model_hash: Option<String>,
    /// What the model was taught beyond what it came with: the adapter's name, and the SHA-256 of its file.
    #[serde(default)]
    pub adapter: Option<String>,
    #[serde(default)]
    pub adapter_hash: Option<String>,
    /// SHA-256 of each prompt template by name.
    pub prompt_hashes: BTreeMap<String, String>,
    /// How the engine was asked, as a name: what was measured of it holds for this way of asking alone.
    #[serde(default)]
    pub elicitation: String,
    /// Decimal digits: it may exceed what a JSON number holds exactly.
    pub seed: String,
    /// How many balanced option orders were dealt.
    pub forms: u32,
    /// Readings of the whole that the forecast was pooled from, and how far they lie from their pool (total variation).
    #[serde(default)]
    pub readings: u32,
    #[serde(default)]
    pub readings_apart: f64,
    /// Shrinkage toward a uniform answer; 1 leaves the engine's distribution as it is.
    pub lambda: f64,
    /// How many people this engine's forecast is worth, whatever the number of respondents: their answers would leave the same
    /// variance of a share.
    #[serde(default)]
    pub effective_size: f64,
    /// How answers were drawn from the distributions.
    #[serde(default)]
    pub draw: DrawMethod,
    /// Version of the questions and answer lists.
    #[serde(default)]
    pub questionnaire_version: String,
    /// Measured skill against people; null where the engine was never measured.
    pub skill: Option<f64>,
    pub winner_accuracy: Option<f64>,
    /// How this engine did on the account's own studies, where it has any and agreed to learn from them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_studies: Option<OwnStudies>,
    /// How the engine's distributions were turned into respondents', and where that was measured.
    #[serde(default = "Calibration::identity")]
    pub calibration: Calibration,
    /// What the engine's answers took.
    #[serde(default)]
    pub usage: Usage,
    /// In the currency of the prices set for the engine; null where none are set.
    #[serde(default)]
    pub cost: Option<f64>,
    /// Says in plain words that the respondents are synthetic.
    pub notice: String,
    /// Where the population data come from.
    pub sources: Vec<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawMethod {
    /// For each respondent alone, as before answers were drawn together.
    #[default]
    Independent,
    /// Over all respondents at once, so that counts stay within one of the sum of probabilities.
    Systematic,
    /// The same, and weighted counts of every group stay near their sums as well.
    Balanced,
}
