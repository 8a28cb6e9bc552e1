//! Interprets text in English, Spanish and Chinese by rules and dictionaries: the client's brief, the audience it
//! describes, the kind of question, the scale that answer options form, and whether a model's text may be published.
//!
//! The crate knows `foundation` and `population`. It does no I/O, reads no clock, draws no random numbers and calls
//! no model. Dictionaries are compiled in from `data/`. Instructions in an input text are never followed.
//!
//! Start with [`brief`] (the validated input) and [`text`] (folding text for matching). Then read [`audience`]
//! (description to filters), [`kept_audience`] (one kept under a name), [`served`] (the wording that respondents get, and the kind of question), [`scale`]
//! (ordinal scales), [`prices`] (options that are prices of one offer), [`voices`] (the publication gate for open
//! answers), [`personal`] (masking of personal data), [`names`] and [`address`] (tú, vos or usted).

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod address;
pub mod audience;
pub mod brief;
pub mod kept_audience;
pub mod names;
pub mod personal;
pub mod prices;
pub mod scale;
pub mod served;
pub mod text;
pub mod voices;

pub use brief::Brief;
pub use served::{Inquiry, QuestionFamily, Served};

use foundation::data::DataError;

/// Checks that every rule and dictionary of the crate can be parsed.
pub fn check() -> Result<(), DataError> {
    address::check()?;
    audience::check()?;
    served::check()?;
    scale::check()?;
    voices::check()?;
    prices::check()?;
    personal::check()
}
