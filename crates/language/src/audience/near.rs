//! Which countries a brief is likely about before its words for places are read: those of its currency, of the account and
//! of its language. They decide between places of one name.

use foundation::Language;

use super::home::countries_of;

/// How many times likelier a place is in the country of the account or of the currency, and in one of the language's.
const HOME_TIMES: u64 = 400;
const LANGUAGE_TIMES: u64 = 6;
/// The same in a country of another language that briefs are in.
const OTHER_LANGUAGE_TIMES: u64 = 2;

/// What a brief says of the countries that it is about, other than by the names of places.
#[derive(Debug, Clone, Default)]
pub(super) struct Near {
    /// The countries of the currency and of the account.
    pub(super) home: Vec<String>,
    pub(super) language: Option<Language>,
}

impl Near {
    /// Returns how many times likelier than elsewhere a place in a country is meant.
    pub(super) fn times(&self, country: &str) -> u64 {
        let is_main = |language: Language| countries_of(language).contains(&country);
        let is_of_language = self.language.is_some_and(is_main);
        if self.home.iter().any(|home| home == country) {
            HOME_TIMES
        } else if is_of_language {
            LANGUAGE_TIMES
        } else if Language::ALL.into_iter().any(is_main) {
            OTHER_LANGUAGE_TIMES
        } else {
            1
        }
    }
}
