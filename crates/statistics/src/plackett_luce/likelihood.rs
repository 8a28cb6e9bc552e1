//! The penalised log likelihood with its gradient and information matrix at one point. The choice model is an
//! exponential family, so the information is a covariance matrix and never negative. The parent module does the
//! Newton steps.

use nalgebra::{DMatrix, DVector};

use super::{Choice, Chosen};

/// The parameters: log worths, whose mean is zero, and the log of Davidson's tie parameter if ties occur.
#[derive(Debug, Clone)]
pub(super) struct Point {
    pub log_worth: Vec<f64>,
    pub log_tie: Option<f64>,
}

impl Point {
    pub fn equal(options: usize, has_ties: bool) -> Self {
        Self { log_worth: vec![0.0; options], log_tie: has_ties.then_some(0.0) }
    }

    pub fn moved(&self, step: &DVector<f64>) -> Self {
        let options = self.log_worth.len();
        let mut log_worth: Vec<f64> = self.log_worth.iter().zip(step.iter()).map(|(at, by)| at + by).collect();
        let mean = log_worth.iter().sum::<f64>() / options.max(1) as f64;
        log_worth.iter_mut().for_each(|at| *at -= mean);
        Self { log_worth, log_tie: self.log_tie.map(|at| at + step[options]) }
    }

    fn parameters(&self) -> impl Iterator<Item = f64> {
        self.log_worth.iter().copied().chain(self.log_tie)
    }
}

pub(super) struct Slope {
    /// The penalised log likelihood.
    pub height: f64,
    pub gradient: DVector<f64>,
    /// The negative second derivative.
    pub information: DMatrix<f64>,
}

impl Slope {
    pub fn new(at: &Point, choices: &[Choice<'_>], ridge: f64) -> Self {
        let mut sums = Sums::new(at, ridge);
        let worths = [Worths::new(at, 1.0), Worths::new(at, -1.0)];
        let mut odds = Odds::default();
        for choice in choices.iter().filter(|choice| choice.counts()) {
            let worths = &worths[usize::from(choice.reversed)];
            odds.set(worths, choice.from);
            sums.add_chosen(at, worths, choice, odds.total);
            sums.add_expected(worths, choice, &odds);
        }
        sums.slope()
    }
}

/// Accumulates the likelihood over choices. It uses plain arrays, because thousands of choices are added in every
/// iteration.
struct Sums {
    height: f64,
    gradient: Vec<f64>,
    /// Row-major, lower triangle only; `slope` fills in the upper triangle.
    information: Vec<f64>,
}

impl Sums {
    /// Starts with the contribution of the prior.
    fn new(at: &Point, ridge: f64) -> Self {
        let parameters: Vec<f64> = at.parameters().collect();
        let size = parameters.len();
        let mut information = vec![0.0; size * size];
        information.iter_mut().step_by(size + 1).for_each(|cell| *cell = ridge);
        Self {
            height: parameters.iter().map(|value| -ridge * value * value / 2.0).sum(),
            gradient: parameters.iter().map(|value| -ridge * value).collect(),
            information,
        }
    }

    fn add_chosen(&mut self, at: &Point, worths: &Worths, choice: &Choice<'_>, total: f64) {
        let step = worths.sign * choice.weight;
        let log_odds = match (choice.chosen, at.log_tie) {
            (Chosen::Tied(first, second), Some(log_tie)) => {
                self.gradient[first] += step / 2.0;
                self.gradient[second] += step / 2.0;
                self.gradient[at.log_worth.len()] += choice.weight;
                log_tie + worths.sign * (at.log_worth[first] + at.log_worth[second]) / 2.0
            }
            // `fit` adds a tie parameter whenever a choice is tied, so a tie never reaches this arm.
            (Chosen::One(option) | Chosen::Tied(option, _), _) => {
                self.gradient[option] += step;
                worths.sign * at.log_worth[option]
            }
        };
        self.height += choice.weight * (log_odds - total.ln());
    }

    /// Subtracts the expected outcome from the gradient and adds its variance to the information.
    fn add_expected(&mut self, worths: &Worths, choice: &Choice<'_>, odds: &Odds) {
        let weight = choice.weight;
        let size = self.gradient.len();
        let tie_row = size * worths.worth.len();
        for (place, option) in choice.from.iter().enumerate() {
            let (mean, tied) = (odds.mean[place], odds.tied[place]);
            self.gradient[*option] -= weight * worths.sign * mean;
            // In a tie an option counts one half, so its square counts one quarter.
            self.information[option * size + option] += weight * (mean - tied / 4.0 - mean * mean);
            for (other_place, other) in choice.from[..place].iter().enumerate() {
                let tie = odds.pair * worths.root[*option] * worths.root[*other];
                let cell = option.max(other) * size + option.min(other);
                self.information[cell] += weight * (tie / 4.0 - mean * odds.mean[other_place]);
            }
            if worths.tie > 0.0 {
                self.information[tie_row + option] += weight * worths.sign * (tied / 2.0 - mean * odds.any_tie);
            }
        }
        if worths.tie > 0.0 {
            self.gradient[size - 1] -= weight * odds.any_tie;
            self.information[tie_row + size - 1] += weight * odds.any_tie * (1.0 - odds.any_tie);
        }
    }

    fn slope(self) -> Slope {
        let size = self.gradient.len();
        let mut information = DMatrix::from_row_slice(size, size, &self.information);
        information.fill_upper_triangle_with_lower_triangle();
        Slope { height: self.height, gradient: DVector::from_vec(self.gradient), information }
    }
}

/// Worths as they enter choices of the best (sign 1) or of the worst (sign −1), with their square roots for ties.
struct Worths {
    sign: f64,
    worth: Vec<f64>,
    root: Vec<f64>,
    tie: f64,
}

impl Worths {
    fn new(at: &Point, sign: f64) -> Self {
        let root: Vec<f64> = at.log_worth.iter().map(|log| (sign * log / 2.0).exp()).collect();
        Self { sign, worth: root.iter().map(|root| root * root).collect(), root, tie: at.log_tie.map_or(0.0, f64::exp) }
    }
}

/// Outcome probabilities of one choice. One buffer is reused for all choices.
#[derive(Default)]
struct Odds {
    total: f64,
    any_tie: f64,
    /// The probability of a tie between two options whose worths are both one.
    pair: f64,
    /// By position: the probability of being chosen, where a tie counts one half.
    mean: Vec<f64>,
    /// By position: the probability of being part of a tie.
    tied: Vec<f64>,
}

impl Odds {
    fn set(&mut self, worths: &Worths, from: &[usize]) {
        let singles: f64 = from.iter().map(|option| worths.worth[*option]).sum();
        let roots: f64 = from.iter().map(|option| worths.root[*option]).sum();
        // The square of the sum contains each pair twice and each worth once.
        let ties = worths.tie * (roots * roots - singles).max(0.0) / 2.0;
        self.total = singles + ties;
        let part = 1.0 / self.total;
        self.any_tie = ties * part;
        self.pair = worths.tie * part;
        self.mean.clear();
        self.tied.clear();
        for option in from {
            let tied = self.pair * worths.root[*option] * (roots - worths.root[*option]);
            self.mean.push(worths.worth[*option] * part + tied / 2.0);
            self.tied.push(tied);
        }
    }
}
