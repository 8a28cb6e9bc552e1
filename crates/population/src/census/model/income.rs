//! Income quintiles by education. Quintiles of a country's adults have equal size by definition. Their association
//! with education is borrowed from the United States for high-income countries and from Argentina for the others.

use serde::Deserialize;

use super::{ADULT_AGE_MIN, ByAge, EDUCATION, Levels, Tables, by_seed_row, people_by_level, seed_row};
use crate::census::{files, fitting};
use foundation::data::DataError;

/// Gross national income per capita (PPP dollars) from which the United States is the donor.
const RICH_FROM: f64 = 30_000.0;
/// Added to each cell (per 100,000), so that a cell missing from the donor's sample is not impossible elsewhere.
const SMOOTHING: f64 = 30.0;

#[derive(Deserialize)]
struct SeedRow {
    iso3: String,
    row: String,
    col: String,
    per_100k: f64,
}

/// Checks that every seed table can be parsed.
pub(super) fn check() -> Result<(), DataError> {
    files::SEEDS.check::<SeedRow>()
}

pub(super) fn income(tables: &Tables, education: &ByAge<Levels>) -> [[f64; 5]; EDUCATION.len()] {
    let is_rich = tables.indicator("gni_pc_ppp", 't').is_some_and(|income| income >= RICH_FROM);
    let (name, donor) = if is_rich { ("edu_x_hh_income_quintile", "USA") } else { ("edu_x_pc_income_quintile", "ARG") };
    let mut table = seed(name, donor, &["1", "2", "3", "4", "5"]);
    let mut adults = [0.0; 6];
    for (people, levels) in tables.people.iter().zip(education) {
        let rows = by_seed_row(&people_by_level(people, levels, ADULT_AGE_MIN));
        adults.iter_mut().zip(rows).for_each(|(sum, count)| *sum += count);
    }
    fitting::fit(&mut table, &adults, &[1.0; 5]);
    std::array::from_fn(|level| {
        let mut row = [0.0; 5];
        row.copy_from_slice(&table[seed_row(level)]);
        fitting::normalize(&mut row);
        row
    })
}

/// Returns a seed table of six levels of education by these columns.
pub(super) fn seed(name: &str, donor: &str, columns: &[&str]) -> Vec<Vec<f64>> {
    let mut table = vec![vec![SMOOTHING; columns.len()]; 6];
    for row in files::SEEDS.rows::<SeedRow>(name).into_iter().filter(|row| row.iso3 == donor) {
        let level = row.row.strip_prefix('e').and_then(|digit| digit.parse::<usize>().ok());
        let column = columns.iter().position(|column| *column == row.col);
        if let (Some(level), Some(column)) = (level.filter(|level| *level < 6), column) {
            table[level][column] += row.per_100k;
        }
    }
    table
}
