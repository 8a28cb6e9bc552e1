//! Replaces number words by digits, so that one set of patterns reads "between twenty and thirty-five" and "between
//! 20 and 35". Spans of the new text map back to the original.

use std::collections::BTreeMap;
use std::ops::Range;

use foundation::data::{DataError, DataFile};
use regex::Regex;
use serde::Deserialize;

/// The number words of `ages.toml`, as space-separated entries `word=20`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    tens: String,
    units: String,
    whole: String,
    decades: String,
}

pub(super) struct Numerals {
    pattern: Regex,
    /// The replacement of each word: digits for whole numbers and decades, summands for tens and units.
    figures: BTreeMap<String, String>,
}

impl Numerals {
    pub(super) fn new(words: &Words, file: DataFile) -> Result<Self, DataError> {
        let mut figures = BTreeMap::new();
        let mut alternatives = |list: &str| -> Result<String, DataError> {
            let mut all = Vec::new();
            for entry in list.split_whitespace() {
                let (word, figure) =
                    entry.split_once('=').ok_or_else(|| file.wrong(format!("`{entry}` has no figure")))?;
                figures.insert(word.to_owned(), figure.replace('_', " "));
                all.push(regex::escape(word));
            }
            Ok(all.join("|"))
        };
        let [tens, units, whole, decades] =
            [&words.tens, &words.units, &words.whole, &words.decades].map(|list| alternatives(list));
        let pattern =
            format!(r"\b(?:(?<tens>{})(?:(?:-| | y )(?<unit>{}))?|(?<whole>{}|{}))\b", tens?, units?, whole?, decades?);
        Ok(Self { pattern: Regex::new(&pattern).map_err(|error| file.wrong(error))?, figures })
    }

    /// Returns the text with number words replaced by digits.
    pub(super) fn in_figures(&self, text: &str) -> WithDigits {
        let mut figured = WithDigits { text: String::with_capacity(text.len()), changes: Vec::new() };
        let mut at = 0;
        for groups in self.pattern.captures_iter(text) {
            let (Some(found), Some(figure)) = (groups.get(0), self.figure(&groups)) else { continue };
            figured.text.push_str(&text[at..found.start()]);
            let start = figured.text.len();
            figured.text.push_str(&figure);
            figured.changes.push((start..figured.text.len(), found.range()));
            at = found.end();
        }
        figured.text.push_str(&text[at..]);
        figured
    }

    fn figure(&self, groups: &regex::Captures<'_>) -> Option<String> {
        let figure = |name: &str| groups.name(name).and_then(|found| self.figures.get(found.as_str()));
        if let Some(whole) = figure("whole") {
            return Some(whole.clone());
        }
        let unit: u8 = figure("unit").map_or(Some(0), |unit| unit.parse().ok())?;
        let tens: u8 = figure("tens")?.parse().ok()?;
        Some((tens + unit).to_string())
    }
}

/// A text whose number words are replaced by digits.
pub(super) struct WithDigits {
    pub(super) text: String,
    /// Span of each replacement, and span of the words that it replaced.
    changes: Vec<(Range<usize>, Range<usize>)>,
}

impl WithDigits {
    /// Maps a span back to the original text. A span that cuts through a replacement covers all of its words.
    pub(super) fn origin(&self, span: &Range<usize>) -> Range<usize> {
        self.at(span.start, false)..self.at(span.end, true)
    }

    fn at(&self, place: usize, is_end: bool) -> usize {
        let before = self.changes.partition_point(|(figures, _)| figures.end <= place);
        match self.changes.get(before) {
            Some((figures, words)) if place > figures.start => return if is_end { words.end } else { words.start },
            _ => {}
        }
        match before.checked_sub(1).and_then(|last| self.changes.get(last)) {
            Some((figures, words)) => words.end + (place - figures.end),
            None => place,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ages::numerals;

    #[test]
    fn numbers_in_words_become_figures_and_know_their_words() {
        for (words, figures) in [
            ("between twenty and thirty-five", "between 20 and 35"),
            ("entre treinta y dos y cuarenta anos", "entre 32 y 40 anos"),
            ("entre treinta y cuarenta", "entre 30 y 40"),
            ("veintitantos", "20 y tantos"),
            ("in their late thirties", "in their late 30s"),
            ("someone's tenant", "someone's tenant"),
        ] {
            assert_eq!(numerals().in_figures(words).text, figures);
        }
        let text = "women from twenty-five to forty, here";
        let figured = numerals().in_figures(text);
        let span = figured.text.find("25 to 40").map(|at| at..at + 8).unwrap();
        assert_eq!(&text[figured.origin(&span)], "twenty-five to forty");
        let after = figured.text.find("here").map(|at| at..at + 4).unwrap();
        assert_eq!(&text[figured.origin(&after)], "here");
    }
}
