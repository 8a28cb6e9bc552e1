//! Sample size planning by the stopping rule itself: how many further people would settle a question. Reports and pages with
//! people's answers take the number from here, so that both name the same one.

use foundation::chance::stream;
use rand::Rng;
use rand_distr::{Binomial, Distribution};

use super::Study;

/// Numbers of further people at which the simulated studies are tested.
const LOOKS: [u32; 20] = [10, 20, 30, 40, 50, 60, 80, 100, 120, 150, 200, 250, 300, 350, 400, 500, 600, 700, 800, 1000];
const STUDIES: usize = 400;
/// Share of the simulated studies that are settled with the smaller and with the larger number of the range.
const LOW_SETTLED: f64 = 0.5;
const HIGH_SETTLED: f64 = 0.8;
/// Fixed, so that the same forecast and answers name the same number everywhere.
const SEED: u64 = 0;

/// Number of further people who would settle which option is best.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PeopleNeeded {
    /// With so many people, half of the studies are settled.
    pub low: u32,
    /// With so many people, a share of `probability` of the studies is settled. At most 1000.
    pub high: u32,
    /// At least 0.8 if `high` is below 1000; less if a thousand people settle fewer studies than that.
    pub probability: f64,
}

impl PeopleNeeded {
    /// No further people are needed.
    const NOBODY: Self = Self { low: 0, high: 0, probability: 1.0 };

    /// Returns the number that settles four studies of five; `None` if a thousand are too few.
    pub fn people_to_settle(&self) -> Option<u32> {
        (self.probability >= HIGH_SETTLED).then_some(self.high)
    }

    /// Returns whether a thousand people settle at least every other study.
    pub fn is_feasible(&self) -> bool {
        self.probability >= LOW_SETTLED
    }

    /// Reads the range off the share of studies that are settled at each look.
    fn of(settled: &[f64]) -> Self {
        let first = |wanted: f64| settled.iter().position(|share| *share >= wanted).unwrap_or(LOOKS.len() - 1);
        let (low, high) = (first(LOW_SETTLED), first(HIGH_SETTLED));
        Self { low: LOOKS[low], high: LOOKS[high], probability: settled[high] }
    }
}

impl Study<'_> {
    /// Returns how many further people would settle the question, against all rivals and by [`Study::settled`].
    ///
    /// True shares are drawn from the current posterior, people from the true shares. Each study is tested at every look
    /// and ends once it is settled, as a survey that is watched does.
    pub fn people_needed(&self) -> PeopleNeeded {
        let rule = self.rule();
        if rule.settled(self.answers.counts()).is_some() {
            return PeopleNeeded::NOBODY;
        }
        let posterior = self.posterior();
        let mut rng = stream(SEED, "people needed");
        let mut ended = [0u32; LOOKS.len()];
        for _ in 0..STUDIES {
            let truth = posterior.draw(&mut rng);
            let mut counts = self.answers.counts().to_vec();
            let mut asked = 0;
            let look = LOOKS.iter().position(|people| {
                add(&mut counts, &truth, people - asked, &mut rng);
                asked = *people;
                rule.settled(&counts).is_some()
            });
            look.into_iter().for_each(|look| ended[look] += 1);
        }
        let mut sum = 0;
        let settled = ended.map(|studies| {
            sum += studies;
            f64::from(sum) / STUDIES as f64
        });
        PeopleNeeded::of(&settled)
    }
}

/// Adds the answers of `people`, drawn from the true shares.
fn add(counts: &mut [f64], truth: &[f64], people: u32, rng: &mut impl Rng) {
    let (mut left, mut rest) = (u64::from(people), 1.0_f64);
    for (count, share) in counts.iter_mut().zip(truth) {
        let chance = (share / rest).clamp(0.0, 1.0);
        let drawn = Binomial::new(left, chance).map_or(0, |it| it.sample(rng));
        (left, rest) = (left - drawn, (rest - share).max(f64::MIN_POSITIVE));
        *count += drawn as f64;
    }
}
