//! Selects the sentences of a report. Each is a template filled from the fact table.

use analysis::{Check, Checked, Estimator, Verdict};
use forecast::ConfidenceLevel;
use forecast::joint::PeopleNeeded;
use foundation::Language;
use language::Inquiry;

use super::ReportInput;
use super::facts::FactTable;
use super::headline::{self, Basis, Criterion};
use crate as wording;

const TITLE_QUESTION_CHARS_MAX: usize = 120;

/// Returns the report's title; a long question is cut at a word.
pub fn title(language: Language, served_question: &str) -> String {
    wording::say(language, "title", &[("question", shorten(served_question).into())])
}

fn shorten(question: &str) -> String {
    if question.chars().count() <= TITLE_QUESTION_CHARS_MAX {
        return question.to_owned();
    }
    let cut: String = question.chars().take(TITLE_QUESTION_CHARS_MAX).collect();
    // Without a space in the second half, as in Chinese, the cut falls between characters.
    let at_word = cut.rfind(' ').filter(|at| *at > cut.len() / 2).unwrap_or(cut.len());
    format!("{}…", cut[..at_word].trim_end())
}

fn is_listed(input: &ReportInput<'_>) -> bool {
    input.findings.preference.estimator == Estimator::PlackettLuce
}

fn are_answers(input: &ReportInput<'_>) -> bool {
    headline::are_answers(input.served.inquiry)
}

/// Returns whether a thousand people would settle at least every other survey.
fn can_settle(input: &ReportInput<'_>) -> bool {
    input.findings.ruling.people.as_ref().is_some_and(PeopleNeeded::is_feasible)
}

/// Returns the verdict in one sentence.
pub(super) fn headline(facts: &FactTable, input: &ReportInput<'_>) -> String {
    let methods = &input.findings.methods;
    let criterion = match (&methods.scale, &methods.price) {
        (Some(scale), _) => Criterion::UpperEnd { is_most: scale.top >= 0.5 },
        (None, Some(_)) => Criterion::Revenue,
        (None, None) => Criterion::Choice,
    };
    let can_settle = can_settle(input);
    let basis = Basis::Forecast { is_guessing: input.engine.is_guessing(), can_settle };
    facts.say(headline::message(&input.findings.ruling.verdict, criterion, input.served.inquiry, basis))
}

pub(super) fn summary(facts: &FactTable, input: &ReportInput<'_>) -> String {
    let methods = &input.findings.methods;
    let is_priced = methods.price.is_some();
    let mut said = vec![match (&methods.scale, is_listed(input)) {
        (Some(_), _) => "summary-scale",
        (None, _) if is_priced => "summary-price",
        (None, true) => "summary-shares-lists",
        (None, false) if are_answers(input) => "summary-shares-answer",
        (None, false) => "summary-shares",
    }];
    said.extend(methods.scale.as_ref().filter(|scale| scale.is_split).map(|_| "summary-scale-split"));
    said.extend((input.findings.statistics.failed > 0).then_some("summary-failed"));
    // If the engine is no better than guessing, nothing else is reported.
    if input.engine.is_guessing() {
        said.push("summary-guessing");
        return sentences(facts, &said);
    }
    // A scale has no first choice, and prices are judged by what they earn.
    let has_first = methods.scale.is_none() && !is_priced;
    let probability = if are_answers(input) { "summary-probability-answer" } else { "summary-probability" };
    said.extend(has_first.then_some(probability));
    said.extend(match (&input.engine.measured, input.engine.is_scripted) {
        (_, true) => None,
        (Some(_), false) => Some("summary-worth"),
        (None, false) if is_priced => Some("summary-worth-unmeasured-price"),
        (None, false) => Some("summary-worth-unmeasured"),
    });
    said.extend((input.served.inquiry == Inquiry::FactualBelief).then_some("summary-belief"));
    let none = if are_answers(input) { "summary-none-answer" } else { "summary-none" };
    said.extend((facts.has("none") && !is_priced).then_some(none));
    let segments = if is_priced { "summary-segments-price" } else { "summary-segments" };
    said.extend(facts.has("segment").then_some(segments));
    said.extend(facts.has("bundle").then_some("summary-reach"));
    let driver = if are_answers(input) { "summary-driver-answer" } else { "summary-driver" };
    said.extend(facts.has("driver").then_some(driver));
    said.extend(input.engine.is_scripted.then_some("notice-scripted"));
    sentences(facts, &said)
}

/// Names the checks that limit the confidence level.
pub(super) fn confidence(facts: &FactTable, input: &ReportInput<'_>) -> String {
    let confidence = &input.findings.confidence;
    if confidence.level == ConfidenceLevel::High {
        return facts.say("confidence-nothing");
    }
    let is_priced = input.findings.methods.price.is_some();
    let deciding = confidence.checks.iter().filter(|check| check.allows == confidence.level);
    let message = |check: &Check| match check.of {
        Checked::EngineSkill if check.value.is_none() && is_priced => "confidence-engine-unmeasured-price",
        Checked::EngineSkill if check.value.is_none() => "confidence-engine-unmeasured",
        Checked::EngineSkill if input.engine.is_guessing() => "confidence-engine-guesses",
        Checked::EngineSkill => "confidence-engine-skill",
        Checked::Lead if matches!(input.findings.ruling.verdict, Verdict::Clear(_)) => "confidence-lead-narrow",
        Checked::Lead if input.findings.methods.scale.is_some() => "confidence-scale",
        Checked::Lead if is_priced => "confidence-price",
        Checked::Lead if input.findings.is_tie() => "confidence-lead-tie",
        Checked::Lead => "confidence-lead",
        Checked::FailureRate => "confidence-failure-rate",
        Checked::Readings => "confidence-readings",
    };
    sentences(facts, &deciding.map(message).collect::<Vec<_>>())
}

/// Recommends what to do next, based on the concerns of those who chose the leader.
pub(super) fn recommendation(facts: &FactTable, input: &ReportInput<'_>) -> String {
    let is_guessing = input.engine.is_guessing();
    let is_many = !can_settle(input);
    let mut said = Vec::new();
    // Concerns forecast by an engine that guesses are no basis for action.
    let has_leader = matches!(input.findings.ruling.verdict, Verdict::Clear(_) | Verdict::Leaning(_));
    let is_worth_answering = has_leader && !is_guessing && !are_answers(input) && facts.has("leader_risk");
    let has_prices = input.findings.methods.price.is_some();
    let risk = match input.served.inquiry {
        Inquiry::Naming => "next-risk-naming",
        _ if has_prices => "next-risk-price",
        _ => "next-risk",
    };
    said.extend(is_worth_answering.then_some(risk));
    let is_priced = has_prices && !is_guessing;
    let next = match (&input.findings.ruling.verdict, are_answers(input)) {
        (Verdict::Clear(_), _) if is_priced => "next-price",
        (Verdict::Leaning(_) | Verdict::Shortlist { .. } | Verdict::Unknown, _) if is_priced => "next-price-range",
        (Verdict::Clear(_), false) => "next-clear",
        (Verdict::Clear(_), true) if input.served.inquiry == Inquiry::FactualBelief => "next-clear-belief",
        (Verdict::Clear(_), true) => "next-clear-answer",
        (Verdict::Leaning(_), _) if is_many => "next-leaning-many",
        (Verdict::Leaning(_), _) => "next-leaning",
        (Verdict::Shortlist { .. } | Verdict::Unknown, _) if is_many => "next-unknown-many",
        (Verdict::Shortlist { .. }, false) => "next-shortlist",
        (Verdict::Shortlist { .. }, true) | (Verdict::Unknown, _) => "next-unknown",
        (Verdict::Alike, _) => "next-alike",
        (Verdict::None, _) if has_prices => "next-none-price",
        (Verdict::None, false) => "next-none",
        (Verdict::None, true) => "next-none-answer",
    };
    // The number of people needed is a guess too.
    let is_said = !(is_guessing && matches!(next, "next-leaning-many" | "next-unknown-many"));
    said.extend(is_said.then_some(next));
    said.extend(input.findings.quality.are_readings_apart.then_some("recommend-readings"));
    let guessing = if is_said { "recommend-guessing" } else { "recommend-guessing-alone" };
    said.extend(is_guessing.then_some(guessing));
    let is_low = input.findings.confidence.level == ConfidenceLevel::Low;
    said.extend((is_low && !is_guessing).then_some("recommend-low-confidence"));
    sentences(facts, &said)
}

fn sentences(facts: &FactTable, ids: &[&str]) -> String {
    wording::sentences(facts.language, &ids.iter().map(|id| facts.say(id)).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_question_is_cut_at_a_word() {
        let long = "word ".repeat(60);
        let shown = title(Language::En, long.trim());
        assert!(shown.ends_with("word…") && shown.chars().count() < 150, "{shown}");
    }

    #[test]
    fn a_long_question_without_spaces_is_cut_between_characters() {
        let shown = title(Language::Zh, &"问".repeat(300));
        assert!(shown.ends_with("问…") && shown.chars().count() < 150, "{shown}");
    }
}
