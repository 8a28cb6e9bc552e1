//! What the respondents who were put into words speak of: each text stands once, under the reason that it was written for.

use std::collections::BTreeMap;

use foundation::RespondentId;
use language::text::fold;

use super::count;
use super::panel::Panel;
use questionnaire::QuestionId;

/// With fewer texts nothing can be said of what people speak of.
pub const TEXTS_MIN: usize = 3;

/// A reason, and the texts that were written for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Theme {
    /// The reason's place among the question's own answers.
    pub reason: usize,
    /// Of those who were put into words.
    pub share: f64,
    pub count: u32,
    pub quotes: Vec<Quote>,
}

/// A respondent's own words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    pub respondent: RespondentId,
    pub text: String,
    /// How many texts say nearly the same, this one included.
    pub alike: u32,
}

/// Texts of which this part stays as it is when one is edited into the other say nearly the same. (Letters are counted, not
/// bytes, so that it holds for Chinese as well.)
const ALIKE_MIN: f64 = 0.85;

/// The part of all texts that nearly repeat an earlier one.
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

/// The most spoken of first; none where too few speak.
pub(super) fn themes(panel: &Panel<'_>) -> Vec<Theme> {
    // The last answer of a list stands for all that it does not name.
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
