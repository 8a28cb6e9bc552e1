//! Fits the prior's weights to survey cases: minimises the total variation distance to people's shares, the metric
//! that skill is based on. A ridge penalty keeps the weights small, because surveys are few.

use std::collections::{BTreeMap, BTreeSet};

use nalgebra::{DMatrix, DVector};

use super::minimum::{Evaluation, minimum};
use statistics::softmax;

use super::{FittedOn, Prior, Trait, traits};
use crate::human::Case;

/// Ridge penalty, chosen by leave-one-survey-out cross-validation. Half or double of it changes little.
pub const RIDGE: f64 = 0.06;
const VERSION: u32 = 1;
/// Smooths |d| to √(d² + this), so that it is differentiable; the bend is about one percentage point wide.
const SMOOTHING: f64 = 1e-4;

/// Fits a prior with all traits.
pub fn fit(cases: &[&Case]) -> Prior {
    fit_with(cases, &Trait::ALL, RIDGE)
}

/// Fits a prior with some traits; the others get weight zero.
pub fn fit_with(cases: &[&Case], traits: &[Trait], ridge: f64) -> Prior {
    let problem = Problem::new(cases, traits, ridge);
    let weights = minimum(DVector::zeros(traits.len()), |weights| problem.loss(weights));
    let surveys: BTreeSet<String> = cases.iter().map(|case| case.survey.clone()).collect();
    Prior {
        version: VERSION,
        fitted_on: FittedOn { cases: cases.len(), surveys: surveys.into_iter().collect(), ridge },
        weights: traits.iter().copied().zip(weights.iter().map(|weight| rounded(*weight))).collect(),
    }
}

/// Rounds a weight to four decimals, which moves no share by more than a hundredth of a percentage point.
fn rounded(weight: f64) -> f64 {
    (weight * 1e4).round() / 1e4
}

/// Returns each case's prior shares, in the cases' order, from a prior fitted without the cases of the same survey.
pub fn leave_one_survey_out(cases: &[Case], fit: impl Fn(&[&Case]) -> Prior) -> Vec<Vec<f64>> {
    let mut priors: BTreeMap<&str, Prior> = BTreeMap::new();
    for case in cases {
        priors.entry(&case.survey).or_insert_with(|| {
            let others: Vec<&Case> = cases.iter().filter(|other| other.survey != case.survey).collect();
            fit(&others)
        });
    }
    cases.iter().map(|case| priors[case.survey.as_str()].shares(case.language, &case.option_texts())).collect()
}

struct Problem {
    cases: Vec<Answered>,
    ridge: f64,
}

/// Design matrix of one case: a row per option, a column per trait.
struct Answered {
    traits: DMatrix<f64>,
    shares: Vec<f64>,
    weight: f64,
}

impl Problem {
    fn new(cases: &[&Case], names: &[Trait], ridge: f64) -> Self {
        let mut per_survey: BTreeMap<&str, usize> = BTreeMap::new();
        cases.iter().for_each(|case| *per_survey.entry(&case.survey).or_default() += 1);
        // Cases of one survey are correlated: n of them count as √n.
        let weight = |case: &Case| (per_survey[case.survey.as_str()] as f64).sqrt().recip();
        let total: f64 = cases.iter().map(|case| weight(case)).sum();
        let answered = |case: &&Case| {
            let amounts = traits::of(case.language, &case.option_texts());
            let amount = |row: usize, column: usize| {
                amounts[row].iter().find(|(name, _)| *name == names[column]).map_or(0.0, |(_, amount)| *amount)
            };
            Answered {
                traits: DMatrix::from_fn(amounts.len(), names.len(), amount),
                shares: case.shares.clone(),
                weight: weight(case) * cases.len() as f64 / total,
            }
        };
        Self { cases: cases.iter().map(answered).collect(), ridge }
    }

    fn loss(&self, weights: &DVector<f64>) -> Evaluation {
        let mut loss = Evaluation { value: self.ridge / 2.0 * weights.norm_squared(), gradient: weights * self.ridge };
        for case in &self.cases {
            let expected = softmax((&case.traits * weights).as_slice());
            let gaps: Vec<f64> = expected.iter().zip(&case.shares).map(|(ours, theirs)| ours - theirs).collect();
            let sizes: Vec<f64> = gaps.iter().map(|gap| (gap * gap + SMOOTHING).sqrt()).collect();
            loss.value += case.weight * sizes.iter().sum::<f64>() / 2.0;
            let by_share: Vec<f64> = gaps.iter().zip(&sizes).map(|(gap, size)| gap / size / 2.0).collect();
            let mean: f64 = expected.iter().zip(&by_share).map(|(share, derivative)| share * derivative).sum();
            let by_utility = expected.iter().zip(&by_share).map(|(share, derivative)| share * (derivative - mean));
            let by_utility = DVector::from_iterator(expected.len(), by_utility);
            loss.gradient += case.weight * case.traits.tr_mul(&by_utility);
        }
        loss
    }
}
