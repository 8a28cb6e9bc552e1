//! The mathematics of findings, on plain numbers: nothing here knows of options' names, people or words. Random numbers
//! come only from arguments, and nothing panics on data that a report can bring.

mod best;
mod bootstrap;
mod compare;
mod interval;
mod mixture;
mod panel;
pub mod plackett_luce;
mod settle;
mod several;
mod shares;

pub use best::{Standing, posterior_draws, standing};
pub use bootstrap::bootstrap_mean;
pub use compare::{independence_p, lift, two_proportions_p};
pub use interval::{lead_interval, probability_above, wilson};
pub use mixture::{Dirichlets, log_bet, log_likelihood};
pub use panel::{Diversity, SplitHalf, diversity, split_half};
pub use settle::people_to_settle;
pub use several::{benjamini_hochberg, shrink};
pub use shares::{kish, unit, weighted_shares};

/// Two-sided 95 % point of the normal distribution.
const Z_95: f64 = 1.959_963_984_540_054;

/// Upper tail of the chi-square distribution; 1 where there is nothing to test.
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
