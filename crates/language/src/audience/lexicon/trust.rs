//! How much evidence a name that is also a word needs before it is read as a place.

use super::super::home::countries_of;
use super::Word;
use crate::audience;
use crate::served;
use crate::text::Folded;
use foundation::Language;

/// Smallest number of letters of a short name that counts in a text without capitals.
const SMALL_NAME_CHARS_MIN: usize = 4;

/// Greatest number of words before a name among which "in" is looked for.
const LISTED_WORDS_MAX: usize = 7;

/// How much evidence it takes to read a word as the name of a place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Trust {
    #[default]
    /// No further evidence.
    Sure,
    /// A capital, or a preposition such as "in" before it.
    Likely,
    /// Both a capital and a preposition.
    Doubtful,
}

/// Returns whether there is enough evidence that an ambiguous word is the name of a place.
pub(super) fn is_plausible_name(word: &Word, folded: &Folded<'_>) -> bool {
    if is_of_person(word, folded) {
        return false;
    }
    if let Some(language) = word.term.located {
        return is_after_in(word, folded, language);
    }
    let is_capital = folded.is_capital(word.span.start);
    // In Spanish "usa" is a verb: "gente que usa la app".
    let is_verb = !is_capital && word.span.start > 0 && &folded.text[word.span.clone()] == "usa";
    if word.term.trust == Trust::Sure && !is_verb {
        return true;
    }
    let before = folded.text[..word.span.start].trim_end();
    let before = ["the", "el", "la", "los"].iter().find_map(|article| before.strip_suffix(article)).unwrap_or(before);
    let last = before.trim_end().rsplit(|c: char| !c.is_alphanumeric()).next();
    let is_located =
        matches!(last, Some("in" | "en" | "from" | "de" | "del" | "near" | "desde" | "across" | "around" | "the"));
    if word.term.trust == Trust::Doubtful {
        let is_inside = matches!(last, Some("in" | "en" | "from" | "near" | "desde"));
        let is_english = matches!(last, Some("in" | "from" | "near"));
        let is_other =
            |name: &str| if is_english { served::is_word_of(name, Language::En) } else { served::is_word(name) };
        is_located && is_capital || is_inside && is_written_small(word, folded, is_other)
    } else {
        is_capital
            || is_located
            || word.span.start == 0 && is_at_home(word) && is_written_small(word, folded, served::is_word)
    }
}

/// Returns whether a word for "in" of the language precedes a name, or a list of places that begins with one. Several such
/// names are listed: "in la and nyc".
fn is_after_in(word: &Word, folded: &Folded<'_>, language: Language) -> bool {
    const ENGLISH: [&str; 9] = ["in", "from", "near", "around", "across", "outside", "within", "greater", "downtown"];
    const SPANISH: [&str; 5] = ["en", "desde", "de", "por", "x"];
    const JOINERS: [&str; 6] = ["and", "n", "or", "y", "e", "o"];
    let words: Vec<&str> = folded.text[..word.span.start].split_whitespace().rev().take(LISTED_WORDS_MAX).collect();
    let is_in = |word: &str| match language {
        Language::Es => SPANISH.contains(&word),
        _ => ENGLISH.contains(&word),
    };
    let first = words.first().copied().unwrap_or("");
    if is_in(first)
        || folded.text[..word.span.start].trim().is_empty() && folded.text[word.span.end..].trim().is_empty()
    {
        return true;
    }
    // "In la, sf and nyc": the word before the joiner is a name, and "in" stands further ahead.
    let is_listed = JOINERS.contains(&first) || first.ends_with(',') || first == "&";
    is_listed && words.iter().skip(2).any(|word| is_in(word))
}

/// Returns whether a place that is a given name, too, stands before a family name: "Rosario Castellanos".
fn is_of_person(word: &Word, folded: &Folded<'_>) -> bool {
    const GIVEN: [&str; 26] = [
        "rosario",
        "victoria",
        "santiago",
        "florencia",
        "carolina",
        "georgia",
        "paris",
        "jordan",
        "israel",
        "austin",
        "charlotte",
        "sofia",
        "diana",
        "lourdes",
        "mercedes",
        "madison",
        "sydney",
        "adelaide",
        "regina",
        "chelsea",
        "brooklyn",
        "savannah",
        "virginia",
        "london",
        "india",
        "salvador",
    ];
    let after = word.span.end + 1;
    let next =
        folded.text.get(after..).and_then(|rest| rest.split(|c: char| !c.is_alphanumeric()).next()).unwrap_or("");
    let is_joined = folded.text[word.span.end..].starts_with(' ') && !next.is_empty();
    is_joined
        && GIVEN.contains(&&folded.text[word.span.clone()])
        && folded.is_capital(word.span.start)
        && folded.is_capital(after)
        && !folded.is_all_capitals(&(after..after + next.len()))
        && !audience::is_place_name(next)
        && !served::is_word(next)
}

/// Returns whether a place is in a country where English is the main language, whose towns stand before their people:
/// "geelong couples".
fn is_at_home(word: &Word) -> bool {
    let at_home = countries_of(Language::En);
    word.term.places.first().is_some_and(|place| at_home.contains(&place.country.as_str()))
}

/// Returns whether a name that is no other word stands in a text without capitals, whose writer would give it none.
fn is_written_small(word: &Word, folded: &Folded<'_>, is_other: impl Fn(&str) -> bool) -> bool {
    let name = folded.quote(&word.span);
    let is_long = name.chars().count() >= SMALL_NAME_CHARS_MIN;
    is_long && !folded.original.chars().any(char::is_uppercase) && !name.split(' ').any(is_other)
}
