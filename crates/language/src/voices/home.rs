//! Detects that a speaker states the country or region they live in.

use super::Speaker;
use super::lists::Rules;
use crate::text::{fold, is_cjk};
use foundation::Language;
use population::places::{self, Country, Place, PlaceKind};

/// Shortest name in letters; shorter ones are too often parts of other words. A Chinese character counts for two.
const NAME_LETTERS_MIN: usize = 4;
/// Greatest number of letters that may follow a name: Texas, Mexicans, mexicanas.
const ENDING_LETTERS_MAX: usize = 2;

/// Returns whether a phrase of introduction names the speaker's own place. Other places may be named.
pub(super) fn is_recited(rules: &Rules, text: &str, speaker: &Speaker<'_>) -> bool {
    let phrases: Vec<&str> = rules.own_place.said(text).collect();
    if phrases.is_empty() {
        return false;
    }
    let names = names_of(speaker);
    phrases.iter().any(|phrase| names.iter().any(|name| names_place(phrase, name)))
}

/// Returns all names of the speaker's country and region and of their people.
fn names_of(speaker: &Speaker<'_>) -> Vec<String> {
    let code = speaker.country.and_then(code_of);
    let is_home = |place: &Place| match place.kind {
        PlaceKind::Country => code == Some(place.country.as_str()),
        PlaceKind::Region => speaker.region.is_some_and(|region| is_region(place, region, code)),
        PlaceKind::City => false,
    };
    let known = places::names().iter().filter(|named| is_home(named.place));
    let known = known.flat_map(|named| named.words.split(", ").map(stem));
    let given = [speaker.country, speaker.region].into_iter().flatten().map(str::to_owned);
    given.chain(known).collect()
}

/// Returns the code of a country, given the code or a name in one of the three languages.
fn code_of(country: &str) -> Option<&'static str> {
    let folded = fold(country);
    let is_named = |known: &&Country| {
        known.alpha2 == country || Language::ALL.iter().any(|language| fold(known.name(*language)) == folded)
    };
    places::countries().values().find(is_named).map(|known| known.alpha2.as_str())
}

fn is_region(place: &Place, region: &str, country: Option<&str>) -> bool {
    let is_there = country.is_none_or(|code| code == place.country);
    place.code() == region || (is_there && place.name == region)
}

/// Returns the common prefix of all forms of a dictionary word: `Mexican(s)`, `mexicano/a`.
fn stem(entry: &str) -> String {
    let head = entry.split(['(', '/']).next().unwrap_or(entry).trim();
    let bends = entry.contains("/a");
    let stem = if bends { head.strip_suffix(['o', 'e']).unwrap_or(head) } else { head };
    stem.replace('_', " ")
}

fn names_place(phrase: &str, name: &str) -> bool {
    let letters: usize = name.chars().map(|c| if is_cjk(c) { 2 } else { 1 }).sum();
    if name.chars().any(|c| c.is_lowercase() || is_cjk(c)) {
        return letters >= NAME_LETTERS_MIN && stands_in(&fold(phrase), &fold(name), ENDING_LETTERS_MAX);
    }
    // A name in capitals must match exactly: "US" is not "us".
    letters >= 2 && stands_in(phrase, name, 0)
}

fn stands_in(text: &str, name: &str, ending_max: usize) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let begins = !text[..at].chars().next_back().is_some_and(is_spaced_letter);
        let ending = text[at + name.len()..].chars().take_while(|c| is_spaced_letter(*c)).count();
        begins && ending <= ending_max
    })
}

fn is_spaced_letter(c: char) -> bool {
    c.is_alphanumeric() && !is_cjk(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(country: Option<&str>, region: Option<&str>) -> Vec<String> {
        names_of(&Speaker { country, region, ..Speaker::default() })
    }

    #[test]
    fn a_place_is_known_by_all_of_its_names() {
        for (country, region, phrase) in [
            ("MX", None, "proud Mexicans"),
            ("MX", None, "mexicanas"),
            ("México", None, "墨西哥"),
            ("MX", Some("Jalisco"), "jalisciense"),
            ("MX", Some("MX/Jalisco"), "el estado de Jalisco"),
            ("CN", Some("Guangdong"), "广东省的小城"),
            ("US", None, "the US"),
            ("US", Some("Texas"), "Texan at heart"),
            ("Atlantis", None, "old Atlantis"),
        ] {
            let names = names(Some(country), region);
            assert!(names.iter().any(|name| names_place(phrase, name)), "{country} {region:?}: {phrase}");
        }
    }

    #[test]
    fn another_place_or_a_word_that_looks_like_a_place_is_not_home() {
        for (country, region, phrase) in [
            ("US", None, "one of us"),
            ("US", Some("Texas"), "family from Ohio"),
            ("MX", Some("Jalisco"), "vecina de Puebla"),
            ("CN", Some("Guangdong"), "四川"),
            ("IN", None, "indiscretion"),
        ] {
            let names = names(Some(country), region);
            assert!(!names.iter().any(|name| names_place(phrase, name)), "{country} {region:?}: {phrase}");
        }
        assert_eq!(names(None, None), Vec::<String>::new());
    }
}
