//! What weighted answers add up to: shares, and how many equal answers they are worth. Shares sum to one where anybody
//! answered. Their intervals are in `interval`.

/// The part of the weight that each option got; all zero when nobody chose, since there is then nothing to share out.
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

/// Kish's effective size: how many equally weighted answers would say as much, because unequal weights tell less.
pub fn kish(weights: impl IntoIterator<Item = f64>) -> f64 {
    let (mut sum, mut squares) = (0.0, 0.0);
    for weight in weights {
        sum += weight;
        squares += weight * weight;
    }
    if squares > 0.0 { sum * sum / squares } else { 0.0 }
}

/// Half the summed absolute differences: the part of the answers in which two sets of shares disagree.
pub(super) fn total_variation(first: &[f64], second: &[f64]) -> f64 {
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
