//! What the respondents who were put into words speak of: each text stands once, under the reason that it was written for.

use std::collections::BTreeMap;

use foundation::RespondentId;

use super::count;
use super::panel::Panel;
use crate::QuestionId;

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
}

/// The most spoken of first; none where too few speak.
pub(super) fn themes(panel: &Panel<'_>) -> Vec<Theme> {
    // The last answer of a list stands for all that it does not name.
    let residual = panel.questionnaire.answers(QuestionId::Drivers).len().saturating_sub(1);
    let mut by_reason: BTreeMap<usize, Vec<Quote>> = BTreeMap::new();
    for interviewee in &panel.interviewees {
        let reason = interviewee.drivers.iter().find(|reason| **reason < residual);
        if let (Some(reason), Some(text)) = (reason, interviewee.text) {
            let quote = Quote { respondent: interviewee.id, text: text.to_owned() };
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
