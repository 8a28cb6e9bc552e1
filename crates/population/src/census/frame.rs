//! The sampling frame: the candidates that pass the filters, by country, from real records where available, else
//! tables.

use std::collections::BTreeMap;

use super::PopulationError;
use super::country::Country;
use super::margins::{Margins, cells};
use super::model::Model;
use super::person::Person;
use super::records::{self, Record, Records};
use super::scope::Scope;
use super::wanted::{self, FILTERS, Wanted};
use crate::Attribute;
use crate::{Countries, Filters, Provenance, Unrecorded};

/// Up to this many countries are named individually; more are only counted.
const COUNTRIES_NAMED_MAX: usize = 10;

pub struct Frame {
    pub parts: Vec<Part>,
}

/// The candidates of one country.
pub struct Part {
    pub country: &'static Country,
    /// Thousands of people.
    pub people: f64,
    pub pool: Pool,
}

pub enum Pool {
    Records { records: &'static Records, fitting: Vec<&'static Record>, wanted: Box<Wanted> },
    Tables(Box<Scope>),
}

impl Frame {
    /// Creates the frame. Fails with the first filter that leaves nobody.
    pub fn new(filters: &Filters) -> Result<Self, PopulationError> {
        let countries = wanted::countries(filters)?;
        let wanted = Wanted::new(filters);
        let parts: Vec<Part> = parts(&countries, &wanted);
        if parts.is_empty() {
            let left_somebody = |count: &usize| parts_exist(&countries, &wanted.first(*count));
            let last = (0..FILTERS.len()).rev().find(left_somebody).unwrap_or(0);
            return Err(PopulationError::Empty { filter: FILTERS[last] });
        }
        Ok(Self { parts })
    }

    /// Returns the estimated number of people in the population who pass the filters.
    pub fn people(&self) -> u64 {
        self.parts.iter().map(|part| (part.people * 1000.0) as u64).sum()
    }

    /// Returns how many different people can be drawn: records where available, elsewhere everybody counted in the
    /// tables.
    pub fn drawable(&self) -> u64 {
        let of = |part: &Part| match &part.pool {
            Pool::Records { fitting, .. } => fitting.len() as u64,
            Pool::Tables(_) => (part.people * 1000.0) as u64,
        };
        self.parts.iter().map(of).sum()
    }

    /// Returns the filters that some country has no data for. They are assumed to hold there and are not applied.
    ///
    /// A few countries are listed individually, as `US/area`. Many are counted, as `area (12 countries)`.
    pub fn loosened(&self) -> Vec<String> {
        let mut countries_by_filter: BTreeMap<Attribute, Vec<String>> = BTreeMap::new();
        for part in &self.parts {
            for attribute in part.screened() {
                countries_by_filter.entry(attribute).or_default().push(part.country.iso2.clone());
            }
        }
        let said = |(attribute, countries): (Attribute, Vec<String>)| Unrecorded {
            attribute,
            countries: match countries.len() {
                count if count > COUNTRIES_NAMED_MAX => Countries::Counted(count as u64),
                _ => Countries::Named(countries),
            },
        };
        countries_by_filter.into_iter().map(said).flat_map(|unrecorded| unrecorded.entries()).collect()
    }
}

impl Part {
    /// Returns the margins, as shares, of the people who pass the filters.
    pub fn margins(&self) -> Margins {
        match &self.pool {
            Pool::Records { fitting, .. } => {
                Margins::of(fitting.iter().map(|record| (cells(&record.person), record.weight))).shares()
            }
            Pool::Tables(scope) => scope.margins().shares(),
        }
    }

    fn screened(&self) -> Vec<Attribute> {
        match &self.pool {
            Pool::Records { records, wanted, .. } => {
                let places = wanted.places.get(&self.country.iso2);
                let is_set = |attribute: &Attribute| match attribute {
                    Attribute::Area => !wanted.area.is_open(),
                    Attribute::Household => !wanted.household.is_open(),
                    Attribute::Children => !wanted.children.is_open(),
                    Attribute::City => places.is_some_and(|places| !places.cities.is_empty()),
                    _ => false,
                };
                records.lacks.iter().copied().filter(is_set).collect()
            }
            Pool::Tables(scope) => scope.screened.clone(),
        }
    }

    /// Sets attributes that the filters determine and the country's data lack, with the provenance `Screen`.
    pub fn screen(&self, person: &mut Person) {
        let wanted = match &self.pool {
            Pool::Records { wanted, .. } => wanted,
            Pool::Tables(scope) => &scope.wanted,
        };
        for attribute in self.screened() {
            let said = match attribute {
                Attribute::Area => set(&mut person.area, wanted.area.only()),
                Attribute::Education => set(&mut person.education, wanted.education.only()),
                Attribute::Employment => set(&mut person.employment, wanted.work.only().filter(|code| *code < 7)),
                Attribute::Household => set(&mut person.household, wanted.household.only()),
                // The last code is of several numbers.
                Attribute::Children => set(&mut person.children, wanted.children.only().filter(|number| *number < 4)),
                Attribute::Income => set(&mut person.income, wanted.income.only()),
                Attribute::Marital => set(&mut person.marital, wanted.marital.only()),
                Attribute::Occupation => only_occupation(wanted, person),
                _ => false,
            };
            if said {
                person.mark(attribute, Provenance::Screen);
            }
        }
    }
}

fn set(slot: &mut Option<u8>, value: Option<u8>) -> bool {
    if value.is_some() {
        *slot = value;
    }
    value.is_some()
}

fn only_occupation(wanted: &Wanted, person: &mut Person) -> bool {
    let [code] = wanted.occupations.as_slice() else {
        return false;
    };
    let known = super::occupation::ISCO.into_iter().find(|known| known == code);
    if known.is_some() {
        person.occupation = known;
    }
    known.is_some()
}

fn parts(countries: &[&'static Country], wanted: &Wanted) -> Vec<Part> {
    let all = countries.iter().map(|country| part(country, wanted));
    // A country in which less than one person passes has no candidates.
    all.filter(|part| part.people * 1000.0 >= 1.0).collect()
}

fn parts_exist(countries: &[&'static Country], wanted: &Wanted) -> bool {
    countries.iter().any(|country| part(country, wanted).people * 1000.0 >= 1.0)
}

fn part(country: &'static Country, wanted: &Wanted) -> Part {
    let Some(records) = records::of(&country.iso2) else {
        let scope = Box::new(Scope::new(country, wanted));
        return Part { country, people: scope.people(), pool: Pool::Tables(scope) };
    };
    let fitting = records.fitting(&country.iso2, wanted);
    let total: f64 = records.all.iter().map(|record| record.weight).sum();
    let share = fitting.iter().map(|record| record.weight).sum::<f64>() / total;
    let people = Model::of(country).adults() * share;
    Part { country, people, pool: Pool::Records { records, fitting, wanted: Box::new(wanted.clone()) } }
}
