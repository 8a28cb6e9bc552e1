//! Shares: their interval, the interval of a lead, and whether two groups differ.

use statrs::distribution::{Discrete, Hypergeometric};

use super::{Z_95, chi_square_tail};

/// Below this expected count the chi-square approximation is poor and the exact test takes over.
const EXPECTED_MIN: f64 = 5.0;

/// Wilson's 95 % interval of a share; the whole range when nobody was counted.
pub fn wilson(count: u32, total: u32) -> [f64; 2] {
    if total == 0 {
        return [0.0, 1.0];
    }
    let n = f64::from(total);
    let p = f64::from(count) / n;
    let z2 = Z_95 * Z_95;
    let centre = p + z2 / (2.0 * n);
    let half = Z_95 * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    // The ends of the range are exact in theory; rounding must not push a share outside its own interval.
    [((centre - half) / scale).clamp(0.0, p), ((centre + half) / scale).clamp(p, 1.0)]
}

/// 95 % interval of the difference between two shares of the same sample.
pub fn lead_interval(first: u32, second: u32, total: u32) -> [f64; 2] {
    if total == 0 {
        return [-1.0, 1.0];
    }
    let n = f64::from(total);
    let (p, q) = (f64::from(first) / n, f64::from(second) / n);
    let lead = p - q;
    let half = Z_95 * ((p + q - lead * lead).max(0.0) / n).sqrt();
    [(lead - half).max(-1.0), (lead + half).min(1.0)]
}

/// Probability that two groups with one true share differ at least this much: chi-square, or Fisher's exact test where
/// counts are small.
pub fn two_proportions_p(first: (u32, u32), second: (u32, u32)) -> f64 {
    let total = f64::from(first.1) + f64::from(second.1);
    let hits = f64::from(first.0) + f64::from(second.0);
    if first.1 == 0 || second.1 == 0 || hits == 0.0 || hits == total {
        return 1.0;
    }
    let expected = |size: u32, of: f64| f64::from(size) * of / total;
    let cells = [
        (f64::from(first.0), expected(first.1, hits)),
        (f64::from(first.1 - first.0), expected(first.1, total - hits)),
        (f64::from(second.0), expected(second.1, hits)),
        (f64::from(second.1 - second.0), expected(second.1, total - hits)),
    ];
    if cells.iter().any(|(_, expected)| *expected < EXPECTED_MIN) {
        return fisher_p(first, second);
    }
    chi_square_tail(cells.iter().map(|(observed, expected)| (observed - expected).powi(2) / expected).sum(), 1)
}

/// Fisher's two-sided exact test: the tables no likelier than the one observed.
fn fisher_p(first: (u32, u32), second: (u32, u32)) -> f64 {
    let (hits, total) = (u64::from(first.0 + second.0), u64::from(first.1 + second.1));
    let draws = u64::from(first.1);
    let Ok(distribution) = Hypergeometric::new(total, hits, draws) else {
        return 1.0;
    };
    // Tables equally likely up to rounding count as equally likely.
    let limit = distribution.pmf(u64::from(first.0)) * (1.0 + 1e-7);
    let range = (hits + draws).saturating_sub(total)..=hits.min(draws);
    range.map(|k| distribution.pmf(k)).filter(|p| *p <= limit).sum::<f64>().min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-4
    }

    #[test]
    fn wilson_has_its_published_values() {
        // Newcombe 1998, table I: 81/263, 15/148, 0/20, 1/29.
        for (count, total, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let [l, h] = wilson(count, total);
            assert!(close(l, low) && close(h, high), "{count}/{total}: {l} {h}");
        }
    }

    #[test]
    fn fisher_has_its_published_values() {
        // The lady tasting tea: three of four right on each side.
        assert!(close(fisher_p((3, 4), (1, 4)), 0.485_714));
        // R: fisher.test(matrix(c(1, 11, 9, 3), 2)).
        assert!(close(fisher_p((1, 12), (9, 12)), 0.002_759_456));
    }

    #[test]
    fn large_tables_use_chi_square() {
        // R: prop.test(c(40, 60), c(100, 100), correct = FALSE).
        assert!(close(two_proportions_p((40, 100), (60, 100)), 0.004_677_7));
    }

    #[test]
    fn an_even_split_has_a_lead_interval_around_zero() {
        let [low, high] = lead_interval(50, 50, 100);
        assert!(close(low, -0.195_996) && close(high, 0.195_996));
    }

    proptest! {
        #[test]
        fn an_interval_holds_its_share(total in 1u32..2000, part in 0.0f64..=1.0) {
            let count = (f64::from(total) * part) as u32;
            let share = f64::from(count) / f64::from(total);
            let [low, high] = wilson(count, total);
            prop_assert!(0.0 <= low && low <= share && share <= high && high <= 1.0);
        }

        #[test]
        fn a_test_is_symmetric_and_a_probability(
            a in 0u32..60, b in 0u32..60, more_a in 0u32..60, more_b in 0u32..60,
        ) {
            let (first, second) = ((a, a + more_a), (b, b + more_b));
            let p = two_proportions_p(first, second);
            prop_assert!((0.0..=1.0).contains(&p));
            prop_assert!((p - two_proportions_p(second, first)).abs() < 1e-9);
        }

        #[test]
        fn a_lead_lies_inside_its_interval(first in 0u32..500, second in 0u32..500, rest in 0u32..500) {
            prop_assume!(first + second + rest > 0);
            let total = first + second + rest;
            let lead = (f64::from(first) - f64::from(second)) / f64::from(total);
            let [low, high] = lead_interval(first, second, total);
            prop_assert!(low <= lead + 1e-12 && lead <= high + 1e-12);
        }
    }
}
