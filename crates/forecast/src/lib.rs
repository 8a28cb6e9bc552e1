//! Turns an engine's elicited shares into a calibrated forecast of how an audience would answer.
//!
//! The crate depends on `language`, `population`, `statistics` and `foundation`. It does no I/O, reads no clock and
//! draws random numbers only from a seed or generator that the caller passes in. It never calls an engine: `pipeline`
//! asks the engine and passes the replies in.
//!
//! Start with [`Forecast`] in this file, which pools the replies. [`calibration`] and [`prior`] correct the pooled
//! shares by the engine's measured record, `fit` and `groups` rake respondents' distributions to them, and [`draw`]
//! draws the answers. [`human`] measures an engine against surveys of real people. [`joint`] combines a forecast
//! with real answers to the same question into one posterior.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod calibration;
pub mod draw;
mod fit;
mod groups;
pub mod human;
pub mod joint;
mod ladder;
pub mod prior;
mod response;
#[cfg(test)]
mod tests;
mod usage;

use std::collections::BTreeMap;

use foundation::OptionId;
use foundation::data::DataError;
use population::Attribute;
use serde::{Deserialize, Serialize};

pub use calibration::{Calibration, ConfidenceLevel, DistributionError};
pub use fit::{GROUP_MIN, Margin, SWEEPS_MAX, fit, rounded};
pub use groups::{margins, targets};
pub use ladder::{buying_shares, dearest_shares, falling};
pub use response::{Choosers, Response, floored, pooled, spread};
pub use usage::{Price, Usage};

/// Checks that the compiled-in prior and survey cases can be parsed.
pub fn check() -> Result<(), DataError> {
    prior::check()?;
    human::check()
}

/// Smallest share of an option in a forecast. In real surveys hardly any option is chosen by nobody.
pub const SHARE_MIN: f64 = 0.005;

/// One request to an engine for a piece of a forecast.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartRequest {
    /// Shares of the total audience; the number tells repeated readings apart.
    Whole(usize),
    /// Shares within every group of an attribute.
    Groups(Attribute),
    /// Answers to the later questions among the people who chose an option.
    Choosers(OptionId),
}

impl PartRequest {
    /// Returns a key that is unique among the parts of one forecast.
    pub fn key(&self) -> String {
        match self {
            Self::Whole(reading) => format!("whole/{reading}"),
            Self::Groups(attribute) => format!("groups/{}", attribute.group_code()),
            Self::Choosers(OptionId(option)) => format!("choosers/{option}"),
        }
    }
}

/// Outcome of one request, as stored in a checkpoint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Part {
    pub ask: PartRequest,
    /// `None` if the call failed. A lost part is never imputed.
    pub said: Option<Response>,
    #[serde(default)]
    pub usage: Usage,
}

/// Everything that an engine forecast for one report, before calibration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Forecast {
    /// Geometric mean of the readings of the total, in the client's order of options; of prices, last the share that
    /// would buy at none. Sums to one.
    pub whole: Vec<f64>,
    /// Standard deviation of an option's log share between readings, averaged over options.
    pub spread: f64,
    /// Mean total variation distance between each reading and their pool.
    pub apart: f64,
    /// Whether the buyers of a reading rose with the price and were made monotone.
    #[serde(default)]
    pub levelled: bool,
    /// Number of readings of the total that were pooled.
    pub readings: usize,
    /// Shares by attribute and value.
    pub groups: BTreeMap<Attribute, BTreeMap<String, Vec<f64>>>,
    /// By option; `None` if the part was lost.
    pub choosers: Vec<Option<Choosers>>,
    /// Sum over all parts, lost ones included.
    #[serde(default)]
    pub usage: Usage,
}

impl Forecast {
    /// Pools the parts into a forecast. Returns `None` if every reading of the total was lost.
    pub fn of(parts: &[Part], options: usize) -> Option<Self> {
        let mut wholes = Vec::new();
        let mut inner_spread = 0.0_f64;
        let mut levelled = false;
        let mut groups = BTreeMap::new();
        let mut choosers = vec![None; options];
        for part in parts {
            match (&part.ask, &part.said) {
                (PartRequest::Whole(_), Some(Response::Whole { shares, spread, levelled: was_levelled })) => {
                    levelled |= was_levelled;
                    inner_spread = inner_spread.max(*spread);
                    wholes.push(floored(shares));
                }
                (PartRequest::Groups(attribute), Some(Response::Groups(said))) => {
                    groups.insert(*attribute, said.clone());
                }
                (PartRequest::Choosers(OptionId(option)), Some(Response::Choosers(said))) if *option < options => {
                    choosers[*option] = Some(said.clone());
                }
                _ => {}
            }
        }
        let whole = pooled(&wholes)?;
        let distance = |reading: &Vec<f64>| reading.iter().zip(&whole).map(|(a, b)| (a - b).abs()).sum::<f64>() / 2.0;
        let apart = wholes.iter().map(distance).sum::<f64>() / wholes.len() as f64;
        let spread = spread(&wholes).max(inner_spread);
        let usage = parts.iter().map(|part| part.usage).sum();
        Some(Self { spread, apart, levelled, readings: wholes.len(), groups, choosers, whole, usage })
    }
}
