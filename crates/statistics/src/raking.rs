//! The step of raking (iterative proportional fitting of weights) that every caller shares. Callers decide on bounds and on
//! when to stop.

/// Scales the weights of one margin's groups so that their weighted shares are `shares`, and keeps the sum of those weights
/// at `total`; without a total, at its value before. A weight without a group is left unchanged. The share of a group without
/// weight is distributed over the others.
pub fn scale_to_margin(weights: &mut [f64], groups: &[Option<usize>], shares: &[f64], total: Option<f64>) {
    let mut sums = vec![0.0; shares.len()];
    for (weight, group) in weights.iter().zip(groups) {
        group.iter().for_each(|group| sums[*group] += weight);
    }
    let total = total.unwrap_or_else(|| sums.iter().sum());
    let present: f64 = sums.iter().zip(shares).filter(|(sum, _)| **sum > 0.0).map(|(_, share)| share.max(0.0)).sum();
    if present <= 0.0 {
        return;
    }
    for (weight, group) in weights.iter_mut().zip(groups) {
        if let Some(group) = group {
            *weight *= shares[*group].max(0.0) / present * total / sums[*group];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_groups_get_their_shares_and_unknown_ones_keep_their_weights() {
        let mut weights = vec![1.0, 1.0, 1.0, 1.0, 7.0];
        scale_to_margin(&mut weights, &[Some(0), Some(0), Some(0), Some(1), None], &[0.5, 0.25, 0.25], None);
        // The empty third group's quarter goes to the others in proportion to their shares.
        let [first, second] = [weights[0], weights[3]];
        assert!((first * 3.0 - 4.0 * 2.0 / 3.0).abs() < 1e-12 && (second - 4.0 / 3.0).abs() < 1e-12, "{weights:?}");
        assert_eq!(weights[4], 7.0);
    }
}
