//! Chooses an engine's calibration by real people's answers, and predicts each survey with a calibration chosen without
//! it. The prior, too, is learned without the survey that it is judged on. Weights are chosen with priors that have not
//! seen the cases either; otherwise a prior would look better than it is.

use std::collections::{BTreeMap, BTreeSet};

use super::{Case, Known, Prediction, total_variation};
use crate::calibration::{Calibration, DistributionError};
use crate::prior::{self, Prior};

/// With fewer surveys, too little is left to choose by once one is left out.
pub const SURVEYS_MIN: usize = 3;
/// A prior is fitted for every two folds, which takes minutes where every survey is one.
const FOLDS_MAX: usize = 20;

/// The calibrations that are tried. They are few on purpose, and the same for all languages: with some dozens of cases,
/// the best of many would only be the luckiest.
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
                move |lambda: f64| Calibration { engine_weight, prior_weight, lambda, ..Calibration::as_it_is() };
            self.lambdas.iter().copied().map(shrunk)
        })
    }
}

/// An engine's raw readings, and for every fold of surveys the priors that never saw it. A fold is one survey, or
/// several where surveys are many.
pub struct Folds<'a> {
    raw: Vec<Prediction<'a>>,
    /// In their order.
    surveys: Vec<&'a str>,
    /// The prior fitted without two folds, the lower number first; the same number twice leaves out one fold.
    priors: BTreeMap<(usize, usize), Prior>,
}

impl<'a> Folds<'a> {
    /// Fits a prior for every two folds, on all cases that are known, read or not; some seconds' work where surveys
    /// are many.
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

    /// How many surveys there are.
    pub fn surveys(&self) -> usize {
        self.surveys.len()
    }

    /// How many folds they are left out in.
    pub(super) fn count(&self) -> usize {
        self.surveys.len().min(FOLDS_MAX)
    }

    /// The fold that a case is left out with.
    pub(super) fn fold_of(&self, case: &Case) -> usize {
        self.find(&case.survey).expect("the surveys are those of the cases")
    }

    /// Surveys are dealt to the folds in turn; none for a survey of which nothing was read.
    fn find(&self, survey: &str) -> Option<usize> {
        self.surveys.binary_search(&survey).ok().map(|at| at % self.count())
    }

    /// What the engine said, in the order given.
    pub(super) fn raw(&self) -> &[Prediction<'a>] {
        &self.raw
    }

    /// Each case as predicted by the best of the grid on the other folds, in the order given.
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

    /// The best of the grid on all folds.
    pub(super) fn on_everything(&self, grid: &Grid) -> Result<Calibration, DistributionError> {
        self.choose(None, grid)
    }

    fn prior(&self, first: usize, second: usize) -> &Prior {
        &self.priors[&(first.min(second), first.max(second))]
    }

    /// The best of the grid on all folds but one.
    fn choose(&self, left_out: Option<usize>, grid: &Grid) -> Result<Calibration, DistributionError> {
        let others = self.raw.iter().filter(|it| Some(self.fold_of(it.case)) != left_out).collect();
        let used = to_go_by(others, SURVEYS_MIN);
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

/// The little-known predictions, which are hardly remembered, where their surveys are enough; otherwise all.
pub(super) fn to_go_by<'p, 'a>(all: Vec<&'p Prediction<'a>>, surveys_min: usize) -> Vec<&'p Prediction<'a>> {
    let little: Vec<&'p Prediction<'a>> = all.iter().copied().filter(|it| it.case.known == Known::Little).collect();
    if surveys_of(little.iter().copied()).len() >= surveys_min { little } else { all }
}

/// The surveys that these are cases of.
pub(super) fn surveys_of<'p, 'a: 'p>(predictions: impl IntoIterator<Item = &'p Prediction<'a>>) -> BTreeSet<&'a str> {
    predictions.into_iter().map(|it| it.case.survey.as_str()).collect()
}

/// Cases of one survey repeat each other in part: n of them count as √n. Some cases count more than others.
fn weights(used: &[&Prediction<'_>]) -> Vec<f64> {
    let mut per_survey: BTreeMap<&str, usize> = BTreeMap::new();
    used.iter().for_each(|it| *per_survey.entry(&it.case.survey).or_default() += 1);
    used.iter().map(|it| it.case.weight / (per_survey[it.case.survey.as_str()] as f64).sqrt()).collect()
}

#[cfg(test)]
mod tests;
