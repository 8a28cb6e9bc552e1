//! Weights that bring the people who answered to the audience's margins. What is not known of a person leaves their weight
//! alone, and no weight is far from one: a margin that would need that is met in part.

/// No weight is further from the mean than by this factor.
const WEIGHT_MAX: f64 = 4.0;
const SWEEPS_MAX: usize = 50;
/// Sweeps that move no weight by more than this have settled.
const SETTLED: f64 = 1e-6;

/// A weight for each person, one on average. `people` has for each person their group of every margin, where it is known;
/// `margins` the audience's share of each group. Groups that nobody is in are left out of their margin.
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

/// Scales the groups of one margin to their shares; those whose group is known keep their weight in all.
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

/// Brings weights to a mean of one and back within the bounds.
fn bound(weights: &mut [f64]) {
    for _ in 0..SWEEPS_MAX {
        let mean = weights.iter().sum::<f64>() / weights.len().max(1) as f64;
        weights.iter_mut().for_each(|weight| *weight = (*weight / mean).clamp(WEIGHT_MAX.recip(), WEIGHT_MAX));
        if (mean - 1.0).abs() < SETTLED {
            break;
        }
    }
}
