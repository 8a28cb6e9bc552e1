//! Display names: common names of the country, sex and birth decade where such data exist, else the nearest
//! available. They are never used for prediction. A country without names gets none; no name is invented.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use serde::Deserialize;

use super::country::{self, Country};
use super::files;
use crate::Provenance;
use foundation::data::DataError;

/// The year that ages refer to, used to derive birth years.
pub const REFERENCE_YEAR: u16 = 2025;
/// The largest difference in birth year at which a name list still counts as matching.
const FITTING_YEARS: u16 = 15;
/// The half-width of the distribution around the mean age of a name's bearers, where only the mean is known.
const BEARERS_SPREAD_YEARS: f64 = 15.0;
const DECADES: std::ops::RangeInclusive<u16> = 192..=202;
/// By language, the country whose names are used for countries without a list.
const DONORS: [(&str, &str); 5] = [("es", "MX"), ("ar", "JO"), ("pt", "PT"), ("ko", "KR"), ("zh_Hant", "TW")];
/// Countries whose surnames come first. `NO_SPACE` lists those that write no space.
const SURNAME_FIRST: [&str; 5] = ["CN", "JP", "KR", "TW", "HU"];
const NO_SPACE: [&str; 4] = ["CN", "JP", "KR", "TW"];
/// Countries whose lists give only the masculine form of surnames. Women are shown without a surname.
const MENS_SURNAMES: [&str; 10] = ["RU", "UA", "BY", "BG", "CZ", "SK", "PL", "LT", "LV", "KZ"];

#[derive(Deserialize)]
struct GivenRow {
    sex: char,
    cohort: String,
    name: String,
    weight: Option<f64>,
    source: String,
}

#[derive(Deserialize)]
struct SurnameRow {
    name: String,
    weight: Option<f64>,
    source: String,
}

/// Names with cumulative weights.
#[derive(Debug, Default)]
struct List {
    names: Vec<(String, f64)>,
}

/// The names of one country.
#[derive(Debug, Default)]
struct Names {
    /// By sex and birth year of the list; year 0 means all ages.
    given: [BTreeMap<u16, List>; 2],
    surnames: List,
}

static NAMES: LazyLock<BTreeMap<&'static str, OnceLock<Names>>> =
    LazyLock::new(|| files::GIVEN_NAMES.keys().map(|iso2| (iso2, OnceLock::new())).collect());

/// Checks that every name list can be parsed.
pub(super) fn check() -> Result<(), DataError> {
    files::GIVEN_NAMES.check::<GivenRow>()?;
    files::SURNAMES.check::<SurnameRow>()
}

/// Returns a name and its provenance. `at` gives two quantiles (0 to 1), for the given name and the surname.
pub fn name(country: &Country, sex: u8, age: u8, at: [f64; 2]) -> Option<(String, Provenance)> {
    let (donor, names) = names_for(country)?;
    let birth = REFERENCE_YEAR - u16::from(age);
    // Of two equally near lists the later is used, so that a person born in the first year of a decade gets that
    // decade's names.
    let (cohort, given) = names.given[usize::from(sex)].iter().rev().min_by_key(|(year, _)| year.abs_diff(birth))?;
    let fits = donor == country.iso2 && (*cohort == 0 || cohort.abs_diff(birth) <= FITTING_YEARS);
    let given = given.pick(at[0])?;
    let surname = names
        .surnames
        .pick(at[1])
        .filter(|surname| same_script(given, surname) && !(sex == 0 && MENS_SURNAMES.contains(&donor)));
    let whole = match surname {
        Some(surname) if NO_SPACE.contains(&donor) => format!("{surname}{given}"),
        Some(surname) if SURNAME_FIRST.contains(&donor) => format!("{surname} {given}"),
        Some(surname) => format!("{given} {surname}"),
        None => given.to_owned(),
    };
    Some((whole, if fits { Provenance::Table } else { Provenance::Borrowed }))
}

fn names_for(country: &Country) -> Option<(&'static str, &'static Names)> {
    let own = NAMES.get_key_value(country.iso2.as_str());
    let donor = || {
        let language = country.languages.first()?;
        let (_, donor) = DONORS.iter().find(|(known, _)| known == language)?;
        NAMES.get_key_value(donor)
    };
    let (iso2, names) = own.or_else(donor)?;
    Some((iso2, names.get_or_init(|| Names::read(iso2))))
}

/// Returns the country whose names are used for this one.
pub fn donor(iso2: &str) -> Option<&'static str> {
    names_for(country::find(iso2)?).map(|(donor, _)| donor)
}

impl Names {
    fn read(iso2: &str) -> Self {
        let mut lists: [BTreeMap<u16, Vec<(String, f64)>>; 2] = Default::default();
        for row in files::GIVEN_NAMES.rows::<GivenRow>(iso2) {
            let weight = row.weight.unwrap_or_else(|| rank_weight(&row.source));
            let by_cohort = &mut lists[usize::from(row.sex == 'm')];
            for (cohort, weight) in cohorts(&row.cohort, weight) {
                by_cohort.entry(cohort).or_default().push((row.name.clone(), weight));
            }
        }
        let surnames = files::SURNAMES.rows::<SurnameRow>(iso2).into_iter();
        Self {
            given: lists.map(|by_cohort| by_cohort.into_iter().map(|(year, names)| (year, List::new(names))).collect()),
            surnames: List::new(
                surnames.map(|row| (row.name, row.weight.unwrap_or_else(|| rank_weight(&row.source)))).collect(),
            ),
        }
    }
}

/// Returns the birth years that a row applies to, with a weight for each. A decade is represented by its middle.
fn cohorts(cohort: &str, weight: f64) -> Vec<(u16, f64)> {
    if let Some(mean_age) = cohort.strip_prefix("mean_age=").and_then(|age| age.parse::<f64>().ok()) {
        let birth = f64::from(REFERENCE_YEAR) - mean_age;
        let middle = DECADES.map(|decade| decade * 10 + 5);
        return middle
            .map(|year| (year, weight * (1.0 - (f64::from(year) - birth).abs() / BEARERS_SPREAD_YEARS)))
            .filter(|(_, weight)| *weight > 0.0)
            .collect();
    }
    match cohort.parse::<u16>() {
        Ok(year) if year.is_multiple_of(10) => vec![(year + 5, weight)],
        Ok(year) => vec![(year, weight)],
        Err(_) => vec![(0, weight)],
    }
}

/// Returns the weight of a name that has only a rank: inversely proportional to the rank (Zipf's law).
fn rank_weight(source: &str) -> f64 {
    let rank = source.rsplit_once("rank").and_then(|(_, rank)| rank.parse::<f64>().ok());
    rank.map_or(1.0, |rank| 1.0 / rank.max(1.0))
}

/// Returns whether both names are in Latin letters or neither is. One country's lists may use different scripts.
fn same_script(a: &str, b: &str) -> bool {
    let is_latin = |name: &str| name.chars().next().is_some_and(|first| (first as u32) < 0x250);
    is_latin(a) == is_latin(b)
}

impl List {
    fn new(names: Vec<(String, f64)>) -> Self {
        let mut sum = 0.0;
        let summed = names.into_iter().map(|(name, weight)| {
            sum += weight;
            (name, sum)
        });
        Self { names: summed.collect() }
    }

    /// Returns the name at a quantile (0 to 1) of the cumulative weights.
    fn pick(&self, at: f64) -> Option<&str> {
        let (last, total) = self.names.last()?;
        let wanted = at * total;
        let found = self.names.partition_point(|(_, sum)| *sum <= wanted);
        Some(self.names.get(found).map_or(last.as_str(), |(name, _)| name.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(iso2: &str, sex: u8, age: u8, at: [f64; 2]) -> Option<(String, Provenance)> {
        name(country::find(iso2).unwrap(), sex, age, at)
    }

    #[test]
    fn names_follow_sex_and_birth_decade() {
        assert_eq!(named("US", 0, 92, [0.0, 0.0]), Some(("Mary Smith".to_owned(), Provenance::Table)));
        assert_ne!(named("US", 0, 20, [0.0, 0.0]), named("US", 0, 92, [0.0, 0.0]));
        assert_ne!(named("ES", 1, 20, [0.0, 0.0]), named("ES", 1, 85, [0.0, 0.0]));
    }

    #[test]
    fn a_chinese_name_begins_with_the_surname() {
        assert!(named("CN", 1, 40, [0.5, 0.0]).unwrap().0.starts_with('王'));
    }

    /// Returns every given name that a person of this age can get.
    fn given_at(iso2: &str, sex: u8, age: u8) -> Vec<String> {
        let lists = &names_for(country::find(iso2).unwrap()).unwrap().1.given[usize::from(sex)];
        let birth = REFERENCE_YEAR - u16::from(age);
        let (_, list) = lists.iter().rev().min_by_key(|(year, _)| year.abs_diff(birth)).unwrap();
        list.names.iter().map(|(name, _)| name.clone()).collect()
    }

    #[test]
    fn nobody_has_a_name_of_another_decade() {
        for iso2 in ["CN", "TW"] {
            let rows = files::GIVEN_NAMES.rows::<GivenRow>(iso2);
            for row in &rows {
                assert!(row.cohort.parse::<u16>().is_ok(), "{iso2} {} is of no decade", row.name);
            }
            for (sex, letter) in [(0, 'f'), (1, 'm')] {
                for age in 18..=95 {
                    let decade = ((REFERENCE_YEAR - u16::from(age)) / 10 * 10).to_string();
                    let own: Vec<String> = rows
                        .iter()
                        .filter(|row| row.sex == letter && row.cohort == decade)
                        .map(|row| row.name.clone())
                        .collect();
                    assert_eq!(given_at(iso2, sex, age), own, "{iso2} {age}");
                }
            }
        }
        let young = [given_at("CN", 0, 23), given_at("CN", 1, 23)].concat();
        assert!(["秀荣", "秀英", "桂英", "建国", "建军"].iter().all(|name| !young.iter().any(|own| own == name)));
        assert!(["欣怡", "浩宇"].iter().all(|name| young.iter().any(|own| own == name)));
        let old = [given_at("CN", 0, 70), given_at("CN", 1, 70)].concat();
        assert!(["梓萱", "子涵", "浩宇"].iter().all(|name| !old.iter().any(|own| own == name)));
    }

    #[test]
    fn spanish_names_have_their_accents() {
        let bare = ["Jose", "Maria", "Sofia", "Lucia", "Jesus", "Garcia", "Martinez", "Nuñez", "Nunez", "Gonzalez"];
        for iso2 in ["ES", "MX", "AR", "CO", "CL", "PE", "VE", "EC", "BO", "UY", "PY"] {
            let given = files::GIVEN_NAMES.rows::<GivenRow>(iso2).into_iter().map(|row| row.name);
            let surnames = files::SURNAMES.rows::<SurnameRow>(iso2).into_iter().map(|row| row.name);
            for name in given.chain(surnames) {
                assert!(name.split(' ').all(|word| !bare.contains(&word)), "{iso2} {name}");
            }
        }
        assert!(given_at("ES", 0, 60).iter().any(|name| name == "María"));
    }

    #[test]
    fn names_from_elsewhere_say_so_and_unknown_ones_are_absent() {
        assert_eq!(named("CR", 0, 40, [0.5, 0.5]).unwrap().1, Provenance::Borrowed);
        assert_eq!(named("VN", 0, 40, [0.5, 0.5]), None);
    }
}
