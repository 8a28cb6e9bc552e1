//! Employment: labour force status by sex and age, then occupation by education. Occupations keep their published
//! shares; their association with education is borrowed from Argentina. The class of worker depends on sex, and on
//! occupation where some classes are implausible.

use super::income::seed;
use super::{AGE_MAX, ByAge, EDUCATION, Levels, TABLES_AGE_MIN, Tables, by_seed_row, people_by_level, seed_row};
use crate::census::codes::{EMPLOYEE, EMPLOYER, FAMILY_WORKER};
use crate::census::fitting;
use crate::census::occupation::{self, ISCO};

/// The age from which nobody works. The published rate is a mean over everybody above 65 and does not hold for the
/// very old.
const WORK_AGE_END: usize = 85;
const OLD_AGE_MIN: usize = 65;
const ADULT_BAND_MIN: usize = 25;

pub struct Work {
    /// Probabilities of employed, unemployed and out of the labour force. Zero at ages without a table.
    pub status: Box<ByAge<[f64; 3]>>,
    /// By sex: employee, own account, employer, family worker. `None` if not published.
    pub classes: Option<[[f64; 4]; 2]>,
    /// By sex: agriculture, industry, services.
    pub sectors: Option<[[f64; 3]; 2]>,
    pub occupations: Option<Occupations>,
}

pub struct Occupations {
    /// By level of education: probabilities by index into `ISCO`.
    pub by_level: Vec<Vec<f64>>,
    /// By sex and index into `ISCO`: probabilities of each class.
    pub classes: Option<[Vec<[f64; 4]>; 2]>,
}

impl Work {
    pub(super) fn new(tables: &Tables, education: Option<&ByAge<Levels>>) -> Option<Self> {
        let status = Box::new([status(tables, 0)?, status(tables, 1)?]);
        let classes = [0, 1].map(|sex| classes(tables, sex));
        let classes = classes[0].zip(classes[1]).map(|(women, men)| [women, men]);
        let occupations =
            education.and_then(|education| Occupations::new(tables, education, &status, classes.as_ref()));
        let sectors = [0, 1].map(|sex| sectors(tables, sex));
        let sectors = sectors[0].zip(sectors[1]).map(|(women, men)| [women, men]);
        Some(Self { status, classes, occupations, sectors })
    }
}

impl Occupations {
    fn new(
        tables: &Tables,
        education: &ByAge<Levels>,
        status: &ByAge<[f64; 3]>,
        classes: Option<&[[f64; 4]; 2]>,
    ) -> Option<Self> {
        if tables.occupations.is_empty() {
            return None;
        }
        let mut shares = vec![0.0; ISCO.len()];
        tables.occupations.iter().for_each(|(at, share)| shares[*at] += share);
        fitting::normalize(&mut shares);
        let mut skills = [0.0; 4];
        shares.iter().zip(ISCO).for_each(|(share, code)| skills[occupation::skill(code)] += share);
        let mut table = seed("edu_x_occ_skill", "ARG", &["professional", "technical", "operative", "unskilled"]);
        fitting::fit(&mut table, &employed_by_row(tables, education, status), &skills);
        let chances = |level: usize| -> Vec<f64> {
            let mut row = table[seed_row(level)].clone();
            fitting::normalize(&mut row);
            let within = |at: usize, share: &f64| {
                let skill = occupation::skill(ISCO[at]);
                if skills[skill] > 0.0 { row[skill] * share / skills[skill] } else { 0.0 }
            };
            let mut chances: Vec<f64> = shares.iter().enumerate().map(|(at, share)| within(at, share)).collect();
            fitting::normalize(&mut chances);
            chances
        };
        Some(Self {
            by_level: (0..EDUCATION.len()).map(chances).collect(),
            classes: classes.map(|classes| [0, 1].map(|sex| classes_by_occupation(&shares, &classes[sex]))),
        })
    }
}

fn employed_by_row(tables: &Tables, education: &ByAge<Levels>, status: &ByAge<[f64; 3]>) -> [f64; 6] {
    let mut rows = [0.0; 6];
    for sex in 0..2 {
        let mut employed = [0.0; AGE_MAX + 1];
        for (age, count) in employed.iter_mut().enumerate() {
            *count = tables.people[sex][age] * status[sex][age][0];
        }
        let levels = by_seed_row(&people_by_level(&employed, &education[sex], TABLES_AGE_MIN));
        rows.iter_mut().zip(levels).for_each(|(sum, count)| *sum += count);
    }
    rows
}

/// Returns the probabilities of each class by occupation, fitted to the published shares.
///
/// Soldiers are employees and subsistence farmers are not. Family workers are not managers, professionals or
/// technicians.
fn classes_by_occupation(shares: &[f64], classes: &[f64; 4]) -> Vec<[f64; 4]> {
    let is_possible = |code: &str, class: u8| match code {
        "isco-01" | "isco-02" | "isco-03" => class == EMPLOYEE,
        "isco-63" => class != EMPLOYEE,
        _ => match class {
            FAMILY_WORKER => occupation::skill(code) >= 2,
            // Clerks, machine operators and labourers are not employers.
            EMPLOYER => !["isco-4", "isco-8", "isco-9"].iter().any(|major| code.starts_with(major)),
            _ => true,
        },
    };
    let seed = |code: &str| {
        (0..4u8).map(|class| if is_possible(code, class) { classes[usize::from(class)] } else { 0.0 }).collect()
    };
    let mut table: Vec<Vec<f64>> = ISCO.iter().map(|code| seed(code)).collect();
    fitting::fit(&mut table, shares, classes);
    table
        .iter_mut()
        .map(|row| {
            fitting::normalize(row);
            std::array::from_fn(|class| row[class])
        })
        .collect()
}

/// Returns the probabilities of each labour force status by single year of age.
fn status(tables: &Tables, sex: usize) -> Option<[[f64; 3]; AGE_MAX + 1]> {
    let letter = letter(sex);
    let rate = |name: &str| tables.indicator(name, letter).map(|pct| (pct / 100.0).clamp(0.0, 1.0));
    let everyone = rate("lfpr_15plus")?;
    let young = rate("lfpr_15_24").unwrap_or(everyone);
    let adult = rate("lfpr_25_64_derived").unwrap_or(everyone);
    let old = rate("lfpr_65plus_derived").unwrap_or(everyone);
    let people = &tables.people[sex];
    let in_force = participation(people, young, adult, old);
    let jobless = rate("unemp_15plus")?;
    let jobless_young = rate("unemp_15_24").unwrap_or(jobless);
    let force = |ages: std::ops::RangeInclusive<usize>| -> f64 { ages.map(|age| people[age] * in_force[age]).sum() };
    let (force_young, force_rest) = (force(15..=24), force(ADULT_BAND_MIN..=AGE_MAX));
    let rest = (jobless * (force_young + force_rest) - jobless_young * force_young) / force_rest.max(1e-9);
    let jobless_rest = rest.clamp(0.0, 1.0);
    Some(std::array::from_fn(|age| {
        if age < usize::from(TABLES_AGE_MIN) {
            return [0.0; 3];
        }
        let unemployed = in_force[age] * if age < ADULT_BAND_MIN { jobless_young } else { jobless_rest };
        [in_force[age] - unemployed, unemployed, 1.0 - in_force[age]]
    }))
}

/// Returns labour force participation by age. Above 65 it declines linearly to zero and keeps its published mean.
fn participation(people: &[f64; AGE_MAX + 1], young: f64, adult: f64, old: f64) -> [f64; AGE_MAX + 1] {
    let slope = |age: usize| WORK_AGE_END.saturating_sub(age) as f64;
    let wanted: f64 = old * people[OLD_AGE_MIN..].iter().sum::<f64>();
    let mean =
        |k: f64| (OLD_AGE_MIN..=AGE_MAX).map(|age| people[age] * (k * slope(age)).min(adult.max(old))).sum::<f64>();
    let k = fitting::bisect(0.0, 1.0, |k| mean(k) - wanted);
    std::array::from_fn(|age| match age {
        0..15 => 0.0,
        15..ADULT_BAND_MIN => young,
        ADULT_BAND_MIN..OLD_AGE_MIN => adult,
        _ => (k * slope(age)).min(adult.max(old)),
    })
}

fn classes(tables: &Tables, sex: usize) -> Option<[f64; 4]> {
    let pct = |name: &str| tables.indicator(name, letter(sex));
    let (wage, all_own) = (pct("emp_wage_pct")?, pct("emp_self_pct")?);
    let (employer, family) = (pct("emp_employer_pct")?, pct("emp_family_pct")?);
    let mut classes = [wage, (all_own - employer - family).max(0.0), employer, family];
    fitting::normalize(&mut classes);
    Some(classes)
}

fn sectors(tables: &Tables, sex: usize) -> Option<[f64; 3]> {
    let pct = |name: &str| tables.indicator(name, letter(sex));
    let mut sectors = [pct("emp_agr_pct")?, pct("emp_ind_pct")?, pct("emp_srv_pct")?];
    fitting::normalize(&mut sectors);
    Some(sectors)
}

fn letter(sex: usize) -> char {
    if sex == 0 { 'f' } else { 'm' }
}
