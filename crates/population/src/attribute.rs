//! The one table of attributes: what each is called, which values it has, and how it is used to filter, describe and
//! group people. Filters, profiles, groups, tables, downloads and prompts follow from it: to add an attribute, add its
//! entry here, where it comes from (`population`), and its wording.

use serde::{Deserialize, Serialize};

use crate::census::{AGE_BANDS, age_band, codes as known, country, occupation};

/// In the order in which results and downloads have them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attribute {
    Country,
    Region,
    City,
    Area,
    Age,
    Sex,
    Education,
    Income,
    Employment,
    WorkerClass,
    Sector,
    Occupation,
    Household,
    Children,
    Marital,
    /// Only shown; nothing is ever predicted from it.
    Name,
}

/// Everything about an attribute except where its data come from.
pub struct Entry {
    pub attribute: Attribute,
    /// As results, messages and downloads call it.
    pub code: &'static str,
    pub values: Values,
    pub filter: Option<Filter>,
    /// Its place among the clauses that describe a person; where several share one, only the last known is said.
    pub clause: Option<u8>,
    pub groups: Groups,
    /// What the contract's documentation says of it.
    pub about: &'static str,
}

/// What values an attribute takes.
pub enum Values {
    Codes(&'static [&'static str]),
    /// Occupation codes of several classifications.
    Occupations,
    /// ISO 3166-1 alpha-2.
    Countries,
    /// As the population data spell them.
    Names,
    Number,
}

/// How an audience asks for it.
pub struct Filter {
    /// As results call the filter.
    pub name: &'static str,
    /// Its place among the filters by codes, where it is one.
    pub place: u8,
    /// Its turn to be given up where too few people fit, from 1 on; none if it never is.
    pub given_up: Option<u8>,
    /// The codes that a description may ask for; none for places and occupations, which have too many.
    pub codes: &'static [&'static str],
}

/// How far an attribute is used to divide people into groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Groups {
    /// Not at all: too few people share a value.
    None,
    /// A table of a report may have a column for each value.
    Shown,
    /// An engine is also asked how the groups differ.
    Forecast,
}

/// A filter by codes; a `given_up` of 0 means never.
const fn codes(name: &'static str, place: u8, given_up: u8, codes: &'static [&'static str]) -> Option<Filter> {
    Some(Filter { name, place, given_up: if given_up == 0 { None } else { Some(given_up) }, codes })
}

/// A filter by the names of places.
const fn places(name: &'static str, given_up: Option<u8>) -> Option<Filter> {
    Some(Filter { name, place: 0, given_up, codes: &[] })
}

const fn entry(attribute: Attribute, code: &'static str, values: Values, groups: Groups) -> Entry {
    Entry { attribute, code, values, filter: None, clause: None, groups, about: "" }
}

pub static TABLE: [Entry; Attribute::COUNT] = [
    Entry {
        filter: places("countries", None),
        about: "ISO 3166-1 alpha-2.",
        ..entry(Attribute::Country, "country", Values::Countries, Groups::Forecast)
    },
    Entry { filter: places("regions", Some(3)), ..entry(Attribute::Region, "region", Values::Names, Groups::Shown) },
    Entry { filter: places("cities", Some(2)), ..entry(Attribute::City, "city", Values::Names, Groups::None) },
    Entry {
        filter: codes("area", 4, 6, &known::AREAS),
        about: "`urban` or `rural`.",
        ..entry(Attribute::Area, "area", Values::Codes(&known::AREAS), Groups::Forecast)
    },
    entry(Attribute::Age, "age", Values::Number, Groups::Forecast),
    Entry {
        filter: codes("sexes", 1, 0, &known::SEXES),
        ..entry(Attribute::Sex, "sex", Values::Codes(&known::SEXES), Groups::Forecast)
    },
    Entry {
        filter: codes("education", 2, 8, &known::EDUCATION_ASKED),
        clause: Some(1),
        ..entry(Attribute::Education, "education", Values::Codes(&known::EDUCATION), Groups::Forecast)
    },
    Entry {
        filter: codes("income", 3, 7, &known::INCOME),
        clause: Some(6),
        ..entry(Attribute::Income, "income", Values::Codes(&known::INCOME), Groups::Forecast)
    },
    Entry {
        filter: codes("employment", 5, 9, &known::EMPLOYMENT_ASKED),
        clause: Some(2),
        ..entry(Attribute::Employment, "employment", Values::Codes(&known::EMPLOYMENT), Groups::Forecast)
    },
    Entry {
        clause: Some(3),
        ..entry(Attribute::WorkerClass, "worker_class", Values::Codes(&known::WORKER_CLASSES), Groups::Shown)
    },
    Entry {
        clause: Some(2),
        about: "Where no occupation is published.",
        ..entry(Attribute::Sector, "sector", Values::Codes(&known::SECTORS), Groups::Shown)
    },
    Entry {
        filter: codes("occupations", 6, 1, &[]),
        clause: Some(2),
        about: "`isco-22`, `soc-29` or `skill-technical`.",
        ..entry(Attribute::Occupation, "occupation", Values::Occupations, Groups::Shown)
    },
    Entry {
        filter: codes("household", 7, 5, &known::HOUSEHOLDS_ASKED),
        clause: Some(5),
        ..entry(Attribute::Household, "household", Values::Codes(&known::HOUSEHOLDS), Groups::Shown)
    },
    Entry {
        about: "Own children in the household.",
        ..entry(Attribute::Children, "children", Values::Number, Groups::None)
    },
    Entry {
        filter: codes("marital", 8, 4, &known::MARITAL),
        clause: Some(4),
        ..entry(Attribute::Marital, "marital", Values::Codes(&known::MARITAL), Groups::Shown)
    },
    entry(Attribute::Name, "name", Values::Names, Groups::None),
];

/// Places lie within one another, so tables list them last, the nearest first.
const PLACES: [Attribute; 4] = [Attribute::Country, Attribute::Region, Attribute::City, Attribute::Area];

impl Attribute {
    pub const COUNT: usize = 16;

    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        TABLE.iter().map(|entry| entry.attribute)
    }

    pub fn of_code(code: &str) -> Option<Self> {
        Self::all().find(|attribute| attribute.code() == code)
    }

    pub fn entry(self) -> &'static Entry {
        &TABLE[self as usize]
    }

    pub fn code(self) -> &'static str {
        self.entry().code
    }

    /// The code of its groups: ages are grouped by bands.
    pub fn group_code(self) -> &'static str {
        if self == Self::Age { "age_band" } else { self.code() }
    }

    /// The filter's name in results; the attribute's own where nothing filters by it.
    pub fn filter_name(self) -> &'static str {
        self.entry().filter.as_ref().map_or(self.code(), |filter| filter.name)
    }

    /// What a profile shows, in the order of results: all but the name.
    pub fn recorded() -> impl Iterator<Item = Self> {
        Self::all().filter(|attribute| *attribute != Self::Name)
    }

    /// Attributes that tell people apart, people's own first and then their places from near to far.
    pub fn grouping(least: Groups) -> impl Iterator<Item = Self> {
        // Sex before age: its groups are the largest there are.
        let own = Self::all().filter(|attribute| *attribute != Self::Sex && !PLACES.contains(attribute));
        let all = [Self::Sex].into_iter().chain(own).chain(PLACES.into_iter().rev());
        all.filter(move |attribute| attribute.entry().groups >= least)
    }

    /// Filters by codes, in the order in which results and sentences have them.
    pub fn filters() -> Vec<Self> {
        let place = |attribute: &Self| attribute.entry().filter.as_ref().map_or(0, |filter| filter.place);
        let mut all: Vec<Self> = Self::all().filter(|attribute| place(attribute) > 0).collect();
        all.sort_by_key(place);
        all
    }

    /// Filters whose codes are few, so that a description or an engine may ask for any of them.
    pub fn filtered_by_codes() -> impl Iterator<Item = Self> {
        Self::filters().into_iter().filter(|attribute| !attribute.codes_asked().is_empty())
    }

    /// The codes that words may ask for.
    pub fn codes_asked(self) -> &'static [&'static str] {
        self.entry().filter.as_ref().map_or(&[], |filter| filter.codes)
    }

    /// Filters in the order in which they are given up, the finest first.
    pub fn given_up_first() -> Vec<Self> {
        let rank = |attribute: &Self| attribute.entry().filter.as_ref().and_then(|filter| filter.given_up);
        let mut all: Vec<Self> = Self::all().filter(|attribute| rank(attribute).is_some()).collect();
        all.sort_by_key(rank);
        all
    }

    /// Every value that needs a wording, in the attribute's own order; none where values are names or plain numbers.
    pub fn worded_values(self) -> Vec<String> {
        let owned = |codes: &[&str]| codes.iter().map(|code| (*code).to_owned()).collect();
        match &self.entry().values {
            Values::Codes(codes) => owned(codes),
            Values::Occupations => occupation::codes(),
            Values::Countries => country::all().iter().map(|country| country.iso2.clone()).collect(),
            Values::Number if self == Self::Age => AGE_BANDS.iter().map(|band| band.code.to_owned()).collect(),
            Values::Names | Values::Number => Vec::new(),
        }
    }

    /// The group that a value belongs to: the band of an age, or else the value itself.
    pub fn group_of(self, value: &str) -> String {
        match (self, value.parse()) {
            (Self::Age, Ok(age)) => age_band(age).code.to_owned(),
            _ => value.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_attribute_in_its_place() {
        for (place, entry) in TABLE.iter().enumerate() {
            assert_eq!(entry.attribute as usize, place, "{}", entry.code);
            assert_eq!(serde_json::to_value(entry.attribute).unwrap(), entry.code);
        }
    }

    #[test]
    fn the_finest_filters_are_given_up_first_and_never_age_sex_and_country() {
        let names: Vec<&str> = Attribute::given_up_first().into_iter().map(Attribute::filter_name).collect();
        let expected =
            ["occupations", "cities", "regions", "marital", "household", "area", "income", "education", "employment"];
        assert_eq!(names, expected);
    }

    #[test]
    fn groups_are_told_apart_by_ones_own_attributes_first_and_then_by_places() {
        let codes: Vec<&str> = Attribute::grouping(Groups::Forecast).map(Attribute::group_code).collect();
        assert_eq!(codes, ["sex", "age_band", "education", "income", "employment", "area", "country"]);
    }

    #[test]
    fn what_words_may_ask_for_is_what_people_can_be() {
        for attribute in Attribute::filtered_by_codes() {
            let values = attribute.worded_values();
            // The self-employed are a class of workers to the tables, and a kind of employment to everybody else.
            let is_known = |code: &&str| values.iter().any(|value| value == *code) || *code == "self_employed";
            assert!(attribute.codes_asked().iter().all(is_known), "{}", attribute.code());
        }
    }
}
