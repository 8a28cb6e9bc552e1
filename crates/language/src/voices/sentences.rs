//! Detects sentences shared by two respondents and near-duplicate answers. People give the same reasons, but not in
//! the same sentence.

use std::collections::BTreeSet;

use crate::text::fold;
use foundation::Language;

/// Smallest normalised Levenshtein similarity of near-duplicates. Answers of different people with the same reason
/// are far less similar.
const LIKENESS_MIN: f64 = 0.75;

/// Returns whether an answer nearly equals an earlier one or shares a sentence with it, ignoring case and punctuation.
pub(super) fn any_was_said(language: Language, answer: &str, said_before: &[String]) -> bool {
    let own = sentences(language, answer);
    let answer = letters(&fold(answer));
    let is_copy = |said: &String| {
        let said = letters(&fold(said));
        let is_own = |text: &String| text.chars().count() >= letters_min(language);
        is_own(&answer) && is_own(&said) && strsim::normalized_levenshtein(&answer, &said) >= LIKENESS_MIN
    };
    said_before.iter().any(|said| !own.is_disjoint(&sentences(language, said)) || is_copy(said))
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Returns the letters of every sentence that is long enough to be distinctive.
fn sentences(language: Language, text: &str) -> BTreeSet<String> {
    let is_own = |sentence: &String| sentence.chars().count() >= letters_min(language);
    fold(text).split(ends_sentence).map(letters).filter(is_own).collect()
}

/// Smallest number of letters of a distinctive sentence; anybody may say a shorter one, such as "I like it".
fn letters_min(language: Language) -> usize {
    match language {
        Language::En | Language::Es => 12,
        Language::Zh => 6,
    }
}

fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | ';' | '…' | '。' | '\n')
}
