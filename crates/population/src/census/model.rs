//! The probability model of one country's population: each attribute given those drawn before it. If only margins are
//! published, the association comes from a seed table that is fitted to them (`fitting`).

mod income;
mod regions;
mod work;

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use foundation::data::DataError;

use super::codes::{EDUCATION, EDUCATION_AGE_MIN, MARITAL, MARRIED_AGE_MIN, POST_SECONDARY};
use super::country::{self, AGE_MAX, ByAge, Country, EducationRow, Tables};
use super::fitting;

pub use regions::Regions;
pub use work::Work;

/// Probabilities of each level of education.
pub type Levels = [f64; EDUCATION.len()];

/// The first age covered by tables of education and work.
pub const TABLES_AGE_MIN: u8 = 15;
pub const ADULT_AGE_MIN: u8 = 18;
/// The largest share of adults who live alone. The share is an estimate from household sizes and counts, and is
/// unreliable above this.
const ALONE_MAX: f64 = 0.6;

/// Checks that the seed tables, which come from other countries, can be parsed.
pub(super) fn check() -> Result<(), DataError> {
    income::check()
}

pub struct Model {
    /// Thousands of people.
    pub people: ByAge<f64>,
    /// `None` if no table is published.
    pub education: Option<Box<ByAge<Levels>>>,
    pub regions: Regions,
    pub work: Option<Work>,
    /// Probabilities of each income quintile, by level of education.
    pub income: Option<[[f64; 5]; EDUCATION.len()]>,
    pub household: Option<Household>,
    pub marital: Option<Box<ByAge<[f64; MARITAL.len()]>>>,
}

/// Probabilities of an adult's household types.
#[derive(Debug, Clone, Copy)]
pub struct Household {
    pub alone: f64,
    /// The probability of living with somebody under 15, given not alone. `None` if it is not published.
    pub children: Option<f64>,
}

/// One model per country, computed on first use.
static MODELS: LazyLock<BTreeMap<&'static str, OnceLock<Model>>> =
    LazyLock::new(|| country::all().iter().map(|country| (country.iso2.as_str(), OnceLock::new())).collect());

impl Model {
    pub fn of(country: &Country) -> &'static Self {
        MODELS[country.iso2.as_str()].get_or_init(|| Self::new(country.tables()))
    }

    fn new(tables: &Tables) -> Self {
        let education = education(tables);
        let work = Work::new(tables, education.as_deref());
        Self {
            people: tables.people,
            regions: Regions::new(tables, education.as_deref()),
            income: education.as_deref().map(|education| income::income(tables, education)),
            household: household(tables),
            marital: marital(tables),
            education,
            work,
        }
    }

    pub fn adults(&self) -> f64 {
        let adults = |ages: &[f64; AGE_MAX + 1]| ages[usize::from(ADULT_AGE_MIN)..].iter().sum::<f64>();
        self.people.iter().map(adults).sum()
    }

    /// Returns whether the tables separate bachelor's degrees from other post-secondary education.
    pub fn splits_degrees(&self) -> bool {
        let post = usize::from(POST_SECONDARY);
        self.education.as_deref().is_none_or(|table| table.iter().flatten().all(|levels| levels[post] == 0.0))
    }
}

/// Returns the probabilities of each level by single year of age.
///
/// The shares of a five-year band are distributed over its years so that nobody is too young for their level and the
/// band's shares are preserved.
fn education(tables: &Tables) -> Option<Box<ByAge<Levels>>> {
    if tables.education.is_empty() {
        return None;
    }
    let mut table = Box::new([[[0.0; EDUCATION.len()]; AGE_MAX + 1]; 2]);
    for row in &tables.education {
        let sex = usize::from(row.sex == 'm');
        let from = usize::from(row.age);
        let to = if from >= 85 { AGE_MAX } else { from + 4 };
        let shares = shares(row);
        let people = &tables.people[sex][from..=to];
        let mut cells: Vec<Vec<f64>> = (from..=to).map(|age| allowed(&shares, age)).collect();
        fitting::fit(&mut cells, people, &shares);
        for (cell, levels) in cells.iter_mut().zip(&mut table[sex][from..=to]) {
            fitting::normalize(cell);
            levels.copy_from_slice(cell);
        }
    }
    Some(table)
}

fn shares(row: &EducationRow) -> Levels {
    let mut shares = [row.e0, row.e1, row.e2, row.e3, row.e4, 0.0, 0.0, 0.0, 0.0];
    match (row.e5s, row.e5b, row.e5m) {
        (Some(short), Some(bachelor), Some(master)) => shares[5..8].copy_from_slice(&[short, bachelor, master]),
        _ => shares[8] = row.e5,
    }
    shares
}

fn allowed(shares: &Levels, age: usize) -> Vec<f64> {
    let is_old_enough = |min: &u8| age >= usize::from(*min);
    shares.iter().zip(&EDUCATION_AGE_MIN).map(|(share, min)| if is_old_enough(min) { *share } else { 0.0 }).collect()
}

/// Estimates household probabilities. The tables count households, so the share of adults living alone follows from
/// the mean number of adults per household.
fn household(tables: &Tables) -> Option<Household> {
    let one = tables.indicator("hh_one_person_pct", 't')? / 100.0;
    let size = tables.indicator("hh_size_mean", 't')?;
    let everyone: f64 = tables.people.iter().flatten().sum();
    let adults: f64 = tables.people.iter().flat_map(|ages| &ages[usize::from(ADULT_AGE_MIN)..]).sum();
    let alone = (one / (size * adults / everyone)).clamp(0.0, ALONE_MAX);
    let with_children = tables.indicator("hh_with_under15_pct", 't').map(|pct| pct / 100.0);
    Some(Household { alone, children: with_children.map(|share| (share / (1.0 - one)).clamp(0.0, 1.0)) })
}

fn marital(tables: &Tables) -> Option<Box<ByAge<[f64; MARITAL.len()]>>> {
    if tables.marital.is_empty() {
        return None;
    }
    let mut table = Box::new([[[0.0; MARITAL.len()]; AGE_MAX + 1]; 2]);
    for row in &tables.marital {
        let sex = usize::from(row.sex == 'm');
        let mut shares = [row.never, row.married, row.sep_div, row.widowed, row.cohabiting.unwrap_or(0.0)];
        fitting::normalize(&mut shares);
        // Rows are in ascending order of age, so each overwrites the older ages of the row before.
        table[sex][usize::from(row.age_from)..].fill(shares);
    }
    for ages in table.iter_mut() {
        ages[..usize::from(MARRIED_AGE_MIN)].fill([1.0, 0.0, 0.0, 0.0, 0.0]);
    }
    Some(table)
}

/// Returns the number of people of one sex at each level, from `age_min` on.
fn people_by_level(people: &[f64; AGE_MAX + 1], levels: &[Levels; AGE_MAX + 1], age_min: u8) -> Levels {
    let mut sums = [0.0; EDUCATION.len()];
    for (count, levels) in people.iter().zip(levels).skip(usize::from(age_min)) {
        for (sum, chance) in sums.iter_mut().zip(levels) {
            *sum += count * chance;
        }
    }
    sums
}

/// Returns a level's row in the seed tables, which have one row for all post-secondary education.
fn seed_row(level: usize) -> usize {
    level.min(5)
}

fn by_seed_row(levels: &Levels) -> [f64; 6] {
    let mut rows = [0.0; 6];
    for (level, count) in levels.iter().enumerate() {
        rows[seed_row(level)] += count;
    }
    rows
}
