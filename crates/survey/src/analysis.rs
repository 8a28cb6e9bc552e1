//! Findings from answers: every figure is counted or computed here from the raw interviews, and worded by `wording`.
//! Options are told apart by index and named in the client's own words. Knows no engine and no service.

mod confidence;
mod facts;
mod motives;
mod panel;
mod preference;
mod quality;
mod records;
mod rephrasing;
mod resolve;
mod segments;
mod words;

use crate::answer::Interview;
use crate::brief::Brief;
use crate::calibration::Measured;
use crate::chance::stream;
use crate::form::Form;
use crate::report::{
    ANALYSIS_VERSION, Analysis, DriverBreakdown, OptimizedInput, Questionnaire, RiskBreakdown, SCHEMA_VERSION,
    SampleData, SegmentBreakdown, Statistics,
};
use crate::sample::Respondent;
use crate::{stats, themes};
use facts::Computed;
use panel::Panel;
use preference::Preference;
use words::Worth;

pub use facts::FactTable;
pub use rephrasing::{Refusal, judge as judge_rephrasing};
pub use words::title;

/// What findings rest on. `interviews` may come in any order.
#[derive(Debug, Clone, Copy)]
pub struct Evidence<'a> {
    pub brief: &'a Brief,
    pub served: &'a OptimizedInput,
    pub questionnaire: &'a Questionnaire,
    pub candidates: u64,
    pub forms: &'a [Form],
    pub respondents: &'a [Respondent],
    pub interviews: &'a [Interview],
    pub seed: u64,
    pub engine: &'a EngineStanding,
}

/// What is known of whoever answered.
#[derive(Debug, Clone, PartialEq)]
pub struct EngineStanding {
    /// What surveys of people say about it; none where it was never measured.
    pub measured: Option<Measured>,
    /// How many people's answers any number of its answers are worth at most.
    pub effective_size: f64,
    /// The same of its answers on a scale.
    pub scale_size: f64,
    /// How far its readings lie from their pool, in total variation.
    pub readings_apart: f64,
    /// Whether the answers were made up without a model.
    pub is_scripted: bool,
}

/// The computed parts of a report.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    pub statistics: Statistics,
    pub analysis: Analysis,
    pub sample_data: SampleData,
    /// What the sentences of the analysis were made from.
    pub facts: FactTable,
}

/// Computes everything from the evidence.
pub fn analyze(evidence: &Evidence<'_>) -> Outcome {
    let panel = Panel::new(evidence);
    let statistics = statistics(evidence, &panel);
    let chance = |label: &str| stream(evidence.seed, &format!("analysis/{label}"));
    let preference = Preference::of(&panel, &mut chance("best"));
    let winner = preference.winner(&panel);
    let found = themes(evidence, &panel);
    let quality = quality::quality(&panel, found.near_duplicates, &mut chance("halves"));
    let measured = evidence.engine.measured.as_ref();
    let mut confidence = confidence::confidence(&winner, &statistics, &quality, measured);
    let segments = segments::segments(&panel, preference.ranking[0]);
    let drivers = motives::drivers(&panel, preference.ranking[0]);
    let risks = motives::risks(&panel);
    let acceptance = resolve::acceptance(&panel);
    let likelihood = resolve::likelihood(&panel, &mut chance("likelihood"));
    let facts = FactTable::new(&Computed {
        panel: &panel,
        statistics: &statistics,
        preference: &preference,
        winner: &winner,
        segments: &segments,
        drivers: &drivers,
        risks: &risks,
        acceptance: acceptance.as_ref(),
        likelihood: likelihood.as_ref(),
        quality: &quality,
        measured,
    });
    confidence.reason = confidence::reason(&facts, &confidence, winner.tie, measured.is_none_or(|it| it.knows));
    let situation = words::Situation {
        winner: &winner,
        inquiry: evidence.served.inquiry,
        level: confidence.level,
        worth: worth(&statistics, evidence.engine.effective_size),
        has_failures: statistics.failed_respondent_count > 0,
        are_readings_apart: quality.order_effect,
        is_guessing: measured.is_some_and(|measured| !measured.knows),
        share_none: acceptance.as_ref().map_or(0.0, |acceptance| acceptance.share_none),
        risk: risks.first(),
        is_scripted: evidence.engine.is_scripted,
    };
    let analysis = Analysis {
        schema_version: SCHEMA_VERSION.to_owned(),
        analysis_version: ANALYSIS_VERSION.to_owned(),
        overview: words::overview(&facts, &situation),
        recommendation: words::recommendation(&facts, &situation),
        open_text_themes: found.themes,
        winner,
        confidence,
        segment_breakdown: SegmentBreakdown { segments },
        driver_breakdown: DriverBreakdown { drivers },
        risk_breakdown: RiskBreakdown { risks },
        acceptance,
        likelihood,
        quality,
    };
    Outcome { statistics, analysis, sample_data: records::sample_data(evidence), facts }
}

/// A difference that rounding hides is none.
fn worth(statistics: &Statistics, engine_size: f64) -> Worth {
    let (answered, weighted) =
        (f64::from(statistics.successful_respondent_count), statistics.effective_respondent_count);
    if engine_size.round() < weighted.round() {
        Worth::Engine
    } else if weighted.round() < answered {
        Worth::Weights
    } else {
        Worth::Full
    }
}

fn themes(evidence: &Evidence<'_>, panel: &Panel<'_>) -> themes::Found {
    let open = panel.voices.iter().filter_map(|voice| Some((voice.id, voice.text?)));
    let answers: Vec<themes::OpenAnswer<'_>> =
        open.map(|(respondent_id, text)| themes::OpenAnswer { respondent_id, text }).collect();
    let options = evidence.brief.options().iter().chain(&evidence.served.options);
    themes::find(panel.language, &answers, &options.map(String::as_str).collect::<Vec<_>>())
}

fn statistics(evidence: &Evidence<'_>, panel: &Panel<'_>) -> Statistics {
    let sampled = count(evidence.respondents.len());
    let successful = count(panel.voices.len());
    Statistics {
        target_respondent_count: evidence.brief.sample_size(),
        candidate_respondent_count: evidence.candidates,
        sampled_respondent_count: sampled,
        successful_respondent_count: successful,
        failed_respondent_count: sampled - successful,
        completion_rate: fraction(successful, sampled),
        failure_rate: fraction(sampled - successful, sampled),
        open_answer_count: count(panel.voices.iter().filter(|voice| voice.text.is_some()).count()),
        partial_respondent_count: count(panel.voices.iter().filter(|voice| voice.drivers.is_empty()).count()),
        effective_respondent_count: stats::kish(panel.voices.iter().map(|voice| voice.weight)),
    }
}

/// Samples are bounded far below this type's range.
fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn fraction(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) }
}

#[cfg(test)]
mod tests;
