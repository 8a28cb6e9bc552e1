//! What turns an engine's raw distribution into a respondent's: its evidence is weighed against what people's answers
//! look like in general, and the rest of doubt goes to all answers alike. Fitted to surveys of people, engine by engine
//! and language by language; an engine never measured is trusted little.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::report::ConfidenceLevel;

/// How often the like of a top answer has to have been right for confidence in it to be called high, and medium.
pub const RIGHT_HIGH_MIN: f64 = 0.65;
pub const RIGHT_MEDIUM_MIN: f64 = 0.4;
/// Rates are kept to four decimals; a part that is as right as the whole must not fall below it by that.
const ROUNDING: f64 = 1e-4;
/// Probabilities are kept to this many decimals, which also makes them survive JSON to the last bit.
const DECIMALS_KEPT: i32 = 6;
/// What one strong model deserved in other people's measurements, at the careful end (0.22 to 0.30).
const LAMBDA_UNMEASURED: f64 = 0.22;
/// The least an answer counts for when logarithms are taken.
const PROBABILITY_MIN: f64 = 1e-6;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Calibration {
    /// Exponent on the engine's probabilities.
    pub engine_weight: f64,
    /// Exponent on the prior's.
    pub prior_weight: f64,
    /// What is kept against a uniform answer: 1 keeps all of it.
    pub lambda: f64,
    /// None for an engine that was never measured.
    pub measured: Option<Measured>,
}

/// What surveys of people say about an engine in one language.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Measured {
    /// Version of the calibration.
    pub version: String,
    pub cases: u32,
    /// 0 is a uniform guess, 100 is perfect.
    pub skill: f64,
    pub winner_accuracy: f64,
    /// What a random pick would reach.
    pub chance: f64,
    /// How far an option's share was from people's, on average.
    pub share_error: f64,
    /// How often the top answer was people's, by its share.
    pub agreement: Agreement,
}

/// How often the top answer was people's, by its share: the measured cases in three parts, from the smallest shares to the
/// largest. Where the parts divide depends on no answer of people's, so that a survey that is left out can't move its own
/// level.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Agreement {
    /// The top answer's share from which the middle part begins, and the upper one.
    pub top_shares: [f64; 2],
    /// How often each part was right; never falling.
    pub right: [f64; 3],
}

/// What is said about the top answer of a report.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stated {
    /// How often people's top answer was the same where its share was as large.
    pub right: f64,
    pub level: ConfidenceLevel,
}

impl Agreement {
    /// What is to be said where the top answer has this share.
    pub fn stated(&self, top_share: f64) -> Stated {
        let part = self.top_shares.iter().filter(|from| top_share >= **from).count();
        let right = self.right[part];
        let level = if right >= RIGHT_HIGH_MIN {
            ConfidenceLevel::High
        } else if right >= RIGHT_MEDIUM_MIN && right + ROUNDING >= self.overall() {
            ConfidenceLevel::Medium
        } else {
            ConfidenceLevel::Low
        };
        Stated { right, level }
    }

    /// How often all of them were right: the parts are of one size. What is right less often than the engine is on the
    /// whole deserves less than middling confidence, wherever that whole lies.
    fn overall(&self) -> f64 {
        self.right.iter().sum::<f64>() / self.right.len() as f64
    }
}

/// Why an engine's numbers are no distribution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DistributionError {
    #[error("{given} probabilities for {expected} options")]
    WrongLength { given: usize, expected: usize },
    #[error("a probability is negative or not a number")]
    NotAProbability,
    #[error("the probabilities add up to nothing")]
    Empty,
}

impl Calibration {
    /// Takes the engine at its word.
    pub fn as_it_is() -> Self {
        Self { engine_weight: 1.0, prior_weight: 0.0, lambda: 1.0, measured: None }
    }

    /// For an engine of which nothing is known.
    pub fn cautious() -> Self {
        Self { lambda: LAMBDA_UNMEASURED, ..Self::as_it_is() }
    }

    /// A respondent's distribution from the engine's and the prior over the same options, rounded.
    pub fn apply(&self, raw: &[f64], prior: &[f64]) -> Result<Vec<f64>, DistributionError> {
        let engine = normalised(raw, prior.len())?;
        let pooled =
            if self.prior_weight == 0.0 && self.engine_weight == 1.0 { engine } else { self.pool(&engine, prior) };
        let uniform = 1.0 / prior.len() as f64;
        let mut kept: Vec<f64> =
            pooled.iter().map(|p| round(self.lambda * p + (1.0 - self.lambda) * uniform)).collect();
        // The largest takes up what rounding left, so that the parts add up to one.
        let rest = 1.0 - kept.iter().sum::<f64>();
        if let Some(largest) = kept.iter_mut().max_by(|a, b| a.total_cmp(b)) {
            *largest = round(*largest + rest);
        }
        Ok(kept)
    }

    /// The logarithmic pool: q ∝ engine^a · prior^b.
    fn pool(&self, engine: &[f64], prior: &[f64]) -> Vec<f64> {
        let log = |p: &f64| p.max(PROBABILITY_MIN).ln();
        let scores: Vec<f64> = engine
            .iter()
            .zip(prior)
            .map(|(engine, prior)| self.engine_weight * log(engine) + self.prior_weight * log(prior))
            .collect();
        let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = scores.iter().map(|score| (score - top).exp()).collect();
        let total: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / total).collect()
    }
}

fn normalised(raw: &[f64], options: usize) -> Result<Vec<f64>, DistributionError> {
    if raw.len() != options {
        return Err(DistributionError::WrongLength { given: raw.len(), expected: options });
    }
    if raw.iter().any(|p| !p.is_finite() || *p < 0.0) {
        return Err(DistributionError::NotAProbability);
    }
    let total: f64 = raw.iter().sum();
    if total <= 0.0 || !total.is_finite() {
        return Err(DistributionError::Empty);
    }
    Ok(raw.iter().map(|p| p / total).collect())
}

fn round(p: f64) -> f64 {
    let scale = 10f64.powi(DECIMALS_KEPT);
    (p * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shrunk(raw: &[f64], lambda: f64) -> Result<Vec<f64>, DistributionError> {
        Calibration { lambda, ..Calibration::as_it_is() }.apply(raw, &[0.5, 0.5])
    }

    #[test]
    fn shrinking_moves_toward_uniform() {
        assert_eq!(shrunk(&[1.0, 0.0], 0.5).unwrap(), [0.75, 0.25]);
        assert_eq!(shrunk(&[3.0, 1.0], 1.0).unwrap(), [0.75, 0.25]);
    }

    #[test]
    fn what_is_no_distribution_is_refused() {
        assert_eq!(shrunk(&[1.0], 1.0), Err(DistributionError::WrongLength { given: 1, expected: 2 }));
        assert_eq!(shrunk(&[f64::NAN, 1.0], 1.0), Err(DistributionError::NotAProbability));
        assert_eq!(shrunk(&[-0.1, 1.1], 1.0), Err(DistributionError::NotAProbability));
        assert_eq!(shrunk(&[0.0, 0.0], 1.0), Err(DistributionError::Empty));
    }

    #[test]
    fn engine_and_prior_are_pooled_by_their_weights() {
        let pool = |engine_weight, prior_weight| Calibration { engine_weight, prior_weight, ..Calibration::as_it_is() };
        assert_eq!(pool(0.0, 1.0).apply(&[0.9, 0.1], &[0.2, 0.8]).unwrap(), [0.2, 0.8]);
        assert_eq!(pool(1.0, 1.0).apply(&[0.8, 0.2], &[0.2, 0.8]).unwrap(), [0.5, 0.5]);
        assert_eq!(pool(2.0, 0.0).apply(&[2.0, 1.0], &[0.5, 0.5]).unwrap(), [0.8, 0.2]);
    }

    #[test]
    fn an_answer_that_the_engine_rules_out_keeps_a_little() {
        let half = Calibration { engine_weight: 0.5, ..Calibration::as_it_is() };
        assert!(half.apply(&[1.0, 0.0], &[0.5, 0.5]).unwrap()[1] > 0.0);
    }

    const AGREEMENT: Agreement = Agreement { top_shares: [0.35, 0.45], right: [0.3, 0.5, 0.7] };

    #[test]
    fn an_answer_with_a_large_share_is_right_more_often() {
        assert_eq!(AGREEMENT.stated(0.34), Stated { right: 0.3, level: ConfidenceLevel::Low });
        assert_eq!(AGREEMENT.stated(0.35), Stated { right: 0.5, level: ConfidenceLevel::Medium });
        assert_eq!(AGREEMENT.stated(0.46), Stated { right: 0.7, level: ConfidenceLevel::High });
    }

    #[test]
    fn an_engine_that_is_seldom_right_is_never_called_sure() {
        let seldom = Agreement { right: [0.2, 0.39, 0.59], ..AGREEMENT };
        assert_eq!(seldom.stated(0.9).level, ConfidenceLevel::Medium);
        assert_eq!(seldom.stated(0.36).level, ConfidenceLevel::Low);
    }

    #[test]
    fn what_is_right_less_often_than_the_whole_is_low_and_equal_parts_are_the_whole() {
        let levels = |right| [0.3, 0.4, 0.5].map(|share| Agreement { right, ..AGREEMENT }.stated(share).level);
        let (low, medium) = (ConfidenceLevel::Low, ConfidenceLevel::Medium);
        assert_eq!(levels([0.45, 0.5, 0.6]), [low, low, medium]);
        assert_eq!(levels([0.41, 0.55, 0.55]), [low, medium, medium]);
        assert_eq!(levels([0.43; 3]), [medium; 3]);
        assert_eq!(levels([0.2477, 0.413, 0.5784])[1], medium);
        assert_eq!(levels([0.1; 3]), [low; 3]);
    }

    proptest! {
        #[test]
        fn a_calibrated_distribution_adds_up_to_one(
            raw in prop::collection::vec(0.0f64..10.0, 2..=20), lambda in 0.0f64..=1.0, engine_weight in 0.0f64..2.0,
        ) {
            prop_assume!(raw.iter().sum::<f64>() > 0.0);
            let prior = vec![1.0 / raw.len() as f64; raw.len()];
            let calibration = Calibration { lambda, engine_weight, ..Calibration::cautious() };
            let kept = calibration.apply(&raw, &prior).unwrap();
            prop_assert!((kept.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!(kept.iter().all(|p| *p >= 0.0));
        }
    }
}
