//! Findings from answers: every figure is counted or computed here from the raw interviews, and worded by `wording`.
//! Options are told apart by index and named in the client's own words. Knows no engine and no service.

mod codes;
mod confidence;
mod panel;
mod records;
mod segments;
mod shares;
mod words;

use crate::answer::Interview;
use crate::brief::Brief;
use crate::chance::stream;
use crate::form::Form;
use crate::report::{
    ANALYSIS_VERSION, Analysis, DriverBreakdown, OptimizedInput, Questionnaire, RiskBreakdown, SCHEMA_VERSION,
    SampleData, SegmentBreakdown, Statistics,
};
use crate::sample::{self, Respondent};
use crate::stats;
use panel::Panel;

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
    pub engine: EngineStanding,
}

/// What is known of whoever answered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EngineStanding {
    /// Measured skill against people, 0 to 100; none where it was never measured.
    pub skill: Option<f64>,
    /// Whether the answers were made up without a model.
    pub is_scripted: bool,
}

/// The computed parts of a report.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    pub statistics: Statistics,
    pub analysis: Analysis,
    pub sample_data: SampleData,
}

/// Computes everything from the evidence.
pub fn analyze(evidence: &Evidence<'_>) -> Outcome {
    let panel = Panel::new(evidence);
    let statistics = statistics(evidence, &panel);
    let best = stats::probability_best(&panel.counts, &mut stream(evidence.seed, "probability-best"));
    let winner = shares::winner(&panel, &best);
    let confidence = confidence::confidence(&panel, &winner, &statistics, evidence.engine.skill);
    let segments = segments::segments(&panel);
    let drivers = codes::drivers(&panel);
    let risks = codes::risks(&panel);
    let facts = words::Facts {
        panel: &panel,
        statistics: &statistics,
        winner: &winner,
        level: confidence.level,
        segments: &segments,
        drivers: &drivers,
        risks: &risks,
        is_scripted: evidence.engine.is_scripted,
    };
    let analysis = Analysis {
        schema_version: SCHEMA_VERSION.to_owned(),
        analysis_version: ANALYSIS_VERSION.to_owned(),
        overview: words::overview(&facts),
        recommendation: words::recommendation(&facts),
        open_text_themes: codes::themes(&panel),
        winner,
        confidence,
        segment_breakdown: SegmentBreakdown { segments },
        driver_breakdown: DriverBreakdown { drivers },
        risk_breakdown: RiskBreakdown { risks },
    };
    Outcome { statistics, analysis, sample_data: records::sample_data(evidence) }
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
        effective_respondent_count: sample::effective_size(panel.voices.iter().map(|voice| voice.weight)),
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
