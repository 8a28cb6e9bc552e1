//! The pure part of Canvass: briefs, respondents, questionnaires, statistics, findings.
//! Nothing here does I/O, reads a clock or makes up chance: data are compiled in and every draw follows from a seed.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod analysis;
pub mod answer;
pub mod audience;
pub mod bank;
pub mod brief;
pub mod calibration;
pub mod chance;
pub mod data;
pub mod draw;
pub mod forecast;
pub mod form;
pub mod groups;
pub mod human;
pub mod order;
pub mod places;
pub mod population;
pub mod prior;
pub mod questionnaire;
pub mod report;
pub mod sample;
pub mod scale;
pub mod served;
pub mod stats;
pub mod themes;
pub mod usage;
pub mod voices;
pub mod wording;

use data::DataError;

/// Reads every file that is compiled in, in the order in which they build on each other, and keeps what was read.
/// Whoever makes or shows a report calls it once at start.
pub fn check_data() -> Result<(), DataError> {
    wording::check()?;
    bank::check()?;
    places::check()?;
    population::check()?;
    audience::check()?;
    served::check()?;
    scale::check()?;
    themes::check()?;
    voices::check()?;
    prior::check()?;
    human::check()
}
