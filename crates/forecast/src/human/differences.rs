//! Measures how well an engine predicts differences between groups, and fits the factor by which they are shrunk.

use super::rounded;
use super::{Case, CaseAttribute, GroupReading, Reading};
use crate::calibration::{Calibration, GroupRecord};
use crate::targets;

/// Smallest number of cases with groups for a record.
const CASES_MIN: usize = 3;
/// Below this correlation with people's differences, the engine's are treated as noise and the factor is zero.
const CORRELATION_MIN: f64 = 0.1;
/// Number of steps in the search for the factor, from 0 to 1.
const WEIGHT_STEPS: u32 = 20;
/// Group size at which a group has half the weight of a very large one.
const HALF_COUNTS_PEOPLE: f64 = 50.0;
/// Smaller differences between shares count as none.
const DIFFERENCE_MIN: f64 = 1e-3;
/// Smallest error of a difference that is recorded.
const ERROR_MIN: f64 = 0.01;
/// Smaller sums of squares are rounding errors.
const SQUARES_MIN: f64 = 1e-12;

/// Returns the group record. `None` if too few cases have groups with readings.
pub(super) fn record(readings: &[Reading<'_>]) -> Option<GroupRecord> {
    let by_case: Vec<Vec<Division>> = readings.iter().map(divisions).filter(|own| !own.is_empty()).collect();
    if by_case.len() < CASES_MIN {
        return None;
    }
    // An attribute whose groups all got the same shares carries no information.
    let divisions: Vec<&Division> = by_case.iter().flatten().filter(|division| division.has_differences()).collect();
    let correlation = correlation(&divisions);
    let weight = if correlation < CORRELATION_MIN { 0.0 } else { best_weight(&divisions) };
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Some(GroupRecord {
        cases: count(by_case.len()),
        groups: count(divisions.iter().map(|division| division.sizes.len()).sum()),
        weight: rounded(weight, 2),
        correlation: rounded(correlation, 4),
        error: error(&divisions, weight).map(|error| rounded(error, 4)),
    })
}

/// Groups of one attribute in one case.
struct Division {
    whole: Vec<f64>,
    /// The engine's shares by group.
    forecast: Vec<Vec<f64>>,
    sizes: Vec<f64>,
    /// By group and option: people's difference from the mean of all groups.
    real: Vec<Vec<f64>>,
}

impl Division {
    /// `None` with fewer than two groups that have readings.
    fn of(reading: &Reading<'_>, whole: &[f64], attribute: &CaseAttribute) -> Option<Self> {
        let (mut forecast, mut sizes, mut real) = (Vec::new(), Vec::new(), Vec::new());
        for group in &attribute.values {
            let is_it = |it: &&GroupReading| it.attribute == attribute.name && it.label == group.label;
            let Some(shares) = reading.groups.iter().find(is_it).and_then(|it| normalised(&it.shares, reading.case))
            else {
                continue;
            };
            forecast.push(shares);
            sizes.push(f64::from(group.n));
            real.push(group.shares.clone());
        }
        let real = recentred(&real, &sizes);
        (sizes.len() >= 2).then(|| Self { whole: whole.to_vec(), forecast, sizes, real })
    }

    fn has_differences(&self) -> bool {
        let differences = self.differences(1.0);
        differences.iter().flatten().any(|difference| difference.abs() > DIFFERENCE_MIN)
    }

    /// Returns the engine's differences by group and option, shrunk by a factor.
    fn differences(&self, weight: f64) -> Vec<Vec<f64>> {
        recentred(&targets(&self.whole, &self.forecast, &self.sizes, weight), &self.sizes)
    }

    /// Returns, by group, the squared error of the leading option's difference from everyone else, less the variance that
    /// sampling adds to it.
    fn squared_errors(&self, weight: f64) -> Vec<f64> {
        let leader = (0..self.whole.len()).max_by(|a, b| self.whole[*a].total_cmp(&self.whole[*b])).unwrap_or(0);
        let total: f64 = self.sizes.iter().sum();
        let (ours, share) = (self.differences(weight), self.whole[leader]);
        let squared = |(group, size): (usize, &f64)| {
            let rest = total - size;
            // A difference from the mean of all groups is this part of the difference from the other groups.
            let off = (ours[group][leader] - self.real[group][leader]) * total / rest;
            off * off - share * (1.0 - share) * (size.recip() + rest.recip())
        };
        self.sizes.iter().enumerate().map(squared).collect()
    }

    fn loss(&self, weight: f64) -> f64 {
        let ours = self.differences(weight);
        let groups = ours.iter().zip(&self.real).zip(&self.sizes);
        let loss = groups.map(|((ours, real), size)| {
            let squares: f64 = ours.iter().zip(real).map(|(ours, real)| (ours - real).powi(2)).sum();
            squares * size / (size + HALF_COUNTS_PEOPLE)
        });
        loss.sum()
    }
}

fn divisions(reading: &Reading<'_>) -> Vec<Division> {
    let Some(whole) = normalised(&reading.shares, reading.case) else { return Vec::new() };
    reading.case.groups.iter().filter_map(|attribute| Division::of(reading, &whole, attribute)).collect()
}

/// `None` if the shares are not a distribution over the case's options.
fn normalised(shares: &[f64], case: &Case) -> Option<Vec<f64>> {
    Calibration::identity().apply(shares, &case.shares).ok()
}

/// Returns each group's difference from the size-weighted mean of all groups.
fn recentred(shares: &[Vec<f64>], sizes: &[f64]) -> Vec<Vec<f64>> {
    let total: f64 = sizes.iter().sum();
    let mean = |option: usize| shares.iter().zip(sizes).map(|(own, size)| own[option] * size).sum::<f64>() / total;
    let means: Vec<f64> = (0..shares.first().map_or(0, Vec::len)).map(mean).collect();
    shares.iter().map(|own| own.iter().zip(&means).map(|(share, mean)| share - mean).collect()).collect()
}

/// Returns the factor with the smallest squared error.
fn best_weight(divisions: &[&Division]) -> f64 {
    let loss = |weight: f64| divisions.iter().map(|division| division.loss(weight)).sum::<f64>();
    let tried = (0..=WEIGHT_STEPS).map(|step| f64::from(step) / f64::from(WEIGHT_STEPS));
    let least = tried.map(|weight| (weight, loss(weight))).min_by(|a, b| a.1.total_cmp(&b.1));
    least.map_or(0.0, |(weight, _)| weight)
}

/// Returns the standard deviation of the error of a difference: the first option's share in a group less its share among
/// everyone else, as forecast and as people gave it. The sampling error of people's figures is subtracted. `None` without
/// groups.
fn error(divisions: &[&Division], weight: f64) -> Option<f64> {
    let squares: Vec<f64> = divisions.iter().flat_map(|division| division.squared_errors(weight)).collect();
    let mean = squares.iter().sum::<f64>() / squares.len().max(1) as f64;
    (!squares.is_empty()).then(|| mean.max(0.0).sqrt().max(ERROR_MIN))
}

/// Returns Pearson's correlation over all groups and options. The differences have mean zero already. Zero without
/// differences.
fn correlation(divisions: &[&Division]) -> f64 {
    let (mut both, mut ours_squared, mut real_squared) = (0.0_f64, 0.0_f64, 0.0_f64);
    for division in divisions {
        let differences = division.differences(1.0);
        for (ours, real) in differences.iter().flatten().zip(division.real.iter().flatten()) {
            both += ours * real;
            ours_squared += ours * ours;
            real_squared += real * real;
        }
    }
    if ours_squared < SQUARES_MIN || real_squared < SQUARES_MIN {
        return 0.0;
    }
    both / (ours_squared * real_squared).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::human::CaseGroup;
    use crate::human::tests::{made, made_shares};
    use foundation::chance::stream;

    /// Three groups per case, which differ about as much as age groups do.
    fn cases() -> Vec<Case> {
        let mut cases = made(20, 3, 4);
        for case in &mut cases {
            let group = |label: &str| {
                let tilt = made_shares(&mut stream(3, &format!("{}/{label}", case.id)), 4);
                let odds: Vec<f64> = case.shares.iter().zip(tilt).map(|(share, tilt)| share * (0.1 + tilt)).collect();
                let total: f64 = odds.iter().sum();
                let shares = odds.iter().map(|odd| odd / total).collect();
                CaseGroup { label: label.to_owned(), n: 400, shares }
            };
            let values: Vec<CaseGroup> = ["young", "middle", "old"].map(group).into();
            case.shares = (0..4)
                .map(|at| values.iter().map(|group| group.shares[at]).sum::<f64>() / values.len() as f64)
                .collect();
            case.groups = vec![CaseAttribute { name: "age".to_owned(), values }];
        }
        cases
    }

    fn readings(cases: &[Case], said: impl Fn(&Case, &CaseGroup) -> Vec<f64>) -> Vec<Reading<'_>> {
        let reading = |case: &Case| {
            let group = |group: &CaseGroup| GroupReading {
                attribute: "age".to_owned(),
                label: group.label.clone(),
                shares: said(case, group),
            };
            case.groups[0].values.iter().map(group).collect::<Vec<_>>()
        };
        cases.iter().map(|case| Reading { case, shares: case.shares.clone(), groups: reading(case) }).collect()
    }

    #[test]
    fn people_s_own_differences_are_kept_whole() {
        let cases = cases();
        let found = record(&readings(&cases, |_, group| group.shares.clone())).unwrap();
        assert_eq!((found.cases, found.groups), (60, 180));
        assert!(found.weight >= 0.9 && found.correlation > 0.97, "{found:?}");
        assert!(found.error.is_some_and(|error| error < 0.02), "{found:?}");
    }

    #[test]
    fn differences_that_are_too_large_are_kept_in_part() {
        let cases = cases();
        let squared = |case: &Case, group: &CaseGroup| {
            group.shares.iter().zip(&case.shares).map(|(own, all)| own * own / all).collect::<Vec<f64>>()
        };
        let found = record(&readings(&cases, squared)).unwrap();
        assert!((0.4..=0.65).contains(&found.weight) && found.correlation > 0.9, "{found:?}");
    }

    #[test]
    fn of_noise_and_of_the_opposite_nothing_is_kept() {
        let cases = cases();
        let noise =
            |case: &Case, group: &CaseGroup| made_shares(&mut stream(9, &format!("{}/{}", group.label, case.id)), 4);
        let found = record(&readings(&cases, noise)).unwrap();
        assert!(found.weight <= 0.1 && found.correlation.abs() < 0.25, "{found:?}");
        assert!(found.error.is_some_and(|error| error > 0.05), "{found:?}");
        let opposite = |case: &Case, group: &CaseGroup| {
            group.shares.iter().zip(&case.shares).map(|(own, all)| all * all / own).collect::<Vec<f64>>()
        };
        let found = record(&readings(&cases, opposite)).unwrap();
        assert!(found.weight == 0.0 && found.correlation < -0.9, "{found:?}");
    }

    #[test]
    fn an_engine_that_sees_no_differences_has_none_to_keep() {
        let cases = cases();
        let found = record(&readings(&cases, |case, _| case.shares.clone())).unwrap();
        assert!(found.weight == 0.0 && found.correlation == 0.0, "{found:?}");
    }

    #[test]
    fn two_cases_say_nothing_and_nor_do_groups_that_people_were_not_divided_into() {
        let cases = cases();
        let told = readings(&cases, |_, group| group.shares.clone());
        assert_eq!(record(&told[..2]), None);
        let strangers: Vec<Reading<'_>> = told
            .into_iter()
            .map(|mut reading| {
                reading.groups.iter_mut().for_each(|group| group.label.push('?'));
                reading
            })
            .collect();
        assert_eq!(record(&strangers), None);
    }
}
