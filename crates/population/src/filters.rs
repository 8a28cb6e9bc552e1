//! An audience as filters over the population data. Values of a list are alternatives, lists must all hold. A country
//! is narrowed only by its own regions and cities; others in the list stay whole. No country at all means the adults of
//! the world.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::attribute::Attribute;
use crate::census::model::ADULT_AGE_MIN;

/// Whether the client described the audience or it was inferred from the question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    Given,
    #[default]
    Inferred,
}

/// What an audience that nobody described was inferred from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// The question's own words, or the money that it or its options speak of.
    Question,
    /// The country that the account is set to.
    Account,
    /// The countries where the question's language is the main one.
    Language,
}

/// An absent filter does not filter.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filters {
    /// ISO 3166-1 alpha-2 codes.
    pub countries: Vec<String>,
    /// `MX/Jalisco`: the country's code and the region's name in the population data.
    pub regions: Vec<String>,
    /// `MX/Guadalajara`, like regions.
    pub cities: Vec<String>,
    pub age_min: Option<u8>,
    pub age_max: Option<u8>,
    /// By attribute, the codes that will do.
    pub wanted: BTreeMap<Attribute, Vec<String>>,
    /// Conditions that no statistic covers, taken as true of every respondent.
    pub traits: Vec<String>,
    pub source: Source,
    /// What it was inferred from, none where it was described: the people first, then the place.
    #[serde(default)]
    pub basis: Vec<Basis>,
    /// Filters that were given up because too few people fit, and those that were loosened for want of data.
    pub relaxed: Vec<String>,
}

impl Filters {
    /// All adults.
    pub fn adults() -> Self {
        Self { age_min: Some(ADULT_AGE_MIN), ..Self::default() }
    }

    /// The codes wanted of an attribute, in its own order; none where any will do.
    pub fn codes(&self, attribute: Attribute) -> &[String] {
        self.wanted.get(&attribute).map_or(&[], Vec::as_slice)
    }

    pub fn want(&mut self, attribute: Attribute, codes: Vec<String>) {
        match codes.is_empty() {
            true => self.wanted.remove(&attribute),
            false => self.wanted.insert(attribute, codes),
        };
    }

    pub fn with(mut self, attribute: Attribute, codes: &[&str]) -> Self {
        self.want(attribute, codes.iter().map(|code| (*code).to_owned()).collect());
        self
    }

    /// Attributes of which some codes are wanted, in the order of the table.
    pub fn coded(&self) -> impl Iterator<Item = (Attribute, &[String])> {
        self.wanted.iter().map(|(attribute, codes)| (*attribute, codes.as_slice()))
    }

    /// Gives up the finest filter that is left; none when only age, sex and country are left.
    pub fn give_up_finest(&mut self) -> Option<Attribute> {
        let given_up = Attribute::given_up_first().into_iter().find(|attribute| self.is_set(*attribute))?;
        match given_up {
            Attribute::City => self.cities.clear(),
            Attribute::Region => self.regions.clear(),
            coded => self.want(coded, Vec::new()),
        }
        self.relaxed.push(given_up.filter_name().to_owned());
        Some(given_up)
    }

    fn is_set(&self, attribute: Attribute) -> bool {
        match attribute {
            Attribute::City => !self.cities.is_empty(),
            Attribute::Region => !self.regions.is_empty(),
            coded => !self.codes(coded).is_empty(),
        }
    }
}
