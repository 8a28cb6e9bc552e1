//! Ids of options and respondents. Each is a separate type, so that an index into one list cannot be used for
//! another.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An option's index in the client's order, counted from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OptionId(pub usize);

impl OptionId {
    /// Returns the ids of the first `count` options.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..count).map(Self)
    }
}

/// A respondent's index in the sample, counted from zero. It is displayed counted from one: `r0001` is the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RespondentId(pub usize);

impl RespondentId {
    /// Returns the number that readers see, counted from one.
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
