//! Simulation tests of coverage, error rates and calibration with fixed seeds. Tolerances allow for simulation noise
//! (a standard error of 1 point at 500 runs and 95 %).

use foundation::chance::stream;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Beta, Binomial, Distribution};
use statistics::plackett_luce::{self, Choice, Chosen, PRIOR_ANSWERS};
use statistics::{
    DirichletMixture, benjamini_hochberg, bootstrap_mean, difference_interval, normal_p, weighted_shares, wilson,
};

const RUNS: u32 = 500;

/// Returns the proportion of runs in which the condition holds.
fn rate(runs: u32, mut holds: impl FnMut() -> bool) -> f64 {
    f64::from((0..runs).map(|_| u32::from(holds())).sum::<u32>()) / f64::from(runs)
}

fn covers(interval: [f64; 2], truth: f64) -> bool {
    interval[0] <= truth && truth <= interval[1]
}

fn binomial(rng: &mut ChaCha8Rng, n: u64, p: f64) -> f64 {
    Binomial::new(n, p).expect("a probability").sample(rng) as f64
}

/// Draws an index with the given probabilities.
fn drawn(rng: &mut ChaCha8Rng, probabilities: &[f64]) -> usize {
    let mut left = rng.random::<f64>() * probabilities.iter().sum::<f64>();
    let past = probabilities.iter().position(|p| {
        left -= p;
        left < 0.0
    });
    past.unwrap_or(probabilities.len() - 1)
}

#[test]
fn wilson_covers_as_often_as_it_says() {
    let mut rng = stream(1, "wilson");
    for p in [0.08, 0.2, 0.5, 0.7, 0.9] {
        let covered = rate(RUNS, || covers(wilson(binomial(&mut rng, 100, p) / 100.0, 100.0), p));
        assert!((0.93..=0.97).contains(&covered), "{p}: {covered}");
    }
}

#[test]
fn the_interval_of_a_difference_covers_as_often_as_it_says() {
    let mut rng = stream(1, "difference");
    for (p, q) in [(0.3, 0.3), (0.1, 0.25), (0.5, 0.62), (0.9, 0.4)] {
        let covered = rate(RUNS, || {
            let drawn = [(60, p), (100, q)].map(|(n, p)| {
                let share = binomial(&mut rng, n, p) / n as f64;
                (share, wilson(share, n as f64))
            });
            covers(difference_interval(drawn[0], drawn[1]), q - p)
        });
        assert!((0.925..=0.985).contains(&covered), "{p} {q}: {covered}");
    }
}

/// Returns the interval of the first option's lead over the second, from so many answers.
fn lead(shares: &[f64], size: f64, rng: &mut ChaCha8Rng) -> [f64; 2] {
    let prior = 1.0 / shares.len() as f64;
    let shapes = shares.iter().map(|share| size * share + prior).collect();
    DirichletMixture::new([(1.0, shapes)]).leads(&[(0, 1)], 1_000, rng)[0]
}

#[test]
fn leads_cover_as_often_as_they_say() {
    let mut rng = stream(1, "lead");
    for truth in [[0.5, 0.5, 0.0], [0.4, 0.35, 0.25], [0.85, 0.1, 0.05]] {
        let covered = rate(RUNS, || {
            let shares = weighted_shares((0..50).map(|_| (drawn(&mut rng, &truth), 1.0)), 3);
            covers(lead(&shares, 50.0, &mut rng), truth[0] - truth[1])
        });
        assert!((0.925..=0.985).contains(&covered), "{truth:?}: {covered}");
    }
}

#[test]
fn intervals_cover_the_truth_behind_an_engine_worth_few_answers() {
    let mut rng = stream(1, "engine");
    let (kappa, n): (f64, f64) = (50.0, 1000.0);
    for truth in [0.15, 0.3, 0.5] {
        // One coordinate of Dirichlet(κ·truth). The sampled answers follow the forecast up to rounding.
        let engine = Beta::new(kappa * truth, kappa * (1.0 - truth)).unwrap();
        let covered = rate(RUNS, || {
            let share = (engine.sample(&mut rng) * n).round() / n;
            covers(wilson(share, kappa.min(n)), truth)
        });
        assert!((0.93..=0.98).contains(&covered), "{truth}: {covered}");
    }
}

#[test]
fn bootstrap_intervals_cover_as_often_as_they_say() {
    let mut rng = stream(1, "bootstrap");
    let ratings = [0.1, 0.15, 0.3, 0.3, 0.15];
    let truth: f64 = ratings.iter().enumerate().map(|(at, share)| (at + 1) as f64 * share).sum();
    let covered = rate(100, || {
        let values: Vec<f64> = (0..40).map(|_| (drawn(&mut rng, &ratings) + 1) as f64).collect();
        let weights: Vec<f64> = (0..40).map(|_| rng.random_range(0.5..2.0)).collect();
        covers(bootstrap_mean(&values, &weights, 1.0, &mut rng), truth)
    });
    assert!((0.91..=0.98).contains(&covered), "{covered}");
}

#[test]
fn false_finds_stay_rare_and_a_planted_one_is_found() {
    let mut rng = stream(1, "finds");
    let mut find = |shares: &[f64]| -> Vec<bool> {
        let p_values: Vec<f64> = shares
            .iter()
            .map(|share| {
                let (here, there) = (binomial(&mut rng, 60, *share) / 60.0, binomial(&mut rng, 140, 0.4) / 140.0);
                let both = (60.0 * here + 140.0 * there) / 200.0;
                normal_p((here - there) / (both * (1.0 - both) * (1.0 / 60.0 + 1.0 / 140.0)).sqrt())
            })
            .collect();
        benjamini_hochberg(&p_values).into_iter().map(|p| p < 0.05).collect()
    };
    // Where every null hypothesis is true, every discovery is false.
    let false_finds = rate(RUNS, || find(&[0.4; 20]).contains(&true));
    assert!(false_finds <= 0.06, "{false_finds}");
    let mut shares = [0.4; 20];
    shares[7] = 0.75;
    let found = rate(100, || find(&shares)[7]);
    assert!(found > 0.9, "{found}");
}

/// Simulates two tasks per respondent: the best of five options, then the worst of the other four.
fn best_and_worst(rng: &mut ChaCha8Rng, log_worth: &[f64], respondents: usize) -> Vec<(Vec<usize>, usize, bool)> {
    let mut choices = Vec::new();
    for task in 0..respondents * 2 {
        let mut set: Vec<usize> = (0..5).map(|place| (task * 5 + place * (1 + task % 2)) % log_worth.len()).collect();
        set.sort_unstable();
        set.dedup();
        for reversed in [false, true] {
            let sign = if reversed { -1.0 } else { 1.0 };
            let odds: Vec<f64> = set.iter().map(|option| (sign * log_worth[*option]).exp()).collect();
            let place = drawn(rng, &odds);
            choices.push((set.clone(), set[place], reversed));
            set.remove(place);
        }
    }
    choices
}

fn choice((from, option, reversed): &(Vec<usize>, usize, bool)) -> Choice<'_> {
    Choice { from, chosen: Chosen::One(*option), reversed: *reversed, weight: 1.0 }
}

#[test]
fn worths_from_best_and_worst_cover_as_often_as_they_say() {
    // Intervals are drawn from a stream of their own, so that the simulated answers do not depend on them.
    let (mut rng, mut draws) = (stream(1, "worths"), stream(1, "leads"));
    let log_worth = [0.9, 0.6, 0.3, 0.1, -0.1, -0.4, -0.6, -0.8];
    let total: f64 = log_worth.iter().map(|log| f64::exp(*log)).sum();
    let truth = log_worth.map(|log| log.exp() / total);
    let (mut shares, mut leads) = ([0u32; 8], 0u32);
    let runs = 300;
    for _ in 0..runs {
        let raw = best_and_worst(&mut rng, &log_worth, 40);
        let choices: Vec<Choice<'_>> = raw.iter().map(choice).collect();
        let fit = plackett_luce::fit(8, &choices, PRIOR_ANSWERS);
        for option in 0..8 {
            let interval = wilson(fit.worth[option], fit.equivalent_choices(option));
            shares[option] += u32::from(covers(interval, truth[option]));
        }
        let size = fit.equivalent_choices(0).min(fit.equivalent_choices(1));
        leads += u32::from(covers(lead(&fit.worth, size, &mut draws), truth[0] - truth[1]));
    }
    for covered in shares.into_iter().chain([leads]) {
        let covered = f64::from(covered) / f64::from(runs);
        assert!((0.93..=0.98).contains(&covered), "{shares:?} {leads}");
    }
}

/// Compares claimed probabilities between 0.2 and 0.8 with how often they come true.
struct Calibration {
    claimed: f64,
    came_true: f64,
    runs: f64,
}

impl Calibration {
    fn new() -> Self {
        Self { claimed: 0.0, came_true: 0.0, runs: 0.0 }
    }

    fn add(&mut self, best: &[f64], truth: &[f64]) {
        let largest = truth.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).expect("options").0;
        for (option, claimed) in best.iter().enumerate().filter(|(_, claimed)| (0.2..0.8).contains(*claimed)) {
            self.claimed += claimed;
            self.came_true += f64::from(u8::from(option == largest));
            self.runs += 1.0;
        }
    }

    fn check(&self) {
        let gap = (self.claimed - self.came_true) / self.runs;
        assert!(self.runs > 100.0 && gap.abs() < 0.06, "{gap} over {}", self.runs);
    }
}

#[test]
fn claims_to_be_best_come_true_as_often_as_they_say() {
    let mut rng = stream(1, "claims");
    let mut calibration = Calibration::new();
    for _ in 0..110 {
        let truth: Vec<f64> = (0..3).map(|_| 0.25 + 0.2 * rng.random::<f64>()).collect();
        let shares = weighted_shares((0..80).map(|_| (drawn(&mut rng, &truth), 1.0)), 3);
        let shapes = shares.iter().map(|share| 80.0 * share + 1.0 / 3.0).collect();
        let posterior = DirichletMixture::new([(1.0, shapes)]);
        calibration.add(&posterior.best_probabilities(4_000, &mut rng).best, &truth);
    }
    calibration.check();
}
