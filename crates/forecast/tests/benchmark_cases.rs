//! Checks the benchmark cases: complete, cited, diverse, and held out of training.

#![allow(clippy::unwrap_used)] // A panic is how a test fails.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;

const FILES: [&str; 2] = [include_str!("../data/human/benchmark.json"), include_str!("../data/human/recent.json")];
const HELD_OUT: &str = include_str!("../../../training/held_out_ids");
/// Tolerance for shares, which are stored with five decimals.
const ROUNDING: f64 = 0.001;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "a field that is missing is an error whether or not it is looked at")]
struct Case {
    id: String,
    #[serde(default)]
    pool_id: Option<String>,
    #[serde(default)]
    family: Option<String>,
    survey: String,
    source: String,
    repo: String,
    file: String,
    #[serde(default)]
    commit: Option<String>,
    licence: String,
    year: Option<Value>,
    country: String,
    population: String,
    question: String,
    options: Vec<String>,
    ordinal: bool,
    #[serde(default)]
    ordinal_scale: Vec<String>,
    language: String,
    topic: String,
    kind: String,
    n: u32,
    #[serde(default)]
    n_eff: Option<f64>,
    shares: BTreeMap<String, f64>,
    #[serde(default)]
    groups: BTreeMap<String, BTreeMap<String, Group>>,
    wording: String,
    known: String,
    #[serde(default)]
    note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    n: u32,
    shares: BTreeMap<String, f64>,
}

fn cases() -> Vec<Case> {
    FILES.iter().flat_map(|file| serde_json::from_str::<Vec<Case>>(file).unwrap()).collect()
}

fn count(cases: &[Case], holds: impl Fn(&Case) -> bool) -> usize {
    cases.iter().filter(|case| holds(case)).count()
}

fn assert_whole(id: &str, options: &[String], shares: &BTreeMap<String, f64>) {
    let named: BTreeSet<&String> = shares.keys().collect();
    assert_eq!(named, options.iter().collect(), "{id}");
    let sum: f64 = shares.values().sum();
    assert!(
        (sum - 1.0).abs() <= 2.0 * ROUNDING && shares.values().all(|share| (0.0..=1.0).contains(share)),
        "{id}: {sum}"
    );
}

#[test]
fn each_case_can_be_asked_and_says_where_its_figures_come_from() {
    for case in cases() {
        assert!((2..=10).contains(&case.options.len()) && case.n >= 100, "{}", case.id);
        let told = [&case.question, &case.population, &case.source, &case.repo, &case.licence];
        assert!(told.iter().all(|text| !text.trim().is_empty()), "{}", case.id);
        assert!(["en", "es", "zh"].contains(&case.language.as_str()), "{}", case.id);
        assert!(["little", "wide"].contains(&case.known.as_str()), "{}", case.id);
        assert!(["own", "source"].contains(&case.wording.as_str()), "{}", case.id);
        assert_whole(&case.id, &case.options, &case.shares);
        for group in case.groups.values().flat_map(BTreeMap::values) {
            assert!(group.n >= 50, "{}", case.id);
            assert_whole(&case.id, &case.options, &group.shares);
        }
    }
}

#[test]
fn no_case_stands_there_twice() {
    let cases = cases();
    assert_eq!(cases.iter().map(|case| &case.id).collect::<BTreeSet<_>>().len(), cases.len());
    let of_pool: Vec<&String> = cases.iter().filter_map(|case| case.pool_id.as_ref()).collect();
    assert_eq!(of_pool.iter().collect::<BTreeSet<_>>().len(), of_pool.len());
}

#[test]
fn the_cases_are_of_three_languages_and_of_what_people_buy_and_most_are_little_known() {
    const BOUGHT: [&str; 9] =
        ["brand", "food_drink", "name", "price", "product", "service", "technology", "transport", "travel"];
    let cases = cases();
    assert!((250..=350).contains(&cases.len()), "{}", cases.len());
    assert!(count(&cases, |case| case.language == "es") >= 75);
    assert!(count(&cases, |case| case.language == "zh") >= 65);
    assert!(count(&cases, |case| BOUGHT.contains(&case.topic.as_str())) >= 60);
    assert!(count(&cases, |case| case.known == "little") * 4 >= cases.len() * 3);
}

#[test]
fn every_survey_that_a_case_comes_from_is_held_out_of_training() {
    let held_out: BTreeSet<&str> = HELD_OUT.lines().filter(|line| !line.starts_with('#')).collect();
    let cases = cases();
    let surveys: BTreeSet<&str> = cases.iter().map(|case| case.survey.as_str()).collect();
    assert_eq!(held_out, surveys);
}
