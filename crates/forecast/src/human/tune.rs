//! Selects an engine's calibration by nested cross-validation over surveys. Each survey is predicted with a
//! calibration and a prior fitted without it. Calibrations are compared using priors that have not seen the cases
//! either; otherwise the prior's weight would be overestimated.

use std::collections::{BTreeMap, BTreeSet};

use super::{Case, Known, Prediction, total_variation};
use crate::calibration::{Calibration, DistributionError};
use crate::prior::{self, Prior};

/// Smallest number of surveys that can be cross-validated.
pub const SURVEYS_MIN: usize = 3;
/// A prior is fitted for every pair of folds, which takes minutes with one fold per survey.
const FOLDS_MAX: usize = 20;

/// Candidate calibrations. The grid is small and the same for all languages: with some dozens of cases, a large grid
/// would overfit.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    pub engine_weights: Vec<f64>,
    pub prior_weights: Vec<f64>,
    pub lambdas: Vec<f64>,
}

impl Default for Grid {
    fn default() -> Self {
        Self {
            engine_weights: vec![0.0, 0.5, 1.0],
            prior_weights: vec![0.0, 1.0],
            lambdas: vec![0.5, 0.6, 0.7, 0.8, 0.9, 1.0],
        }
    }
}

impl Grid {
    fn calibrations(&self) -> impl Iterator<Item = Calibration> {
        let engine_weights = self.engine_weights.iter();
        let pools = engine_weights.flat_map(|engine| self.prior_weights.iter().map(move |prior| (*engine, *prior)));
        pools.flat_map(|(engine_weight, prior_weight)| {
            let shrunk =
                move |lambda: f64| Calibration { engine_weight, prior_weight, lambda, ..Calibration::identity() };
            self.lambdas.iter().copied().map(shrunk)
        })
    }
}

/// An engine's raw readings, and for every pair of folds a prior that has not seen them. A fold is one survey, or
/// several if there are many.
pub struct Folds<'a> {
    raw: Vec<Prediction<'a>>,
    /// Sorted.
    surveys: Vec<&'a str>,
    /// Priors by the two held-out folds, the lower number first; equal numbers hold out one fold.
    priors: BTreeMap<(usize, usize), Prior>,
}

impl<'a> Folds<'a> {
    /// Fits a prior for every pair of folds on all `known` cases, with or without readings. Takes seconds with many
    /// surveys.
    pub fn new(raw: Vec<Prediction<'a>>, known: &[Case]) -> Self {
        let surveys = Vec::from_iter(surveys_of(&raw));
        let mut folds = Self { raw, surveys, priors: BTreeMap::new() };
        let count = folds.count();
        for pair in (0..count).flat_map(|first| (first..count).map(move |second| (first, second))) {
            let is_left = |case: &&Case| {
                let fold = folds.find(&case.survey);
                fold.is_none_or(|fold| fold != pair.0 && fold != pair.1)
            };
            let left: Vec<&Case> = known.iter().filter(is_left).collect();
            let fitted = prior::fit(&left);
            folds.priors.insert(pair, fitted);
        }
        folds
    }

    /// Returns the number of surveys.
    pub fn surveys(&self) -> usize {
        self.surveys.len()
    }

    /// Returns the number of folds.
    pub(super) fn count(&self) -> usize {
        self.surveys.len().min(FOLDS_MAX)
    }

    /// Returns the fold in which a case is held out.
    pub(super) fn fold_of(&self, case: &Case) -> usize {
        self.find(&case.survey).expect("the surveys are those of the cases")
    }

    /// Surveys are assigned to folds in turn; `None` for a survey without readings.
    fn find(&self, survey: &str) -> Option<usize> {
        self.surveys.binary_search(&survey).ok().map(|at| at % self.count())
    }

    /// Returns the raw readings, in the order given.
    pub(super) fn raw(&self) -> &[Prediction<'a>] {
        &self.raw
    }

    /// Predicts each case with the best calibration on the other folds, in the order given.
    pub fn predictions(&self, grid: &Grid) -> Result<Vec<Prediction<'a>>, DistributionError> {
        let mut chosen = Vec::with_capacity(self.count());
        for fold in 0..self.count() {
            chosen.push(self.choose(Some(fold), grid)?);
        }
        let predict = |it: &Prediction<'a>| {
            let fold = self.fold_of(it.case);
            let expected = self.prior(fold, fold).shares(it.case.language, &it.case.option_texts());
            let shares = chosen[fold].apply(&it.shares, &expected)?;
            Ok(Prediction { case: it.case, shares })
        };
        self.raw.iter().map(predict).collect()
    }

    /// Returns the best calibration on all folds.
    pub(super) fn on_everything(&self, grid: &Grid) -> Result<Calibration, DistributionError> {
        self.choose(None, grid)
    }

    fn prior(&self, first: usize, second: usize) -> &Prior {
        &self.priors[&(first.min(second), first.max(second))]
    }

    /// Returns the best calibration on all folds but one.
    fn choose(&self, left_out: Option<usize>, grid: &Grid) -> Result<Calibration, DistributionError> {
        let others = self.raw.iter().filter(|it| Some(self.fold_of(it.case)) != left_out).collect();
        let used = preferring_little_known(others, SURVEYS_MIN);
        let expected = used.iter().map(|it| {
            let own = self.fold_of(it.case);
            self.prior(left_out.unwrap_or(own), own).shares(it.case.language, &it.case.option_texts())
        });
        let expected: Vec<Vec<f64>> = expected.collect();
        let weights = weights(&used);
        let mut best: Option<(f64, Calibration)> = None;
        for tried in grid.calibrations() {
            let mut loss = 0.0;
            for ((it, expected), weight) in used.iter().zip(&expected).zip(&weights) {
                loss += weight * total_variation(&it.case.shares, &tried.apply(&it.shares, expected)?);
            }
            if best.as_ref().is_none_or(|(least, _)| loss < *least) {
                best = Some((loss, tried));
            }
        }
        Ok(best.map_or_else(Calibration::cautious, |(_, chosen)| chosen))
    }
}

/// Returns the predictions of little-known cases, which a model hardly recalls, if they span enough surveys;
/// otherwise all.
pub(super) fn preferring_little_known<'p, 'a>(
    all: Vec<&'p Prediction<'a>>,
    surveys_min: usize,
) -> Vec<&'p Prediction<'a>> {
    let little: Vec<&'p Prediction<'a>> = all.iter().copied().filter(|it| it.case.known == Known::Little).collect();
    if surveys_of(little.iter().copied()).len() >= surveys_min { little } else { all }
}

/// Returns the distinct surveys of the predictions.
pub(super) fn surveys_of<'p, 'a: 'p>(predictions: impl IntoIterator<Item = &'p Prediction<'a>>) -> BTreeSet<&'a str> {
    predictions.into_iter().map(|it| it.case.survey.as_str()).collect()
}

/// Weights of the cases. Cases of one survey are correlated: n of them count as √n.
fn weights(used: &[&Prediction<'_>]) -> Vec<f64> {
    let mut per_survey: BTreeMap<&str, usize> = BTreeMap::new();
    used.iter().for_each(|it| *per_survey.entry(&it.case.survey).or_default() += 1);
    used.iter().map(|it| it.case.weight / (per_survey[it.case.survey.as_str()] as f64).sqrt()).collect()
}

#[cfg(test)]
mod tests;
