//! Findings from answers: every figure is counted or computed here, from the interviews alone. It makes no sentences:
//! options, answers and groups go by their ids, and the crate `wording` puts the figures into words.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod confidence;
pub mod interviews;
mod methods;
mod motives;
mod panel;
mod preference;
mod quality;
mod resolve;
mod segments;
mod themes;
mod verdict;

use forecast::calibration::Measured;
use foundation::chance::stream;
use language::{Brief, Served};
use population::Respondent;

use crate::interviews::Interview;
use panel::Panel;
use questionnaire::Questionnaire;
use questionnaire::form::Form;
use verdict::Judged;

pub use confidence::{Check, Checked, Confidence};
pub use methods::{BestWorst, Bundle, Earnings, Methods, PriceCurve, PricePoint, Reach, ScaleShape, earnings};
pub use motives::{Driver, Risk, Severity};
pub use preference::{Estimator, Preference};
pub use quality::Quality;
pub use resolve::{Acceptance, Likelihood};
pub use segments::{GroupId, RESPONDENTS_MIN as SEGMENT_RESPONDENTS_MIN, Segment};
pub use themes::{Quote, TEXTS_MIN, Theme};
pub use verdict::{Ruling, Verdict, of_choices, of_prices, of_scale};

/// What findings rest on.
#[derive(Debug, Clone, Copy)]
pub struct Evidence<'a> {
    pub brief: &'a Brief,
    pub served: &'a Served,
    pub questionnaire: &'a Questionnaire,
    pub candidates: u64,
    pub forms: &'a [Form],
    pub respondents: &'a [Respondent],
    /// In the order of the respondents; `None` for one who failed.
    pub interviews: &'a [Option<Interview>],
    pub seed: u64,
    pub engine: &'a EngineStanding,
}

impl Evidence<'_> {
    fn options(&self) -> usize {
        self.brief.options().len()
    }
}

/// What is known of the engine that answered.
#[derive(Debug, Clone, PartialEq)]
pub struct EngineStanding {
    /// Its record; `None` where it was never measured.
    pub measured: Option<Measured>,
    /// Its effective size: how many people's answers its shares are worth at most.
    pub effective_size: f64,
    /// The same of its answers on a scale.
    pub scale_size: f64,
    /// How far its readings lie from their pool, in total variation.
    pub readings_apart: f64,
    /// Whether its shares rose with the price and were levelled out.
    pub levelled: bool,
    /// Whether the answers were made up without a model.
    pub is_scripted: bool,
}

impl EngineStanding {
    /// Whether it was found to do no better than guessing.
    pub fn is_guessing(&self) -> bool {
        self.measured.as_ref().is_some_and(|measured| !measured.knows)
    }
}

/// Everything that follows from the evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    pub ruling: Ruling,
    pub statistics: Statistics,
    pub preference: Preference,
    pub confidence: Confidence,
    pub segments: Vec<Segment>,
    /// The most named first.
    pub drivers: Vec<Driver>,
    pub risks: Vec<Risk>,
    /// None where it was not asked.
    pub acceptance: Option<Acceptance>,
    pub likelihood: Option<Likelihood>,
    pub quality: Quality,
    pub themes: Vec<Theme>,
    /// What the kind of question allows beyond shares.
    pub methods: Methods,
}

/// How many were asked, and how many answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Statistics {
    pub target: u32,
    pub candidates: u64,
    pub sampled: u32,
    pub successful: u32,
    pub failed: u32,
    /// Fractions of those sampled.
    pub completion_rate: f64,
    pub failure_rate: f64,
    /// How many equally weighted respondents would say as much as the successful ones (Kish).
    pub effective: f64,
    /// Respondents whose reason was put into words.
    pub open_answers: u32,
    /// Successful respondents of whom nothing but the choice is known, because what its choosers think was lost.
    pub partial: u32,
}

/// Computes everything from the evidence.
pub fn analyze(evidence: &Evidence<'_>) -> Findings {
    let panel = Panel::new(evidence);
    let statistics = statistics(evidence, &panel);
    let chance = |label: &str| stream(evidence.seed, &format!("analysis/{label}"));
    let preference = Preference::of(&panel, &mut chance("best"));
    let quality = quality::quality(&panel, &mut chance("halves"));
    let acceptance = resolve::acceptance(&panel);
    let methods = methods::methods(evidence, &panel, &preference.shares, acceptance.as_ref(), &mut chance("price"));
    let is_guessing = evidence.engine.is_guessing();
    let judged = Judged { preference: &preference, acceptance: acceptance.as_ref(), methods: &methods };
    Findings {
        confidence: confidence::confidence(
            &preference,
            &methods,
            &statistics,
            &quality,
            evidence.engine.measured.as_ref(),
        ),
        segments: segments::segments(&panel, preference.winner()),
        drivers: motives::drivers(&panel, preference.winner()),
        risks: motives::risks(&panel),
        ruling: verdict::ruling(&panel, &judged, is_guessing, &mut chance("settle")),
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
        partial: count(panel.interviewees.iter().filter(|interviewee| interviewee.drivers.is_empty()).count()),
        effective: statistics::kish(panel.interviewees.iter().map(|interviewee| interviewee.weight)),
    }
}

/// Samples are bounded far below this type's range.
fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn fraction(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) }
}
