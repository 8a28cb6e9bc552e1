//! Paired comparison of two sets of predictions over the same cases.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Prediction, total_variation};

/// Smaller gains are rounding errors.
const GAIN_MIN: f64 = 0.001;

/// How much closer to people's shares the first set of predictions is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Gain {
    /// Mean reduction in total variation distance, with equal weight per survey; negative if the second set is
    /// closer.
    pub mean: f64,
    /// Standard error over surveys; infinite with fewer than two.
    pub standard_error: f64,
}

impl Gain {
    /// Returns whether the gain exceeds two standard errors.
    pub fn is_sure(self) -> bool {
        self.mean > GAIN_MIN && self.mean > 2.0 * self.standard_error
    }
}

/// Compares two sets of predictions on the cases that both contain.
pub fn gains(first: &[Prediction<'_>], second: &[Prediction<'_>]) -> Gain {
    let distance = |it: &Prediction<'_>| total_variation(&it.case.shares, &it.shares);
    let others: BTreeMap<&str, f64> = second.iter().map(|it| (it.case.id.as_str(), distance(it))).collect();
    let mut by_survey: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for it in first {
        if let Some(other) = others.get(it.case.id.as_str()) {
            by_survey.entry(&it.case.survey).or_default().push(other - distance(it));
        }
    }
    let by_survey: Vec<f64> = by_survey.values().map(|gains| mean(gains)).collect();
    if by_survey.is_empty() {
        return Gain { mean: 0.0, standard_error: f64::INFINITY };
    }
    let (mean, surveys) = (mean(&by_survey), by_survey.len() as f64);
    let squares: f64 = by_survey.iter().map(|gain| (gain - mean).powi(2)).sum();
    let standard_error = if surveys < 2.0 { f64::INFINITY } else { (squares / (surveys - 1.0) / surveys).sqrt() };
    Gain { mean, standard_error }
}

fn mean(figures: &[f64]) -> f64 {
    figures.iter().sum::<f64>() / figures.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::human::tests::made;

    #[test]
    fn a_gain_is_the_mean_of_surveys_whatever_their_cases() {
        let mut cases = made(2, 2, 2);
        cases.iter_mut().for_each(|case| case.shares = vec![0.5, 0.5]);
        let said = |shares: [[f64; 2]; 4]| {
            let predictions = cases.iter().zip(shares).map(|(case, shares)| Prediction { case, shares: shares.into() });
            predictions.collect::<Vec<_>>()
        };
        let perfect = said([[0.5, 0.5]; 4]);
        // The gain is 0.1 in the first survey and (0.4 + 0.5) / 2 = 0.45 in the second.
        let other = said([[0.6, 0.4], [0.4, 0.6], [0.9, 0.1], [1.0, 0.0]]);
        let gain = gains(&perfect, &other);
        assert!((gain.mean - 0.275).abs() < 1e-12 && (gain.standard_error - 0.175).abs() < 1e-12, "{gain:?}");
        assert!(!gain.is_sure(), "it is less than two standard errors");
        assert!((gains(&other, &perfect).mean + 0.275).abs() < 1e-12);
        assert!((gains(&perfect, &other[..3]).mean - 0.25).abs() < 1e-12);
    }

    #[test]
    fn one_survey_can_t_tell_and_rounding_is_no_gain() {
        let cases = made(1, 2, 2);
        let said: Vec<_> = cases.iter().map(|case| Prediction { case, shares: case.shares.clone() }).collect();
        assert!(!gains(&said, &said).is_sure() && !gains(&[], &[]).is_sure());
        assert!(gains(&said, &said).standard_error.is_infinite());
    }
}
