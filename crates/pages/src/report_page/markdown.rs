//! `report.md`: the verdict and the options' cards, for pasting elsewhere. Every template value is escaped below, so
//! untrusted text cannot add markup.

use std::fmt::{Result, Write};

use askama::Template;
use askama::filters::Escaper;
use contract::{PrintedShare, Reach, ReportResult, ScaleShape, VerdictInForce};
use wording::Locale;

use super::cards::{self, OptionCard};
use super::cross::CrossTabulated;
use super::facts::Dated;
use super::links::Links;
use super::methods::LocalizedMethods;
use super::notice::Notice;
use super::people::PeopleSection;
use super::words::Localized;
use contract::PeopleView;

/// Characters escaped wherever they occur. Colons and dots are escaped only in what looks like a URL.
const MEANS_SOMETHING: [char; 20] =
    ['\\', '`', '*', '_', '[', ']', '<', '>', '#', '|', '~', '&', '!', '$', '^', '{', '}', '=', '@', '"'];
/// Escaped only at the start: list items and thematic breaks.
const BEGINS_A_LIST: [&str; 3] = ["- ", "+ ", "--"];

/// The escaper that `askama.toml` configures for `.md` templates.
#[derive(Debug, Clone, Copy)]
pub struct Markdown;

impl Escaper for Markdown {
    fn write_escaped_str<W: Write>(&self, mut to: W, text: &str) -> Result {
        let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_numbered = one_line.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(['.', ')']);
        let mut is_number = is_numbered && one_line.starts_with(|c: char| c.is_ascii_digit());
        let begins_a_list = BEGINS_A_LIST.iter().any(|list| one_line.starts_with(list));
        for (place, c) in one_line.char_indices() {
            let ends_number = is_number && matches!(c, '.' | ')');
            is_number &= !ends_number;
            let rest = &one_line[place..];
            let is_address = rest.starts_with("://") || rest.starts_with('.') && one_line[..place].ends_with("www");
            if MEANS_SOMETHING.contains(&c) || ends_number || is_address || (place == 0 && begins_a_list) {
                to.write_char('\\')?;
            }
            if !c.is_control() {
                to.write_char(c)?;
            }
        }
        Ok(())
    }
}

/// Renders `report.md`. Real people's answers come first, if there are any.
pub fn markdown(
    result: &ReportResult,
    links: &Links,
    finished_at_ms: Option<i64>,
    people: Option<&PeopleView>,
) -> askama::Result<String> {
    let shares = result.shares_as_read();
    let locale = result.locale();
    let date = finished_at_ms.and_then(|at| super::date(locale, at));
    Summary {
        result,
        shares,
        cards: cards::cards(result),
        address: links.canonical.as_deref(),
        date,
        people: people.map(|view| PeopleSection::new(locale, view, VerdictInForce::of(result, Some(view)))),
        verdict: VerdictInForce::of(result, people),
        notice: Notice::side_by_side(locale, people),
    }
    .render()
}

#[derive(Template)]
#[template(path = "report/report.md")]
struct Summary<'a> {
    result: &'a ReportResult,
    shares: Vec<PrintedShare<'a>>,
    cards: Vec<OptionCard<'a>>,
    address: Option<&'a str>,
    date: Option<String>,
    people: Option<PeopleSection<'a>>,
    verdict: VerdictInForce<'a>,
    notice: Notice,
}

impl CrossTabulated for Summary<'_> {
    fn result(&self) -> &ReportResult {
        self.result
    }
}

impl Dated for Summary<'_> {
    fn date(&self) -> Option<&str> {
        self.date.as_deref()
    }

    fn people_section(&self) -> Option<&PeopleSection<'_>> {
        self.people.as_ref()
    }
}

impl Localized for Summary<'_> {
    fn locale(&self) -> Locale {
        self.result.locale()
    }

    fn country(&self) -> Option<&str> {
        self.result.only_country()
    }

    fn ages(&self) -> (Option<u8>, Option<u8>) {
        let filters = &self.result.research_input.audience_filters;
        (filters.age_min, filters.age_max)
    }
}

impl Summary<'_> {
    fn of_kind(&self, id: &str) -> String {
        self.say_for_kind(id, self.result.research_input.optimized.inquiry)
    }

    /// Says which group is ahead of the others on a card.
    fn card_who(&self) -> String {
        if self.result.analysis.has_buyers() { self.say("page-card-who-price") } else { self.of_kind("page-card-who") }
    }

    /// The scale, unless the engine guesses.
    fn scale(&self) -> Option<&ScaleShape> {
        self.result.analysis.scale.as_ref().filter(|_| !self.result.is_guessing())
    }

    /// The reach of bundles, unless the engine guesses.
    fn reach(&self) -> Option<&Reach> {
        self.result.analysis.reach.as_ref().filter(|_| !self.result.is_guessing())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str) -> String {
        let mut to = String::new();
        Markdown.write_escaped_str(&mut to, text).unwrap();
        to
    }

    #[test]
    fn what_others_wrote_is_text() {
        for (text, safe) in [
            ("Drift (calm), 5-1.5", "Drift (calm), 5-1.5"),
            ("<img src=x>", "\\<img src\\=x\\>"),
            ("[a](https://x)", "\\[a\\](https\\://x)"),
            ("# a\n- b\n\n> c", "\\# a - b \\> c"),
            ("- a", "\\- a"),
            ("---", "\\---"),
            ("+10", "+10"),
            ("1. a 2. b", "1\\. a 2. b"),
            ("1) a", "1\\) a"),
            ("a|b`c`*d*", "a\\|b\\`c\\`\\*d\\*"),
            ("www.example.com", "www\\.example.com"),
            ("哪个名字？", "哪个名字？"),
        ] {
            assert_eq!(escaped(text), safe);
        }
    }
}
