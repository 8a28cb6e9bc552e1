//! The shipped prior, and fitting one.

use proptest::prelude::*;

use super::*;
use crate::human::{self, Case, Prediction, Score};
use foundation::Language::{En, Es, Zh};

/// Some of the cases that the weights were fitted on.
fn fivethirtyeight() -> &'static [Case] {
    let open = human::open();
    &open[..open.iter().take_while(|case| case.survey.starts_with("fte-")).count()]
}

fn skill(cases: &[Case], shares: Vec<Vec<f64>>) -> f64 {
    let predictions: Vec<_> = cases.iter().zip(shares).map(|(case, shares)| Prediction { case, shares }).collect();
    Score::of(&predictions).unwrap().skill.unwrap()
}

#[test]
fn the_shipped_prior_names_every_trait_and_what_it_was_fitted_on() {
    let prior = Prior::shipped();
    assert_eq!(prior.weights.keys().copied().collect::<Vec<_>>(), Trait::ALL);
    assert_eq!((prior.fitted_on.surveys.len(), prior.fitted_on.ridge), (19, RIDGE));
}

#[test]
fn the_shipped_prior_is_nearer_to_real_people_than_a_uniform_guess() {
    let shares = fivethirtyeight().iter().map(|case| Prior::shipped().shares(case.language, &case.option_texts()));
    assert!(skill(fivethirtyeight(), shares.collect()) > 8.0);
}

#[test]
fn a_prior_fitted_without_a_survey_still_helps_there() {
    let shares = leave_one_survey_out(fivethirtyeight(), fit);
    assert!(skill(fivethirtyeight(), shares) > 5.0);
}

#[test]
fn a_fit_gets_nearer_to_its_own_cases_than_no_weights_do() {
    let cases: Vec<&Case> = fivethirtyeight().iter().collect();
    let fitted = fit(&cases);
    let shares = cases.iter().map(|case| fitted.shares(case.language, &case.option_texts())).collect();
    assert!(skill(fivethirtyeight(), shares) > 12.0);
    assert_eq!(fitted.fitted_on.cases, 59);
}

#[test]
fn a_fit_does_not_depend_on_the_order_of_cases() {
    let cases: Vec<&Case> = fivethirtyeight().iter().collect();
    let turned: Vec<&Case> = fivethirtyeight().iter().rev().collect();
    let (first, second) = (fit(&cases), fit(&turned));
    for (name, weight) in &first.weights {
        assert!((weight - second.weights[name]).abs() < 0.01, "{name:?}");
    }
}

#[test]
fn traits_that_no_case_has_weigh_nothing() {
    let yes_or_no: Vec<&Case> = fivethirtyeight().iter().filter(|case| case.options == ["Yes", "No"]).collect();
    let fitted = fit(&yes_or_no);
    assert_eq!(fitted.weights[&Trait::Bare], 0.0);
    assert_ne!(fitted.weights[&Trait::Yes], 0.0);
}

#[test]
fn the_same_scale_gets_the_same_shares_in_every_language() {
    let prior = Prior::shipped();
    let english = prior.shares(En, &["Strongly agree", "Agree", "Disagree", "Strongly disagree"]);
    let spanish = prior.shares(Es, &["Muy de acuerdo", "De acuerdo", "En desacuerdo", "Muy en desacuerdo"]);
    let chinese = prior.shares(Zh, &["非常同意", "同意", "不同意", "非常不同意"]);
    assert_eq!(english, spanish);
    assert_eq!(english, chinese);
    assert!(english[1] > english[0] && english[1] > english[2] && english[2] > english[3], "{english:?}");
}

#[test]
fn options_with_nothing_to_go_by_get_equal_shares() {
    assert_eq!(Prior::shipped().shares(En, &["Paris", "Rome"]), [0.5, 0.5]);
}

#[test]
fn residual_and_dont_know_options_are_expected_less() {
    let shares = Prior::shipped().shares(Es, &["Playa", "Montaña", "Otro", "No sé"]);
    assert!(shares[0] == shares[1] && shares[0] > shares[3] && shares[3] > shares[2], "{shares:?}");
}

proptest! {
    #[test]
    fn shares_follow_their_options_and_sum_to_one(at in 0usize..59, by in 0usize..8) {
        let case = &fivethirtyeight()[at];
        let mut options = case.option_texts();
        let straight = Prior::shipped().shares(case.language, &options);
        let by = by % options.len();
        options.rotate_left(by);
        options.reverse();
        let mut turned = Prior::shipped().shares(case.language, &options);
        turned.reverse();
        turned.rotate_right(by);
        prop_assert!((straight.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        prop_assert!(straight.iter().zip(&turned).all(|(a, b)| (a - b).abs() < 1e-12));
    }
}
