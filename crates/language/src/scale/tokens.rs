//! Splits options into comparable words, without case, accents and punctuation; each Chinese character is a word.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A word, and whether punctuation separates it from the previous word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) text: String,
    pub(super) after_break: bool,
}

/// Returns the words of a text; `fold` maps characters to equivalents, such as traditional to simplified ones.
pub(super) fn tokens(text: &str, fold: &HashMap<char, char>) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let (mut inside_word, mut after_break) = (false, false);
    for c in text.nfkd().filter(|c| !is_combining_mark(*c) && !is_apostrophe(*c)).flat_map(char::to_lowercase) {
        let c = fold.get(&c).copied().unwrap_or(c);
        if !c.is_alphanumeric() {
            after_break |= !c.is_whitespace();
            inside_word = false;
            continue;
        }
        match found.last_mut() {
            Some(word) if inside_word && !is_ideograph(c) => word.text.push(c),
            _ => found.push(Token { text: c.to_string(), after_break: std::mem::take(&mut after_break) }),
        }
        inside_word = !is_ideograph(c);
    }
    found
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘' | '`' | '´')
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        tokens(text, &HashMap::from([('較', '较')])).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn case_accents_and_apostrophes_make_no_difference() {
        assert_eq!(words("Sí, DON’T know"), ["si", "dont", "know"]);
    }

    #[test]
    fn chinese_signs_are_words_and_traditional_ones_are_folded() {
        assert_eq!(words("比較3次ok"), ["比", "较", "3", "次", "ok"]);
    }

    #[test]
    fn punctuation_is_remembered_as_a_break() {
        let breaks: Vec<_> = tokens("Yes, I do", &HashMap::new()).iter().map(|token| token.after_break).collect();
        assert_eq!(breaks, [false, true, false]);
    }
}
