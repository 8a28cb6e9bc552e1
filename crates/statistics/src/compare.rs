//! Tests whether groups differ, and by what factor. Counts are real numbers, because answers are weighted. A test
//! without data returns p = 1. `several` corrects for multiple comparisons.

use statrs::distribution::{Discrete, Hypergeometric};

use super::chi_square_tail;

/// Below this expected count the chi-square approximation is poor, and Fisher's exact test is used.
const EXPECTED_MIN: f64 = 5.0;

/// Returns the p-value of the hypothesis that two groups, each given as (hits, total), have the same true share.
///
/// Uses Pearson's chi-square test, or Fisher's exact test on rounded counts if an expected count is below 5.
pub fn two_proportions_p(first: (f64, f64), second: (f64, f64)) -> f64 {
    if first.1 <= 0.0 || second.1 <= 0.0 {
        return 1.0;
    }
    let rows = [first, second].map(|(hits, total)| [hits, (total - hits).max(0.0)]);
    let columns = [rows[0][0] + rows[1][0], rows[0][1] + rows[1][1]];
    let total = columns[0] + columns[1];
    if columns.contains(&0.0) {
        return 1.0;
    }
    let (mut statistic, mut expected_least) = (0.0, f64::INFINITY);
    for row in rows {
        for (observed, column) in row.into_iter().zip(columns) {
            let expected = (row[0] + row[1]) * column / total;
            statistic += (observed - expected).powi(2) / expected;
            expected_least = expected_least.min(expected);
        }
    }
    if expected_least < EXPECTED_MIN { fisher_p(first, second) } else { chi_square_tail(statistic, 1) }
}

/// Returns the two-sided p-value of a standard normal deviate; 1 if it is not a number.
pub fn normal_p(deviate: f64) -> f64 {
    chi_square_tail(deviate * deviate, 1)
}

/// Returns the ratio of the hit rate inside a group to the rate outside, each given as (hits, total).
///
/// Returns `None` if a group is empty or nobody outside hits.
pub fn lift(inside: (f64, f64), outside: (f64, f64)) -> Option<f64> {
    let is_defined = inside.1 > 0.0 && outside.1 > 0.0 && outside.0 > 0.0;
    is_defined.then(|| (inside.0 / inside.1) / (outside.0 / outside.1))
}

/// Returns the p-value of Fisher's two-sided exact test: the total probability of all tables no likelier than the
/// observed one.
fn fisher_p(first: (f64, f64), second: (f64, f64)) -> f64 {
    let [(first_hits, draws), (second_hits, second_total)] = [first, second].map(|(hits, total)| {
        // Rounding must not leave more hits than the group has members.
        let hits = hits.max(0.0).round() as u64;
        (hits, hits.max(total.round() as u64))
    });
    let (hits, total) = (first_hits + second_hits, draws + second_total);
    let Ok(distribution) = Hypergeometric::new(total, hits, draws) else {
        return 1.0;
    };
    // The tolerance makes tables with equal probability compare equal despite rounding.
    let limit = distribution.pmf(first_hits) * (1.0 + 1e-7);
    let range = (hits + draws).saturating_sub(total)..=hits.min(draws);
    range.map(|k| distribution.pmf(k)).filter(|p| *p <= limit).sum::<f64>().min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6
    }

    #[test]
    fn fisher_has_its_published_values() {
        // The lady tasting tea: three of four right on each side.
        assert!(close(two_proportions_p((3.0, 4.0), (1.0, 4.0)), 0.485_714_286));
        // R: fisher.test(matrix(c(1, 11, 9, 3), 2)).
        assert!(close(fisher_p((1.0, 12.0), (9.0, 12.0)), 0.002_759_456));
    }

    #[test]
    fn large_tables_use_chi_square() {
        // R: prop.test(c(40, 60), c(100, 100), correct = FALSE).
        assert!(close(two_proportions_p((40.0, 100.0), (60.0, 100.0)), 0.004_677_735));
    }

    #[test]
    fn a_deviate_of_two_is_near_the_limit() {
        assert!(close(normal_p(1.959_963_985), 0.05) && close(normal_p(-1.959_963_985), 0.05));
        assert_eq!((normal_p(0.0), normal_p(f64::NAN)), (1.0, 1.0));
    }

    #[test]
    fn a_test_of_nothing_answers_one() {
        assert_eq!(two_proportions_p((0.0, 0.0), (5.0, 10.0)), 1.0);
        assert_eq!(two_proportions_p((0.0, 20.0), (0.0, 10.0)), 1.0);
        assert_eq!(two_proportions_p((20.0, 20.0), (10.0, 10.0)), 1.0);
    }

    #[test]
    fn a_lift_needs_somebody_outside() {
        assert_eq!(lift((5.0, 10.0), (10.0, 40.0)), Some(2.0));
        assert_eq!(lift((0.0, 10.0), (10.0, 40.0)), Some(0.0));
        assert_eq!(lift((5.0, 10.0), (0.0, 40.0)), None);
        assert_eq!(lift((5.0, 10.0), (0.0, 0.0)), None);
        assert_eq!(lift((0.0, 0.0), (5.0, 10.0)), None);
    }

    proptest! {
        #[test]
        fn a_test_is_symmetric_and_a_probability(
            a in 0.0f64..60.0, b in 0.0f64..60.0, more_a in 0.0f64..60.0, more_b in 0.0f64..60.0,
        ) {
            let (first, second) = ((a, a + more_a), (b, b + more_b));
            let p = two_proportions_p(first, second);
            prop_assert!((0.0..=1.0).contains(&p));
            prop_assert!((p - two_proportions_p(second, first)).abs() < 1e-9);
        }

        #[test]
        fn equal_shares_do_not_differ(share in 0.0f64..1.0, first in 1.0f64..200.0, second in 1.0f64..200.0) {
            prop_assert!(two_proportions_p((share * first, first), (share * second, second)) > 0.3);
        }
    }
}
