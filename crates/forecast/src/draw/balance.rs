//! Draws that also keep the count of every group near its expectation. It starts from a systematic draw and swaps the
//! answers of two respondents by a Metropolis rule. The acceptance probability depends on how probable the new
//! answers are for both, and on how much the fit of their groups improves.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::systematic;
use foundation::chance::stream;

/// Swaps proposed per row; twice as many changed no group's fit noticeably.
const SWAPS_PER_ROW: usize = 60;
/// Penalty per squared deviation, in answers, of a group's count.
const PULL: f64 = 3.0;

/// Draws like [`systematic`] and keeps the weighted counts of all rows and of every group near their expectations.
/// `groups` holds row indices.
pub fn balanced(rows: &[Vec<f64>], weights: &[f64], groups: &[Vec<usize>], seed: u64, label: &str) -> Vec<usize> {
    let mut drawn = systematic(rows, seed, label);
    let mut rng = stream(seed, &format!("balance/{label}"));
    let mut strays = Strays::new(rows, weights, groups, &drawn);
    if rows.len() < 2 {
        return drawn;
    }
    for _ in 0..SWAPS_PER_ROW * rows.len() {
        let (first, second) = (rng.random_range(0..rows.len()), rng.random_range(0..rows.len()));
        strays.try_swap(rows, &mut drawn, (first, second), &mut rng);
    }
    drawn
}

/// By group and answer: weighted count minus weighted sum of probabilities.
struct Strays<'a> {
    by_group: Vec<Vec<f64>>,
    groups_of: Vec<Vec<usize>>,
    weights: &'a [f64],
}

impl<'a> Strays<'a> {
    fn new(rows: &[Vec<f64>], weights: &'a [f64], groups: &[Vec<usize>], drawn: &[usize]) -> Self {
        let answers = rows.first().map_or(0, Vec::len);
        let everybody: Vec<usize> = (0..rows.len()).collect();
        let mut strays = Self {
            by_group: vec![vec![0.0; answers]; groups.len() + 1],
            groups_of: vec![Vec::new(); rows.len()],
            weights,
        };
        for (group, members) in groups.iter().chain([&everybody]).enumerate() {
            for row in members {
                strays.groups_of[*row].push(group);
                strays.by_group[group][drawn[*row]] += weights[*row];
                strays.by_group[group].iter_mut().zip(&rows[*row]).for_each(|(by, p)| *by -= weights[*row] * p);
            }
        }
        strays
    }

    fn try_swap(
        &mut self,
        rows: &[Vec<f64>],
        drawn: &mut [usize],
        (first, second): (usize, usize),
        rng: &mut ChaCha8Rng,
    ) {
        let (own, other) = (drawn[first], drawn[second]);
        if own == other {
            return;
        }
        let odds = rows[first][other] * rows[second][own] / (rows[first][own] * rows[second][other]);
        let before = self.cost(first, second);
        self.shift(first, own, other);
        self.shift(second, other, own);
        let worse = self.cost(first, second) - before;
        if rng.random::<f64>() < odds * (-PULL * worse).exp() {
            (drawn[first], drawn[second]) = (other, own);
        } else {
            self.shift(first, other, own);
            self.shift(second, own, other);
        }
    }

    /// Returns the penalty of all groups that contain either row. A group with both counts twice before and after a
    /// swap.
    fn cost(&self, first: usize, second: usize) -> f64 {
        let groups = self.groups_of[first].iter().chain(&self.groups_of[second]);
        groups.map(|group| self.by_group[*group].iter().map(|by| by * by).sum::<f64>()).sum::<f64>() / 2.0
    }

    fn shift(&mut self, row: usize, from: usize, to: usize) {
        for group in &self.groups_of[row] {
            self.by_group[*group][from] -= self.weights[row];
            self.by_group[*group][to] += self.weights[row];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two crossed partitions of people who answer differently.
    fn panel(people: usize) -> (Vec<Vec<f64>>, Vec<f64>, Vec<Vec<usize>>) {
        let row = |at: usize| {
            let lean =
                0.15 * f64::from(u8::from(at.is_multiple_of(2))) + 0.1 * f64::from(u8::from(at.is_multiple_of(3)));
            vec![0.3 + lean, 0.4 - lean, 0.3]
        };
        let rows = (0..people).map(row).collect();
        let weights = (0..people).map(|at| 0.7 + 0.6 * (at % 5) as f64 / 4.0).collect();
        let group = |modulus: usize, rest: usize| (0..people).filter(|at| at % modulus == rest).collect::<Vec<_>>();
        let groups = vec![group(2, 0), group(2, 1), group(3, 0), group(3, 1), group(3, 2)];
        (rows, weights, groups)
    }

    fn mean_stray(drawn: &[usize], (rows, weights, groups): &(Vec<Vec<f64>>, Vec<f64>, Vec<Vec<usize>>)) -> f64 {
        let strays = Strays::new(rows, weights, groups, drawn);
        let all: Vec<f64> = strays.by_group.iter().flatten().map(|by| by.abs()).collect();
        all.iter().sum::<f64>() / all.len() as f64
    }

    #[test]
    fn balanced_counts_of_groups_stray_from_their_sums_by_less_than_an_answer() {
        let panel = panel(120);
        let (mut balanced_strays, mut loose_strays) = (0.0, 0.0);
        for seed in 0..20 {
            balanced_strays += mean_stray(&balanced(&panel.0, &panel.1, &panel.2, seed, "x"), &panel) / 20.0;
            loose_strays += mean_stray(&systematic(&panel.0, seed, "x"), &panel) / 20.0;
        }
        assert!(balanced_strays < 0.6 && balanced_strays < loose_strays / 2.0, "{balanced_strays} {loose_strays}");
    }

    #[test]
    fn every_row_still_follows_its_own_distribution() {
        let panel = panel(30);
        let runs = 1500;
        let mut counts = vec![[0.0; 3]; 30];
        for seed in 0..runs {
            let drawn = balanced(&panel.0, &panel.1, &panel.2, seed, "x");
            drawn.into_iter().zip(&mut counts).for_each(|(answer, row)| row[answer] += 1.0);
        }
        for (row, count) in panel.0.iter().zip(counts) {
            for (p, count) in row.iter().zip(count) {
                assert!((count / runs as f64 - p).abs() < 0.06, "{p}: {}", count / runs as f64);
            }
        }
    }

    #[test]
    fn an_impossible_answer_is_never_swapped_in() {
        let rows: Vec<Vec<f64>> =
            (0..40).map(|at| if at % 2 == 0 { vec![0.6, 0.4, 0.0] } else { vec![0.0, 0.5, 0.5] }).collect();
        let drawn = balanced(&rows, &[1.0; 40], &[(0..20).collect()], 7, "x");
        assert!(drawn.iter().zip(&rows).all(|(answer, row)| row[*answer] > 0.0));
    }
}
