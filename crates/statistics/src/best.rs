//! How sure the simulation is of its own winner: the probability that each option has the largest true share.
//! The probabilities sum to one. Knows shares and a size, not where they come from.

use rand::Rng;
use rand_distr::{Distribution, Gamma};

const DRAWS: u32 = 4000;

/// How each option stands, by option.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// The probability that its true share is the largest.
    pub best: Vec<f64>,
    /// How much of a share is lost on average by choosing it instead of the best.
    pub loss: Vec<f64>,
}

/// From a Dirichlet posterior of `n` answers over a uniform prior that weighs as much as one answer in all: without it,
/// an option that nobody chose could never be the best.
pub fn standing(shares: &[f64], n: f64, rng: &mut impl Rng) -> Standing {
    let (mut wins, mut lost) = (vec![0u32; shares.len()], vec![0.0; shares.len()]);
    for drawn in posterior_draws(shares, n, DRAWS as usize, rng) {
        let Some((best, most)) = drawn.iter().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b)) else { continue };
        wins[best] += 1;
        lost.iter_mut().zip(&drawn).for_each(|(lost, share)| *lost += most - share);
    }
    let mean = |sum: f64| sum / f64::from(DRAWS);
    let best: Vec<f64> = wins.into_iter().map(|won| mean(f64::from(won))).collect();
    let loss: Vec<f64> = lost.into_iter().map(mean).collect();
    Standing { best: even_out(shares, &best), loss: even_out(shares, &loss) }
}

/// Shares drawn from the posterior that `standing` describes.
pub fn posterior_draws(shares: &[f64], n: f64, draws: usize, rng: &mut impl Rng) -> impl Iterator<Item = Vec<f64>> {
    let prior = 1.0 / shares.len().max(1) as f64;
    // Shares of a Dirichlet are gammas over their sum. A shape is never below the prior, so every one of them is a gamma.
    let shapes = shares.iter().map(|share| (n * share).max(0.0) + prior);
    let gammas: Vec<Gamma<f64>> = shapes.filter_map(|shape| Gamma::new(shape, 1.0).ok()).collect();
    (0..draws).map(move |_| {
        let drawn: Vec<f64> = gammas.iter().map(|gamma| gamma.sample(rng)).collect();
        let total: f64 = drawn.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        drawn.into_iter().map(|share| share / total).collect()
    })
}

/// Options with the same share are equally likely to be best; random draws must not rank them.
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
        let Standing { best, loss } = standing(&[0.4, 0.2, 0.4], 50.0, &mut stream(1, "best"));
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
