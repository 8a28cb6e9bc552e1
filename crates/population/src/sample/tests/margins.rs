//! Errors of a sample's margins, compared with independent draws.

use rand_chacha::ChaCha8Rng;

use super::*;
use crate::census::margins::{Cells, cells};

const COUNTRIES: [&str; 10] = ["MX", "CN", "IN", "BR", "ES", "DE", "NG", "JP", "US", "AR"];
const NAMES: [&str; 5] = ["sex", "age", "education", "work", "income"];
/// The documented errors for n = 100, in percentage points.
const LIMITS_AT_100: [f64; 5] = [0.5, 1.0, 2.1, 2.1, 2.4];

fn audiences(country: &str) -> Vec<Filters> {
    let all = || of(&[country]);
    vec![
        all(),
        all().with(Attribute::Sex, &["female"]),
        Filters { age_min: Some(25), age_max: Some(40), ..all() },
        all().with(Attribute::Employment, &["employed"]),
        Filters { age_max: Some(64), ..all() }.with(Attribute::Income, &["q1", "q2", "q3"]),
    ]
}

/// Mean over countries, audiences and seeds of the largest error in each margin, in percentage points.
#[derive(Default, Clone, Copy)]
struct Errors {
    sums: [f64; 5],
    cases: f64,
}

impl Errors {
    fn add(&mut self, people: impl IntoIterator<Item = (Cells, f64)>, target: &Margins) {
        let errors = Margins::of(people).shares().largest_errors(target);
        self.sums.iter_mut().zip(errors).for_each(|(sum, error)| *sum += 100.0 * error);
        self.cases += 1.0;
    }

    fn means(&self) -> [f64; 5] {
        self.sums.map(|sum| sum / self.cases)
    }
}

fn measured(size: usize, seeds: u64) -> [Errors; 3] {
    let [mut ours, mut weighted_ours, mut independent] = [Errors::default(); 3];
    for filters in COUNTRIES.into_iter().flat_map(audiences) {
        let frame = Frame::new(&filters).unwrap();
        let part = &frame.parts[0];
        let target = part.margins();
        let pool = drawn(part, 3000, 99);
        for seed in 0..seeds {
            let people = drawn(part, size, seed);
            let from = vec![0; people.len()];
            let weights = weighted(&frame, &people, &from);
            ours.add(people.iter().map(|person| (cells(person), 1.0)), &target);
            weighted_ours.add(people.iter().map(cells).zip(weights), &target);
            let mut rng: ChaCha8Rng = stream(seed, "independent");
            let any = (0..size).map(|_| cells(&pool[rng.random_range(0..pool.len())])).collect::<Vec<_>>();
            independent.add(any.into_iter().map(|cells| (cells, 1.0)), &target);
        }
    }
    [ours, weighted_ours, independent]
}

#[test]
fn margins_are_as_close_as_the_method_promises() {
    println!("points: {NAMES:?}");
    for (size, seeds) in [(50, 3), (100, 4), (1000, 1)] {
        let [ours, weighted, independent] = measured(size, seeds);
        for (name, errors) in [("drawn", ours), ("weighted", weighted), ("independent", independent)] {
            println!("{size:>6} {name:<12} {:>9.2?}", errors.means());
        }
        for ((ours, independent), name) in ours.means().into_iter().zip(independent.means()).zip(NAMES) {
            assert!(ours < independent, "{name} at {size}: {ours} against {independent}");
        }
        if size == 100 {
            for ((error, limit), name) in ours.means().into_iter().zip(LIMITS_AT_100).zip(NAMES) {
                assert!(error <= limit, "{name}: {error} points, {limit} at most");
            }
        }
    }
}
