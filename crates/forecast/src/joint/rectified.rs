//! Prediction-powered inference for people whose profiles have a forecast each: the difference in forecast between
//! the people who answered and the audience is subtracted from their answers, times a coefficient. The coefficient
//! for each half of the people is estimated on the other half, so that a bad forecast adds no bias.

use statistics::unit;

use super::Answers;

/// With fewer people the coefficient is too uncertain to reduce the variance.
pub const RECTIFIED_PEOPLE_MIN: usize = 100;

/// One person's answer, and the forecast for that person's profile.
#[derive(Debug, Clone, PartialEq)]
pub struct Predicted {
    pub choice: usize,
    pub weight: f64,
    pub forecast: Vec<f64>,
}

impl Answers {
    /// Returns rectified counts. `audience` is the mean forecast over the profiles of the audience. `None` with fewer
    /// than [`RECTIFIED_PEOPLE_MIN`] people or with inconsistent input; use [`Answers::of`] then.
    pub fn rectified(people: &[Predicted], audience: &[f64]) -> Option<Self> {
        let options = audience.len();
        let fits = |it: &Predicted| {
            it.choice < options && it.forecast.len() == options && it.weight > 0.0 && it.weight.is_finite()
        };
        if people.len() < RECTIFIED_PEOPLE_MIN || !people.iter().all(fits) {
            return None;
        }
        let unit = unit(people.iter().map(|it| it.weight));
        let halves = [0, 1].map(|half| people.iter().skip(half).step_by(2).collect::<Vec<_>>());
        let used = [used(&halves[1], options), used(&halves[0], options)];
        let (mut shares, mut total) = (vec![0.0; options], 0.0);
        let mut residuals = Vec::with_capacity(people.len());
        for (half, used) in halves.iter().zip(used) {
            for it in half {
                let chosen = |option: usize| f64::from(u8::from(it.choice == option));
                let moved = |option: usize| chosen(option) - used * (it.forecast[option] - audience[option]);
                let rectified: Vec<f64> = (0..options).map(moved).collect();
                let weight = it.weight / unit;
                shares.iter_mut().zip(&rectified).for_each(|(share, it_moved)| *share += weight * it_moved);
                total += weight;
                residuals.push((weight, rectified));
            }
        }
        shares.iter_mut().for_each(|share| *share /= total);
        let noise: f64 = residuals.iter().map(|(weight, row)| weight * weight * distance(row, &shares)).sum();
        // Effective sample size: the n at which Σp(1−p)/n equals this variance.
        shares.iter_mut().for_each(|share| *share = share.max(0.0));
        let sum: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= sum);
        let plain: f64 = shares.iter().map(|share| share * (1.0 - share)).sum();
        let size = if noise > 0.0 { plain * total * total / noise } else { people.len() as f64 };
        // The cap guards against a tiny variance when everybody agrees.
        Some(Self::of_shares(&shares, size.min(4.0 * people.len() as f64)))
    }
}

fn distance(row: &[f64], shares: &[f64]) -> f64 {
    row.iter().zip(shares).map(|(a, b)| (a - b).powi(2)).sum()
}

/// Returns the regression coefficient of answers on forecasts, clamped to 0..=1.
fn used(people: &[&Predicted], options: usize) -> f64 {
    let total: f64 = people.iter().map(|it| it.weight).sum();
    let (mut together, mut alone) = (0.0, 0.0);
    for option in 0..options {
        let chosen = |it: &Predicted| f64::from(u8::from(it.choice == option));
        let mean = |of: &dyn Fn(&Predicted) -> f64| people.iter().map(|it| it.weight * of(it)).sum::<f64>() / total;
        let (answer, forecast) = (mean(&chosen), mean(&|it| it.forecast[option]));
        for it in people {
            let off = it.forecast[option] - forecast;
            together += it.weight * off * (chosen(it) - answer);
            alone += it.weight * off * off;
        }
    }
    if alone > 0.0 { (together / alone).clamp(0.0, 1.0) } else { 0.0 }
}
