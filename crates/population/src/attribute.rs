//! The one table of attributes: codes, values, and how each is used to filter, describe and group people. Filters,
//! profiles, groups, tables, downloads and prompts follow from it. To add an attribute, add its entry here, its data
//! (`census`) and its wording.

use serde::{Deserialize, Serialize};

use crate::census::{AGE_BANDS, age_band, codes as known, country, occupation};

/// The attributes of a person, in the order used in results and downloads.
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
    /// What a respondent chose in the earlier report whose respondents are asked again: the option in the client's words.
    EarlierChoice,
    /// The display name. It is never used for prediction.
    Name,
}

/// An attribute's properties, except its data.
pub struct Entry {
    pub attribute: Attribute,
    /// The name in results, messages and downloads.
    pub code: &'static str,
    pub values: Values,
    pub filter: Option<Filter>,
    /// The position among the clauses that describe a person. If several attributes share one, only the last known is
    /// used.
    pub clause: Option<u8>,
    pub groups: Groups,
    /// The description in the API documentation.
    pub about: &'static str,
}

/// The kinds of values that an attribute takes.
pub enum Values {
    Codes(&'static [&'static str]),
    /// Occupation codes of several classifications.
    Occupations,
    /// ISO 3166-1 alpha-2.
    Countries,
    /// Names as spelled in the population data.
    Names,
    Number,
}

/// How an audience filters by an attribute.
pub struct Filter {
    /// The filter's name in results.
    pub name: &'static str,
    /// The position among filters by codes, from 1; 0 for filters by place.
    pub place: u8,
    /// The order in which filters are dropped if too few people match, from 1. `None` if the filter is never dropped.
    pub given_up: Option<u8>,
    /// The codes that an audience description can select. Empty for places and occupations, which have too many.
    pub codes: &'static [&'static str],
}

/// How an attribute is used to divide people into groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Groups {
    /// Not used, because too few people share a value.
    None,
    /// Report tables may have a column for each value.
    Shown,
    /// Report tables use it, and an engine also forecasts how the groups differ.
    Forecast,
}

/// Creates a filter by codes. A `given_up` of 0 means that it is never dropped.
const fn codes(name: &'static str, place: u8, given_up: u8, codes: &'static [&'static str]) -> Option<Filter> {
    Some(Filter { name, place, given_up: if given_up == 0 { None } else { Some(given_up) }, codes })
}

/// Creates a filter by place names.
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
        filter: codes("area", 4, 7, &known::AREAS),
        about: "`urban` or `rural`.",
        ..entry(Attribute::Area, "area", Values::Codes(&known::AREAS), Groups::Forecast)
    },
    entry(Attribute::Age, "age", Values::Number, Groups::Forecast),
    Entry {
        filter: codes("sexes", 1, 0, &known::SEXES),
        ..entry(Attribute::Sex, "sex", Values::Codes(&known::SEXES), Groups::Forecast)
    },
    Entry {
        filter: codes("education", 2, 9, &known::EDUCATION_ASKED),
        clause: Some(1),
        ..entry(Attribute::Education, "education", Values::Codes(&known::EDUCATION), Groups::Forecast)
    },
    Entry {
        filter: codes("income", 3, 8, &known::INCOME),
        clause: Some(6),
        ..entry(Attribute::Income, "income", Values::Codes(&known::INCOME), Groups::Forecast)
    },
    Entry {
        filter: codes("employment", 5, 10, &known::EMPLOYMENT_ASKED),
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
        filter: codes("household", 7, 6, &known::HOUSEHOLDS_ASKED),
        clause: Some(5),
        ..entry(Attribute::Household, "household", Values::Codes(&known::HOUSEHOLDS), Groups::Shown)
    },
    Entry {
        filter: codes("children", 9, 5, &known::CHILDREN_ASKED),
        about: "Own children in the household. As a filter, the numbers that will do: `0` to `3` and `4_or_more`.",
        ..entry(Attribute::Children, "children", Values::Number, Groups::None)
    },
    Entry {
        filter: codes("marital", 8, 4, &known::MARITAL),
        clause: Some(4),
        ..entry(Attribute::Marital, "marital", Values::Codes(&known::MARITAL), Groups::Shown)
    },
    Entry {
        about: "The option chosen in the earlier report whose respondents were asked again.",
        ..entry(Attribute::EarlierChoice, "earlier_choice", Values::Names, Groups::Forecast)
    },
    entry(Attribute::Name, "name", Values::Names, Groups::None),
];

/// Places are nested, so tables list them last, the smallest first.
const PLACES: [Attribute; 4] = [Attribute::Country, Attribute::Region, Attribute::City, Attribute::Area];

impl Attribute {
    pub const COUNT: usize = 17;

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

    /// Returns the code of the attribute's groups. Ages are grouped by bands.
    pub fn group_code(self) -> &'static str {
        if self == Self::Age { "age_band" } else { self.code() }
    }

    /// Returns the filter's name in results, or the attribute's code if there is no filter.
    pub fn filter_name(self) -> &'static str {
        self.entry().filter.as_ref().map_or(self.code(), |filter| filter.name)
    }

    /// Returns the attributes that a profile shows, in the order of results: all except the name.
    pub fn recorded() -> impl Iterator<Item = Self> {
        Self::all().filter(|attribute| *attribute != Self::Name)
    }

    /// Returns the attributes used for grouping at level `least` or above: personal attributes first, then places.
    pub fn grouping(least: Groups) -> impl Iterator<Item = Self> {
        // Sex comes first, because its groups are the largest.
        let own = Self::all().filter(|attribute| *attribute != Self::Sex && !PLACES.contains(attribute));
        let all = [Self::Sex].into_iter().chain(own).chain(PLACES.into_iter().rev());
        all.filter(move |attribute| attribute.entry().groups >= least)
    }

    /// Returns the filters by codes, in the order used in results and sentences.
    pub fn filters() -> Vec<Self> {
        let place = |attribute: &Self| attribute.entry().filter.as_ref().map_or(0, |filter| filter.place);
        let mut all: Vec<Self> = Self::all().filter(|attribute| place(attribute) > 0).collect();
        all.sort_by_key(place);
        all
    }

    /// Returns the filters that a description or an engine may set, because they have few codes.
    pub fn filtered_by_codes() -> impl Iterator<Item = Self> {
        Self::filters().into_iter().filter(|attribute| !attribute.codes_asked().is_empty())
    }

    /// Returns the codes that an audience description can select.
    pub fn codes_asked(self) -> &'static [&'static str] {
        self.entry().filter.as_ref().map_or(&[], |filter| filter.codes)
    }

    /// Returns the filters in the order in which they are dropped, the most specific first.
    pub fn drop_order() -> Vec<Self> {
        let rank = |attribute: &Self| attribute.entry().filter.as_ref().and_then(|filter| filter.given_up);
        let mut all: Vec<Self> = Self::all().filter(|attribute| rank(attribute).is_some()).collect();
        all.sort_by_key(rank);
        all
    }

    /// Returns every value that needs a translation, in the attribute's order. Empty if values are names or numbers.
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

    /// Returns the group of a value: the band of an age, or the value itself.
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
        let names: Vec<&str> = Attribute::drop_order().into_iter().map(Attribute::filter_name).collect();
        let expected = [
            "occupations",
            "cities",
            "regions",
            "marital",
            "children",
            "household",
            "area",
            "income",
            "education",
            "employment",
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn groups_are_told_apart_by_ones_own_attributes_first_and_then_by_places() {
        let codes: Vec<&str> = Attribute::grouping(Groups::Forecast).map(Attribute::group_code).collect();
        let expected = ["sex", "age_band", "education", "income", "employment", "earlier_choice", "area", "country"];
        assert_eq!(codes, expected);
    }

    #[test]
    fn what_words_may_ask_for_is_what_people_can_be() {
        let is_coded = |attribute: &Attribute| !matches!(attribute.entry().values, Values::Number);
        for attribute in Attribute::filtered_by_codes().filter(is_coded) {
            let values = attribute.worded_values();
            // The tables treat self-employment as a class of worker, audience descriptions as a kind of employment.
            let is_known = |code: &&str| values.iter().any(|value| value == *code) || *code == "self_employed";
            assert!(attribute.codes_asked().iter().all(is_known), "{}", attribute.code());
        }
    }
}
