//! Fits an engine's calibration to real people's answers, and says what it is worth on surveys that it was not fitted to.
//! Whatever is learned, the prior included, is learned with the survey left out that it is judged on; and the weights are
//! chosen by priors that had not seen the cases either, else a prior would look better than it is.

use std::collections::{BTreeMap, BTreeSet};

use super::agreement::{Statement, agreement, top_share};
use super::{Case, Prediction, Score, total_variation};
use crate::brief::Language;
use crate::calibration::{Agreement, Calibration, DistributionError, Measured, Stated};
use crate::prior::{self, Prior};

/// With fewer surveys there is nothing to choose on once one is left out.
pub const SURVEYS_MIN: usize = 3;
const VERSION: &str = "3";
/// The calibrations that are tried. They are few on purpose, and the same for all languages: with some dozens of cases, the
/// best of many is the luckiest.
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
                move |lambda: &f64| Calibration { engine_weight, prior_weight, lambda: *lambda, measured: None };
            self.lambdas.iter().map(shrunk)
        })
    }
}

/// A fitted calibration, and what it was worth.
#[derive(Debug, Clone, PartialEq)]
pub struct Tuned<'a> {
    /// Each case as predicted by what was fitted without its survey, in the order given.
    pub predictions: Vec<Prediction<'a>>,
    /// The confidence that would have been stated about each, by a record without its survey.
    pub stated: Vec<Stated>,
    /// Fitted on everything, for the languages that there are cases of.
    pub calibrations: BTreeMap<Language, Calibration>,
}

/// Fits a calibration to an engine's raw readings and measures it. None where surveys are fewer than `SURVEYS_MIN`.
pub fn tune<'a>(folds: &Folds<'a>) -> Result<Option<Tuned<'a>>, DistributionError> {
    if folds.surveys.len() < SURVEYS_MIN {
        return Ok(None);
    }
    let grid = Grid::default();
    let predictions = folds.predictions(&grid)?;
    let statements: Vec<Statement> = predictions.iter().map(Statement::of).collect();
    let chosen = folds.on_everything(&grid)?;
    let record = agreement(&statements);
    let mut calibrations = BTreeMap::new();
    for language in Language::ALL {
        let own: Vec<_> = predictions.iter().filter(|it| it.case.language == language).cloned().collect();
        let Some(measured) = measured(&own, record) else { continue };
        calibrations.insert(language, Calibration { measured: Some(measured), ..chosen.clone() });
    }
    let stated = folds.stated(&predictions, &statements);
    Ok(Some(Tuned { predictions, stated, calibrations }))
}

/// What these predictions were worth; none without any.
fn measured(predictions: &[Prediction<'_>], agreement: Agreement) -> Option<Measured> {
    let score = Score::of(predictions)?;
    let gaps: Vec<f64> = predictions
        .iter()
        .flat_map(|it| it.case.shares.iter().zip(&it.shares).map(|(people, ours)| (people - ours).abs()))
        .collect();
    let to_print = |figure: f64, decimals: i32| (figure * 10f64.powi(decimals)).round() / 10f64.powi(decimals);
    Some(Measured {
        version: VERSION.to_owned(),
        cases: u32::try_from(score.cases).unwrap_or(u32::MAX),
        // Where people answered uniformly there is nothing to gain.
        skill: to_print(score.skill.unwrap_or(0.0), 2),
        winner_accuracy: to_print(score.winner_accuracy, 4),
        chance: to_print(score.winner_chance, 4),
        share_error: to_print(gaps.iter().sum::<f64>() / gaps.len() as f64, 4),
        agreement,
    })
}

/// An engine's raw readings, and for every survey the priors that never saw it.
pub struct Folds<'a> {
    raw: Vec<Prediction<'a>>,
    /// In their order.
    surveys: Vec<&'a str>,
    /// By two surveys, the lesser first, the prior fitted without both; the same one twice leaves out one.
    priors: BTreeMap<(usize, usize), Prior>,
}

impl<'a> Folds<'a> {
    /// Fits a prior for every two surveys, on all cases that are known, read or not; some seconds' work where surveys
    /// are many.
    pub fn new(raw: Vec<Prediction<'a>>, known: &[Case]) -> Self {
        let surveys: BTreeSet<&str> = raw.iter().map(|it| it.case.survey.as_str()).collect();
        let surveys = Vec::from_iter(surveys);
        let pairs = (0..surveys.len()).flat_map(|first| (first..surveys.len()).map(move |second| (first, second)));
        let without = |(first, second): (usize, usize)| {
            let is_left = |case: &&Case| case.survey != surveys[first] && case.survey != surveys[second];
            let left: Vec<&Case> = known.iter().filter(is_left).collect();
            ((first, second), prior::fit(&left))
        };
        let priors = pairs.map(without).collect();
        Self { raw, surveys, priors }
    }

    pub fn surveys(&self) -> usize {
        self.surveys.len()
    }

    /// Each case as predicted by the best of the grid on the other surveys, in the order given.
    pub fn predictions(&self, grid: &Grid) -> Result<Vec<Prediction<'a>>, DistributionError> {
        let mut chosen = Vec::with_capacity(self.surveys.len());
        for survey in 0..self.surveys.len() {
            chosen.push(self.choose(Some(survey), grid)?);
        }
        let predict = |it: &Prediction<'a>| {
            let survey = self.survey_of(it.case);
            let expected = self.prior(survey, survey).shares(it.case.language, &it.case.option_texts());
            let shares = chosen[survey].apply(&it.shares, &expected)?;
            Ok(Prediction { case: it.case, shares })
        };
        self.raw.iter().map(predict).collect()
    }

    fn on_everything(&self, grid: &Grid) -> Result<Calibration, DistributionError> {
        self.choose(None, grid)
    }

    /// The confidence in each prediction, by the record of the other surveys.
    fn stated(&self, predictions: &[Prediction<'_>], statements: &[Statement]) -> Vec<Stated> {
        let record_without = |survey: usize| {
            let pairs = predictions.iter().zip(statements);
            let others = pairs.filter(|(it, _)| self.survey_of(it.case) != survey).map(|(_, statement)| *statement);
            agreement(&others.collect::<Vec<_>>())
        };
        let records: Vec<Agreement> = (0..self.surveys.len()).map(record_without).collect();
        let stated = |it: &Prediction<'_>| records[self.survey_of(it.case)].stated(top_share(&it.shares));
        predictions.iter().map(stated).collect()
    }

    fn survey_of(&self, case: &Case) -> usize {
        let found = self.surveys.binary_search(&case.survey.as_str());
        found.expect("the surveys are those of the cases, in order")
    }

    fn prior(&self, first: usize, second: usize) -> &Prior {
        &self.priors[&(first.min(second), first.max(second))]
    }

    /// The best of the grid on all surveys but one.
    fn choose(&self, left_out: Option<usize>, grid: &Grid) -> Result<Calibration, DistributionError> {
        let used: Vec<&Prediction<'a>> =
            self.raw.iter().filter(|it| Some(self.survey_of(it.case)) != left_out).collect();
        let expected = used.iter().map(|it| {
            let own = self.survey_of(it.case);
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

/// Cases of one survey repeat each other in part: n of them count as √n.
fn weights(used: &[&Prediction<'_>]) -> Vec<f64> {
    let mut per_survey: BTreeMap<&str, usize> = BTreeMap::new();
    used.iter().for_each(|it| *per_survey.entry(&it.case.survey).or_default() += 1);
    used.iter().map(|it| (per_survey[it.case.survey.as_str()] as f64).sqrt().recip()).collect()
}

#[cfg(test)]
mod tests;
