//! Raking weights, bounded so that nobody counts for more than two or less than half a respondent.

use crate::census::margins::{Cells, Margins};

pub const WEIGHT_MIN: f64 = 0.5;
pub const WEIGHT_MAX: f64 = 2.0;
const ROUNDS: usize = 30;

/// Returns one weight per respondent. `groups` is an additional margin, the country: each respondent's cell and the
/// target shares.
pub(super) fn rake(cells: &[Cells], target: &Margins, groups: (&[usize], &[f64])) -> Vec<f64> {
    let mut weights = vec![1.0; cells.len()];
    let margins: Vec<(Vec<usize>, &[f64])> = (0..target.0.len())
        .map(|margin| (cells.iter().map(|cell| cell[margin]).collect(), target.0[margin].as_slice()))
        .chain([(groups.0.to_vec(), groups.1)])
        .collect();
    for _ in 0..ROUNDS {
        for (places, wanted) in &margins {
            scale(&mut weights, places, wanted);
        }
    }
    weights
}

/// Scales the weights toward the target shares. The share of a cell without respondents is distributed over the
/// others.
fn scale(weights: &mut [f64], places: &[usize], wanted: &[f64]) {
    let mut sums = vec![0.0; wanted.len()];
    for (weight, place) in weights.iter().zip(places) {
        sums[*place] += weight;
    }
    let present: f64 = wanted.iter().zip(&sums).filter(|(_, sum)| **sum > 0.0).map(|(share, _)| share).sum();
    if present <= 0.0 {
        return;
    }
    let size = weights.len() as f64;
    for (weight, place) in weights.iter_mut().zip(places) {
        let factor = wanted[*place] / present * size / sums[*place];
        *weight = (*weight * factor).clamp(WEIGHT_MIN, WEIGHT_MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_meet_a_margin_within_their_bounds() {
        let people: Vec<Cells> = (0..100).map(|at| [usize::from(at >= 60), 1, 0, 0, 0]).collect();
        let mut target = Margins::of(people.iter().map(|cells| (*cells, 1.0))).shares();
        target.0[0] = vec![0.5, 0.5];
        let weights = rake(&people, &target, (&[0; 100], &[1.0]));
        let women: f64 = weights[..60].iter().sum();
        assert!((women / weights.iter().sum::<f64>() - 0.5).abs() < 1e-6, "{women}");
        target.0[0] = vec![0.01, 0.99];
        let bounded = rake(&people, &target, (&[0; 100], &[1.0]));
        assert!(bounded.iter().all(|weight| (WEIGHT_MIN..=WEIGHT_MAX).contains(weight)));
    }
}
