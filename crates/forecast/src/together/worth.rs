//! How many people a forecast is worth, as a distribution: some questions an engine knows, some it does not. It is learned
//! from an engine's record, survey by survey, and is given as weights of a few sizes.

use std::collections::BTreeMap;

use statistics::{Dirichlets, log_likelihood};

/// The sizes: each is greater than the one before by the same factor.
const SIZE_MIN: f64 = 0.5;
const SIZE_FACTOR: f64 = std::f64::consts::SQRT_2;
const SIZES: usize = 21;
/// Once people answer, so much of the weight lies on sizes up to this at least.
const LITTLE_SIZE: f64 = 2.0;
const LITTLE_WEIGHT: f64 = 0.1;
/// Every size counts as if it had been seen in an equal part of so many cases.
const SMOOTHING_CASES: f64 = 2.0;
/// A truth is known no better than by so many people: others would have been asked otherwise.
const TRUTH_PEOPLE_MAX: f64 = 1_000.0;
const ROUNDS: usize = 200;
/// Where only one size is on record, sizes are spread about it by this much of a logarithm.
const SPREAD: f64 = 1.0;
/// A uniform belief that is worth so many people in all stands beside every forecast, so that no option is ruled out.
const UNIFORM_PEOPLE: f64 = 1.0;

/// How likely a forecast is to be worth so many people. Weights are above zero and sum to one.
#[derive(Debug, Clone, PartialEq)]
pub struct Worth {
    weights: Vec<f64>,
}

/// A case of the record: what was forecast by what was fitted without its survey, and what people answered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judged<'a> {
    pub survey: &'a str,
    pub forecast: &'a [f64],
    pub shares: &'a [f64],
    /// How many people the shares are of.
    pub people: f64,
    /// How much it counts: as many cases as this.
    pub weight: f64,
}

impl Worth {
    /// The weights that make the record's answers most likely, smoothed a little. Cases of one survey repeat each other
    /// in part: n of them count as √n.
    pub fn learned(record: &[Judged<'_>]) -> Self {
        let mut per_survey: BTreeMap<&str, f64> = BTreeMap::new();
        record.iter().for_each(|case| *per_survey.entry(case.survey).or_default() += 1.0);
        let counts: Vec<f64> = record.iter().map(|case| case.weight / per_survey[case.survey].sqrt()).collect();
        let likely: Vec<Vec<f64>> = record.iter().map(likelihoods).collect();
        let mut weights = vec![1.0 / SIZES as f64; SIZES];
        for _ in 0..ROUNDS {
            let mut next = vec![SMOOTHING_CASES / SIZES as f64; SIZES];
            for (likely, count) in likely.iter().zip(&counts) {
                let total: f64 = likely.iter().zip(&weights).map(|(likely, weight)| likely * weight).sum();
                let each = next.iter_mut().zip(likely.iter().zip(&weights));
                each.for_each(|(next, (likely, weight))| *next += count * likely * weight / total);
            }
            weights = normalised(next);
        }
        Self { weights }
    }

    /// For a record that has only one size.
    pub fn about(size: f64) -> Self {
        let off = |other: f64| (other / size.clamp(SIZE_MIN, 1e6)).ln() / SPREAD;
        let weight = |other: f64| (-off(other).powi(2) / 2.0).exp();
        Self { weights: normalised(sizes().map(|other| weight(other) + 1e-4).collect()) }
    }

    /// From sizes with their weights, as a record keeps them; `None` where none is a size that is known here.
    pub fn of_steps(steps: &[[f64; 2]]) -> Option<Self> {
        let near = |size: f64| steps.iter().find(|[at, _]| (at / size).ln().abs() < 0.05).map_or(0.0, |step| step[1]);
        let weights: Vec<f64> = sizes().map(|size| near(size).max(0.0)).collect();
        let is_some = weights.iter().sum::<f64>() > 0.0 && weights.iter().all(|weight| weight.is_finite());
        is_some.then(|| Self { weights: normalised(weights.into_iter().map(|weight| weight + 1e-6).collect()) })
    }

    /// Sizes with their weights, to be kept.
    pub fn steps(&self) -> Vec<[f64; 2]> {
        let rounded = |figure: f64, scale: f64| (figure * scale).round() / scale;
        self.sizes().zip(&self.weights).map(|(size, weight)| [rounded(size, 1e2), rounded(*weight, 1e4)]).collect()
    }

    /// The size on average, in people.
    pub fn mean(&self) -> f64 {
        self.sizes().zip(&self.weights).map(|(size, weight)| size * weight).sum()
    }

    pub(super) fn sizes(&self) -> impl Iterator<Item = f64> {
        sizes()
    }

    pub(super) fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The same with a tenth of the weight at least on sizes so small that people always win.
    pub(super) fn open_to_people(&self) -> Self {
        let is_little = |size: f64| size <= LITTLE_SIZE * 1.01;
        let little: f64 = self.sizes().zip(&self.weights).filter(|(size, _)| is_little(*size)).map(|(_, it)| it).sum();
        if little >= LITTLE_WEIGHT {
            return self.clone();
        }
        let count = self.sizes().filter(|size| is_little(*size)).count() as f64;
        let weight = |(size, weight): (f64, &f64)| {
            if is_little(size) { LITTLE_WEIGHT / count } else { weight * (1.0 - LITTLE_WEIGHT) / (1.0 - little) }
        };
        Self { weights: self.sizes().zip(&self.weights).map(weight).collect() }
    }

    /// What is believed of shares that were forecast so.
    pub(super) fn around(&self, forecast: &[f64]) -> Dirichlets {
        Dirichlets::new(self.weights.iter().copied().zip(self.sizes().map(|size| shapes(forecast, size))))
    }
}

fn sizes() -> impl Iterator<Item = f64> {
    (0..SIZES).map(|at| SIZE_MIN * SIZE_FACTOR.powi(at as i32))
}

fn shapes(forecast: &[f64], size: f64) -> Vec<f64> {
    let uniform = UNIFORM_PEOPLE / forecast.len().max(1) as f64;
    forecast.iter().map(|share| size * share + uniform).collect()
}

/// By size, how likely it makes what people answered, the likeliest as one.
fn likelihoods(case: &Judged<'_>) -> Vec<f64> {
    let people = case.people.clamp(1.0, TRUTH_PEOPLE_MAX);
    let counts: Vec<f64> = case.shares.iter().map(|share| share * people).collect();
    let forecast = crate::floored(case.forecast);
    let logs: Vec<f64> = sizes().map(|size| log_likelihood(&shapes(&forecast, size), &counts)).collect();
    let top = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    logs.into_iter().map(|log| (log - top).exp()).collect()
}

fn normalised(weights: Vec<f64>) -> Vec<f64> {
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / total).collect()
}
