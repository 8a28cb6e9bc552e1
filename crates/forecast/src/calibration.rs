//! Calibration: turns an engine's shares into forecast shares, q ∝ engine^a · prior^b, then shrunk toward uniform by
//! λ. The parameters are fitted to surveys of real people, for each engine and language. An engine without a record
//! gets a strong shrinkage and a small effective sample size.

mod record;

use serde::{Deserialize, Serialize};

use crate::fit::rounded;
use crate::joint::EffectiveSize;

pub use record::{CountedRecord, FamilyRecord, GroupRecord, LevelRate, Measured, ScaleRecord, ShareCoverage};

/// Effective sample size of an engine without a record.
pub const EFFECTIVE_SIZE_UNMEASURED: f64 = 10.0;
/// Smallest probability that the top option is people's first choice, for high and for medium confidence. Verdicts use the
/// same limits, so that high confidence occurs with a clear verdict only.
pub const PROBABILITY_HIGH_MIN: f64 = 0.9;
pub const PROBABILITY_MEDIUM_MIN: f64 = 0.6;
/// The same for medium confidence if the interval of the lead includes zero.
const PROBABILITY_OF_TIE_MEDIUM_MIN: f64 = 0.9;
/// Lower end of the values published for one strong model (0.22 to 0.30).
const LAMBDA_UNMEASURED: f64 = 0.22;
/// Smaller probabilities are raised to this before logarithms are taken.
const PROBABILITY_MIN: f64 = 1e-6;

/// How much confidence a report states in its findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ConfidenceLevel {
    Low,
    Medium,
    High,
}

/// How an engine is asked, and how its shares are corrected.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Calibration {
    /// Exponent of the engine's probabilities in the logarithmic pool.
    pub engine_weight: f64,
    /// Exponent of the prior's probabilities.
    pub prior_weight: f64,
    /// Weight of the pooled shares, 0 to 1; the uniform distribution gets the rest.
    pub lambda: f64,
    /// Factor by which differences between groups are shrunk, 0 (none is kept) to 1 (all).
    #[serde(default)]
    pub group_weight: f64,
    #[serde(default)]
    pub way: Way,
    /// `None` for an engine without a record.
    pub measured: Option<Measured>,
}

/// Method by which an engine is asked for shares.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// The engine writes the shares as numbers in a JSON document.
    #[default]
    Documents,
    /// The shares are the token probabilities of the options' labels.
    Labels,
}

/// Returns the confidence level for a probability that the top option is people's first choice. A tie is never high.
pub fn level(probability_best: f64, is_tie: bool) -> ConfidenceLevel {
    let medium_min = if is_tie { PROBABILITY_OF_TIE_MEDIUM_MIN } else { PROBABILITY_MEDIUM_MIN };
    if probability_best < medium_min {
        ConfidenceLevel::Low
    } else if is_tie || probability_best < PROBABILITY_HIGH_MIN {
        ConfidenceLevel::Medium
    } else {
        ConfidenceLevel::High
    }
}

/// Reason why an engine's numbers are not a probability distribution.
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
    /// Returns the identity: the engine's shares, normalised and otherwise unchanged.
    pub fn identity() -> Self {
        Self {
            engine_weight: 1.0,
            prior_weight: 0.0,
            lambda: 1.0,
            group_weight: 0.0,
            way: Way::default(),
            measured: None,
        }
    }

    /// Returns the calibration for an engine without a record.
    pub fn cautious() -> Self {
        Self { lambda: LAMBDA_UNMEASURED, ..Self::identity() }
    }

    /// Returns the calibration for a question; `None` if the record does not cover it. Documents about the dearest price were never
    /// compared with people's answers, so such a question counts as unmeasured, unless the record shows no skill: then this is
    /// assumed here as well, for all families.
    pub fn for_question(&self, asks_dearest_price: bool) -> Option<Self> {
        let is_uncovered = asks_dearest_price && self.way == Way::Documents;
        match &self.measured {
            Some(measured) if is_uncovered && !measured.knows => {
                let measured = Some(Measured { by_family: Vec::new(), ..measured.clone() });
                Some(Self { measured, ..self.clone() })
            }
            _ if is_uncovered => None,
            _ => Some(self.clone()),
        }
    }

    /// Returns the distribution of the effective sample size of the engine's shares.
    pub fn effective_size(&self) -> EffectiveSize {
        let kept = self.measured.as_ref().and_then(|measured| EffectiveSize::of_steps(&measured.worth));
        kept.unwrap_or_else(|| EffectiveSize::about(self.single_size()))
    }

    /// Returns the single size of a record without a distribution, and of an engine without a record.
    fn single_size(&self) -> f64 {
        let measured = self.measured.as_ref().map(|measured| measured.effective_size);
        // Older records have no size and count as unmeasured.
        measured.filter(|size| *size > 0.0).unwrap_or(EFFECTIVE_SIZE_UNMEASURED)
    }

    /// Returns the standard deviation of the error of a difference between groups; `None` if the record supports none.
    pub fn group_error(&self) -> Option<f64> {
        let groups = self.measured.as_ref().and_then(|measured| measured.groups.as_ref());
        groups.filter(|groups| groups.weight > 0.0).map(GroupRecord::error)
    }

    /// Returns the effective sample size of means and top-two boxes on a scale.
    pub fn scale_size(&self) -> f64 {
        let record = self.measured.as_ref().and_then(|measured| measured.scale.as_ref());
        record.map_or_else(|| self.single_size(), |record| record.effective_size)
    }

    /// Returns the calibrated distribution, rounded, from the engine's shares and the prior over the same options.
    pub fn apply(&self, raw: &[f64], prior: &[f64]) -> Result<Vec<f64>, DistributionError> {
        let engine = normalised(raw, prior.len())?;
        let pooled =
            if self.prior_weight == 0.0 && self.engine_weight == 1.0 { engine } else { self.pool(&engine, prior) };
        let uniform = 1.0 / prior.len() as f64;
        let mixed: Vec<f64> = pooled.iter().map(|p| self.lambda * p + (1.0 - self.lambda) * uniform).collect();
        Ok(rounded(&mixed))
    }

    /// Logarithmic pool: q ∝ engine^a · prior^b.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shrunk(raw: &[f64], lambda: f64) -> Result<Vec<f64>, DistributionError> {
        Calibration { lambda, ..Calibration::identity() }.apply(raw, &[0.5, 0.5])
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
        let pool = |engine_weight, prior_weight| Calibration { engine_weight, prior_weight, ..Calibration::identity() };
        assert_eq!(pool(0.0, 1.0).apply(&[0.9, 0.1], &[0.2, 0.8]).unwrap(), [0.2, 0.8]);
        assert_eq!(pool(1.0, 1.0).apply(&[0.8, 0.2], &[0.2, 0.8]).unwrap(), [0.5, 0.5]);
        assert_eq!(pool(2.0, 0.0).apply(&[2.0, 1.0], &[0.5, 0.5]).unwrap(), [0.8, 0.2]);
    }

    #[test]
    fn an_answer_that_the_engine_rules_out_keeps_a_little() {
        let half = Calibration { engine_weight: 0.5, ..Calibration::identity() };
        assert!(half.apply(&[1.0, 0.0], &[0.5, 0.5]).unwrap()[1] > 0.0);
    }

    fn on_record(levels: &[(ConfidenceLevel, u32, f64)]) -> Measured {
        let rate = |(level, cases, right): &(ConfidenceLevel, u32, f64)| LevelRate {
            level: *level,
            cases: *cases,
            right: *right,
        };
        Measured { levels: levels.iter().map(rate).collect(), ..Measured::default() }
    }

    #[test]
    fn confidence_follows_the_chance_of_being_right_and_a_tie_has_little() {
        let (low, medium, high) = (ConfidenceLevel::Low, ConfidenceLevel::Medium, ConfidenceLevel::High);
        assert_eq!([0.59, 0.6, 0.89, 0.9].map(|chance| level(chance, false)), [low, medium, medium, high]);
        assert_eq!([0.89, 0.9, 0.99].map(|chance| level(chance, true)), [low, medium, medium]);
    }

    #[test]
    fn confidence_is_never_more_than_the_record_bears_out() {
        let (low, medium, high) = (ConfidenceLevel::Low, ConfidenceLevel::Medium, ConfidenceLevel::High);
        assert_eq!(on_record(&[]).capped_by_record(high), high);
        assert_eq!(on_record(&[(high, 30, 0.65), (medium, 30, 0.4)]).capped_by_record(high), high);
        assert_eq!(on_record(&[(high, 30, 0.64), (medium, 30, 0.4)]).capped_by_record(high), medium);
        assert_eq!(on_record(&[(high, 30, 0.64), (medium, 30, 0.39)]).capped_by_record(high), low);
        assert_eq!(on_record(&[(medium, 5, 0.39)]).capped_by_record(medium), low);
        assert_eq!(on_record(&[(high, 4, 0.0), (medium, 4, 0.0)]).capped_by_record(high), high);
        assert_eq!(on_record(&[(high, 4, 0.0), (low, 9, 0.0)]).capped_by_record(low), low);
    }

    #[test]
    fn a_size_is_the_measured_one_and_a_careful_one_where_there_is_none() {
        let of = |measured| Calibration { measured, ..Calibration::identity() };
        let older = of(Some(Measured::default()));
        assert_eq!((of(None).single_size(), older.scale_size()), (10.0, 10.0));
        assert!((of(None).effective_size().people() - 10.0).abs() < 0.01);
        let whole = of(Some(Measured { effective_size: 42.5, ..Measured::default() }));
        assert_eq!((whole.single_size(), whole.scale_size()), (42.5, 42.5));
        let scale = Some(ScaleRecord { cases: 9, effective_size: 12.0, coverage: 0.96 });
        let both = of(Some(Measured { effective_size: 42.5, scale, ..Measured::default() }));
        assert_eq!((both.single_size(), both.scale_size()), (42.5, 12.0));
    }

    #[test]
    fn a_difference_of_twenty_points_counts_by_the_error_on_record() {
        let of = |correlation, error, weight| {
            let groups = Some(GroupRecord { cases: 30, groups: 150, weight, correlation, error });
            Calibration { measured: Some(Measured { groups, ..Measured::default() }), ..Calibration::identity() }
        };
        let is_seen = |calibration: Calibration| {
            calibration.group_error().is_some_and(|error| statistics::normal_p(0.2 / error) < 0.05 / 20.0)
        };
        assert!(is_seen(of(0.76, Some(0.046), 0.85)), "a capable engine, the least of twenty p-values");
        assert!(!is_seen(of(0.28, None, 0.85)) && of(0.05, None, 0.0).group_error().is_none());
    }

    #[test]
    fn what_is_printed_is_the_skill_that_memory_has_no_part_in() {
        let remembered = Measured { skill: 78.0, ..Measured::default() };
        assert_eq!(remembered.printed_skill(), 78.0);
        assert_eq!(Measured { skill_little_known: Some(71.5), ..remembered }.printed_skill(), 71.5);
    }

    #[test]
    fn a_calibration_of_an_older_report_still_opens() {
        let older = r#"{ "engine_weight": 0.5, "prior_weight": 1.0, "lambda": 0.9, "measured": {
            "version": "3", "cases": 59, "skill": 12.5, "winner_accuracy": 0.5, "chance": 0.3, "share_error": 0.1,
            "agreement": { "top_shares": [0.3, 0.4], "right": [0.3, 0.4, 0.5] } } }"#;
        let read: Calibration = serde_json::from_str(older).unwrap();
        assert_eq!((read.group_weight, read.way), (0.0, Way::Documents));
        let measured = read.measured.unwrap();
        assert!(measured.knows && measured.levels.is_empty() && measured.scale.is_none());
        assert_eq!((measured.effective_size, measured.printed_skill()), (0.0, 12.5));
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
