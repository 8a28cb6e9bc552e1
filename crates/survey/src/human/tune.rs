//! Fits an engine's calibration to real people's answers, and says what it is worth on surveys that it was not fitted to.
//! Whatever is learned, the prior included, is learned with the survey left out that it is judged on; and the weights are
//! chosen by priors that had not seen the cases either, else a prior would look better than it is.

use std::collections::{BTreeMap, BTreeSet};

use super::agreement::{Statement, agreement, top_share};
use super::{Case, Prediction, Score, total_variation};
use crate::brief::Language;
use crate::calibration::{Agreement, Calibration, DistributionError, Measured};
use crate::prior::{self, Prior};

/// With fewer surveys there is nothing to choose on once one is left out.
pub const SURVEYS_MIN: usize = 3;
const VERSION: &str = "1";
/// A language's λ is judged on its own cases and on everybody's mean, which counts as much as this many surveys' lone
/// cases: few cases of a language should not pull it far from the others.
const BORROWED_WEIGHT: f64 = 4.0;

/// The calibrations that are tried.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    pub engine_weights: Vec<f64>,
    pub prior_weights: Vec<f64>,
    pub lambdas: Vec<f64>,
}

impl Default for Grid {
    fn default() -> Self {
        Self {
            engine_weights: vec![0.0, 0.2, 0.35, 0.5, 0.7, 1.0],
            prior_weights: vec![0.0, 0.5, 0.75, 1.0, 1.3],
            lambdas: vec![0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0],
        }
    }
}

/// A fitted calibration, and what it was worth.
#[derive(Debug, Clone, PartialEq)]
pub struct Tuned<'a> {
    /// Each case as predicted by what was fitted without its survey, in the order given.
    pub predictions: Vec<Prediction<'a>>,
    /// The confidence that would have been stated about each, by a curve fitted without its survey.
    pub stated: Vec<f64>,
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
    let curve = agreement(&statements);
    let mut calibrations = BTreeMap::new();
    for language in Language::ALL {
        let own: Vec<_> = predictions.iter().filter(|it| it.case.language == language).cloned().collect();
        let Some(measured) = measured(&own, curve) else { continue };
        calibrations.insert(language, Calibration { measured: Some(measured), ..chosen.calibration(language) });
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
            let shares = chosen[survey].calibration(it.case.language).apply(&it.shares, &expected)?;
            Ok(Prediction { case: it.case, shares })
        };
        self.raw.iter().map(predict).collect()
    }

    fn on_everything(&self, grid: &Grid) -> Result<Choice, DistributionError> {
        self.choose(None, grid)
    }

    /// The confidence in each prediction, by the curve of the other surveys' statements.
    fn stated(&self, predictions: &[Prediction<'_>], statements: &[Statement]) -> Vec<f64> {
        let curve_without = |survey: usize| {
            let pairs = predictions.iter().zip(statements);
            let others = pairs.filter(|(it, _)| self.survey_of(it.case) != survey).map(|(_, statement)| *statement);
            agreement(&others.collect::<Vec<_>>())
        };
        let curves: Vec<Agreement> = (0..self.surveys.len()).map(curve_without).collect();
        let stated =
            |it: &Prediction<'_>| curves[self.survey_of(it.case)].probability(top_share(&it.shares), it.shares.len());
        predictions.iter().map(stated).collect()
    }

    fn survey_of(&self, case: &Case) -> usize {
        self.surveys.binary_search(&case.survey.as_str()).unwrap_or_default()
    }

    fn prior(&self, first: usize, second: usize) -> &Prior {
        &self.priors[&(first.min(second), first.max(second))]
    }

    /// The best of the grid on all surveys but one.
    fn choose(&self, left_out: Option<usize>, grid: &Grid) -> Result<Choice, DistributionError> {
        let used: Vec<&Prediction<'a>> =
            self.raw.iter().filter(|it| Some(self.survey_of(it.case)) != left_out).collect();
        let expected = used.iter().map(|it| {
            let own = self.survey_of(it.case);
            self.prior(left_out.unwrap_or(own), own).shares(it.case.language, &it.case.option_texts())
        });
        let expected: Vec<Vec<f64>> = expected.collect();
        let weights = weights(&used);
        let mut best: Option<(f64, Choice)> = None;
        for engine_weight in &grid.engine_weights {
            for prior_weight in &grid.prior_weights {
                let pool = Calibration {
                    engine_weight: *engine_weight,
                    prior_weight: *prior_weight,
                    ..Calibration::as_it_is()
                };
                let losses = Losses::of(&pool, &used, &expected, &weights, &grid.lambdas)?;
                let (loss, choice) = losses.best(&pool, &grid.lambdas);
                if best.as_ref().is_none_or(|(least, _)| loss < *least) {
                    best = Some((loss, choice));
                }
            }
        }
        Ok(best.map_or_else(Choice::cautious, |(_, choice)| choice))
    }
}

/// Cases of one survey repeat each other in part: n of them count as √n.
fn weights(used: &[&Prediction<'_>]) -> Vec<f64> {
    let mut per_survey: BTreeMap<&str, usize> = BTreeMap::new();
    used.iter().for_each(|it| *per_survey.entry(&it.case.survey).or_default() += 1);
    used.iter().map(|it| (per_survey[it.case.survey.as_str()] as f64).sqrt().recip()).collect()
}

/// A calibration but for what was measured: weights for all languages, λ for each.
struct Choice {
    pool: Calibration,
    lambdas: BTreeMap<Language, f64>,
}

impl Choice {
    fn cautious() -> Self {
        Self { pool: Calibration::cautious(), lambdas: BTreeMap::new() }
    }

    /// A language that nothing was seen of gets everybody's λ.
    fn calibration(&self, language: Language) -> Calibration {
        Calibration { lambda: self.lambdas.get(&language).copied().unwrap_or(self.pool.lambda), ..self.pool.clone() }
    }
}

/// By language, the weighted distance at each λ, and the cases' weight.
struct Losses {
    by_language: BTreeMap<Language, (Vec<f64>, f64)>,
}

impl Losses {
    fn of(
        pool: &Calibration,
        used: &[&Prediction<'_>],
        expected: &[Vec<f64>],
        weights: &[f64],
        lambdas: &[f64],
    ) -> Result<Self, DistributionError> {
        let mut by_language: BTreeMap<Language, (Vec<f64>, f64)> = BTreeMap::new();
        for ((it, expected), weight) in used.iter().zip(expected).zip(weights) {
            let pooled = pool.apply(&it.shares, expected)?;
            let uniform = 1.0 / pooled.len() as f64;
            let (losses, total) =
                by_language.entry(it.case.language).or_insert_with(|| (vec![0.0; lambdas.len()], 0.0));
            *total += weight;
            for (loss, lambda) in losses.iter_mut().zip(lambdas) {
                let kept: Vec<f64> = pooled.iter().map(|p| lambda * p + (1.0 - lambda) * uniform).collect();
                *loss += weight * total_variation(&it.case.shares, &kept);
            }
        }
        Ok(Self { by_language })
    }

    /// The least distance that a choice of λ reaches, and that choice.
    fn best(&self, pool: &Calibration, lambdas: &[f64]) -> (f64, Choice) {
        let total: f64 = self.by_language.values().map(|(_, weight)| weight).sum();
        let everybodys = |at: usize| self.by_language.values().map(|(losses, _)| losses[at]).sum::<f64>() / total;
        let least = |loss: &dyn Fn(usize) -> f64| {
            (0..lambdas.len()).min_by(|a, b| loss(*a).total_cmp(&loss(*b))).unwrap_or_default()
        };
        let mut reached = 0.0;
        let mut chosen = BTreeMap::new();
        for (language, (losses, _)) in &self.by_language {
            let at = least(&|at| losses[at] + BORROWED_WEIGHT * everybodys(at));
            reached += losses[at];
            chosen.insert(*language, lambdas[at]);
        }
        let pool = Calibration { lambda: lambdas[least(&everybodys)], ..pool.clone() };
        (reached, Choice { pool, lambdas: chosen })
    }
}

#[cfg(test)]
mod tests;
