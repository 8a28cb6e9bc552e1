//! Draws one answer per respondent so that totals match expectations. Each answer follows the respondent's
//! distribution, and the count of each answer stays within one of the sum of its probabilities, which removes most
//! sampling noise. Input is a matrix of probabilities, output an index per row; questions and people are unknown
//! here.

mod balance;

use std::collections::VecDeque;

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use foundation::chance::stream;

pub use balance::balanced;

/// Tolerance for floating-point sums, so that no move is undone by the next iteration.
const SLACK: f64 = 1e-9;
/// Strength with which a row compensates the shortfall of earlier rows. It keeps every run of neighbouring rows,
/// which have similar profiles, close to its expected counts.
const LEANING: f64 = 0.5;
const NEIGHBOURS: usize = 16;

/// Draws the answer of each row. Rows are distributions over the same answers; an answer of probability zero is never
/// drawn. `label` gives each question a random stream of its own.
pub fn systematic(rows: &[Vec<f64>], seed: u64, label: &str) -> Vec<usize> {
    let mut rng = stream(seed, &format!("draw/{label}"));
    let answers = rows.iter().map(Vec::len).max().unwrap_or(0);
    // By answer: expected count minus drawn count, over the rows so far.
    let mut short = vec![0.0; answers];
    let mut drawn = vec![0; rows.len()];
    for row in order(rows.len(), &mut rng) {
        drawn[row] = next(&rows[row], &mut short, &mut rng);
    }
    settle(rows, &mut drawn, &mut short, &mut rng);
    drawn
}

/// Returns the processing order: rows shuffled within blocks of neighbours. Forms are dealt in turn, and compensation
/// from row to row would otherwise correlate with them.
fn order(rows: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rows).collect();
    order.chunks_mut(NEIGHBOURS).for_each(|neighbours| neighbours.shuffle(rng));
    order
}

/// Draws one row's answer, tilted toward answers with a shortfall. No answer becomes certain or impossible, so the
/// marginal distribution of each row is nearly unchanged.
fn next(row: &[f64], short: &mut [f64], rng: &mut ChaCha8Rng) -> usize {
    let leaning: Vec<f64> = row.iter().zip(&*short).map(|(p, short)| p * (LEANING * short).exp()).collect();
    let answer = inverse(&leaning, rng.random());
    row.iter().zip(&mut *short).for_each(|(p, short)| *short += p);
    short[answer] -= 1.0;
    answer
}

fn inverse(row: &[f64], chance: f64) -> usize {
    let mut left = chance * row.iter().sum::<f64>();
    for (answer, p) in row.iter().enumerate() {
        left -= p;
        if left < 0.0 {
            return answer;
        }
    }
    // Reached only through rounding: take the last possible answer.
    row.iter().rposition(|p| *p > 0.0).unwrap_or(0)
}

/// Moves the fewest answers until every count is within one of its expectation. An integral solution always exists (a
/// flow through a network with integral bounds), and each iteration brings the counts one answer closer to it.
fn settle(rows: &[Vec<f64>], drawn: &mut [usize], short: &mut [f64], rng: &mut ChaCha8Rng) {
    while let Some(path) = next_path(rows, drawn, short) {
        for pair in path.windows(2) {
            if let Some(row) = chosen_to_move(rows, drawn, pair[0], pair[1], rng) {
                drawn[row] = pair[1];
            }
        }
        short[path[0]] += 1.0;
        short[path[path.len() - 1]] -= 1.0;
    }
}

/// Returns the shortest path from an answer with a surplus to one with a shortfall; each step is a change that some
/// row allows. `None` if all counts are within bounds.
fn next_path(rows: &[Vec<f64>], drawn: &[usize], short: &[f64]) -> Option<Vec<usize>> {
    let farthest = |sign: f64| {
        let (answer, by) = short.iter().map(|by| by * sign).enumerate().max_by(|a, b| a.1.total_cmp(&b.1))?;
        (by >= 1.0 - SLACK).then_some(answer)
    };
    // Starts at the answer that is out of bounds and ends at any with slack.
    if let Some(over) = farthest(-1.0) {
        return path(rows, drawn, over, |answer| short[answer] > SLACK, false);
    }
    path(rows, drawn, farthest(1.0)?, |answer| short[answer] < -SLACK, true)
}

/// Breadth-first search over answers; `backwards` follows moves against their direction.
fn path(
    rows: &[Vec<f64>],
    drawn: &[usize],
    from: usize,
    has_room: impl Fn(usize) -> bool,
    backwards: bool,
) -> Option<Vec<usize>> {
    let answers = rows.first()?.len();
    let mut came_from: Vec<Option<usize>> = vec![None; answers];
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        for next in 0..answers {
            let (giver, taker) = if backwards { (next, at) } else { (at, next) };
            if next == from || came_from[next].is_some() || movable(rows, drawn, giver, taker).next().is_none() {
                continue;
            }
            came_from[next] = Some(at);
            if has_room(next) {
                let mut path: Vec<usize> = std::iter::successors(Some(next), |at| came_from[*at]).collect();
                if !backwards {
                    path.reverse();
                }
                return Some(path);
            }
            queue.push_back(next);
        }
    }
    None
}

/// Returns the rows that drew one answer and allow the other, with the odds of the other.
fn movable<'a>(
    rows: &'a [Vec<f64>],
    drawn: &'a [usize],
    from: usize,
    to: usize,
) -> impl Iterator<Item = (usize, f64)> + 'a {
    let gave = drawn.iter().enumerate().filter(move |(_, answer)| **answer == from && from != to);
    gave.map(move |(row, _)| (row, rows[row][to] / rows[row][from])).filter(|(_, odds)| *odds > 0.0)
}

/// Picks a row with probability proportional to its odds. Always moving the likeliest row would make the people who
/// give an answer too similar.
fn chosen_to_move(rows: &[Vec<f64>], drawn: &[usize], from: usize, to: usize, rng: &mut ChaCha8Rng) -> Option<usize> {
    let (candidates, odds): (Vec<usize>, Vec<f64>) = movable(rows, drawn, from, to).unzip();
    candidates.get(inverse(&odds, rng.random())).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn normalised(row: Vec<f64>) -> Vec<f64> {
        let total: f64 = row.iter().sum();
        row.into_iter().map(|p| p / total).collect()
    }

    /// Rows over the same answers, each with some impossible answers.
    fn rows() -> impl Strategy<Value = Vec<Vec<f64>>> {
        (2usize..=20).prop_flat_map(|answers| {
            let cell = prop_oneof![1 => Just(0.0), 3 => 0.001f64..1.0];
            let row = prop::collection::vec(cell, answers)
                .prop_filter("somebody must be able to answer", |row| row.iter().sum::<f64>() > 0.0)
                .prop_map(normalised);
            prop::collection::vec(row, 1..120)
        })
    }

    proptest! {
        #[test]
        fn counts_stay_within_one_of_the_sum_of_probabilities(rows in rows(), seed: u64) {
            let drawn = systematic(&rows, seed, "preference");
            for answer in 0..rows[0].len() {
                let expected: f64 = rows.iter().map(|row| row[answer]).sum();
                let count = drawn.iter().filter(|given| **given == answer).count() as f64;
                prop_assert!((count - expected).abs() < 1.0 + 1e-9, "{answer}: {count} for {expected}");
            }
        }

        #[test]
        fn an_impossible_answer_is_never_drawn(rows in rows(), seed: u64) {
            let drawn = systematic(&rows, seed, "preference");
            prop_assert!(drawn.iter().zip(&rows).all(|(answer, row)| row[*answer] > 0.0));
        }
    }

    #[test]
    fn every_row_follows_its_own_distribution() {
        let rows: Vec<Vec<f64>> =
            (0..48).map(|index| if index % 3 == 0 { vec![0.7, 0.2, 0.1] } else { vec![0.1, 0.3, 0.6] }).collect();
        let runs = 4000;
        let mut counts = vec![[0.0; 3]; rows.len()];
        for seed in 0..runs {
            systematic(&rows, seed, "x").into_iter().zip(&mut counts).for_each(|(answer, row)| row[answer] += 1.0);
        }
        for (row, count) in rows.iter().zip(counts) {
            for (p, count) in row.iter().zip(count) {
                assert!((count / runs as f64 - p).abs() < 0.035, "{p}: {}", count / runs as f64);
            }
        }
    }

    #[test]
    fn groups_of_neighbours_come_close_to_their_own_sums() {
        let rows: Vec<Vec<f64>> =
            (0..200).map(|at| if at < 100 { vec![0.62, 0.38] } else { vec![0.41, 0.59] }).collect();
        for seed in 0..50 {
            let drawn = systematic(&rows, seed, "x");
            let first = drawn[..100].iter().filter(|answer| **answer == 0).count() as f64;
            // Independent draws would deviate by five on average and by fifteen at times.
            assert!((first - 62.0).abs() <= 4.0, "{first}");
        }
    }

    #[test]
    fn answers_do_not_fall_in_step_with_forms_dealt_in_turn() {
        let rows = vec![vec![0.3, 0.27, 0.23, 0.2]; 400];
        let strays = (0..40).filter(|seed| {
            let drawn = systematic(&rows, *seed, "x");
            let of_form = |form: usize| drawn.iter().skip(form).step_by(4).filter(|answer| **answer == 0).count();
            (0..4).any(|form| of_form(form).abs_diff(30) > 14)
        });
        assert!(strays.count() <= 2);
    }

    #[test]
    fn draws_follow_from_seed_and_label() {
        let rows = vec![vec![0.5, 0.5]; 100];
        assert_eq!(systematic(&rows, 1, "a"), systematic(&rows, 1, "a"));
        assert_ne!(systematic(&rows, 1, "a"), systematic(&rows, 2, "a"));
        assert_ne!(systematic(&rows, 1, "a"), systematic(&rows, 1, "b"));
    }
}
