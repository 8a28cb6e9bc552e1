//! The people of the population data, and respondents drawn from them: what a person is ([`Attribute`], the one table
//! of attributes; [`Profile`]), who is wanted ([`Filters`]), where people live ([`places`]), and a sample whose margins
//! are the population's ([`sample`]). The data lie beside the code, with their sources.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod attribute;
pub mod census;
mod filters;
mod groups;
pub mod places;
mod profile;
pub mod sample;

pub use attribute::{Attribute, Groups};
pub use filters::{Basis, Filters, Source};
pub use groups::{Division, divisions};
pub use profile::{Profile, Provenance, Value};
pub use sample::Respondent;

use foundation::data::DataError;

/// Whether every table can be read.
pub fn check() -> Result<(), DataError> {
    places::check()?;
    census::check()
}
