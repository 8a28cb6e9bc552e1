//! Estimates what each option is worth from choices among some of them (Plackett–Luce with Davidson's ties), for lists
//! too long to choose from at once. A fit is always finite, even for options that nobody saw or everybody liked.
//! Options are numbers here, and whoever chose is known only by a weight.

mod fit;
mod likelihood;

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

pub use fit::Fit;
use likelihood::{Point, Slope};

/// The prior for findings: it weighs as much as one answer to a list of all options, enough to keep a worth finite and
/// too little to move a panel's.
pub const PRIOR_ANSWERS: f64 = 1.0;

/// Stands in for the prior where none is wanted, so that a worth with no upper bound still comes out finite.
const RIDGE_MIN: f64 = 1e-9;
const ITERATIONS_MAX: usize = 50;
const HALVINGS_MAX: usize = 30;
/// A step this short ends the search: the next would be about its square.
const STEP_MIN: f64 = 1e-8;
/// Near the maximum a step gains less than rounding loses, so a loss of this part of the height is ignored.
const ROUNDING: f64 = 1e-12;
/// Longer steps leave the region that the slope at their start describes.
const STEP_MAX: f64 = 4.0;

/// What was chosen from the options shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chosen {
    One(usize),
    /// Two that could not be told apart.
    Tied(usize, usize),
}

/// One choice among the options shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice<'a> {
    /// The options to choose from, each once; must hold what was chosen.
    pub from: &'a [usize],
    pub chosen: Chosen,
    /// Whether it was chosen as the worst, so that worths count inverted.
    pub reversed: bool,
    pub weight: f64,
}

impl Choice<'_> {
    /// A choice among fewer than two, or without weight, says nothing.
    fn counts(&self) -> bool {
        self.from.len() > 1 && self.weight > 0.0 && self.weight.is_finite()
    }
}

/// Fits worths by penalised maximum likelihood. `prior_answers` is the weight of the prior that all are worth the same,
/// in answers to a list of all options: `PRIOR_ANSWERS` for findings, 0 for plain maximum likelihood.
pub fn fit(options: usize, choices: &[Choice<'_>], prior_answers: f64) -> Fit {
    let has_ties = choices.iter().any(|choice| choice.counts() && matches!(choice.chosen, Chosen::Tied(..)));
    // An answer to a list of K equal options gives information 1/K on each direction in which log worths can differ.
    let ridge = (prior_answers / options.max(1) as f64).max(RIDGE_MIN);
    let mut at = Point::equal(options, has_ties);
    let mut slope = Slope::new(&at, choices, ridge);
    for _ in 0..ITERATIONS_MAX {
        let step = bounded(newton_step(&slope, options));
        let Some((next, next_slope)) = climb(&at, &slope, &step, choices, ridge) else {
            break;
        };
        (at, slope) = (next, next_slope);
        if step.amax() < STEP_MIN {
            break;
        }
    }
    Fit::new(&at, &covariance(&slope, options))
}

/// The first of ever shorter steps that does not lower the height; none at the maximum.
fn climb(at: &Point, slope: &Slope, step: &DVector<f64>, choices: &[Choice<'_>], ridge: f64) -> Option<(Point, Slope)> {
    let enough = slope.height - ROUNDING * (1.0 + slope.height.abs());
    let mut length = 1.0;
    for _ in 0..HALVINGS_MAX {
        let next = at.moved(&(step * length));
        let next_slope = Slope::new(&next, choices, ridge);
        if next_slope.height >= enough {
            return Some((next, next_slope));
        }
        length /= 2.0;
    }
    None
}

fn newton_step(slope: &Slope, options: usize) -> DVector<f64> {
    match solvable(slope, options) {
        Some(information) => information.solve(&slope.gradient),
        // The ridge makes the information positive definite; if rounding undoes that, the gradient still leads up.
        None => slope.gradient.clone(),
    }
}

fn bounded(step: DVector<f64>) -> DVector<f64> {
    let longest = step.amax();
    if longest > STEP_MAX { step * (STEP_MAX / longest) } else { step }
}

/// The information, made invertible. Choices say nothing about all log worths rising together, so that direction is
/// filled in. The gradient is zero in it, so steps keep the mean of the log worths; `covariance` takes it out again.
fn solvable(slope: &Slope, options: usize) -> Option<Cholesky<f64, Dyn>> {
    let mut information = slope.information.clone();
    let level = information.trace() / (options * options).max(1) as f64;
    information.view_mut((0, 0), (options, options)).add_scalar_mut(level);
    Cholesky::new(information)
}

/// Covariance of the log worths about their mean: the inverse information on the space where they sum to zero.
fn covariance(slope: &Slope, options: usize) -> DMatrix<f64> {
    let Some(inverse) = solvable(slope, options).map(|information| information.inverse()) else {
        return DMatrix::zeros(options, options);
    };
    let mut covariance = inverse.view((0, 0), (options, options)).into_owned();
    for mut column in covariance.column_iter_mut() {
        let mean = column.mean();
        column.add_scalar_mut(-mean);
    }
    for mut row in covariance.row_iter_mut() {
        let mean = row.mean();
        row.add_scalar_mut(-mean);
    }
    covariance
}

#[cfg(test)]
mod tests;
