//! Towns and provinces that the population data do not divide: their names and their countries. People there are asked
//! as people of the country. Names of places that the data divide ([`places`](crate::places)) may be among them.

use serde::Deserialize;

use crate::places;
use foundation::data::{Compiled, DataError, DataFile, data_file};

const TOWNS_CSV: DataFile = data_file!("crates/population/data/places/towns.csv");
const PROVINCES_CSV: DataFile = data_file!("crates/population/data/places/provinces.csv");

static ALL: Compiled<Vec<SmallerPlace>> = Compiled::new(|| read(TOWNS_CSV, PROVINCES_CSV));

/// Checks that every place can be parsed.
pub fn check() -> Result<(), DataError> {
    ALL.check()
}

/// A town or a province.
#[derive(Debug, Clone)]
pub struct SmallerPlace {
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// In any of the three languages.
    pub names: Vec<String>,
    /// `None` for a province.
    pub population: Option<u64>,
    /// Of a province, the second part of its ISO 3166-2 code: "TX".
    pub code: Option<String>,
}

/// Returns all provinces, then all towns, by country.
pub fn all() -> &'static [SmallerPlace] {
    &ALL
}

#[derive(Deserialize)]
struct Town {
    iso2: String,
    town: String,
    population: u64,
    /// Separated by spaces.
    zh: String,
}

#[derive(Deserialize)]
struct Province {
    iso2: String,
    code: String,
    en: String,
    es: String,
    zh: String,
}

fn read(towns: DataFile, provinces: DataFile) -> Result<Vec<SmallerPlace>, DataError> {
    let town = |Town { iso2, town, population, zh }: Town| {
        let names = [town].into_iter().chain(zh.split_whitespace().map(str::to_owned)).collect();
        SmallerPlace { country: iso2, names, population: Some(population), code: None }
    };
    let province = |Province { iso2, code, en, es, zh }: Province| {
        let names = [en, es, zh].into_iter().filter(|name| !name.is_empty()).collect();
        SmallerPlace { country: iso2, names, population: None, code: Some(code) }
    };
    let provinces = provinces.csv::<Province>()?.into_iter().map(province);
    let all: Vec<SmallerPlace> = provinces.chain(towns.csv::<Town>()?.into_iter().map(town)).collect();
    match all.iter().find(|place| !places::countries().contains_key(&place.country)) {
        Some(lost) => Err(towns.wrong(format!("{:?} is in no country of the population data", lost.names))),
        None => Ok(all),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read_and_has_a_country_and_a_name() {
        let lines = |file: DataFile| file.text.lines().count() - 1;
        assert_eq!(all().len(), lines(TOWNS_CSV) + lines(PROVINCES_CSV));
        assert!(all().iter().all(|place| !place.names.is_empty()));
    }

    #[test]
    fn a_town_of_an_unknown_country_is_found() {
        let broken = DataFile { text: "iso2,town,population,zh\nQQ,Nowhere,20000,\n", ..TOWNS_CSV };
        assert!(read(broken, PROVINCES_CSV).unwrap_err().problem.contains("Nowhere"));
    }
}
