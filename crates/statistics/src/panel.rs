//! Diversity and split-half reliability of a panel's answers. Every figure is between 0 and 1.

use std::collections::BTreeSet;

use rand::Rng;
use rand::seq::SliceRandom;

use super::shares::{total_variation, weighted_shares};

/// Shares are rounded to this many parts before distributions are compared for equality.
const DISTINCT_PARTS: f64 = 1e6;

/// How much the respondents' answer distributions differ from each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Diversity {
    /// Mean total variation distance to the mean distribution; 0 if all are equal.
    pub spread: f64,
    /// The number of distinct distributions divided by the number of distributions.
    pub distinct: f64,
}

/// Measures how much the respondents' distributions differ. Both figures are 0 if there are none.
pub fn diversity(distributions: &[Vec<f64>]) -> Diversity {
    let count = distributions.len() as f64;
    let Some(first) = distributions.first() else {
        return Diversity { spread: 0.0, distinct: 0.0 };
    };
    let mut mean = vec![0.0; first.len()];
    for distribution in distributions {
        mean.iter_mut().zip(distribution).for_each(|(sum, share)| *sum += share / count);
    }
    let rounded = |distribution: &Vec<f64>| -> Vec<i64> {
        distribution.iter().map(|share| (share * DISTINCT_PARTS).round() as i64).collect()
    };
    Diversity {
        spread: distributions.iter().map(|one| total_variation(one, &mean)).sum::<f64>() / count,
        distinct: distributions.iter().map(rounded).collect::<BTreeSet<_>>().len() as f64 / count,
    }
}

/// How well random halves of the answers agree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SplitHalf {
    /// Mean over the splits of 1 − total variation distance between the halves' weighted shares.
    pub agreement: f64,
    /// Proportion of the splits whose halves have the same winner. Ties count by the probability that random
    /// tie-breaking agrees.
    pub same_winner: f64,
}

/// Compares random halves of the answers, given as (option, weight), over `splits` splits.
///
/// Both figures are 0 if there are fewer than two answers or no splits.
pub fn split_half(choices: &[(usize, f64)], options: usize, splits: usize, rng: &mut impl Rng) -> SplitHalf {
    if choices.len() < 2 || splits == 0 {
        return SplitHalf { agreement: 0.0, same_winner: 0.0 };
    }
    let mut order: Vec<(usize, f64)> = choices.to_vec();
    let (mut agreement, mut same_winner) = (0.0, 0.0);
    for _ in 0..splits {
        let (half, rest) = order.partial_shuffle(rng, choices.len() / 2);
        let [first, second] = [half, rest].map(|part| weighted_shares(part.iter().copied(), options));
        agreement += 1.0 - total_variation(&first, &second);
        same_winner += winners_agree(&first, &second);
    }
    SplitHalf { agreement: agreement / splits as f64, same_winner: same_winner / splits as f64 }
}

/// Returns the probability that both halves have the same winner if each breaks ties at random.
fn winners_agree(first: &[f64], second: &[f64]) -> f64 {
    let most = |shares: &[f64]| shares.iter().copied().fold(0.0, f64::max);
    let (first_most, second_most) = (most(first), most(second));
    let (mut first_count, mut second_count, mut both) = (0.0, 0.0, 0.0);
    for (a, b) in first.iter().zip(second) {
        let (leads, leads_too) = (*a == first_most, *b == second_most);
        first_count += f64::from(u8::from(leads));
        second_count += f64::from(u8::from(leads_too));
        both += f64::from(u8::from(leads && leads_too));
    }
    if both > 0.0 { both / (first_count * second_count) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foundation::chance::stream;
    use proptest::prelude::*;

    #[test]
    fn one_voice_repeated_has_no_diversity() {
        let one = diversity(&vec![vec![0.2, 0.8]; 50]);
        assert!(one.spread < 1e-12 && (one.distinct - 0.02).abs() < 1e-12, "{one:?}");
        assert_eq!(diversity(&[]), Diversity { spread: 0.0, distinct: 0.0 });
    }

    #[test]
    fn opposite_voices_are_half_a_panel_apart() {
        let two = diversity(&[vec![1.0, 0.0], vec![0.0, 1.0]]);
        assert_eq!(two, Diversity { spread: 0.5, distinct: 1.0 });
    }

    #[test]
    fn differences_below_a_millionth_are_none() {
        assert_eq!(diversity(&[vec![0.25, 0.75], vec![0.25 + 1e-9, 0.75 - 1e-9]]).distinct, 0.5);
    }

    #[test]
    fn a_unanimous_panel_agrees_with_itself() {
        let halves = split_half(&[(1, 1.0); 40], 3, 20, &mut stream(1, "halves"));
        assert_eq!(halves, SplitHalf { agreement: 1.0, same_winner: 1.0 });
    }

    #[test]
    fn the_halves_of_an_even_panel_mirror_each_other() {
        let choices: Vec<(usize, f64)> = (0..1000).map(|at| (at % 2, 1.0)).collect();
        let halves = split_half(&choices, 2, 400, &mut stream(1, "halves"));
        // The option that leads in one half trails in the other, so the same winner needs a tie in both.
        assert!(halves.same_winner < 0.1 && halves.agreement > 0.95, "{halves:?}");
    }

    #[test]
    fn one_answer_has_no_halves() {
        let halves = split_half(&[(0, 1.0)], 2, 10, &mut stream(1, "halves"));
        assert_eq!(halves, SplitHalf { agreement: 0.0, same_winner: 0.0 });
    }

    proptest! {
        #[test]
        fn every_figure_is_a_part_of_one(
            choices in prop::collection::vec((0usize..5, 0.5f64..2.0), 0..60), seed: u64,
        ) {
            let halves = split_half(&choices, 5, 10, &mut stream(seed, "halves"));
            prop_assert!((-1e-9..=1.0 + 1e-9).contains(&halves.agreement));
            prop_assert!((0.0..=1.0).contains(&halves.same_winner));
        }

        #[test]
        fn diversity_is_a_part_of_one(raw in prop::collection::vec(prop::collection::vec(0.01f64..1.0, 4), 1..40)) {
            let normalised = |row: Vec<f64>| { let sum: f64 = row.iter().sum(); row.iter().map(|x| x / sum).collect() };
            let all: Vec<Vec<f64>> = raw.into_iter().map(normalised).collect();
            let Diversity { spread, distinct } = diversity(&all);
            prop_assert!((0.0..=1.0).contains(&spread) && distinct > 0.0 && distinct <= 1.0);
        }
    }
}
