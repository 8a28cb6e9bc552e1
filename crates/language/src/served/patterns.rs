//! Lists of patterns in three languages, read from data files into one matcher each. A text is tried against all
//! languages at once, since its language may differ from the report's; matching takes time linear in the text.

use regex::{RegexSet, RegexSetBuilder};
use serde::Deserialize;

/// Folded texts hold no accents, so a boundary of ASCII letters will do, and spares the slow Unicode tables.
const BOUNDARY: &str = r"(?-u:\b)";
const COMPILED_BYTES_MAX: usize = 64 << 20;

/// The patterns of a data file's entry.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Trilingual {
    en: Vec<String>,
    es: Vec<String>,
    zh: Vec<String>,
}

/// Whether any pattern of an entry stands in a folded text.
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
