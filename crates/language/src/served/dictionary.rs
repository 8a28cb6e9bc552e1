//! The words of English and Spanish, by Hunspell dictionaries (`data/dictionaries/README.md` has their sources), and
//! words that the dictionaries lack.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde::Deserialize;
use spellbook::Dictionary;

use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};

const EN_US: [DataFile; 2] = [
    data_file!("crates/language/data/dictionaries/en_US.aff"),
    data_file!("crates/language/data/dictionaries/en_US.dic"),
];
const EN_GB: [DataFile; 2] = [
    data_file!("crates/language/data/dictionaries/en_GB.aff"),
    data_file!("crates/language/data/dictionaries/en_GB.dic"),
];
const ES: [DataFile; 2] =
    [data_file!("crates/language/data/dictionaries/es.aff"), data_file!("crates/language/data/dictionaries/es.dic")];
const RARE_WORDS: DataFile = data_file!("crates/language/data/dictionaries/en_rare.txt");
const NEW_WORDS: DataFile = data_file!("crates/language/data/new_words.toml");

static AMERICAN: Compiled<Dictionary> = Compiled::new(|| read(EN_US));
static BRITISH: Compiled<Dictionary> = Compiled::new(|| read(EN_GB));
static SPANISH: Compiled<Dictionary> = Compiled::new(|| read(ES));
/// English words that the dictionaries leave out since they are rare, sorted.
static RARE: LazyLock<Vec<&'static str>> = LazyLock::new(|| RARE_WORDS.text.lines().collect());
static LATER: Compiled<NewWords> = Compiled::new(|| NEW_WORDS.toml::<File>().map(NewWords::from));

fn read([affixes, words]: [DataFile; 2]) -> Result<Dictionary, DataError> {
    Dictionary::new(affixes.text, words.text).map_err(|error| words.wrong(error))
}

/// Checks that every dictionary can be parsed.
pub(super) fn check() -> Result<(), DataError> {
    AMERICAN.check()?;
    BRITISH.check()?;
    SPANISH.check()?;
    LATER.check()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    names: String,
    en: String,
    es: String,
}

/// Words in lower case that the dictionaries lack; `names` are of any language.
struct NewWords {
    names: BTreeSet<String>,
    en: BTreeSet<String>,
    es: BTreeSet<String>,
}

impl From<File> for NewWords {
    fn from(file: File) -> Self {
        let words = |list: &str| list.split_whitespace().map(str::to_owned).collect();
        Self { names: words(&file.names), en: words(&file.en), es: words(&file.es) }
    }
}

/// Returns whether a word is known in a language, in any case, be it a name. No Chinese word is.
pub(super) fn has(word: &str, language: Language) -> bool {
    let lower = word.to_lowercase().replace('’', "'");
    let is_name = |dictionary: &Dictionary| holds(dictionary, word);
    let is_known = match language {
        Language::En => is_name(&AMERICAN) || is_name(&BRITISH),
        Language::Es => is_name(&SPANISH),
        Language::Zh => return false,
    };
    is_known || is_listed_name(&lower) || is_common(&lower, language)
}

/// Returns whether a word is on the list of names, some of which begin with a small letter.
pub(super) fn is_listed_name(word: &str) -> bool {
    LATER.names.contains(&word.to_lowercase())
}

/// Returns whether a word is known in a language and no name.
pub(super) fn is_common(word: &str, language: Language) -> bool {
    let lower = word.to_lowercase().replace('’', "'");
    let later = match language {
        Language::En => &LATER.en,
        Language::Es => &LATER.es,
        Language::Zh => return false,
    };
    has_plain(&lower, language) || later.contains(&lower)
}

/// Returns whether the dictionary itself has a word in lower case, so that a correction may lead to it.
pub(super) fn has_plain(word: &str, language: Language) -> bool {
    match language {
        Language::En => holds(&AMERICAN, word) || holds(&BRITISH, word),
        Language::Es => holds(&SPANISH, word),
        Language::Zh => false,
    }
}

/// Returns whether a word in lower case is one of the rare English words that the dictionaries leave out.
pub(super) fn is_rare(word: &str) -> bool {
    RARE.binary_search(&word).is_ok()
}

fn holds(dictionary: &Dictionary, word: &str) -> bool {
    dictionary.check(word)
}

/// Returns the words that a misspelling may stand for, as Hunspell suggests them.
pub(super) fn suggestions(word: &str, language: Language) -> Vec<String> {
    let dictionary = match language {
        Language::En => &AMERICAN,
        Language::Es => &SPANISH,
        Language::Zh => return Vec::new(),
    };
    let mut words = Vec::new();
    dictionary.suggester().with_ngram_suggestions(false).suggest(word, &mut words);
    if language == Language::En {
        let mut british = Vec::new();
        BRITISH.suggester().with_ngram_suggestions(false).suggest(word, &mut british);
        words.extend(british.into_iter().filter(|other| !holds(&AMERICAN, other)));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_of_english_and_the_forms_of_every_spanish_country_are_words() {
        for word in ["colour", "color", "organise", "organize", "What's", "podcast"] {
            assert!(has(word, Language::En), "{word}");
        }
        for word in ["pagarías", "querés", "tenéis", "computadora", "ordenador", "chévere", "Móvil"] {
            assert!(has(word, Language::Es), "{word}");
        }
        assert!(is_rare("laundrette") && !is_rare("laundry") && !is_rare("electirc") && RARE.is_sorted());
        assert!(!has("electirc", Language::En) && !has("pagarias", Language::Es) && !has("茶", Language::Zh));
    }
}
