//! Measuring: on synthetic cases with engines of known quality, and on the shipped cases.

use super::super::*;
use super::made;
use crate::ConfidenceLevel;
use crate::calibration::{Calibration, DistributionError, Measured};
use foundation::Language;
use foundation::chance::stream;

fn readings(cases: &[Case], engine: impl Fn(&Case) -> Vec<f64>) -> Vec<Reading<'_>> {
    cases.iter().map(|case| Reading { case, shares: engine(case), groups: Vec::new() }).collect()
}

fn record(cases: &[Case], engine: impl Fn(&Case) -> Vec<f64>) -> Record<'_> {
    measure(&readings(cases, engine), cases).unwrap().unwrap()
}

fn english(record: &Record<'_>) -> (Calibration, Measured) {
    let calibration = record.calibrations[&Language::En].clone();
    let measured = calibration.measured.clone().unwrap();
    (calibration, measured)
}

fn truth(case: &Case) -> Vec<f64> {
    case.shares.clone()
}

/// An engine whose shares are inverse to people's.
fn opposite(case: &Case) -> Vec<f64> {
    case.shares.iter().map(|share| share.max(0.01).recip()).collect()
}

fn uniform(case: &Case) -> Vec<f64> {
    vec![0.25; case.options.len()]
}

fn first(case: &Case) -> Vec<f64> {
    (0..case.options.len()).map(|at| if at == 0 { 1.0 } else { 0.0 }).collect()
}

#[test]
fn an_engine_with_full_skill_gets_full_weight_and_a_large_effective_size() {
    let record = record(open(), truth);
    assert_eq!(record.calibrations.keys().copied().collect::<Vec<_>>(), Language::ALL);
    for calibration in record.calibrations.values() {
        assert_eq!((calibration.engine_weight, calibration.prior_weight, calibration.lambda), (1.0, 0.0, 1.0));
        let measured = calibration.measured.as_ref().unwrap();
        assert!(measured.knows && measured.skill > 99.0 && measured.engine_alone > 99.0, "{measured:?}");
        assert!(measured.coverage >= 0.95 && calibration.effective_size().people() > 100.0, "{measured:?}");
        assert!(calibration.scale_size() > 300.0 && measured.winner_accuracy > 0.95, "{measured:?}");
        assert_eq!((calibration.group_weight, &measured.groups), (0.0, &None));
    }
    let (_, english) = english(&record);
    assert_eq!((english.cases, english.surveys, english.little_known_cases), (184, 50, 100));
    assert!(!english.pooled);
}

#[test]
fn a_language_of_few_surveys_uses_the_effective_size_of_all() {
    let is_of_few = |case: &&Case| case.language == Language::En || case.survey == "tw-students-2023";
    let cases: Vec<Case> = open().iter().filter(is_of_few).cloned().collect();
    let record = record(&cases, truth);
    let is_pooled = |language| record.calibrations[&language].measured.as_ref().unwrap().pooled;
    assert!(is_pooled(Language::Zh) && !is_pooled(Language::En));
}

#[test]
fn an_engine_that_says_the_same_of_every_option_has_no_skill() {
    let cases = made(12, 5, 4);
    let (calibration, measured) = english(&record(&cases, uniform));
    assert!(!measured.knows && measured.engine_alone == 0.0, "{measured:?}");
    assert_eq!(calibration.engine_weight, 0.0);
    assert!(calibration.effective_size().people() < 30.0, "{measured:?}");
}

#[test]
fn an_engine_that_says_the_opposite_or_always_the_first_gets_no_weight() {
    let cases = made(12, 5, 4);
    for engine in [opposite, first] {
        let (calibration, measured) = english(&record(&cases, engine));
        assert_eq!((measured.knows, calibration.engine_weight), (false, 0.0));
        assert!(measured.engine_alone < 0.0 && measured.skill == measured.engine_alone, "{measured:?}");
    }
}

#[test]
fn skill_on_widely_known_cases_alone_gives_an_engine_no_weight() {
    let mut cases = made(12, 5, 4);
    cases[..30].iter_mut().for_each(|case| case.known = Known::Wide);
    let remembers = |case: &Case| if case.known == Known::Wide { truth(case) } else { opposite(case) };
    let (calibration, measured) = english(&record(&cases, remembers));
    assert_eq!((measured.knows, calibration.engine_weight), (false, 0.0));
    assert_eq!((measured.cases, measured.little_known_cases), (60, 30));
    assert!(measured.printed_skill() < 1.0, "{measured:?}");
}

#[test]
fn skill_on_little_known_cases_gives_an_engine_weight() {
    let mut cases = made(12, 5, 4);
    cases[..30].iter_mut().for_each(|case| case.known = Known::Wide);
    let knows = |case: &Case| if case.known == Known::Little { truth(case) } else { opposite(case) };
    let (calibration, measured) = english(&record(&cases, knows));
    assert_eq!((measured.knows, calibration.engine_weight, calibration.lambda), (true, 1.0, 1.0));
    assert!(measured.skill_little_known.unwrap() > 99.0 && measured.skill < 90.0, "{measured:?}");
}

#[test]
fn a_language_with_few_surveys_borrows_from_all() {
    let mut cases = made(12, 5, 4);
    cases[..20].iter_mut().for_each(|case| case.language = Language::Zh);
    let near = |case: &Case| panel::draw(&case.shares, 30, &mut stream(5, &case.id));
    let record = record(&cases, near);
    let measured = |language| record.calibrations[&language].measured.clone().unwrap();
    let (english, chinese) = (measured(Language::En), measured(Language::Zh));
    assert_eq!((english.pooled, chinese.pooled, chinese.surveys, chinese.cases), (false, true, 4, 20));
    let stated = |measured: &Measured| measured.levels.iter().map(|rate| rate.cases).sum::<u32>();
    assert_eq!((stated(&english), stated(&chinese)), (40, 60));
    assert!(english.effective_size > 15.0 && english.coverage > 0.85, "{english:?}");
}

#[test]
fn groups_are_kept_as_far_as_they_proved_right_in_every_language() {
    let mut cases = made(6, 2, 2);
    let apart = [("young", [0.7, 0.3]), ("old", [0.4, 0.6])];
    for (at, case) in cases.iter_mut().enumerate() {
        let group =
            |(label, shares): (&str, [f64; 2])| CaseGroup { label: label.to_owned(), n: 300, shares: shares.into() };
        case.shares = vec![0.55, 0.45];
        case.groups = vec![CaseAttribute { name: "age".to_owned(), values: apart.map(group).into() }];
        case.language = if at < 4 { Language::Es } else { Language::En };
    }
    let mut readings = readings(&cases, truth);
    for reading in &mut readings {
        let group = |(label, shares): (&str, [f64; 2])| GroupReading {
            attribute: "age".to_owned(),
            label: label.to_owned(),
            shares: shares.into(),
        };
        reading.groups = apart.map(group).into();
    }
    let record = measure(&readings, &cases).unwrap().unwrap();
    for calibration in record.calibrations.values() {
        let groups = calibration.measured.as_ref().unwrap().groups.clone().unwrap();
        assert_eq!((groups.cases, groups.groups, calibration.group_weight), (12, 24, groups.weight));
        assert!(groups.weight >= 0.9 && groups.correlation > 0.99, "{groups:?}");
    }
}

#[test]
fn confidence_is_stated_for_every_prediction_and_borne_out_where_it_is_right() {
    let cases = made(8, 5, 4);
    let record = record(&cases, truth);
    assert_eq!(record.stated.len(), cases.len());
    assert!(record.stated.iter().all(|(_, chance)| (0.25..=1.0).contains(chance)), "{:?}", record.stated);
    let (_, measured) = english(&record);
    assert_eq!(measured.levels.iter().map(|rate| rate.cases).sum::<u32>(), 40);
    assert!(measured.levels.iter().all(|rate| rate.right > 0.99), "{measured:?}");
    assert_eq!(measured.capped_by_record(ConfidenceLevel::High), ConfidenceLevel::High);
}

#[test]
fn two_surveys_are_too_few() {
    let cases = made(2, 5, 4);
    assert_eq!(measure(&readings(&cases, truth), &cases).unwrap(), None);
}

#[test]
fn what_is_no_distribution_is_refused() {
    let cases = made(4, 2, 4);
    let nothing = |case: &Case| vec![0.0; case.options.len()];
    assert_eq!(measure(&readings(&cases, nothing), &cases), Err(DistributionError::Empty));
}

#[test]
fn percentages_are_as_good_as_shares() {
    let cases = made(4, 2, 4);
    let percent = |case: &Case| case.shares.iter().map(|share| share * 100.0).collect::<Vec<f64>>();
    assert_eq!(english(&record(&cases, percent)), english(&record(&cases, truth)));
}
