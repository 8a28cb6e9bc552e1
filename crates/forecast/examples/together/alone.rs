//! Judges the forecast alone: intervals and probabilities by the record's distribution of the effective sample size, beside those
//! of the single size at which intervals hold.

use std::collections::BTreeMap;

use forecast::floored;
use forecast::human::{Prediction, Record, stated};
use forecast::joint::EffectiveSize;

#[derive(Default)]
struct Sums {
    width: f64,
    held: f64,
    leaning: f64,
    stated: f64,
    right: f64,
    cases: f64,
}

/// Prints mean width and coverage of the intervals, and how often verdicts of at least "leaning" are stated and right.
/// `effective_sizes` are fitted without each survey.
pub fn print(little: &[&Prediction<'_>], effective_sizes: &BTreeMap<&str, EffectiveSize>, record: &Record<'_>) {
    println!("\nThe forecast alone:\n| by | width, held | at least leaning | stated | right |\n|---|---|---|---|---|");
    let (mut single, mut distribution) = (Sums::default(), Sums::default());
    for it in little {
        let measured = record.calibrations.get(&it.case.language).and_then(|it| it.measured.as_ref());
        let size = measured.map_or(10.0, |measured| measured.effective_size);
        let shares = floored(&it.shares);
        let one_size: Vec<[f64; 2]> = shares.iter().map(|share| statistics::wilson(*share, size)).collect();
        single.add(it, &one_size, &at(size));
        let effective_size = &effective_sizes[it.case.survey.as_str()];
        let posterior = effective_size.shares(&shares);
        let intervals: Vec<[f64; 2]> = (0..shares.len()).map(|option| posterior.interval(&[option])).collect();
        distribution.add(it, &intervals, effective_size);
    }
    single.print("one size");
    distribution.print("the record's distribution");
}

/// Returns a distribution with all weight near one size.
fn at(size: f64) -> EffectiveSize {
    let near = EffectiveSize::about(10.0).steps().into_iter().map(|[step, _]| step);
    let nearest = near.min_by(|a, b| (a / size).ln().abs().total_cmp(&(b / size).ln().abs())).unwrap_or(size);
    EffectiveSize::of_steps(&[[nearest, 1.0]]).unwrap_or_else(EffectiveSize::least)
}

impl Sums {
    fn add(&mut self, it: &Prediction<'_>, intervals: &[[f64; 2]], effective_size: &EffectiveSize) {
        let options = intervals.len() as f64;
        self.width += intervals.iter().map(|[low, high]| high - low).sum::<f64>() / options;
        let pairs = intervals.iter().zip(&it.case.shares);
        self.held += pairs.filter(|([low, high], share)| low <= *share && *share <= high).count() as f64 / options;
        let (_, probability) = stated(it, effective_size);
        if probability >= 0.6 {
            self.leaning += 1.0;
            self.stated += probability;
            self.right += f64::from(u8::from(first(&it.shares) == first(&it.case.shares)));
        }
        self.cases += 1.0;
    }

    fn print(&self, by: &str) {
        let Self { width, held, leaning, stated, right, cases } = self;
        let led = leaning.max(1.0);
        println!(
            "| {by} | {:.2}, {:.3} | {:.2} | {:.2} | {:.2} |",
            width / cases,
            held / cases,
            leaning / cases,
            stated / led,
            right / led
        );
    }
}

fn first(shares: &[f64]) -> Option<usize> {
    (0..shares.len()).max_by(|a, b| shares[*a].total_cmp(&shares[*b]))
}
