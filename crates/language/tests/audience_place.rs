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
    let cases: BTreeMap<String, BTreeMap<String, String>> = toml::from_str(LATER_CASES).unwrap();
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
    assert!(wrong.is_empty(), "{wrong:#?}");
}
