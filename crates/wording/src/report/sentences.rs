//! Selects the sentences of a report. Each is a template filled from the fact table.

use analysis::thresholds::CLEAR_MIN;
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
    let verdict = &input.findings.ruling.verdict;
    let criterion = match (&methods.scale, &methods.price) {
        (Some(scale), _) => Criterion::UpperEnd { is_most: verdict.leader() == scale.steps.last().copied() },
        (None, Some(_)) => Criterion::Revenue,
        (None, None) => Criterion::Choice,
    };
    let is_measured = input.engine.measured.is_some();
    let basis = Basis::Forecast { is_guessing: input.engine.is_guessing(), is_measured, can_settle: can_settle(input) };
    facts.say(headline::message(verdict, criterion, input.served.inquiry, basis))
}

pub(super) fn summary(facts: &FactTable, input: &ReportInput<'_>) -> String {
    let methods = &input.findings.methods;
    let is_priced = methods.price.is_some();
    let mut ids = vec![match (&methods.scale, is_listed(input)) {
        (Some(_), _) => "summary-scale",
        (None, _) if is_priced => "summary-price",
        (None, true) => "summary-shares-lists",
        (None, false) if are_answers(input) => "summary-shares-answer",
        (None, false) => "summary-shares",
    }];
    // Of an engine that is no better than guessing, no figure is repeated.
    if input.engine.is_guessing() {
        ids = vec!["summary-guessing"];
    }
    ids.extend((input.findings.statistics.failed > 0).then_some("summary-failed"));
    if input.engine.is_guessing() {
        return sentences(facts, &ids);
    }
    ids.extend(methods.scale.as_ref().filter(|scale| scale.is_split).map(|_| "summary-scale-split"));
    // A scale has no first choice, and prices are judged by what they earn.
    let has_first = methods.scale.is_none() && !is_priced;
    let probability = if are_answers(input) { "summary-probability-answer" } else { "summary-probability" };
    ids.extend(has_first.then_some(probability));
    ids.extend(match (&input.engine.measured, input.engine.is_scripted) {
        (_, true) => None,
        (Some(_), false) => Some("summary-worth"),
        (None, false) if is_priced => Some("summary-worth-unmeasured-price"),
        (None, false) => Some("summary-worth-unmeasured"),
    });
    ids.extend((input.served.inquiry == Inquiry::FactualBelief).then_some("summary-belief"));
    let none = if are_answers(input) { "summary-none-answer" } else { "summary-none" };
    ids.extend((facts.has("none") && !is_priced).then_some(none));
    let segments = match (&methods.scale, is_priced) {
        (Some(_), _) => "summary-segments-scale",
        (None, true) => "summary-segments-price",
        (None, false) if are_answers(input) => "summary-segments-answer",
        (None, false) => "summary-segments",
    };
    ids.extend(facts.has("segment").then_some(segments));
    ids.extend(facts.has("bundle").then_some("summary-reach"));
    let driver = if are_answers(input) { "summary-driver-answer" } else { "summary-driver" };
    ids.extend(facts.has("driver").then_some(driver));
    ids.extend(concern_to_answer(facts, input));
    ids.extend(input.engine.is_scripted.then_some("notice-scripted"));
    sentences(facts, &ids)
}

/// Whether the report is about prices, and the engine was never tested on prices.
fn are_prices_untested(input: &ReportInput<'_>) -> bool {
    input.findings.methods.price.is_some() && input.engine.measured.is_none()
}

/// Returns the message on how many surveys that many people would settle, if the report recommends asking people.
fn odds_of_settling(input: &ReportInput<'_>) -> Option<&'static str> {
    let are_people_asked = !matches!(input.findings.ruling.verdict, Verdict::Alike | Verdict::None);
    let can_people_settle = input.findings.ruling.people.is_some() && can_settle(input);
    (are_people_asked && can_people_settle && !input.engine.is_guessing()).then_some("next-odds")
}

/// Names the checks that limit the confidence level.
pub(super) fn confidence(facts: &FactTable, input: &ReportInput<'_>) -> String {
    let confidence = &input.findings.confidence;
    if confidence.level == ConfidenceLevel::High {
        return facts.say("confidence-nothing");
    }
    let is_priced = input.findings.methods.price.is_some();
    let is_guessing = input.engine.is_guessing();
    // The size of a lead is no reason where the engine guesses it, or where nothing shows what it is worth.
    let is_lead_known = !is_guessing && input.engine.measured.is_some();
    let is_included = |check: &&Check| check.allows == confidence.level && (is_lead_known || check.of != Checked::Lead);
    let deciding = confidence.checks.iter().filter(is_included);
    let message = |check: &Check| match check.of {
        Checked::EngineSkill if check.value.is_none() && is_priced => "confidence-engine-unmeasured-price",
        Checked::EngineSkill if check.value.is_none() => "confidence-engine-unmeasured",
        Checked::EngineSkill if is_guessing => "confidence-engine-guesses",
        Checked::EngineSkill => "confidence-engine-skill",
        Checked::Lead if matches!(input.findings.ruling.verdict, Verdict::Clear(_) | Verdict::None) => {
            "confidence-lead-narrow"
        }
        Checked::Lead if input.findings.methods.scale.is_some() => "confidence-scale",
        Checked::Lead if is_priced => "confidence-price",
        Checked::Lead if input.findings.is_tie() && is_likely(input) => "confidence-lead-likely",
        Checked::Lead if input.findings.is_tie() => "confidence-lead-tie",
        Checked::Lead => "confidence-lead",
        Checked::FailureRate => "confidence-failure-rate",
        Checked::Readings => "confidence-readings",
    };
    sentences(facts, &deciding.map(message).collect::<Vec<_>>())
}

/// Returns whether the leading option is first with a high probability, though a tie is not ruled out.
fn is_likely(input: &ReportInput<'_>) -> bool {
    input.findings.preference.probability_first() >= CLEAR_MIN
}

/// Recommends what to do next. It stands above the chart, so it says nothing else.
pub(super) fn recommendation(facts: &FactTable, input: &ReportInput<'_>) -> String {
    let readings = input.findings.quality.are_readings_apart.then_some("recommend-readings");
    // An engine that guesses also guesses the number of people needed.
    if input.engine.is_guessing() {
        return sentences(facts, &readings.into_iter().chain(["recommend-guessing"]).collect::<Vec<_>>());
    }
    let mut ids: Vec<&str> = Vec::new();
    match step_without_survey(input) {
        // That no survey will settle it comes before what to do meanwhile, and a survey is not recommended.
        Some(next) => ids.extend([next].into_iter().chain(readings)),
        None => {
            let is_low = input.findings.confidence.level == ConfidenceLevel::Low;
            let caution = is_low.then_some("recommend-low-confidence");
            // Of prices that were never tested, the verdict already says that they are to be tested.
            let caution = caution.filter(|_| !are_prices_untested(input));
            ids.extend([next_step(input)].into_iter().chain(odds_of_settling(input)));
            ids.extend(lower_prices(input).into_iter().chain(readings).chain(caution));
        }
    }
    ids.extend(order_to_build(facts, input));
    sentences(facts, &ids)
}

/// Returns the message that names the features to build one after the other, unless most people want none of them.
fn order_to_build(facts: &FactTable, input: &ReportInput<'_>) -> Option<&'static str> {
    let is_wanted = input.findings.ruling.verdict != Verdict::None;
    (is_wanted && facts.has("build_first")).then_some("next-build")
}

/// Returns the message on the main concern of those who chose the leader, if it is common enough to be addressed first.
fn concern_to_answer(facts: &FactTable, input: &ReportInput<'_>) -> Option<&'static str> {
    let has_leader = matches!(input.findings.ruling.verdict, Verdict::Clear(_) | Verdict::Leaning(_));
    let risk = match input.served.inquiry {
        Inquiry::Naming => "next-risk-naming",
        _ if input.findings.methods.price.is_some() => "next-risk-price",
        _ => "next-risk",
    };
    (has_leader && !are_answers(input) && facts.has("leader_risk")).then_some(risk)
}

/// Returns the message on the next step where even a thousand people would probably not settle the question. Prices are
/// tested by selling, whatever the number of people.
fn step_without_survey(input: &ReportInput<'_>) -> Option<&'static str> {
    let methods = &input.findings.methods;
    if methods.price.is_some() || can_settle(input) {
        return None;
    }
    match (&input.findings.ruling.verdict, are_answers(input)) {
        (Verdict::Leaning(_) | Verdict::Unknown, _) if methods.scale.is_some() => Some("next-scale-many"),
        (Verdict::Leaning(_), false) => Some("next-leaning-many"),
        (Verdict::Leaning(_), true) => Some("next-leaning-many-answer"),
        (Verdict::Shortlist { .. }, false) => Some("next-shortlist-many"),
        (Verdict::Shortlist { .. }, true) => Some("next-shortlist-many-answer"),
        // That an untested engine forecasts much the same for all options is no reason to look for others.
        (Verdict::Unknown, _) if input.engine.measured.is_none() => Some("next-unknown-untested"),
        (Verdict::Unknown, false) => Some("next-unknown-many"),
        (Verdict::Unknown, true) => Some("next-unknown-many-answer"),
        (Verdict::Clear(_) | Verdict::Alike | Verdict::None, _) => None,
    }
}

/// Returns the message that lower prices are to be tested as well, if by a forecast that was never tested most people would buy at
/// none of the prices.
fn lower_prices(input: &ReportInput<'_>) -> Option<&'static str> {
    let do_most_refuse = input.findings.acceptance.as_ref().is_some_and(|acceptance| acceptance.share_none > 0.5);
    (are_prices_untested(input) && do_most_refuse).then_some("next-price-lower")
}

/// Returns the message on the next step, which follows from the verdict.
fn next_step(input: &ReportInput<'_>) -> &'static str {
    let has_prices = input.findings.methods.price.is_some();
    match (&input.findings.ruling.verdict, are_answers(input)) {
        _ if are_prices_untested(input) => "next-price-untested",
        (Verdict::Clear(_), _) if has_prices => "next-price",
        (Verdict::Leaning(_) | Verdict::Shortlist { .. } | Verdict::Unknown, _) if has_prices => "next-price-range",
        (Verdict::Clear(_), false) => "next-clear",
        (Verdict::Clear(_), true) if input.served.inquiry == Inquiry::FactualBelief => "next-clear-belief",
        (Verdict::Clear(_), true) => "next-clear-answer",
        (Verdict::Leaning(_), _) => "next-leaning",
        (Verdict::Shortlist { .. }, false) => "next-shortlist",
        (Verdict::Shortlist { .. }, true) | (Verdict::Unknown, _) => "next-unknown",
        (Verdict::Alike, _) => "next-alike",
        (Verdict::None, _) if has_prices => "next-none-price",
        (Verdict::None, false) => "next-none",
        (Verdict::None, true) => "next-none-answer",
    }
}

fn sentences(facts: &FactTable, ids: &[&str]) -> String {
    wording::sentences(facts.locale, &ids.iter().map(|id| facts.say(id)).collect::<Vec<_>>())
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
