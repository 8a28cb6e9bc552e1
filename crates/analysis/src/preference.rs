//! The shares of the options, their ranking and their uncertainty. Shares are weighted counts if everyone chose from
//! one list, and the worths of a Plackett–Luce fit if there were several lists.

use forecast::joint::EffectiveSize;
use foundation::OptionId;
use rand::Rng;
use statistics::plackett_luce::{self, Choice, Chosen, Fit};

use super::count;
use super::panel::Panel;

/// Draws from the posterior of the shares.
const DRAWS: u32 = 4_000;

/// How shares are estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Estimator {
    /// Weighted counts of the choices among all options.
    Share,
    /// Worths of a Plackett–Luce fit to the best and worst options of short lists.
    PlackettLuce,
    /// Weighted counts of those who would buy at each price: they chose it, or a dearer one, as the dearest.
    WouldBuy,
}

/// Shares with their uncertainty, by option in the client's order. Of prices, shares are of those who would buy, and
/// what an option wins, loses and leads by is revenue relative to that of the best price.
#[derive(Debug, Clone, PartialEq)]
pub struct Preference {
    pub shares: Vec<f64>,
    pub intervals: Vec<[f64; 2]>,
    pub probability_best: Vec<f64>,
    /// The expected loss of share, or of relative revenue, from choosing the option instead of the best one.
    pub losses: Vec<f64>,
    /// How many respondents chose the option, put it first in a short list, or would buy at it.
    pub counts: Vec<u32>,
    /// How many respondents put the option last in a short list. `None` if that was not asked.
    pub worst_counts: Option<Vec<u32>>,
    /// Options in descending order of their share, prices of their revenue. Ties keep the client's order.
    pub ranking: Vec<OptionId>,
    /// The winner's share less that of the runner-up, or its relative lead in revenue.
    pub lead: f64,
    /// The 95 % interval of that lead.
    pub lead_interval: [f64; 2],
    /// Options whose distance from the winner may be zero, beginning with the winner.
    pub contenders: Vec<OptionId>,
    /// Every pair of options, in the order of the ranking; empty for prices.
    pub pairs: Vec<Pair>,
    pub estimator: Estimator,
}

/// Two options and the difference of their shares.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    pub higher: OptionId,
    pub lower: OptionId,
    /// The share of `higher` less that of `lower`.
    pub difference: f64,
    /// The 95 % interval of the difference.
    pub interval: [f64; 2],
}

impl Pair {
    /// Returns whether the interval excludes zero.
    pub fn differs(&self) -> bool {
        self.interval[0] > 0.0
    }
}

impl Preference {
    pub(super) fn of(panel: &Panel<'_>, rng: &mut impl Rng) -> Self {
        if panel.interviewees.iter().any(|interviewee| !interviewee.lists.is_empty()) {
            fitted(panel, rng)
        } else {
            counted(panel, rng)
        }
    }

    /// Returns the option with the largest share, or the price that earns most. A brief has at least two options, so a winner and
    /// a runner-up exist.
    pub fn winner(&self) -> OptionId {
        self.ranking[0]
    }

    pub fn runner_up(&self) -> OptionId {
        self.ranking[1]
    }

    /// Returns the probability that the winner's true share is the largest.
    pub fn probability_first(&self) -> f64 {
        self.probability_best[self.winner().0]
    }

    pub fn share(&self, option: OptionId) -> f64 {
        self.shares[option.0]
    }

    /// Returns whether the interval of the lead includes zero.
    pub fn is_tie(&self) -> bool {
        self.lead_interval[0] <= 0.0
    }
}

fn counted(panel: &Panel<'_>, rng: &mut impl Rng) -> Preference {
    let choices = panel.interviewees.iter().map(|interviewee| (interviewee.choice.0, interviewee.weight));
    let shares = statistics::weighted_shares(choices, panel.options);
    let chosen = |option| count(panel.interviewees.iter().filter(|interviewee| interviewee.choice == option).count());
    let counts = OptionId::all(panel.options).map(chosen).collect();
    estimated(Estimator::Share, shares, &panel.size(), (counts, None), rng)
}

fn fitted(panel: &Panel<'_>, rng: &mut impl Rng) -> Preference {
    let fit = fit(panel);
    let size = panel.effective_size.at_most(listed_size(panel, &fit));
    let listed = || panel.interviewees.iter().flat_map(|interviewee| &interviewee.lists);
    let best = |option| count(listed().filter(|list| list.best == option).count());
    let worst = |option| count(listed().filter(|list| list.worst == option).count());
    let counts = OptionId::all(panel.options).map(best).collect();
    let worst_counts = OptionId::all(panel.options).map(worst).collect();
    estimated(Estimator::PlackettLuce, fit.worth, &size, (counts, Some(worst_counts)), rng)
}

/// Returns the number of single choices among all options with the precision of the fit: the harmonic mean over options, in which
/// the least precise one counts most. Unequal weights reduce it.
fn listed_size(panel: &Panel<'_>, fit: &Fit) -> f64 {
    let weights = || panel.interviewees.iter().map(|interviewee| interviewee.weight);
    let inverse: f64 = (0..panel.options).map(|option| fit.equivalent_choices(option).recip()).sum();
    let kept = statistics::kish(weights()) / weights().sum::<f64>().max(f64::MIN_POSITIVE);
    kept * panel.options as f64 / inverse.max(f64::MIN_POSITIVE)
}

/// Computes intervals and ranking from shares and the distribution of their effective sample size.
fn estimated(
    estimator: Estimator,
    shares: Vec<f64>,
    size: &EffectiveSize,
    (counts, worst_counts): (Vec<u32>, Option<Vec<u32>>),
    rng: &mut impl Rng,
) -> Preference {
    let ranking = ranking(&shares);
    let posterior = size.shares(&shares);
    let probabilities = posterior.best_probabilities(DRAWS, rng);
    // Posterior means are shrunk a little, so each interval is extended to contain its figure.
    let containing = |[low, high]: [f64; 2], figure: f64| [low.min(figure), high.max(figure)];
    let option_pairs: Vec<(OptionId, OptionId)> =
        ranking.iter().enumerate().flat_map(|(at, one)| ranking[at + 1..].iter().map(|other| (*one, *other))).collect();
    let indices: Vec<(usize, usize)> = option_pairs.iter().map(|(one, other)| (one.0, other.0)).collect();
    let pair = |((higher, lower), interval): (&(OptionId, OptionId), [f64; 2])| {
        let difference = shares[higher.0] - shares[lower.0];
        Pair { higher: *higher, lower: *lower, difference, interval: containing(interval, difference) }
    };
    let pairs: Vec<Pair> = option_pairs.iter().zip(posterior.leads(&indices, DRAWS, rng)).map(pair).collect();
    // The winner's pairs come first.
    let of_winner = &pairs[..ranking.len() - 1];
    Preference {
        intervals: (0..shares.len()).map(|option| containing(posterior.interval(&[option]), shares[option])).collect(),
        probability_best: probabilities.best,
        losses: probabilities.loss,
        lead: of_winner[0].difference,
        lead_interval: of_winner[0].interval,
        contenders: ranking[..1].iter().copied().chain(not_below(of_winner)).collect(),
        pairs,
        estimator,
        counts,
        worst_counts,
        ranking,
        shares,
    }
}

/// Fits a Plackett–Luce model to all choices: the best of each list, the worst of the rest, and the final choice
/// among the options put first.
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

/// Returns the lower option of each pair whose interval includes zero.
fn not_below(pairs: &[Pair]) -> impl Iterator<Item = OptionId> {
    pairs.iter().filter(|pair| !pair.differs()).map(|pair| pair.lower)
}

/// Returns the options in descending order of their figures. Ties keep the client's order.
pub fn ranking(figures: &[f64]) -> Vec<OptionId> {
    let mut ranking: Vec<OptionId> = OptionId::all(figures.len()).collect();
    ranking.sort_by(|a, b| figures[b.0].total_cmp(&figures[a.0]));
    ranking
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::thresholds::{CLEAR_MIN, LEANING_MIN};
    use crate::{ChoicePosterior, Verdict, of_choices};
    use foundation::chance::stream;
    use rand::RngExt;

    /// The shares of two to six options and the number of people that they are worth, from one to three hundred.
    fn drawn(number: u64) -> (Vec<f64>, f64) {
        let mut rng = stream(number, "contradictions");
        let odds: Vec<f64> = (0..rng.random_range(2..=6)).map(|_| 0.02 + rng.random::<f64>().powi(2)).collect();
        let total: f64 = odds.iter().sum();
        (odds.into_iter().map(|odd| odd / total).collect(), 300f64.powf(rng.random()))
    }

    #[test]
    fn no_verdict_of_two_thousand_contradicts_the_figures_beside_it() {
        let mut clear = 0;
        for number in 0..2_000 {
            let (shares, worth) = drawn(number);
            let size = EffectiveSize::about(worth);
            let counts = (vec![0; shares.len()], None);
            let found = estimated(Estimator::Share, shares, &size, counts, &mut stream(number, "best"));
            let told = format!("{number}, worth {worth}: {found:?}");
            let (best, is_tie) = (found.probability_first(), found.is_tie());
            let verdict = of_choices(&ChoicePosterior {
                best: &found.probability_best,
                losses: &found.losses,
                ranking: &found.ranking,
                is_tie,
                majority_none: None,
            });
            let [low, high] = found.lead_interval;
            assert!(low <= found.lead && found.lead <= high && is_tie == (low <= 0.0), "{told}");
            assert!((found.probability_best.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{told}");
            assert_eq!(is_tie, found.contenders.contains(&found.runner_up()), "{told}");
            let holds = |(share, [low, high]): (&f64, &[f64; 2])| low <= share && share <= high && low < high;
            assert!(found.shares.iter().zip(&found.intervals).all(holds), "{told}");
            let expected_loss = found.losses[found.winner().0];
            // The mean of 4,000 draws has a standard error of up to 0.007.
            assert!(found.losses.iter().all(|loss| expected_loss <= loss + 0.03), "{told}");
            match verdict {
                Verdict::Clear(option) => {
                    clear += 1;
                    assert!(option == found.winner() && best >= CLEAR_MIN && !is_tie && low > 0.0, "{told}");
                }
                Verdict::Leaning(option) => assert!(option == found.winner() && best >= LEANING_MIN, "{told}"),
                _ => assert!(best < LEANING_MIN && is_tie, "{told}"),
            }
        }
        assert!(clear > 200, "{clear}");
    }
}
