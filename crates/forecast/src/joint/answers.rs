//! People's answers as counts by option. Weighted answers and choices from lists are converted to the effective
//! number of unweighted answers with the same information, so that all later code uses counts alone.

use statistics::plackett_luce::{self, Choice, Chosen};
use statistics::{kish, weighted_shares, wilson};

use super::Estimate;

/// Effective number of unweighted answers for each option.
#[derive(Debug, Clone, PartialEq)]
pub struct Answers {
    counts: Vec<f64>,
}

/// One person's best and worst option of one list.
#[derive(Debug, Clone, PartialEq)]
pub struct ListAnswer {
    /// Options of the list, each once.
    pub list: Vec<usize>,
    pub best: usize,
    /// `None` if only the best was asked.
    pub worst: Option<usize>,
    pub weight: f64,
}

impl Answers {
    /// Returns zero counts.
    pub fn none(options: usize) -> Self {
        Self { counts: vec![0.0; options] }
    }

    /// Counts choices given as (option, weight), scaled to Kish's effective sample size. Skips unknown options and
    /// weights that are not positive and finite.
    pub fn of(choices: impl IntoIterator<Item = (usize, f64)>, options: usize) -> Self {
        let known = |(option, weight): &(usize, f64)| *option < options && *weight > 0.0 && weight.is_finite();
        let choices: Vec<(usize, f64)> = choices.into_iter().filter(known).collect();
        let size = kish(choices.iter().map(|(_, weight)| *weight));
        Self::of_shares(&weighted_shares(choices.into_iter(), options), size)
    }

    /// Counts best–worst choices: shares from a Plackett–Luce fit, scaled to the number of choices among all options
    /// with the same precision.
    pub fn of_lists(lists: &[ListAnswer], options: usize) -> Self {
        let is_whole = |it: &&ListAnswer| it.list.contains(&it.best) && it.list.iter().all(|option| *option < options);
        let lists: Vec<&ListAnswer> = lists.iter().filter(is_whole).collect();
        if lists.is_empty() {
            return Self::none(options);
        }
        // Unequal weights carry less information: scale them to sum to the effective sample size.
        let total: f64 = lists.iter().map(|it| it.weight).sum();
        let part = kish(lists.iter().map(|it| it.weight)) / total.max(f64::MIN_POSITIVE);
        let rests: Vec<Vec<usize>> =
            lists.iter().map(|it| it.list.iter().copied().filter(|option| *option != it.best).collect()).collect();
        let mut choices = Vec::with_capacity(2 * lists.len());
        for (it, rest) in lists.iter().zip(&rests) {
            let weight = it.weight * part;
            choices.push(Choice { from: &it.list, chosen: Chosen::One(it.best), reversed: false, weight });
            let worst = it.worst.filter(|worst| rest.contains(worst));
            let worst = worst.map(|it| Choice { from: rest, chosen: Chosen::One(it), reversed: true, weight });
            choices.extend(worst);
        }
        let fit = plackett_luce::fit(options, &choices, plackett_luce::PRIOR_ANSWERS);
        // The harmonic mean over options: the least precise option counts most.
        let inverse: f64 = (0..options).map(|option| fit.equivalent_choices(option).recip()).sum();
        Self::of_shares(&fit.worth, options as f64 / inverse.max(f64::MIN_POSITIVE))
    }

    /// Wraps counts by option.
    pub fn counted(counts: &[f64]) -> Self {
        Self { counts: counts.to_vec() }
    }

    /// Adds the answers of other people.
    pub fn and(mut self, others: &Self) -> Self {
        self.counts.iter_mut().zip(&others.counts).for_each(|(count, more)| *count += more);
        self
    }

    /// Scales shares to an effective number of answers.
    pub(super) fn of_shares(shares: &[f64], size: f64) -> Self {
        Self { counts: shares.iter().map(|share| share * size).collect() }
    }

    /// Returns the effective counts by option.
    pub fn counts(&self) -> &[f64] {
        &self.counts
    }

    /// Returns the effective sample size.
    pub fn size(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Returns shares with Wilson intervals; empty if nobody answered.
    pub fn alone(&self) -> Vec<Estimate> {
        let size = self.size();
        let estimate = |count: &f64| Estimate { value: count / size, interval: wilson(count / size, size) };
        if size > 0.0 { self.counts.iter().map(estimate).collect() } else { Vec::new() }
    }
}
