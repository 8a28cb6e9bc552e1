//! How often a top answer is the people's, by how far it stands out: the curve that confidence is stated from.

use nalgebra::DVector;

use super::Prediction;
use super::metrics::top_agreement;
use crate::calibration::Agreement;
use crate::prior::minimum::{Slope, minimum};

/// Keeps the curve finite where every answer so far was right, or wrong; worth a twentieth of a case.
const RIDGE: f64 = 0.05;

/// A prediction as a statement about the winner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Statement {
    pub top_share: f64,
    pub options: usize,
    /// 1 if right, 0 if wrong, between for ties.
    pub right: f64,
}

impl Statement {
    pub fn of(prediction: &Prediction<'_>) -> Self {
        Self {
            top_share: top_share(&prediction.shares),
            options: prediction.shares.len(),
            right: top_agreement(&prediction.case.shares, &prediction.shares),
        }
    }
}

pub fn top_share(shares: &[f64]) -> f64 {
    shares.iter().copied().fold(0.0, f64::max)
}

/// The logistic curve that makes these statements most likely.
pub fn agreement(statements: &[Statement]) -> Agreement {
    let bottom = minimum(DVector::zeros(2), |at| surprise(statements, at));
    let rounded = |weight: f64| (weight * 1e4).round() / 1e4;
    Agreement { intercept: rounded(bottom[0]), slope: rounded(bottom[1]) }
}

/// Minus the logarithm of the statements' likelihood, with the ridge.
fn surprise(statements: &[Statement], at: &DVector<f64>) -> Slope {
    let curve = Agreement { intercept: at[0], slope: at[1] };
    let mut slope = Slope { height: RIDGE / 2.0 * at.norm_squared(), gradient: at * RIDGE };
    for statement in statements {
        let stands_out = statement.top_share - 1.0 / statement.options.max(1) as f64;
        let utility = curve.intercept + curve.slope * stands_out;
        // ln(1 + eᵘ) without overflow.
        slope.height += utility.max(0.0) + (-utility.abs()).exp().ln_1p() - statement.right * utility;
        let gap = curve.probability(statement.top_share, statement.options) - statement.right;
        slope.gradient[0] += gap;
        slope.gradient[1] += gap * stands_out;
    }
    slope
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statements(top_share: f64, right: usize, wrong: usize) -> Vec<Statement> {
        let of = |right| Statement { top_share, options: 2, right };
        [vec![of(1.0); right], vec![of(0.0); wrong]].concat()
    }

    #[test]
    fn the_curve_gives_back_how_often_statements_were_right() {
        let curve = agreement(&[statements(0.6, 40, 60), statements(0.9, 80, 20)].concat());
        assert!((curve.probability(0.6, 2) - 0.4).abs() < 0.03, "{curve:?}");
        assert!((curve.probability(0.9, 2) - 0.8).abs() < 0.03, "{curve:?}");
    }

    #[test]
    fn statements_that_were_all_right_leave_the_curve_finite() {
        let curve = agreement(&statements(0.7, 5, 0));
        assert!(curve.intercept.is_finite() && curve.slope.is_finite(), "{curve:?}");
        assert!((0.8..1.0).contains(&curve.probability(0.7, 2)));
    }

    #[test]
    fn nothing_stated_says_as_likely_as_not() {
        assert_eq!(agreement(&[]), Agreement { intercept: 0.0, slope: 0.0 });
    }
}
