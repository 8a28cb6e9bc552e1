//! People's comments as themes. As in the report, a comment counts under the first reason that its author ticked; no
//! model reads it. Quotes are masked ([`language::personal`]) and pass the gate for published text
//! ([`language::voices::plain`]); a comment that does not pass is counted and not quoted.

use std::collections::BTreeMap;

use language::personal::masked;
use language::text::fold;
use language::voices;
use questionnaire::QuestionId;

use super::answer::CountedAnswer;
use super::report::SurveyedReport;
use super::sheet::COMMENT_CHARS_MAX;

/// Quotes of one theme.
const QUOTES_MAX: usize = 3;
/// Longer quotes are cut.
const QUOTE_CHARS_MAX: usize = 300;
/// Shorter comments are quoted only where a theme has no others.
const TELLING_CHARS_MIN: usize = 12;

/// Comments of people.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CommentThemes {
    /// Number of people who wrote a comment that the owner does not hide.
    pub people: usize,
    /// The most frequent first; comments without a listed reason come last.
    pub themes: Vec<CommentTheme>,
}

/// Comments of people whose first reason is the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentTheme {
    /// The reason; `None` where they ticked none, or none but the residual one.
    pub reason: Option<String>,
    pub people: usize,
    /// Masked, at most three, no two alike.
    pub quotes: Vec<String>,
}

/// Returns the themes of the comments.
pub(super) fn comment_themes(report: &SurveyedReport, people: &[CountedAnswer]) -> CommentThemes {
    let asked = report.questions.iter().find(|question| question.id == QuestionId::Drivers);
    let reasons: &[String] = asked.map_or(&[], |question| question.options.as_slice());
    // The last answer of the list is the residual answer.
    let residual = reasons.len().saturating_sub(1);
    let mut by_reason: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for person in people {
        let Some(comment) = person.comment.as_deref().filter(|comment| !comment.trim().is_empty()) else { continue };
        let ticked = person.details.drivers.iter().flatten().find(|place| **place < residual);
        by_reason.entry(ticked.copied().unwrap_or(residual)).or_default().push(comment);
    }
    let total = by_reason.values().map(Vec::len).sum();
    let theme = |(place, comments): (usize, Vec<&str>)| CommentTheme {
        reason: reasons.get(place).filter(|_| place < residual).cloned(),
        people: comments.len(),
        quotes: quotes(&comments),
    };
    let mut themes: Vec<CommentTheme> = by_reason.into_iter().map(theme).collect();
    themes.sort_by_key(|theme| (theme.reason.is_none(), std::cmp::Reverse(theme.people)));
    CommentThemes { people: total, themes }
}

fn quotes(comments: &[&str]) -> Vec<String> {
    let publishable: Vec<String> = comments.iter().filter_map(|comment| publishable(comment)).collect();
    let (telling, short): (Vec<String>, Vec<String>) =
        publishable.into_iter().partition(|quote| quote.chars().count() >= TELLING_CHARS_MIN);
    let mut quotes: Vec<String> = Vec::new();
    for quote in telling.into_iter().chain(short) {
        let is_new = quotes.iter().all(|earlier| fold(earlier) != fold(&quote));
        if quotes.len() < QUOTES_MAX && is_new {
            quotes.push(quote);
        }
    }
    quotes
}

/// Returns a comment as it may be published, or `None` where the gate refuses it.
fn publishable(comment: &str) -> Option<String> {
    let quote = voices::plain(&masked(comment), COMMENT_CHARS_MAX)?;
    if quote.chars().count() <= QUOTE_CHARS_MAX {
        return Some(quote);
    }
    Some(quote.chars().take(QUOTE_CHARS_MAX).collect::<String>().trim_end().to_owned() + "…")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Details;

    #[test]
    fn a_quote_has_no_personal_data_no_markup_and_a_limit() {
        assert_eq!(publishable("Call me: +44 20 7946 0958").as_deref(), Some("Call me: •••"));
        assert_eq!(publishable("Escríbeme a ana@ejemplo.es, me gusta").as_deref(), Some("Escríbeme a •••, me gusta"));
        assert_eq!(publishable("我的电话是13912345678").as_deref(), Some("我的电话是•••"));
        assert_eq!(publishable("<script>alert(1)</script>"), None);
        assert_eq!(publishable("\u{202e}kcab"), None);
        assert_eq!(publishable(" … "), None);
        let long = publishable(&"word ".repeat(200)).unwrap();
        assert!(long.chars().count() <= QUOTE_CHARS_MAX + 1 && long.ends_with('…'), "{long}");
    }

    #[test]
    fn quotes_are_few_distinct_and_rather_those_that_say_something() {
        let said =
            ["Nice", "It sounds calm to me", "it sounds CALM to me", "I remember it at once", "Short and easy to say"];
        assert_eq!(quotes(&said), ["It sounds calm to me", "I remember it at once", "Short and easy to say"]);
        assert_eq!(quotes(&["Nice", "nice", "ok"]), ["Nice", "ok"]);
    }

    #[test]
    fn details_without_reasons_count_as_no_listed_reason() {
        let person = CountedAnswer { comment: Some("Fine".into()), details: Details::default(), ..Default::default() };
        let themes = by_listed(&[person]);
        assert_eq!(themes.people, 1);
        assert_eq!((themes.themes[0].reason.as_deref(), themes.themes[0].people), (None, 1));
    }

    fn by_listed(people: &[CountedAnswer]) -> CommentThemes {
        comment_themes(&crate::report::tests::report(), people)
    }

    #[test]
    fn comments_count_under_the_first_listed_reason_of_their_author() {
        let person = |drivers: &[usize], comment: Option<&str>| CountedAnswer {
            comment: comment.map(str::to_owned),
            details: Details { drivers: Some(drivers.to_vec()), ..Details::default() },
            ..CountedAnswer::default()
        };
        let themes = by_listed(&[
            person(&[1], Some("It is easy to say")),
            person(&[1, 2], Some("Easy for my children")),
            person(&[0], Some("It is calm")),
            person(&[2], Some("No idea why")),
            person(&[0], None),
        ]);
        let read: Vec<(Option<&str>, usize)> =
            themes.themes.iter().map(|theme| (theme.reason.as_deref(), theme.people)).collect();
        assert_eq!((themes.people, read), (4, vec![(Some("Easy"), 2), (Some("Calm"), 1), (None, 1)]));
    }
}
