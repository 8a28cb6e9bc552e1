//! Sample size planning: how many respondents would settle which option is best. Truths are drawn from the current
//! posterior, studies of increasing size are simulated, and the first size at which most studies end settled is
//! returned.

use rand::Rng;
use rand_distr::{Binomial, Distribution, Gamma};
use statrs::distribution::{Continuous, ContinuousCDF, Normal};

/// The sample sizes considered.
const SIZES: [u32; 12] = [20, 30, 40, 60, 80, 100, 150, 200, 300, 400, 600, 1000];
const STUDIES: usize = 250;
/// The proportion of simulated studies that must end settled (assurance).
const STUDIES_SETTLED: f64 = 0.8;
/// A study is settled if its leader is the best option with at least this probability.
const BEST_MIN: f64 = 0.9;
/// A study is also settled if the expected loss of choosing its leader is at most this share.
const LOSS_MAX: f64 = 0.02;

/// Returns the smallest considered number of people that settles the question, or `None` if 1,000 are too few.
///
/// `worth` is the effective sample size of the current shares.
pub fn people_to_settle(shares: &[f64], worth: f64, rng: &mut impl Rng) -> Option<u32> {
    let prior = 1.0 / shares.len().max(1) as f64;
    let believed: Vec<f64> = shares.iter().map(|share| (worth * share).max(0.0) + prior).collect();
    let truths: Vec<Vec<f64>> = (0..STUDIES).map(|_| dirichlet(&believed, rng)).collect();
    SIZES.into_iter().find(|people| {
        let settled = truths.iter().filter(|truth| is_settled(&posterior(&believed, truth, *people, rng))).count();
        settled as f64 >= STUDIES_SETTLED * STUDIES as f64
    })
}

fn dirichlet(shapes: &[f64], rng: &mut impl Rng) -> Vec<f64> {
    let drawn: Vec<f64> = shapes.iter().map(|shape| Gamma::new(*shape, 1.0).map_or(0.0, |it| it.sample(rng))).collect();
    let total: f64 = drawn.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    drawn.into_iter().map(|share| share / total).collect()
}

/// Returns the shapes of the posterior after a simulated multinomial sample of `people` with the true shares.
fn posterior(believed: &[f64], truth: &[f64], people: u32, rng: &mut impl Rng) -> Vec<f64> {
    let (mut left, mut rest) = (u64::from(people), 1.0);
    let count = |share: &f64| {
        let chance = (share / rest).clamp(0.0, 1.0);
        let drawn = Binomial::new(left, chance).map_or(0, |it| it.sample(rng));
        (left, rest) = (left - drawn, (rest - share).max(f64::MIN_POSITIVE));
        drawn as f64
    };
    believed.iter().zip(truth.iter().map(count)).map(|(shape, count)| shape + count).collect()
}

/// Returns whether the leader can be chosen, by a normal approximation of its lead over the second option.
fn is_settled(shapes: &[f64]) -> bool {
    let total: f64 = shapes.iter().sum();
    let mut means: Vec<f64> = shapes.iter().map(|shape| shape / total).collect();
    means.sort_by(|a, b| b.total_cmp(a));
    let [first, second, ..] = means.as_slice() else { return true };
    let lead = first - second;
    let deviation = ((first + second - lead * lead) / (total + 1.0)).sqrt().max(f64::MIN_POSITIVE);
    let (normal, z) = (Normal::standard(), lead / deviation);
    let loss = deviation * normal.pdf(z) - lead * normal.cdf(-z);
    normal.cdf(z) >= BEST_MIN || loss <= LOSS_MAX
}

#[cfg(test)]
mod tests {
    use foundation::chance::stream;

    use super::*;

    fn people(shares: &[f64], worth: f64) -> Option<u32> {
        people_to_settle(shares, worth, &mut stream(1, "settle"))
    }

    #[test]
    fn a_plain_lead_takes_few_people_and_a_small_one_many() {
        let [plain, small] = [[0.6, 0.2, 0.2], [0.36, 0.33, 0.31]].map(|shares| people(&shares, 40.0).unwrap());
        assert!(plain <= 30, "{plain}");
        assert!((100..=400).contains(&small), "{small}");
    }

    #[test]
    fn what_is_not_known_takes_more_people_than_what_is() {
        let (known, unknown) = (people(&[0.5, 0.3, 0.2], 60.0), people(&[0.5, 0.3, 0.2], 3.0));
        assert!(known.unwrap() <= unknown.unwrap_or(u32::MAX), "{known:?} {unknown:?}");
    }

    #[test]
    fn where_options_are_known_to_be_level_it_hardly_matters_which_is_chosen() {
        assert_eq!(people(&[0.5, 0.5], 5000.0), Some(20));
    }
}
