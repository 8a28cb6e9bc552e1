//! Population data: real records of individuals for the United States and Argentina, and published tables for 159
//! other countries. They are compiled in and parsed country by country on first use.

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

use foundation::data::DataError;

/// Checks that every table can be parsed.
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

#[cfg(test)]
mod tests;
