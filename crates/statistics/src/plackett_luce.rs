//! Plackett–Luce model with Davidson's ties, for lists of options too long to choose from at once. It estimates each
//! option's worth from choices among subsets. A fit is always finite, even for options that nobody saw or that
//! everybody chose. Respondents enter only as weights.

mod fit;
mod likelihood;

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

pub use fit::Fit;
use likelihood::{Point, Slope};

/// The prior weight used for findings: one answer to a list of all options. It keeps worths finite and is too weak to
/// change the result of a panel.
pub const PRIOR_ANSWERS: f64 = 1.0;

/// The smallest ridge penalty, used if no prior is wanted. It keeps worths finite where the likelihood has no
/// maximum.
const RIDGE_MIN: f64 = 1e-9;
const ITERATIONS_MAX: usize = 50;
const HALVINGS_MAX: usize = 30;
/// The search ends at a step this short. Newton's method converges quadratically, so the next would be about its
/// square.
const STEP_MIN: f64 = 1e-8;
/// A relative loss of log likelihood up to this size is ignored, because near the maximum rounding exceeds the gain
/// of a step.
const ROUNDING: f64 = 1e-12;
/// The longest step. Beyond it the quadratic approximation at the start of the step is poor.
const STEP_MAX: f64 = 4.0;

/// The outcome of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chosen {
    One(usize),
    /// Two options between which the respondent did not decide.
    Tied(usize, usize),
}

/// One choice among the options shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice<'a> {
    /// The options shown, without repetition. They include the chosen ones.
    pub from: &'a [usize],
    pub chosen: Chosen,
    /// Whether the worst option was asked for instead of the best. Worths then enter inverted.
    pub reversed: bool,
    pub weight: f64,
}

impl Choice<'_> {
    /// Returns whether the choice is informative: at least two options and a positive, finite weight.
    fn counts(&self) -> bool {
        self.from.len() > 1 && self.weight > 0.0 && self.weight.is_finite()
    }
}

/// Fits worths by penalised maximum likelihood with Newton's method.
///
/// `prior_answers` is the weight of a prior that all options have equal worth, in answers to a list of all options.
/// Use [`PRIOR_ANSWERS`] for findings and 0 for plain maximum likelihood.
pub fn fit(options: usize, choices: &[Choice<'_>], prior_answers: f64) -> Fit {
    let has_ties = choices.iter().any(|choice| choice.counts() && matches!(choice.chosen, Chosen::Tied(..)));
    // An answer to a list of K equal options gives information 1/K in each direction in which log worths can differ.
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

/// Halves the step until the penalised log likelihood does not fall. Returns `None` at the maximum.
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
        // The ridge makes the information positive definite. If rounding undoes that, the gradient is still an ascent
        // direction.
        None => slope.gradient.clone(),
    }
}

fn bounded(step: DVector<f64>) -> DVector<f64> {
    let longest = step.amax();
    if longest > STEP_MAX { step * (STEP_MAX / longest) } else { step }
}

/// Returns the Cholesky factor of the information matrix, made invertible.
///
/// Choices do not identify the mean of the log worths, so a constant is added in that direction. The gradient is zero
/// in it, so steps keep the mean; [`covariance`] projects it out again.
fn solvable(slope: &Slope, options: usize) -> Option<Cholesky<f64, Dyn>> {
    let mut information = slope.information.clone();
    let level = information.trace() / (options * options).max(1) as f64;
    information.view_mut((0, 0), (options, options)).add_scalar_mut(level);
    Cholesky::new(information)
}

/// Returns the covariance of the log worths about their mean: the inverse information on the space where they sum to
/// zero.
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
