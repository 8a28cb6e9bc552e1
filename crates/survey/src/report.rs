//! The result object of the contract, as types: what a finished report is made of and how it is spelled in JSON.
//! Every figure here was computed by code; nothing in this file computes, fetches or stores.

mod raw;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::brief::Language;

pub use raw::{
    AnswerValue, AskedOf, Everyone, Profile, Provenance, Question, QuestionKind, Questionnaire, RespondentRecord,
    SampleData, Scale,
};

/// Version label of the shape below: adding fields raises the minor part.
pub const SCHEMA_VERSION: &str = "1.0";
/// Names the code that computed the findings.
pub const ANALYSIS_VERSION: &str = "2026.11-foundation";

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

/// The served wording; `options` stand in the client's order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OptimizedInput {
    pub question: String,
    pub options: Vec<String>,
    pub changes: Vec<WordingChange>,
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
}

/// Structured findings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Analysis {
    pub schema_version: String,
    pub analysis_version: String,
    pub overview: Overview,
    pub winner: Winner,
    pub confidence: Confidence,
    pub segment_breakdown: SegmentBreakdown,
    pub driver_breakdown: DriverBreakdown,
    pub risk_breakdown: RiskBreakdown,
    pub open_text_themes: Vec<Theme>,
    pub recommendation: Recommendation,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Overview {
    pub headline: String,
    pub summary: String,
}

/// The most chosen option.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Winner {
    /// One of the candidate options, in the client's own spelling.
    pub option: String,
    /// Share of the successful respondents, a fraction.
    pub support: f64,
    /// Low and high end of the 95 % interval of `support`.
    pub interval: [f64; 2],
    pub runner_up: String,
    /// Support of the winner less that of the runner-up.
    pub lead: f64,
    /// Whether the lead's 95 % interval includes zero.
    pub tie: bool,
    pub probability_best: f64,
    /// Every option's share with its interval, in the client's order.
    pub shares: Vec<OptionShare>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OptionShare {
    pub option: String,
    pub count: u32,
    pub share: f64,
    pub interval: [f64; 2],
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Confidence {
    pub level: ConfidenceLevel,
    /// What decided the level, in the report's language.
    pub reason: String,
    pub checks: Vec<ConfidenceCheck>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ConfidenceLevel {
    Low,
    Medium,
    High,
}

/// One test that the confidence rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ConfidenceCheck {
    /// `engine_skill`, `lead`, `failure_rate` or `order_effect`.
    pub check: String,
    /// The measured figure; null where it was not measured.
    pub value: Option<f64>,
    /// The highest level that this check alone allows.
    pub allows: ConfidenceLevel,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SegmentBreakdown {
    pub segments: Vec<Segment>,
}

/// One group of respondents; groups under 20 are not shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Segment {
    pub attribute: String,
    pub value: String,
    pub count: u32,
    /// The option most chosen in the segment.
    pub winner: String,
    pub support: f64,
    pub interval: [f64; 2],
    pub shares: BTreeMap<String, f64>,
    /// Share of the overall winner here less its share among everyone else.
    pub difference: f64,
    /// After Benjamini–Hochberg over all segments.
    pub p_adjusted: f64,
    pub notable: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DriverBreakdown {
    pub drivers: Vec<Driver>,
}

/// A reason that the simulated answers cite.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Driver {
    pub driver: String,
    pub share: f64,
    pub interval: [f64; 2],
    /// Share of each option's choosers who cite it.
    pub by_option: BTreeMap<String, f64>,
    /// Share among the winner's choosers over the share among everyone else; null where nobody else cites it.
    pub lift: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RiskBreakdown {
    pub risks: Vec<Risk>,
}

/// A concern that the simulated answers cite.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Risk {
    pub risk: String,
    pub share: f64,
    pub severity: Severity,
    pub by_option: BTreeMap<String, f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Low,
    Medium,
    High,
}

/// What several open answers have in common.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Theme {
    pub theme: String,
    pub share: f64,
    pub count: u32,
    pub quotes: Vec<Quote>,
}

/// A verbatim answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Quote {
    pub respondent_id: String,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Recommendation {
    pub summary: String,
}

/// How the answers came about, so that a reader can judge and repeat them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Method {
    pub engine: String,
    pub model: Option<String>,
    /// SHA-256 of the model's file, where there is one.
    pub model_hash: Option<String>,
    /// SHA-256 of each prompt template by name.
    pub prompt_hashes: BTreeMap<String, String>,
    /// Decimal digits: it may exceed what a JSON number holds exactly.
    pub seed: String,
    /// How many balanced option orders were dealt.
    pub forms: u32,
    /// Shrinkage toward a uniform answer; 1 leaves the engine's distribution as it is.
    pub lambda: f64,
    /// Measured skill against people; null where the engine was never measured.
    pub skill: Option<f64>,
    pub winner_accuracy: Option<f64>,
    /// Says in plain words that the respondents are synthetic.
    pub notice: String,
    /// Where the population data come from.
    pub sources: Vec<String>,
}
