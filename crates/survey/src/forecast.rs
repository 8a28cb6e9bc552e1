//! What an engine forecasts of an audience, and the people that are drawn from it: shares of the whole, of groups, and of
//! what each option's choosers think. Knows no engine: it takes what was said, pools it and draws from it.

mod answers;
mod fit;
mod groups;
mod ladder;
mod said;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::usage::Usage;

pub use answers::{Drawn, Interviewed, interviews};
pub use fit::{GROUP_MIN, Margin, SWEEPS_MAX, fit};
pub use groups::{margins, targets};
pub use ladder::{falling, price_ladder};
pub use said::{Choosers, Said, floored, pooled, spread};

/// Nobody's answers leave an option out altogether, and nor does a forecast.
pub const SHARE_MIN: f64 = 0.005;

/// One thing that is asked of an engine for a forecast.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartAsk {
    /// The shares of the whole audience, in one of several readings.
    Whole(usize),
    /// The shares of every group of an attribute.
    Groups(String),
    /// What those think who chose an option, by its place in the client's order.
    Choosers(usize),
}

impl PartAsk {
    /// A name that no other part of a forecast has.
    pub fn key(&self) -> String {
        match self {
            Self::Whole(reading) => format!("whole/{reading}"),
            Self::Groups(attribute) => format!("groups/{attribute}"),
            Self::Choosers(option) => format!("choosers/{option}"),
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
    /// How many readings there are.
    pub readings: usize,
    /// By attribute and value.
    pub groups: BTreeMap<String, BTreeMap<String, Vec<f64>>>,
    /// By option; none where it was lost.
    pub choosers: Vec<Option<Choosers>>,
    /// What all of it took, also what was lost.
    #[serde(default)]
    pub usage: Usage,
}

impl Forecast {
    /// Puts the parts together; none where no reading of the whole came back.
    pub fn of(parts: &[Part], options: usize) -> Option<Self> {
        let mut wholes = Vec::new();
        let mut inner_spread = 0.0_f64;
        let mut groups = BTreeMap::new();
        let mut choosers = vec![None; options];
        for part in parts {
            match (&part.ask, &part.said) {
                (PartAsk::Whole(_), Some(Said::Whole { shares, spread })) => {
                    inner_spread = inner_spread.max(*spread);
                    wholes.push(floored(shares));
                }
                (PartAsk::Groups(attribute), Some(Said::Groups(said))) => {
                    groups.insert(attribute.clone(), said.clone());
                }
                (PartAsk::Choosers(option), Some(Said::Choosers(said))) if *option < options => {
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
        Some(Self { spread, apart, readings: wholes.len(), groups, choosers, whole, usage })
    }
}
