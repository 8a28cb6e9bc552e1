//! Raking weights, bounded so that nobody counts for more than two or less than half a respondent.

use statistics::scale_to_margin;

use crate::census::margins::{Cells, Margins};

pub const WEIGHT_MIN: f64 = 0.5;
pub const WEIGHT_MAX: f64 = 2.0;
const ROUNDS: usize = 30;

/// Returns one weight per respondent. `groups` is an additional margin, the country: each respondent's cell and the
/// target shares.
pub(super) fn rake(cells: &[Cells], target: &Margins, groups: (&[usize], &[f64])) -> Vec<f64> {
    let mut weights = vec![1.0; cells.len()];
    let margins: Vec<(Vec<Option<usize>>, &[f64])> = (0..target.0.len())
        .map(|margin| (cells.iter().map(|cell| Some(cell[margin])).collect(), target.0[margin].as_slice()))
        .chain([(groups.0.iter().copied().map(Some).collect(), groups.1)])
        .collect();
    let total = Some(weights.len() as f64);
    for _ in 0..ROUNDS {
        for (groups, shares) in &margins {
            scale_to_margin(&mut weights, groups, shares, total);
            weights.iter_mut().for_each(|weight| *weight = weight.clamp(WEIGHT_MIN, WEIGHT_MAX));
        }
    }
    weights
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
