//! An audience as filters over the population data. The values of one filter are alternatives; all filters must hold.
//! Regions and cities restrict only their country; other listed countries are not restricted. Without countries, the
//! audience is the adults of the world.

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

/// What an inferred audience, or the inferred place of a described one, is based on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// The question's wording, or the currency that it or its options mention.
    Question,
    /// The account's country.
    Account,
    /// The countries that a question in this language is asked in where no other is known.
    Language,
}

/// The filters of an audience. An empty list or `None` does not filter.
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
    /// By attribute, the accepted codes.
    pub wanted: BTreeMap<Attribute, Vec<String>>,
    /// Conditions that no statistic covers. They are assumed to hold for every respondent.
    pub traits: Vec<String>,
    pub source: Source,
    /// What the audience was inferred from: first the people, then the place. Of a described audience, what its place was
    /// inferred from; empty if the description names one, or the world.
    #[serde(default)]
    pub basis: Vec<Basis>,
    /// Filters that were dropped because too few people match, and filters that a country has no data for.
    pub relaxed: Vec<String>,
}

/// A filter that some countries have no data for. It is assumed to hold for everyone there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unrecorded {
    pub attribute: Attribute,
    pub countries: Countries,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Countries {
    /// ISO 3166-1 alpha-2 codes.
    Named(Vec<String>),
    /// So many that they are only counted.
    Counted(u64),
}

impl Unrecorded {
    /// Reads them back from [`Filters::relaxed`], which has other filters too. One of each attribute, in the order of the
    /// table.
    pub fn all(relaxed: &[String]) -> impl Iterator<Item = Self> {
        let mut by_attribute: BTreeMap<Attribute, Countries> = BTreeMap::new();
        for entry in relaxed {
            if let Some((country, filter)) = entry.split_once('/')
                && let Some(attribute) = Attribute::of_code(filter)
            {
                let named = by_attribute.entry(attribute).or_insert_with(|| Countries::Named(Vec::new()));
                if let Countries::Named(codes) = named {
                    codes.push(country.to_owned());
                }
            } else if let Some((attribute, count)) = counted(entry) {
                by_attribute.insert(attribute, Countries::Counted(count));
            }
        }
        by_attribute.into_iter().map(|(attribute, countries)| Self { attribute, countries })
    }

    /// Returns the entries of [`Filters::relaxed`] that say so.
    pub fn entries(&self) -> Vec<String> {
        let filter = self.attribute.code();
        match &self.countries {
            Countries::Named(codes) => codes.iter().map(|country| format!("{country}/{filter}")).collect(),
            Countries::Counted(count) => vec![format!("{filter} ({count} countries)")],
        }
    }
}

fn counted(entry: &str) -> Option<(Attribute, u64)> {
    let (filter, count) = entry.strip_suffix(" countries)")?.split_once(" (")?;
    Some((Attribute::of_code(filter)?, count.parse().ok()?))
}

impl Filters {
    /// Returns the only country of the audience, if it has exactly one.
    pub fn only_country(&self) -> Option<&str> {
        match self.countries.as_slice() {
            [country] => Some(country),
            _ => None,
        }
    }

    /// All adults.
    pub fn adults() -> Self {
        Self { age_min: Some(ADULT_AGE_MIN), ..Self::default() }
    }

    /// Returns the accepted codes of an attribute. Empty if any value is accepted.
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

    /// Returns the attributes with accepted codes, in the order of the table.
    pub fn coded(&self) -> impl Iterator<Item = (Attribute, &[String])> {
        self.wanted.iter().map(|(attribute, codes)| (*attribute, codes.as_slice()))
    }

    /// Drops the most specific filter that is set. Returns `None` if only age, sex and country are left.
    pub fn drop_most_specific(&mut self) -> Option<Attribute> {
        let given_up = Attribute::drop_order().into_iter().find(|attribute| self.is_set(*attribute))?;
        Some(self.drop(given_up))
    }

    /// Drops the filter of this name, if it is set and may be dropped.
    pub fn drop_named(&mut self, name: &str) -> Option<Attribute> {
        let is_it = |attribute: &Attribute| attribute.filter_name() == name && self.is_set(*attribute);
        let given_up = Attribute::drop_order().into_iter().find(is_it)?;
        Some(self.drop(given_up))
    }

    fn drop(&mut self, given_up: Attribute) -> Attribute {
        match given_up {
            Attribute::City => self.cities.clear(),
            Attribute::Region => self.regions.clear(),
            coded => self.want(coded, Vec::new()),
        }
        self.relaxed.push(given_up.filter_name().to_owned());
        given_up
    }

    fn is_set(&self, attribute: Attribute) -> bool {
        match attribute {
            Attribute::City => !self.cities.is_empty(),
            Attribute::Region => !self.regions.is_empty(),
            coded => !self.codes(coded).is_empty(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_data_tell_is_read_back_from_the_filters_that_were_relaxed() {
        let named = Unrecorded {
            attribute: Attribute::Children,
            countries: Countries::Named(vec!["ES".to_owned(), "MX".to_owned()]),
        };
        let counted = Unrecorded { attribute: Attribute::Marital, countries: Countries::Counted(12) };
        let mut relaxed = [named.entries(), counted.entries()].concat();
        assert_eq!(relaxed, ["ES/children", "MX/children", "marital (12 countries)"]);
        relaxed.push("household".to_owned());
        assert_eq!(Unrecorded::all(&relaxed).collect::<Vec<_>>(), [named, counted]);
    }
}
