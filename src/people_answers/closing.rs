//! Whether people have settled what a survey is about: all that closing it needs, kept with its sheet, so that nothing of the
//! report is unpacked and nothing simulated after an answer.

use contract::ReportResult;
use serde::{Deserialize, Serialize};

use super::audience::Audience;
use super::joined::{Forecast, is_settled};
use super::told::Answered;
use super::view::{forecast_of, said};

/// What a report expects of people, as far as closing needs it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Expected {
    forecast: Forecast,
    audience: Audience,
}

impl Expected {
    pub fn of(result: &ReportResult) -> Self {
        Self { forecast: forecast_of(result), audience: Audience::of(result).without_respondents() }
    }

    /// Exactly where the page says so.
    pub fn is_settled_by(&self, answers: &[Answered]) -> bool {
        is_settled(&self.forecast, &said(&self.audience, answers))
    }
}
