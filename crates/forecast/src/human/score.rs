//! Scores predictions against people's answers, next to a uniform guess and to a sample of real people.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Case, panel, top_agreement, total_variation, wasserstein};

/// Size of the sample of people that sets the ceiling.
const PANEL_PEOPLE: u32 = 100;

/// Distribution over a case's options, in their order.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction<'a> {
    pub case: &'a Case,
    pub shares: Vec<f64>,
}

/// Accuracy of a set of predictions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Score {
    pub cases: usize,
    /// 100·(1 − ΣTV/ΣTV of a uniform guess): 0 equals the uniform guess, 100 is perfect. `None` if that guess is
    /// perfect.
    pub skill: Option<f64>,
    pub total_variation: f64,
    pub uniform_total_variation: f64,
    /// How often the top option is people's first choice, ties counted by expectation.
    pub winner_accuracy: f64,
    /// Accuracy of a random pick.
    pub winner_chance: f64,
    /// Accuracy of a sample of a hundred real people.
    pub winner_ceiling: f64,
    /// Mean over cases with an ordinal scale.
    pub wasserstein: Option<f64>,
    pub uniform_wasserstein: Option<f64>,
}

impl Score {
    /// Scores predictions; `None` if there are none.
    pub fn of(predictions: &[Prediction<'_>]) -> Option<Self> {
        if predictions.is_empty() {
            return None;
        }
        let mean = |measure: &dyn Fn(&Prediction<'_>) -> f64| {
            predictions.iter().map(measure).sum::<f64>() / predictions.len() as f64
        };
        Some(Self {
            cases: predictions.len(),
            skill: skill(predictions),
            total_variation: mean(&|it| total_variation(&it.case.shares, &it.shares)),
            uniform_total_variation: mean(&|it| total_variation(&it.case.shares, &uniform(it.case))),
            winner_accuracy: mean(&|it| top_agreement(&it.case.shares, &it.shares)),
            winner_chance: mean(&|it| 1.0 / it.case.options.len() as f64),
            winner_ceiling: mean(&|it| panel(it.case, PANEL_PEOPLE).same_top),
            wasserstein: mean_wasserstein(predictions, |it| it.shares.clone()),
            uniform_wasserstein: mean_wasserstein(predictions, |it| uniform(it.case)),
        })
    }
}

/// Returns the skill: the relative reduction in total variation against a uniform guess, in per cent. `None` if that
/// guess is perfect.
pub(super) fn skill(predictions: &[Prediction<'_>]) -> Option<f64> {
    let reached: f64 = predictions.iter().map(|it| total_variation(&it.case.shares, &it.shares)).sum();
    let by_guess: f64 = predictions.iter().map(|it| total_variation(&it.case.shares, &uniform(it.case))).sum();
    (by_guess > 0.0).then(|| 100.0 * (1.0 - reached / by_guess))
}

/// Returns the expected skill of a random sample of `people`: the skill of an engine that is as accurate as such a sample. `None`
/// without cases. The expected error of a share is that of the normal approximation, E|p̂ − p| = √(2p(1 − p)/πn).
pub fn skill_of_people(cases: &[&Case], people: u32) -> Option<f64> {
    let error = |p: &f64| (2.0 * p * (1.0 - p) / (std::f64::consts::PI * f64::from(people))).sqrt();
    let reached: f64 = cases.iter().map(|case| case.shares.iter().map(error).sum::<f64>() / 2.0).sum();
    let by_guess: f64 = cases.iter().map(|case| total_variation(&case.shares, &uniform(case))).sum();
    (by_guess > 0.0).then(|| 100.0 * (1.0 - reached / by_guess))
}

/// Scores predictions by group, such as language, topic or number of options.
pub fn by<K: Ord>(predictions: &[Prediction<'_>], group: impl Fn(&Case) -> K) -> BTreeMap<K, Score> {
    let mut groups: BTreeMap<K, Vec<Prediction<'_>>> = BTreeMap::new();
    for prediction in predictions {
        groups.entry(group(prediction.case)).or_default().push(prediction.clone());
    }
    groups.into_iter().filter_map(|(key, members)| Some((key, Score::of(&members)?))).collect()
}

/// Returns equal shares for all options.
pub(super) fn uniform(case: &Case) -> Vec<f64> {
    vec![1.0 / case.options.len() as f64; case.options.len()]
}

fn mean_wasserstein(predictions: &[Prediction<'_>], shares: impl Fn(&Prediction<'_>) -> Vec<f64>) -> Option<f64> {
    let distances: Vec<f64> =
        predictions.iter().filter_map(|it| wasserstein(&it.case.shares, &shares(it), &it.case.ordinal_scale)).collect();
    (!distances.is_empty()).then(|| distances.iter().sum::<f64>() / distances.len() as f64)
}
