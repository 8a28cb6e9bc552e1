//! The first question of all: which option is preferred, by how much, and how sure the simulation is of it. Shares are
//! weighted counts where everyone chose from one list, and the worths of a Plackett–Luce fit where from several.

use rand::Rng;

use super::count;
use super::panel::Panel;
use crate::report::{Estimator, OptionShare, Winner};
use crate::stats;
use crate::stats::plackett_luce::{self, Choice, Chosen, Fit};

/// Shares with what is known of their uncertainty, by option in the client's order.
pub(super) struct Preference {
    pub shares: Vec<f64>,
    pub intervals: Vec<[f64; 2]>,
    pub probability_best: Vec<f64>,
    /// Options from the largest share to the smallest; equals keep the client's order.
    pub ranking: Vec<usize>,
    pub lead_interval: [f64; 2],
    /// Options that can't be told from the leader, the leader first.
    pub contenders: Vec<usize>,
    pub estimator: Estimator,
}

impl Preference {
    pub fn of(panel: &Panel<'_>, rng: &mut impl Rng) -> Self {
        if panel.voices.iter().any(|voice| !voice.lists.is_empty()) { fitted(panel, rng) } else { counted(panel, rng) }
    }

    /// The winner and every option's share as results spell them.
    pub fn winner(&self, panel: &Panel<'_>) -> Winner {
        // A brief has at least two options, so both places are filled.
        let (first, second) = (self.ranking[0], self.ranking[1]);
        Winner {
            option: panel.options[first].clone(),
            support: self.shares[first],
            interval: self.intervals[first],
            runner_up: panel.options[second].clone(),
            lead: self.shares[first] - self.shares[second],
            lead_interval: self.lead_interval,
            tie: self.lead_interval[0] <= 0.0,
            contenders: self.contenders.iter().map(|option| panel.options[*option].clone()).collect(),
            probability_best: self.probability_best[first],
            estimator: self.estimator,
            shares: (0..panel.options.len()).map(|option| self.option_share(panel, option)).collect(),
        }
    }

    fn option_share(&self, panel: &Panel<'_>, option: usize) -> OptionShare {
        let listed = || panel.voices.iter().flat_map(|voice| &voice.lists);
        let (best, worst) = match self.estimator {
            Estimator::Share => (panel.voices.iter().filter(|voice| voice.choice == option).count(), None),
            Estimator::PlackettLuce => (
                listed().filter(|list| list.best == option).count(),
                Some(listed().filter(|list| list.worst == option).count()),
            ),
        };
        OptionShare {
            option: panel.options[option].clone(),
            count: count(best),
            worst_count: worst.map(count),
            share: self.shares[option],
            interval: self.intervals[option],
            probability_best: self.probability_best[option],
        }
    }
}

fn counted(panel: &Panel<'_>, rng: &mut impl Rng) -> Preference {
    let options = panel.options.len();
    let shares = stats::weighted_shares(panel.voices.iter().map(|voice| (voice.choice, voice.weight)), options);
    let size = panel.worth(panel.voices.iter());
    judged(Estimator::Share, shares, &vec![size; options], rng)
}

fn fitted(panel: &Panel<'_>, rng: &mut impl Rng) -> Preference {
    let fit = fit(panel);
    let sizes: Vec<f64> = (0..panel.options.len()).map(|option| listed_size(panel, &fit, option)).collect();
    judged(Estimator::PlackettLuce, fit.worth, &sizes, rng)
}

/// How many answers a share from lists counts on. Lists let everyone say more than one choice would, but what they say is
/// still the engine's: no share is worth more than the engine's answers are.
fn listed_size(panel: &Panel<'_>, fit: &Fit, option: usize) -> f64 {
    let weights = || panel.voices.iter().map(|voice| voice.weight);
    let choices =
        fit.equivalent_choices(option) * stats::kish(weights()) / weights().sum::<f64>().max(f64::MIN_POSITIVE);
    choices.min(panel.engine_size)
}

/// What shares say at the number of answers that each of them counts on.
fn judged(estimator: Estimator, shares: Vec<f64>, sizes: &[f64], rng: &mut impl Rng) -> Preference {
    let ranking = ranking(&shares);
    let first = ranking[0];
    let lead = |other: usize| stats::lead_interval(shares[first], shares[other], sizes[first].min(sizes[other]));
    Preference {
        intervals: shares.iter().zip(sizes).map(|(share, size)| stats::wilson(*share, *size)).collect(),
        probability_best: stats::probability_best(&shares, sizes[first].min(sizes[ranking[1]]), rng),
        lead_interval: lead(ranking[1]),
        contenders: contenders(&ranking, lead),
        estimator,
        ranking,
        shares,
    }
}

/// Worths from every choice that was made: the best of each list, the worst of the rest, and the final choice among
/// the ones put first.
fn fit(panel: &Panel<'_>) -> Fit {
    let mut sets: Vec<(Vec<usize>, usize, bool, f64)> = Vec::new();
    for voice in &panel.voices {
        for list in &voice.lists {
            let rest = list.shown.iter().copied().filter(|option| *option != list.best).collect();
            sets.push((list.shown.to_vec(), list.best, false, voice.weight));
            sets.push((rest, list.worst, true, voice.weight));
        }
        sets.push((voice.lists.iter().map(|list| list.best).collect(), voice.choice, false, voice.weight));
    }
    let choices: Vec<Choice<'_>> = sets
        .iter()
        .map(|(from, chosen, reversed, weight)| Choice {
            from,
            chosen: Chosen::One(*chosen),
            reversed: *reversed,
            weight: *weight,
        })
        .collect();
    plackett_luce::fit(panel.options.len(), &choices, plackett_luce::PRIOR_ANSWERS)
}

/// The leader and everyone whose distance from it may be nothing.
fn contenders(ranking: &[usize], lead: impl Fn(usize) -> [f64; 2]) -> Vec<usize> {
    let others = ranking[1..].iter().copied().filter(|other| lead(*other)[0] <= 0.0);
    ranking[..1].iter().copied().chain(others).collect()
}

fn ranking(shares: &[f64]) -> Vec<usize> {
    let mut ranking: Vec<usize> = (0..shares.len()).collect();
    ranking.sort_by(|a, b| shares[*b].total_cmp(&shares[*a]));
    ranking
}
