//! Measures an engine against people's answers: fits its calibration and produces the record that reports print.
//! Every case is scored by a fit without its survey. Effective sample size, coverage and confidence levels use only
//! little-known cases if there are enough.

use std::collections::BTreeMap;

use super::coverage::{Coverage, SURVEYS_OWN_MIN, scale_record};
use super::family::{beats_guessing, by_family};
use super::score::{skill, uniform};
use super::tune::{Folds, Grid, SURVEYS_MIN, preferring_little_known, surveys_of};
use super::{Case, Known, Prediction, differences, rounded, top_agreement};
use crate::ConfidenceLevel;
use crate::calibration::{Calibration, DistributionError, GroupRecord, LevelRate, Measured, ScaleRecord, level};
use crate::joint::{EffectiveSize, RecordCase};
use foundation::Language;
use foundation::chance;

const VERSION: &str = "6";
const SEED: u64 = 2026;
const DRAWS: u32 = 4_000;

/// An engine's shares for one case.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading<'a> {
    pub case: &'a Case,
    /// By option, in the case's order.
    pub shares: Vec<f64>,
    /// Empty if groups were not asked.
    pub groups: Vec<GroupReading>,
}

/// An engine's shares for one group of a case.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupReading {
    pub attribute: String,
    pub label: String,
    /// By option, in the case's order.
    pub shares: Vec<f64>,
}

/// Result of measuring an engine.
#[derive(Debug, Clone, PartialEq)]
pub struct Record<'a> {
    /// Cross-validated prediction of each case, in the order given.
    pub predictions: Vec<Prediction<'a>>,
    /// Fitted on all cases, for the languages that have any.
    pub calibrations: BTreeMap<Language, Calibration>,
    /// By prediction: the confidence level that would have been stated, and its probability.
    pub stated: Vec<(ConfidenceLevel, f64)>,
}

/// Fits and evaluates a calibration. The prior is fitted on all `known` cases, with or without readings. Returns
/// `None` with fewer than `SURVEYS_MIN` surveys.
pub fn measure<'a>(readings: &[Reading<'a>], known: &[Case]) -> Result<Option<Record<'a>>, DistributionError> {
    let raw = uncalibrated(readings)?;
    if surveys_of(&raw).len() < SURVEYS_MIN {
        return Ok(None);
    }
    measure_in(&Folds::new(raw, known), readings)
}

/// Returns the engine's shares, normalised but not calibrated.
pub fn uncalibrated<'a>(readings: &[Reading<'a>]) -> Result<Vec<Prediction<'a>>, DistributionError> {
    let as_said = |reading: &Reading<'a>| {
        let shares = Calibration::identity().apply(&reading.shares, &uniform(reading.case))?;
        Ok(Prediction { case: reading.case, shares })
    };
    readings.iter().map(as_said).collect()
}

/// Like [`measure`], with folds that the caller has already built. Building them is slow.
pub fn measure_in<'a>(folds: &Folds<'a>, readings: &[Reading<'a>]) -> Result<Option<Record<'a>>, DistributionError> {
    if folds.surveys() < SURVEYS_MIN {
        return Ok(None);
    }
    let grid = Grid::default();
    let predictions = folds.predictions(&grid)?;
    let chosen = folds.on_everything(&grid)?;
    let scored = preferring_little_known(predictions.iter().collect(), SURVEYS_OWN_MIN);
    let left_out: Vec<EffectiveSize> =
        (0..folds.count()).map(|fold| fit_effective_size(&scored, |case| folds.fold_of(case) != fold)).collect();
    let coverage = Coverage::of(&scored, folds, &left_out);
    let stated: Vec<(ConfidenceLevel, f64)> =
        predictions.iter().map(|it| stated(it, &left_out[folds.fold_of(it.case)])).collect();
    let findings = Findings {
        uncalibrated: folds.raw(),
        predictions: &predictions,
        stated: &stated,
        is_memory_left_out: scored.len() < predictions.len(),
        scale: scale_record(&scored, folds),
        groups: differences::record(readings),
        effective_size_prior: fit_effective_size(&scored, |_| true),
        coverage,
    };
    let calibrations = findings.calibrations(&chosen);
    Ok(Some(Record { predictions, calibrations, stated }))
}

/// Returns the confidence in a prediction with this distribution of the effective sample size, and the probability that its top
/// option is people's first choice. Reports state it in the same way.
pub fn stated(prediction: &Prediction<'_>, effective_size: &EffectiveSize) -> (ConfidenceLevel, f64) {
    let shares = &prediction.shares;
    let mut ranking: Vec<usize> = (0..shares.len()).collect();
    ranking.sort_by(|a, b| shares[*b].total_cmp(&shares[*a]));
    let posterior = effective_size.shares(shares);
    // The interval of the lead includes zero exactly if the tail beyond zero is larger than the interval's.
    let is_tie = posterior.ahead(ranking[1], ranking[0]) > statistics::TAIL;
    let probability =
        posterior.best_probabilities(DRAWS, &mut chance::stream(SEED, &prediction.case.id)).best[ranking[0]];
    (level(probability, is_tie), probability)
}

/// Fits the distribution of the effective sample size over all languages. One language has too few surveys for it.
fn fit_effective_size(scored: &[&Prediction<'_>], counts: impl Fn(&Case) -> bool) -> EffectiveSize {
    let mut record = Vec::with_capacity(scored.len());
    for it in scored.iter().filter(|it| counts(it.case)) {
        let (survey, shares) = (it.case.survey.as_str(), it.case.shares.as_slice());
        record.push(RecordCase { survey, forecast: &it.shares, shares, people: it.case.n_eff, weight: it.case.weight });
    }
    EffectiveSize::learned(&record)
}

/// Results from which the record of each language is derived.
struct Findings<'p, 'a> {
    uncalibrated: &'p [Prediction<'a>],
    predictions: &'p [Prediction<'a>],
    stated: &'p [(ConfidenceLevel, f64)],
    /// Whether widely known cases, which a model may recall, are excluded.
    is_memory_left_out: bool,
    coverage: Coverage<'a>,
    effective_size_prior: EffectiveSize,
    scale: Option<ScaleRecord>,
    groups: Option<GroupRecord>,
}

impl<'a> Findings<'_, 'a> {
    fn calibrations(&self, chosen: &Calibration) -> BTreeMap<Language, Calibration> {
        let group_weight = self.groups.as_ref().map_or(0.0, |groups| groups.weight);
        let of_language = |language: Language| {
            let measured = self.measured(language)?;
            Some((language, Calibration { group_weight, measured: Some(measured), ..chosen.clone() }))
        };
        Language::ALL.into_iter().filter_map(of_language).collect()
    }

    /// `None` for a language without cases.
    fn measured(&self, language: Language) -> Option<Measured> {
        let own = filtered(self.predictions, |case| case.language == language);
        if own.is_empty() {
            return None;
        }
        let own_uncalibrated = filtered(self.uncalibrated, |case| case.language == language);
        let scope = self.coverage.scope(language);
        let knows = self.knows(scope);
        // If the engine is no better than guessing, good predictions are due to the prior, so its raw shares are
        // scored.
        let credited = if knows { &own } else { &own_uncalibrated };
        let little = filtered(credited, |case| case.known == Known::Little);
        Some(Measured {
            version: VERSION.to_owned(),
            cases: count(own.len()),
            surveys: count(surveys_of(&own).len()),
            little_known_cases: count(little.len()),
            // If people answered uniformly, skill is undefined.
            skill: rounded(skill(credited).unwrap_or(0.0), 2),
            skill_little_known: skill(&little).map(|skill| rounded(skill, 2)),
            engine_alone: rounded(skill(&own_uncalibrated).unwrap_or(0.0), 2),
            knows,
            winner_accuracy: rounded(mean(own.iter().map(right)), 4),
            chance: rounded(mean(own.iter().map(|it| 1.0 / it.case.options.len() as f64)), 4),
            share_error: rounded(mean(own.iter().flat_map(share_errors)), 4),
            effective_size: rounded(self.coverage.size(language), 1),
            pooled: scope.is_none(),
            coverage: rounded(self.coverage.rate(scope), 4),
            worth: self.effective_size_prior.steps(),
            coverage_by_share: self.coverage.by_share(scope),
            scale: self.scale.clone(),
            groups: self.groups.clone(),
            levels: self.levels(scope),
            by_family: by_family(self.uncalibrated, self.predictions, language),
        })
    }

    /// Returns whether a case counts for the figures of a language, or for the pooled ones.
    fn counts(&self, case: &Case, scope: Option<Language>) -> bool {
        let is_judged = !self.is_memory_left_out || case.known == Known::Little;
        is_judged && scope.is_none_or(|scope| case.language == scope)
    }

    /// Returns whether the engine's uncalibrated shares beat a uniform guess.
    fn knows(&self, scope: Option<Language>) -> bool {
        beats_guessing(&filtered(self.uncalibrated, |case| self.counts(case, scope)))
    }

    /// Returns the hit rate of each level that was stated.
    fn levels(&self, scope: Option<Language>) -> Vec<LevelRate> {
        let rate = |level: ConfidenceLevel| {
            let pairs = self.predictions.iter().zip(self.stated);
            let own = pairs.filter(|(it, (stated, _))| *stated == level && self.counts(it.case, scope));
            let rights: Vec<f64> = own.map(|(it, _)| right(it)).collect();
            let cases = count(rights.len());
            (cases > 0).then(|| LevelRate { level, cases, right: rounded(mean(rights.into_iter()), 4) })
        };
        [ConfidenceLevel::High, ConfidenceLevel::Medium, ConfidenceLevel::Low].into_iter().filter_map(rate).collect()
    }
}

fn filtered<'a>(predictions: &[Prediction<'a>], is_one: impl Fn(&Case) -> bool) -> Vec<Prediction<'a>> {
    predictions.iter().filter(|it| is_one(it.case)).cloned().collect()
}

/// Returns 1 if the top option is people's first choice, 0 if not, in between for ties.
fn right(prediction: &Prediction<'_>) -> f64 {
    top_agreement(&prediction.case.shares, &prediction.shares)
}

fn share_errors(prediction: &Prediction<'_>) -> Vec<f64> {
    prediction.case.shares.iter().zip(&prediction.shares).map(|(people, ours)| (people - ours).abs()).collect()
}

fn mean(figures: impl Iterator<Item = f64>) -> f64 {
    let (sum, number) = figures.fold((0.0, 0.0), |(sum, number), figure| (sum + figure, number + 1.0));
    sum / f64::max(number, 1.0)
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
