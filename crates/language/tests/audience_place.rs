//! Places of audiences as people write them: named, inferred from the rest of the brief, or the whole world.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use foundation::Language;
use language::audience::{Asked, Audience, Convention, home_countries, whom};
use population::{Basis, Source};
use serde::Deserialize;

const CASES: &str = include_str!("audience_place_cases.toml");
/// Countries by audience, by language.
const LATER_CASES: &str = include_str!("audience_place_later_cases.toml");
const SAID_CASES: &str = include_str!("audience_place_said_cases.toml");

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    language: String,
    audience: String,
    /// Country codes, `world`, or `home` for the countries of the language.
    place: String,
    question: Option<String>,
    #[serde(default)]
    options: Vec<String>,
    country: Option<String>,
    basis: Option<String>,
    /// The conditions, where they are of interest.
    traits: Option<Vec<String>>,
    ages: Option<(u8, u8)>,
    #[serde(default)]
    says: Vec<String>,
}

impl Case {
    fn language(&self) -> Language {
        self.language.parse().unwrap()
    }

    fn audience(&self) -> Audience {
        let neutral = match self.language() {
            Language::En => "Which one do you like best?",
            Language::Es => "¿Cuál te gusta más?",
            Language::Zh => "你更喜欢哪一个？",
        };
        let question = self.question.as_deref().unwrap_or(neutral);
        let (options, country) = (&self.options, self.country.as_deref());
        let description = Some(self.audience.as_str());
        whom(Asked { question, options, description, country, language: self.language() }).unwrap()
    }

    fn countries(&self) -> Vec<String> {
        match self.place.as_str() {
            "home" => home_countries(self.language()).iter().map(|code| (*code).to_owned()).collect(),
            "world" => Vec::new(),
            codes => codes.split(' ').map(str::to_owned).collect(),
        }
    }

    fn basis(&self) -> Vec<Basis> {
        match self.basis.as_deref().unwrap_or(&self.place) {
            "home" => vec![Basis::Language],
            "account" => vec![Basis::Account],
            "question" => vec![Basis::Question],
            _ => Vec::new(),
        }
    }
}

fn said(audience: &Audience) -> Vec<String> {
    let name = |convention: &Convention| match convention {
        Convention::Word(name) => name.clone(),
        Convention::AdultsOnly => "adults_only".to_owned(),
        Convention::OwnCustomers => "own_customers".to_owned(),
    };
    audience.conventions.iter().map(name).collect()
}

fn cases() -> Vec<Case> {
    toml::from_str::<Cases>(CASES).unwrap().case
}

#[test]
fn every_audience_is_asked_where_its_words_or_its_brief_say() {
    let cases = cases();
    for language in ["en", "es", "zh"] {
        let count = cases.iter().filter(|case| case.language == language).count();
        assert!(count >= 25, "{language} {count}");
    }
    for case in &cases {
        let audience = case.audience();
        let filters = &audience.filters;
        assert_eq!((&filters.countries, &filters.basis), (&case.countries(), &case.basis()), "{}", case.audience);
        assert_eq!(audience.is_worldwide, case.place == "world", "{}", case.audience);
        assert_eq!(filters.source, Source::Given, "{}", case.audience);
    }
}

#[test]
fn words_that_name_no_place_keep_their_other_conditions() {
    for case in &cases() {
        let audience = case.audience();
        if let Some(traits) = &case.traits {
            assert_eq!(&audience.filters.traits, traits, "{}", case.audience);
        }
        if let Some((min, max)) = case.ages {
            let max = Some(max).filter(|max| *max < 120);
            assert_eq!((audience.filters.age_min, audience.filters.age_max), (Some(min), max), "{}", case.audience);
        }
        assert!(case.says.iter().all(|name| said(&audience).contains(name)), "{} {:?}", case.audience, said(&audience));
    }
}

#[test]
fn towns_quarters_peoples_and_abbreviations_are_in_their_countries() {
    let wrong = wrong_places(LATER_CASES);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_people_call_places_is_understood() {
    let wrong = wrong_places(SAID_CASES);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn wrong_places(cases: &str) -> Vec<String> {
    let cases: BTreeMap<String, BTreeMap<String, String>> = toml::from_str(cases).unwrap();
    let mut wrong = Vec::new();
    for (language, cases) in cases {
        let language: Language = language.parse().unwrap();
        for (words, place) in cases {
            let case = Case { language: language.to_string(), audience: words, place, ..Case::default() };
            let countries = case.audience().filters.countries;
            if countries != case.countries() {
                wrong.push(format!("{}: {countries:?}, not {}", case.audience, case.place));
            }
        }
    }
    wrong
}

/// Questions that nobody is described for, with the countries whose people are asked.
#[test]
fn a_place_that_only_the_question_names_is_asked_in_if_its_people_share_what_it_is_about() {
    for (language, question, place) in [
        ("es", "¿Qué debería mejorar antes el Mercado Central de San José, Costa Rica?", "CR"),
        ("es", "¿Qué le falta al metro de Medellín?", "CO"),
        ("es", "¿Cómo te mueves por el centro de Lima y qué cambiarías?", "PE"),
        ("en", "What should be fixed first at the bus station in Leeds?", "GB"),
        ("en", "Which bike lanes in Portland would you improve first?", "US"),
        ("en", "How often do you use the trams in Melbourne?", "AU"),
        ("zh", "新加坡的组屋楼下，你最想要什么？", "SG"),
        ("zh", "在吉隆坡搭轻快铁，最希望先改善什么？", "MY"),
        ("zh", "台北捷運你最常搭哪一條線？", "TW"),
        ("en", "Which city would you visit on a trip to Japan?", "home"),
        ("en", "Should the streets of Venice be closed to tourists?", "home"),
        ("es", "¿Qué ciudad prefieres para un viaje a Italia?", "home"),
        ("zh", "去日本旅游你最想看什么？", "home"),
    ] {
        let case = Case { language: language.to_owned(), place: place.to_owned(), ..Case::default() };
        let asked = Asked { question, options: &[], description: None, country: None, language: case.language() };
        assert_eq!(whom(asked).unwrap().filters.countries, case.countries(), "{question}");
    }
}

/// The account's country and the currency of the prices decide between places of one name.
#[test]
fn the_account_and_the_currency_tell_which_place_is_meant() {
    let countries = |language: Language, description: &str, options: &[&str], country: Option<&str>| {
        let options: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
        let question = if language == Language::Es { "¿Cuál te gusta más?" } else { "Which one do you like best?" };
        let asked = Asked { question, options: &options, description: Some(description), country, language };
        whom(asked).unwrap().filters.countries.join(" ")
    };
    assert_eq!(countries(Language::En, "drivers in Cambridge", &[], None), "GB");
    assert_eq!(countries(Language::En, "drivers in Cambridge", &[], Some("US")), "US");
    assert_eq!(countries(Language::En, "drivers in London", &[], Some("CA")), "CA");
    assert_eq!(countries(Language::Es, "vecinos de Guadalajara", &[], None), "MX");
    assert_eq!(countries(Language::Es, "vecinos de Guadalajara", &["10 €", "12 €"], None), "ES");
    assert_eq!(countries(Language::Es, "vecinos de Cuenca", &[], Some("ES")), "ES");
    assert_eq!(countries(Language::Es, "vecinos de San José", &[], None), "CR");
    assert_eq!(countries(Language::En, "people in San Jose", &[], None), "US");
}
