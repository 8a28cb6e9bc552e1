//! When people have settled which option is the best, and how many more would.
//!
//! **The promise**: whatever the forecast, and however often somebody looks, of all surveys five in a hundred at most ever
//! end settled on an option that is not the best. For each rival there is a bet that it is chosen less often than the
//! leader ([`statistics::log_bet`]); the forecast says how the stake is spread, people's answers alone decide what it pays.
//! If the rival is in truth as good, a bet ever pays 20 times its stake in one of twenty surveys at most (Ville); since any
//! of the others might lead wrongly, 20 times their number is asked for. A wrong forecast makes it slower, never wrong.
//! The promise is exact for plain answers and holds about for weighted ones.

use rand::Rng;
use rand_distr::{Binomial, Distribution};

use super::{Answers, Study};
use crate::floored;

/// Of the surveys, so many may end settled on the wrong option.
const WRONG_MAX: f64 = 0.05;
/// What is believed must agree.
const BEST_MIN: f64 = 0.95;
/// Sizes that are worth naming.
const MORE: [u32; 14] = [10, 20, 30, 40, 60, 80, 100, 150, 200, 300, 400, 600, 800, 1000];
const STUDIES: usize = 200;
/// How many of the simulated studies have to end settled.
const STUDIES_SETTLED: f64 = 0.8;

impl Study<'_> {
    /// The option that is settled to be the best. May be asked after every answer.
    pub fn settled(&self) -> Option<usize> {
        let counts = self.answers.counts();
        let leader = (0..counts.len()).max_by(|a, b| counts[*a].total_cmp(&counts[*b]))?;
        let rivals: Vec<usize> = (0..counts.len()).filter(|option| *option != leader).collect();
        let wanted = (rivals.len() as f64 / WRONG_MAX).ln();
        let forecast = floored(self.forecast);
        // The nearest rival first: mostly it is the one that stands in the way.
        let mut nearest = rivals;
        nearest.sort_by(|a, b| counts[*b].total_cmp(&counts[*a]));
        if self.answers.size() <= 0.0 || !nearest.iter().all(|rival| self.log_paid(&forecast, leader, *rival) >= wanted)
        {
            return None;
        }
        let (believed, best) = self.believed().leader();
        (believed == leader && best >= BEST_MIN).then_some(leader)
    }

    /// What the bet on one option against another has paid, the stake spread over all that the forecast may be worth.
    fn log_paid(&self, forecast: &[f64], option: usize, rival: usize) -> f64 {
        let counts = self.answers.counts();
        let chosen = [counts[option], counts[rival]];
        if chosen[0] <= chosen[1] {
            return f64::NEG_INFINITY;
        }
        let worth = self.worth.open_to_people();
        let bet =
            |size: f64| statistics::log_bet([size * forecast[option] + 0.5, size * forecast[rival] + 0.5], chosen);
        worth.sizes().zip(worth.weights()).map(|(size, weight)| weight * bet(size).exp()).sum::<f64>().ln()
    }

    /// How many more people would settle it in four cases of five, by what is believed now; none where a thousand would
    /// not, zero where it is settled.
    pub fn people_more(&self, rng: &mut impl Rng) -> Option<u32> {
        if self.settled().is_some() {
            return Some(0);
        }
        let believed = self.believed();
        let truths: Vec<Vec<f64>> = (0..STUDIES).map(|_| believed.draw(rng)).collect();
        let mut is_enough = |more: u32| {
            let settled = truths.iter().filter(|truth| self.with(truth, more, rng)).count();
            settled as f64 >= STUDIES_SETTLED * STUDIES as f64
        };
        // More people settle more studies, so the sizes that are too small come first.
        let (mut low, mut high) = (0, MORE.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if is_enough(MORE[middle]) { high = middle } else { low = middle + 1 }
        }
        MORE.get(low).copied()
    }

    /// Whether it would be settled once so many more were asked of whom these are the shares.
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
