//! What is known about answers before anybody reads the question: few people pick the ends of a scale, more agree than
//! disagree, "don't know" is rarely the top answer. A few named weights, learned from surveys of real people.
//! Reads the options' words alone: it knows neither topic nor country, and never the order of the options.

mod fit;
mod minimum;
mod traits;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use fit::{RIDGE, fit, fit_with, leave_one_survey_out};
pub use traits::Trait;

use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};
use language::scale::{self, Kind};

const SHIPPED: DataFile = data_file!("crates/forecast/data/prior.json");
static PRIOR: Compiled<Prior> = Compiled::new(|| Prior::read(SHIPPED));

/// Whether the weights that come with the program can be read.
pub fn check() -> Result<(), DataError> {
    PRIOR.check()
}

/// The weights of the traits that options have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prior {
    /// Raised whenever the numbers change, since a report names what it was made with.
    pub version: u32,
    pub fitted_on: FittedOn,
    /// Added to the logarithm of an option's odds, times how much of the trait it has.
    pub weights: BTreeMap<Trait, f64>,
}

/// The record of what the weights were learned from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FittedOn {
    pub cases: usize,
    pub surveys: Vec<String>,
    pub ridge: f64,
}

impl Prior {
    /// The weights that come with the program.
    pub fn shipped() -> &'static Self {
        &PRIOR
    }

    fn read(file: DataFile) -> Result<Self, DataError> {
        serde_json::from_str(file.text).map_err(|error| file.wrong(error))
    }

    /// The share of people expected at each option, in the options' order; they sum to one. A question that forms no
    /// scale and has nothing else to go by gets equal shares.
    pub fn shares(&self, language: Language, options: &[&str]) -> Vec<f64> {
        let utilities: Vec<f64> = traits::of(language, options)
            .iter()
            .map(|traits| traits.iter().map(|(name, amount)| self.weight(*name) * amount).sum())
            .collect();
        softmax(&utilities)
    }

    fn weight(&self, name: Trait) -> f64 {
        self.weights.get(&name).copied().unwrap_or(0.0)
    }
}

/// The kind of scale that the options were taken for, to be told beside a result.
pub fn recognised(language: Language, options: &[&str]) -> Option<Kind> {
    scale::read(language, options).kind
}

fn softmax(utilities: &[f64]) -> Vec<f64> {
    let most = utilities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let odds: Vec<f64> = utilities.iter().map(|utility| (utility - most).exp()).collect();
    let total: f64 = odds.iter().sum();
    odds.into_iter().map(|odd| odd / total).collect()
}
