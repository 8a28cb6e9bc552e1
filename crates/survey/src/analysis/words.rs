//! Findings in sentences. Each is a template filled in from the fact table; this file only decides which of them are said.

use super::facts::FactTable;
use crate::brief::Language;
use crate::report::{ConfidenceLevel, Estimator, Inquiry, Overview, Recommendation, Risk, Severity, Winner};
use crate::wording;

const TITLE_QUESTION_CHARS_MAX: usize = 120;
/// When this part would rather have none of the options, it is worth looking for others.
const NONE_NOTABLE: f64 = 0.25;

/// What decides which sentences are said.
pub(super) struct Situation<'a> {
    pub winner: &'a Winner,
    pub inquiry: Inquiry,
    pub level: ConfidenceLevel,
    pub has_failures: bool,
    pub worth: Worth,
    /// Whether the engine's readings of the choice lie far apart.
    pub are_readings_apart: bool,
    /// Whether the engine was found to do no better than guessing.
    pub is_guessing: bool,
    pub share_none: f64,
    /// The most named concern.
    pub risk: Option<&'a Risk>,
    pub is_scripted: bool,
}

/// How many options may be the most chosen.
enum Standing {
    Winner,
    Pair,
    Several,
}

impl Situation<'_> {
    fn standing(&self) -> Standing {
        match (self.winner.tie, self.winner.contenders.len()) {
            (false, _) => Standing::Winner,
            (true, ..=2) => Standing::Pair,
            (true, _) => Standing::Several,
        }
    }
}

/// What makes answers worth fewer people's than there are of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Worth {
    Engine,
    Weights,
    /// Nothing does.
    Full,
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

pub(super) fn overview(facts: &FactTable, situation: &Situation<'_>) -> Overview {
    let is_listed = situation.winner.estimator == Estimator::PlackettLuce;
    let (headline, outcome) = match (situation.standing(), is_listed) {
        (Standing::Winner, false) => ("headline-winner", "summary-winner"),
        (Standing::Winner, true) => ("headline-winner-lists", "summary-winner-lists"),
        (Standing::Pair, false) => ("headline-tie", "summary-tie"),
        (Standing::Pair, true) => ("headline-tie-lists", "summary-tie-lists"),
        (Standing::Several, false) => ("headline-several", "summary-several"),
        (Standing::Several, true) => ("headline-several-lists", "summary-several-lists"),
    };
    let mut said = vec![if situation.has_failures { "summary-base-failed" } else { "summary-base" }];
    said.extend([outcome, "summary-probability"]);
    said.extend(match situation.worth {
        Worth::Engine => Some("summary-effective-engine"),
        Worth::Weights => Some("summary-effective-weights"),
        Worth::Full => None,
    });
    said.extend(facts.has("none").then_some("summary-acceptance"));
    said.extend(facts.has("mean").then_some("summary-likelihood"));
    said.push(if facts.has("segment") { "summary-segments" } else { "summary-no-segments" });
    said.extend(facts.has("driver").then_some("summary-driver"));
    said.extend(facts.has("risk").then_some(match situation.inquiry {
        Inquiry::Likelihood => "summary-risk-likelihood",
        Inquiry::FactualBelief => "summary-risk-belief",
        _ => "summary-risk",
    }));
    said.extend(situation.is_guessing.then_some("summary-guessing"));
    said.extend(situation.is_scripted.then_some("notice-scripted"));
    Overview { headline: facts.say(headline), summary: sentences(facts, &said) }
}

/// What to do next; where the evidence can't tell, it says that.
pub(super) fn recommendation(facts: &FactTable, situation: &Situation<'_>) -> Recommendation {
    let is_choice = !matches!(situation.inquiry, Inquiry::Likelihood | Inquiry::FactualBelief);
    // What an engine that guesses says of none and of concerns is no reason to do anything.
    let is_worth_following = is_choice && !situation.is_guessing;
    let mut said = vec![match (situation.standing(), situation.inquiry) {
        (Standing::Several, _) => "recommend-several",
        (Standing::Pair, _) if is_choice => "recommend-tie",
        (Standing::Pair, _) => "recommend-tie-answers",
        (Standing::Winner, Inquiry::Likelihood) => "recommend-winner-likelihood",
        (Standing::Winner, Inquiry::FactualBelief) => "recommend-winner-belief",
        (Standing::Winner, _) => "recommend-winner",
    }];
    said.extend(situation.are_readings_apart.then_some("recommend-readings"));
    said.extend(situation.is_guessing.then_some("recommend-guessing"));
    said.extend((is_worth_following && situation.share_none >= NONE_NOTABLE).then_some("recommend-none"));
    let is_pressing = situation.risk.is_some_and(|risk| risk.severity > Severity::Low);
    said.extend((is_worth_following && is_pressing).then_some("recommend-risk"));
    said.extend((situation.level == ConfidenceLevel::Low).then_some("recommend-low-confidence"));
    Recommendation { summary: sentences(facts, &said) }
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
