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
    let table = [first, second].map(|(hits, total)| vec![hits, (total - hits).max(0.0)]);
    let test = Independence::new(&table);
    if test.degrees > 0 && test.expected_least < EXPECTED_MIN {
        return fisher_p(first, second);
    }
    test.p()
}

/// Returns the p-value of Pearson's chi-square test that rows and columns are independent. Empty rows and columns are
/// ignored.
pub fn independence_p(table: &[Vec<f64>]) -> f64 {
    Independence::new(table).p()
}

/// Returns the ratio of the hit rate inside a group to the rate outside, each given as (hits, total).
///
/// Returns `None` if a group is empty or nobody outside hits.
pub fn lift(inside: (f64, f64), outside: (f64, f64)) -> Option<f64> {
    let is_defined = inside.1 > 0.0 && outside.1 > 0.0 && outside.0 > 0.0;
    is_defined.then(|| (inside.0 / inside.1) / (outside.0 / outside.1))
}

/// Pearson's chi-square test of a table.
struct Independence {
    statistic: f64,
    degrees: usize,
    expected_least: f64,
}

impl Independence {
    fn new(table: &[Vec<f64>]) -> Self {
        let width = table.iter().map(Vec::len).max().unwrap_or(0);
        let rows: Vec<f64> = table.iter().map(|row| row.iter().sum()).collect();
        let columns: Vec<f64> = (0..width).map(|column| table.iter().filter_map(|row| row.get(column)).sum()).collect();
        let total: f64 = rows.iter().sum();
        let filled = |sums: &[f64]| sums.iter().filter(|sum| **sum > 0.0).count();
        let degrees = filled(&rows).saturating_sub(1) * filled(&columns).saturating_sub(1);
        let mut test = Self { statistic: 0.0, degrees, expected_least: f64::INFINITY };
        for (row, row_sum) in table.iter().zip(&rows) {
            for (observed, column_sum) in row.iter().zip(&columns) {
                let expected = row_sum * column_sum / total;
                if expected > 0.0 {
                    test.statistic += (observed - expected).powi(2) / expected;
                    test.expected_least = test.expected_least.min(expected);
                }
            }
        }
        test
    }

    fn p(&self) -> f64 {
        chi_square_tail(self.statistic, self.degrees)
    }
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
    fn a_test_of_nothing_answers_one() {
        assert_eq!(two_proportions_p((0.0, 0.0), (5.0, 10.0)), 1.0);
        assert_eq!(two_proportions_p((0.0, 20.0), (0.0, 10.0)), 1.0);
        assert_eq!(two_proportions_p((20.0, 20.0), (10.0, 10.0)), 1.0);
        assert_eq!(independence_p(&[]), 1.0);
        assert_eq!(independence_p(&[vec![3.0, 4.0]]), 1.0);
        assert_eq!(independence_p(&[vec![3.0, 0.0], vec![4.0, 0.0]]), 1.0);
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
        fn empty_rows_and_columns_change_nothing(table in prop::collection::vec(prop::collection::vec(0.5f64..30.0, 3), 2..6)) {
            let mut padded: Vec<Vec<f64>> = table.iter().map(|row| [&[0.0], &row[..]].concat()).collect();
            padded.push(vec![0.0; 4]);
            prop_assert!((independence_p(&table) - independence_p(&padded)).abs() < 1e-12);
        }

        #[test]
        fn proportional_rows_are_independent(row in prop::collection::vec(0.5f64..30.0, 2..6), factor in 0.5f64..4.0) {
            let second = row.iter().map(|cell| cell * factor).collect();
            prop_assert!(independence_p(&[row, second]) > 0.999);
        }
    }
}
