//! Iterative proportional fitting of a table to two margins; it preserves the odds ratios. It uses only sums and
//! quotients in a fixed order, so that every machine gets identical bits.

const ROUNDS: usize = 60;

/// Fits `table` to the margins, columns last. The margins may have different totals. Empty rows stay empty.
pub(super) fn fit(table: &mut [Vec<f64>], rows: &[f64], columns: &[f64]) {
    let (row_total, column_total): (f64, f64) = (rows.iter().sum(), columns.iter().sum());
    if row_total <= 0.0 || column_total <= 0.0 {
        return;
    }
    for _ in 0..ROUNDS {
        let mut moved = 0.0f64;
        for (row, wanted) in table.iter_mut().zip(rows) {
            moved = moved.max(scale(row, wanted / row_total));
        }
        for (at, wanted) in columns.iter().enumerate() {
            let sum: f64 = table.iter().map(|row| row[at]).sum();
            let factor = if sum > 0.0 { wanted / column_total / sum } else { 0.0 };
            table.iter_mut().for_each(|row| row[at] *= factor);
        }
        if moved < 1e-9 {
            return;
        }
    }
}

/// Scales the row to a sum and returns how far the old sum was from it.
fn scale(row: &mut [f64], wanted: f64) -> f64 {
    let sum: f64 = row.iter().sum();
    let factor = if sum > 0.0 { wanted / sum } else { 0.0 };
    row.iter_mut().for_each(|cell| *cell *= factor);
    (sum - wanted).abs()
}

/// Scales the row to a sum of one. A row of zeros is left unchanged.
pub(super) fn normalize(row: &mut [f64]) {
    scale(row, 1.0);
}

/// Returns the root of an increasing function between two bounds.
pub(super) fn bisect(low: f64, high: f64, f: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (low, high);
    for _ in 0..50 {
        let middle = 0.5 * (low + high);
        if f(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fit_meets_both_margins_and_keeps_the_odds() {
        let mut table = vec![vec![4.0, 1.0], vec![1.0, 2.0]];
        fit(&mut table, &[0.7, 0.3], &[0.5, 0.5]);
        for (row, wanted) in table.iter().zip([0.7, 0.3]) {
            assert!((row.iter().sum::<f64>() - wanted).abs() < 1e-6);
        }
        assert!((table[0][0] + table[1][0] - 0.5).abs() < 1e-9);
        assert!((table[0][0] * table[1][1] / (table[0][1] * table[1][0]) - 8.0).abs() < 1e-9);
    }

    #[test]
    fn bisection_finds_the_crossing() {
        assert!((bisect(0.0, 9.0, |x| x * x - 9.0) - 3.0).abs() < 1e-8);
    }
}
