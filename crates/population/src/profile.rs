//! A profile: what is known of one person, attribute by attribute, and where each value comes from.

use std::collections::BTreeMap;

use crate::attribute::Attribute;
use crate::census::age_band;

/// Where the value of an attribute comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Provenance {
    /// A real record.
    Observed,
    /// Drawn from a published table.
    Table,
    /// Published margins, with an association from elsewhere.
    Raked,
    /// Odds from another country.
    Borrowed,
    /// Set by the audience.
    Screen,
}

/// A value: a code or a name, or a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    Word(String),
    Number(u8),
}

/// Attributes drawn from population data; one without data is absent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Profile {
    values: BTreeMap<Attribute, Value>,
    /// By attribute, also of the name shown.
    pub provenance: BTreeMap<Attribute, Provenance>,
}

impl Profile {
    pub fn with(mut self, attribute: Attribute, word: impl Into<String>) -> Self {
        self.values.insert(attribute, Value::Word(word.into()));
        self
    }

    pub fn with_number(mut self, attribute: Attribute, number: u8) -> Self {
        self.values.insert(attribute, Value::Number(number));
        self
    }

    pub fn value(&self, attribute: Attribute) -> Option<&Value> {
        self.values.get(&attribute)
    }

    /// The value as a code or a name; none where it is a number.
    pub fn word(&self, attribute: Attribute) -> Option<&str> {
        match self.values.get(&attribute)? {
            Value::Word(word) => Some(word),
            Value::Number(_) => None,
        }
    }

    pub fn number(&self, attribute: Attribute) -> Option<u8> {
        match self.values.get(&attribute)? {
            Value::Number(number) => Some(*number),
            Value::Word(_) => None,
        }
    }

    /// The person's group by this attribute: a code, or the band of an age.
    pub fn group(&self, attribute: Attribute) -> Option<&str> {
        match attribute {
            Attribute::Age => self.number(attribute).map(|age| age_band(age).code),
            _ => self.word(attribute),
        }
    }
}
