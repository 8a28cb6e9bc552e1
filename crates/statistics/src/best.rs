//! How sure the simulation is of its own winner: the probability that each option has the largest true share.
//! The probabilities sum to one. Knows shares and a size, not where they come from.

use rand::Rng;
use rand_distr::{Distribution, Gamma};

const DRAWS: u32 = 4000;

/// By option, from a Dirichlet posterior of `n` answers over a uniform prior that weighs as much as one answer in all:
/// without it, an option that nobody chose could never be the best.
pub fn probability_best(shares: &[f64], n: f64, rng: &mut impl Rng) -> Vec<f64> {
    let prior = 1.0 / shares.len().max(1) as f64;
    // Shares of a Dirichlet are gammas over their sum, so the largest gamma is the largest share. A shape is never
    // below the prior, so each of them makes a valid gamma distribution.
    let shapes = shares.iter().map(|share| (n * share).max(0.0) + prior);
    let gammas: Vec<Gamma<f64>> = shapes.filter_map(|shape| Gamma::new(shape, 1.0).ok()).collect();
    let draw = |worth: &mut [f64]| {
        for (drawn, gamma) in worth.iter_mut().zip(&gammas) {
            *drawn = gamma.sample(rng);
        }
    };
    even_out(shares, &wins(shares.len(), draw))
}

/// How often each option comes out largest when `draw` fills in their worths.
pub(super) fn wins(options: usize, mut draw: impl FnMut(&mut [f64])) -> Vec<f64> {
    let mut worth = vec![0.0; options];
    let mut wins = vec![0u32; options];
    for _ in 0..DRAWS {
        draw(&mut worth);
        let largest = worth.iter().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b));
        if let Some((best, _)) = largest {
            wins[best] += 1;
        }
    }
    wins.into_iter().map(|won| f64::from(won) / f64::from(DRAWS)).collect()
}

/// Options with the same share are equally likely to be best; random draws must not rank them.
fn even_out(shares: &[f64], best: &[f64]) -> Vec<f64> {
    let mean = |share: &f64| {
        let equals = || shares.iter().zip(best).filter(|(other, _)| *other == share);
        equals().map(|(_, best)| best).sum::<f64>() / equals().count().max(1) as f64
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
        let best = probability_best(&[0.4, 0.2, 0.4], 50.0, &mut stream(1, "best"));
        assert!(best[0] == best[2] && best[0] > 0.47, "{best:?}");
        let nobody = probability_best(&[0.0; 4], 0.0, &mut stream(1, "best"));
        assert!(nobody.iter().all(|best| (best - 0.25).abs() < 1e-12), "{nobody:?}");
    }

    #[test]
    fn the_dice_alone_tell_equal_shares_apart_by_no_more_than_chance() {
        let mut rng = stream(3, "best");
        let gamma = Gamma::new(10.25, 1.0).unwrap();
        let raw = wins(4, |worth| worth.iter_mut().for_each(|drawn| *drawn = gamma.sample(&mut rng)));
        assert!(raw.iter().all(|best| (best - 0.25).abs() < 0.03), "{raw:?}");
    }

    #[test]
    fn a_clear_leader_is_nearly_surely_best() {
        assert!(probability_best(&[0.8, 0.2], 100.0, &mut stream(1, "best"))[0] > 0.999);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(8))]
        #[test]
        fn the_probabilities_add_up_to_one(
            shares in prop::collection::vec(0.0f64..0.2, 2..=20), n in 0.0f64..300.0, seed: u64,
        ) {
            let best = probability_best(&shares, n, &mut stream(seed, "best"));
            prop_assert!((best.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }
}
