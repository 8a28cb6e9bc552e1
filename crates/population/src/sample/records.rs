//! Systematic sampling of distinct real records, in proportion to their weights. Of 50 draws over different sort
//! orders, the one whose margins are closest to the population's is kept.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::sequence::Systematic;
use crate::census::Person;
use crate::census::margins::{Margins, cells};
use crate::census::records::Record;

const DRAWS: usize = 50;

/// Draws at most `size` people; fewer only if there are fewer records.
pub(super) fn draw(records: &[&'static Record], size: usize, rng: &mut ChaCha8Rng) -> Vec<Person> {
    let starts: [f64; DRAWS] = std::array::from_fn(|_| rng.random());
    let target = Margins::of(records.iter().map(|record| (cells(&record.person), record.weight))).shares();
    let orders: Vec<Vec<&Record>> = (0..SORTS.len()).map(|sort| sorted(records, sort)).collect();
    let weights: Vec<Vec<f64>> =
        orders.iter().map(|order| order.iter().map(|record| record.weight).collect()).collect();
    let draws: Vec<Systematic<'_>> = weights.iter().map(|weights| Systematic::new(weights, size)).collect();
    let mut best: Option<(f64, usize, Vec<usize>)> = None;
    for (number, start) in starts.into_iter().enumerate() {
        let order = number % SORTS.len();
        let drawn = draws[order].draw(start);
        let people = drawn.iter().map(|at| (cells(&orders[order][*at].person), 1.0));
        let error: f64 = Margins::of(people).shares().largest_errors(&target).iter().sum();
        if best.as_ref().is_none_or(|(least, ..)| error < *least) {
            best = Some((error, order, drawn));
        }
    }
    let Some((_, order, drawn)) = best else {
        return Vec::new();
    };
    drawn.into_iter().map(|at| orders[order][at].person).collect()
}

/// The sort key after sex and age group. Sorting places similar records next to each other.
type SortKey = fn(&Person) -> [Option<u8>; 3];
const SORTS: [SortKey; 3] = [
    |person| [person.education, person.employment, person.income],
    |person| [person.income, person.education, person.employment],
    |person| [person.employment, person.income, person.education],
];

/// Sorts stably, so that records with equal keys keep their order in the file.
fn sorted<'a>(records: &[&'a Record], sort: usize) -> Vec<&'a Record> {
    let mut sorted = records.to_vec();
    sorted.sort_by_cached_key(|record| {
        let person = &record.person;
        let keys = SORTS[sort](person).map(|code| code.map_or(0, |code| code + 1));
        // A single integer key sorts faster than an array.
        [person.sex, person.age / 5, keys[0], keys[1], keys[2], person.age]
            .iter()
            .fold(0u64, |key, part| key << 8 | u64::from(*part))
    });
    sorted
}
