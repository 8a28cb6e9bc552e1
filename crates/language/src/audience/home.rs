//! Chooses the place of an audience whose description names none, or that nobody described. The evidence, strongest
//! first: places in the question, a currency, the account's country, the countries of the question's language. The
//! world is asked only where the words say so.

use std::collections::BTreeSet;

use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};
use population::{Basis, places};
use regex::Regex;
use serde::Deserialize;

use super::lexicon::{Role, lexicon};
use super::near::Near;
use super::{Audience, Contradiction, abbreviations, is_place_name, understand_near, understand_question};
use crate::brief::Brief;
use crate::served;
use crate::text::fold;

const CURRENCIES: DataFile = data_file!("crates/language/data/audience/currencies.toml");

static MONEY: Compiled<Vec<Currency>> = Compiled::new(|| read(CURRENCIES));

/// Checks that the currency patterns can be parsed.
pub(super) fn check() -> Result<(), DataError> {
    MONEY.check()
}

struct Currency {
    countries: Vec<String>,
    pattern: Regex,
}

fn read(file: DataFile) -> Result<Vec<Currency>, DataError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        currency: Vec<Row>,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Row {
        countries: String,
        marks: String,
        names: String,
    }
    let read = |row: Row| {
        let Row { countries, marks, names } = row;
        // A currency mark must touch a number and follow no letter: "US$" does not contain the mark S$.
        let pattern = format!(r"(?:^|[^a-z0-9$])(?:{marks})\s*\d|\d[\d.,]*\s*(?:{marks})|{names}");
        let pattern = Regex::new(&pattern).map_err(|error| file.wrong(error))?;
        Ok(Currency { countries: countries.split_whitespace().map(str::to_owned).collect(), pattern })
    };
    file.toml::<File>()?.currency.into_iter().map(read).collect()
}

/// Returns the countries with population data where the language is the main one.
pub fn countries_of(language: Language) -> &'static [&'static str] {
    match language {
        Language::En => &["AU", "CA", "GB", "IE", "NZ", "US"],
        Language::Es => &[
            "AR", "BO", "CL", "CO", "CR", "CU", "DO", "EC", "ES", "GT", "HN", "MX", "NI", "PA", "PE", "PR", "PY", "SV",
            "UY", "VE",
        ],
        Language::Zh => &["CN", "HK", "TW"],
    }
}

/// Returns the countries that are asked in where nothing but the language of the question is known. Chinese questions
/// go to the mainland: what is asked there is seldom meant for Hong Kong and Taiwan too.
pub fn home_countries(language: Language) -> &'static [&'static str] {
    match language {
        Language::Zh => &["CN"],
        Language::En | Language::Es => countries_of(language),
    }
}

/// The parts of a brief that may determine its audience.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    pub question: &'a str,
    /// The options, searched for prices.
    pub options: &'a [String],
    pub description: Option<&'a str>,
    /// The account's country, as an ISO 3166-1 alpha-2 code.
    pub country: Option<&'a str>,
    /// The report's language, used if that of the question cannot be detected.
    pub language: Language,
}

impl<'a> From<&'a Brief> for Asked<'a> {
    fn from(brief: &'a Brief) -> Self {
        Self {
            question: brief.question(),
            options: brief.options(),
            description: brief.audience_description(),
            country: brief.country(),
            language: brief.language(),
        }
    }
}

/// Returns the audience of a brief: as it was given or kept, or else as [`whom`] reads it.
pub fn of_brief(brief: &Brief) -> Result<Audience, Contradiction> {
    brief.audience().map_or_else(|| whom(brief.into()), |audience| Ok(audience.clone()))
}

/// Returns the audience that words name. If the words that name it name no place, the place is inferred.
pub fn whom(asked: Asked<'_>) -> Result<Audience, Contradiction> {
    let near = near(&asked);
    let mut audience = understand_near(asked.question, asked.description, &near)?;
    if audience.is_worldwide || !audience.filters.countries.is_empty() {
        return Ok(audience);
    }
    let basis = match place_in_question(&asked, &near) {
        Some(spoken_of) => {
            audience.is_worldwide = spoken_of.is_worldwide;
            audience.filters.countries = spoken_of.filters.countries;
            audience.filters.regions = spoken_of.filters.regions;
            audience.filters.cities = spoken_of.filters.cities;
            Basis::Question
        }
        None => {
            let language = served::language_of(asked.question).unwrap_or(asked.language);
            let (countries, basis) = match country_believed_about(&asked, language) {
                Some(country) => (vec![country], Basis::Question),
                None => countries(&asked, language),
            };
            audience.filters.countries = countries;
            basis
        }
    };
    if !audience.filters.basis.contains(&basis) {
        audience.filters.basis.push(basis);
    }
    Ok(audience)
}

/// Returns the audience of a question that names a place, where the client described the audience without one. Only its
/// place counts: what else it says of people is not what the client said of the audience. Where nobody is described, what
/// people believe about a country of the question's language is asked there.
fn place_in_question(asked: &Asked<'_>, near: &Near) -> Option<Audience> {
    asked.description?;
    let spoken_of = understand_question(asked.question, near).ok()?;
    (spoken_of.is_worldwide || !spoken_of.filters.countries.is_empty()).then_some(spoken_of)
}

/// Returns the only country that a question about a fact speaks of, where nobody is described and people of that country
/// speak its language.
fn country_believed_about(asked: &Asked<'_>, language: Language) -> Option<String> {
    if asked.description.is_some() {
        return None;
    }
    let spoken_of = countries_named(asked.question);
    let only = spoken_of.first().filter(|_| spoken_of.len() == 1)?;
    let is_at_home = countries_of(language).contains(&only.as_str()) || speaks_too(language).contains(&only.as_str());
    // Last, since it edits the question.
    (is_at_home && served::asks_fact(asked.question, asked.options)).then(|| only.clone())
}

/// Returns the countries in which much is asked in a language that is not the main one.
fn speaks_too(language: Language) -> &'static [&'static str] {
    match language {
        Language::En => &["GH", "IN", "JM", "KE", "NG", "PH", "SG", "TT", "UG", "ZA", "ZM", "ZW"],
        Language::Es => &[],
        Language::Zh => &["MY", "SG"],
    }
}

/// Returns the countries of the places and peoples that a text names, also where the apostrophe of a possessive is missing.
fn countries_named(text: &str) -> BTreeSet<String> {
    let named = countries_in(text);
    if !named.is_empty() {
        return named;
    }
    let stems = text.split_whitespace().filter_map(|word| word.strip_suffix('s'));
    stems.filter(|stem| is_place_name(&fold(stem))).flat_map(countries_in).collect()
}

fn countries_in(text: &str) -> BTreeSet<String> {
    let folded = abbreviations::spelt_out(text);
    let words = lexicon().words(&folded, &[]);
    let terms = words.iter().map(|word| word.term).filter(|term| term.role == Role::Fact && term.names_place());
    let countries = terms.filter_map(|term| {
        let listed = term.countries.first().cloned();
        listed.or_else(|| term.places.first().map(|place| place.country.clone()))
    });
    countries.collect()
}

/// Returns what is known of the countries of a brief before its places are read.
fn near(asked: &Asked<'_>) -> Near {
    let language = served::language_of(asked.question).unwrap_or(asked.language);
    let money = by_money(&texts(asked), language);
    let home = money.into_iter().flatten().chain(asked.country.map(str::to_owned)).collect();
    Near { home, of_language: countries_of(language).to_vec(), of_any_language: of_any_language() }
}

/// Returns what is known of the countries of a text of unknown language.
pub(super) fn near_anything() -> Near {
    Near { home: Vec::new(), of_language: of_any_language(), of_any_language: Vec::new() }
}

fn of_any_language() -> Vec<&'static str> {
    Language::ALL.into_iter().flat_map(countries_of).copied().collect()
}

/// Returns the question and the options, folded.
fn texts(asked: &Asked<'_>) -> Vec<String> {
    [asked.question].into_iter().chain(asked.options.iter().map(String::as_str)).map(fold).collect()
}

fn countries(asked: &Asked<'_>, language: Language) -> (Vec<String>, Basis) {
    let texts = texts(asked);
    if let Some(countries) = by_money(&texts, language) {
        return (countries, Basis::Question);
    }
    if let Some(country) = asked.country.filter(|code| places::countries().contains_key(*code)) {
        return (vec![country.to_owned()], Basis::Account);
    }
    // Other countries use dollars too, so a bare dollar sign is weaker evidence than the account's country.
    if language == Language::En && texts.iter().any(|text| has_dollars(text)) {
        return (vec!["US".to_owned()], Basis::Question);
    }
    (home_countries(language).iter().map(|code| (*code).to_owned()).collect(), Basis::Language)
}

/// Returns the countries of the currency mentioned, if exactly one is. In Spanish and Chinese they are narrowed to
/// countries of the language, if any: euros in Spanish mean Spain.
fn by_money(texts: &[String], language: Language) -> Option<Vec<String>> {
    let mut named = MONEY.iter().filter(|currency| texts.iter().any(|text| currency.pattern.is_match(text)));
    let only = named.next()?;
    if named.next().is_some() {
        return None;
    }
    let at_home = only.countries.iter().filter(|code| countries_of(language).contains(&code.as_str()));
    let at_home: Vec<String> = at_home.cloned().collect();
    Some(if language == Language::En || at_home.is_empty() { only.countries.clone() } else { at_home })
}

fn has_dollars(text: &str) -> bool {
    text.match_indices('$').any(|(at, sign)| {
        let is_priced = text[at + sign.len()..].trim_start().starts_with(|c: char| c.is_ascii_digit());
        is_priced && (text[..at].ends_with("us") || !text[..at].ends_with(char::is_alphanumeric))
    })
}
