//! Regular expressions in three languages, one matcher per entry of a data file. All languages are tried, since a
//! text's language may differ from the report's. Matching is linear in the length of the text.

use regex::{RegexSet, RegexSetBuilder};
use serde::Deserialize;

/// Folded texts have no accents, so an ASCII word boundary suffices and avoids the slow Unicode tables.
const BOUNDARY: &str = r"(?-u:\b)";
const COMPILED_BYTES_MAX: usize = 64 << 20;

/// The patterns of one entry, by language.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Trilingual {
    en: Vec<String>,
    es: Vec<String>,
    zh: Vec<String>,
}

/// A matcher for all patterns of one entry, over folded text.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "Trilingual")]
pub(super) struct Patterns(RegexSet);

impl TryFrom<Trilingual> for Patterns {
    type Error = regex::Error;

    fn try_from(entry: Trilingual) -> Result<Self, regex::Error> {
        Self::compile(&entry).map(Self)
    }
}

impl Patterns {
    pub(super) fn compile(entry: &Trilingual) -> Result<RegexSet, regex::Error> {
        let all = entry.en.iter().chain(&entry.es).chain(&entry.zh);
        let patterns = all.map(|pattern| pattern.replace(r"\b", BOUNDARY).replace(r"\w", "[0-9a-z]"));
        RegexSetBuilder::new(patterns).size_limit(COMPILED_BYTES_MAX).dfa_size_limit(COMPILED_BYTES_MAX).build()
    }

    pub(super) fn is_in(&self, folded: &str) -> bool {
        self.0.is_match(folded)
    }
}
