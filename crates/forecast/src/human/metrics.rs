//! Distances between two distributions over the same options, and agreement about the winner.

/// Shares that differ by less are tied.
const TIE: f64 = 1e-9;

/// Returns the Wasserstein distance along an ordinal scale, as a fraction of its length. Options off the scale are
/// excluded from both sides. `None` if the scale has fewer than two steps or a side has no mass on it.
pub fn wasserstein(first: &[f64], second: &[f64], scale: &[usize]) -> Option<f64> {
    if scale.len() < 2 {
        return None;
    }
    let total = |shares: &[f64]| scale.iter().map(|at| shares[*at]).sum::<f64>();
    let (first_total, second_total) = (total(first), total(second));
    if first_total <= 0.0 || second_total <= 0.0 {
        return None;
    }
    let (mut ahead, mut moved) = (0.0_f64, 0.0);
    for at in &scale[..scale.len() - 1] {
        ahead += first[*at] / first_total - second[*at] / second_total;
        moved += ahead.abs();
    }
    Some(moved / (scale.len() - 1) as f64)
}

/// Returns the probability that both have the same top option if ties are broken at random.
pub fn top_agreement(first: &[f64], second: &[f64]) -> f64 {
    let (first, second) = (tops(first), tops(second));
    let both = first.iter().filter(|option| second.contains(option)).count();
    both as f64 / (first.len() * second.len()).max(1) as f64
}

fn tops(shares: &[f64]) -> Vec<usize> {
    let most = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (0..shares.len()).filter(|at| shares[*at] >= most - TIE).collect()
}
