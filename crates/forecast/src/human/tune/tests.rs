//! Selecting a calibration, on the shipped cases with engines of known quality.

use rand::RngExt;

use super::*;
use crate::human::tests::{fivethirtyeight, made};
use crate::human::{Reading, Score, ablation, measure, open};
use foundation::Language;
use foundation::chance::stream;

fn folds<'a>(cases: &'a [Case], engine: impl Fn(&Case) -> Vec<f64>) -> Folds<'a> {
    Folds::new(cases.iter().map(|case| Prediction { case, shares: engine(case) }).collect(), cases)
}

fn predictions<'a>(folds: &Folds<'a>) -> Vec<Prediction<'a>> {
    folds.predictions(&Grid::default()).unwrap()
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

/// Cases of a few surveys, so that fitting is fast; one survey is relabelled as Spanish.
fn few(surveys: &[&str], spanish: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = open().iter().filter(|case| surveys.contains(&case.survey.as_str())).cloned().collect();
    cases.iter_mut().filter(|case| case.survey == spanish).for_each(|case| case.language = Language::Es);
    cases
}

const FOUR: [&str; 4] = ["fte-steak", "fte-starwars", "fte-weather", "fte-sleeping"];

#[test]
fn pooling_with_an_engine_of_noise_costs_little_of_the_priors_skill() {
    let folds = folds(fivethirtyeight(), noise);
    let by_variant: BTreeMap<&str, f64> =
        ablation(&folds).unwrap().into_iter().map(|it| (it.variant, it.score.skill.unwrap())).collect();
    let whole = skill(&predictions(&folds));
    assert_eq!(whole, by_variant["pooled_shrunk"]);
    assert!(by_variant["engine"] < -20.0 && by_variant["engine_shrunk"] > -2.0, "{by_variant:?}");
    assert!(by_variant["prior"] > 5.0 && whole > 0.0 && whole < by_variant["prior"] + 5.0, "{by_variant:?}");
    assert_eq!(folds.on_everything(&Grid::default()).unwrap().engine_weight, 0.0);
}

#[test]
fn a_case_that_counts_more_decides_more() {
    let engine = |case: &Case| if case.survey == "fte-steak" { truth(case) } else { noise(case) };
    let chosen = |weight: f64| {
        let mut cases = few(&FOUR, "");
        cases.iter_mut().filter(|case| case.survey == "fte-steak").for_each(|case| case.weight = weight);
        folds(&cases, engine).on_everything(&Grid::default()).unwrap()
    };
    assert_eq!((chosen(100.0).engine_weight, chosen(100.0).lambda), (1.0, 1.0));
    assert!(chosen(0.01).lambda * chosen(0.01).engine_weight < 1.0);
}

#[test]
fn a_survey_that_is_left_out_does_not_move_its_own_predictions() {
    let cases = few(&FOUR, "");
    let mut altered = cases.clone();
    altered.iter_mut().filter(|case| case.survey == "fte-steak").for_each(|case| case.shares.reverse());
    let (first, second) = (folds(&cases, noise), folds(&altered, noise));
    for (first, second) in predictions(&first).iter().zip(predictions(&second)) {
        assert!(first.case.survey != "fte-steak" || first.shares == second.shares, "{}", first.case.id);
    }
}

#[test]
fn a_language_without_cases_gets_no_calibration() {
    let cases = few(&FOUR, "fte-weather");
    let readings: Vec<Reading<'_>> =
        cases.iter().map(|case| Reading { case, shares: truth(case), groups: Vec::new() }).collect();
    let record = measure(&readings, &cases).unwrap().unwrap();
    assert_eq!(record.calibrations.into_keys().collect::<Vec<_>>(), [Language::En, Language::Es]);
}

#[test]
fn few_surveys_are_left_out_one_by_one_and_many_in_twenty_folds() {
    let (four, many) = (made(4, 2, 3), made(30, 2, 3));
    let (four, many) = (folds(&four, truth), folds(&many, truth));
    assert_eq!((four.surveys(), four.count(), four.priors.len()), (4, 4, 10));
    assert_eq!((many.surveys(), many.count(), many.priors.len()), (30, 20, 210));
    for folds in [four, many] {
        for (first, second) in folds.raw().iter().zip(&folds.raw()[1..]) {
            let is_same_fold = folds.fold_of(first.case) == folds.fold_of(second.case);
            assert_eq!(is_same_fold, first.case.survey == second.case.survey, "neighbours are dealt apart");
        }
    }
}

#[test]
fn a_prior_has_not_seen_the_folds_that_it_is_for() {
    let cases = few(&FOUR, "");
    let folds = folds(&cases, truth);
    let seen = &folds.prior(0, 2).fitted_on.surveys;
    assert_eq!(seen, &["fte-starwars", "fte-weather"], "of sleeping, starwars, steak and weather, the first and third");
}

#[test]
fn little_known_cases_are_preferred_where_they_come_from_enough_surveys() {
    let mut cases = made(6, 2, 3);
    cases[..6].iter_mut().for_each(|case| case.known = Known::Wide);
    let folds = folds(&cases, truth);
    let preferring_little_known =
        |surveys_min: usize| preferring_little_known(folds.raw().iter().collect(), surveys_min).len();
    assert_eq!((preferring_little_known(3), preferring_little_known(4)), (6, 12));
}
