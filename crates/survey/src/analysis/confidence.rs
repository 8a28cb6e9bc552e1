//! How far the findings may be believed: some checks, each allowing at most some level; the lowest decides, and is named.
//! An engine held against surveys of people is judged by how often it was right where its share was as large; one that was
//! not, by its lead.

use super::facts::FactTable;
use super::quality::ORDER_EFFECT_BELOW_P;
use crate::calibration::Stated;
use crate::report::{Confidence, ConfidenceCheck, ConfidenceLevel, Quality, Statistics, Winner};
use crate::wording;

const SKILL_HIGH: f64 = 30.0;
const SKILL_MEDIUM: f64 = 10.0;
/// A lead whose interval stays above this is large.
const LEAD_LOW_END_HIGH: f64 = 0.05;
const FAILURE_RATE_HIGH_MAX: f64 = 0.05;
const FAILURE_RATE_MEDIUM_MAX: f64 = 0.20;
const ORDER_P_MEDIUM_MIN: f64 = 0.01;

/// The level and every check with its figure; `reason` puts into words what decided it.
pub(super) fn confidence(
    winner: &Winner,
    statistics: &Statistics,
    quality: &Quality,
    skill: Option<f64>,
    agreement: Option<Stated>,
) -> Confidence {
    let (failure_rate, order_p) = (statistics.failure_rate, quality.order_effect_p);
    let standing = match agreement {
        Some(Stated { right, level }) => check("engine_agreement", Some(right), level),
        None => check("engine_skill", skill, at_least(skill.unwrap_or(f64::MIN), SKILL_HIGH, SKILL_MEDIUM)),
    };
    // A lead whose interval reaches zero is a tie: never more than the middle level, and less for an engine that was not
    // held against people, for what a lead is worth against them is in the agreement.
    let lead = match agreement {
        Some(_) => at_least(winner.lead_interval[0], f64::MIN_POSITIVE, f64::MIN),
        None => at_least(winner.lead_interval[0], LEAD_LOW_END_HIGH, f64::MIN_POSITIVE),
    };
    let checks = vec![
        standing,
        check("lead", Some(winner.lead), lead),
        check(
            "failure_rate",
            Some(failure_rate),
            at_most(failure_rate, FAILURE_RATE_HIGH_MAX, FAILURE_RATE_MEDIUM_MAX),
        ),
        check("order_effect", Some(order_p), at_least(order_p, ORDER_EFFECT_BELOW_P, ORDER_P_MEDIUM_MIN)),
    ];
    let level = checks.iter().map(|check| check.allows).min().unwrap_or(ConfidenceLevel::Low);
    Confidence { level, reason: String::new(), checks }
}

/// Names the checks that allow no more than the level.
pub(super) fn reason(facts: &FactTable, confidence: &Confidence, is_tie: bool) -> String {
    if confidence.level == ConfidenceLevel::High {
        return facts.say("confidence-nothing");
    }
    let deciding = confidence.checks.iter().filter(|check| check.allows == confidence.level);
    let message = |check: &ConfidenceCheck| match (check.check.as_str(), check.value) {
        ("engine_skill", None) => "confidence-engine-unmeasured",
        ("engine_skill", Some(_)) => "confidence-engine-skill",
        ("engine_agreement", _) => "confidence-engine-agreement",
        ("lead", _) if is_tie => "confidence-lead-tie",
        ("lead", _) => "confidence-lead",
        ("failure_rate", _) => "confidence-failure-rate",
        _ => "confidence-order-effect",
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
