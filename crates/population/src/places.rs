//! The gazetteer: countries, regions and larger cities of the population data, with names in three languages. A name
//! may stand for several places; the caller chooses.

use std::collections::BTreeMap;

use serde::Deserialize;

use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};

const COUNTRIES_CSV: DataFile = data_file!("crates/population/data/population/countries.csv");
const REGIONS_CSV: DataFile = data_file!("crates/population/data/population/regions.csv");
const CITIES_CSV: DataFile = data_file!("crates/population/data/population/cities.csv");
const COUNTRY_WORDS_CSV: DataFile = data_file!("crates/population/data/places/countries.csv");
const PLACE_WORDS_CSV: DataFile = data_file!("crates/population/data/places/places.csv");
const SHOWN_CSV: DataFile = data_file!("crates/population/data/places/shown.csv");

static COUNTRIES: Compiled<BTreeMap<String, Country>> = Compiled::new(|| read_countries(COUNTRIES_CSV));
static PLACES: Compiled<Vec<Place>> = Compiled::new(|| read_places(COUNTRIES_CSV, REGIONS_CSV, CITIES_CSV));
static NAMES: Compiled<Vec<Named>> = Compiled::new(|| read_names(COUNTRY_WORDS_CSV, PLACE_WORDS_CSV));
static SHOWN: Compiled<BTreeMap<Shown, String>> = Compiled::new(|| read_shown(SHOWN_CSV));

/// A region or city as a filter spells it, and the language of a display name.
type Shown = (PlaceKind, String, Language);

/// Checks that every place can be parsed.
pub fn check() -> Result<(), DataError> {
    COUNTRIES.check()?;
    PLACES.check()?;
    NAMES.check()?;
    SHOWN.check()
}

/// A country that the population data cover.
#[derive(Debug, Clone)]
pub struct Country {
    pub alpha2: String,
    pub alpha3: String,
    names: BTreeMap<Language, String>,
}

impl Country {
    pub fn name(&self, language: Language) -> &str {
        self.names.get(&language).map_or(&self.alpha2, String::as_str)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlaceKind {
    Country,
    Region,
    City,
}

/// A country, region or city.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub kind: PlaceKind,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// As the population data spell it; empty for a country.
    pub name: String,
    pub population: u64,
}

impl Place {
    /// As a filter spells it: `MX` or `MX/Jalisco`.
    pub fn code(&self) -> String {
        if self.kind == PlaceKind::Country { self.country.clone() } else { format!("{}/{}", self.country, self.name) }
    }
}

/// Names of a place, separated by commas, in the notation of the dictionaries.
#[derive(Debug, Clone)]
pub struct Named {
    pub words: String,
    pub place: &'static Place,
    /// Whether the words name the people of the place, such as "Mexicans".
    pub is_people: bool,
    /// Whether the words are curated, so that no further evidence is needed that a place is meant.
    pub is_known: bool,
    /// Whether the words match only if written in capitals.
    pub cased: bool,
}

/// Returns all countries by alpha-2 code.
pub fn countries() -> &'static BTreeMap<String, Country> {
    &COUNTRIES
}

/// Returns every name of every place, with likelier meanings first.
pub fn names() -> &'static [Named] {
    &NAMES
}

/// Returns whether the population data contain the place that a filter names.
pub fn is_known(kind: PlaceKind, code: &str) -> bool {
    if kind == PlaceKind::Country {
        return COUNTRIES.contains_key(code);
    }
    let Some((country, name)) = code.split_once('/') else { return false };
    PLACES.iter().any(|place| place.kind == kind && place.country == country && place.name == name)
}

/// Returns every region of a country, as filters spell them.
pub fn regions_of(country: &str) -> Vec<String> {
    let of = |place: &&Place| place.kind == PlaceKind::Region && place.country == country;
    PLACES.iter().filter(of).map(Place::code).collect()
}

/// Returns the display name of a region or city in a language, or the population data's spelling if none is listed.
/// Without a country, a name is translated only if all places of that name have the same translation.
pub fn shown<'a>(kind: PlaceKind, country: Option<&str>, name: &'a str, language: Language) -> &'a str {
    let of = |country: &str| SHOWN.get(&(kind, format!("{country}/{name}"), language)).map_or(name, String::as_str);
    if let Some(country) = country {
        return of(country);
    }
    let alike = PLACES.iter().filter(|place| place.kind == kind && place.name == name);
    let mut names = alike.map(|place| of(&place.country));
    names.next().filter(|first| names.all(|other| other == *first)).unwrap_or(name)
}

struct CountryRow {
    iso3: String,
    iso2: String,
    names: BTreeMap<Language, String>,
    pop_2025_k: u64,
}

#[derive(Deserialize)]
struct RegionRow {
    iso3: String,
    region: String,
    pop_k: Option<f64>,
}

#[derive(Deserialize)]
struct CityRow {
    iso3: String,
    city: String,
    population: u64,
}

#[derive(Deserialize)]
struct CountryWords {
    iso2: String,
    names: String,
    en: String,
    es: String,
}

#[derive(Deserialize)]
struct PlaceWords {
    kind: String,
    place: String,
    names: String,
}

fn read_countries(file: DataFile) -> Result<BTreeMap<String, Country>, DataError> {
    Ok(country_rows(file)?.map(|row| (row.iso2.clone(), Country::from(row))).collect())
}

/// Reads all rows except the world total. Names are in columns named by language code.
fn country_rows(file: DataFile) -> Result<impl Iterator<Item = CountryRow>, DataError> {
    let rows: Vec<BTreeMap<String, String>> = file.csv()?;
    let read = |row: BTreeMap<String, String>| -> Result<CountryRow, DataError> {
        let cell = |column: &str| row.get(column).cloned().ok_or_else(|| file.wrong(format!("no column `{column}`")));
        let name = |language: Language| Ok((language, cell(language.code())?));
        let people = cell("pop_2025_k")?;
        Ok(CountryRow {
            iso3: cell("iso3")?,
            iso2: cell("iso2")?,
            names: Language::ALL.into_iter().map(name).collect::<Result<_, DataError>>()?,
            pop_2025_k: people.parse().map_err(|_| file.wrong(format!("{people:?} is no number of people")))?,
        })
    };
    let rows = rows.into_iter().filter(|row| row.get("iso3").is_none_or(|code| code != "WLD"));
    Ok(rows.map(read).collect::<Result<Vec<_>, _>>()?.into_iter())
}

impl From<CountryRow> for Country {
    fn from(row: CountryRow) -> Self {
        // These parts of official names read badly in a sentence.
        let plain = |name: String| name.replace(" SAR China", "").replace('&', "and");
        let names = row.names.into_iter().map(|(language, name)| (language, plain(name))).collect();
        Self { alpha2: row.iso2, alpha3: row.iso3, names }
    }
}

fn read_places(countries: DataFile, regions: DataFile, cities: DataFile) -> Result<Vec<Place>, DataError> {
    let codes: BTreeMap<&str, &str> =
        COUNTRIES.values().map(|country| (country.alpha3.as_str(), country.alpha2.as_str())).collect();
    let place = |kind, iso3: &str, name: String, population| {
        codes.get(iso3).map(|code| Place { kind, country: (*code).to_owned(), name, population })
    };
    let countries = country_rows(countries)?
        .filter_map(|row| place(PlaceKind::Country, &row.iso3, String::new(), row.pop_2025_k * 1000));
    // A region of unknown population comes last among those of its name.
    let people = |row: &RegionRow| (row.pop_k.unwrap_or(0.0) * 1000.0) as u64;
    let regions = regions.csv::<RegionRow>()?.into_iter();
    let regions = regions.filter_map(|row| place(PlaceKind::Region, &row.iso3, row.region.clone(), people(&row)));
    let cities = cities.csv::<CityRow>()?.into_iter();
    let cities = cities.filter_map(|row| place(PlaceKind::City, &row.iso3, row.city, row.population));
    let mut places: Vec<Place> = countries.chain(regions).chain(cities).collect();
    places.sort_by_key(|place| (place.kind, u64::MAX - place.population));
    Ok(places)
}

fn read_names(country_words: DataFile, place_words: DataFile) -> Result<Vec<Named>, DataError> {
    let mut names = country_names(country_words)?;
    let by_code: BTreeMap<(PlaceKind, String), &'static Place> =
        PLACES.iter().rev().map(|place| ((place.kind, place.code()), place)).collect();
    for row in place_words.csv::<PlaceWords>()? {
        let kind = if row.kind == "city" { PlaceKind::City } else { PlaceKind::Region };
        if let Some(place) = by_code.get(&(kind, row.place)) {
            for words in spellings(&place.name).into_iter().take(1).chain([row.names]) {
                names.push(Named { words, place, is_people: false, is_known: true, cased: false });
            }
        }
    }
    let parts: Vec<&'static Place> = PLACES.iter().filter(|place| place.kind != PlaceKind::Country).collect();
    let named = |place: &'static Place, words: String| {
        let is_known = place.country == "US";
        Named { words, place, is_people: false, is_known, cased: false }
    };
    // A place's full name comes before the provinces that make up a region.
    names.extend(
        parts.iter().flat_map(|place| spellings(&place.name).into_iter().take(1).map(|name| named(place, name))),
    );
    names.extend(
        parts.iter().flat_map(|place| spellings(&place.name).into_iter().skip(1).map(|name| named(place, name))),
    );
    Ok(names)
}

/// Reads display names. They are in columns named by language code; an empty cell means that there is none.
fn read_shown(file: DataFile) -> Result<BTreeMap<Shown, String>, DataError> {
    let mut shown = BTreeMap::new();
    for mut row in file.csv::<BTreeMap<String, String>>()? {
        let mut cell = |column: &str| row.remove(column).ok_or_else(|| file.wrong(format!("no column `{column}`")));
        let kind = if cell("kind")? == "city" { PlaceKind::City } else { PlaceKind::Region };
        let place = cell("place")?;
        for language in Language::ALL {
            let name = cell(language.code())?;
            if !name.is_empty() {
                shown.insert((kind, place.clone(), language), name);
            }
        }
    }
    Ok(shown)
}

fn country_names(words: DataFile) -> Result<Vec<Named>, DataError> {
    let mut names = Vec::new();
    let words: BTreeMap<String, CountryWords> =
        words.csv::<CountryWords>()?.into_iter().map(|row| (row.iso2.clone(), row)).collect();
    for place in PLACES.iter().filter(|place| place.kind == PlaceKind::Country) {
        let mut add = |words: String, is_people, cased| {
            names.push(Named { words, place, is_people, is_known: true, cased });
        };
        if place.country == "US" {
            add("US".to_owned(), false, true);
        }
        if let Some(country) = COUNTRIES.get(&place.country) {
            for name in country.names.values() {
                // Brackets have a special meaning in the dictionaries, so the short name is used.
                let short = name.split_once(['(', '（']).map_or(name.as_str(), |(before, _)| before);
                add(short.trim().to_owned(), false, false);
            }
        }
        if let Some(more) = words.get(&place.country) {
            add(more.names.clone(), false, false);
            add(more.en.clone(), true, false);
            add(more.es.clone(), true, false);
        }
    }
    Ok(names)
}

/// Returns the ways to write a place's name: the name alone and, for a region of several provinces, each of them.
fn spellings(name: &str) -> Vec<String> {
    let (head, inside) = name.split_once('(').unwrap_or((name, ""));
    let provinces = head.trim().split(", ").chain(inside.trim_end_matches([')', ' ']).split(", "));
    let is_name = |word: &&str| word.chars().count() > 3 && !word.starts_with("incl") && !word.starts_with("former");
    let mut all: Vec<String> = provinces.map(str::trim).filter(is_name).map(str::to_owned).collect();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(file: DataFile) -> usize {
        file.text.lines().count() - 1
    }

    #[test]
    fn every_row_is_read() {
        assert_eq!(COUNTRIES.len(), lines(COUNTRIES_CSV) - 1);
        assert_eq!(PLACES.len(), lines(COUNTRIES_CSV) - 1 + lines(REGIONS_CSV) + lines(CITIES_CSV));
        assert_eq!(COUNTRY_WORDS_CSV.csv::<CountryWords>().unwrap().len(), COUNTRIES.len());
        assert_eq!(PLACE_WORDS_CSV.csv::<PlaceWords>().unwrap().len(), lines(PLACE_WORDS_CSV));
    }

    #[test]
    fn a_row_that_cannot_be_read_is_found_and_not_left_out() {
        let broken = DataFile { text: CITIES_CSV.text.replacen(",4434550", ",many", 1).leak(), ..CITIES_CSV };
        let error = read_places(COUNTRIES_CSV, REGIONS_CSV, broken).unwrap_err();
        assert!(
            error.file == "crates/population/data/population/cities.csv" && error.problem.contains("line: 2"),
            "{error}"
        );
        let cut = DataFile { text: "iso2,names\nMX,mexico\n", ..COUNTRY_WORDS_CSV };
        assert_eq!(
            read_names(cut, PLACE_WORDS_CSV).map(drop).unwrap_err().file,
            "crates/population/data/places/countries.csv"
        );
    }

    #[test]
    fn every_place_that_has_words_exists() {
        for row in PLACE_WORDS_CSV.csv::<PlaceWords>().unwrap() {
            let kind = if row.kind == "city" { PlaceKind::City } else { PlaceKind::Region };
            assert!(is_known(kind, &row.place), "{}", row.place);
        }
        let countries = COUNTRY_WORDS_CSV.csv::<CountryWords>().unwrap();
        assert!(countries.iter().all(|row| is_known(PlaceKind::Country, &row.iso2)));
    }

    #[test]
    fn every_place_that_is_shown_by_another_name_exists() {
        assert!(SHOWN.len() > 1000);
        assert!(SHOWN.keys().all(|(kind, code, _)| is_known(*kind, code)));
    }

    #[test]
    fn chinese_provinces_and_cities_have_chinese_names() {
        assert_eq!(shown(PlaceKind::Region, Some("CN"), "Sichuan", Language::Zh), "四川");
        for place in PLACES.iter().filter(|place| place.kind != PlaceKind::Country && place.country == "CN") {
            let name = shown(place.kind, Some("CN"), &place.name, Language::Zh);
            assert!(!name.contains(|c: char| c.is_ascii()), "{name}");
        }
    }

    #[test]
    fn spanish_names_have_their_accents_and_are_those_of_today() {
        let es = |country: &str, name| shown(PlaceKind::Region, Some(country), name, Language::Es).to_owned();
        assert_eq!(
            ["Mexico", "Nuevo Leon", "Distrito Federal"].map(|name| es("MX", name)),
            ["Estado de México", "Nuevo León", "Ciudad de México"]
        );
        assert_eq!([es("MX", "Michoacan de Ocampo"), es("AR", "Cordoba")], ["Michoacán", "Córdoba"]);
    }

    #[test]
    fn a_name_that_two_countries_share_is_only_changed_where_both_would_show_it_alike() {
        let anywhere = |name| shown(PlaceKind::Region, None, name, Language::Es);
        assert_eq!(
            ["Cordoba", "Distrito Federal", "Nowhere"].map(anywhere),
            ["Córdoba", "Distrito Federal", "Nowhere"]
        );
        assert_eq!(shown(PlaceKind::Region, Some("BR"), "Distrito Federal", Language::Es), "Distrito Federal");
    }

    #[test]
    fn namibia_has_its_code_and_name() {
        assert_eq!(COUNTRIES["NA"].alpha3, "NAM");
        assert_eq!(COUNTRIES["NA"].name(Language::Zh), "纳米比亚");
    }

    #[test]
    fn a_region_of_several_provinces_answers_to_each() {
        assert_eq!(spellings("La Pampa, San Luis, Mendoza"), ["La Pampa", "San Luis", "Mendoza"]);
        assert_eq!(spellings("Antioquia (incl Medellin)"), ["Antioquia"]);
    }
}
