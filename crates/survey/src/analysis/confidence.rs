//! How far the findings may be believed: some checks, each allowing at most some level; the lowest decides, and is named.
//! What an engine's lead is worth follows from its record against people: intervals are as wide as that record makes them,
//! and so is the chance that people's first choice is the same. Nothing else is said of an engine without a record than
//! that it has none.

use super::facts::FactTable;
use crate::calibration::{self, Measured};
use crate::report::{Confidence, ConfidenceCheck, ConfidenceLevel, Quality, Statistics, Winner};
use crate::wording;

const SKILL_HIGH: f64 = 30.0;
const SKILL_MEDIUM: f64 = 10.0;
const FAILURE_RATE_HIGH_MAX: f64 = 0.05;
const FAILURE_RATE_MEDIUM_MAX: f64 = 0.20;
/// How far readings of one question may lie from their pool, in total variation, before the engine is unsure of it.
pub(super) const APART_HIGH_MAX: f64 = 0.10;
const APART_MEDIUM_MAX: f64 = 0.20;

/// The level and every check with its figure; `reason` puts into words what decided it.
pub(super) fn confidence(
    winner: &Winner,
    statistics: &Statistics,
    quality: &Quality,
    measured: Option<&Measured>,
) -> Confidence {
    let (failure_rate, apart) = (statistics.failure_rate, quality.readings_apart);
    let skill = measured.map(Measured::printed_skill);
    let standing = match measured {
        Some(measured) if !measured.knows => ConfidenceLevel::Low,
        _ => at_least(skill.unwrap_or(f64::MIN), SKILL_HIGH, SKILL_MEDIUM),
    };
    let level = calibration::level(winner.probability_best, winner.tie);
    let lead = measured.map_or(level, |measured| measured.borne_out(level));
    let checks = vec![
        check("engine_skill", skill, standing),
        check("lead", Some(winner.lead), lead),
        check(
            "failure_rate",
            Some(failure_rate),
            at_most(failure_rate, FAILURE_RATE_HIGH_MAX, FAILURE_RATE_MEDIUM_MAX),
        ),
        check("readings", Some(apart), at_most(apart, APART_HIGH_MAX, APART_MEDIUM_MAX)),
    ];
    let level = checks.iter().map(|check| check.allows).min().unwrap_or(ConfidenceLevel::Low);
    Confidence { level, reason: String::new(), checks }
}

/// Names the checks that allow no more than the level.
pub(super) fn reason(facts: &FactTable, confidence: &Confidence, is_tie: bool, knows: bool) -> String {
    if confidence.level == ConfidenceLevel::High {
        return facts.say("confidence-nothing");
    }
    let deciding = confidence.checks.iter().filter(|check| check.allows == confidence.level);
    let message = |check: &ConfidenceCheck| match (check.check.as_str(), check.value) {
        ("engine_skill", None) => "confidence-engine-unmeasured",
        ("engine_skill", Some(_)) if !knows => "confidence-engine-guesses",
        ("engine_skill", Some(_)) => "confidence-engine-skill",
        ("lead", _) if is_tie => "confidence-lead-tie",
        ("lead", _) => "confidence-lead",
        ("failure_rate", _) => "confidence-failure-rate",
        _ => "confidence-readings",
    };
    let parts: Vec<String> = deciding.map(|check| facts.say(message(check))).collect();
    wording::sentences(facts.language, &parts)
}

fn check(name: &str, value: Option<f64>, allows: ConfidenceLevel) -> ConfidenceCheck {
    ConfidenceCheck { check: name.to_owned(), value, allows }
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
