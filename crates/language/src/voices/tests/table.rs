//! Evaluates the gate on labelled answers in three languages: no bad and at least 95 % of the good pass.

use serde::Deserialize;

use super::super::{Speaker, judge};
use foundation::Language;

const GOOD_MIN: f64 = 0.95;
/// The gate's first result on fresh.toml, before any rule was tuned to it: 20 of 30 good and 11 of 30 bad answers
/// passed. It is the better estimate of the error rates, since the rules were tuned on the other table.
const FRESH_GOOD_MIN: f64 = 0.66;
const FRESH_BAD_PASSED_MAX: f64 = 0.37;

#[derive(Deserialize)]
struct Table {
    speaker: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    language: String,
    question: String,
    option: String,
    other_options: Vec<String>,
    reason: String,
    country: String,
    region: String,
    age: u8,
    #[serde(default)]
    said_before: Vec<String>,
    good: Vec<String>,
    bad: Vec<Bad>,
}

#[derive(Deserialize)]
struct Bad {
    text: String,
    flaw: String,
}

impl Case {
    fn passes(&self, text: &str) -> Result<String, super::Flaw> {
        let speaker = Speaker {
            question: &self.question,
            option: &self.option,
            other_options: self.other_options.iter().map(String::as_str).collect(),
            reason: &self.reason,
            country: Some(&self.country),
            region: Some(&self.region),
            age: Some(self.age),
            ..Speaker::default()
        };
        let language: Language = Language::ALL.into_iter().find(|it| it.code() == self.language).unwrap();
        judge(language, text, &speaker, &self.said_before)
    }
}

/// The number of answers in a language, and those judged wrongly.
struct Measured<'a> {
    good: usize,
    bad: usize,
    refused: Vec<(&'a str, &'static str)>,
    passed: Vec<(&'a str, &'a str)>,
}

impl<'a> Measured<'a> {
    fn of(table: &'a Table, language: Language) -> Self {
        let cases: Vec<&Case> = table.speaker.iter().filter(|case| case.language == language.code()).collect();
        let (mut refused, mut passed) = (Vec::new(), Vec::new());
        for case in &cases {
            let wrongly = |text: &'a String| Some((text.as_str(), case.passes(text).err()?.as_str()));
            refused.extend(case.good.iter().filter_map(wrongly));
            let wrongly =
                |bad: &'a Bad| case.passes(&bad.text).is_ok().then_some((bad.flaw.as_str(), bad.text.as_str()));
            passed.extend(case.bad.iter().filter_map(wrongly));
        }
        let good = cases.iter().map(|case| case.good.len()).sum();
        let bad = cases.iter().map(|case| case.bad.len()).sum();
        let measured = Self { good, bad, refused, passed };
        measured.print(language);
        measured
    }

    fn print(&self, language: Language) {
        println!("{language}: {} of {} good refused", self.refused.len(), self.good);
        self.refused.iter().for_each(|(text, flaw)| println!("  refused {flaw}: {text}"));
        println!("{language}: {} of {} bad passed", self.passed.len(), self.bad);
        self.passed.iter().for_each(|(flaw, text)| println!("  passed {flaw}: {text}"));
    }

    fn good_share(&self) -> f64 {
        1.0 - self.refused.len() as f64 / self.good as f64
    }
}

#[test]
fn none_of_the_bad_answers_pass_and_nearly_all_of_the_good_do() {
    let table: Table = toml::from_str(include_str!("cases.toml")).unwrap();
    let measured = Language::ALL.map(|language| Measured::of(&table, language));
    for measured in &measured {
        assert!(measured.good >= 50 && measured.bad >= 50);
        assert_eq!(measured.passed, Vec::new());
        assert!(measured.good_share() >= GOOD_MIN, "{:?}", measured.refused);
    }
}

#[test]
fn answers_on_subjects_that_no_rule_was_made_for_are_judged_rightly_as_a_rule() {
    let table: Table = toml::from_str(include_str!("fresh.toml")).unwrap();
    let measured = Language::ALL.map(|language| Measured::of(&table, language));
    let sum = |count: fn(&Measured<'_>) -> usize| measured.iter().map(count).sum::<usize>() as f64;
    let good_passed = 1.0 - sum(|it| it.refused.len()) / sum(|it| it.good);
    let bad_passed = sum(|it| it.passed.len()) / sum(|it| it.bad);
    assert!(measured.iter().all(|it| it.good >= 10 && it.bad >= 10));
    assert!(good_passed >= FRESH_GOOD_MIN, "{good_passed}");
    assert!(bad_passed <= FRESH_BAD_PASSED_MAX, "{bad_passed}");
}
