//! The findings of a result, as types: winner, segments, reasons, concerns, themes and how far to believe them.
//! Nothing here computes. Fields that earlier versions did not write have defaults, so that their reports still open.

use std::collections::BTreeMap;

use forecast::joint::PeopleNeeded;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::methods::{NameNotes, PriceCurve, Reach, ScaleShape};
use crate::mirrored::{Estimator, Severity};
use crate::{ConfidenceLevel, CrossTable};

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
    /// How many would take one of the options at all; absent where it was not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acceptance: Option<Acceptance>,
    /// How likely respondents are to act on their choice; absent where it was not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub likelihood: Option<Likelihood>,
    /// Where options are prices of one offer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<PriceCurve>,
    /// Where options are features.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reach: Option<Reach>,
    /// Where options are steps of a scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<ScaleShape>,
    /// Where options are names or slogans: each, where there is something to say of any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<Vec<NameNotes>>,
    /// Where the respondents of an earlier report were asked again: the choice by what they chose there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cross_table: Option<CrossTable>,
    #[serde(default)]
    pub quality: Quality,
}

impl Analysis {
    /// Whether no option can be said to be the first: by the verdict, or by the lead in reports that have none.
    pub fn is_too_close(&self) -> bool {
        self.overview.ruling.as_ref().map_or(self.winner.tie, |ruling| ruling.verdict != Verdict::Clear)
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Overview {
    /// The verdict in one sentence to act on.
    pub headline: String,
    pub summary: String,
    /// The verdict as data; absent in reports made before there were verdicts.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<Ruling>,
}

/// What the findings come to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Ruling {
    pub verdict: Verdict,
    /// Why it is open; only where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<Openness>,
    /// The option to choose, the one that leads, or those to keep; empty where it is open or none will do.
    pub options: Vec<String>,
    /// Options that are out.
    pub dropped: Vec<String>,
    /// What to do next; also the recommendation.
    pub next_step: String,
    /// By option: the share that is lost, on average, by choosing it instead of the best.
    pub expected_loss: BTreeMap<String, f64>,
    /// Probability that a majority wants none of the options; null where that was not asked.
    pub majority_none: Option<f64>,
    /// Real people who would settle which option is best, in four cases of five; null where a thousand would not.
    pub people_to_settle: Option<u32>,
    /// The same as a range with its probability; null for prices. Absent in older reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub people_range: Option<PeopleRange>,
}

/// Number of people who would settle a question by the stopping rule of surveys, by simulated surveys.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PeopleRange {
    /// With so many people, half of the surveys are settled.
    pub low: u32,
    /// With so many people, a share of `probability` of the surveys is settled; at most 1000.
    pub high: u32,
    pub probability: f64,
}

impl From<PeopleNeeded> for PeopleRange {
    fn from(PeopleNeeded { low, high, probability }: PeopleNeeded) -> Self {
        Self { low, high, probability }
    }
}

impl From<PeopleRange> for PeopleNeeded {
    fn from(PeopleRange { low, high, probability }: PeopleRange) -> Self {
        Self { low, high, probability }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// One option is the best with a probability of at least 0.9, and the interval of its lead excludes zero.
    Clear,
    /// One option leads with a probability of at least 0.6.
    Leaning,
    /// Some options have a probability under 0.05 and are out.
    Shortlist,
    /// The options don't differ, or the forecast can't tell.
    Open,
    /// A majority wants none of them with a probability of at least 0.8.
    None,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Openness {
    /// Choosing any of the options costs at most four points of share on average.
    Alike,
    /// The forecast is too close to call.
    Unknown,
    /// The engine can't tell: on questions of this family it did no better than guessing.
    Guess,
}

/// The most preferred option; of prices, the one that earns most.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Winner {
    /// One of the candidate options, in the client's own spelling.
    pub option: String,
    /// Weighted share of the successful respondents, a fraction; of prices, the share that would buy. See `estimator`.
    pub support: f64,
    /// Low and high end of the 95 % simulation interval of `support`.
    pub interval: [f64; 2],
    pub runner_up: String,
    /// Support of the winner less that of the runner-up; of prices, what the winner earns more, as a share of what it earns.
    pub lead: f64,
    /// Low and high end of the 95 % simulation interval of `lead`.
    #[serde(default)]
    pub lead_interval: [f64; 2],
    /// Whether the lead's 95 % interval includes zero; for prices, whether that of the best price includes several; on a scale,
    /// whether that of the upper end's share includes one half. Never true beside a clear verdict.
    pub tie: bool,
    /// The winner and every option that can't be told from it, the largest share first; of prices, what earns most first.
    #[serde(default)]
    pub contenders: Vec<String>,
    pub probability_best: f64,
    /// Every pair of options with its difference, the largest options first; empty for prices and in earlier reports.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<OptionPair>,
    #[serde(default)]
    pub estimator: Estimator,
    /// Every option's share with its interval, in the client's order.
    pub shares: Vec<OptionShare>,
}

/// Two options and how far their shares are apart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OptionPair {
    pub higher: String,
    pub lower: String,
    pub difference: f64,
    /// Low and high end of the 95 % simulation interval of `difference`.
    pub interval: [f64; 2],
    /// Whether the interval excludes zero.
    pub differs: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OptionShare {
    pub option: String,
    /// How many chose it, chose it as the best of its subset, or would buy at it.
    pub count: u32,
    /// How many chose it as the worst of its subset, where that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worst_count: Option<u32>,
    pub share: f64,
    pub interval: [f64; 2],
    /// Probability that its true share in this simulation is the largest; of prices, that it earns most.
    #[serde(default)]
    pub probability_best: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Confidence {
    pub level: ConfidenceLevel,
    /// What decided the level, in the report's language.
    pub reason: String,
    pub checks: Vec<ConfidenceCheck>,
}

/// One test that the confidence rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ConfidenceCheck {
    /// `engine_skill`, `lead`, `failure_rate` or `readings`; in earlier reports also `engine_agreement` and `order_effect`.
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

impl SegmentBreakdown {
    /// Returns the notable segment whose difference is the surest; the summary names the same.
    pub fn most_notable(&self) -> Option<&Segment> {
        let certainty = |segment: &Segment| [segment.p_adjusted, segment.difference_observed];
        let notable = self.segments.iter().filter(|segment| segment.notable);
        notable.min_by(|a, b| analysis::by_certainty(certainty(a), certainty(b)))
    }
}

/// One group of respondents; groups under 20 are not shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Segment {
    pub attribute: String,
    pub value: String,
    pub count: u32,
    /// The option most chosen in the segment; of prices, the one that earns most there.
    pub winner: String,
    pub support: f64,
    pub interval: [f64; 2],
    /// Means of the probabilities that answers were drawn from, so that chance moves none of them; counts where everyone
    /// chose from short lists.
    pub shares: BTreeMap<String, f64>,
    /// The same among everyone else, that is, the respondents outside the segment. Empty in earlier reports.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub shares_of_others: BTreeMap<String, f64>,
    /// The share that the verdict is about, here less among everyone else: that of the overall winner, or on a scale that of its
    /// upper end among those who answered on it (of the winner before version 1.5). Where answers were counted, shrunk toward zero
    /// by how much of the differences between segments is noise; where `shares` are means of probabilities, as it is: what
    /// the engine says of groups was shrunk by its record before anybody was drawn.
    pub difference: f64,
    /// The same as counted, not shrunk.
    #[serde(default)]
    pub difference_observed: f64,
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
    #[serde(default)]
    pub count: u32,
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
    #[serde(default)]
    pub count: u32,
    pub share: f64,
    #[serde(default)]
    pub interval: [f64; 2],
    pub severity: Severity,
    pub by_option: BTreeMap<String, f64>,
}

/// What several open answers have in common.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Theme {
    pub theme: String,
    /// Of those who gave an open answer.
    pub share: f64,
    pub count: u32,
    pub quotes: Vec<Quote>,
}

/// A verbatim answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Quote {
    pub respondent_id: String,
    pub text: String,
    /// How many answers say nearly the same, this one included.
    #[serde(default)]
    pub alike: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Recommendation {
    pub summary: String,
}

/// Whether respondents would take one of the options at all, asked after the choice so that shares stay shares of the
/// options; of prices, from the choice itself, where "none" is an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Acceptance {
    /// Would take one of the options.
    pub share_any: f64,
    /// Would rather have none of them.
    pub share_none: f64,
    /// Don't know.
    pub share_unsure: f64,
    /// 95 % simulation interval of `share_none`.
    pub none_interval: [f64; 2],
}

/// The rating question, 1 to 5.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Likelihood {
    pub mean: f64,
    /// 95 % bootstrap interval of `mean`, widened to the engine's effective sample size.
    pub interval: [f64; 2],
    /// Respondents per rating, from 1 to 5.
    pub counts: Vec<u32>,
}

/// How good the simulated data are as data.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Quality {
    /// How many people the forecast is worth: their answers would leave the same variance of a share.
    pub effective_size: f64,
    /// How far the engine's readings of the choice, in other orders and another framing, lie from their pool (total
    /// variation).
    #[serde(default)]
    pub readings_apart: f64,
    /// p-value of "the place at which an option was shown did not matter"; only in reports whose respondents were asked
    /// one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_effect_p: Option<f64>,
    /// Whether that is too far to be sure of the choice.
    pub order_effect: bool,
    /// Mean total variation distance between a respondent's preference distribution and the panel's: 0 means clones.
    pub diversity: f64,
    /// Distinct preference distributions over respondents, a fraction.
    pub distinct: f64,
    /// Mean agreement (1 less total variation distance) of the shares of two random halves.
    pub split_half: f64,
    /// How often both halves have the same winner.
    pub split_half_winner: f64,
    /// Open answers that nearly repeat another one, a fraction of all open answers.
    pub near_duplicates: f64,
}
