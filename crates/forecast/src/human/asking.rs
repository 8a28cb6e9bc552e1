//! Selects the cases that a measurement asks, and estimates its cost. A short measurement is stratified by language
//! and survey and prefers little-known cases.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Case, CaseAttribute, Known};
use crate::usage::{Price, Usage};

/// Cases of the short measurement that runs in the background: enough to fit a calibration, with a few hundred calls.
pub const SHORT_CASES: usize = 40;

/// Readings of a case's total by an engine that writes documents.
pub const READINGS: usize = 4;
/// Attributes asked per case. More would cost more than they add.
const ATTRIBUTES_MAX: usize = 2;
const ATTRIBUTES_FIRST: [&str; 7] = ["age", "gender", "sex", "education", "income", "area", "region"];
/// Rough token counts of one document: the prompt, and the reply with its reasoning.
const PROMPT_TOKENS: u64 = 450;
const REPLY_TOKENS: u64 = 350;
/// Calls of a report by an engine that writes documents (docs/engines.md).
const REPORT_CALLS: usize = 25;

/// Estimated effort of a measurement or a report.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    pub cases: usize,
    pub calls: usize,
    pub tokens: u64,
    /// In the currency of the prices; `None` without prices.
    pub cost: Option<f64>,
}

impl Estimate {
    /// Estimates the tokens and cost of a number of calls.
    pub fn of(cases: usize, calls: usize, price: Option<Price>) -> Self {
        let number = calls as u64;
        let (prompt_tokens, completion_tokens) = (number * PROMPT_TOKENS, number * REPLY_TOKENS);
        let usage = Usage { calls: number, prompt_tokens, cached_tokens: 0, completion_tokens };
        Self { cases, calls, tokens: prompt_tokens + completion_tokens, cost: price.map(|price| usage.cost(&price)) }
    }

    /// Estimates a report of 100 respondents. The number of calls hardly depends on the sample size.
    pub fn of_report(price: Option<Price>) -> Self {
        Self::of(0, REPORT_CALLS, price)
    }

    /// Estimates the short measurement for an engine that writes documents.
    pub fn of_short(price: Option<Price>) -> Self {
        let cases = stratified(super::open(), SHORT_CASES);
        let calls = cases.iter().map(|case| READINGS + case.asked_groups().len()).sum();
        Self::of(cases.len(), calls, price)
    }
}

impl Case {
    /// Returns the attributes whose groups are asked: at most two, those used in reports first.
    pub fn asked_groups(&self) -> Vec<&CaseAttribute> {
        let rank = |attribute: &&CaseAttribute| {
            let known = ATTRIBUTES_FIRST.iter().position(|name| *name == attribute.name);
            known.unwrap_or(ATTRIBUTES_FIRST.len())
        };
        let mut attributes: Vec<&CaseAttribute> = self.groups.iter().collect();
        attributes.sort_by_key(rank);
        attributes.truncate(ATTRIBUTES_MAX);
        attributes
    }
}

/// Picks `count` cases. Languages, families and surveys alternate, so that a short measurement covers every family that has cases;
/// within a survey, little-known cases come first.
pub fn stratified(cases: &[Case], count: usize) -> Vec<&Case> {
    let mut by_language: BTreeMap<_, BTreeMap<_, BTreeMap<&str, Vec<&Case>>>> = BTreeMap::new();
    for case in cases {
        let families = by_language.entry(case.language).or_default();
        families.entry(case.family).or_default().entry(case.survey.as_str()).or_default().push(case);
    }
    let of_language = |families: BTreeMap<_, _>| alternated(&families.into_values().map(in_turn).collect::<Vec<_>>());
    let mut chosen = alternated(&by_language.into_values().map(of_language).collect::<Vec<_>>());
    chosen.truncate(count);
    chosen
}

/// Takes one case from each list in turn until all are taken.
fn alternated<'a>(lists: &[Vec<&'a Case>]) -> Vec<&'a Case> {
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    (0..longest).flat_map(|place| lists.iter().filter_map(move |list| list.get(place).copied())).collect()
}

/// Interleaves the surveys: one case of each, then a second of each, and so on.
fn in_turn<'a>(mut surveys: BTreeMap<&'a str, Vec<&'a Case>>) -> Vec<&'a Case> {
    surveys.values_mut().for_each(|own| own.sort_by_key(|case| (case.known != Known::Little, case.id.clone())));
    let longest = surveys.values().map(Vec::len).max().unwrap_or(0);
    let mut line: Vec<&'a Case> = Vec::new();
    for place in 0..longest {
        let mut round: Vec<&'a Case> = surveys.values().filter_map(|own| own.get(place).copied()).collect();
        round.sort_by_key(|case| case.known != Known::Little);
        line.extend(round);
    }
    line
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::human;
    use foundation::Language;
    use language::QuestionFamily;

    #[test]
    fn a_short_measurement_asks_in_every_language_and_of_many_surveys() {
        let chosen = stratified(human::open(), SHORT_CASES);
        assert_eq!(chosen.len(), SHORT_CASES);
        for language in Language::ALL {
            assert!(chosen.iter().filter(|case| case.language == language).count() >= 12, "{language}");
        }
        let surveys: BTreeSet<&str> = chosen.iter().map(|case| case.survey.as_str()).collect();
        assert!(surveys.len() >= 15, "{surveys:?}");
        for family in QuestionFamily::ALL {
            assert!(chosen.iter().filter(|case| case.family == family).count() >= 4, "{family:?}");
        }
        let choices: BTreeSet<&str> = chosen
            .iter()
            .filter(|case| case.family == QuestionFamily::Choices)
            .map(|case| case.survey.as_str())
            .collect();
        assert!(choices.len() >= 5, "{choices:?}");
        let little = chosen.iter().filter(|case| case.known == Known::Little).count();
        assert!(little * 10 >= chosen.len() * 7, "{little}");
    }

    #[test]
    fn no_case_is_asked_twice_and_no_more_than_there_are() {
        let all = stratified(human::open(), usize::MAX);
        assert_eq!(all.len(), human::open().len());
        assert_eq!(all.iter().map(|case| &case.id).collect::<BTreeSet<_>>().len(), all.len());
    }
}
