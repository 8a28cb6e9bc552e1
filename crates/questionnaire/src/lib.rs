//! The questionnaire: which questions are asked, in which words and in which order.
//!
//! The crate depends on `language`, `population` and `foundation`. It knows no engine, forecast or answers. It does
//! no I/O and reads no clock. Random orders come from a seed.
//!
//! Start with `question` (the types), then read [`design`] (which questions a brief gets), [`bank`] (their wording,
//! from `data/questionnaire.toml`), [`form`] (balanced orders of the options) and [`order`] (the order of every
//! question's answers). Answers are identified by their index in the question's list.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod bank;
pub mod design;
pub mod form;
pub mod order;
mod question;

pub use question::{Question, QuestionId, QuestionKind, Questionnaire, Scale};

use foundation::data::DataError;

/// Checks that the question bank can be parsed.
pub fn check() -> Result<(), DataError> {
    bank::check()
}
