//! Statistical functions on plain numbers: shares, intervals, tests, Dirichlet posteriors and a choice model.
//!
//! The crate depends on no other crate of the workspace. Options are indices and respondents are weights; it knows no
//! names, people or texts. It does no I/O and reads no clock. Functions that need random numbers take an `Rng`.
//! Nothing panics on data that a report can contain.
//!
//! Start with `shares` (weighted shares, Kish's effective sample size) and `interval` (Wilson's
//! interval). Then read `mixture` (posterior of shares, probability of being best), and last `plackett_luce` (choices among
//! subsets of the options).

mod bootstrap;
mod compare;
mod interval;
mod mixture;
mod panel;
pub mod plackett_luce;
mod raking;
mod several;
mod shares;

pub use bootstrap::bootstrap_mean;
pub use compare::{lift, normal_p};
pub use interval::{difference_interval, wilson};
pub use mixture::{BestProbabilities, Bet, DirichletMixture, TAIL, central_interval, log_likelihood};
pub use panel::{Diversity, SplitHalf, diversity, split_half};
pub use raking::scale_to_margin;
pub use several::{benjamini_hochberg, shrink};
pub use shares::{kish, softmax, total_variation, unit, weighted_shares};

/// The 97.5 % quantile of the standard normal distribution.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// Returns the upper tail probability of the chi-square distribution; 1 if there are no degrees of freedom.
fn chi_square_tail(statistic: f64, degrees: usize) -> f64 {
    use statrs::distribution::{ChiSquared, ContinuousCDF};
    match ChiSquared::new(degrees as f64) {
        Ok(distribution) if statistic.is_finite() => distribution.sf(statistic.max(0.0)).clamp(0.0, 1.0),
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chi_square_tails_have_their_published_values() {
        assert!((chi_square_tail(3.841_458_8, 1) - 0.05).abs() < 1e-6);
        assert!((chi_square_tail(18.307_038, 10) - 0.05).abs() < 1e-6);
        assert_eq!(chi_square_tail(0.0, 3), 1.0);
        assert_eq!(chi_square_tail(9.0, 0), 1.0);
    }
}
