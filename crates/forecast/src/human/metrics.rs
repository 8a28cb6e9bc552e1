//! Distances between two sets of shares of the same options, and agreement about the winner.

/// Shares nearer than this are equal: they differ by rounding alone.
const TIE: f64 = 1e-9;

/// Half the summed absolute differences: the part of the people who would have to answer otherwise.
pub fn total_variation(first: &[f64], second: &[f64]) -> f64 {
    first.iter().zip(second).map(|(a, b)| (a - b).abs()).sum::<f64>() / 2.0
}

/// How far people would have to move along the scale, as a part of its length. Options that are off the scale are left
/// out on both sides. None if the scale has fewer than two steps, or a side has nobody on it.
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

/// The chance that the two agree about the top option when each breaks its ties by lot.
pub fn top_agreement(first: &[f64], second: &[f64]) -> f64 {
    let (first, second) = (tops(first), tops(second));
    let both = first.iter().filter(|option| second.contains(option)).count();
    both as f64 / (first.len() * second.len()).max(1) as f64
}

fn tops(shares: &[f64]) -> Vec<usize> {
    let most = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (0..shares.len()).filter(|at| shares[*at] >= most - TIE).collect()
}
