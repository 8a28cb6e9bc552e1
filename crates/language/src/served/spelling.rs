//! Corrects misspelt words of a question, from a small list of forms that are no words, and the accents of Spanish
//! interrogatives. Options are never corrected, since an option may be a name.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use unicode_segmentation::UnicodeSegmentation;

use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};

const FILE: DataFile = data_file!("crates/language/data/spelling.toml");

static DICTIONARY: Compiled<Dictionary> = Compiled::new(|| FILE.toml());

/// Checks that the dictionary can be parsed.
pub(super) fn check() -> Result<(), DataError> {
    DICTIONARY.check()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Dictionary {
    en: List,
    es: List,
    zh: List,
    interrogative: Vec<Interrogative>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    words: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Interrogative {
    plain: String,
    accented: String,
    /// Words of which one must follow, separated by spaces; empty means any.
    #[serde(default)]
    before: String,
}

/// Returns the text with misspelt words corrected outside the protected spans.
pub(super) fn corrected(text: &str, language: Language, protected: &[Range<usize>]) -> String {
    match language {
        Language::Zh => replaced(text, protected, pairs_of(text, &DICTIONARY.zh)),
        Language::En => replaced(text, protected, words_of(text, &DICTIONARY.en)),
        Language::Es => {
            let mut found = words_of(text, &DICTIONARY.es);
            found.extend(interrogatives(text));
            found.sort_by_key(|(span, _)| span.start);
            replaced(text, protected, found)
        }
    }
}

/// Returns whether a word is an accented interrogative.
pub(super) fn is_interrogative(word: &str) -> bool {
    let lower = word.to_lowercase();
    DICTIONARY.interrogative.iter().any(|entry| entry.accented == lower)
}

type Replacement = (Range<usize>, String);

fn replaced(text: &str, protected: &[Range<usize>], found: Vec<Replacement>) -> String {
    let mut result = String::with_capacity(text.len());
    let mut at = 0;
    for (span, word) in found {
        let is_free = protected.iter().all(|other| other.end <= span.start || span.end <= other.start);
        if is_free && span.start >= at {
            result.push_str(&text[at..span.start]);
            result.push_str(&word);
            at = span.end;
        }
    }
    result.push_str(&text[at..]);
    result
}

fn words_of(text: &str, list: &List) -> Vec<Replacement> {
    let mut found = Vec::new();
    for (at, word) in text.unicode_word_indices() {
        let is_first = !text[..at].contains(char::is_alphanumeric);
        // A capital further on may start a name, and so may a word in capitals.
        let has_capital = word.chars().skip(usize::from(is_first)).any(char::is_uppercase);
        if let Some(right) =
            list.words.get(&word.to_lowercase()).filter(|_| !has_capital && stands_alone(text, at, word))
        {
            found.push((at..at + word.len(), cased_like(right, word)));
        }
    }
    found
}

/// Returns whether the word is not part of an address, hashtag or code.
fn stands_alone(text: &str, at: usize, word: &str) -> bool {
    let is_tie = |c: char| matches!(c, '-' | '_' | '/' | '@' | '#' | '.' | '+' | '\'' | '’' | '&' | '=');
    let after = &text[at + word.len()..];
    let ends_sentence = after.strip_prefix('.').is_some_and(|rest| rest.chars().next().is_none_or(char::is_whitespace));
    !text[..at].ends_with(is_tie) && (ends_sentence || !after.starts_with(is_tie))
}

fn pairs_of(text: &str, list: &List) -> Vec<Replacement> {
    let mut found: Vec<Replacement> = Vec::new();
    for (wrong, right) in &list.words {
        found.extend(text.match_indices(wrong.as_str()).map(|(at, _)| (at..at + wrong.len(), right.clone())));
    }
    found.sort_by_key(|(span, _)| span.start);
    found
}

/// Finds unaccented interrogatives at the start of a question: after "¿", or first in a text that ends with "?".
fn interrogatives(text: &str) -> Vec<Replacement> {
    let mut found = Vec::new();
    let words: Vec<(usize, &str)> = text.unicode_word_indices().collect();
    for (index, (at, word)) in words.iter().enumerate() {
        let before = text[..*at].trim_end();
        let begins = before.ends_with('¿') || before.is_empty() && text.trim_end().ends_with('?');
        let next = words.get(index + 1).map(|(_, next)| next.to_lowercase());
        let lower = word.to_lowercase();
        let entry = DICTIONARY.interrogative.iter().find(|entry| entry.plain == lower).filter(|_| begins);
        let entry = entry.filter(|entry| {
            entry.before.is_empty() || entry.before.split(' ').any(|word| Some(word) == next.as_deref())
        });
        found.extend(entry.map(|entry| (*at..at + word.len(), cased_like(&entry.accented, word))));
    }
    found
}

/// Returns the correction with the word's initial capital, if any.
fn cased_like(right: &str, word: &str) -> String {
    let mut chars = right.chars();
    match chars.next().filter(|_| word.starts_with(char::is_uppercase)) {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => right.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::served::spans;

    fn spelt(text: &str, language: Language) -> String {
        corrected(text, language, &spans::protected(text))
    }

    #[test]
    fn the_dictionary_is_read_in_full_and_no_correction_is_itself_corrected() {
        let file = &*DICTIONARY;
        assert!(file.en.words.len() > 40 && file.es.words.len() > 40 && file.zh.words.len() > 4);
        assert!(file.interrogative.len() > 5);
        for list in [&file.en, &file.es, &file.zh] {
            assert!(list.words.values().all(|right| !list.words.contains_key(right)));
        }
    }

    #[test]
    fn misspelt_words_are_put_right_in_each_language() {
        assert_eq!(spelt("Wich of teh names do you recieve?", Language::En), "Which of the names do you receive?");
        assert_eq!(spelt("Cual prefiere para la aplicacion?", Language::Es), "Cuál prefiere para la aplicación?");
        assert_eq!(spelt("¿como deberíamos llamarla?", Language::Es), "¿cómo deberíamos llamarla?");
        assert_eq!(spelt("您的帐号叫什么？", Language::Zh), "您的账号叫什么？");
    }

    #[test]
    fn names_quotes_addresses_and_other_places_stay() {
        for (text, language) in [
            ("Is \"teh shop\" or the Wich Store at teh.com or #teh better?", Language::En),
            ("¿Como siempre o distinto?", Language::Es),
            ("¿Cuando llueve usas el coche, como dices?", Language::Es),
            ("Creo que cual sea está bien", Language::Es),
        ] {
            assert_eq!(spelt(text, language), text);
        }
    }
}
