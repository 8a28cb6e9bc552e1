//! The accents that Spanish interrogatives lose: at the start of a question, and after "saber" and the like.

use unicode_segmentation::UnicodeSegmentation;

use super::super::verbs;
use super::{LISTS, Replacement, begins_sentence, cased_like};
use crate::text::fold;

/// Maximum number of words before a comma after which a question may begin.
const OPENING_WORDS_MAX: usize = 4;
/// The same where an interrogative follows that is no relative pronoun without an article: "cual", "cuanto".
const STATEMENT_WORDS_MAX: usize = 14;

/// Finds unaccented interrogatives: at the start of a question, also after a preposition, and after "saber" and the like.
pub(super) fn found(text: &str) -> Vec<Replacement> {
    const PREPOSITIONS: [&str; 9] = ["a", "con", "de", "en", "para", "por", "cada", "hasta", "desde"];
    const ASKING: [&str; 6] = ["saber", "conocer", "decidir", "elegir", "entender", "sepan"];
    let words: Vec<(usize, &str)> = text.unicode_word_indices().collect();
    let lower = |index: usize| words.get(index).map(|(_, word)| word.to_lowercase());
    let is_in = |list: &str, word: &Option<String>| {
        word.as_ref().is_some_and(|word| list.split(' ').any(|other| other == word))
    };
    let mut found = Vec::new();
    for (index, (at, word)) in words.iter().enumerate() {
        let Some(entry) = LISTS.interrogatives.iter().find(|entry| Some(&entry.plain) == lower(index).as_ref()) else {
            continue;
        };
        let before = index.checked_sub(1).and_then(lower);
        let follows = |list: &[&str]| before.as_deref().is_some_and(|word| list.contains(&word));
        let is_plain = entry.plain.starts_with("cual") || entry.plain.starts_with("cuant");
        let opening = if is_plain { STATEMENT_WORDS_MAX } else { OPENING_WORDS_MAX };
        let begins = begins_question(text, *at, opening)
            || follows(&PREPOSITIONS)
                && index.checked_sub(1).is_some_and(|first| begins_question(text, words[first].0, opening));
        let next = lower(index + 1);
        let may_follow = || is_in(&entry.before, &next) || asks_by_verb(&text[*at + word.len()..]);
        let direct = begins && !is_in(&entry.never, &next) && (entry.before.is_empty() || may_follow());
        if direct || follows(&ASKING) && is_in(&entry.indirect, &next) {
            found.push((*at..at + word.len(), cased_like(&entry.accented, word)));
        }
    }
    found
}

/// Returns whether a verb that speaks to people follows, and no other clause: "como llamarían", not "como compras
/// mucho, queremos saber".
fn asks_by_verb(after: &str) -> bool {
    verbs::opening(&fold(after)).is_some() && !after.contains(',')
}

/// Returns whether a question begins at a position: after "¿", after a comma and at most so many words, or with a sentence that ends in "?" or ends the text.
fn begins_question(text: &str, at: usize, opening_words_max: usize) -> bool {
    let before = text[..at].trim_end();
    // "Según usted, cuál …"
    let opening = before.strip_suffix([',', ':']).and_then(|opening| opening.rsplit(['.', '?', '!']).next());
    let opening = opening.filter(|opening| opening.split_whitespace().count() <= opening_words_max);
    if opening.is_some() && text.trim_end().ends_with('?') {
        return true;
    }
    let rest = &text[at..];
    let end = rest.find(['?', '.', '!']).map_or("?", |end| &rest[end..]);
    before.ends_with('¿') || begins_sentence(text, at) && !before.ends_with('¡') && end.starts_with('?')
}
