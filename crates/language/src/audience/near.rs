//! Which countries a brief is likely about before its words for places are read: those of its currency, of the account and
//! of its language. They decide between places of one name.

/// How many times likelier a place is in the country of the account or of the currency, in one of the language's, and in
/// one of another language that briefs are in.
const HOME_TIMES: u64 = 400;
const LANGUAGE_TIMES: u64 = 6;
const OTHER_LANGUAGE_TIMES: u64 = 2;

/// What a brief says of the countries that it is about, other than by the names of places.
#[derive(Debug, Clone)]
pub(super) struct Near {
    /// The countries of the currency and of the account.
    pub(super) home: Vec<String>,
    /// The countries of the language of the brief.
    pub(super) of_language: Vec<&'static str>,
    /// The countries of all languages that briefs are in.
    pub(super) of_any_language: Vec<&'static str>,
}

impl Near {
    /// Returns how many times likelier than elsewhere a place in a country is meant.
    pub(super) fn times(&self, country: &str) -> u64 {
        if self.home.iter().any(|home| home == country) {
            HOME_TIMES
        } else if self.of_language.contains(&country) {
            LANGUAGE_TIMES
        } else if self.of_any_language.contains(&country) {
            OTHER_LANGUAGE_TIMES
        } else {
            1
        }
    }
}
