//! Themes of the open answers. Each answer counts once, under the reason that it was written for.

use std::collections::BTreeMap;

use foundation::RespondentId;
use language::text::fold;

use super::count;
use super::panel::Panel;
use questionnaire::QuestionId;

/// The fewest open answers for which themes are reported.
pub const TEXTS_MIN: usize = 3;

/// A reason with the open answers written for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Theme {
    /// The index of the reason in the question's list.
    pub reason: usize,
    /// The fraction of the open answers.
    pub share: f64,
    pub count: u32,
    pub quotes: Vec<Quote>,
}

/// One open answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    pub respondent: RespondentId,
    pub text: String,
    /// The number of nearly identical answers, including this one.
    pub alike: u32,
}

/// The normalised Levenshtein similarity from which two answers count as nearly identical. It counts characters, not
/// bytes, so that it also works for Chinese.
const ALIKE_MIN: f64 = 0.85;

/// Returns the fraction of open answers that nearly repeat an earlier one.
pub(super) fn near_duplicates(panel: &Panel<'_>) -> f64 {
    let texts = folded(panel);
    let repeats = |at: &usize| texts[..*at].iter().any(|earlier| are_alike(earlier, &texts[*at]));
    let repeated = (0..texts.len()).filter(repeats).count();
    if texts.is_empty() { 0.0 } else { repeated as f64 / texts.len() as f64 }
}

fn folded(panel: &Panel<'_>) -> Vec<String> {
    panel.interviewees.iter().filter_map(|interviewee| interviewee.text.map(fold)).collect()
}

fn are_alike(one: &str, other: &str) -> bool {
    strsim::normalized_levenshtein(one, other) >= ALIKE_MIN
}

/// Returns the themes in descending order of their count, or none if there are fewer than [`TEXTS_MIN`] answers.
pub(super) fn themes(panel: &Panel<'_>) -> Vec<Theme> {
    // The last answer of the list is the residual answer.
    let residual = panel.questionnaire.answers(QuestionId::Drivers).len().saturating_sub(1);
    let texts = folded(panel);
    let mut by_reason: BTreeMap<usize, Vec<Quote>> = BTreeMap::new();
    for interviewee in &panel.interviewees {
        let reason = interviewee.drivers.iter().find(|reason| **reason < residual);
        if let (Some(reason), Some(text)) = (reason, interviewee.text) {
            let own = fold(text);
            let alike = count(texts.iter().filter(|other| are_alike(&own, other)).count());
            let quote = Quote { respondent: interviewee.id, text: text.to_owned(), alike };
            by_reason.entry(*reason).or_default().push(quote);
        }
    }
    let total: usize = by_reason.values().map(Vec::len).sum();
    if total < TEXTS_MIN {
        return Vec::new();
    }
    let theme = |(reason, quotes): (usize, Vec<Quote>)| Theme {
        reason,
        share: quotes.len() as f64 / total as f64,
        count: count(quotes.len()),
        quotes,
    };
    let mut themes: Vec<Theme> = by_reason.into_iter().map(theme).collect();
    themes.sort_by_key(|theme| std::cmp::Reverse(theme.count));
    themes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_alike_but_for_a_letter_or_a_mark() {
        for (one, other) in
            [("I like how it sounds.", "I like how it sounds!"), ("我喜欢它的读音，很好听", "我喜欢它的读音，很好听。")]
        {
            assert!(are_alike(&fold(one), &fold(other)), "{one}");
        }
        assert!(!are_alike(&fold("I like how it sounds."), &fold("It reminds me of home.")));
    }
}
