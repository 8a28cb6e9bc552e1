//! How sure the simulation is of its own winner: the probability that each option has the largest true share.

use rand::Rng;
use rand_distr::{Distribution, Gamma};

const DRAWS: u32 = 4000;

/// By option, from a Dirichlet posterior over a uniform prior that weighs as much as one answer in all.
pub fn probability_best(counts: &[u32], rng: &mut impl Rng) -> Vec<f64> {
    let prior = 1.0 / counts.len().max(1) as f64;
    // Shares of a Dirichlet are gammas over their sum, so the largest gamma is the largest share.
    let gammas: Vec<Gamma<f64>> =
        counts.iter().filter_map(|count| Gamma::new(f64::from(*count) + prior, 1.0).ok()).collect();
    let mut wins = vec![0u32; counts.len()];
    for _ in 0..DRAWS {
        let draws = gammas.iter().map(|gamma| gamma.sample(rng)).enumerate();
        if let Some((best, _)) = draws.max_by(|(_, a), (_, b)| a.total_cmp(b)) {
            wins[best] += 1;
        }
    }
    wins.into_iter().map(|won| f64::from(won) / f64::from(DRAWS)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::stream;
    use proptest::prelude::*;

    #[test]
    fn equal_counts_are_equally_likely_to_be_best() {
        let best = probability_best(&[50, 50], &mut stream(1, "best"));
        assert!((best[0] - 0.5).abs() < 0.03, "{best:?}");
    }

    #[test]
    fn a_clear_leader_is_nearly_surely_best() {
        assert!(probability_best(&[80, 20], &mut stream(1, "best"))[0] > 0.999);
    }

    #[test]
    fn two_options_agree_with_the_beta_distribution() {
        // P(Beta(60.5, 40.5) > 1/2) = 0.9772.
        let best = probability_best(&[60, 40], &mut stream(2, "best"));
        assert!((best[0] - 0.977).abs() < 0.01, "{best:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn the_probabilities_add_up_to_one(counts in prop::collection::vec(0u32..300, 2..=20), seed: u64) {
            let best = probability_best(&counts, &mut stream(seed, "best"));
            prop_assert!((best.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }
}
