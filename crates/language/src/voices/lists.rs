//! The word lists of the gate in three languages, compiled into matchers. The data file documents each list.

use regex::{Regex, RegexBuilder, RegexSet, RegexSetBuilder};
use serde::Deserialize;

use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};

const FILE: DataFile = data_file!("crates/language/data/voices.toml");
const COMPILED_BYTES_MAX: usize = 64 << 20;

static LISTS: Compiled<Lists> = Compiled::new(|| FILE.toml());

/// Checks that every list can be parsed.
pub(super) fn check() -> Result<(), DataError> {
    LISTS.check()
}

/// Returns the lists of a language.
pub(super) fn of(language: Language) -> &'static Rules {
    let lists: &'static Lists = &LISTS;
    match language {
        Language::En => &lists.en,
        Language::Es => &lists.es,
        Language::Zh => &lists.zh,
    }
}

/// Returns the patterns for markup, links and addresses, which no answer may have.
pub(super) fn markup() -> &'static Patterns {
    &LISTS.markup
}

/// Returns the patterns for placeholder text and wrong encodings.
pub(super) fn garbled() -> &'static Patterns {
    &LISTS.garbled
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lists {
    markup: Patterns,
    garbled: Patterns,
    en: Rules,
    es: Rules,
    zh: Rules,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rules {
    pub(super) first_person: Patterns,
    pub(super) survey_talk: Patterns,
    pub(super) age: Patterns,
    pub(super) own_age: Phrases,
    pub(super) sex: Patterns,
    pub(super) own_place: Phrases,
    pub(super) choosing: Patterns,
    pub(super) not_choosing: Patterns,
    pub(super) chosen: Patterns,
    pub(super) denying: Patterns,
    pub(super) cut_off: Patterns,
    pub(super) advertises: Patterns,
    pub(super) of_others: Patterns,
    pub(super) small: Patterns,
    pub(super) judging: Patterns,
    pub(super) claims: Claims,
}

/// What speakers state of themselves, by kind; `claims` decides which profile contradicts each.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Claims {
    pub(super) long_ago: Patterns,
    pub(super) small_children: Patterns,
    pub(super) children: Patterns,
    pub(super) grandchildren: Patterns,
    pub(super) grandparents: Patterns,
    pub(super) parents: Patterns,
    pub(super) working: Patterns,
    pub(super) studying: Patterns,
    pub(super) retired: Patterns,
    pub(super) spouse: Patterns,
    pub(super) alone: Patterns,
    pub(super) old: Patterns,
    pub(super) young: Patterns,
    pub(super) female: Patterns,
    pub(super) male: Patterns,
}

/// A set of patterns, of which any may match.
#[derive(Debug, Deserialize)]
#[serde(try_from = "Vec<String>")]
pub(super) struct Patterns(RegexSet);

impl TryFrom<Vec<String>> for Patterns {
    type Error = String;

    fn try_from(list: Vec<String>) -> Result<Self, String> {
        if list.is_empty() {
            return Err("a list without patterns".to_owned());
        }
        let mut builder = RegexSetBuilder::new(list);
        builder.case_insensitive(true).size_limit(COMPILED_BYTES_MAX).dfa_size_limit(COMPILED_BYTES_MAX);
        builder.build().map(Self).map_err(|error| error.to_string())
    }
}

impl Patterns {
    pub(super) fn is_in(&self, text: &str) -> bool {
        self.0.is_match(text)
    }

    /// Returns the indices of the patterns that match.
    pub(super) fn found(&self, text: &str) -> Vec<usize> {
        self.0.matches(text).into_iter().collect()
    }
}

/// Patterns with exactly one capture group.
#[derive(Debug, Deserialize)]
#[serde(try_from = "Vec<String>")]
pub(super) struct Phrases(Vec<Regex>);

impl TryFrom<Vec<String>> for Phrases {
    type Error = String;

    fn try_from(list: Vec<String>) -> Result<Self, String> {
        let read = |pattern: &String| {
            let regex = RegexBuilder::new(pattern).case_insensitive(true).size_limit(COMPILED_BYTES_MAX).build();
            let regex = regex.map_err(|error| error.to_string())?;
            // The whole match counts as a group too.
            let has_one_group = regex.captures_len() == 2;
            if has_one_group { Ok(regex) } else { Err(format!("not one group: {pattern}")) }
        };
        list.iter().map(read).collect::<Result<_, _>>().map(Self)
    }
}

impl Phrases {
    /// Returns what the group captured in every match.
    pub(super) fn said<'t>(&'t self, text: &'t str) -> impl Iterator<Item = &'t str> {
        let found = self.0.iter().flat_map(move |phrase| phrase.captures_iter(text));
        found.filter_map(|groups| groups.get(1)).map(|group| group.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_of_every_language_are_read() {
        check().unwrap();
        for language in Language::ALL {
            assert!(!of(language).own_place.0.is_empty(), "{language}");
        }
    }

    #[test]
    fn a_list_that_cannot_be_read_is_found() {
        for (sound, broken) in [
            ("first_person = [", "first_persons = ["),
            ("survey_talk = [", "survey_talk = ['(', "),
            ("own_age = [", "own_age = ['no group', "),
            ("own_place = [", "own_place = ['(two) (groups)', "),
        ] {
            let text = FILE.text.replacen(sound, broken, 1);
            assert_ne!(text, FILE.text, "{sound}");
            let error = DataFile { text: text.leak(), ..FILE }.toml::<Lists>().map(drop).unwrap_err();
            assert_eq!(error.file, "crates/language/data/voices.toml", "{error}");
        }
        // An empty list would reject nothing, so it is an error.
        assert!(Patterns::try_from(Vec::new()).is_err());
    }
}
