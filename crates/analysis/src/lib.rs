//! Findings from answers: shares, intervals, segments, drivers, themes and a verdict.
//!
//! The crate depends on `questionnaire`, `forecast`, `language`, `population`, `statistics` and `foundation`. It does
//! no I/O and reads no clock. Random numbers come from the report's seed. It produces figures and ids, never
//! sentences; the crate `wording` renders them.
//!
//! Start with [`interviews`], which draws each respondent's answers from a forecast, and [`analyze`], which computes
//! all findings. Then read `panel` (the answers prepared for counting), `preference` (shares and ranking),
//! `confidence` and `verdict`. `methods` holds the analyses for special kinds of questions. [`comparison`] judges differences between
//! reports.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod comparison;
mod confidence;
mod cross_table;
pub mod interviews;
mod methods;
mod motives;
mod panel;
mod preference;
mod quality;
mod resolve;
mod segments;
mod themes;
pub mod thresholds;
mod verdict;

use forecast::calibration::{CountedRecord, Measured};
use forecast::joint::EffectiveSize;
use foundation::chance::stream;
use language::{Brief, QuestionFamily, Served};
use population::Respondent;

use crate::interviews::Interview;
use methods::Prices;
use panel::Panel;
use questionnaire::Questionnaire;
use questionnaire::form::Form;
use segments::ComparedShare;
use verdict::VerdictInput;

pub use confidence::{Check, Checked, Confidence};
pub use cross_table::{CrossCell, CrossRow, NotableCell, most_notable};
pub use methods::{
    BestWorst, Bundle, Earnings, Methods, PriceCurve, PricePoint, Reach, ScaleShape, contenders, earnings,
};
pub use motives::{Driver, Risk, Severity, severity};
pub use preference::{Estimator, Pair, Preference, ranking};
pub use quality::Quality;
pub use resolve::{Acceptance, Likelihood};
pub use segments::{GroupId, RESPONDENTS_MIN as SEGMENT_RESPONDENTS_MIN, Segment, by_certainty};
pub use themes::{Quote, TEXTS_MIN, Theme};
pub use verdict::{ChoicePosterior, PricePosterior, Ruling, UpperEnd, Verdict, of_choices, of_prices, of_scale};

/// The input of the analysis.
#[derive(Debug, Clone, Copy)]
pub struct Evidence<'a> {
    pub brief: &'a Brief,
    pub served: &'a Served,
    pub questionnaire: &'a Questionnaire,
    pub candidates: u64,
    pub forms: &'a [Form],
    pub respondents: &'a [Respondent],
    /// One interview per respondent, in the order of the respondents. `None` if the interview failed.
    pub interviews: &'a [Option<Interview>],
    pub seed: u64,
    pub engine: &'a EngineQuality,
    /// The earlier choices by which the engine forecast the answers; empty unless the respondents were asked before.
    pub earlier_forecast: &'a [String],
}

impl Evidence<'_> {
    fn options(&self) -> usize {
        self.brief.options().len()
    }
}

/// What is known about the quality of the engine and its forecast.
#[derive(Debug, Clone, PartialEq)]
pub struct EngineQuality {
    /// The engine's track record. `None` if it was never measured.
    pub measured: Option<Measured>,
    /// The family of the report's question. An engine's skill differs by family.
    pub family: QuestionFamily,
    /// The distribution of the forecast's effective sample size.
    pub effective_size: EffectiveSize,
    /// The effective sample size for answers on a scale.
    pub scale_size: f64,
    /// The standard deviation of the error of a difference between groups; `None` if no record measures it.
    pub group_error: Option<f64>,
    /// Mean total variation distance between the engine's readings and their pool.
    pub readings_apart: f64,
    /// Whether forecast demand rose with the price somewhere and was made monotone.
    pub levelled: bool,
    /// Whether the answers come from the scripted engine, without a model.
    pub is_scripted: bool,
}

impl EngineQuality {
    /// Returns the part of the record that counts for the report's question.
    pub fn record(&self) -> Option<CountedRecord> {
        Some(self.measured.as_ref()?.record_for(Some(self.family)))
    }

    /// Returns whether the record shows no skill beyond a uniform guess on questions of this family, or on all questions if it has
    /// no figures for the family.
    pub fn is_guessing(&self) -> bool {
        self.record().is_some_and(|record| !record.knows)
    }

    /// Returns the skill that limits this report's confidence: the lower one of the overall skill and that on the family. `None`
    /// without a record.
    pub fn skill(&self) -> Option<f64> {
        Some(self.measured.as_ref()?.printed_skill().min(self.record()?.skill))
    }

    /// Returns the distribution of the forecast's effective sample size beside people's answers. Scripted shares are made up, so
    /// they get the smallest size.
    pub fn size_beside_people(&self) -> EffectiveSize {
        if self.is_scripted { EffectiveSize::least() } else { self.effective_size.clone() }
    }
}

/// All findings of a report.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    pub ruling: Ruling,
    pub statistics: Statistics,
    pub preference: Preference,
    pub confidence: Confidence,
    pub segments: Vec<Segment>,
    /// The choice by what the respondents chose in an earlier report; empty unless they were asked before.
    pub cross_table: Vec<CrossRow>,
    /// In descending order of their share.
    pub drivers: Vec<Driver>,
    pub risks: Vec<Risk>,
    /// `None` if the question was not asked or the forecast adds nothing to the prior.
    pub acceptance: Option<Acceptance>,
    pub likelihood: Option<Likelihood>,
    pub quality: Quality,
    pub themes: Vec<Theme>,
    /// Findings of the methods for special kinds of questions: prices, feature bundles, scales.
    pub methods: Methods,
}

impl Findings {
    /// Returns whether the verdict's statement may be chance: the 95 % interval of the lead includes zero, the best price may
    /// not be the one that earns most, or the interval of a scale's upper end includes one half.
    pub fn is_tie(&self) -> bool {
        self.methods.decided().map_or_else(|| self.preference.is_tie(), |(_, is_tie)| is_tie)
    }
}

/// Sample size and response counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Statistics {
    pub target: u32,
    pub candidates: u64,
    pub sampled: u32,
    pub successful: u32,
    pub failed: u32,
    /// Fractions of the sampled respondents.
    pub completion_rate: f64,
    pub failure_rate: f64,
    /// Kish's effective sample size of the successful respondents.
    pub effective: f64,
    /// Respondents with an open answer.
    pub open_answers: u32,
    /// Successful respondents with only a choice, because the forecast for the choosers of that option is missing.
    pub partial: u32,
}

/// Computes all findings.
pub fn analyze(evidence: &Evidence<'_>) -> Findings {
    let panel = Panel::new(evidence);
    let statistics = statistics(evidence, &panel);
    let chance = |label: &str| stream(evidence.seed, &format!("analysis/{label}"));
    let quality = quality::quality(&panel, &mut chance("halves"));
    let (preference, acceptance, price) = match Prices::of(&panel, evidence.engine.levelled, &mut chance("price")) {
        Some(prices) => (prices.preference, Some(prices.acceptance), Some(prices.curve)),
        None => (Preference::of(&panel, &mut chance("best")), resolve::acceptance(&panel), None),
    };
    let methods = methods::methods(evidence, &panel, &preference.shares, price);
    let winner = preference.winner();
    let compared = methods.scale.as_ref().map_or(ComparedShare::Option(winner), ComparedShare::UpperEnd);
    let segments = segments::segments(&panel, &compared);
    let verdict_input = VerdictInput { preference: &preference, acceptance: acceptance.as_ref(), methods: &methods };
    let ruling = verdict::ruling(&verdict_input, evidence.engine);
    let sample = (&statistics, &quality);
    Findings {
        confidence: confidence::confidence(&verdict_input, &ruling.verdict, sample, evidence.engine),
        segments,
        cross_table: cross_table::cross_table(&panel, evidence.earlier_forecast),
        drivers: motives::drivers(&panel, winner),
        risks: motives::risks(&panel),
        ruling,
        acceptance,
        likelihood: resolve::likelihood(&panel, &mut chance("likelihood")),
        themes: themes::themes(&panel),
        methods,
        statistics,
        preference,
        quality,
    }
}

fn statistics(evidence: &Evidence<'_>, panel: &Panel<'_>) -> Statistics {
    let sampled = count(evidence.respondents.len());
    // Who would buy at none of the prices is asked nothing else.
    let is_partial = |it: &&panel::Interviewee<'_>| it.drivers.is_empty() && it.choice.0 < panel.options;
    let successful = count(panel.interviewees.len());
    Statistics {
        target: evidence.brief.sample_size(),
        candidates: evidence.candidates,
        sampled,
        successful,
        failed: sampled - successful,
        completion_rate: fraction(successful, sampled),
        failure_rate: fraction(sampled - successful, sampled),
        open_answers: count(panel.interviewees.iter().filter(|interviewee| interviewee.text.is_some()).count()),
        partial: count(panel.interviewees.iter().filter(is_partial).count()),
        effective: statistics::kish(panel.interviewees.iter().map(|interviewee| interviewee.weight)),
    }
}

/// Converts a count. Samples are far smaller than the range of `u32`.
fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn fraction(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) }
}
