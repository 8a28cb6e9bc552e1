//! Splits a wording into words and listed phrases, each with what it does and where it stands.

use std::collections::BTreeSet;

use unicode_segmentation::UnicodeSegmentation;

use super::super::spelling::{self, Scope};
use super::lists::{self, Class, Droppable, Vocabulary};
use foundation::Language;

/// Marks between clauses.
const CLAUSE_MARKS: [char; 18] =
    ['.', '?', '!', ',', ';', ':', '。', '？', '！', '，', '；', '：', '、', '\n', '—', '(', ')', '…'];
/// Marks after which a capital does not make a name.
const OPENING_MARKS: [char; 14] = ['.', '?', '!', ':', '。', '？', '！', '：', '¿', '¡', '"', '“', '«', '('];

/// A word or a listed phrase.
#[derive(Debug, Clone)]
pub(super) struct Token {
    /// Folded, with abbreviations written out.
    pub(super) text: String,
    /// As written; empty for a phrase of several words.
    pub(super) written: String,
    pub(super) class: Class,
    /// Number of its clause.
    pub(super) clause: usize,
    /// Whether it has a capital where only names have one.
    pub(super) is_name: bool,
    /// Whether it stands where a sentence may begin.
    opens: bool,
}

impl Token {
    /// Returns whether it is part of what is asked.
    pub(super) fn is_matter(&self) -> bool {
        !matches!(self.class, Class::Article | Class::Function | Class::Droppable(_))
    }

    pub(super) fn has_inner_capital(&self) -> bool {
        self.written.chars().skip(1).any(char::is_uppercase)
    }

    pub(super) fn is_capitalised(&self) -> bool {
        self.written.starts_with(char::is_uppercase)
    }

    /// Returns whether a capital here would make the word a name.
    pub(super) fn is_inside_sentence(&self) -> bool {
        !self.opens
    }

    /// Returns the text as a reader would see it.
    pub(super) fn shown(&self) -> String {
        if self.text.is_ascii() { self.text.clone() } else { without_spaces_in_chinese(&self.text) }
    }
}

fn without_spaces_in_chinese(text: &str) -> String {
    let is_chinese = text.chars().all(|c| c == ' ' || crate::text::is_cjk(c));
    if is_chinese { text.replace(' ', "") } else { text.to_owned() }
}

/// Returns the words and phrases of a text, after the rules' spelling corrections.
pub(super) fn of(text: &str, language: Language) -> Vec<Token> {
    let vocabulary = lists::of(language);
    let words = words(&spelt(text, language), vocabulary);
    let mut tokens = Vec::with_capacity(words.len());
    let mut rest = words.as_slice();
    while let Some(first) = rest.first() {
        let (used, token) = listed(rest, vocabulary).unwrap_or_else(|| (1, first.clone()));
        tokens.push(token);
        rest = &rest[used..];
    }
    tokens
}

/// Returns a text after the rules' spelling corrections.
pub(super) fn spelt(text: &str, language: Language) -> String {
    spelling::corrected(text, Scope { language, elsewhere: &BTreeSet::new(), is_question: true })
}

/// Returns the longest listed phrase at the beginning, with its number of words. A name is never part of one.
fn listed(words: &[Token], vocabulary: &Vocabulary) -> Option<(usize, Token)> {
    let first = words.first()?;
    let alike = words.iter().take_while(|word| word.clause == first.clause && !word.is_name).count();
    (1..=alike.min(lists::words_max())).rev().find_map(|count| {
        let text = words[..count].iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
        let class = vocabulary.class(&text)?;
        let written = if count == 1 { first.written.clone() } else { String::new() };
        Some((count, Token { text, written, class, ..first.clone() }))
    })
}

fn words(text: &str, vocabulary: &Vocabulary) -> Vec<Token> {
    let is_loud = is_loud(text);
    let (mut clause, mut end) = (0, 0);
    let word = |(at, word): (usize, &str)| {
        let between = &text[end..at];
        clause += usize::from(between.contains(CLAUSE_MARKS) && end > 0);
        let opens = end == 0 || between.contains(OPENING_MARKS);
        end = at + word.len();
        let capitals = word.chars().skip(usize::from(opens)).any(char::is_uppercase);
        Token {
            text: vocabulary.compared(word),
            written: word.to_owned(),
            class: Class::Content,
            clause,
            is_name: capitals && !is_loud,
            opens,
        }
    };
    text.unicode_word_indices().map(word).collect()
}

/// Returns whether most words have capitals, so that a capital tells no name.
pub(super) fn is_loud(text: &str) -> bool {
    let cased: Vec<bool> = text
        .unicode_words()
        .filter_map(|word| word.chars().next().filter(|c| c.is_alphabetic() && c.is_lowercase() != c.is_uppercase()))
        .map(char::is_uppercase)
        .collect();
    cased.len() > 2 && cased.iter().filter(|is_capital| **is_capital).count() * 3 > cased.len() * 2
}

/// Returns whether the token at `at` may be dropped from these for what it is and where it stands.
pub(super) fn may_go(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> bool {
    let Some(Token { class: Class::Droppable(kind), clause, .. }) = tokens.get(at) else { return false };
    let own = || tokens.iter().filter(|other| other.clause == *clause);
    let fills_clause = || own().all(|other| !other.is_matter());
    let opens_clause = || {
        let before = tokens[..at].iter().filter(|other| other.clause == *clause);
        before.into_iter().all(|other| matches!(other.class, Class::Droppable(_)))
    };
    let precedes_name = || tokens.get(at + 1).is_some_and(|next| next.clause == *clause && next.is_name);
    match kind {
        Droppable::Chat => true,
        Droppable::Tag => fills_clause(),
        // Before a name it may be part of one ("Hello Kitty").
        Droppable::Filler => opens_clause() && !precedes_name() || fills_clause(),
        Droppable::Form => opens_clause(),
        Droppable::Praise => {
            let next = tokens[at + 1..].iter().find(|next| !is_linked_praise(next));
            let praises = next.is_some_and(|next| next.clause == *clause && next.class == Class::Content);
            praises && !own().next().is_some_and(|first| vocabulary.is_being(&first.text))
        }
    }
}

/// Returns whether the token continues praise: more of it, or the particle that ties it to a noun.
fn is_linked_praise(token: &Token) -> bool {
    token.text == "的" || token.class == Class::Droppable(Droppable::Praise)
}
