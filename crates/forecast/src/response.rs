//! An engine's parsed reply to one request of a forecast, and the pooling of several readings.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::SHARE_MIN;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Response {
    Whole {
        /// By option, in the client's order; of prices, last the share that would buy at none.
        shares: Vec<f64>,
        /// Spread between the orders and framings within this reading; zero if there is only one.
        spread: f64,
        /// Whether the shares of buyers rose with the price and were made monotone.
        #[serde(default)]
        levelled: bool,
    },
    /// Shares by the group's value.
    Groups(BTreeMap<String, Vec<f64>>),
    Choosers(Choosers),
}

/// Answers to the later questions among those who chose one option, as distributions over the answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Choosers {
    pub reasons: Vec<f64>,
    pub concerns: Vec<f64>,
    /// Share of them who would rather have none of the options.
    pub none: f64,
    /// From the lowest rating to the highest.
    pub likelihood: Vec<f64>,
}

/// Normalises shares after raising each to at least `SHARE_MIN`.
pub fn floored(shares: &[f64]) -> Vec<f64> {
    let total: f64 = shares.iter().sum();
    let raised: Vec<f64> = shares.iter().map(|share| (share / total).max(SHARE_MIN)).collect();
    let total: f64 = raised.iter().sum();
    raised.into_iter().map(|share| share / total).collect()
}

/// Returns the normalised geometric mean of several readings; `None` without readings. No share may be zero.
pub fn pooled(readings: &[Vec<f64>]) -> Option<Vec<f64>> {
    let first = readings.first()?;
    let mean = |option: usize| readings.iter().map(|shares| shares[option].ln()).sum::<f64>() / readings.len() as f64;
    let odds: Vec<f64> = (0..first.len()).map(|option| mean(option).exp()).collect();
    let total: f64 = odds.iter().sum();
    Some(odds.into_iter().map(|odd| odd / total).collect())
}

/// Returns the standard deviation of an option's log share between readings, averaged over options.
pub fn spread(readings: &[Vec<f64>]) -> f64 {
    let Some(first) = readings.first().filter(|_| readings.len() > 1) else { return 0.0 };
    let of_option = |option: usize| {
        let logs: Vec<f64> = readings.iter().map(|shares| shares[option].ln()).collect();
        let mean = logs.iter().sum::<f64>() / logs.len() as f64;
        (logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>() / (logs.len() - 1) as f64).sqrt()
    };
    (0..first.len()).map(of_option).sum::<f64>() / first.len() as f64
}
