//! Text made comparable: lower case, narrow width, no accents, one kind of dash, quote and space. Every folded byte
//! knows where it came from, so that what is found can be quoted in the client's own words.

mod unseen;

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

pub use unseen::{is_blank, is_unseen, seen};

/// A folded text beside its original.
pub struct Folded<'a> {
    pub original: &'a str,
    pub text: String,
    /// For every byte of `text`, the byte range of the character it came from.
    origins: Vec<(u32, u32)>,
}

impl<'a> Folded<'a> {
    pub fn new(original: &'a str) -> Self {
        let mut text = String::with_capacity(original.len());
        let mut origins = Vec::with_capacity(original.len());
        for (start, c) in original.char_indices() {
            let origin = (start as u32, (start + c.len_utf8()) as u32);
            for folded in fold_char(c) {
                text.push(folded);
                origins.resize(text.len(), origin);
            }
        }
        Self { original, text, origins }
    }

    /// The client's own words for a range of folded bytes.
    pub fn quote(&self, range: &Range<usize>) -> &'a str {
        let Some((start, _)) = self.origins.get(range.start).filter(|_| range.start < range.end) else {
            return "";
        };
        let Some((_, end)) = self.origins.get(range.end - 1) else { return "" };
        self.original.get(*start as usize..*end as usize).unwrap_or("").trim()
    }

    /// Whether the character at a folded position was written as a capital.
    pub fn is_capital(&self, at: usize) -> bool {
        let origin = self.origins.get(at).and_then(|(start, _)| self.original.get(*start as usize..));
        origin.and_then(|rest| rest.chars().next()).is_some_and(char::is_uppercase)
    }

    /// Whether every letter of the range was written as a capital.
    pub fn is_all_capitals(&self, range: &Range<usize>) -> bool {
        self.quote(range).chars().all(|c| !c.is_lowercase())
    }

    /// Whether a word may begin or end at a folded position. Chinese has no spaces, so there every place may.
    pub fn is_boundary(&self, at: usize) -> bool {
        is_boundary(&self.text, at)
    }
}

/// Likewise in any folded text.
pub fn is_boundary(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at..].chars().next();
    !matches!((before, after), (Some(a), Some(b)) if is_spaced_letter(a) && is_spaced_letter(b))
}

/// The folded form of a dictionary word.
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
    // Most characters decompose into themselves; seeing that first is much faster than tables and lists.
    let is_simple = plain.is_ascii() || matches!(plain, '\u{4E00}'..='\u{9FFF}');
    let (simple, other) = if is_simple { (Some(plain), None) } else { (None, Some(plain)) };
    // Compatibility forms make full-width letters and digits narrow; marks left over from decomposing are accents.
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
    fn accents_written_as_separate_marks_fold_too() {
        let folded = Folded::new("Bogota\u{301} y");
        assert_eq!(folded.text, "bogota y");
        assert_eq!(folded.quote(&(0..8)), "Bogota\u{301} y");
    }
}
