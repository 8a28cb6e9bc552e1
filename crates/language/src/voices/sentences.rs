//! Finds sentences that two respondents share, and answers that differ in a word or two. People give the same reasons,
//! but not in the same sentence.

use std::collections::BTreeSet;

use crate::text::fold;
use foundation::Language;

/// From here on two answers are one with a word changed. Whole answers of two people who give the same reason stay far
/// below.
const LIKENESS_MIN: f64 = 0.75;

/// Whether an answer is an earlier one but for a word or two, or has a sentence that one of the earlier answers has, whatever its case and marks.
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

/// The letters of every sentence that is long enough to be somebody's own.
fn sentences(language: Language, text: &str) -> BTreeSet<String> {
    let is_own = |sentence: &String| sentence.chars().count() >= letters_min(language);
    fold(text).split(ends_sentence).map(letters).filter(is_own).collect()
}

/// Shorter sentences, such as "I like it", may be anybody's.
fn letters_min(language: Language) -> usize {
    match language {
        Language::En | Language::Es => 12,
        Language::Zh => 6,
    }
}

fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | ';' | '…' | '。' | '\n')
}
