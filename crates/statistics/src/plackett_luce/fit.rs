//! The fitted model: worths, their covariance and the equivalent number of full-list choices. Worths sum to one and
//! log worths to zero.

use nalgebra::DMatrix;

use super::likelihood::Point;

#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// The share that each option would get if all options were shown at once. Sums to one.
    pub worth: Vec<f64>,
    /// Logarithms of the worths, centred on their mean.
    pub log_worth: Vec<f64>,
    /// Covariance of the log worths, by row. Each row sums to zero.
    pub covariance: Vec<Vec<f64>>,
    /// Davidson's tie parameter δ, if any choice was tied. Two equal options tie with probability δ/(2 + δ).
    pub tie: Option<f64>,
}

impl Fit {
    pub(super) fn new(at: &Point, covariance: &DMatrix<f64>) -> Self {
        let highest = at.log_worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let odds: Vec<f64> = at.log_worth.iter().map(|log| (log - highest).exp()).collect();
        let total: f64 = odds.iter().sum();
        Self {
            worth: odds.iter().map(|odds| odds / total).collect(),
            log_worth: at.log_worth.clone(),
            covariance: covariance.row_iter().map(|row| row.iter().copied().collect()).collect(),
            tie: at.log_tie.map(f64::exp),
        }
    }

    /// Returns the effective sample size of an option's share: the number of choices from the full list with the same
    /// variance.
    pub fn equivalent_choices(&self, option: usize) -> f64 {
        let share = self.worth[option];
        let variance = self.log_odds_slope(option).map_or(0.0, |slope| self.variance(&slope));
        1.0 / (share * (1.0 - share) * variance).max(f64::MIN_POSITIVE)
    }

    /// Returns the gradient of an option's log odds by log worth. Returns `None` if all other worths are zero.
    fn log_odds_slope(&self, option: usize) -> Option<Vec<f64>> {
        let rest: f64 = self.others(option).map(|(_, worth)| worth).sum();
        let slope = |(other, worth): (usize, &f64)| if other == option { 1.0 } else { -worth / rest };
        (rest > 0.0).then(|| self.worth.iter().enumerate().map(slope).collect())
    }

    fn others(&self, option: usize) -> impl Iterator<Item = (usize, f64)> {
        self.worth.iter().copied().enumerate().filter(move |(other, _)| *other != option)
    }

    fn variance(&self, slope: &[f64]) -> f64 {
        let row = |(row, weight): (&Vec<f64>, &f64)| weight * row.iter().zip(slope).map(|(c, s)| c * s).sum::<f64>();
        self.covariance.iter().zip(slope).map(row).sum::<f64>().max(0.0)
    }
}
