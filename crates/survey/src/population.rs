//! The people that respondents are drawn from: real adult records of the United States, and names to show for them.
//! Data are compiled in and parsed once on first use. A value that a record lacks stays absent; nothing is made up.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::report::{AudienceFilters, Profile};

const PERSONS_CSV: &str = include_str!("../../../data/population/us_persons.csv");
const GIVEN_CSV: &str = include_str!("../../../data/population/names_given_us.csv");
const SURNAMES_CSV: &str = include_str!("../../../data/population/names_surname_us.csv");

/// Message ids that name where the data come from, for the method section.
pub const SOURCE_IDS: [&str; 3] = ["source-us-persons", "source-us-given-names", "source-us-surnames"];

static PERSONS: LazyLock<Vec<Person>> =
    LazyLock::new(|| rows::<PersonRow>(PERSONS_CSV).into_iter().map(Person::from).collect());
static GIVEN_NAMES: LazyLock<Vec<GivenName>> = LazyLock::new(|| rows(GIVEN_CSV));
static SURNAMES: LazyLock<Vec<Surname>> = LazyLock::new(|| rows(SURNAMES_CSV));

/// One real record. `weight` is how many adults it stands for, up to a factor.
#[derive(Debug, Clone)]
pub struct Person {
    pub weight: f64,
    pub age: u8,
    pub profile: Profile,
}

#[derive(Debug, Clone, Deserialize)]
pub struct GivenName {
    pub sex: String,
    /// First year of the birth decade.
    pub cohort: u16,
    pub name: String,
    pub weight: f64,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Surname {
    pub name: String,
    pub weight: f64,
}

/// The records that the filters leave.
pub fn candidates(filters: &AudienceFilters) -> Vec<&'static Person> {
    PERSONS.iter().filter(|person| person.fits(filters)).collect()
}

pub fn given_names() -> &'static [GivenName] {
    &GIVEN_NAMES
}

pub fn surnames() -> &'static [Surname] {
    &SURNAMES
}

impl Person {
    fn fits(&self, filters: &AudienceFilters) -> bool {
        let profile = &self.profile;
        filters.age_min.is_none_or(|min| self.age >= min)
            && filters.age_max.is_none_or(|max| self.age <= max)
            && allows(&filters.countries, profile.country.as_ref())
            && allows(&filters.sexes, profile.sex.as_ref())
            && allows(&filters.education, profile.education.as_ref())
            && allows(&filters.income, profile.income.as_ref())
            && allows(&filters.employment, profile.employment.as_ref())
    }
}

/// An empty list does not filter; an unknown value does not pass a list.
fn allows(list: &[String], value: Option<&String>) -> bool {
    list.is_empty() || value.is_some_and(|value| list.contains(value))
}

#[derive(Deserialize)]
struct PersonRow {
    w: f64,
    age: u8,
    sex: String,
    state: String,
    edu: String,
    work: String,
    hht: String,
    hh_q: Option<u8>,
}

impl From<PersonRow> for Person {
    fn from(row: PersonRow) -> Self {
        let profile = Profile {
            country: Some("US".to_owned()),
            region: Some(format!("US-{}", row.state)),
            age: Some(row.age),
            sex: known(&SEXES, &row.sex),
            education: known(&EDUCATION, &row.edu),
            income: row.hh_q.map(|quintile| format!("q{quintile}")),
            employment: known(&EMPLOYMENT, &row.work),
            household: known(&HOUSEHOLDS, &row.hht),
        };
        Self { weight: row.w, age: row.age, profile }
    }
}

const SEXES: [(&str, &str); 2] = [("f", "female"), ("m", "male")];
const EDUCATION: [(&str, &str); 8] = [
    ("e0", "none"),
    ("e1", "some_primary"),
    ("e2", "primary"),
    ("e3", "lower_secondary"),
    ("e4", "upper_secondary"),
    ("e5s", "short_cycle"),
    ("e5b", "bachelor"),
    ("e5m", "master_or_more"),
];
const EMPLOYMENT: [(&str, &str); 4] = [
    ("employed", "employed"),
    ("unemployed", "unemployed"),
    ("not_in_lf", "not_in_labour_force"),
    ("armed_forces", "armed_forces"),
];
const HOUSEHOLDS: [(&str, &str); 5] = [
    ("couple", "couple"),
    ("single_parent_or_family", "family_without_couple"),
    ("alone", "alone"),
    ("nonfamily", "non_family"),
    ("group_quarters", "group_quarters"),
];

fn known(codes: &[(&str, &str)], code: &str) -> Option<String> {
    codes.iter().find(|(raw, _)| *raw == code).map(|(_, name)| (*name).to_owned())
}

/// Every attribute code a profile may hold with its attribute, so that wording can be checked against it.
pub fn attribute_values() -> Vec<(&'static str, String)> {
    let named = |attribute, codes: &[(&str, &str)]| -> Vec<(&'static str, String)> {
        codes.iter().map(|(_, name)| (attribute, (*name).to_owned())).collect()
    };
    let mut all = named("sex", &SEXES);
    all.extend(named("education", &EDUCATION));
    all.extend(named("employment", &EMPLOYMENT));
    all.extend(named("household", &HOUSEHOLDS));
    all.extend((1..=5).map(|quintile| ("income", format!("q{quintile}"))));
    all
}

/// A row that can't be read is left out; a test keeps that from ever happening to the compiled-in files.
fn rows<T: for<'de> Deserialize<'de>>(text: &str) -> Vec<T> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().filter_map(Result::ok).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audience;
    use crate::brief::Language;

    #[test]
    fn every_row_of_every_file_is_read() {
        for (read, text) in
            [(PERSONS.len(), PERSONS_CSV), (GIVEN_NAMES.len(), GIVEN_CSV), (SURNAMES.len(), SURNAMES_CSV)]
        {
            assert_eq!(read, text.lines().count() - 1);
        }
    }

    #[test]
    fn every_code_in_the_records_is_known() {
        for person in PERSONS.iter() {
            let profile = &person.profile;
            assert!(profile.sex.is_some() && profile.education.is_some());
            assert!(profile.employment.is_some() && profile.household.is_some());
        }
    }

    #[test]
    fn a_record_without_household_income_has_none() {
        let without = PERSONS.iter().filter(|person| person.profile.income.is_none()).count();
        assert_eq!(without, 308);
    }

    #[test]
    fn filters_leave_only_who_fits() {
        let mut filters = audience::filters(None, Language::En);
        assert_eq!(candidates(&filters).len(), 4942);
        filters.sexes = vec!["female".to_owned()];
        filters.age_max = Some(30);
        filters.income = vec!["q1".to_owned()];
        let left = candidates(&filters);
        assert!(!left.is_empty());
        assert!(left.iter().all(|person| person.age <= 30 && person.profile.income.as_deref() == Some("q1")));
    }
}
