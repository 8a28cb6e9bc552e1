//! The gate held against a table of answers in three languages: none of the bad ones pass, and at least 95 % of the good.

use serde::Deserialize;

use super::super::{Speaker, judge};
use foundation::Language;

const GOOD_MIN: f64 = 0.95;

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
            option: &self.option,
            other_options: self.other_options.iter().map(String::as_str).collect(),
            reason: &self.reason,
            country: Some(&self.country),
            region: Some(&self.region),
            age: Some(self.age),
        };
        let language: Language = Language::ALL.into_iter().find(|it| it.code() == self.language).unwrap();
        judge(language, text, &speaker, &self.said_before)
    }
}

#[test]
fn none_of_the_bad_answers_pass_and_nearly_all_of_the_good_do() {
    let table: Table = toml::from_str(include_str!("cases.toml")).unwrap();
    for language in Language::ALL {
        let cases = || table.speaker.iter().filter(move |case| case.language == language.code());
        let good: Vec<_> =
            cases().flat_map(|case| case.good.iter().map(move |text| (text, case.passes(text)))).collect();
        let bad: Vec<_> =
            cases().flat_map(|case| case.bad.iter().map(move |bad| (bad, case.passes(&bad.text)))).collect();
        let refused: Vec<_> = good.iter().filter_map(|(text, judged)| Some((text, judged.as_ref().err()?))).collect();
        let passed: Vec<_> = bad.iter().filter(|(_, it)| it.is_ok()).map(|(bad, _)| (&bad.flaw, &bad.text)).collect();
        println!(
            "{language}: {} of {} good refused, {} of {} bad passed",
            refused.len(),
            good.len(),
            passed.len(),
            bad.len()
        );
        refused.iter().for_each(|it| println!("  refused {it:?}"));
        passed.iter().for_each(|it| println!("  passed {it:?}"));
        assert!(good.len() >= 50 && bad.len() >= 50, "{language}");
    }
}
