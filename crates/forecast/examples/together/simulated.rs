//! Simulated studies: true shares, a forecast that is good, biased, useless or hostile, a record, and people drawn
//! from the truth. The example's table and the tests use the same simulation with different seeds.

use forecast::joint::{Answers, EffectiveSize, Estimate, RecordCase, Study};
use foundation::chance::stream;
use rand::{Rng, RngExt};
use rand_distr::{Binomial, Distribution, Gamma, LogNormal};

pub const PEOPLE: [u32; 5] = [0, 10, 30, 100, 300];
/// Median effective sample size of good forecasts.
const GOOD_WORTH: f64 = 60.0;
const RECORD_SURVEYS: usize = 40;
const RECORD_CASES: usize = 2;
const RECORD_PEOPLE: u32 = 500;
/// A record is random, so studies rotate through several.
const RECORDS: u64 = 20;

/// Relation of the forecast to the truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scenario {
    /// Effective sample size of about sixty people.
    Good,
    /// Like `Good`, with a quarter of all shares moved to the first option.
    Biased,
    /// Independent of the truth.
    Useless,
    /// The true shares in reversed rank order. Its record is that of a good forecast.
    Hostile,
}

impl Scenario {
    pub const ALL: [Self; 4] = [Self::Good, Self::Biased, Self::Useless, Self::Hostile];

    /// The record of a hostile forecast is misleading: it is a good one's.
    fn on_record(self) -> Self {
        if self == Self::Hostile { Self::Good } else { self }
    }

    pub fn forecast(self, truth: &[f64], rng: &mut impl Rng) -> Vec<f64> {
        let good = |rng: &mut _| {
            let effective_size = LogNormal::new(GOOD_WORTH.ln(), 0.7).map_or(GOOD_WORTH, |it| it.sample(rng));
            dirichlet(&truth.iter().map(|share| effective_size * share + 0.5).collect::<Vec<_>>(), rng)
        };
        match self {
            Self::Good => good(rng),
            Self::Biased => {
                let mut shares: Vec<f64> = good(rng).into_iter().map(|share| 0.75 * share).collect();
                shares[0] += 0.25;
                shares
            }
            Self::Useless => dirichlet(&vec![2.0; truth.len()], rng),
            Self::Hostile => reversed(truth),
        }
    }

    /// Fits the effective sample size to a simulated record of this kind.
    pub fn effective_size(self, seed: u64) -> EffectiveSize {
        let mut rng = stream(seed, &format!("record {self:?}"));
        let mut cases = Vec::new();
        for at in 0..RECORD_SURVEYS * RECORD_CASES {
            let truth = any_truth(&mut rng);
            let forecast = self.on_record().forecast(&truth, &mut rng);
            let people = f64::from(RECORD_PEOPLE);
            let shares: Vec<f64> = drawn(&truth, RECORD_PEOPLE, &mut rng).iter().map(|count| count / people).collect();
            cases.push((format!("survey {}", at / RECORD_CASES), forecast, shares, people));
        }
        let record: Vec<RecordCase<'_>> = cases
            .iter()
            .map(|(survey, forecast, shares, people)| RecordCase {
                survey,
                forecast,
                shares,
                people: *people,
                weight: 1.0,
            })
            .collect();
        EffectiveSize::learned(&record)
    }
}

/// Accuracy of one estimator: sums over studies, or means after `means`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Figures {
    pub studies: f64,
    pub total_variation: f64,
    pub width: f64,
    pub coverage: f64,
}

impl Figures {
    fn add(&mut self, truth: &[f64], found: &[Estimate]) {
        let options = truth.len() as f64;
        for (share, Estimate { value, interval: [low, high] }) in truth.iter().zip(found) {
            self.total_variation += (share - value).abs() / 2.0;
            self.width += (high - low) / options;
            self.coverage += if low <= share && share <= high { 1.0 / options } else { 0.0 };
        }
        self.studies += 1.0;
    }

    pub fn means(self) -> Self {
        let studies = self.studies.max(1.0);
        Self {
            studies: self.studies,
            total_variation: self.total_variation / studies,
            width: self.width / studies,
            coverage: self.coverage / studies,
        }
    }
}

/// Results of studies with one number of people.
#[derive(Debug, Clone, Copy, Default)]
pub struct Row {
    pub people: u32,
    pub alone: Figures,
    pub together: Figures,
    /// How many people the forecast is worth beside the answers, on average.
    pub effective_size: f64,
}

impl Row {
    /// Adds one study: draws this row's number of people from the truth.
    pub fn add(&mut self, truth: &[f64], forecast: &[f64], effective_size: &EffectiveSize, rng: &mut impl Rng) {
        let answers = answers(&drawn(truth, self.people, rng));
        let (both, effective_size) = Study { forecast, effective_size, answers: &answers }.shares();
        self.together.add(truth, &both);
        self.effective_size += effective_size;
        if self.people > 0 {
            self.alone.add(truth, &answers.alone());
        }
    }

    pub fn means(self) -> Self {
        let effective_size = self.effective_size / self.together.studies.max(1.0);
        Self { people: self.people, alone: self.alone.means(), together: self.together.means(), effective_size }
    }
}

/// Simulates studies of one kind, for every number of people.
pub fn rows(kind: Scenario, studies: usize, seed: u64) -> Vec<Row> {
    let effective_sizes: Vec<EffectiveSize> = (0..RECORDS).map(|record| kind.effective_size(seed + record)).collect();
    let row = |people: u32| {
        let mut rng = stream(seed, &format!("{kind:?} {people}"));
        let mut row = Row { people, ..Row::default() };
        for effective_size in effective_sizes.iter().cycle().take(studies) {
            let truth = any_truth(&mut rng);
            let forecast = kind.forecast(&truth, &mut rng);
            row.add(&truth, &forecast, effective_size, &mut rng);
        }
        row.means()
    };
    PEOPLE.map(row).to_vec()
}

/// Result of testing after every answer and stopping once settled.
#[derive(Debug, Clone, Copy, Default)]
pub struct Stopping {
    pub studies: usize,
    pub settled: usize,
    /// Settled on an option that is not the best.
    pub wrong: usize,
    /// Mean over settled studies.
    pub people: f64,
}

/// Simulates surveys that are tested after every answer, until settled or `people_max` have answered.
pub fn stopping(
    kind: Scenario,
    studies: usize,
    people_max: u32,
    seed: u64,
    truth: impl Fn(&mut dyn FnMut() -> f64) -> Option<Vec<f64>>,
) -> Stopping {
    let effective_size = kind.effective_size(seed);
    let mut rng = stream(seed, &format!("stopping {kind:?}"));
    let mut found = Stopping { studies, ..Stopping::default() };
    for _ in 0..studies {
        let truth = truth(&mut || rng.random()).unwrap_or_else(|| any_truth(&mut rng));
        let forecast = kind.forecast(&truth, &mut rng);
        let mut counts = vec![0.0; truth.len()];
        for people in 1..=people_max {
            counts.iter_mut().zip(drawn(&truth, 1, &mut rng)).for_each(|(count, more)| *count += more);
            let answers = answers(&counts);
            let Some(named) =
                (Study { forecast: &forecast, effective_size: &effective_size, answers: &answers }).settled()
            else {
                continue;
            };
            let most = truth.iter().copied().fold(0.0, f64::max);
            found.settled += 1;
            found.wrong += usize::from(truth[named] < most - 1e-9);
            found.people += f64::from(people);
            break;
        }
    }
    found.people /= found.settled.max(1) as f64;
    found
}

/// Draws true shares of two to six options.
pub fn any_truth(rng: &mut impl Rng) -> Vec<f64> {
    let options = rng.random_range(2..=6);
    dirichlet(&vec![2.0; options], rng)
}

/// Returns a forecast at a total variation distance of `by` from the truth: shares are moved to one option, drawn among those
/// that do not lead.
pub fn misled(truth: &[f64], by: f64, rng: &mut impl Rng) -> Vec<f64> {
    let mut order: Vec<usize> = (0..truth.len()).collect();
    order.sort_by(|a, b| truth[*a].total_cmp(&truth[*b]));
    let to = order[rng.random_range(0..truth.len() - 1)];
    let part = (by / (1.0 - truth[to])).min(1.0);
    let moved = |(at, share): (usize, &f64)| (1.0 - part) * share + if at == to { part } else { 0.0 };
    truth.iter().enumerate().map(moved).collect()
}

fn reversed(truth: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..truth.len()).collect();
    order.sort_by(|a, b| truth[*a].total_cmp(&truth[*b]));
    let mut shares = vec![0.0; truth.len()];
    order.iter().zip(order.iter().rev()).for_each(|(to, from)| shares[*to] = truth[*from]);
    shares
}

fn answers(counts: &[f64]) -> Answers {
    let people = |(option, count): (usize, &f64)| std::iter::repeat_n((option, 1.0), count.round() as usize);
    Answers::of(counts.iter().enumerate().flat_map(people), counts.len())
}

fn dirichlet(shapes: &[f64], rng: &mut impl Rng) -> Vec<f64> {
    let drawn: Vec<f64> = shapes.iter().map(|shape| Gamma::new(*shape, 1.0).map_or(1.0, |it| it.sample(rng))).collect();
    let total: f64 = drawn.iter().sum();
    drawn.into_iter().map(|share| share / total).collect()
}

/// Draws answers of `people` from the true shares, counted by option.
fn drawn(truth: &[f64], people: u32, rng: &mut impl Rng) -> Vec<f64> {
    let (mut left, mut rest) = (u64::from(people), 1.0_f64);
    let draw = |share: &f64| {
        let drawn = Binomial::new(left, (share / rest).clamp(0.0, 1.0)).map_or(0, |it| it.sample(rng));
        (left, rest) = (left - drawn, (rest - share).max(f64::MIN_POSITIVE));
        drawn as f64
    };
    truth.iter().map(draw).collect()
}
