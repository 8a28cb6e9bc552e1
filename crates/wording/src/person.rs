//! Describes a person from their profile alone, for prompts and for readers.

use std::collections::BTreeMap;

use fluent_bundle::FluentValue;
use foundation::Language;
use population::{Attribute, Profile, Respondent};

use crate::{attribute_id, exists, say, sentences, value, value_in};

/// Returns the respondent's name, or a neutral label if there is none.
pub fn shown_name(language: Language, respondent: &Respondent) -> String {
    let label = || say(language, "respondent-label", &[("number", respondent.id.number().to_string().into())]);
    respondent.display_name.clone().unwrap_or_else(label)
}

/// Describes a person in complete sentences.
pub fn describe(language: Language, profile: &Profile) -> String {
    let parts: Vec<String> = who(language, profile).into_iter().chain(details(language, profile)).collect();
    sentences(language, &parts)
}

/// Renders sex, age and place; `None` for a profile without sex, which stands for everybody.
fn who(language: Language, profile: &Profile) -> Option<String> {
    profile.word(Attribute::Sex)?;
    let place = place(language, profile);
    let id = if place.is_empty() { "describe-who-anywhere" } else { "describe-who" };
    let age = profile.number(Attribute::Age)?;
    Some(say(language, id, &[("sex", sex(profile)), ("age", age.into()), ("place", place.into())]))
}

fn place(language: Language, profile: &Profile) -> String {
    let code = profile.word(Attribute::Country);
    let country = code.map_or_else(String::new, |code| value(language, "country", code));
    let named = |attribute: Attribute| Some(value_in(language, code, attribute.code(), profile.word(attribute)?));
    let named = match named(Attribute::City).or_else(|| named(Attribute::Region)) {
        Some(inside) => say(language, "describe-inside", &[("inside", inside.into()), ("country", country.into())]),
        None => country,
    };
    match profile.word(Attribute::Area) {
        Some("urban") if profile.word(Attribute::City).is_none() => {
            say(language, "describe-urban", &[("place", named.into())])
        }
        Some("rural") => say(language, "describe-rural", &[("place", named.into())]),
        _ => named,
    }
}

/// Renders all other attributes in one sentence; `None` if none is known.
fn details(language: Language, profile: &Profile) -> Option<String> {
    let mut by_place: BTreeMap<u8, String> = BTreeMap::new();
    for attribute in Attribute::all() {
        if let Some(place) = attribute.entry().clause
            && let Some(clause) = clause(language, profile, attribute)
        {
            by_place.insert(place, clause);
        }
    }
    let clauses: Vec<String> = by_place.into_values().collect();
    let (last, first) = clauses.split_last()?;
    let list = match first {
        [] => last.clone(),
        _ => {
            let comma = if language == Language::Zh { "，" } else { ", " };
            say(language, "describe-and", &[("first", first.join(comma).into()), ("last", last.into())])
        }
    };
    Some(say(language, "describe-details", &[("sex", sex(profile)), ("details", list.into())]))
}

fn clause(language: Language, profile: &Profile, attribute: Attribute) -> Option<String> {
    let code = profile.word(attribute)?;
    if attribute == Attribute::Occupation {
        let job = value(language, attribute.code(), code);
        return Some(say(language, "describe-job", &[("job", job.into())]));
    }
    let id = attribute_id("describe", attribute.code(), code);
    exists(&id).then(|| say(language, &id, &[("sex", sex(profile))]))
}

/// The selector for grammatical gender; an empty one selects the default form of a message.
fn sex(profile: &Profile) -> FluentValue<'static> {
    profile.word(Attribute::Sex).unwrap_or("").to_owned().into()
}

#[cfg(test)]
mod tests {
    use population::{Filters, sample};

    use super::*;

    fn drawn(countries: &[&str], size: u32, seed: u64) -> Vec<Respondent> {
        let countries = countries.iter().map(|code| (*code).to_owned()).collect();
        sample::draw(&Filters { countries, ..Filters::adults() }, size, seed).unwrap()
    }

    #[test]
    fn a_person_without_published_names_gets_a_label() {
        let drawn = drawn(&["VN"], 20, 1);
        assert_eq!(shown_name(Language::En, &drawn[11]), "Respondent 12");
        assert_eq!(shown_name(Language::Es, &drawn[9]), "Persona 10");
    }

    #[test]
    fn descriptions_are_whole_sentences_in_every_language() {
        for language in Language::ALL {
            for respondent in drawn(&[], 200, 8) {
                let text = describe(language, &respondent.profile);
                assert!(text.ends_with(['.', '。']) && !text.contains("describe-") && !text.contains('{'), "{text}");
                let age = respondent.profile.number(Attribute::Age).unwrap();
                assert!(text.contains(&age.to_string()), "{text}");
            }
        }
    }

    #[test]
    fn places_stand_in_the_readers_language() {
        let of = |country: &str, region: &str| {
            let profile = Profile::default().with(Attribute::Sex, "male").with_number(Attribute::Age, 50);
            profile.with(Attribute::Country, country).with(Attribute::Region, region)
        };
        assert_eq!(describe(Language::Zh, &of("CN", "Sichuan")), "他是一名 50 岁的男性，居住在中国大陆（四川）。");
        assert!(describe(Language::Es, &of("MX", "Distrito Federal")).contains("Ciudad de México"));
        assert!(describe(Language::Es, &of("BR", "Distrito Federal")).contains("Distrito Federal"));
    }

    #[test]
    fn somebody_whose_country_is_not_told_is_described_without_it() {
        let profile = Profile::default().with(Attribute::Sex, "female").with_number(Attribute::Age, 37);
        let said = Language::ALL.map(|language| describe(language, &profile));
        assert_eq!(said, ["She is a woman of 37.", "Es una mujer de 37 años.", "她是一名 37 岁的女性。"]);
    }

    #[test]
    fn an_empty_profile_has_an_empty_description() {
        assert_eq!(Language::ALL.map(|language| describe(language, &Profile::default())), ["", "", ""]);
    }
}
