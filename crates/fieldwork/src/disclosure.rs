//! What a reader needs to judge the answers of people, after the disclosure elements of AAPOR's Transparency Initiative:
//! who asked, how people were reached and when, and how their answers were weighted. Wording and counts are with the
//! figures.

use super::answer::{Collected, CountedAnswer, People};
use super::report::SurveyedReport;

/// How the counted answers were collected and weighted.
#[derive(Debug, Clone, PartialEq)]
pub struct Disclosure {
    pub collected: Collected,
    /// Attributes that the weights follow: `age_band`, `sex`, `country`; empty where answers are not weighted.
    pub weighting_variables: Vec<&'static str>,
    /// Whether a file supplied weights, which are used as they are.
    pub has_supplied_weights: bool,
    /// Design effect of the weights after Kish: n · Σw² / (Σw)², at least 1; `None` where nobody chose.
    pub design_effect: Option<f64>,
    /// Number of people over the design effect.
    pub effective_size: Option<f64>,
}

/// `answers` are those of people who are not outside the audience.
pub(super) fn disclosure(report: &SurveyedReport, people: &People, answers: &[CountedAnswer]) -> Disclosure {
    let weights = report.audience.weights(answers);
    let chose = answers.iter().zip(&weights).filter(|(answer, _)| answer.has_choice());
    let weights: Vec<f64> = chose.map(|(_, weight)| *weight).collect();
    let design_effect = design_effect(&weights);
    Disclosure {
        collected: people.collected.clone(),
        weighting_variables: report.audience.weighting_variables(answers),
        has_supplied_weights: answers.iter().any(|answer| answer.weight.is_some()),
        effective_size: design_effect.map(|effect| weights.len() as f64 / effect),
        design_effect,
    }
}

fn design_effect(weights: &[f64]) -> Option<f64> {
    let largest = weights.iter().copied().fold(0.0, f64::max);
    // Scaled by the largest weight, so that squares of tiny weights do not vanish.
    let scaled = || weights.iter().map(|weight| weight / largest);
    let (sum, squares) = (scaled().sum::<f64>(), scaled().map(|weight| weight * weight).sum::<f64>());
    (largest > 0.0).then(|| (weights.len() as f64 * squares / (sum * sum)).max(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_weights_have_no_design_effect_and_unequal_ones_cost_people() {
        assert_eq!(design_effect(&[2.0; 5]), Some(1.0));
        assert_eq!(design_effect(&[1e-200; 5]), Some(1.0));
        assert!((design_effect(&[3.0, 1.0]).unwrap() - 1.25).abs() < 1e-12);
        assert_eq!(design_effect(&[]), None);
    }
}
