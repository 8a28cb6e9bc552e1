//! The one source of chance of a run: a ChaCha generator with the run's seed.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub struct Random(ChaCha8Rng);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Draws a whole number from `from` to `to`, both included.
    pub fn between(&mut self, from: i64, to: i64) -> i64 {
        self.0.random_range(from..=to)
    }

    /// True in `percent` of a hundred cases.
    pub fn happens(&mut self, percent: i64) -> bool {
        self.between(0, 99) < percent
    }

    /// One of these; `None` where there are none.
    pub fn pick<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        if of.is_empty() { None } else { Some(of[self.0.random_range(0..of.len())].clone()) }
    }

    /// One of the last few of these, mostly.
    pub fn pick_new<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        let newest = if self.happens(80) { of.len().saturating_sub(3) } else { 0 };
        self.pick(&of[newest..])
    }

    /// A place, each as likely as its weight says. One weight at least is positive.
    pub fn weighted(&mut self, weights: &[i64]) -> usize {
        let mut left = self.between(0, weights.iter().sum::<i64>() - 1);
        for (place, weight) in weights.iter().enumerate() {
            if left < *weight {
                return place;
            }
            left -= weight;
        }
        unreachable!("a number below the sum lies within one weight")
    }
}
