//! An answer's letters, folded for comparing, with what must not become a theme masked: markup, links, options.
//! Masking keeps the count of characters, so that a place in the folded text is a place in the text as written.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};
use regex::Regex;
use unicode_normalization::UnicodeNormalization;

/// How much of an answer is read: what comes later only repeats.
const READ_CHARS_MAX: usize = 1000;

/// Stands where an option was quoted: ends a phrase, not a clause.
pub(super) const OPTION: char = '\u{E000}';
/// Stands where markup or a link was: ends a phrase, not a clause.
const NOISE: char = '\u{E001}';

/// Compiled from a constant; a test uses it, so that it can't silently be absent. Its word boundaries are those of
/// ASCII, since others take a third of all the time.
static MARKUP: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let patterns = [
        r"(?s)<(?:script|style)[^a-z].*?</(?:script|style)\s*>",
        r"<[^<>]*>",
        r"(?s)```.*?```",
        r"\{\{[^{}]*\}\}",
        r"https?://[!-~]+",
        r"www\.[!-~]+",
        r"[!-~]+@[!-~]+\.[!-~]+",
        r"(?-u:\b)[a-z0-9-]+\.(?:com|net|org|io|dev|cn|es|ai)(?-u:\b)(?:/[!-~]*)?",
        r"&#?[a-z0-9]{1,10};",
    ];
    Regex::new(&patterns.join("|")).ok()
});

pub(super) struct Clean {
    /// As written, in normal form.
    pub written: Vec<char>,
    /// The same places, folded and masked.
    pub folded: String,
}

/// Texts of options that answers may repeat.
pub(super) struct Options(Option<AhoCorasick>);

impl Options {
    pub fn new(options: &[&str]) -> Self {
        Self(phrases(options.iter().map(|option| {
            let folded: String = fold(option).1.into_iter().collect();
            folded.trim().to_owned()
        })))
    }
}

impl Clean {
    pub fn new(text: &str, options: &Options) -> Self {
        let (written, mut folded) = fold(text);
        let searched: String = folded.iter().collect();
        if let Some(markup) = &*MARKUP {
            let found = markup.find_iter(&searched).map(|found| (found.start(), found.end()));
            mask(&mut folded, &searched, found, NOISE);
        }
        let searched: String = folded.iter().collect();
        mask(&mut folded, &searched, spans(&searched, options.0.as_ref()), OPTION);
        Self { written, folded: folded.into_iter().collect() }
    }

    /// Where phrases stand in the folded text, in bytes, ascending and without overlaps.
    pub fn spans<'t>(&'t self, phrases: Option<&'t AhoCorasick>) -> impl Iterator<Item = (usize, usize)> + 't {
        spans(&self.folded, phrases)
    }

    /// Whether a span of bytes cuts no word.
    pub fn is_whole(&self, (start, end): (usize, usize)) -> bool {
        is_edge(&self.folded, start) && is_edge(&self.folded, end)
    }
}

/// A text's characters in normal form, and each of them in lower case with the many ways to write an apostrophe or a
/// space made one.
pub(super) fn fold(text: &str) -> (Vec<char>, Vec<char>) {
    let mut written: Vec<char> =
        text.nfkc().take(READ_CHARS_MAX).map(|c| if is_invisible(c) { ' ' } else { c }).collect();
    if written.len() == READ_CHARS_MAX {
        // No half word at the end.
        let whole = written.iter().rposition(|c| !c.is_alphanumeric() || is_han(*c)).map_or(0, |last| last + 1);
        written.truncate(whole);
    }
    let folded = written.iter().map(|c| match c {
        '’' | '‘' | 'ʼ' | '´' => '\'',
        '*' | '_' | '`' | '~' | '#' => ' ',
        c if c.is_whitespace() && *c != '\n' => ' ',
        c => lower(*c),
    });
    let folded = folded.collect();
    (written, folded)
}

/// Where lower case takes several characters the letter stays as it is: places must not shift.
fn lower(c: char) -> char {
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(only), None) => only,
        _ => c,
    }
}

/// Marks of direction and width would travel into a label and disturb what stands beside it.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
        || (c.is_control() && c != '\n')
}

fn spans<'t>(text: &'t str, phrases: Option<&'t AhoCorasick>) -> impl Iterator<Item = (usize, usize)> + 't {
    let found = phrases.into_iter().flat_map(move |phrases| phrases.find_iter(text));
    let spans = found.map(|found| (found.start(), found.end()));
    spans.filter(move |(start, end)| is_edge(text, *start) && is_edge(text, *end))
}

/// `spans` are in bytes of `text`, ascending and without overlaps.
fn mask(folded: &mut [char], text: &str, spans: impl Iterator<Item = (usize, usize)>, mark: char) {
    let mut spans = spans.peekable();
    for (place, (byte, _)) in text.char_indices().enumerate() {
        while spans.next_if(|(_, end)| *end <= byte).is_some() {}
        if spans.peek().is_some_and(|(start, _)| *start <= byte) {
            folded[place] = mark;
        }
    }
}

fn is_edge(text: &str, at: usize) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() && !is_han(c);
    let before = text[..at].chars().next_back();
    let after = text[at..].chars().next();
    !(before.is_some_and(is_letter) && after.is_some_and(is_letter))
}

/// Chinese has no spaces between words, so there every place may begin or end one.
pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Finds the longest of several folded phrases.
pub(super) fn phrases(phrases: impl Iterator<Item = String>) -> Option<AhoCorasick> {
    let phrases: Vec<String> = phrases.filter(|phrase| !phrase.is_empty()).collect();
    let mut builder = AhoCorasick::builder();
    builder.match_kind(MatchKind::LeftmostLongest);
    if phrases.is_empty() { None } else { builder.build(phrases).ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleaned(text: &str, options: &[&str]) -> String {
        let clean = Clean::new(text, &Options::new(options));
        assert_eq!(clean.written.len(), clean.folded.chars().count());
        clean.folded.replace([OPTION, NOISE], "·")
    }

    #[test]
    fn markup_and_links_are_masked() {
        assert_eq!(cleaned("a <b>B</b> c", &[]), "a ···b···· c");
        assert!(!cleaned("<script>alert('x')</script> ok", &[]).contains("alert"));
        assert!(!cleaned("见https://example.org/页面", &[]).contains("example"));
        assert!(cleaned("见https://example.org/页面", &[]).contains("页面"));
    }

    #[test]
    fn an_option_is_masked_as_a_whole_word_and_in_any_case() {
        assert_eq!(cleaned("LUMO, not Lumos", &["Lumo"]), "····, not lumos");
        assert_eq!(cleaned("我选云朵因为", &["云朵"]), "我选··因为");
        assert_eq!(cleaned("abc", &["", " "]), "abc");
    }

    #[test]
    fn a_long_text_is_read_up_to_a_whole_word() {
        let text = "remember ".repeat(200);
        assert!(cleaned(&text, &[]).ends_with("remember "));
        assert!(cleaned(&"x".repeat(2000), &[]).is_empty());
    }

    #[test]
    fn letters_that_grow_in_lower_case_keep_their_places() {
        assert_eq!(cleaned("İstanbul LUMO", &["lumo"]).chars().count(), 13);
    }
}
