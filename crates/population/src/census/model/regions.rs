//! Probabilities of each region and of an urban area there. Regions depend on education, such that each has its
//! published mean years of schooling while the national shares of education and regions are preserved.

use super::{AGE_MAX, ByAge, EDUCATION, Levels, Tables, people_by_level};
use crate::census::codes::EDUCATION_YEARS;
use crate::census::fitting;

/// Mean years of schooling are published for this age and above.
const SCHOOLED_AGE_MIN: u8 = 25;
/// Bounds of the factor by which each year of schooling multiplies a region's probability.
const TILT: (f64, f64) = (0.5, 2.0);

pub struct Regions {
    /// Shares of the population, in the order of the tables. Empty if none are published.
    pub shares: Vec<f64>,
    /// The probability of an urban area in each region. `None` if nothing is published.
    pub urban: Option<Vec<f64>>,
    /// The probability of an urban area in the whole country.
    pub urban_everywhere: Option<f64>,
    /// By sex and level of education: probabilities of each region. `None` if schooling by region is not published.
    tilted: Option<[Vec<Vec<f64>>; 2]>,
}

impl Regions {
    pub(super) fn new(tables: &Tables, education: Option<&ByAge<Levels>>) -> Self {
        let mut shares: Vec<f64> = tables.regions.iter().map(|region| region.pop_k.unwrap_or(0.0)).collect();
        fitting::normalize(&mut shares);
        let urban_everywhere = tables.indicator("urban_pct", 't').map(|pct| pct / 100.0);
        let tilted = education.and_then(|education| {
            let of = |sex| tilt(tables, &shares, sex, &tables.people[sex], &education[sex]);
            Some([of(0)?, of(1)?])
        });
        Self {
            urban: urban_everywhere.map(|national| urban(tables, &shares, national)),
            urban_everywhere,
            tilted,
            shares,
        }
    }

    /// Returns the probabilities of each region for this sex and level of education.
    pub fn given(&self, sex: usize, education: Option<usize>) -> &[f64] {
        match (&self.tilted, education) {
            (Some(tilted), Some(level)) => &tilted[sex][level],
            _ => &self.shares,
        }
    }
}

fn tilt(
    tables: &Tables,
    shares: &[f64],
    sex: usize,
    people: &[f64; AGE_MAX + 1],
    levels: &[Levels; AGE_MAX + 1],
) -> Option<Vec<Vec<f64>>> {
    let schooling = |at: usize| {
        let region = &tables.regions[at];
        if sex == 0 { region.mean_school_f } else { region.mean_school_m }
    };
    let published: Vec<f64> = (0..shares.len()).map(schooling).collect::<Option<_>>()?;
    let mean_published: f64 = published.iter().zip(shares).map(|(years, share)| years * share).sum();
    if published.len() < 2 || mean_published <= 0.0 {
        return None;
    }
    let mut national = people_by_level(people, levels, SCHOOLED_AGE_MIN);
    fitting::normalize(&mut national);
    let mean = mean_years(&national, 1.0);
    let factors: Vec<f64> = published
        .iter()
        .map(|years| {
            fitting::bisect(TILT.0, TILT.1, |factor| mean_years(&national, factor) - mean * years / mean_published)
        })
        .collect();
    let everyone = people_by_level(people, levels, super::TABLES_AGE_MIN);
    let mut table: Vec<Vec<f64>> = (0..EDUCATION.len())
        .map(|level| shares.iter().zip(&factors).map(|(share, factor)| share * power(*factor, level)).collect())
        .collect();
    fitting::fit(&mut table, &everyone, shares);
    for row in &mut table {
        fitting::normalize(row);
        if row.iter().sum::<f64>() <= 0.0 {
            row.copy_from_slice(shares);
        }
    }
    Some(table)
}

/// Returns the mean years of schooling if each year multiplies the probability by `factor`.
fn mean_years(levels: &Levels, factor: f64) -> f64 {
    let (mut years, mut total) = (0.0, 0.0);
    for (level, share) in levels.iter().enumerate() {
        let weight = share * power(factor, level);
        years += weight * f64::from(EDUCATION_YEARS[level]);
        total += weight;
    }
    if total > 0.0 { years / total } else { 0.0 }
}

/// Multiplies repeatedly, because library power functions may round differently between platforms.
fn power(factor: f64, level: usize) -> f64 {
    (0..EDUCATION_YEARS[level]).fold(1.0, |product, _| product * factor)
}

/// Returns the urban shares of the regions, with all odds scaled by one factor so that their mean is the current
/// national share.
fn urban(tables: &Tables, shares: &[f64], national: f64) -> Vec<f64> {
    let published: Option<Vec<f64>> = tables.regions.iter().map(|region| Some(region.urban_pct? / 100.0)).collect();
    let Some(published) = published else {
        return vec![national; shares.len()];
    };
    let scaled = |odds: f64, share: f64| odds * share / (odds * share + 1.0 - share);
    let mean = |odds: f64| published.iter().zip(shares).map(|(urban, share)| scaled(odds, *urban) * share).sum::<f64>();
    let odds = fitting::bisect(0.001, 1000.0, |odds| mean(odds) - national);
    let urban: Vec<f64> = published.iter().map(|share| scaled(odds, *share)).collect();
    // If every region is published as fully urban, scaling has no effect; the national share is then used everywhere.
    if (mean(odds) - national).abs() < 0.01 { urban } else { vec![national; shares.len()] }
}
