//! Compares the number of people that reports name with brute force: many more studies, a look after every answer.

use forecast::joint::{Answers, EffectiveSize, Study};
use foundation::chance::stream;
use rand::Rng;
use rand_distr::Distribution;
use rand_distr::weighted::WeightedIndex;

const PEOPLE_MAX: u32 = 1_000;

/// Forecast shares, and how many people the forecast is worth.
const FORECASTS: [(&[f64], f64); 6] = [
    (&[0.7, 0.3], 60.0),
    (&[0.6, 0.4], 10.0),
    (&[0.5, 0.3, 0.2], 34.0),
    (&[0.5, 0.3, 0.2], 8.0),
    (&[0.4, 0.3, 0.2, 0.1], 34.0),
    (&[0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.05, 0.05], 34.0),
];

/// Prints the named range and the numbers that brute force needs.
pub fn print(studies: usize, seed: u64) {
    println!(
        "| forecast | worth | named | settled with the larger number | brute force: half, four in five, by 1,000 |\n|---|---|---|---|---|"
    );
    for (forecast, worth) in FORECASTS {
        let (effective_size, nobody) = (EffectiveSize::about(worth), Answers::none(forecast.len()));
        let study = Study { forecast, effective_size: &effective_size, answers: &nobody };
        let named = study.people_needed();
        let mut rng = stream(seed, "brute force");
        let mut ended: Vec<u32> =
            study.draws(studies, &mut rng).iter().filter_map(|truth| people(&study, truth, &mut rng)).collect();
        ended.sort_unstable();
        let within = |people: u32| ended.iter().filter(|it| **it <= people).count() as f64 / studies as f64;
        let at = |part: f64| {
            ended.get((part * studies as f64) as usize).map_or_else(|| "over 1,000".to_owned(), ToString::to_string)
        };
        println!(
            "| {forecast:?} | {worth} | {} to {}, {:.2} | {:.2} | {}, {}, {:.2} |",
            named.low,
            named.high,
            named.probability,
            within(named.high),
            at(0.5),
            at(0.8),
            within(PEOPLE_MAX)
        );
    }
}

/// Returns after how many answers a study with these true shares is settled.
fn people(study: &Study<'_>, truth: &[f64], rng: &mut impl Rng) -> Option<u32> {
    let mut counts = vec![0.0; truth.len()];
    let answer = WeightedIndex::new(truth).ok()?;
    (1..=PEOPLE_MAX).find(|_| {
        counts[answer.sample(rng)] += 1.0;
        Study { answers: &Answers::counted(&counts), ..*study }.settled().is_some()
    })
}
