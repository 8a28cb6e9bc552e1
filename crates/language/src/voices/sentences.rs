//! Finds sentences that two respondents share. People give the same reasons, but not in the same sentence.

use std::collections::BTreeSet;

use crate::text::fold;
use foundation::Language;

/// Whether an answer has a sentence that one of the earlier answers has, whatever its case and marks.
pub(super) fn any_was_said(language: Language, answer: &str, said_before: &[String]) -> bool {
    let own = sentences(language, answer);
    said_before.iter().any(|said| !own.is_disjoint(&sentences(language, said)))
}

/// The letters of every sentence that is long enough to be somebody's own.
fn sentences(language: Language, text: &str) -> BTreeSet<String> {
    let letters = |sentence: &str| sentence.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
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
