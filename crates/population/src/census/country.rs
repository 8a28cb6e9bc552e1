//! The published tables of each country, parsed on first use. This module does no estimation.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use serde::Deserialize;

use super::files;
use super::occupation;
use foundation::data::DataError;

/// The highest single year of age. It includes everybody older.
pub const AGE_MAX: usize = 100;

/// Values by sex (female, male) and single year of age.
pub type ByAge<T> = [[T; AGE_MAX + 1]; 2];

pub struct Country {
    /// ISO 3166-1 alpha-2.
    pub iso2: String,
    iso3: String,
    /// CLDR codes of the official languages.
    pub languages: Vec<String>,
    tables: OnceLock<Tables>,
}

/// The tables of one country. A table that is not published is empty.
pub struct Tables {
    /// Thousands of people.
    pub people: ByAge<f64>,
    pub education: Vec<EducationRow>,
    indicators: BTreeMap<(String, char), f64>,
    pub regions: Vec<RegionRow>,
    pub cities: Vec<CityRow>,
    /// Permille of employment, by index into `occupation::ISCO`.
    pub occupations: Vec<(usize, f64)>,
    pub marital: Vec<MaritalRow>,
}

#[derive(Deserialize)]
struct CountryRow {
    iso3: String,
    iso2: String,
    official_languages: String,
}

#[derive(Deserialize)]
pub struct EducationRow {
    pub sex: char,
    pub age: u8,
    pub e0: f64,
    pub e1: f64,
    pub e2: f64,
    pub e3: f64,
    pub e4: f64,
    pub e5: f64,
    pub e5s: Option<f64>,
    pub e5b: Option<f64>,
    pub e5m: Option<f64>,
}

#[derive(Deserialize)]
pub struct RegionRow {
    pub region: String,
    pub pop_k: Option<f64>,
    pub mean_school_f: Option<f64>,
    pub mean_school_m: Option<f64>,
    pub urban_pct: Option<f64>,
}

#[derive(Deserialize)]
pub struct CityRow {
    pub city: String,
    /// GeoNames' code of the province.
    pub admin1: String,
    pub population: f64,
}

#[derive(Deserialize)]
pub struct MaritalRow {
    pub sex: char,
    pub age_from: u8,
    pub never: f64,
    pub married: f64,
    pub sep_div: f64,
    pub widowed: f64,
    pub cohabiting: Option<f64>,
}

#[derive(Deserialize)]
struct IndicatorRow {
    indicator: String,
    sex: char,
    value: f64,
}

#[derive(Deserialize)]
struct OccupationRow {
    scheme: String,
    isco2: String,
    /// `None` if the survey's sample was too small.
    permille: Option<f64>,
}

/// Country, sex, total, and the number of people at each year of age.
type AgeRow = (String, char, f64, Vec<f64>);

/// Checks that every table of every country can be parsed.
pub(super) fn check() -> Result<(), DataError> {
    files::COUNTRIES.check::<CountryRow>()?;
    files::AGE_SEX.check::<AgeRow>()?;
    files::EDUCATION.check::<EducationRow>()?;
    files::INDICATORS.check::<IndicatorRow>()?;
    files::REGIONS.check::<RegionRow>()?;
    files::CITIES.check::<CityRow>()?;
    files::OCCUPATIONS.check::<OccupationRow>()?;
    files::MARITAL.check::<MaritalRow>()
}

static COUNTRIES: LazyLock<Vec<Country>> = LazyLock::new(|| {
    let rows = files::COUNTRIES.keys().flat_map(|key| files::COUNTRIES.rows::<CountryRow>(key));
    // The row of the whole world has no two-letter code.
    rows.filter(|row| row.iso2.len() == 2).map(Country::new).collect()
});

/// Returns every country with data, in the order of its three-letter code.
pub fn all() -> &'static [Country] {
    &COUNTRIES
}

pub fn find(iso2: &str) -> Option<&'static Country> {
    COUNTRIES.iter().find(|country| country.iso2 == iso2)
}

impl Country {
    fn new(row: CountryRow) -> Self {
        Self {
            iso2: row.iso2,
            iso3: row.iso3,
            languages: row.official_languages.split('+').filter(|code| !code.is_empty()).map(str::to_owned).collect(),
            tables: OnceLock::new(),
        }
    }

    pub fn tables(&self) -> &Tables {
        self.tables.get_or_init(|| Tables::read(&self.iso3))
    }
}

impl Tables {
    fn read(iso3: &str) -> Self {
        let indicators = files::INDICATORS.rows::<IndicatorRow>(iso3).into_iter();
        let occupations = files::OCCUPATIONS.rows::<OccupationRow>(iso3).into_iter();
        Self {
            people: people(iso3),
            education: files::EDUCATION.rows(iso3),
            indicators: indicators.map(|row| ((row.indicator, row.sex), row.value)).collect(),
            regions: files::REGIONS.rows(iso3),
            cities: files::CITIES.rows(iso3),
            occupations: occupations
                .filter_map(|row| Some((occupation::isco(&row.scheme, &row.isco2)?, row.permille?)))
                .collect(),
            marital: files::MARITAL.rows(iso3),
        }
    }

    /// An indicator of one sex (`f`, `m`) or of both (`t`).
    pub fn indicator(&self, name: &str, sex: char) -> Option<f64> {
        self.indicators.get(&(name.to_owned(), sex)).copied()
    }
}

fn people(iso3: &str) -> ByAge<f64> {
    let mut people = [[0.0; AGE_MAX + 1]; 2];
    for (_, sex, _, ages) in files::AGE_SEX.rows::<AgeRow>(iso3) {
        let own = &mut people[usize::from(sex == 'm')];
        own.iter_mut().zip(ages).for_each(|(people, counted)| *people = counted);
    }
    people
}
