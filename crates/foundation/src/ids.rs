//! Ids of options and respondents, each a type: a place in one list can't be taken for a place in another.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An option, by its place in the client's order, counted from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OptionId(pub usize);

impl OptionId {
    /// The ids of so many options.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..count).map(Self)
    }
}

/// A respondent, by their place in the sample, counted from zero. Readers count from one: `r0001` is the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RespondentId(pub usize);

impl RespondentId {
    /// The number that readers see, counted from one.
    pub fn number(self) -> usize {
        self.0 + 1
    }
}

impl fmt::Display for RespondentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{:04}", self.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn respondents_are_counted_from_one() {
        assert_eq!(RespondentId(0).to_string(), "r0001");
        assert_eq!(RespondentId(999).number(), 1000);
    }
}
