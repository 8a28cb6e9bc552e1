//! The people that respondents are drawn from: whole real records of the United States and Argentina, and published
//! tables of 159 other countries. Data are compiled in and parsed country by country on first use.

mod age_bands;
pub mod codes;
pub mod country;
mod files;
mod fitting;
mod frame;
pub mod margins;
pub mod model;
pub mod names;
pub mod occupation;
mod person;
pub mod records;
pub mod scope;
mod scope_places;
mod sources;
mod wanted;

pub use age_bands::{AGE_BANDS, AgeBand, age_band};
pub use frame::{Frame, Part, Pool};
pub use names::REFERENCE_YEAR;
pub use person::Person;
pub use sources::{SOURCE_IDS, sources};

use crate::data::DataError;

/// Whether every table can be read.
pub fn check() -> Result<(), DataError> {
    country::check()?;
    names::check()?;
    model::check()?;
    records::check()
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PopulationError {
    #[error("there are no population data for the country {country}")]
    NoData { country: String },
    #[error("nobody is left by the filter `{filter}`")]
    Empty { filter: &'static str },
}

/// Every attribute code a profile may hold or be counted by, with its attribute, so that wording can be checked against it.
pub fn attribute_values() -> Vec<(&'static str, String)> {
    let lists: [(&str, &[&str]); 9] = [
        ("sex", &codes::SEXES),
        ("area", &codes::AREAS),
        ("education", &codes::EDUCATION),
        ("employment", &codes::EMPLOYMENT),
        ("worker_class", &codes::WORKER_CLASSES),
        ("sector", &codes::SECTORS),
        ("income", &codes::INCOME),
        ("household", &codes::HOUSEHOLDS),
        ("marital", &codes::MARITAL),
    ];
    let mut all: Vec<(&str, String)> =
        lists.into_iter().flat_map(|(name, list)| list.iter().map(move |code| (name, (*code).to_owned()))).collect();
    all.extend(AGE_BANDS.iter().map(|band| ("age_band", band.code.to_owned())));
    let occupations = occupation::ISCO.iter().chain(&occupation::SKILLS);
    all.extend(occupations.map(|code| ("occupation", (*code).to_owned())));
    all.extend(occupation::SOC.iter().map(|(code, _)| ("occupation", (*code).to_owned())));
    all.extend(country::all().iter().map(|country| ("country", country.iso2.clone())));
    all
}

#[cfg(test)]
mod tests;
