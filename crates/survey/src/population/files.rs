//! The compiled-in tables as text, cut by country, so that only the countries in use are ever parsed.
//! One file a table: whoever replaces one replaces a file in `data/population/` and nothing else.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use csv::StringRecord;
use serde::de::DeserializeOwned;

macro_rules! file {
    ($name:literal) => {
        File::new(include_str!(concat!("../../../../data/population/", $name)))
    };
}

pub(super) static COUNTRIES: LazyLock<File> = LazyLock::new(|| file!("countries.csv"));
pub(super) static AGE_SEX: LazyLock<File> = LazyLock::new(|| file!("age_sex.csv"));
pub(super) static EDUCATION: LazyLock<File> = LazyLock::new(|| file!("age_sex_edu.csv"));
pub(super) static INDICATORS: LazyLock<File> = LazyLock::new(|| file!("indicators.csv"));
pub(super) static REGIONS: LazyLock<File> = LazyLock::new(|| file!("regions.csv"));
pub(super) static CITIES: LazyLock<File> = LazyLock::new(|| file!("cities.csv"));
pub(super) static OCCUPATIONS: LazyLock<File> = LazyLock::new(|| file!("isco2_share.csv"));
pub(super) static MARITAL: LazyLock<File> = LazyLock::new(|| file!("marital.csv"));
pub(super) static SEEDS: LazyLock<File> = LazyLock::new(|| file!("seeds.csv"));
pub(super) static GIVEN_NAMES: LazyLock<File> = LazyLock::new(|| file!("names_given.csv"));
pub(super) static SURNAMES: LazyLock<File> = LazyLock::new(|| file!("names_surname.csv"));
pub(super) const US_PERSONS: &str = include_str!("../../../../data/population/us_persons.csv");
pub(super) const AR_PERSONS: &str = include_str!("../../../../data/population/ar_persons.csv");

/// A table whose first column names the country (or, in the seeds, the table).
pub(super) struct File {
    headers: StringRecord,
    runs: BTreeMap<&'static str, Vec<&'static str>>,
}

impl File {
    fn new(text: &'static str) -> Self {
        let (header, body) = text.split_once('\n').unwrap_or((text, ""));
        let mut runs: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut rest = body;
        while !rest.is_empty() {
            let key = key_of(rest);
            let length = run_length(rest, key);
            let (run, after) = rest.split_at(length);
            runs.entry(key).or_default().push(run);
            rest = after;
        }
        Self { headers: header.trim_end().split(',').collect(), runs }
    }

    pub fn keys(&self) -> impl Iterator<Item = &'static str> {
        self.runs.keys().copied()
    }

    /// The rows under a key. One that can't be read is left out; a test keeps that from happening to the files we ship.
    pub fn rows<T: DeserializeOwned>(&self, key: &str) -> Vec<T> {
        let runs = self.runs.get(key).map(Vec::as_slice).unwrap_or_default();
        runs.iter().flat_map(|run| parsed(run, &self.headers)).collect()
    }
}

/// Every row of a file that has no country column.
pub(super) fn all_rows<T: DeserializeOwned>(text: &'static str) -> Vec<T> {
    let (header, body) = text.split_once('\n').unwrap_or((text, ""));
    parsed(body, &header.trim_end().split(',').collect())
}

fn parsed<T: DeserializeOwned>(text: &str, headers: &StringRecord) -> Vec<T> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().filter_map(Result::ok).filter_map(|record| record.deserialize(Some(headers)).ok()).collect()
}

fn key_of(text: &str) -> &str {
    text.split([',', '\n']).next().unwrap_or_default()
}

/// Bytes up to the first line of another key.
fn run_length(text: &str, key: &str) -> usize {
    text.split_inclusive('\n').take_while(|line| key_of(line) == key).map(str::len).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_under_its_key() {
        for (file, text) in [
            (&*AGE_SEX, include_str!("../../../../data/population/age_sex.csv")),
            (&*GIVEN_NAMES, include_str!("../../../../data/population/names_given.csv")),
            (&*REGIONS, include_str!("../../../../data/population/regions.csv")),
        ] {
            let rows: usize = file.keys().map(|key| file.rows::<Vec<String>>(key).len()).sum();
            assert_eq!(rows, text.lines().count() - 1);
        }
    }
}
