//! What words mean, in English, Spanish and Chinese: what a client wrote ([`brief`]), whom they want asked
//! ([`audience`]), what kind of question it is and how it is served ([`served`]), what options say about their scale
//! ([`scale`]), whether a text that a model wrote may stand as a respondent's ([`voices`]), and what is said of names and
//! slogans ([`names`]). Rules and dictionaries do it, no model; the dictionaries lie beside the code. Instructions in a
//! text are never followed.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod audience;
pub mod brief;
pub mod names;
pub mod scale;
pub mod served;
pub mod text;
pub mod voices;

pub use brief::Brief;
pub use served::{Inquiry, Served};

use foundation::data::DataError;

/// Whether every rule and dictionary can be read.
pub fn check() -> Result<(), DataError> {
    audience::check()?;
    served::check()?;
    scale::check()?;
    voices::check()
}
