//! Splits a text into tokens: dictionary words, ages, punctuation and all other words.

use std::ops::Range;

use super::ages::{self, Age};
use super::family_size;
use super::lexicon::{Role, Word, lexicon};
use crate::text::{Folded, is_cjk};

#[derive(Debug, Clone)]
pub(super) enum Token {
    Word(Word),
    Age(Age),
    /// Words that are in no dictionary.
    Other(Range<usize>),
    /// A comma, which ends a clause but not a list.
    Comma(Range<usize>),
    /// Any other punctuation that ends a clause.
    Stop(Range<usize>),
}

impl Token {
    pub(super) fn span(&self) -> &Range<usize> {
        match self {
            Self::Word(word) => &word.span,
            Self::Age(age) => &age.span,
            Self::Other(span) | Self::Comma(span) | Self::Stop(span) => span,
        }
    }

    pub(super) fn role(&self) -> Option<Role> {
        match self {
            Self::Word(word) => Some(word.term.role),
            _ => None,
        }
    }

    pub(super) fn is_fact(&self) -> bool {
        self.role() == Some(Role::Fact)
    }
}

pub(super) fn tokens(folded: &Folded<'_>) -> Vec<Token> {
    let sizes = family_size::find(folded);
    let mut ages = ages::find(folded);
    // "Two or more children" is no age of two or more.
    ages.retain(|age| sizes.iter().all(|size| age.span.end <= size.span.start || size.span.end <= age.span.start));
    let mut taken: Vec<Range<usize>> = ages.iter().map(|age| age.span.clone()).collect();
    taken.extend(sizes.iter().map(|size| size.span.clone()));
    taken.sort_by_key(|span| span.start);
    let words = sizes.into_iter().chain(lexicon().words(folded, &taken));
    let mut known: Vec<Token> = ages.into_iter().map(Token::Age).chain(words.map(Token::Word)).collect();
    known.sort_by_key(|token| token.span().start);
    let mut all = Vec::with_capacity(known.len() * 2);
    let mut at = 0;
    for token in known {
        between(folded, at..token.span().start, &mut all);
        at = token.span().end;
        all.push(token);
    }
    between(folded, at..folded.text.len(), &mut all);
    without_possessives(folded, all)
}

/// Drops the possessive of a place: "India's middle class" is the middle class of India. "Women's magazines" is kept.
fn without_possessives(folded: &Folded<'_>, all: Vec<Token>) -> Vec<Token> {
    let mut kept: Vec<Token> = Vec::with_capacity(all.len());
    for token in all {
        let is_possessive = matches!(&token, Token::Other(span) if &folded.text[span.clone()] == "'s");
        let is_of_place = matches!(kept.last(), Some(Token::Word(word)) if !word.term.places.is_empty() || !word.term.countries.is_empty());
        if !(is_possessive && is_of_place) {
            kept.push(token);
        }
    }
    kept
}

/// Splits text between known tokens at whitespace, punctuation and changes between Chinese and other scripts.
fn between(folded: &Folded<'_>, gap: Range<usize>, all: &mut Vec<Token>) {
    let mut open: Option<(usize, bool)> = None;
    for (offset, c) in folded.text[gap.clone()].char_indices() {
        let (at, end) = (gap.start + offset, gap.start + offset + c.len_utf8());
        let mark = mark_of(folded, c, at);
        let is_break = mark.is_some() || c.is_whitespace();
        if let Some((start, was_cjk)) = open.filter(|(_, was_cjk)| is_break || *was_cjk != is_cjk(c)) {
            other(folded, start..at, was_cjk, all);
            open = None;
        }
        match mark {
            Some(',') => all.push(Token::Comma(at..end)),
            Some(_) => all.push(Token::Stop(at..end)),
            None if is_break => {}
            None => open = open.or(Some((at, is_cjk(c)))),
        }
    }
    if let Some((start, was_cjk)) = open {
        other(folded, start..gap.end, was_cjk, all);
    }
}

/// Adds a token for other words; a span without letters or digits is dropped.
fn other(folded: &Folded<'_>, span: Range<usize>, _is_cjk: bool, all: &mut Vec<Token>) {
    if folded.text[span.clone()].chars().any(char::is_alphanumeric) {
        all.push(Token::Other(span));
    }
}

fn mark_of(folded: &Folded<'_>, c: char, at: usize) -> Option<char> {
    match c {
        // A comma inside a number is no punctuation.
        ',' if is_inside_number(folded, at) => None,
        ',' | '、' => Some(','),
        // A period inside a word or number is no punctuation: "U.S.", "3.5".
        '.' => {
            let next = folded.text[at + 1..].chars().next();
            next.is_none_or(char::is_whitespace).then_some('.')
        }
        ';' | ':' | '!' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '。' | '！' | '？' | '；' | '：' | '\n' | '\r'
        | '/' | '|' | '•' | '·' | '¿' | '¡' | '"' | '“' | '”' | '«' | '»' | '「' | '」' | '《' | '》' | '【' | '】' => {
            Some('.')
        }
        _ => None,
    }
}

fn is_inside_number(folded: &Folded<'_>, at: usize) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    is_digit(folded.text[..at].chars().next_back()) && is_digit(folded.text[at + 1..].chars().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_without_loss_of_order() {
        let folded = Folded::new("iPhone owners, aged 25-40: 喝咖啡的女性");
        let cut: Vec<&str> = tokens(&folded).iter().map(|token| folded.quote(token.span())).collect();
        assert_eq!(cut, ["iPhone", "owners", ",", "aged 25-40", ":", "喝咖啡", "的", "女性"]);
    }
}
