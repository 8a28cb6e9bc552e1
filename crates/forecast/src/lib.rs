//! Turns what an engine says into what people are forecast to answer. Shares of an audience, of groups and of each
//! option's choosers are pooled, calibrated by the engine's record ([`calibration`], [`prior`]) and fitted to a panel,
//! whose answers are drawn by a seed ([`draw`]). Records are made from real people's answers ([`human`]), and a forecast
//! and people's answers to the same question become one estimate ([`together`]). It calls no engine: it takes what was said.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod calibration;
pub mod draw;
mod fit;
mod groups;
pub mod human;
mod ladder;
pub mod prior;
mod said;
#[cfg(test)]
mod tests;
pub mod together;
mod usage;

use std::collections::BTreeMap;

use foundation::OptionId;
use foundation::data::DataError;
use population::Attribute;
use serde::{Deserialize, Serialize};

pub use calibration::{Calibration, ConfidenceLevel, DistributionError};
pub use fit::{GROUP_MIN, Margin, SWEEPS_MAX, fit, rounded};
pub use groups::{margins, targets};
pub use ladder::{falling, price_ladder, rungs};
pub use said::{Choosers, Said, floored, pooled, spread};
pub use usage::{Price, Usage};

/// Whether the prior and the cases can be read.
pub fn check() -> Result<(), DataError> {
    prior::check()?;
    human::check()
}

/// The least share of an option in a forecast: people's answers never leave one out altogether.
pub const SHARE_MIN: f64 = 0.005;

/// One thing that is asked of an engine for a forecast.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartAsk {
    /// The shares of the whole audience, in one of several readings.
    Whole(usize),
    /// The shares of every group of an attribute.
    Groups(Attribute),
    /// What an option's choosers think.
    Choosers(OptionId),
}

impl PartAsk {
    /// A name that no other part of a forecast has.
    pub fn key(&self) -> String {
        match self {
            Self::Whole(reading) => format!("whole/{reading}"),
            Self::Groups(attribute) => format!("groups/{}", attribute.group_code()),
            Self::Choosers(OptionId(option)) => format!("choosers/{option}"),
        }
    }
}

/// What came of asking for one part, as checkpoints keep it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Part {
    pub ask: PartAsk,
    /// None where it was lost: nothing is made up in its place.
    pub said: Option<Said>,
    #[serde(default)]
    pub usage: Usage,
}

/// Everything that an engine forecast for a report, before any calibration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Forecast {
    /// The readings of the whole, pooled, in the client's order of options.
    pub whole: Vec<f64>,
    /// How far the readings lie apart: the mean standard deviation of an option's logarithm.
    pub spread: f64,
    /// How far the readings lie from their pool, in total variation.
    pub apart: f64,
    /// Whether a reading's shares rose with the price and were levelled out.
    #[serde(default)]
    pub levelled: bool,
    /// How many readings there are.
    pub readings: usize,
    /// By attribute and value.
    pub groups: BTreeMap<Attribute, BTreeMap<String, Vec<f64>>>,
    /// By option; none where it was lost.
    pub choosers: Vec<Option<Choosers>>,
    /// The usage of all parts, also of lost ones.
    #[serde(default)]
    pub usage: Usage,
}

impl Forecast {
    /// Puts the parts together; none where no reading of the whole came back.
    pub fn of(parts: &[Part], options: usize) -> Option<Self> {
        let mut wholes = Vec::new();
        let mut inner_spread = 0.0_f64;
        let mut levelled = false;
        let mut groups = BTreeMap::new();
        let mut choosers = vec![None; options];
        for part in parts {
            match (&part.ask, &part.said) {
                (PartAsk::Whole(_), Some(Said::Whole { shares, spread, levelled: was_levelled })) => {
                    levelled |= was_levelled;
                    inner_spread = inner_spread.max(*spread);
                    wholes.push(floored(shares));
                }
                (PartAsk::Groups(attribute), Some(Said::Groups(said))) => {
                    groups.insert(*attribute, said.clone());
                }
                (PartAsk::Choosers(OptionId(option)), Some(Said::Choosers(said))) if *option < options => {
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
