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
