//! An audience given as filters instead of words, with the fields that results show. Every field and value is checked against the
//! population data; an error names the field and repeats the value. Nothing is inferred: an absent filter does not filter, and
//! without places the world is asked.

use population::places::{self, PlaceKind};
use population::{Attribute, Filters, Source};
use serde_json::{Map, Value};

use super::ages::AGE_MAX_YEARS;
use super::{AGE_MIN_YEARS, Audience};

/// The filters as the JSON object that a client sends.
pub type GivenFilters = Map<String, Value>;

/// The most values of one filter.
pub const VALUES_MAX: usize = 250;
pub const TRAITS_MAX: usize = 10;
pub const TRAIT_CHARS_MAX: usize = 200;
/// Characters of a wrong value that an error repeats.
const QUOTED_CHARS_MAX: usize = 60;

/// Fields that results show and that do not filter. They are accepted and not read, so that a result's filters can be sent as they
/// are.
pub const SHOWN_ONLY: [&str; 4] = ["description", "source", "basis", "relaxed"];

/// The wrong field, such as `education[1]`, and a message for the client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenError {
    pub field: String,
    pub message: String,
}

impl GivenError {
    fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}

/// Reads the audience.
pub fn audience(given: &GivenFilters) -> Result<Audience, GivenError> {
    if let Some(unknown) = given.keys().find(|name| !is_field(name)) {
        let message = format!("there is no filter {}; there are {}", quoted(unknown), fields().join(", "));
        return Err(GivenError::new(shortened(unknown), message));
    }
    let (age_min, age_max) = ages(given)?;
    let mut filters = Filters {
        countries: known(given, "countries", |code| places::is_known(PlaceKind::Country, code))?,
        regions: known(given, "regions", |code| places::is_known(PlaceKind::Region, code))?,
        cities: known(given, "cities", |code| places::is_known(PlaceKind::City, code))?,
        age_min: Some(age_min),
        age_max,
        traits: traits(given)?,
        source: Source::Given,
        ..Filters::default()
    };
    settle_countries(&mut filters)?;
    for attribute in Attribute::filters() {
        let codes = codes(attribute);
        let given = known(given, attribute.filter_name(), |code| codes.iter().any(|known| known == code))?;
        // All values are no restriction.
        filters.want(attribute, if given.len() == codes.len() { Vec::new() } else { given });
    }
    Ok(Audience { is_worldwide: filters.countries.is_empty(), conventions: Vec::new(), filters })
}

/// Writes filters as a client would send them.
pub fn written(filters: &Filters) -> GivenFilters {
    let mut given = GivenFilters::new();
    let mut list = |name: &str, values: &[String]| {
        if !values.is_empty() {
            given.insert(name.to_owned(), values.into());
        }
    };
    list("countries", &filters.countries);
    list("regions", &filters.regions);
    list("cities", &filters.cities);
    filters.coded().for_each(|(attribute, codes)| list(attribute.filter_name(), codes));
    list("traits", &filters.traits);
    for (name, age) in [("age_min", filters.age_min), ("age_max", filters.age_max)] {
        given.extend(age.map(|age| (name.to_owned(), age.into())));
    }
    given
}

/// Returns the values that a filter by codes accepts.
pub fn codes(attribute: Attribute) -> Vec<String> {
    match attribute {
        Attribute::Occupation => attribute.worded_values(),
        coded => coded.codes_asked().iter().map(|code| (*code).to_owned()).collect(),
    }
}

/// Returns the names of all filters.
fn fields() -> Vec<&'static str> {
    let coded = Attribute::filters().into_iter().map(Attribute::filter_name);
    ["countries", "regions", "cities", "age_min", "age_max"].into_iter().chain(coded).chain(["traits"]).collect()
}

fn is_field(name: &str) -> bool {
    fields().contains(&name) || SHOWN_ONLY.contains(&name)
}

/// Adds the countries of regions and cities where no countries are given; otherwise each region and city must lie in one of them.
fn settle_countries(filters: &mut Filters) -> Result<(), GivenError> {
    let country = |place: &str| place.split_once('/').map_or(place, |(country, _)| country).to_owned();
    if filters.countries.is_empty() {
        for place in filters.regions.iter().chain(&filters.cities) {
            let country = country(place);
            if !filters.countries.contains(&country) {
                filters.countries.push(country);
            }
        }
        return Ok(());
    }
    for (name, list) in [("regions", &filters.regions), ("cities", &filters.cities)] {
        if let Some(at) = list.iter().position(|place| !filters.countries.contains(&country(place))) {
            let field = format!("{name}[{at}]");
            let message = format!("{field}: {} lies in none of the given countries", quoted(&list[at]));
            return Err(GivenError::new(field, message));
        }
    }
    Ok(())
}

/// Reads a list of values without repetitions. Each must be known.
fn known(given: &GivenFilters, name: &str, is_known: impl Fn(&str) -> bool) -> Result<Vec<String>, GivenError> {
    let mut read: Vec<String> = Vec::new();
    for (at, value) in list(given, name, VALUES_MAX)?.iter().enumerate() {
        let Some(code) = value.as_str().filter(|code| is_known(code)) else {
            let field = format!("{name}[{at}]");
            let message = format!("{field}: {} is not among the values of this filter", quoted_value(value));
            return Err(GivenError::new(field, message));
        };
        if !read.iter().any(|other| other == code) {
            read.push(code.to_owned());
        }
    }
    Ok(read)
}

/// Reads the conditions that no statistic covers: the client's own words.
fn traits(given: &GivenFilters) -> Result<Vec<String>, GivenError> {
    let mut read: Vec<String> = Vec::new();
    for (at, value) in list(given, "traits", TRAITS_MAX)?.iter().enumerate() {
        let is_text = |text: &&str| {
            !crate::text::is_blank(text)
                && text.chars().count() <= TRAIT_CHARS_MAX
                && !text.chars().any(char::is_control)
        };
        let Some(text) = value.as_str().map(str::trim).filter(is_text) else {
            let field = format!("traits[{at}]");
            let message = format!("{field} must be one line of 1 to {TRAIT_CHARS_MAX} characters");
            return Err(GivenError::new(field, message));
        };
        if !read.iter().any(|other| other == text) {
            read.push(text.to_owned());
        }
    }
    Ok(read)
}

fn list<'a>(given: &'a GivenFilters, name: &str, values_max: usize) -> Result<&'a [Value], GivenError> {
    let Some(value) = given.get(name) else { return Ok(&[]) };
    let Some(list) = value.as_array() else {
        return Err(GivenError::new(name, format!("{name} must be a list, not {}", quoted_value(value))));
    };
    if list.len() > values_max {
        let message = format!("{name} must have at most {values_max} values, not {}", list.len());
        return Err(GivenError::new(name, message));
    }
    Ok(list)
}

fn ages(given: &GivenFilters) -> Result<(u8, Option<u8>), GivenError> {
    let age = |name: &str| -> Result<Option<u8>, GivenError> {
        let Some(value) = given.get(name) else { return Ok(None) };
        let age = value.as_u64().and_then(|age| u8::try_from(age).ok());
        match age.filter(|age| (AGE_MIN_YEARS..=AGE_MAX_YEARS).contains(age)) {
            Some(age) => Ok(Some(age)),
            None => {
                let range = format!("a whole number from {AGE_MIN_YEARS} to {AGE_MAX_YEARS}");
                Err(GivenError::new(name, format!("{name} must be {range}, not {}", quoted_value(value))))
            }
        }
    };
    let (min, max) = (age("age_min")?.unwrap_or(AGE_MIN_YEARS), age("age_max")?);
    match max {
        Some(max) if max < min => {
            let message = format!("age_max is {max} and must not be below age_min, {min}");
            Err(GivenError::new("age_max", message))
        }
        max => Ok((min, max.filter(|max| *max < AGE_MAX_YEARS))),
    }
}

fn quoted_value(value: &Value) -> String {
    value.as_str().map_or_else(|| shortened(&value.to_string()), quoted)
}

fn quoted(text: &str) -> String {
    format!("{:?}", shortened(text))
}

fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(QUOTED_CHARS_MAX).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(given: &Value) -> Result<Audience, GivenError> {
        audience(given.as_object().unwrap())
    }

    #[test]
    fn every_filter_is_read_and_written_back() {
        let given = json!({
            "countries": ["US", "MX"], "regions": ["MX/Jalisco"], "cities": ["MX/Guadalajara"], "age_min": 25, "age_max": 40,
            "sexes": ["female"], "education": ["bachelor", "master_or_more"], "income": ["q4", "q5"], "area": ["urban"],
            "employment": ["employed"], "occupations": ["isco-22", "soc-29"], "household": ["alone"], "marital": ["never"],
            "children": ["0"], "traits": ["who drink coffee"],
        });
        let read_back = read(&given).unwrap();
        assert_eq!(Value::Object(written(&read_back.filters)), given);
        assert_eq!((read_back.filters.source, read_back.is_worldwide), (Source::Given, false));
        assert!(read_back.filters.basis.is_empty());
        let all: Vec<&str> = given.as_object().unwrap().keys().map(String::as_str).collect();
        assert!(fields().iter().all(|field| all.contains(field)), "a new filter belongs here, too");
    }

    #[test]
    fn what_is_not_given_does_not_filter() {
        let world = read(&json!({})).unwrap();
        assert!(world.is_worldwide);
        assert_eq!(world.filters, Filters { source: Source::Given, ..Filters::adults() });
        let both = read(&json!({ "sexes": ["male", "female", "male"], "age_max": 120 })).unwrap();
        assert_eq!(both.filters, world.filters, "everybody is no restriction");
        let region = read(&json!({ "regions": ["MX/Jalisco"] })).unwrap();
        assert_eq!(region.filters.countries, ["MX"], "a region names its country");
    }

    #[test]
    fn filters_that_a_result_shows_can_be_sent_as_they_are() {
        let shown = json!({
            "description": "Women aged 18 and over in Mexico.", "countries": ["MX"], "age_min": 18, "sexes": ["female"],
            "source": "inferred", "basis": ["question"], "relaxed": ["MX/children"],
        });
        let own = json!({ "countries": ["MX"], "age_min": 18, "sexes": ["female"] });
        assert_eq!(read(&shown), read(&own));
    }

    #[test]
    fn what_the_data_do_not_know_is_named_with_its_field() {
        let long = "x".repeat(5_000);
        for (given, field, quoted) in [
            (json!({ "sex": ["female"] }), "sex", "\"sex\""),
            (json!({ "countries": ["MX", "QQ"] }), "countries[1]", "\"QQ\""),
            (json!({ "countries": ["mx"] }), "countries[0]", "\"mx\""),
            (json!({ "countries": "MX" }), "countries", "\"MX\""),
            (json!({ "countries": null }), "countries", "null"),
            (json!({ "regions": ["Jalisco"] }), "regions[0]", "\"Jalisco\""),
            (json!({ "cities": ["MX/Atlantis"] }), "cities[0]", "Atlantis"),
            (json!({ "countries": ["ES"], "regions": ["MX/Jalisco"] }), "regions[0]", "none of the given countries"),
            (json!({ "education": ["bachelor", 7] }), "education[1]", "7"),
            (json!({ "income": ["rich\u{1b}[2J"] }), "income[0]", "\\u{1b}"),
            (json!({ "occupations": ["isco-99"] }), "occupations[0]", "isco-99"),
            (json!({ "children": [2] }), "children[0]", "2"),
            (json!({ "age_min": 17 }), "age_min", "17"),
            (json!({ "age_min": 25.5 }), "age_min", "25.5"),
            (json!({ "age_min": -1 }), "age_min", "-1"),
            (json!({ "age_max": 121 }), "age_max", "121"),
            (json!({ "age_min": 60, "age_max": 30 }), "age_max", "30"),
            (json!({ "traits": [""] }), "traits[0]", "200 characters"),
            (json!({ "traits": ["two\nlines"] }), "traits[0]", "one line"),
            (json!({ "traits": ["\u{200B}"] }), "traits[0]", "one line"),
            (json!({ "traits": [&long[..201]] }), "traits[0]", "200 characters"),
            (json!({ "traits": vec!["a"; 11] }), "traits", "at most 10"),
            (json!({ "countries": vec!["MX"; 251] }), "countries", "at most 250"),
        ] {
            let error = read(&given).unwrap_err();
            assert_eq!(error.field, field, "{given}");
            assert!(error.message.contains(quoted), "{}", error.message);
        }
        for hostile in [json!({ &long: [] }), json!({ "sexes": [&long] })] {
            let error = read(&hostile).unwrap_err();
            assert!(error.field.chars().count() < 100 && error.message.chars().count() < 400, "{}", error.message);
        }
    }
}
