//! The posterior probability that each option has the largest true share, and the expected loss of choosing it.

use rand::Rng;
use rand_distr::{Distribution, Gamma};

const DRAWS: u32 = 4000;

/// The posterior standing of each option, indexed by option.
#[derive(Debug, Clone, PartialEq)]
pub struct BestProbabilities {
    /// The probability that the option has the largest true share. Sums to one.
    pub best: Vec<f64>,
    /// The expected difference between the largest true share and the option's true share.
    pub loss: Vec<f64>,
}

/// Estimates the standing of each option from 4,000 draws of a Dirichlet posterior.
///
/// The posterior adds `n` answers, distributed as `shares`, to a uniform prior with a total weight of one answer. The
/// prior gives an option that nobody chose a positive probability of being best.
pub fn standing(shares: &[f64], n: f64, rng: &mut impl Rng) -> BestProbabilities {
    let (mut wins, mut lost) = (vec![0u32; shares.len()], vec![0.0; shares.len()]);
    for drawn in posterior_draws(shares, n, DRAWS as usize, rng) {
        let Some((best, most)) = drawn.iter().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b)) else { continue };
        wins[best] += 1;
        lost.iter_mut().zip(&drawn).for_each(|(lost, share)| *lost += most - share);
    }
    let mean = |sum: f64| sum / f64::from(DRAWS);
    let best: Vec<f64> = wins.into_iter().map(|won| mean(f64::from(won))).collect();
    let loss: Vec<f64> = lost.into_iter().map(mean).collect();
    BestProbabilities { best: even_out(shares, &best), loss: even_out(shares, &loss) }
}

/// Returns draws of the shares from the Dirichlet posterior that [`standing`] describes.
pub fn posterior_draws(shares: &[f64], n: f64, draws: usize, rng: &mut impl Rng) -> impl Iterator<Item = Vec<f64>> {
    let prior = 1.0 / shares.len().max(1) as f64;
    // Normalised gamma variates are Dirichlet distributed. The prior keeps every shape positive, so `Gamma::new`
    // succeeds.
    let shapes = shares.iter().map(|share| (n * share).max(0.0) + prior);
    let gammas: Vec<Gamma<f64>> = shapes.filter_map(|shape| Gamma::new(shape, 1.0).ok()).collect();
    (0..draws).map(move |_| {
        let drawn: Vec<f64> = gammas.iter().map(|gamma| gamma.sample(rng)).collect();
        let total: f64 = drawn.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        drawn.into_iter().map(|share| share / total).collect()
    })
}

/// Averages the figures of options with equal shares, so that simulation noise does not rank them.
fn even_out(shares: &[f64], figures: &[f64]) -> Vec<f64> {
    let mean = |share: &f64| {
        let equals = || shares.iter().zip(figures).filter(|(other, _)| *other == share);
        equals().map(|(_, figure)| figure).sum::<f64>() / equals().count().max(1) as f64
    };
    shares.iter().map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use foundation::chance::stream;
    use proptest::prelude::*;

    #[test]
    fn equal_shares_are_equally_likely_to_be_best() {
        let BestProbabilities { best, loss } = standing(&[0.4, 0.2, 0.4], 50.0, &mut stream(1, "best"));
        assert!(best[0] == best[2] && best[0] > 0.47, "{best:?}");
        assert!(loss[0] == loss[2] && loss[0] < 0.1 && loss[1] > 0.2, "{loss:?}");
        let nobody = standing(&[0.0; 4], 0.0, &mut stream(1, "best")).best;
        assert!(nobody.iter().all(|best| (best - 0.25).abs() < 1e-12), "{nobody:?}");
    }

    #[test]
    fn a_clear_leader_is_nearly_surely_best() {
        assert!(standing(&[0.8, 0.2], 100.0, &mut stream(1, "best")).best[0] > 0.999);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(8))]
        #[test]
        fn the_probabilities_add_up_to_one(
            shares in prop::collection::vec(0.0f64..0.2, 2..=20), n in 0.0f64..300.0, seed: u64,
        ) {
            let best = standing(&shares, n, &mut stream(seed, "best")).best;
            prop_assert!((best.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }
}
