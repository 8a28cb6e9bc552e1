//! Raking: weights that match the people who answered to the audience's margins. A person without a value for a
//! margin is left unchanged by it. Weights are bounded, so extreme margins are matched only in part.

/// Upper bound of a weight relative to the mean; the lower bound is its reciprocal.
const WEIGHT_MAX: f64 = 4.0;
const SWEEPS_MAX: usize = 50;
/// Sweeps that change no weight by more than this have converged.
const SETTLED: f64 = 1e-6;

/// Returns a weight for each person, with mean one. `people` holds each person's group in every margin, if known;
/// `margins` holds the audience's share of each group. Empty groups are dropped from their margin.
pub fn rake(people: &[Vec<Option<usize>>], margins: &[Vec<f64>]) -> Vec<f64> {
    let mut weights = vec![1.0; people.len()];
    for _ in 0..SWEEPS_MAX {
        let before = weights.clone();
        for (margin, shares) in margins.iter().enumerate() {
            let group =
                |person: &Vec<Option<usize>>| person.get(margin).copied().flatten().filter(|it| *it < shares.len());
            towards(&mut weights, &people.iter().map(group).collect::<Vec<_>>(), shares);
        }
        bound(&mut weights);
        if weights.iter().zip(&before).all(|(after, before)| (after - before).abs() < SETTLED) {
            break;
        }
    }
    weights
}

/// Scales the groups of one margin to their shares; the summed weight of people with a known group is unchanged.
fn towards(weights: &mut [f64], groups: &[Option<usize>], shares: &[f64]) {
    let mut sums = vec![0.0; shares.len()];
    for (weight, group) in weights.iter().zip(groups) {
        group.iter().for_each(|group| sums[*group] += weight);
    }
    let known: f64 = sums.iter().sum();
    let present: f64 = sums.iter().zip(shares).filter(|(sum, _)| **sum > 0.0).map(|(_, share)| share.max(0.0)).sum();
    if present <= 0.0 {
        return;
    }
    for (weight, group) in weights.iter_mut().zip(groups) {
        if let Some(group) = group {
            *weight *= shares[*group].max(0.0) / present * known / sums[*group];
        }
    }
}

/// Rescales weights to mean one and clamps them to the bounds.
fn bound(weights: &mut [f64]) {
    for _ in 0..SWEEPS_MAX {
        let mean = weights.iter().sum::<f64>() / weights.len().max(1) as f64;
        weights.iter_mut().for_each(|weight| *weight = (*weight / mean).clamp(WEIGHT_MAX.recip(), WEIGHT_MAX));
        if (mean - 1.0).abs() < SETTLED {
            break;
        }
    }
}
