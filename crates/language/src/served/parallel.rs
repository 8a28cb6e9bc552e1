//! Makes options that are things parallel: those in capitals, with exclamation marks or with a small first letter among
//! capitals are written like the others. An option with a word that no dictionary has may be a name and stays.

use unicode_segmentation::UnicodeSegmentation;

use super::dictionary;
use foundation::Language;

/// Shortest word in capitals that is not taken for an abbreviation.
const SHOUTED_CHARS_MIN: usize = 4;

fn is_in_capitals(option: &str) -> bool {
    let has_word =
        option.unicode_words().any(|word| word.chars().filter(|c| c.is_uppercase()).count() >= SHOUTED_CHARS_MIN);
    has_word && !option.chars().any(char::is_lowercase)
}

/// Returns the options without exclamation marks and capitals that only some of them have.
pub(super) fn without_shouting(options: &[String], language: Language) -> Vec<String> {
    let are_all_loud = options.iter().all(|option| is_in_capitals(option));
    let are_all_marked = options.iter().all(|option| option.ends_with(['!', '！']));
    let quiet = |option: &String| {
        let unmarked = if are_all_marked { option.clone() } else { option.replace(['!', '！'], "") };
        let unmarked = unmarked.trim().to_owned();
        if are_all_loud || !is_in_capitals(&unmarked) || !is_of_words(&unmarked.to_lowercase(), language) {
            return unmarked;
        }
        first_upper(&unmarked.to_lowercase())
    };
    options.iter().map(quiet).collect()
}

/// Returns the options in which capitals inside are written small, as in those of several words that have none:
/// "dark mode", "Offline Mode". Of one with a word that no dictionary has, they may be a name's.
pub(super) fn without_titles(options: &[String], language: Language) -> Vec<String> {
    let later = |option: &String| option.split(' ').skip(1).map(str::to_owned).collect::<Vec<_>>();
    let is_titled = |word: &String| {
        let mut chars = word.chars();
        chars.next().is_some_and(char::is_uppercase) && chars.clone().next().is_some() && chars.all(char::is_lowercase)
    };
    let is_small = |option: &&String| {
        let words = later(option);
        !words.is_empty() && words.iter().all(|word| word.starts_with(char::is_lowercase))
    };
    let titled = |option: &&String| later(option).iter().any(is_titled) && is_of_words(option, language);
    let has_small = options.iter().filter(is_small).count() >= options.iter().filter(titled).count().max(1);
    let plain = |option: &String| {
        if !has_small || !titled(&option) {
            return option.clone();
        }
        let words = option.split(' ').enumerate();
        let small = |(at, word): (usize, &str)| {
            if at > 0 && is_titled(&word.to_owned()) { word.to_lowercase() } else { word.to_owned() }
        };
        words.map(small).collect::<Vec<_>>().join(" ")
    };
    options.iter().map(plain).collect()
}

/// Capitalises options that begin with a small letter, if some begin with a capital or a figure, or if the client wrote
/// in haste.
pub(super) fn with_capitals(options: &[String], language: Language, is_hasty: bool) -> Option<Vec<String>> {
    let is_capital = |option: &String| option.chars().next().is_some_and(char::is_uppercase);
    let is_figure = |option: &String| !option.starts_with(char::is_alphabetic);
    if !is_hasty && !options.iter().any(is_capital) && !options.iter().any(is_figure) {
        return None;
    }
    let common = options.iter().filter(|option| is_of_words(option, language)).count();
    // Among things, a word that no dictionary has is one too.
    let are_things = common * 3 >= options.len() * 2;
    let edited = |option: &String| {
        let first = option.split_whitespace().next().unwrap_or(option);
        let is_small = first.starts_with(char::is_lowercase) && !first.chars().any(char::is_uppercase);
        let is_unknown = || !dictionary::has(first, language) && first.chars().all(char::is_alphabetic);
        // A country or a city among others.
        let is_place = || {
            let is_name = !dictionary::is_common(first, language) && !dictionary::is_listed_name(first);
            is_name && dictionary::has_plain(&first_upper(first), language)
        };
        let is_thing = is_of_words(first, language) || are_things && is_unknown() || is_place();
        if is_small && is_thing { first_upper(option) } else { option.clone() }
    };
    Some(options.iter().map(edited).collect())
}

/// Returns whether every word of an option is in the dictionary; figures count as words.
fn is_of_words(option: &str, language: Language) -> bool {
    let is_known = |word: &str| word.chars().all(|c| !c.is_alphabetic()) || dictionary::is_common(word, language);
    // A tie inside a word ("e-mail", "npm.js") makes a name of it.
    let is_plain = option
        .split_whitespace()
        .next()
        .is_some_and(|word| !word.contains(['.', '-', '_', '@', '/']) || word.ends_with('.'));
    is_plain && option.unicode_words().all(is_known)
}

fn first_upper(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        // Only single-letter capitals: "ß" would become two letters.
        Some(first) if first.to_uppercase().count() == 1 => first.to_uppercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}
