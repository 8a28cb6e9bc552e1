//! How well real people themselves do: a panel of them, drawn from a case's shares, held against those shares.
//! It is the ceiling of what any engine can reach.

use rand_distr::{Binomial, Distribution};

use super::{Case, top_agreement, total_variation};
use foundation::chance;

const SEED: u64 = 2026;
const DRAWS: u32 = 2000;

/// What panels of real people come to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Panel {
    /// How often the panel has the same top option, ties broken by lot.
    pub same_top: f64,
    /// The median distance of a panel from everybody's shares: the floor.
    pub total_variation: f64,
}

/// Panels of `people` drawn from the case's shares; always the same draws.
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

/// A multinomial draw, option by option among the people who are left.
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
