//! The compiled-in tables as text, split by country, so that only the countries in use are parsed and kept in memory.
//! Each table is one file of `crates/population/data/population/` and can be replaced independently.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use csv::StringRecord;
use serde::de::DeserializeOwned;

use foundation::data::{DataError, DataFile, data_file, sound};

macro_rules! file {
    ($name:literal) => {
        LazyLock::new(|| File::new(data_file!(concat!("crates/population/data/population/", $name))))
    };
}

pub(super) static COUNTRIES: LazyLock<File> = file!("countries.csv");
pub(super) static AGE_SEX: LazyLock<File> = file!("age_sex.csv");
pub(super) static EDUCATION: LazyLock<File> = file!("age_sex_edu.csv");
pub(super) static INDICATORS: LazyLock<File> = file!("indicators.csv");
pub(super) static REGIONS: LazyLock<File> = file!("regions.csv");
pub(super) static CITIES: LazyLock<File> = file!("cities.csv");
pub(super) static OCCUPATIONS: LazyLock<File> = file!("isco2_share.csv");
pub(super) static MARITAL: LazyLock<File> = file!("marital.csv");
pub(super) static SEEDS: LazyLock<File> = file!("seeds.csv");
pub(super) static GIVEN_NAMES: LazyLock<File> = file!("names_given.csv");
pub(super) static SURNAMES: LazyLock<File> = file!("names_surname.csv");
pub(super) const US_PERSONS: DataFile = data_file!("crates/population/data/population/us_persons.csv");
pub(super) const AR_PERSONS: DataFile = data_file!("crates/population/data/population/ar_persons.csv");

/// A table whose first column is the country (or, for the seeds, the table's name).
pub(super) struct File {
    file: DataFile,
    headers: StringRecord,
    runs: BTreeMap<&'static str, Vec<&'static str>>,
}

impl File {
    fn new(file: DataFile) -> Self {
        let (header, body) = file.text.split_once('\n').unwrap_or((file.text, ""));
        let mut runs: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut rest = body;
        while !rest.is_empty() {
            let key = key_of(rest);
            let length = run_length(rest, key);
            let (run, after) = rest.split_at(length);
            runs.entry(key).or_default().push(run);
            rest = after;
        }
        Self { file, headers: header.trim_end().split(',').collect(), runs }
    }

    pub fn keys(&self) -> impl Iterator<Item = &'static str> {
        self.runs.keys().copied()
    }

    /// Returns the rows of a key. Empty if the file has none.
    pub fn rows<T: DeserializeOwned>(&self, key: &str) -> Vec<T> {
        sound(self.read(key))
    }

    /// Parses the rows of every key and discards them.
    pub fn check<T: DeserializeOwned>(&self) -> Result<(), DataError> {
        self.keys().try_for_each(|key| self.read::<T>(key).map(drop))
    }

    fn read<T: DeserializeOwned>(&self, key: &str) -> Result<Vec<T>, DataError> {
        let mut rows = Vec::new();
        for run in self.runs.get(key).into_iter().flatten() {
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(run.as_bytes());
            for record in reader.records() {
                let wrong = |problem: String| self.file.wrong(format!("{key}: {problem}"));
                let record = record.map_err(|error| wrong(error.to_string()))?;
                if record.len() != self.headers.len() {
                    return Err(wrong(format!("{} columns instead of {}", record.len(), self.headers.len())));
                }
                rows.push(record.deserialize(Some(&self.headers)).map_err(|error| wrong(error.to_string()))?);
            }
        }
        Ok(rows)
    }
}

fn key_of(text: &str) -> &str {
    text.split_once([',', '\n']).map_or(text, |(key, _)| key)
}

/// Returns the length in bytes of the leading lines with this key.
fn run_length(text: &str, key: &str) -> usize {
    text.split_inclusive('\n').take_while(|line| key_of(line) == key).map(str::len).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_under_its_key() {
        for file in [&*AGE_SEX, &*GIVEN_NAMES, &*REGIONS] {
            let rows: usize = file.keys().map(|key| file.rows::<Vec<String>>(key).len()).sum();
            assert_eq!(rows, file.file.text.lines().count() - 1);
        }
    }

    #[test]
    fn a_row_that_cannot_be_read_is_found_and_not_left_out() {
        let text = "iso3,sex,value\nAFG,f,1.5\nAGO,f,a lot\n";
        let file = File::new(DataFile { name: "data/population/indicators.csv", text });
        let error = file.check::<(String, char, f64)>().unwrap_err();
        assert!(error.file == "data/population/indicators.csv" && error.problem.starts_with("AGO: "), "{error}");
        assert_eq!(file.rows::<(String, char, f64)>("AFG").len(), 1);
        let short = File::new(DataFile { name: "data/population/age_sex.csv", text: "iso3,a0,a1\nAFG,3\n" });
        assert!(short.check::<Vec<String>>().unwrap_err().problem.contains("2 columns instead of 3"));
    }
}
