//! Spells out the short forms that people type ("ppl w/ kids", "pers. q trabajan"), so that the dictionaries need only
//! the words in full.

use std::ops::Range;

use foundation::data::{Compiled, DataError, DataFile, data_file};
use serde::Deserialize;
use std::collections::BTreeMap;

use crate::text::Folded;

const ABBREVIATIONS: DataFile = data_file!("crates/language/data/audience/abbreviations.toml");
/// Words after which a single letter is part of a name.
const NAMED_BY_LETTER: [&str; 4] = ["gen", "generation", "generación", "generacion"];

static FORMS: Compiled<Vec<Form>> = Compiled::new(|| read(ABBREVIATIONS));

/// Checks that the list can be parsed.
pub(super) fn check() -> Result<(), DataError> {
    FORMS.check()
}

struct Form {
    short: String,
    words: String,
}

impl Form {
    /// Returns whether the form stands at this byte of the text.
    fn is_at(&self, text: &str, at: usize) -> bool {
        let Some(written) = text.get(at..at + self.short.len()) else { return false };
        let rest = &text[at + self.short.len()..];
        // "Without 12" is said of nothing: "s/ 12" is a price.
        let is_whole = match self.short.ends_with('/') {
            true => rest.trim_start().starts_with(char::is_alphabetic),
            false => !rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '/' | '\'')),
        };
        // In capitals, two letters are likelier another abbreviation: "PA residents", "TB patients", "S/ 12".
        let is_written = match self.short.len() {
            ..=2 => written == self.short,
            _ => written.eq_ignore_ascii_case(&self.short),
        };
        is_written && is_whole && (self.short.len() > 1 || is_lone(&text[..at], rest))
    }
}

/// Returns whether a single letter is a word: words stand around it, and no figure or name that it belongs to.
fn is_lone(before: &str, after: &str) -> bool {
    let last = before.split_whitespace().next_back().unwrap_or("").to_lowercase();
    let is_word = |text: Option<&str>| text.is_some_and(|text| text.starts_with(char::is_alphabetic));
    is_word(Some(&last))
        && is_word(after.split_whitespace().next())
        && before.ends_with(' ')
        && after.starts_with(' ')
        && !NAMED_BY_LETTER.contains(&last.as_str())
}

fn read(file: DataFile) -> Result<Vec<Form>, DataError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        en: BTreeMap<String, String>,
        es: BTreeMap<String, String>,
    }
    let File { en, es } = file.toml()?;
    let form = |(short, words): (String, String)| {
        let words = if short.ends_with('/') { format!("{words} ") } else { words };
        Form { short, words }
    };
    let mut forms: Vec<Form> = en.into_iter().chain(es).map(form).collect();
    // The longest form wins: "w/o" before "w/".
    forms.sort_by_key(|form| usize::MAX - form.short.len());
    Ok(forms)
}

/// Folds a text with its short forms spelt out, and Chinese in simplified characters.
pub(super) fn spelt_out(text: &str) -> Folded<'_> {
    let mut parts: Vec<(Range<usize>, &str)> = Vec::new();
    let mut is_start = true;
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let form = FORMS.iter().find(|form| is_start && at >= end && form.is_at(text, at));
        if let Some(form) = form {
            end = at + form.short.len();
            let words = if text[end..].starts_with(' ') { form.words.trim_end() } else { &form.words };
            parts.push((at..end, words));
        }
        // An apostrophe or a slash inside a word does not begin another.
        is_start = !c.is_alphanumeric() && !matches!(c, '\'' | '’' | '/' | '-' | '.' | '@' | '#' | '_');
    }
    // The dictionaries are in simplified characters.
    Folded::spelt_out(text, &parts).simplified()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_are_read_in_full() {
        for (written, full) in [
            ("Ppl w/ kids under 5", "people with kids under 5"),
            ("parents w/kids", "parents with kids"),
            ("renters w/o a car", "renters without a car"),
            ("ppl who dont sleep well", "people who don't sleep well"),
            ("pers. q viajan x trabajo", "personas que viajan por trabajo"),
            ("mamás c/ hijos", "mamas con hijos"),
            ("Gen X n millennials", "gen x and millennials"),
        ] {
            assert_eq!(spelt_out(written).text, full, "{written}");
        }
    }

    #[test]
    fn names_figures_and_parts_of_words_are_left_alone() {
        assert_eq!(spelt_out("PA residents with TB").text, "pa residents with tb");
        for text in [
            "gen x",
            "gen x in spain",
            "2 x 3",
            "people on x",
            "9 k runs",
            "r&b fans",
            "men's / women's",
            "n/a",
            "s/ 12",
        ] {
            assert_eq!(spelt_out(text).text, text);
        }
    }
}
