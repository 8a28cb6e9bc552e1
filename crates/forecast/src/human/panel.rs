//! Accuracy of a random sample of real people, simulated from a case's shares. It is the noise ceiling for engines.

use rand_distr::{Binomial, Distribution};

use super::{Case, top_agreement, total_variation};
use foundation::chance;

const SEED: u64 = 2026;
const DRAWS: u32 = 2000;

/// Accuracy of simulated samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Panel {
    /// How often the sample has the same top option, ties broken at random.
    pub same_top: f64,
    /// Median total variation distance between the sample and the population.
    pub total_variation: f64,
}

/// Simulates samples of `people` from the case's shares, with a fixed seed.
pub fn panel(case: &Case, people: u32) -> Panel {
    let mut rng = chance::stream(SEED, &case.id);
    let (mut same_top, mut distances) = (0.0, Vec::new());
    for _ in 0..DRAWS {
        let drawn = draw(&case.shares, people, &mut rng);
        same_top += top_agreement(&case.shares, &drawn);
        distances.push(total_variation(&case.shares, &drawn));
    }
    distances.sort_by(f64::total_cmp);
    Panel { same_top: same_top / f64::from(DRAWS), total_variation: distances[distances.len() / 2] }
}

/// Draws from a multinomial distribution by successive binomials.
pub(super) fn draw(shares: &[f64], people: u32, rng: &mut impl rand::Rng) -> Vec<f64> {
    let (mut people_left, mut share_left) = (u64::from(people), 1.0_f64);
    shares
        .iter()
        .map(|share| {
            let odds = if share_left > 0.0 { (share / share_left).clamp(0.0, 1.0) } else { 1.0 };
            let count = Binomial::new(people_left, odds).map_or(0, |binomial| binomial.sample(rng));
            people_left -= count;
            share_left -= share;
            count as f64 / f64::from(people.max(1))
        })
        .collect()
}
