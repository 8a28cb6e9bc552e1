//! Prior over answers, from the options' texts alone: few people pick the ends of a scale, more agree than disagree,
//! "don't know" is rarely the top answer. It is a softmax of a few trait weights fitted to surveys of real people.
//! Invariant: it ignores topic, country and the order of the options.

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

const SHIPPED: DataFile = data_file!("crates/forecast/data/prior.json");
static PRIOR: Compiled<Prior> = Compiled::new(|| Prior::read(SHIPPED));

/// Checks that the compiled-in weights can be parsed.
pub fn check() -> Result<(), DataError> {
    PRIOR.check()
}

/// Weights of the option traits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prior {
    /// Raised whenever the numbers change. A report names the version that it used.
    pub version: u32,
    pub fitted_on: FittedOn,
    /// Added to an option's log odds, multiplied by the amount of the trait.
    pub weights: BTreeMap<Trait, f64>,
}

/// Provenance of the weights.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FittedOn {
    pub cases: usize,
    pub surveys: Vec<String>,
    pub ridge: f64,
}

impl Prior {
    /// Returns the compiled-in prior.
    pub fn shipped() -> &'static Self {
        &PRIOR
    }

    fn read(file: DataFile) -> Result<Self, DataError> {
        serde_json::from_str(file.text).map_err(|error| file.wrong(error))
    }

    /// Returns the prior share of each option, in the options' order; they sum to one. Options without traits get
    /// equal shares.
    pub fn shares(&self, language: Language, options: &[&str]) -> Vec<f64> {
        let utilities: Vec<f64> = traits::of(language, options)
            .iter()
            .map(|traits| traits.iter().map(|(name, amount)| self.weight(*name) * amount).sum())
            .collect();
        statistics::softmax(&utilities)
    }

    fn weight(&self, name: Trait) -> f64 {
        self.weights.get(&name).copied().unwrap_or(0.0)
    }
}
