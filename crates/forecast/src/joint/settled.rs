//! Sequential test of which option people prefer.

use std::cell::OnceCell;

use statistics::{Bet, DirichletMixture};

use super::{EffectiveSize, Study};
use crate::floored;

/// Largest probability of ever settling on a wrong option.
const WRONG_MAX: f64 = 0.05;
/// Smallest posterior probability of being best that is required in addition.
const BEST_MIN: f64 = 0.95;

impl Study<'_> {
    /// Returns the option that is settled to be the best. May be called after every answer.
    ///
    /// **Guarantee**: whatever the forecast, and however often the test is evaluated, at most 5 % of surveys ever
    /// settle on an option that is not the best. Each rival is tested against the leader by a betting e-process
    /// ([`statistics::Bet`]). The forecast sets how the stake is spread; only people's answers decide the payoff.
    /// If the rival is at least as good, the probability that the payoff ever reaches 20 is at most 1/20 (Ville's
    /// inequality). Any of k options might lead wrongly, so the threshold is 20·k (Bonferroni), with k the number of
    /// rivals. A wrong forecast delays the decision but does not break the guarantee, which is exact for unweighted
    /// answers and approximate for weighted ones.
    pub fn settled(&self) -> Option<usize> {
        self.rule().settled(self.answers.counts())
    }

    /// Returns the stopping rule of this forecast, for any answers.
    pub(super) fn rule(&self) -> StoppingRule {
        StoppingRule {
            forecast: floored(self.forecast),
            effective_size: self.effective_size.with_min_weight_on_small_sizes(),
            prior: self.before(),
            bets: vec![OnceCell::new(); self.forecast.len().pow(2)],
        }
    }
}

/// The bets of a forecast and its prior. Built once to test many sets of answers.
pub(super) struct StoppingRule {
    forecast: Vec<f64>,
    effective_size: EffectiveSize,
    prior: DirichletMixture,
    /// By option and rival, made when first needed.
    bets: Vec<OnceCell<Vec<Bet>>>,
}

impl StoppingRule {
    /// Returns the option that these counts settle to be the best.
    pub fn settled(&self, counts: &[f64]) -> Option<usize> {
        let leader = (0..counts.len()).max_by(|a, b| counts[*a].total_cmp(&counts[*b]))?;
        // The closest rival first, since it usually fails the test.
        let mut rivals: Vec<usize> = (0..counts.len()).filter(|option| *option != leader).collect();
        rivals.sort_by(|a, b| counts[*b].total_cmp(&counts[*a]));
        let wanted = (rivals.len() as f64 / WRONG_MAX).ln();
        if !rivals.iter().all(|rival| self.has_paid(counts, leader, *rival, wanted)) {
            return None;
        }
        let (posterior, best) = self.prior.updated(counts).leader();
        (posterior == leader && best >= BEST_MIN).then_some(leader)
    }

    /// Returns whether the bet on one option against a rival, averaged over the effective sample size, has a log payoff of at
    /// least `wanted`.
    fn has_paid(&self, counts: &[f64], option: usize, rival: usize, wanted: f64) -> bool {
        let chosen = [counts[option], counts[rival]];
        if chosen[0] <= chosen[1] || log_payoff_max(chosen) < wanted {
            return false;
        }
        let bets = self.bets[option * counts.len() + rival].get_or_init(|| self.bets(option, rival));
        let pays = |payoff: &dyn Fn(&Bet) -> f64| {
            let paid = bets.iter().zip(self.effective_size.weights()).map(|(bet, weight)| weight * payoff(bet).exp());
            paid.sum::<f64>().ln() >= wanted
        };
        pays(&|bet| bet.log_e_value_max(chosen)) && pays(&|bet| bet.log_e_value(chosen))
    }

    /// Returns the bets on one option against a rival, by effective sample size.
    fn bets(&self, option: usize, rival: usize) -> Vec<Bet> {
        let bet = |size: f64| Bet::new([option, rival].map(|at| size * self.forecast[at] + 0.5));
        self.effective_size.sizes().map(bet).collect()
    }
}

/// Returns the log payoff of the best bet in hindsight, which no other bet exceeds. It saves computing most bets.
fn log_payoff_max([more, less]: [f64; 2]) -> f64 {
    let total = more + less;
    let term = |count: f64| if count > 0.0 { count * (2.0 * count / total).ln() } else { 0.0 };
    term(more) + term(less)
}
