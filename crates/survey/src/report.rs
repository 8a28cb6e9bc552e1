//! The result object of the contract, as types: what a finished report is made of and how it is spelled in JSON.
//! Every figure here was computed by code; nothing in this file computes, fetches or stores.

mod findings;
mod raw;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::brief::Language;
use crate::calibration::Calibration;
use crate::usage::Usage;

pub use findings::{
    Acceptance, Analysis, Confidence, ConfidenceCheck, ConfidenceLevel, Driver, DriverBreakdown, Estimator, Likelihood,
    OptionShare, Overview, Quality, Quote, Recommendation, Risk, RiskBreakdown, Segment, SegmentBreakdown, Severity,
    Theme, Winner,
};
pub use raw::{
    AnswerValue, AskedOf, Everyone, FormRecord, Profile, Provenance, Question, QuestionKind, Questionnaire,
    RespondentRecord, SampleData, Scale,
};

/// Version label of the shape below: adding fields raises the minor part.
pub const SCHEMA_VERSION: &str = "1.1";
/// Names the code that computed the findings.
pub const ANALYSIS_VERSION: &str = "2026.11-forecast";

/// What the pipeline hands over: the result object without what only the service knows (address and credits).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Findings {
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
    /// Public address of the report page.
    pub report_url: String,
    pub research_input: ResearchInput,
    pub statistics: Statistics,
    pub analysis: Analysis,
    pub method: Method,
    pub sample_data: SampleData,
    /// Exact credits consumed by this report.
    pub credits_used: i64,
    /// Balance after settlement. Stays the last field: the store appends it inside the settling transaction.
    pub credits_left: i64,
}

impl Findings {
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
    /// Stays the last field, like `credits_left` inside it.
    pub result: ReportResult,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CompletedStatus {
    Completed,
}

/// The input settings used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ResearchInput {
    pub question: String,
    pub options: Vec<String>,
    pub language: Language,
    pub audience_filters: AudienceFilters,
    pub sample_size: u32,
    /// The wording that respondents were served, where it differs from the client's own.
    pub optimized: OptimizedInput,
}

/// The served wording and what was noticed about the client's; `options` stand in the client's order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OptimizedInput {
    pub question: String,
    pub options: Vec<String>,
    pub changes: Vec<WordingChange>,
    #[serde(default)]
    pub inquiry: Inquiry,
    /// The language that the question is written in, where that can be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question_language: Option<Language>,
    /// Whether people would want to answer "none of these" or "don't know" and the options don't offer it.
    #[serde(default)]
    pub wants_none: bool,
    /// What could make answers hard to read; nothing here was changed.
    #[serde(default)]
    pub notes: Vec<WordingNote>,
}

/// What kind of question it is; questionnaire and wording follow from it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Inquiry {
    #[default]
    Preference,
    Naming,
    Pricing,
    FeaturePriority,
    Likelihood,
    FactualBelief,
}

impl Inquiry {
    pub const ALL: [Self; 6] =
        [Self::Preference, Self::Naming, Self::Pricing, Self::FeaturePriority, Self::Likelihood, Self::FactualBelief];
}

/// Something about the client's wording that a reader of the results should know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WordingNote {
    /// `overlap`, `double_barrelled`, `leading`, `not_parallel` or `language`.
    pub code: String,
    /// `question`, `options` or `options[2]`.
    pub field: String,
    /// In the report's language.
    pub message: String,
}

/// One edit of the client's wording, and why it was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WordingChange {
    /// `question` or `options[2]`.
    pub field: String,
    pub from: String,
    pub to: String,
    pub reason: String,
}

/// Who was asked. An absent filter does not filter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AudienceFilters {
    /// What was understood, in the report's language.
    pub description: String,
    /// ISO 3166-1 alpha-2 codes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub countries: Vec<String>,
    /// `MX/Jalisco`: the country's code and the region's name in the population data.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<String>,
    /// `MX/Guadalajara`, like regions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cities: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age_min: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age_max: Option<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sexes: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub education: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub income: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub area: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub employment: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub occupations: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub household: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marital: Vec<String>,
    /// Conditions that no statistic covers, taken as true of every respondent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<String>,
    pub source: AudienceSource,
    /// Filters that were loosened because too few candidates matched.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relaxed: Vec<String>,
}

/// Whether the client described the audience or it was inferred from the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AudienceSource {
    Given,
    Inferred,
}

/// Sampling statistics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Statistics {
    pub target_respondent_count: u32,
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
    /// How many people's answers any number of this engine's are worth at most.
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
    /// How the engine's distributions were turned into respondents', and where that was measured.
    #[serde(default = "Calibration::as_it_is")]
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
