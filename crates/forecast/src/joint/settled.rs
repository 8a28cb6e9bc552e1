//! Sequential test of which option people prefer, and the sample size that it still needs.

use rand::Rng;
use rand_distr::{Binomial, Distribution};

use super::{Answers, Study};
use crate::floored;

/// Largest probability of ever settling on a wrong option.
const WRONG_MAX: f64 = 0.05;
/// Smallest posterior probability of being best that is required in addition.
const BEST_MIN: f64 = 0.95;
/// Candidate numbers of further people.
const MORE: [u32; 14] = [10, 20, 30, 40, 60, 80, 100, 150, 200, 300, 400, 600, 800, 1000];
const STUDIES: usize = 200;
/// Share of the simulated studies that must end settled.
const STUDIES_SETTLED: f64 = 0.8;

impl Study<'_> {
    /// Returns the option that is settled to be the best. May be called after every answer.
    ///
    /// **Guarantee**: whatever the forecast, and however often the test is evaluated, at most 5 % of surveys ever
    /// settle on an option that is not the best. Each rival is tested against the leader by a betting e-process
    /// ([`statistics::log_e_value`]). The forecast sets how the stake is spread; only people's answers decide the payoff.
    /// If the rival is at least as good, the probability that the payoff ever reaches 20 is at most 1/20 (Ville's
    /// inequality). Any of k options might lead wrongly, so the threshold is 20·k (Bonferroni), with k the number of
    /// rivals. A wrong forecast delays the decision but does not break the guarantee, which is exact for unweighted
    /// answers and approximate for weighted ones.
    pub fn settled(&self) -> Option<usize> {
        let counts = self.answers.counts();
        let leader = (0..counts.len()).max_by(|a, b| counts[*a].total_cmp(&counts[*b]))?;
        let rivals: Vec<usize> = (0..counts.len()).filter(|option| *option != leader).collect();
        let wanted = (rivals.len() as f64 / WRONG_MAX).ln();
        let forecast = floored(self.forecast);
        // The closest rival first, since it usually fails the test.
        let mut nearest = rivals;
        nearest.sort_by(|a, b| counts[*b].total_cmp(&counts[*a]));
        if self.answers.size() <= 0.0 || !nearest.iter().all(|rival| self.log_paid(&forecast, leader, *rival) >= wanted)
        {
            return None;
        }
        let (posterior, best) = self.posterior().leader();
        (posterior == leader && best >= BEST_MIN).then_some(leader)
    }

    /// Returns the log payoff of the bet on one option against a rival, averaged over the effective sample size.
    fn log_paid(&self, forecast: &[f64], option: usize, rival: usize) -> f64 {
        let counts = self.answers.counts();
        let chosen = [counts[option], counts[rival]];
        if chosen[0] <= chosen[1] {
            return f64::NEG_INFINITY;
        }
        let effective_size = self.effective_size.open_to_people();
        let bet =
            |size: f64| statistics::log_e_value([size * forecast[option] + 0.5, size * forecast[rival] + 0.5], chosen);
        effective_size
            .sizes()
            .zip(effective_size.weights())
            .map(|(size, weight)| weight * bet(size).exp())
            .sum::<f64>()
            .ln()
    }

    /// Returns how many further people would settle the question with probability 0.8 under the current posterior.
    /// Zero if it is settled; `None` if a thousand would not suffice.
    pub fn people_needed(&self, rng: &mut impl Rng) -> Option<u32> {
        if self.settled().is_some() {
            return Some(0);
        }
        let posterior = self.posterior();
        let truths: Vec<Vec<f64>> = (0..STUDIES).map(|_| posterior.draw(rng)).collect();
        let mut is_enough = |more: u32| {
            let settled = truths.iter().filter(|truth| self.with(truth, more, rng)).count();
            settled as f64 >= STUDIES_SETTLED * STUDIES as f64
        };
        // Power grows with the sample size, so a binary search finds the smallest size.
        let (mut low, mut high) = (0, MORE.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if is_enough(MORE[middle]) { high = middle } else { low = middle + 1 }
        }
        MORE.get(low).copied()
    }

    /// Simulates `more` answers with these true shares and returns whether the question is then settled.
    fn with(&self, truth: &[f64], more: u32, rng: &mut impl Rng) -> bool {
        let (mut left, mut rest) = (u64::from(more), 1.0_f64);
        let draw = |share: &f64| {
            let odds = (share / rest).clamp(0.0, 1.0);
            let drawn = Binomial::new(left, odds).map_or(0, |it| it.sample(rng));
            (left, rest) = (left - drawn, (rest - share).max(f64::MIN_POSITIVE));
            drawn as f64
        };
        let drawn: Vec<f64> = truth.iter().map(draw).collect();
        let counts: Vec<f64> = self.answers.counts().iter().zip(drawn).map(|(now, drawn)| now + drawn).collect();
        let answers = Answers::counted(&counts);
        Study { answers: &answers, ..*self }.settled().is_some()
    }
}
