//! Marginal distributions of the attributes that samples are raked to and judged by.

use super::codes::{EDUCATION, EMPLOYMENT, INCOME};
use super::person::Person;

/// First ages of the bands used for raking. They are finer than the reported bands (`age_bands.rs`).
const BANDS: [u8; 7] = [0, 18, 25, 35, 45, 55, 65];
/// Number of cells: sex, age band, education, employment, income. The last cell of the latter three means "unknown".
pub const SIZES: [usize; 5] = [2, BANDS.len(), EDUCATION.len() + 1, EMPLOYMENT.len() + 1, INCOME.len() + 1];

/// A person's cell in each margin.
pub type Cells = [usize; 5];

pub fn cells(person: &Person) -> Cells {
    let or_last = |at: Option<u8>, size: usize| at.map_or(size - 1, usize::from);
    [
        usize::from(person.sex),
        band(person.age),
        or_last(person.education, SIZES[2]),
        or_last(person.employment, SIZES[3]),
        or_last(person.income, SIZES[4]),
    ]
}

fn band(age: u8) -> usize {
    BANDS.iter().rposition(|from| age >= *from).unwrap_or(0)
}

/// Weights by margin and cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Margins(pub [Vec<f64>; 5]);

impl Default for Margins {
    fn default() -> Self {
        Self(SIZES.map(|size| vec![0.0; size]))
    }
}

impl Margins {
    pub fn of(people: impl IntoIterator<Item = (Cells, f64)>) -> Self {
        let mut margins = Self::default();
        for (cells, weight) in people {
            for (margin, at) in margins.0.iter_mut().zip(cells) {
                margin[at] += weight;
            }
        }
        margins
    }

    pub(super) fn add_cell(&mut self, sex: u8, age: u8, education: Option<u8>, weight: f64) {
        self.0[0][usize::from(sex)] += weight;
        self.0[1][band(age)] += weight;
        self.0[2][education.map_or(SIZES[2] - 1, usize::from)] += weight;
    }

    pub(super) fn add_work(&mut self, employment: Option<u8>, weight: f64) {
        self.0[3][employment.map_or(SIZES[3] - 1, usize::from)] += weight;
    }

    pub(super) fn add_income(&mut self, income: Option<u8>, weight: f64) {
        self.0[4][income.map_or(SIZES[4] - 1, usize::from)] += weight;
    }

    /// Adds other margins, multiplied by a factor.
    pub fn plus(mut self, other: &Self, factor: f64) -> Self {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            mine.iter_mut().zip(theirs).for_each(|(sum, weight)| *sum += weight * factor);
        }
        self
    }

    /// Normalises each margin to shares.
    pub fn shares(mut self) -> Self {
        for margin in &mut self.0 {
            super::fitting::normalize(margin);
        }
        self
    }

    /// Returns the largest absolute difference in each margin.
    pub fn largest_errors(&self, other: &Self) -> [f64; 5] {
        std::array::from_fn(|at| self.0[at].iter().zip(&other.0[at]).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max))
    }
}
