//! Corrects misspelt words: by a short list of forms, by the dictionaries, by the accents of Spanish interrogatives, and
//! by confused words. Names, quoted words and words that the client uses elsewhere in the brief stay.

mod interrogatives;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;
use unicode_segmentation::UnicodeSegmentation;

use super::slips::{self, Sure};
use super::{confusions, dictionary, inquiry, place_names, spans};
use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};

const FILE: DataFile = data_file!("crates/language/data/spelling.toml");
/// Maximum number of unknown words looked up in one text: each takes a millisecond or more.
const LOOKED_UP_MAX: usize = 8;

/// Shortest proper noun that is told from an abbreviation.
const NAME_CHARS_MIN: usize = 4;

static LISTS: Compiled<Lists> = Compiled::new(|| FILE.toml::<File>().map(Lists::from));
/// "With" and "without" as they are abbreviated.
static WITH: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\b[wW]/(?P<out>o\b)?[ ]?").ok());
/// "Are" as it is abbreviated before a pronoun.
static ARE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\b(?P<x>r) (?:u|you|we|they|ur|your|our)\b").ok());

/// "And" as it is abbreviated between two words.
static AND: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\b[a-z]{2,} (?P<x>n) (?P<next>[a-z]{2,})\b").ok());
/// Words after which a lone "n" is part of a set phrase: "rock n roll".
const AFTER_N: [&str; 7] = ["roll", "bass", "cheese", "cream", "chips", "out", "shake"];

/// Checks that the lists can be parsed.
pub(super) fn check() -> Result<(), DataError> {
    LISTS.check()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    words: Pairs,
    short: Pairs,
    interrogative: Vec<Interrogative>,
}

/// Pairs "wrong=right", separated by spaces; an underscore stands for a space.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pairs {
    en: String,
    es: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Interrogative {
    plain: String,
    accented: String,
    /// Words of which one must follow, separated by spaces; empty means any.
    #[serde(default)]
    before: String,
    /// Words that must not follow.
    #[serde(default)]
    never: String,
    /// Words of which one must follow in an indirect question; empty means none.
    #[serde(default)]
    indirect: String,
}

struct Lists {
    words: [List; 2],
    short: [List; 2],
    interrogatives: Vec<Interrogative>,
}

type List = BTreeMap<String, String>;

impl From<File> for Lists {
    fn from(file: File) -> Self {
        let list = |text: &str| {
            let pairs = text.split_whitespace().filter_map(|pair| pair.split_once('='));
            pairs.map(|(wrong, right)| (wrong.to_owned(), right.replace('_', " "))).collect()
        };
        let both = |pairs: &Pairs| [list(&pairs.en), list(&pairs.es)];
        Self { words: both(&file.words), short: both(&file.short), interrogatives: file.interrogative }
    }
}

fn of(lists: &[List; 2], language: Language) -> Option<&List> {
    match language {
        Language::En => Some(&lists[0]),
        Language::Es => Some(&lists[1]),
        Language::Zh => None,
    }
}

/// How far the words of a text may be corrected.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scope<'a> {
    pub(super) language: Language,
    /// Words in lower case that the client uses in another part of the brief, and so means.
    pub(super) elsewhere: &'a BTreeSet<String>,
    /// Whether the text is the question, rather than an option.
    pub(super) is_question: bool,
}

/// Returns the text with misspelt words corrected, outside quotations, addresses and figures.
pub(super) fn corrected(text: &str, scope: Scope<'_>) -> String {
    let found = match scope.language {
        Language::Zh => confusions::corrections(text, scope.language, scope.is_question),
        Language::En => {
            let mut found = places(text, scope);
            found.extend(words_of(text, scope));
            found.extend(confusions::corrections(text, scope.language, scope.is_question));
            found.sort_by_key(|(span, _)| span.start);
            found
        }
        Language::Es => {
            let mut found = places(text, scope);
            found.extend(words_of(text, scope));
            found.extend(confusions::corrections(text, scope.language, scope.is_question));
            found.extend(interrogatives::found(text).into_iter().filter(|_| scope.is_question));
            found.sort_by_key(|(span, _)| span.start);
            found
        }
    };
    replaced(text, found)
}

fn places(text: &str, scope: Scope<'_>) -> Vec<Replacement> {
    if scope.is_question { place_names::corrections(text, scope.language) } else { Vec::new() }
}

/// Returns the text with chat abbreviations written out.
pub(super) fn written_out(text: &str, language: Language) -> String {
    let Some(list) = of(&LISTS.short, language) else { return text.to_owned() };
    let is_short = |(at, word): &(usize, &str)| {
        // A capital letter by itself is a name: "plan X".
        let is_letter = word.len() == 1 && word.starts_with(char::is_uppercase);
        // A word alone may be a name, unless it stands for an answer.
        let is_alone = word.len() == text.len() && !list.get(*word).is_some_and(|full| inquiry::is_answer(full));
        stands_alone(text, *at, word) && !is_name(text, *at, word) && !is_letter && !is_alone
    };
    let words = text.unicode_word_indices().filter(is_short);
    let mut found: Vec<Replacement> = words
        .filter_map(|(at, word)| Some((at..at + word.len(), cased_like(list.get(&word.to_lowercase())?, word))))
        .collect();
    let with = WITH.iter().filter(|_| language == Language::En).flat_map(|pattern| pattern.captures_iter(text));
    found.extend(with.filter_map(|hit| {
        let right = if hit.name("out").is_some() { "without " } else { "with " };
        Some((hit.get(0)?.range(), right.to_owned()))
    }));
    let are = ARE.iter().filter(|_| language == Language::En).flat_map(|pattern| pattern.captures_iter(text));
    found.extend(are.filter_map(|hit| Some((hit.name("x")?.range(), "are".to_owned()))));
    let and = AND.iter().filter(|_| language == Language::En).flat_map(|pattern| pattern.captures_iter(text));
    let and = and.filter(|hit| !AFTER_N.contains(&&hit["next"]));
    found.extend(and.filter_map(|hit| Some((hit.name("x")?.range(), "and".to_owned()))));
    found.sort_by_key(|(span, _)| span.start);
    replaced(text, found)
}

/// Returns whether a word is an accented interrogative.
pub(super) fn is_interrogative(word: &str) -> bool {
    let lower = word.to_lowercase();
    LISTS.interrogatives.iter().any(|entry| entry.accented == lower) || matches!(lower.as_str(), "cuándo" | "dónde")
}

type Replacement = (Range<usize>, String);

fn replaced(text: &str, found: Vec<Replacement>) -> String {
    let protected = spans::protected(text);
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

fn words_of(text: &str, scope: Scope<'_>) -> Vec<Replacement> {
    let Some(list) = of(&LISTS.words, scope.language) else { return Vec::new() };
    let mut found = Vec::new();
    let mut looked_up = 0;
    for (at, word) in text.unicode_word_indices() {
        let lower = word.to_lowercase();
        // "15 dias": of a unit only the accent may be missing.
        let is_unit = is_unit(text, at);
        if is_name(text, at, word) || !stands_alone(text, at, word) || is_unit && scope.language != Language::Es {
            continue;
        }
        let is_yes = scope.language == Language::Es && !scope.is_question && lower == "si" && is_answer(text, at, word);
        let listed = list.get(&lower).cloned().or_else(|| is_yes.then(|| "sí".to_owned()));
        let named = || proper_noun(&lower, scope);
        let right = listed.or_else(named).or_else(|| {
            let is_phrase = scope.is_question || is_part_of_phrase(text, at, word);
            let is_meant = scope.elsewhere.contains(&lower);
            // An accent is as easily left out twice; no name is told from a word by it.
            let may_look = (!is_meant || scope.language == Language::Es)
                && looked_up < LOOKED_UP_MAX
                && !dictionary::has(&lower, scope.language);
            looked_up += usize::from(may_look);
            let sure = match (scope.is_question, is_phrase) {
                _ if is_unit || is_meant => Sure::Accents,
                (true, _) => Sure::Likely,
                (false, true) => Sure::Plainly,
                (false, false) => Sure::Accents,
            };
            may_look.then(|| slips::corrected(&lower, scope.language, sure)).flatten()
        });
        if let Some(right) = right.filter(|right| *right != word) {
            found.push((at..at + word.len(), cased_like(&right, word)));
        }
    }
    found
}

/// Returns a word of a question with its capital, if the dictionary has it with one alone: "tuesdays",
/// "america" in Spanish.
fn proper_noun(lower: &str, scope: Scope<'_>) -> Option<String> {
    let is_meant = !scope.is_question || scope.elsewhere.contains(lower) || dictionary::is_listed_name(lower);
    let capital = |word: &str| cased_like(word, "X");
    let may_be = lower.chars().count() >= NAME_CHARS_MIN && !is_meant && !dictionary::is_common(lower, scope.language);
    let accented = if scope.language == Language::Es { slips::accented(lower) } else { Vec::new() };
    // "Rios" is rather "ríos" than the family name.
    if !may_be || accented.iter().any(|word| dictionary::has_plain(word, Language::Es)) {
        return None;
    }
    let names = [lower.to_owned()].into_iter().chain(accented).map(|word| capital(&word));
    names.into_iter().find(|name| dictionary::has_plain(name, scope.language))
}

/// Returns whether a word follows a figure, as units do.
fn is_unit(text: &str, at: usize) -> bool {
    text[..at].trim_end().ends_with(|c: char| c.is_ascii_digit())
}

/// Returns whether a word is the whole answer or is set apart from the rest of it.
fn is_answer(text: &str, at: usize, word: &str) -> bool {
    let after = &text[at + word.len()..];
    at == 0 && (after.is_empty() || after.starts_with([',', ';', ':']))
}

/// Returns whether a word of an option stands in lower case beside others. A single word or one with a capital may be a
/// name.
fn is_part_of_phrase(text: &str, at: usize, word: &str) -> bool {
    word.starts_with(char::is_lowercase) && (at > 0 || at + word.len() < text.len())
}

/// Returns whether a word is written like a name: with a capital that begins no sentence, or several capitals.
fn is_name(text: &str, at: usize, word: &str) -> bool {
    let begins = begins_sentence(text, at);
    word.chars().skip(usize::from(begins)).any(char::is_uppercase)
}

fn begins_sentence(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '?' | '!'));
    before.is_empty() || before.ends_with(['.', '?', '!'])
}

/// Returns whether the word is not part of an address, hashtag or code.
fn stands_alone(text: &str, at: usize, word: &str) -> bool {
    let is_tie = |c: char| matches!(c, '-' | '_' | '/' | '@' | '#' | '.' | '+' | '\'' | '’' | '&' | '=');
    let after = &text[at + word.len()..];
    let ends_sentence = after.strip_prefix('.').is_some_and(|rest| rest.chars().next().is_none_or(char::is_whitespace));
    !text[..at].ends_with(is_tie) && (ends_sentence || !after.starts_with(is_tie))
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

    fn spelt(text: &str, language: Language) -> String {
        corrected(text, Scope { language, elsewhere: &BTreeSet::new(), is_question: true })
    }

    #[test]
    fn the_lists_are_read_in_full_and_no_correction_is_itself_corrected() {
        let lists = &*LISTS;
        for list in lists.words.iter().chain(&lists.short) {
            assert!(list.len() > 10);
            assert!(list.values().all(|right| !list.contains_key(right)));
        }
        assert!(lists.interrogatives.len() > 5);
    }

    #[test]
    fn every_form_of_the_lists_is_one_that_the_dictionaries_would_not_correct_so() {
        for (list, language) in LISTS.words.iter().zip([Language::En, Language::Es]) {
            let is_needless =
                |pair: &(&String, &String)| slips::corrected(pair.0, language, Sure::Likely).as_ref() == Some(pair.1);
            let needless: Vec<&String> = list.iter().filter(is_needless).map(|(wrong, _)| wrong).collect();
            assert!(needless.is_empty(), "{needless:?}");
        }
    }

    #[test]
    fn misspelt_words_are_put_right_in_each_language() {
        assert_eq!(spelt("Wich of teh names do you recieve?", Language::En), "Which of the names do you receive?");
        assert_eq!(spelt("Cual prefiere para la aplicacion?", Language::Es), "Cuál prefiere para la aplicación?");
        assert_eq!(spelt("¿como deberíamos llamarla?", Language::Es), "¿cómo deberíamos llamarla?");
        assert_eq!(spelt("Con que frecuencia compras mas?", Language::Es), "Con qué frecuencia compras más?");
        assert_eq!(spelt("您的帐号叫什么？", Language::Zh), "您的账号叫什么？");
    }

    #[test]
    fn names_quotes_addresses_and_other_places_stay() {
        for (text, language) in [
            ("Is \"teh shop\" or the Wich Store at teh.com or #teh better?", Language::En),
            ("¿Como siempre o distinto?", Language::Es),
            ("¿Cuando llueve usas el coche, como dices?", Language::Es),
            ("Creo que cual sea está bien.", Language::Es),
            ("Dice que prefiere el té.", Language::Es),
        ] {
            assert_eq!(spelt(text, language), text);
        }
    }

    #[test]
    fn what_the_client_writes_elsewhere_too_is_meant() {
        let elsewhere = BTreeSet::from(["nmae".to_owned()]);
        let scope = Scope { language: Language::En, elsewhere: &elsewhere, is_question: true };
        assert_eq!(corrected("Which nmae is bettter?", scope), "Which nmae is better?");
    }

    #[test]
    fn abbreviations_are_written_out() {
        let out = |text, language| written_out(text, language);
        assert_eq!(
            out("what do ppl w/ kids like abt ur app", Language::En),
            "what do people with kids like abt your app"
        );
        assert_eq!(out("q pagarias x una suscripción", Language::Es), "que pagarias por una suscripción");
        assert_eq!(out("2x1 o el plan X", Language::Es), "2x1 o el plan X");
    }
}
