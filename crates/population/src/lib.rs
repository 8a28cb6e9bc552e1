//! The population: which attributes people have, how they are distributed, and samples of synthetic respondents.
//!
//! The crate depends only on `foundation` and `statistics`. It knows no questions, engines or report texts. It does no I/O and reads
//! no clock: its tables are compiled in from `data/`, with their sources. Random numbers come from a seed.
//!
//! Start with [`Attribute`], the one table of attributes, then [`Profile`] (one person) and [`Filters`] (an
//! audience). [`census`] holds the population tables and real records, [`places`] and [`smaller_places`] the gazetteer, and [`sample`] draws
//! respondents whose margins match the population's.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod attribute;
pub mod census;
mod filters;
mod groups;
pub mod places;
mod profile;
pub mod sample;
pub mod smaller_places;

pub use attribute::{Attribute, Groups};
pub use filters::{Basis, Countries, Filters, Source, Unrecorded};
pub use groups::{Division, divisions};
pub use profile::{Profile, Provenance, Value};
pub use sample::Respondent;

use foundation::data::DataError;

/// Checks that every table can be parsed.
pub fn check() -> Result<(), DataError> {
    places::check()?;
    smaller_places::check()?;
    census::check()
}
