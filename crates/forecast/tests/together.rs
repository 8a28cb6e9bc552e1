//! Two thousand simulated studies with good, biased, useless and hostile forecasts. Intervals have nominal coverage
//! if the record is honest, a hostile forecast does little harm, and settled questions are right.

#[path = "../examples/together/simulated.rs"]
#[allow(dead_code)] // The example prints more than is tested.
mod simulated;

use simulated::{Row, Scenario, rows, stopping};

/// Differs from every seed used in development.
const SEED: u64 = 4_099;
const STUDIES: usize = 500;

fn at(rows: &[Row], people: u32) -> Row {
    *rows.iter().find(|row| row.people == people).expect("studies of so many people")
}

#[test]
fn intervals_hold_where_the_record_is_honest() {
    for kind in [Scenario::Good, Scenario::Biased, Scenario::Useless] {
        for row in rows(kind, STUDIES, SEED) {
            let held = row.together.coverage;
            assert!((0.93..=0.97).contains(&held), "{kind:?}, {} people: {held:.3}", row.people);
        }
    }
}

#[test]
fn a_good_forecast_makes_intervals_narrower_and_shares_truer() {
    let rows = rows(Scenario::Good, STUDIES, SEED);
    for people in [10, 30, 100, 300] {
        let Row { alone, together, .. } = at(&rows, people);
        assert!(together.width < alone.width && together.total_variation < alone.total_variation, "{people} people");
    }
    let Row { alone, together, .. } = at(&rows, 30);
    assert!(together.width < 0.75 * alone.width && together.total_variation < 0.75 * alone.total_variation);
}

#[test]
fn a_hostile_forecast_with_a_good_record_is_overruled_by_people() {
    let rows = rows(Scenario::Hostile, STUDIES, SEED);
    for (people, held_min, error_max) in [(30, 0.85, 1.15), (100, 0.92, 1.05), (300, 0.92, 1.05)] {
        let Row { alone, together, .. } = at(&rows, people);
        let error = together.total_variation / alone.total_variation;
        assert!(together.coverage >= held_min, "{people} people: {:.3} held", together.coverage);
        assert!(error <= error_max, "{people} people: {error:.3} of the error");
    }
}

#[test]
fn what_is_settled_is_right_whatever_the_forecast() {
    for kind in Scenario::ALL {
        let found = stopping(kind, 200, 400, SEED, |_| None);
        assert!(found.wrong * 20 <= found.settled, "{kind:?}: {found:?}");
        assert!(found.settled * 3 >= found.studies, "{kind:?}: {found:?}");
        let nearly_level = stopping(kind, 100, 400, SEED, |_| Some(vec![0.26, 0.25, 0.25, 0.24]));
        assert!(nearly_level.wrong * 20 <= nearly_level.studies, "{kind:?}: {nearly_level:?}");
    }
}
