//! Many comparisons at once: p-values adjusted so that the expected share of false finds stays at the level read off.

/// Benjamini–Hochberg adjusted p-values, in the order given.
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
    }
}
