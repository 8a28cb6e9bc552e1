//! How far the findings may be believed: four checks, each allowing at most some level; the lowest decides, and is named.

use super::panel::Panel;
use super::shares;
use crate::brief::Language;
use crate::report::{Confidence, ConfidenceCheck, ConfidenceLevel, Statistics, Winner};
use crate::{stats, wording};

const SKILL_HIGH: f64 = 30.0;
const SKILL_MEDIUM: f64 = 10.0;
/// A lead whose interval stays above this is large.
const LEAD_LOW_END_HIGH: f64 = 0.05;
const FAILURE_RATE_HIGH_MAX: f64 = 0.05;
const FAILURE_RATE_MEDIUM_MAX: f64 = 0.20;
const ORDER_P_HIGH_MIN: f64 = 0.05;
const ORDER_P_MEDIUM_MIN: f64 = 0.01;

/// The level, what decided it, and every check with its figure.
pub(super) fn confidence(
    panel: &Panel<'_>,
    winner: &Winner,
    statistics: &Statistics,
    skill: Option<f64>,
) -> Confidence {
    let [lead_low, _] = shares::lead_interval(panel, &panel.ranking());
    let answers: Vec<(&[usize], usize)> = panel.voices.iter().map(|voice| (voice.form, voice.choice)).collect();
    let order_p = stats::order_effect_p(&answers, panel.options.len());
    let failure_rate = statistics.failure_rate;
    let checks = vec![
        check("engine_skill", skill, at_least(skill.unwrap_or(f64::MIN), SKILL_HIGH, SKILL_MEDIUM)),
        // A lead whose interval reaches zero is a tie, so the middle level needs a low end above zero.
        check("lead", Some(winner.lead), at_least(lead_low, LEAD_LOW_END_HIGH, f64::MIN_POSITIVE)),
        check(
            "failure_rate",
            Some(failure_rate),
            at_most(failure_rate, FAILURE_RATE_HIGH_MAX, FAILURE_RATE_MEDIUM_MAX),
        ),
        check("order_effect", Some(order_p), at_least(order_p, ORDER_P_HIGH_MIN, ORDER_P_MEDIUM_MIN)),
    ];
    let level = checks.iter().map(|check| check.allows).min().unwrap_or(ConfidenceLevel::Low);
    Confidence { level, reason: reason(panel.language, level, &checks, winner.tie), checks }
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

fn reason(language: Language, level: ConfidenceLevel, checks: &[ConfidenceCheck], is_tie: bool) -> String {
    if level == ConfidenceLevel::High {
        return wording::say(language, "confidence-nothing", &[]);
    }
    let deciding = checks.iter().filter(|check| check.allows == level);
    let parts: Vec<String> = deciding.map(|check| sentence(language, check, is_tie)).collect();
    wording::sentences(language, &parts)
}

fn sentence(language: Language, check: &ConfidenceCheck, is_tie: bool) -> String {
    let Some(value) = check.value else {
        return wording::say(language, "confidence-engine-unmeasured", &[]);
    };
    let (id, figure) = match check.check.as_str() {
        "engine_skill" => ("confidence-engine-skill", wording::decimal(language, value, 1)),
        "lead" if is_tie => ("confidence-lead-tie", String::new()),
        "lead" => ("confidence-lead", wording::points(language, value)),
        "failure_rate" => ("confidence-failure-rate", wording::percent(language, value)),
        _ => ("confidence-order-effect", wording::decimal(language, value, 3)),
    };
    wording::say(language, id, &[("value", figure.into())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_check_decides_and_is_named() {
        let checks = [
            check("engine_skill", Some(40.0), ConfidenceLevel::High),
            check("lead", Some(0.1), ConfidenceLevel::Medium),
        ];
        let reason = reason(Language::En, ConfidenceLevel::Medium, &checks, false);
        assert!(reason.contains("lead of 10 percentage points"), "{reason}");
        assert!(!reason.contains("skill"), "{reason}");
    }

    #[test]
    fn levels_step_at_their_limits() {
        assert_eq!(at_most(0.05, 0.05, 0.2), ConfidenceLevel::High);
        assert_eq!(at_most(0.21, 0.05, 0.2), ConfidenceLevel::Low);
        assert_eq!(at_least(0.0, 0.05, f64::MIN_POSITIVE), ConfidenceLevel::Low);
        assert_eq!(at_least(0.01, 0.05, f64::MIN_POSITIVE), ConfidenceLevel::Medium);
    }
}
