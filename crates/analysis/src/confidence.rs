//! The confidence level of the findings. Each check allows a highest level, and the lowest of these is the result.
//! The checks are the engine's skill, the lead, the failure rate and the agreement of its readings. An engine without
//! a record allows only the lowest level.

use forecast::ConfidenceLevel;
use forecast::calibration;

use super::resolve::Acceptance;
use super::verdict::{Verdict, VerdictInput};
use super::{EngineQuality, Quality, Statistics};

/// The confidence level and the checks that determine it.
#[derive(Debug, Clone, PartialEq)]
pub struct Confidence {
    pub level: ConfidenceLevel,
    pub checks: Vec<Check>,
}

/// One check.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Check {
    pub of: Checked,
    /// The measured figure. `None` if it was not measured.
    pub value: Option<f64>,
    /// The highest level that this check allows.
    pub allows: ConfidenceLevel,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checked {
    EngineSkill,
    Lead,
    FailureRate,
    Readings,
}

const SKILL_HIGH: f64 = 30.0;
const SKILL_MEDIUM: f64 = 10.0;
const FAILURE_RATE_HIGH_MAX: f64 = 0.05;
const FAILURE_RATE_MEDIUM_MAX: f64 = 0.20;
/// The largest total variation distance between readings and their pool at which the engine counts as consistent.
pub(super) const APART_HIGH_MAX: f64 = 0.10;
const APART_MEDIUM_MAX: f64 = 0.20;

/// Runs every check and returns the lowest level that they allow.
pub(super) fn confidence(
    input: &VerdictInput<'_>,
    verdict: &Verdict,
    (statistics, quality): (&Statistics, &Quality),
    engine: &EngineQuality,
) -> Confidence {
    let (preference, methods) = (input.preference, input.methods);
    let (failure_rate, apart) = (statistics.failure_rate, quality.readings_apart);
    let skill = engine.skill();
    let skill_level = match engine.is_guessing() {
        true => ConfidenceLevel::Low,
        false => at_least(skill.unwrap_or(f64::MIN), SKILL_HIGH, SKILL_MEDIUM),
    };
    // If most respondents want none of the options, the verdict and its certainty rest on that share, not on the leader.
    let none = input.acceptance.filter(|_| *verdict == Verdict::None);
    let decided = none.map(|it| (it.majority_none, it.none_interval[0] <= 0.5)).or_else(|| methods.decided());
    let (probability, is_tie) = decided.unwrap_or_else(|| (preference.probability_first(), preference.is_tie()));
    let level = calibration::level(probability, is_tie);
    let lead = engine.measured.as_ref().map_or(level, |measured| measured.capped_by_record(level));
    let failures = at_most(failure_rate, FAILURE_RATE_HIGH_MAX, FAILURE_RATE_MEDIUM_MAX);
    let checks = vec![
        Check { of: Checked::EngineSkill, value: skill, allows: skill_level },
        Check { of: Checked::Lead, value: Some(lead_of(none, input)), allows: lead },
        Check { of: Checked::FailureRate, value: Some(failure_rate), allows: failures },
        Check { of: Checked::Readings, value: Some(apart), allows: at_most(apart, APART_HIGH_MAX, APART_MEDIUM_MAX) },
    ];
    let level = checks.iter().map(|check| check.allows).min().unwrap_or(ConfidenceLevel::Low);
    Confidence { level, checks }
}

/// Returns the size of the effect that the verdict is about.
fn lead_of(none: Option<&Acceptance>, input: &VerdictInput<'_>) -> f64 {
    none.map(|it| it.share_none - 0.5).or_else(|| input.methods.lead()).unwrap_or(input.preference.lead)
}

fn at_least(value: f64, high: f64, medium: f64) -> ConfidenceLevel {
    if value >= high {
        ConfidenceLevel::High
    } else if value >= medium {
        ConfidenceLevel::Medium
    } else {
        ConfidenceLevel::Low
    }
}

fn at_most(value: f64, high: f64, medium: f64) -> ConfidenceLevel {
    at_least(-value, -high, -medium)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_step_at_their_limits() {
        assert_eq!(at_most(0.05, 0.05, 0.2), ConfidenceLevel::High);
        assert_eq!(at_most(0.21, 0.05, 0.2), ConfidenceLevel::Low);
        assert_eq!(at_least(0.0, 0.05, f64::MIN_POSITIVE), ConfidenceLevel::Low);
        assert_eq!(at_least(0.01, 0.05, f64::MIN_POSITIVE), ConfidenceLevel::Medium);
    }
}
