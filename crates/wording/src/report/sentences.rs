//! Decides which sentences a report says. Each is a template filled in from the fact table.

use forecast::ConfidenceLevel;
use foundation::Language;
use language::Inquiry;
use survey::analysis::{Check, Checked, Estimator, Severity};

use super::Told;
use super::facts::FactTable;
use crate as wording;

const TITLE_QUESTION_CHARS_MAX: usize = 120;
/// When this part would rather have none of the options, it is worth looking for others.
const NONE_NOTABLE: f64 = 0.25;

/// How many options may be the most chosen.
enum Standing {
    Winner,
    Pair,
    Several,
}

fn standing(told: &Told<'_>) -> Standing {
    let preference = &told.findings.preference;
    match (preference.is_tie(), preference.contenders.len()) {
        (false, _) => Standing::Winner,
        (true, ..=2) => Standing::Pair,
        (true, _) => Standing::Several,
    }
}

/// Why the answers are worth fewer than were given, if they are; a difference that rounding hides is none.
fn worth(told: &Told<'_>) -> Option<&'static str> {
    let (answered, weighted) = (f64::from(told.findings.statistics.successful), told.findings.statistics.effective);
    if told.engine.effective_size.round() < weighted.round() {
        Some("summary-effective-engine")
    } else {
        (weighted.round() < answered).then_some("summary-effective-weights")
    }
}

/// Report title; a long question is cut at a word.
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

fn is_listed(told: &Told<'_>) -> bool {
    told.findings.preference.estimator == Estimator::PlackettLuce
}

pub(super) fn headline(facts: &FactTable, told: &Told<'_>) -> String {
    facts.say(match (standing(told), is_listed(told)) {
        (Standing::Winner, false) => "headline-winner",
        (Standing::Winner, true) => "headline-winner-lists",
        (Standing::Pair, false) => "headline-tie",
        (Standing::Pair, true) => "headline-tie-lists",
        (Standing::Several, false) => "headline-several",
        (Standing::Several, true) => "headline-several-lists",
    })
}

pub(super) fn summary(facts: &FactTable, told: &Told<'_>) -> String {
    let has_failures = told.findings.statistics.failed > 0;
    let mut said = vec![if has_failures { "summary-base-failed" } else { "summary-base" }];
    said.push(match (standing(told), is_listed(told)) {
        (Standing::Winner, false) => "summary-winner",
        (Standing::Winner, true) => "summary-winner-lists",
        (Standing::Pair, false) => "summary-tie",
        (Standing::Pair, true) => "summary-tie-lists",
        (Standing::Several, false) => "summary-several",
        (Standing::Several, true) => "summary-several-lists",
    });
    said.push("summary-probability");
    said.extend(worth(told));
    said.extend(facts.has("none").then_some("summary-acceptance"));
    said.extend(facts.has("mean").then_some("summary-likelihood"));
    said.push(if facts.has("segment") { "summary-segments" } else { "summary-no-segments" });
    said.extend(facts.has("driver").then_some("summary-driver"));
    said.extend(facts.has("risk").then_some(match told.served.inquiry {
        Inquiry::Likelihood => "summary-risk-likelihood",
        Inquiry::FactualBelief => "summary-risk-belief",
        _ => "summary-risk",
    }));
    said.extend(told.engine.is_guessing().then_some("summary-guessing"));
    said.extend(told.engine.is_scripted.then_some("notice-scripted"));
    sentences(facts, &said)
}

/// Names the checks that allow no more than the level.
pub(super) fn confidence(facts: &FactTable, told: &Told<'_>) -> String {
    let confidence = &told.findings.confidence;
    if confidence.level == ConfidenceLevel::High {
        return facts.say("confidence-nothing");
    }
    let deciding = confidence.checks.iter().filter(|check| check.allows == confidence.level);
    let message = |check: &Check| match check.of {
        Checked::EngineSkill if check.value.is_none() => "confidence-engine-unmeasured",
        Checked::EngineSkill if told.engine.is_guessing() => "confidence-engine-guesses",
        Checked::EngineSkill => "confidence-engine-skill",
        Checked::Lead if told.findings.preference.is_tie() => "confidence-lead-tie",
        Checked::Lead => "confidence-lead",
        Checked::FailureRate => "confidence-failure-rate",
        Checked::Readings => "confidence-readings",
    };
    sentences(facts, &deciding.map(message).collect::<Vec<_>>())
}

/// What to do next; where the evidence can't tell, it says that.
pub(super) fn recommendation(facts: &FactTable, told: &Told<'_>) -> String {
    let (inquiry, is_guessing) = (told.served.inquiry, told.engine.is_guessing());
    let is_choice = !matches!(inquiry, Inquiry::Likelihood | Inquiry::FactualBelief);
    // If an engine only guesses, what it says of none and of concerns is no reason to act.
    let is_worth_following = is_choice && !is_guessing;
    let mut said = vec![match (standing(told), inquiry) {
        (Standing::Several, _) => "recommend-several",
        (Standing::Pair, _) if is_choice => "recommend-tie",
        (Standing::Pair, _) => "recommend-tie-answers",
        (Standing::Winner, Inquiry::Likelihood) => "recommend-winner-likelihood",
        (Standing::Winner, Inquiry::FactualBelief) => "recommend-winner-belief",
        (Standing::Winner, _) => "recommend-winner",
    }];
    said.extend(told.findings.quality.are_readings_apart.then_some("recommend-readings"));
    said.extend(is_guessing.then_some("recommend-guessing"));
    let share_none = told.findings.acceptance.as_ref().map_or(0.0, |acceptance| acceptance.share_none);
    said.extend((is_worth_following && share_none >= NONE_NOTABLE).then_some("recommend-none"));
    let is_pressing = told.findings.risks.first().is_some_and(|risk| risk.severity > Severity::Low);
    said.extend((is_worth_following && is_pressing).then_some("recommend-risk"));
    said.extend((told.findings.confidence.level == ConfidenceLevel::Low).then_some("recommend-low-confidence"));
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
