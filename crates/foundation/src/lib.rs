//! What every other crate uses: the languages, ids, data files that are compiled in, and random numbers from a seed.
//! Nothing here does I/O or reads a clock.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod chance;
pub mod data;
mod ids;
mod language;

pub use ids::{OptionId, RespondentId};
pub use language::{Language, Script, UnknownLanguage};
