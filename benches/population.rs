//! Time to draw respondents, by audience and sample size: the first draw, which parses its data, beside later ones.
//! Fails if 1,000 respondents take 20 ms or 100,000 take 2 s.

#![allow(clippy::disallowed_methods)] // A bench reads the clock.

use std::time::{Duration, Instant};

use population::{Filters, sample};

const RUNS: u32 = 9;
const LIMIT_1_000: Duration = Duration::from_millis(20);
const LIMIT_100_000: Duration = Duration::from_secs(2);

fn of(countries: &[&str]) -> Filters {
    Filters { countries: countries.iter().map(|code| (*code).to_owned()).collect(), ..Filters::adults() }
}

fn timed(filters: &Filters, size: u32) -> (Duration, usize) {
    let begun = Instant::now();
    let drawn = sample::draw(filters, size, 7).map(|drawn| drawn.len()).unwrap_or_default();
    (begun.elapsed(), drawn)
}

fn main() {
    println!("{:<14} {:>8} {:>12} {:>12}", "audience", "drawn", "first", "best");
    let mut too_slow = Vec::new();
    for (name, countries) in [("Mexico", &["MX"][..]), ("United States", &["US"]), ("world", &[])] {
        let filters = of(countries);
        for (size, limit) in [(100, LIMIT_1_000), (1_000, LIMIT_1_000), (100_000, LIMIT_100_000)] {
            let (first, drawn) = timed(&filters, size);
            // The best of several runs, to exclude other load of the machine.
            let best = (0..RUNS).map(|_| timed(&filters, size).0).min().unwrap_or(first);
            println!("{name:<14} {drawn:>8} {first:>12.2?} {best:>12.2?}");
            if best > limit {
                too_slow.push(format!("{name} {size}: {best:.2?}"));
            }
        }
    }
    assert!(too_slow.is_empty(), "too slow: {too_slow:?}");
}
