//! Scores readings against people's answers: with the calibration that reports use, and cross-validated by survey.

use std::collections::BTreeMap;

use forecast::ConfidenceLevel;
use forecast::calibration::{Calibration, DistributionError, Measured};
use forecast::floored;
use forecast::human::{self, Ablation, Bin, Case, Folds, Prediction, Reading, Record, Score};
use forecast::prior::Prior;
use foundation::Language;
use serde::Serialize;

use crate::measure::{Readings, Unread};
use engine::EngineCard;

/// Bins of the calibration curve.
const CURVE_BINS: usize = 10;

/// Result of a run, as printed for tools.
#[derive(Debug, Serialize)]
pub struct Results {
    pub engine: String,
    pub model: Option<String>,
    /// Whether the calibration in use is based on a record, in every language with cases.
    pub measured: bool,
    /// Scores with the calibration that a report would have used.
    #[serde(flatten)]
    pub shipped: Scores,
    /// `None` with too few surveys for cross-validation.
    pub leave_one_survey_out: Option<LeftOut>,
    /// Cases that were asked in this run; the others had a stored reading.
    pub read_now: usize,
    pub failed: Vec<Unread>,
}

/// Cross-validated scores: each survey is predicted by a fit without it.
#[derive(Debug, Serialize)]
pub struct LeftOut {
    pub surveys: usize,
    #[serde(flatten)]
    pub scores: Scores,
    /// Scores with components of the calibration removed.
    pub ablation: Vec<Ablation>,
    /// Calibrations that measuring these cases would record.
    pub calibrations: BTreeMap<Language, Calibration>,
}

/// Statement about the winner: level, stated probability, and outcome (1 if right, 0 if wrong, in between for ties).
type Stated = (ConfidenceLevel, f64, f64);

/// Scores over all cases and by group.
#[derive(Debug, Serialize)]
pub struct Scores {
    #[serde(flatten)]
    pub all: Figures,
    pub by_language: BTreeMap<Language, Figures>,
    pub by_topic: BTreeMap<String, Figures>,
    pub by_options: BTreeMap<usize, Figures>,
    /// `None` for an engine without a record, for which reports state no confidence.
    pub confidence: Option<Confidence>,
}

/// A score, under the field names that tools rely on.
#[derive(Debug, Clone, Serialize)]
pub struct Figures {
    pub cases: usize,
    pub skill: Option<f64>,
    pub winner_accuracy: f64,
    pub chance: f64,
    /// Accuracy of a sample of a hundred real people.
    pub human_ceiling: f64,
    /// Weight of the pooled shares against uniform; the mean over cases if languages differ.
    pub lambda: f64,
    pub total_variation: f64,
    pub uniform_total_variation: f64,
    pub wasserstein: Option<f64>,
    pub uniform_wasserstein: Option<f64>,
}

/// Stated confidence against observed hit rate.
#[derive(Debug, Serialize)]
pub struct Confidence {
    pub curve: Vec<Bin>,
    pub levels: Vec<LevelRate>,
}

/// Hit rate of one confidence level.
#[derive(Debug, Serialize)]
pub struct LevelRate {
    pub level: ConfidenceLevel,
    pub cases: usize,
    /// Mean stated probability, and hit rate; `None` without cases.
    pub stated: Option<f64>,
    pub right: Option<f64>,
}

impl Results {
    /// Scores readings; `None` if there are none. The prior is fitted on all `known` cases, with or without readings;
    /// `in_force` is the calibration that reports use, by language.
    pub fn of(
        card: &EngineCard,
        readings: Readings<'_>,
        known: &[Case],
        in_force: &BTreeMap<Language, Calibration>,
    ) -> Result<Option<Self>, DistributionError> {
        let Readings { readings, unread, read_now, .. } = readings;
        let raw = human::uncalibrated(&readings)?;
        let Some(shipped) = as_in_reports(&raw, in_force)? else { return Ok(None) };
        let measured = in_force.values().all(|calibration| calibration.measured.is_some());
        let leave_one_survey_out = left_out(&readings, raw, known)?;
        let (engine, model) = (card.name.clone(), card.model.clone());
        Ok(Some(Self { engine, model, measured, shipped, leave_one_survey_out, read_now, failed: unread }))
    }
}

fn as_in_reports(
    raw: &[Prediction<'_>],
    in_force: &BTreeMap<Language, Calibration>,
) -> Result<Option<Scores>, DistributionError> {
    let mut predictions = Vec::with_capacity(raw.len());
    let mut statements = Vec::new();
    for it in raw {
        let Some(calibration) = in_force.get(&it.case.language) else { continue };
        let expected = Prior::shipped().shares(it.case.language, &it.case.option_texts());
        let shares = floored(&calibration.apply(&it.shares, &expected)?);
        let prediction = Prediction { case: it.case, shares };
        statements.extend(calibration.measured.as_ref().map(|measured| stated(&prediction, calibration, measured)));
        predictions.push(prediction);
    }
    Ok(Scores::of(&predictions, &statements, in_force))
}

/// Returns what a report on this case would have stated.
fn stated(prediction: &Prediction<'_>, calibration: &Calibration, measured: &Measured) -> Stated {
    let (level, chance) = human::stated(prediction, &calibration.effective_size());
    (measured.capped_by_record(level), chance, right(prediction))
}

fn left_out(
    readings: &[Reading<'_>],
    raw: Vec<Prediction<'_>>,
    known: &[Case],
) -> Result<Option<LeftOut>, DistributionError> {
    let folds = Folds::new(raw, known);
    let Some(Record { predictions, calibrations, stated }) = human::measure_in(&folds, readings)? else {
        return Ok(None);
    };
    let statements: Vec<Stated> =
        stated.into_iter().zip(&predictions).map(|((level, chance), it)| (level, chance, right(it))).collect();
    let Some(scores) = Scores::of(&predictions, &statements, &calibrations) else { return Ok(None) };
    Ok(Some(LeftOut { surveys: folds.surveys(), scores, ablation: human::ablation(&folds)?, calibrations }))
}

fn right(prediction: &Prediction<'_>) -> f64 {
    human::top_agreement(&prediction.case.shares, &prediction.shares)
}

impl Scores {
    fn of(
        predictions: &[Prediction<'_>],
        statements: &[Stated],
        calibrations: &BTreeMap<Language, Calibration>,
    ) -> Option<Self> {
        let lambdas = Lambdas { predictions, calibrations };
        Some(Self {
            all: Figures::of(&Score::of(predictions)?, lambdas.mean(|_| true)),
            by_language: lambdas.grouped(|case| case.language),
            by_topic: lambdas.grouped(|case| case.topic.clone()),
            by_options: lambdas.grouped(|case| case.options.len()),
            confidence: (!statements.is_empty()).then(|| Confidence::of(statements)),
        })
    }
}

/// Looks up λ by the language of each prediction.
struct Lambdas<'a> {
    predictions: &'a [Prediction<'a>],
    calibrations: &'a BTreeMap<Language, Calibration>,
}

impl Lambdas<'_> {
    fn mean(&self, is_member: impl Fn(&Case) -> bool) -> f64 {
        let members = self.predictions.iter().filter(|it| is_member(it.case));
        let lambdas: Vec<f64> =
            members.filter_map(|it| Some(self.calibrations.get(&it.case.language)?.lambda)).collect();
        let mean = lambdas.iter().sum::<f64>() / lambdas.len().max(1) as f64;
        // Rounded, so that the mean of equal values prints as that value.
        (mean * 1e6).round() / 1e6
    }

    fn grouped<K: Ord>(&self, group: impl Fn(&Case) -> K) -> BTreeMap<K, Figures> {
        let scores = human::by(self.predictions, &group);
        let figures = scores.into_iter().map(|(key, score)| {
            let lambda = self.mean(|case| group(case) == key);
            (key, Figures::of(&score, lambda))
        });
        figures.collect()
    }
}

impl Figures {
    fn of(score: &Score, lambda: f64) -> Self {
        Self {
            cases: score.cases,
            skill: score.skill,
            winner_accuracy: score.winner_accuracy,
            chance: score.winner_chance,
            human_ceiling: score.winner_ceiling,
            lambda,
            total_variation: score.total_variation,
            uniform_total_variation: score.uniform_total_variation,
            wasserstein: score.wasserstein,
            uniform_wasserstein: score.uniform_wasserstein,
        }
    }
}

impl Confidence {
    fn of(statements: &[Stated]) -> Self {
        let rate = |level: ConfidenceLevel| {
            let own: Vec<_> = statements.iter().filter(|(stated, ..)| *stated == level).collect();
            let mean = |part: fn(&Stated) -> f64| {
                (!own.is_empty()).then(|| own.iter().map(|it| part(it)).sum::<f64>() / own.len() as f64)
            };
            LevelRate { level, cases: own.len(), stated: mean(|it| it.1), right: mean(|it| it.2) }
        };
        let levels = [ConfidenceLevel::High, ConfidenceLevel::Medium, ConfidenceLevel::Low].map(rate);
        let curve: Vec<(f64, f64)> = statements.iter().map(|(_, chance, right)| (*chance, *right)).collect();
        Self { curve: human::calibration(&curve, CURVE_BINS), levels: levels.into() }
    }
}
