//! A profile: the known attributes of one person, with the provenance of each value.

use std::collections::BTreeMap;

use crate::attribute::Attribute;
use crate::census::age_band;

/// The source of an attribute's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Provenance {
    /// A real record.
    Observed,
    /// Drawn from a published table.
    Table,
    /// Published margins combined with an association from another source.
    Raked,
    /// An association borrowed from another country.
    Borrowed,
    /// Set by the audience's filter.
    Screen,
}

/// The value of an attribute: a code or name, or a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    Word(String),
    Number(u8),
}

/// The attributes of one person. An attribute without data is absent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Profile {
    values: BTreeMap<Attribute, Value>,
    /// By attribute, including the display name.
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

    /// Returns the value as a code or name. `None` if it is a number or absent.
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

    /// Returns the person's group by this attribute: the value's code, or the band of an age.
    pub fn group(&self, attribute: Attribute) -> Option<&str> {
        match attribute {
            Attribute::Age => self.number(attribute).map(|age| age_band(age).code),
            _ => self.word(attribute),
        }
    }
}
