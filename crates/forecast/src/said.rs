//! What an engine says in one part of a forecast, and how several readings become one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::SHARE_MIN;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Said {
    Whole {
        /// By option, in the client's order.
        shares: Vec<f64>,
        /// The spread of the orders and framings inside this reading; zero where there is only one.
        spread: f64,
        /// Whether shares rose with the price and were levelled out.
        #[serde(default)]
        levelled: bool,
    },
    /// By the group's value.
    Groups(BTreeMap<String, Vec<f64>>),
    Choosers(Choosers),
}

/// What those who chose one option think, as distributions over the answers of each later question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Choosers {
    pub reasons: Vec<f64>,
    pub concerns: Vec<f64>,
    /// The part of them who would rather have none of the options.
    pub none: f64,
    /// From the lowest rating to the highest.
    pub likelihood: Vec<f64>,
}

/// Shares that add up to one, after each was raised to at least `SHARE_MIN`.
pub fn floored(shares: &[f64]) -> Vec<f64> {
    let total: f64 = shares.iter().sum();
    let raised: Vec<f64> = shares.iter().map(|share| (share / total).max(SHARE_MIN)).collect();
    let total: f64 = raised.iter().sum();
    raised.into_iter().map(|share| share / total).collect()
}

/// The mean logarithm of several readings, as shares again; `None` without readings. No share may be zero.
pub fn pooled(readings: &[Vec<f64>]) -> Option<Vec<f64>> {
    let first = readings.first()?;
    let mean = |option: usize| readings.iter().map(|shares| shares[option].ln()).sum::<f64>() / readings.len() as f64;
    let odds: Vec<f64> = (0..first.len()).map(|option| mean(option).exp()).collect();
    let total: f64 = odds.iter().sum();
    Some(odds.into_iter().map(|odd| odd / total).collect())
}

/// The standard deviation of an option's logarithm over the readings, on average over the options.
pub fn spread(readings: &[Vec<f64>]) -> f64 {
    let Some(first) = readings.first().filter(|_| readings.len() > 1) else { return 0.0 };
    let of_option = |option: usize| {
        let logs: Vec<f64> = readings.iter().map(|shares| shares[option].ln()).collect();
        let mean = logs.iter().sum::<f64>() / logs.len() as f64;
        (logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>() / (logs.len() - 1) as f64).sqrt()
    };
    (0..first.len()).map(of_option).sum::<f64>() / first.len() as f64
}
