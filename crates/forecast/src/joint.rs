//! Posterior of people's shares from a forecast and real answers. The forecast is a Dirichlet prior whose effective
//! sample size is uncertain. [`EffectiveSize`] is the distribution of that size: fitted to the engine's record, then updated
//! by how well the answers agree with the forecast.

mod answers;
mod effective_size;
mod needed;
mod raking;
mod rectified;
mod settled;

use rand::Rng;
use statistics::DirichletMixture;

pub use answers::{Answers, ListAnswer};
pub use effective_size::{EffectiveSize, RecordCase};
pub use needed::PeopleNeeded;
pub use raking::{rake, share_at_bound, temper};
pub use rectified::{Predicted, RECTIFIED_PEOPLE_MIN};

use crate::floored;

const DRAWS: u32 = 4_000;

/// A forecast, the distribution of its effective sample size, and people's answers.
///
/// The inputs are the calibrated shares, the calibration that produced them, and the answers so far:
///
/// ```
/// use forecast::joint::{Answers, Study};
/// # use forecast::Calibration;
/// # let (calibration, mut rng) = (Calibration::cautious(), foundation::chance::stream(1, "doc"));
/// let effective_size = calibration.effective_size();
/// let answers = Answers::of([(0, 1.0), (1, 1.0), (0, 1.0)], 3); // (option, weight) of each person
/// let study = Study { forecast: &[0.5, 0.3, 0.2], effective_size: &effective_size, answers: &answers };
/// let together = study.estimate(&mut rng);
/// assert!(together.options[0].share > together.options[1].share);
/// let more = study.people_needed(); // further people who would settle it, as a range with its probability
/// # assert!(more.low >= 10 && more.high >= more.low);
/// assert_eq!(study.settled(), None); // valid at any time, however often it is called
/// ```
///
/// Weights come from [`rake`]. Best–worst choices enter through [`Answers::of_lists`]. For ratings the options are
/// the steps of the scale, and [`Study::rating`] returns mean and top-two box. With a hundred people or more and a
/// forecast for each profile, [`Answers::rectified`] reduces the variance (prediction-powered inference).
#[derive(Debug, Clone, Copy)]
pub struct Study<'a> {
    /// The calibrated share of each option.
    pub forecast: &'a [f64],
    pub effective_size: &'a EffectiveSize,
    pub answers: &'a Answers,
}

/// Posterior of one option's share.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OptionEstimate {
    pub share: f64,
    pub interval: [f64; 2],
    /// Posterior probability that its share is the largest.
    pub best: f64,
    /// Expected loss of share from choosing it instead of the best option.
    pub loss: f64,
}

/// Posterior of the share that some options have of a larger set of options.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PartEstimate {
    pub share: f64,
    pub interval: [f64; 2],
    /// Posterior probability that the share exceeds one half.
    pub majority: f64,
}

/// A share or a mean, with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    pub value: f64,
    pub interval: [f64; 2],
}

/// Joint estimate of a study, by option.
#[derive(Debug, Clone, PartialEq)]
pub struct JointEstimate {
    pub options: Vec<OptionEstimate>,
    /// Effective sample size of the forecast given these answers, in people (see [`EffectiveSize::people`]).
    pub effective_size: f64,
    /// Estimates from the answers alone, with Wilson intervals; empty if nobody answered.
    pub people: Vec<Estimate>,
    /// Estimates from the forecast alone.
    pub forecast: Vec<Estimate>,
}

/// Estimates from ratings. The steps of the scale count from one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    pub mean: Estimate,
    /// Share of the two highest steps.
    pub top_two: Estimate,
}

impl Study<'_> {
    /// Returns the joint estimate. Random draws affect only `best` and `loss`.
    pub fn estimate(&self, rng: &mut impl Rng) -> JointEstimate {
        let posterior = self.posterior();
        let probabilities = posterior.best_probabilities(DRAWS, rng);
        let option = |(at, estimate): (usize, Estimate)| OptionEstimate {
            share: estimate.value,
            interval: estimate.interval,
            best: probabilities.best[at],
            loss: probabilities.loss[at],
        };
        JointEstimate {
            options: estimates(&posterior).into_iter().enumerate().map(option).collect(),
            effective_size: effective_size::people(posterior.weights()),
            people: self.answers.alone(),
            forecast: estimates(&self.forecast_alone()),
        }
    }

    /// Returns the posterior shares with their intervals, and how many people the forecast is worth beside these answers.
    /// Deterministic.
    pub fn shares(&self) -> (Vec<Estimate>, f64) {
        let posterior = self.posterior();
        (estimates(&posterior), effective_size::people(posterior.weights()))
    }

    /// Returns the 95 % interval of one option's lead over another.
    pub fn lead(&self, option: usize, other: usize, rng: &mut impl Rng) -> [f64; 2] {
        self.posterior().leads(&[(option, other)], DRAWS, rng)[0]
    }

    /// Returns the share of the options `part` among the options of `part` and `rest`, from the same posterior as the shares of
    /// single options.
    pub fn part(&self, part: &[usize], rest: &[usize]) -> PartEstimate {
        let posterior = self.posterior().merged(&[part, rest]);
        PartEstimate {
            share: posterior.means()[0],
            interval: posterior.interval(&[0]),
            majority: posterior.ahead(0, 1),
        }
    }

    /// Returns the posterior probability that one option has a larger share than another.
    pub fn ahead(&self, option: usize, other: usize) -> f64 {
        self.posterior().ahead(option, other)
    }

    /// Draws share vectors from the posterior, for quantities derived from shares.
    pub fn draws(&self, many: usize, rng: &mut impl Rng) -> Vec<Vec<f64>> {
        let posterior = self.posterior();
        (0..many).map(|_| posterior.draw(rng)).collect()
    }

    /// Returns mean and top-two box. The options must be the steps of a scale, the lowest first.
    pub fn rating(&self, rng: &mut impl Rng) -> Rating {
        let posterior = self.posterior();
        let (shares, steps) = (posterior.means(), self.forecast.len());
        let values: Vec<f64> = (1..=steps).map(|step| step as f64).collect();
        let mean = shares.iter().zip(&values).map(|(share, value)| share * value).sum();
        let top: Vec<usize> = (steps.saturating_sub(2)..steps).collect();
        Rating {
            mean: Estimate { value: mean, interval: posterior.mean_interval(&values, DRAWS, rng) },
            top_two: Estimate { value: top.iter().map(|step| shares[*step]).sum(), interval: posterior.interval(&top) },
        }
    }

    /// Returns the posterior; without answers, the forecast's own distribution.
    pub(crate) fn posterior(&self) -> DirichletMixture {
        if self.answers.size() > 0.0 { self.before().updated(self.answers.counts()) } else { self.forecast_alone() }
    }

    /// Returns the prior that is used once people answer. It gives small effective sample sizes a minimum weight, so
    /// that enough answers always outweigh the forecast.
    pub(crate) fn before(&self) -> DirichletMixture {
        self.effective_size.with_min_weight_on_small_sizes().around(&floored(self.forecast))
    }

    fn forecast_alone(&self) -> DirichletMixture {
        self.effective_size.around(&floored(self.forecast))
    }
}

/// Returns every option's share with its interval.
fn estimates(posterior: &DirichletMixture) -> Vec<Estimate> {
    let estimate = |(option, value)| Estimate { value, interval: posterior.interval(&[option]) };
    posterior.means().into_iter().enumerate().map(estimate).collect()
}

#[cfg(test)]
mod tests;
