//! Reads what people call places: short names and nicknames, islands, and the universities and services of a country.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Term;
use foundation::Language;
use foundation::data::{DataError, DataFile};

/// Reads what people call places.
pub(super) fn read(file: DataFile) -> Result<Vec<Term>, DataError> {
    #[derive(Deserialize)]
    struct File {
        group: Vec<Group>,
    }
    #[derive(Deserialize, Default)]
    #[serde(deny_unknown_fields, default)]
    struct Group {
        located: Option<Language>,
        cased: bool,
        convention: Option<String>,
        cities: BTreeMap<String, String>,
        regions: BTreeMap<String, String>,
        countries: BTreeMap<String, String>,
    }
    let terms = |group: Group| {
        let Group { located, cased, convention, cities, regions, countries } = group;
        let new = move |words: String| Term { located, cased, is_nickname: true, en: words, ..Term::default() };
        let city = |(code, words)| Term { cities: vec![code], ..new(words) };
        let region = |(code, words)| Term { regions: vec![code], ..new(words) };
        let country = |(code, words)| Term {
            countries: vec![code],
            keep: true,
            implied: true,
            convention: convention.clone(),
            ..new(words)
        };
        let mut terms: Vec<Term> = cities.into_iter().map(city).collect();
        terms.extend(regions.into_iter().map(region));
        terms.extend(countries.into_iter().map(country));
        terms
    };
    Ok(file.toml::<File>()?.group.into_iter().flat_map(terms).collect())
}
