//! Facts about fitting, on the shipped cases with engines whose worth is known.

use rand::RngExt;

use super::*;
use crate::chance::stream;
use crate::human::{ablation, open};

fn folds<'a>(cases: &'a [Case], engine: impl Fn(&Case) -> Vec<f64>) -> Folds<'a> {
    Folds::new(cases.iter().map(|case| Prediction { case, shares: engine(case) }).collect(), cases)
}

fn tuned<'a>(folds: &Folds<'a>) -> Tuned<'a> {
    tune(folds).unwrap().unwrap()
}

fn skill(predictions: &[Prediction<'_>]) -> f64 {
    Score::of(predictions).unwrap().skill.unwrap()
}

fn truth(case: &Case) -> Vec<f64> {
    case.shares.clone()
}

fn noise(case: &Case) -> Vec<f64> {
    let mut rng = stream(7, &case.id);
    case.options.iter().map(|_| rng.random_range(0.01..1.0)).collect()
}

/// Cases of a few surveys, so that fitting is quick; some of them in another language.
fn few(surveys: &[&str], spanish: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = open().iter().filter(|case| surveys.contains(&case.survey.as_str())).cloned().collect();
    cases.iter_mut().filter(|case| case.survey == spanish).for_each(|case| case.language = Language::Es);
    cases
}

const FOUR: [&str; 4] = ["fte-steak", "fte-starwars", "fte-weather", "fte-sleeping"];

#[test]
fn an_engine_that_tells_the_truth_is_believed() {
    let folds = folds(open(), truth);
    let tuned = tuned(&folds);
    let calibration = &tuned.calibrations[&Language::En];
    assert_eq!((calibration.engine_weight, calibration.prior_weight), (1.0, 0.0));
    assert!(calibration.lambda >= 0.9, "{calibration:?}");
    assert!(skill(&tuned.predictions) > 60.0, "{}", skill(&tuned.predictions));
    let measured = calibration.measured.as_ref().unwrap();
    assert_eq!(measured.cases, 59);
    assert!(measured.winner_accuracy > 0.85 && measured.share_error < 0.05, "{measured:?}");
}

#[test]
fn an_engine_of_noise_costs_little_of_what_the_prior_knows() {
    let folds = folds(open(), noise);
    let by_variant: BTreeMap<&str, f64> =
        ablation(&folds).unwrap().into_iter().map(|it| (it.variant, it.score.skill.unwrap())).collect();
    let whole = skill(&tuned(&folds).predictions);
    assert_eq!(whole, by_variant["pooled_shrunk"]);
    assert!(by_variant["engine"] < -20.0 && by_variant["engine_shrunk"] > -2.0, "{by_variant:?}");
    assert!(by_variant["prior"] > 5.0 && whole > 0.0 && whole < by_variant["prior"] + 5.0, "{by_variant:?}");
    assert_eq!(tuned(&folds).calibrations[&Language::En].engine_weight, 0.0);
}

#[test]
fn a_survey_that_is_left_out_does_not_move_its_own_predictions() {
    let cases = few(&FOUR, "");
    let mut altered = cases.clone();
    altered.iter_mut().filter(|case| case.survey == "fte-steak").for_each(|case| case.shares.reverse());
    let engine = |case: &Case| noise(case);
    let (first, second) = (folds(&cases, engine), folds(&altered, engine));
    for (first, second) in tuned(&first).predictions.iter().zip(tuned(&second).predictions) {
        assert!(first.case.survey != "fte-steak" || first.shares == second.shares, "{}", first.case.id);
    }
}

#[test]
fn a_language_without_cases_gets_no_calibration() {
    let cases = few(&FOUR, "fte-weather");
    let folds = folds(&cases, truth);
    let languages: Vec<Language> = tuned(&folds).calibrations.into_keys().collect();
    assert_eq!(languages, [Language::En, Language::Es]);
}

#[test]
fn two_surveys_are_too_few() {
    let cases = few(&FOUR[..2], "");
    assert_eq!(tune(&folds(&cases, truth)).unwrap(), None);
}

#[test]
fn what_is_no_distribution_is_refused() {
    let cases = few(&FOUR, "");
    let empty = |case: &Case| vec![0.0; case.options.len()];
    assert_eq!(tune(&folds(&cases, empty)), Err(DistributionError::Empty));
}

#[test]
fn confidence_is_stated_for_every_prediction() {
    let cases = few(&FOUR, "");
    let folds = folds(&cases, truth);
    let tuned = tuned(&folds);
    assert_eq!(tuned.stated.len(), cases.len());
    // An engine that tells the truth is right nearly always, and says so.
    let mean = tuned.stated.iter().map(|stated| stated.right).sum::<f64>() / tuned.stated.len() as f64;
    assert!(mean > 0.7, "{:?}", tuned.stated);
}
