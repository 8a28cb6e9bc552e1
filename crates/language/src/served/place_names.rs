//! Writes the names of places with the capitals and accents that hasty writers leave out: "new zealand", "mexico".

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::{dictionary, slips};
use crate::audience;
use crate::text::fold;
use foundation::Language;

/// Maximum number of words of a name.
const WORDS_MAX: usize = 3;
/// Words that stay small inside a name.
const SMALL: [&str; 10] = ["of", "and", "the", "de", "del", "la", "las", "los", "el", "y"];

/// Returns the corrections of names written small, sorted. A name of one word counts only if it is no ordinary word.
pub(super) fn corrections(text: &str, language: Language) -> Vec<(Range<usize>, String)> {
    let words: Vec<(usize, &str)> = text.unicode_word_indices().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let longest = WORDS_MAX.min(words.len() - at);
        let name = (1..=longest).rev().map(|count| &words[at..at + count]).find(|name| is_name(text, name, language));
        let Some(name) = name else {
            at += 1;
            continue;
        };
        let proper = name.iter().enumerate().filter(|(index, (_, word))| *index == 0 || !SMALL.contains(word));
        found.extend(proper.map(|(_, (start, word))| (*start..start + word.len(), written(word, language))));
        at += name.len();
    }
    found
}

fn is_name(text: &str, words: &[(usize, &str)], language: Language) -> bool {
    let is_small = |(_, word): &(usize, &str)| word.chars().all(char::is_lowercase);
    let is_joined = |pair: &[(usize, &str)]| pair[0].0 + pair[0].1.len() + 1 == pair[1].0;
    let (Some((start, first)), Some((end, last))) = (words.first(), words.last()) else { return false };
    let span = *start..end + last.len();
    // "In argentina": after "in" a name is that of the place, be it a word too.
    let is_located = ["in ", "en "].iter().any(|before| text[..span.start].to_lowercase().ends_with(before));
    let is_ordinary = words.len() == 1 && dictionary::is_common(first, language) && !is_located;
    let is_tied = text[..span.start].ends_with(|c: char| !c.is_whitespace() && !matches!(c, '¿' | '¡' | '('))
        || text[span.end..].starts_with(['.', '-', '_', '@', '/']) && !text[span.end..].trim_end().eq(".");
    let stands = words.iter().all(is_small) && words.windows(2).all(is_joined) && !is_ordinary && !is_tied;
    stands && audience::is_place_name(&fold(&text[span]))
}

/// Returns a word of a name with its capital, and with the accent that the dictionary has it with.
fn written(word: &str, language: Language) -> String {
    let upper = capitalised(word);
    if language != Language::Es || dictionary::has_plain(&upper, language) {
        return upper;
    }
    let mut accented = slips::accented(word).into_iter().map(|other| capitalised(&other));
    accented.find(|other| dictionary::has_plain(other, language)).unwrap_or(upper)
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, language: Language) -> Vec<String> {
        corrections(text, language).into_iter().map(|(_, right)| right).collect()
    }

    #[test]
    fn places_written_small_get_capitals_and_accents() {
        assert_eq!(found("do people in canada or new zealand ski?", Language::En), ["Canada", "New", "Zealand"]);
        assert_eq!(found("somos de peru y vendemos en costa rica", Language::Es), ["Perú", "Costa", "Rica"]);
    }

    #[test]
    fn ordinary_words_names_in_capitals_and_addresses_stay() {
        assert_eq!(found("subio la luz en argentina", Language::Es), ["Argentina"]);
        for text in ["is it nice to eat turkey?", "Canada or CANADA", "see canada.example or @canada", "a mobile app"] {
            assert!(found(text, Language::En).is_empty(), "{text}");
        }
        assert!(found("¿te gusta la lima o la granada?", Language::Es).is_empty());
    }
}
