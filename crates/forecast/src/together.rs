//! One estimate from a forecast and real people's answers. The forecast is a prior that is worth so many people; how many
//! is itself a distribution ([`Worth`]): by the engine's record at first, then by how well the answers agree with it.
//!
//! A service has the calibrated shares, the calibration that they were made with, and the answers so far:
//!
//! ```
//! use forecast::together::{Answers, Study};
//! # use forecast::Calibration;
//! # let (calibration, mut rng) = (Calibration::cautious(), foundation::chance::stream(1, "doc"));
//! let worth = calibration.worth();
//! let answers = Answers::of([(0, 1.0), (1, 1.0), (0, 1.0)], 3); // (option, weight) of each person
//! let study = Study { forecast: &[0.5, 0.3, 0.2], worth: &worth, answers: &answers };
//! let together = study.together(&mut rng);
//! assert!(together.options[0].share > together.options[1].share);
//! let more = study.people_more(&mut rng); // how many more would settle it, where a thousand would
//! # assert!(more.is_none_or(|more| more >= 10));
//! assert_eq!(study.settled(), None); // may be asked after every answer
//! ```
//!
//! Weights come from [`rake`]. For best and worst of lists there is [`Answers::of_lists`]; for ratings, options are the
//! steps of the scale, and [`Study::rating`] has mean and top-two box. Of a hundred people and more whose profiles have a
//! forecast each, [`Answers::rectified`] takes what the forecast explains out of the noise.

mod answers;
mod raking;
mod rectified;
mod settled;
mod worth;

use rand::Rng;
use statistics::Dirichlets;

pub use answers::{Answers, ListAnswer};
pub use raking::rake;
pub use rectified::{Predicted, RECTIFIED_PEOPLE_MIN};
pub use worth::{Judged, Worth};

use crate::floored;

const DRAWS: u32 = 4_000;

/// A forecast, what it is worth, and what people answered.
#[derive(Debug, Clone, Copy)]
pub struct Study<'a> {
    /// The calibrated share of each option.
    pub forecast: &'a [f64],
    pub worth: &'a Worth,
    pub answers: &'a Answers,
}

/// What is believed of one option.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OptionEstimate {
    pub share: f64,
    pub interval: [f64; 2],
    /// The probability that its share is the largest.
    pub best: f64,
    /// The share that is lost on average by choosing it instead of the best.
    pub loss: f64,
}

/// A share or a mean, and its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    pub value: f64,
    pub interval: [f64; 2],
}

/// What a study comes to, by option.
#[derive(Debug, Clone, PartialEq)]
pub struct Together {
    pub options: Vec<OptionEstimate>,
    /// How many people the forecast is worth, on average over what is believed after the answers.
    pub worth: f64,
    /// People alone: shares with Wilson's intervals; empty where nobody answered.
    pub people: Vec<Estimate>,
    /// The forecast alone.
    pub forecast: Vec<Estimate>,
}

/// What ratings come to. The steps of the scale count from one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    pub mean: Estimate,
    /// The share of the two highest steps.
    pub top_two: Estimate,
}

impl Study<'_> {
    /// What is believed of all options. Chance serves the probabilities of being best and the losses alone.
    pub fn together(&self, rng: &mut impl Rng) -> Together {
        let believed = self.believed();
        let standing = believed.standing(DRAWS, rng);
        let option = |(at, estimate): (usize, Estimate)| OptionEstimate {
            share: estimate.value,
            interval: estimate.interval,
            best: standing.best[at],
            loss: standing.loss[at],
        };
        Together {
            options: estimates(&believed).into_iter().enumerate().map(option).collect(),
            worth: self.worth_in(&believed),
            people: self.answers.alone(),
            forecast: estimates(&self.forecast_alone()),
        }
    }

    /// The shares alone with their intervals, and what the forecast is worth after the answers; needs no chance.
    pub fn shares(&self) -> (Vec<Estimate>, f64) {
        let believed = self.believed();
        (estimates(&believed), self.worth_in(&believed))
    }

    /// The 95 % interval of how far one option is ahead of another.
    pub fn lead(&self, option: usize, other: usize, rng: &mut impl Rng) -> [f64; 2] {
        let side = |at| f64::from(u8::from(at == option)) - f64::from(u8::from(at == other));
        let values: Vec<f64> = (0..self.forecast.len()).map(side).collect();
        self.believed().mean_interval(&values, DRAWS, rng)
    }

    /// Shares as they may be, drawn by what is believed; for whatever follows from shares in other ways.
    pub fn draws(&self, many: usize, rng: &mut impl Rng) -> Vec<Vec<f64>> {
        let believed = self.believed();
        (0..many).map(|_| believed.draw(rng)).collect()
    }

    fn worth_in(&self, believed: &Dirichlets) -> f64 {
        believed.weights().iter().zip(self.worth.sizes()).map(|(weight, size)| weight * size).sum()
    }

    /// Mean and top-two box where options are the steps of a scale, the lowest first.
    pub fn rating(&self, rng: &mut impl Rng) -> Rating {
        let believed = self.believed();
        let (shares, steps) = (believed.means(), self.forecast.len());
        let values: Vec<f64> = (1..=steps).map(|step| step as f64).collect();
        let mean = shares.iter().zip(&values).map(|(share, value)| share * value).sum();
        let top: Vec<usize> = (steps.saturating_sub(2)..steps).collect();
        Rating {
            mean: Estimate { value: mean, interval: believed.mean_interval(&values, DRAWS, rng) },
            top_two: Estimate { value: top.iter().map(|step| shares[*step]).sum(), interval: believed.interval(&top) },
        }
    }

    /// What is believed after the answers.
    pub(crate) fn believed(&self) -> Dirichlets {
        if self.answers.size() > 0.0 { self.before().updated(self.answers.counts()) } else { self.forecast_alone() }
    }

    /// What is believed before the answers, once people are asked: they can always win.
    pub(crate) fn before(&self) -> Dirichlets {
        self.worth.open_to_people().around(&floored(self.forecast))
    }

    fn forecast_alone(&self) -> Dirichlets {
        self.worth.around(&floored(self.forecast))
    }
}

/// Every option's share with its interval.
fn estimates(believed: &Dirichlets) -> Vec<Estimate> {
    let estimate = |(option, value)| Estimate { value, interval: believed.interval(&[option]) };
    believed.means().into_iter().enumerate().map(estimate).collect()
}

#[cfg(test)]
mod tests;
