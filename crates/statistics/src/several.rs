//! Corrections for multiple comparisons: false discovery rate control and empirical Bayes shrinkage. Neither makes a
//! finding look stronger.

/// Returns Benjamini–Hochberg adjusted p-values, in the order given.
pub fn benjamini_hochberg(p_values: &[f64]) -> Vec<f64> {
    let count = p_values.len();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| p_values[*b].total_cmp(&p_values[*a]));
    let mut adjusted = vec![1.0; count];
    let mut least: f64 = 1.0;
    for (from_largest, index) in order.into_iter().enumerate() {
        let rank = count - from_largest;
        least = least.min(p_values[index] * count as f64 / rank as f64);
        adjusted[index] = least;
    }
    adjusted
}

/// Shrinks differences toward zero by the proportion of their variance that is noise (empirical Bayes).
///
/// The largest of many noisy differences overestimates its true value. A difference with variance zero is kept
/// unchanged.
pub fn shrink(differences: &[f64], variances: &[f64]) -> Vec<f64> {
    let between = variance_about_zero(differences, variances);
    let shrunk = |(difference, variance): (&f64, &f64)| {
        if *variance <= 0.0 { *difference } else { difference * between / (between + variance) }
    };
    differences.iter().zip(variances).map(shrunk).collect()
}

/// Estimates the variance of the true differences by the DerSimonian–Laird estimator with a known mean of zero.
fn variance_about_zero(differences: &[f64], variances: &[f64]) -> f64 {
    let (mut squares, mut weights, mut count) = (0.0, 0.0, 0.0);
    for (difference, variance) in differences.iter().zip(variances) {
        if *variance > 0.0 && variance.is_finite() {
            squares += difference * difference / variance;
            weights += 1.0 / variance;
            count += 1.0;
        }
    }
    if weights > 0.0 { ((squares - count) / weights).max(0.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn adjusted_values_have_their_published_values() {
        // R: p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "BH") and one with mixed order.
        assert!(benjamini_hochberg(&[0.01, 0.02, 0.03, 0.04, 0.05]).iter().all(|p| (p - 0.05).abs() < 1e-12));
        let mixed = benjamini_hochberg(&[0.5, 0.001, 0.04]);
        for (got, expected) in mixed.iter().zip([0.5, 0.003, 0.06]) {
            assert!((got - expected).abs() < 1e-12, "{mixed:?}");
        }
    }

    #[test]
    fn noise_shrinks_to_nothing() {
        assert_eq!(shrink(&[0.05, -0.08, 0.02], &[0.01; 3]), [0.0; 3]);
        assert!(shrink(&[], &[]).is_empty());
    }

    #[test]
    fn a_huge_difference_stays() {
        let shrunk = shrink(&[5.0, -4.0, 6.0], &[0.01; 3]);
        assert!((shrunk[0] - 5.0).abs() < 0.01, "{shrunk:?}");
    }

    #[test]
    fn the_noisier_of_two_equal_differences_shrinks_more() {
        let shrunk = shrink(&[0.3, 0.3, -0.3], &[0.01, 0.04, 0.01]);
        assert!(shrunk[0] > shrunk[1] && shrunk[1] > 0.0, "{shrunk:?}");
    }

    #[test]
    fn a_difference_of_unknown_size_shrinks_to_nothing_and_a_certain_one_stays() {
        assert_eq!(shrink(&[0.3, 0.2], &[f64::INFINITY, 0.0]), [0.0, 0.2]);
    }

    proptest! {
        #[test]
        fn adjusting_only_raises_and_keeps_the_order(p_values in prop::collection::vec(0.0f64..=1.0, 0..40)) {
            let adjusted = benjamini_hochberg(&p_values);
            for (i, p) in p_values.iter().enumerate() {
                prop_assert!(adjusted[i] >= *p - 1e-12 && adjusted[i] <= 1.0);
                for (j, q) in p_values.iter().enumerate() {
                    prop_assert!(p > q || adjusted[i] <= adjusted[j] + 1e-12);
                }
            }
        }

        #[test]
        fn shrinking_never_grows_or_turns_a_difference(
            pairs in prop::collection::vec((-1.0f64..1.0, 1e-6f64..0.5), 0..40),
        ) {
            let (differences, variances): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
            for (before, after) in differences.iter().zip(shrink(&differences, &variances)) {
                prop_assert!(after.abs() <= before.abs() && after * before >= 0.0);
            }
        }
    }
}
