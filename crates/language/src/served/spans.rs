//! Finds the parts of a text that no edit may touch: quotations, addresses and figures.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use unicode_segmentation::UnicodeSegmentation;

use crate::text::fold;

/// Pairs of opening and closing quotation marks.
pub(super) const QUOTES: [(char, char); 11] = [
    ('"', '"'),
    ('“', '”'),
    ('„', '“'),
    ('«', '»'),
    ('‘', '’'),
    ('「', '」'),
    ('『', '』'),
    ('《', '》'),
    ('＂', '＂'),
    ('`', '`'),
    ('\'', '\''),
];

/// Words whose full stop is part of them.
pub(super) const ABBREVIATIONS: [&str; 22] = [
    "inc", "ltd", "corp", "co", "jr", "sr", "dr", "st", "etc", "vs", "no", "sa", "cia", "ud", "uds", "mr", "mrs", "ms",
    "cv", "bros", "approx", "aprox",
];

static ADDRESSES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:[a-z][a-z0-9+.-]*://|www\.)[^\s<>“”«»「」]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+").ok()
});
static FIGURES: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[0-9０-９]+(?:[.,:/'’][0-9０-９]+)*").ok());

/// Returns the spans of quotations, addresses and figures, sorted and without overlaps.
pub(super) fn protected(text: &str) -> Vec<Range<usize>> {
    let mut spans = quoted(text);
    // Few texts have an address, and searching for one is slow.
    let has_address = text.contains('@') || text.contains("://") || text.to_ascii_lowercase().contains("www.");
    let addresses = ADDRESSES.as_ref().filter(|_| has_address);
    for pattern in addresses.into_iter().chain(FIGURES.as_ref()) {
        spans.extend(pattern.find_iter(text).map(|found| found.range()));
    }
    spans.sort_by_key(|span| (span.start, usize::MAX - span.end));
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(spans.len());
    for span in spans {
        match merged.last_mut().filter(|last| span.start < last.end) {
            Some(last) => last.end = last.end.max(span.end),
            None => merged.push(span),
        }
    }
    merged
}

/// Returns the spans of quotations, including their marks.
pub(super) fn quoted(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut at = 0;
    // A mark without a partner has none further on either, so the search runs only once.
    let mut is_single: Vec<char> = Vec::new();
    while let Some((offset, open)) = text[at..].char_indices().find(|(_, c)| QUOTES.iter().any(|(open, _)| open == c)) {
        let start = at + offset;
        let inner = start + open.len_utf8();
        let close = QUOTES.iter().find(|(mark, _)| *mark == open).map(|(_, close)| *close);
        let can_open = !is_single.contains(&open) && (open != '\'' || opens(text, start));
        let end = close.filter(|_| can_open).and_then(|close| closing(text, inner, close));
        if let Some(end) = end {
            spans.push(start..end);
        } else if can_open && open != '\'' {
            is_single.push(open);
        }
        at = end.unwrap_or(inner);
    }
    spans
}

/// Returns the position after the closing mark; `None` if there is none or the quotation is empty.
fn closing(text: &str, inner: usize, close: char) -> Option<usize> {
    let mut from = inner;
    while let Some(end) = text[from..].find(close).map(|offset| from + offset) {
        let past = end + close.len_utf8();
        // An apostrophe inside a word closes nothing.
        let is_inside_word = text[past..].chars().next().is_some_and(char::is_alphanumeric);
        if !matches!(close, '\'' | '’') || !is_inside_word {
            return (end > inner).then_some(past);
        }
        from = past;
    }
    None
}

/// Splits a text into sentences, each with its end mark and the space after it. Marks inside quotations end nothing.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let quotes = quoted(text);
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, mark) in text.char_indices().filter(|(_, c)| matches!(c, '.' | '!' | '?' | '。' | '！' | '？' | '…'))
    {
        let past = at + mark.len_utf8();
        let rest = &text[past..];
        let is_wide = matches!(mark, '。' | '！' | '？');
        let ends = is_wide && !rest.starts_with(['。', '！', '？', '!', '?']) || rest.starts_with(char::is_whitespace);
        let is_abbreviation = mark == '.' && ends_with_abbreviation(&text[start..at]);
        if ends && past > start && !is_abbreviation && !quotes.iter().any(|quote| quote.contains(&at)) {
            let space = rest.len() - rest.trim_start().len();
            sentences.push(&text[start..past + space]);
            start = past + space;
        }
    }
    sentences.extend(Some(&text[start..]).filter(|rest| !rest.is_empty()));
    sentences
}

/// Returns whether the last word before a full stop is an abbreviation: with a stop inside it ("a.m"), one letter, or a
/// listed one.
fn ends_with_abbreviation(text: &str) -> bool {
    let last = text.rsplit(char::is_whitespace).next().unwrap_or(text);
    let is_letter = last.chars().count() == 1 && last.chars().all(char::is_alphabetic);
    last.contains('.') && !last.ends_with('.') || is_letter || ABBREVIATIONS.contains(&last.to_lowercase().as_str())
}

fn opens(text: &str, at: usize) -> bool {
    !text[..at].chars().next_back().is_some_and(char::is_alphanumeric)
}

/// Returns the folded words in order; each Chinese character is one.
pub(super) fn words(text: &str) -> Vec<String> {
    text.unicode_words().map(fold).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<&str> {
        protected(text).into_iter().map(|span| &text[span]).collect()
    }

    #[test]
    fn quotes_addresses_and_figures_are_protected() {
        assert_eq!(
            cut("Is “Teh  Shop” or 'Cafe' at www.teh.com/a worth 3,50?"),
            ["“Teh  Shop”", "'Cafe'", "www.teh.com/a", "3,50"]
        );
        assert_eq!(cut("《红楼梦》写信给 a@b.org"), ["《红楼梦》", "a@b.org"]);
    }

    #[test]
    fn apostrophes_and_lone_marks_quote_nothing() {
        assert!(cut("Don't the students' cats' owners care? \" “").is_empty());
    }
}
