//! What is asked, and what follows from the answers: the questionnaire ([`questionnaire`], worded by [`bank`]), the
//! orders that answers are served in ([`form`], [`order`]), interviews drawn from a forecast ([`interviews`]) and the
//! findings ([`analysis`]): figures and places in lists, never sentences. Options go by the client's order.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod bank;
pub mod design;
pub mod form;
pub mod order;
mod question;

pub use question::{Question, QuestionId, QuestionKind, Questionnaire, Scale};

use foundation::data::DataError;

/// Whether the questions can be read.
pub fn check() -> Result<(), DataError> {
    bank::check()
}
