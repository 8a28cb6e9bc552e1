//! Weighted shares and effective sample sizes. Shares sum to one if anybody answered.

/// Squares of weights in this range, and sums of a million of them, neither underflow nor overflow.
const WEIGHTS_USUAL: std::ops::RangeInclusive<f64> = 1e-100..=1e100;

/// Returns the weighted share of each option. All shares are zero if the total weight is zero.
pub fn weighted_shares(choices: impl Iterator<Item = (usize, f64)>, options: usize) -> Vec<f64> {
    let mut shares = vec![0.0; options];
    let mut total = 0.0;
    for (option, weight) in choices {
        shares[option] += weight;
        total += weight;
    }
    if total > 0.0 {
        shares.iter_mut().for_each(|share| *share /= total);
    }
    shares
}

/// Returns Kish's effective sample size: the number of equally weighted answers with the same variance.
///
/// It does not depend on the scale of the weights; extreme weights are divided by the largest before they are
/// squared.
pub fn kish(weights: impl IntoIterator<Item = f64>) -> f64 {
    let weights: Vec<f64> = weights.into_iter().collect();
    let unit = unit(weights.iter().copied());
    let (mut sum, mut squares) = (0.0, 0.0);
    for weight in weights {
        let weight = weight / unit;
        sum += weight;
        squares += weight * weight;
    }
    if squares > 0.0 { sum * sum / squares } else { 0.0 }
}

/// Returns the divisor that keeps sums of squared weights from underflow and overflow: 1 for ordinary weights, else
/// the largest.
pub fn unit(weights: impl Iterator<Item = f64>) -> f64 {
    let largest = weights.fold(0.0, f64::max);
    if largest == 0.0 || WEIGHTS_USUAL.contains(&largest) { 1.0 } else { largest }
}

/// Returns the shares that are proportional to the exponentials of `utilities`. The largest utility is subtracted first, so
/// that no exponential overflows.
pub fn softmax(utilities: &[f64]) -> Vec<f64> {
    let largest = utilities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = utilities.iter().map(|utility| (utility - largest).exp()).collect();
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / total).collect()
}

/// Returns the total variation distance: half the sum of the absolute differences.
pub fn total_variation(first: &[f64], second: &[f64]) -> f64 {
    first.iter().zip(second).map(|(a, b)| (a - b).abs()).sum::<f64>() / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_heavier_answer_counts_for_more() {
        assert_eq!(weighted_shares([(0, 1.0), (1, 2.0), (0, 1.0)].into_iter(), 3), [0.5, 0.5, 0.0]);
    }

    #[test]
    fn without_answers_there_are_no_shares() {
        assert_eq!(weighted_shares(std::iter::empty(), 2), [0.0, 0.0]);
    }

    #[test]
    fn equal_weights_count_in_full_and_unequal_ones_less() {
        assert_eq!(kish([1.0; 80]), 80.0);
        assert!(kish([0.5, 2.0, 0.5, 2.0]) < 3.0);
        assert_eq!(kish([]), 0.0);
    }

    #[test]
    fn the_unit_of_weights_does_not_matter() {
        for unit in [1e-320, 1e-200, 1e-160, 1e-3, 1.0, 1e160, 1e300] {
            assert!((kish([unit; 80]) - 80.0).abs() < 1e-6, "{unit}");
            assert!((kish([unit, 3.0 * unit]) - 1.6).abs() < 1e-3, "{unit}");
        }
        assert!((kish([1e-200, 1.0, 1.0]) - 2.0).abs() < 1e-9, "one beside which others weigh nothing");
    }

    proptest! {
        #[test]
        fn shares_sum_to_one(choices in prop::collection::vec((0usize..6, 0.5f64..2.0), 1..80)) {
            let shares = weighted_shares(choices.into_iter(), 6);
            prop_assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
        }

        #[test]
        fn the_effective_size_never_exceeds_the_number_of_answers(weights in prop::collection::vec(0.5f64..2.0, 1..80)) {
            let size = kish(weights.iter().copied());
            prop_assert!(size <= weights.len() as f64 + 1e-9 && size >= 1.0 - 1e-9);
        }
    }
}
