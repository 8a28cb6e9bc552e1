//! Text normalised for matching: lower case, narrow width, no accents, one kind of dash, quote and space. Each folded
//! byte maps to the original, so that a match can be quoted as the client wrote it.

mod unseen;

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::scale;

pub use unseen::{is_blank, is_invisible, seen};

/// A folded text together with its original.
pub struct Folded<'a> {
    pub original: &'a str,
    pub text: String,
    /// For every byte of `text`, the byte range of its original character.
    origins: Vec<(u32, u32)>,
}

impl<'a> Folded<'a> {
    pub fn new(original: &'a str) -> Self {
        Self::spelt_out(original, &[])
    }

    /// Folds a text with some of its parts, in order and without overlaps, spelt out in other words. A match in such
    /// words is quoted as the whole part that the client wrote.
    pub fn spelt_out(original: &'a str, parts: &[(Range<usize>, &str)]) -> Self {
        let text = String::with_capacity(original.len());
        let mut folded = Self { original, text, origins: Vec::with_capacity(original.len()) };
        let mut at = 0;
        for (part, words) in parts {
            folded.add_as_written(at..part.start);
            words.chars().for_each(|c| folded.add(c, part.clone()));
            at = part.end;
        }
        folded.add_as_written(at..original.len());
        folded
    }

    /// Returns the text with traditional Chinese characters as simplified ones, which take as many bytes.
    #[must_use]
    pub fn simplified(self) -> Self {
        Self { text: scale::simplified(&self.text), ..self }
    }

    fn add_as_written(&mut self, range: Range<usize>) {
        for (offset, c) in self.original[range.clone()].char_indices() {
            let start = range.start + offset;
            self.add(c, start..start + c.len_utf8());
        }
    }

    fn add(&mut self, c: char, origin: Range<usize>) {
        for folded in fold_char(c) {
            self.text.push(folded);
            self.origins.resize(self.text.len(), (origin.start as u32, origin.end as u32));
        }
    }

    /// Returns the original text of a range of folded bytes, trimmed; empty if the range is empty or out of bounds.
    pub fn quote(&self, range: &Range<usize>) -> &'a str {
        let Some((start, _)) = self.origins.get(range.start).filter(|_| range.start < range.end) else {
            return "";
        };
        let Some((_, end)) = self.origins.get(range.end - 1) else { return "" };
        self.original.get(*start as usize..*end as usize).unwrap_or("").trim()
    }

    /// Returns whether the character at a folded position was written as a capital.
    pub fn is_capital(&self, at: usize) -> bool {
        let origin = self.origins.get(at).and_then(|(start, _)| self.original.get(*start as usize..));
        origin.and_then(|rest| rest.chars().next()).is_some_and(char::is_uppercase)
    }

    /// Returns whether no character of the range was written in lower case.
    pub fn is_all_capitals(&self, range: &Range<usize>) -> bool {
        self.quote(range).chars().all(|c| !c.is_lowercase())
    }

    /// Returns whether a word may begin or end at a folded position. In Chinese any position qualifies.
    pub fn is_boundary(&self, at: usize) -> bool {
        is_boundary(&self.text, at)
    }
}

/// Returns whether a word may begin or end at a byte position of a folded text.
pub fn is_boundary(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at..].chars().next();
    !matches!((before, after), (Some(a), Some(b)) if is_spaced_letter(a) && is_spaced_letter(b))
}

/// Returns the folded form of a text, trimmed.
pub fn fold(word: &str) -> String {
    Folded::new(word.trim()).text
}

pub fn is_cjk(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{2FFF}' | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

fn is_spaced_letter(c: char) -> bool {
    c.is_alphanumeric() && !is_cjk(c)
}

fn fold_char(c: char) -> impl Iterator<Item = char> {
    let plain = match c {
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '～' | '〜' | '~' | '－' => '-',
        '‘' | '’' | 'ʼ' | '＇' | '´' => '\'',
        '\u{a0}' | '\u{202f}' | '\u{3000}' | '\t' => ' ',
        '＋' => '+',
        other => other,
    };
    // ASCII and common Chinese characters decompose into themselves; skipping their decomposition is much faster.
    let is_simple = plain.is_ascii() || matches!(plain, '\u{4E00}'..='\u{9FFF}');
    let (simple, other) = if is_simple { (Some(plain), None) } else { (None, Some(plain)) };
    // NFKC makes full-width letters and digits narrow; combining marks left after NFD are accents.
    let decomposed = other.map_or_else(Vec::new, |c| [c].into_iter().nfkc().nfd().collect::<Vec<char>>());
    simple.into_iter().chain(decomposed).filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_keeps_the_way_back() {
        let folded = Folded::new("Mujeres  ESPAÑOLAS １８＋ años — 中国人");
        assert_eq!(folded.text, "mujeres  espanolas 18+ anos - 中国人");
        let at = folded.text.find("espanolas").unwrap();
        assert_eq!(folded.quote(&(at..at + 9)), "ESPAÑOLAS");
        assert!(folded.is_capital(at) && folded.is_all_capitals(&(at..at + 9)));
    }

    #[test]
    fn a_part_in_other_words_is_quoted_as_written() {
        let folded = Folded::spelt_out("Ppl w/kids, 30+", &[(0..3, "people"), (4..6, "with ")]);
        assert_eq!(folded.text, "people with kids, 30+");
        assert_eq!([folded.quote(&(0..6)), folded.quote(&(7..16)), folded.quote(&(18..21))], ["Ppl", "w/kids", "30+"]);
        assert!(folded.is_capital(0));
    }

    #[test]
    fn accents_written_as_separate_marks_fold_too() {
        let folded = Folded::new("Bogota\u{301} y");
        assert_eq!(folded.text, "bogota y");
        assert_eq!(folded.quote(&(0..8)), "Bogota\u{301} y");
    }
}
