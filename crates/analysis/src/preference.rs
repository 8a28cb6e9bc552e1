//! Which option is preferred, by how much, and how sure the simulation is of it. Shares are weighted counts where
//! everyone chose from one list; with several lists, they are the worths of a Plackett–Luce fit.

use foundation::OptionId;
use rand::Rng;
use statistics::plackett_luce::{self, Choice, Chosen, Fit};

use super::count;
use super::panel::Panel;

/// How shares follow from answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Estimator {
    /// Everyone chose one of all options; shares are weighted counts.
    Share,
    /// Everyone chose best and worst of small subsets; shares are the worths of a Plackett–Luce fit.
    PlackettLuce,
}

/// Shares with what is known of their uncertainty, by option in the client's order.
#[derive(Debug, Clone, PartialEq)]
pub struct Preference {
    pub shares: Vec<f64>,
    pub intervals: Vec<[f64; 2]>,
    pub probability_best: Vec<f64>,
    /// How many points of share are lost, on average, by choosing it instead of the best.
    pub losses: Vec<f64>,
    /// How many chose it, or chose it as the best of its subset.
    pub counts: Vec<u32>,
    /// How many chose it as the worst of its subset, where that was asked.
    pub worst_counts: Option<Vec<u32>>,
    /// Options from the largest share to the smallest; equals keep the client's order.
    pub ranking: Vec<OptionId>,
    pub lead_interval: [f64; 2],
    /// Options that can't be told from the winner, the winner first.
    pub contenders: Vec<OptionId>,
    pub estimator: Estimator,
}

impl Preference {
    pub(super) fn of(panel: &Panel<'_>, rng: &mut impl Rng) -> Self {
        if panel.interviewees.iter().any(|interviewee| !interviewee.lists.is_empty()) {
            fitted(panel, rng)
        } else {
            counted(panel, rng)
        }
    }

    /// A brief has at least two options, so there is a first and a second.
    pub fn winner(&self) -> OptionId {
        self.ranking[0]
    }

    pub fn runner_up(&self) -> OptionId {
        self.ranking[1]
    }

    pub fn share(&self, option: OptionId) -> f64 {
        self.shares[option.0]
    }

    pub fn lead(&self) -> f64 {
        self.share(self.winner()) - self.share(self.runner_up())
    }

    /// Whether the lead's interval reaches zero.
    pub fn is_tie(&self) -> bool {
        self.lead_interval[0] <= 0.0
    }
}

fn counted(panel: &Panel<'_>, rng: &mut impl Rng) -> Preference {
    let choices = panel.interviewees.iter().map(|interviewee| (interviewee.choice.0, interviewee.weight));
    let shares = statistics::weighted_shares(choices, panel.options);
    let size = panel.worth(panel.interviewees.iter());
    let chosen = |option| count(panel.interviewees.iter().filter(|interviewee| interviewee.choice == option).count());
    let counts = OptionId::all(panel.options).map(chosen).collect();
    judged(Estimator::Share, shares, &vec![size; panel.options], (counts, None), rng)
}

fn fitted(panel: &Panel<'_>, rng: &mut impl Rng) -> Preference {
    let fit = fit(panel);
    let sizes: Vec<f64> = OptionId::all(panel.options).map(|option| listed_size(panel, &fit, option)).collect();
    let listed = || panel.interviewees.iter().flat_map(|interviewee| &interviewee.lists);
    let best = |option| count(listed().filter(|list| list.best == option).count());
    let worst = |option| count(listed().filter(|list| list.worst == option).count());
    let counts = OptionId::all(panel.options).map(best).collect();
    let worst_counts = OptionId::all(panel.options).map(worst).collect();
    judged(Estimator::PlackettLuce, fit.worth, &sizes, (counts, Some(worst_counts)), rng)
}

/// How many answers a share from lists counts on. Lists let everyone say more than one choice would, but what they say
/// is still the engine's: no share is worth more than the engine's answers are.
fn listed_size(panel: &Panel<'_>, fit: &Fit, option: OptionId) -> f64 {
    let weights = || panel.interviewees.iter().map(|interviewee| interviewee.weight);
    let choices =
        fit.equivalent_choices(option.0) * statistics::kish(weights()) / weights().sum::<f64>().max(f64::MIN_POSITIVE);
    choices.min(panel.engine_size)
}

/// Shares with their intervals, given the number of answers that each share counts on.
fn judged(
    estimator: Estimator,
    shares: Vec<f64>,
    sizes: &[f64],
    (counts, worst_counts): (Vec<u32>, Option<Vec<u32>>),
    rng: &mut impl Rng,
) -> Preference {
    let ranking = ranking(&shares);
    let (first, second) = (ranking[0].0, ranking[1].0);
    let lead = |OptionId(other): OptionId| {
        statistics::lead_interval(shares[first], shares[other], sizes[first].min(sizes[other]))
    };
    let standing = statistics::standing(&shares, sizes[first].min(sizes[second]), rng);
    Preference {
        intervals: shares.iter().zip(sizes).map(|(share, size)| statistics::wilson(*share, *size)).collect(),
        probability_best: standing.best,
        losses: standing.loss,
        lead_interval: lead(ranking[1]),
        contenders: contenders(&ranking, lead),
        estimator,
        counts,
        worst_counts,
        ranking,
        shares,
    }
}

/// Worths from every choice that was made: the best of each list, the worst of the rest, and the final choice among
/// the ones put first.
fn fit(panel: &Panel<'_>) -> Fit {
    let mut sets: Vec<(Vec<usize>, usize, bool, f64)> = Vec::new();
    for interviewee in &panel.interviewees {
        for list in &interviewee.lists {
            let shown: Vec<usize> = list.shown.iter().map(|option| option.0).collect();
            let rest = shown.iter().copied().filter(|option| *option != list.best.0).collect();
            sets.push((shown, list.best.0, false, interviewee.weight));
            sets.push((rest, list.worst.0, true, interviewee.weight));
        }
        sets.push((
            interviewee.lists.iter().map(|list| list.best.0).collect(),
            interviewee.choice.0,
            false,
            interviewee.weight,
        ));
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
    plackett_luce::fit(panel.options, &choices, plackett_luce::PRIOR_ANSWERS)
}

/// The winner and every option whose distance from it may be zero.
fn contenders(ranking: &[OptionId], lead: impl Fn(OptionId) -> [f64; 2]) -> Vec<OptionId> {
    let others = ranking[1..].iter().copied().filter(|other| lead(*other)[0] <= 0.0);
    ranking[..1].iter().copied().chain(others).collect()
}

fn ranking(shares: &[f64]) -> Vec<OptionId> {
    let mut ranking: Vec<OptionId> = OptionId::all(shares.len()).collect();
    ranking.sort_by(|a, b| shares[b.0].total_cmp(&shares[a.0]));
    ranking
}
