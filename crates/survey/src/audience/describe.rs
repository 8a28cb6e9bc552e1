//! Says in the report's language what was understood: who filters leave, what was taken as true of everyone, and how
//! words that leave room were taken. Figures and lists come in decided; nothing here decides.

use super::Clash;
use crate::brief::Language;
use crate::places;
use crate::report::{AudienceFilters, AudienceSource};
use crate::wording::{self, say};

/// Longer lists of countries are counted, not named.
const COUNTRIES_NAMED_MAX: usize = 12;

/// Countries whose English name takes an article inside a sentence.
const WITH_ARTICLE: [&str; 8] = ["AE", "CF", "DO", "GB", "NL", "PH", "PS", "US"];

/// The filters with their description.
pub(super) fn described(mut filters: AudienceFilters, conventions: &[String], language: Language) -> AudienceFilters {
    let mut parts = vec![line(&filters, language)];
    parts.extend(further(&filters, language));
    if !filters.traits.is_empty() {
        let quoted: Vec<String> = filters
            .traits
            .iter()
            .map(|words| say(language, "audience-quote", &[("words", one_line(words).into())]))
            .collect();
        let traits = listed(language, &quoted, Join::And);
        parts.push(say(language, "audience-traits", &[("traits", traits.into())]));
    }
    parts.extend(conventions.iter().map(|id| say(language, id, &[])));
    parts.extend(origin(&filters, language));
    filters.description = wording::sentences(language, &parts);
    filters
}

/// The message for an audience that can't exist.
pub(super) fn clash(clash: &Clash, language: Language) -> String {
    match clash {
        Clash::Values { field, values } => {
            let values: Vec<String> = values.iter().map(|value| value_name(language, field, value)).collect();
            let args = [
                ("field", field_name(language, field).into()),
                ("values", listed(language, &values, Join::And).into()),
            ];
            say(language, "audience-clash-values", &args)
        }
        Clash::Ages { over, under } => {
            say(language, "audience-clash-ages", &[("over", (*over).into()), ("under", (*under).into())])
        }
        Clash::Minors => say(language, "audience-clash-minors", &[]),
        Clash::TooYoungToRetire { max } => say(language, "audience-clash-retired", &[("max", (*max).into())]),
        Clash::NoPlace => say(language, "audience-clash-no-place", &[]),
        Clash::Outside { part, country } => {
            let part = part.split_once('/').map_or(part.as_str(), |(_, name)| name);
            let args = [("part", part.into()), ("country", country_name(language, country).into())];
            say(language, "audience-clash-outside", &args)
        }
    }
}

/// "Women aged 25 to 40 in Mexico and Colombia."
fn line(filters: &AudienceFilters, language: Language) -> String {
    let people = match filters.sexes.as_slice() {
        [sex] if sex == "female" => "audience-people-female",
        [sex] if sex == "male" => "audience-people-male",
        _ => "audience-people-all",
    };
    let min = i64::from(filters.age_min.unwrap_or(super::AGE_MIN_YEARS));
    let ages = match filters.age_max.map(i64::from) {
        Some(max) if max == min => say(language, "audience-age-one", &[("min", min.into())]),
        Some(max) => say(language, "audience-age-span", &[("min", min.into()), ("max", max.into())]),
        None => say(language, "audience-age-from", &[("min", min.into())]),
    };
    let args = [
        ("people", say(language, people, &[]).into()),
        ("ages", ages.into()),
        ("place", place(filters, language).into()),
    ];
    say(language, "audience-line", &args)
}

fn place(filters: &AudienceFilters, language: Language) -> String {
    let is_part_of = |code: &str, country: &str| code.split('/').next() == Some(country);
    let parts: Vec<&String> = filters.regions.iter().chain(&filters.cities).collect();
    let whole = filters.countries.iter().filter(|country| !parts.iter().any(|part| is_part_of(part, country)));
    let mut names: Vec<String> = whole.map(|code| country_name(language, code)).collect();
    if names.len() > COUNTRIES_NAMED_MAX {
        names = vec![say(language, "audience-countries", &[("n", names.len().into())])];
    }
    for country in &filters.countries {
        let of: Vec<String> = parts
            .iter()
            .filter(|part| is_part_of(part, country))
            .filter_map(|part| part.split_once('/').map(|(_, name)| name.to_owned()))
            .collect();
        if !of.is_empty() {
            let args = [
                ("parts", listed(language, &of, Join::And).into()),
                ("country", country_name(language, country).into()),
            ];
            names.push(say(language, "audience-parts", &args));
        }
    }
    match names.is_empty() {
        true => say(language, "audience-world", &[]),
        false => say(language, "audience-in", &[("places", listed(language, &names, Join::And).into())]),
    }
}

/// Filters that the first sentence leaves out.
fn further(filters: &AudienceFilters, language: Language) -> Option<String> {
    let fields = [
        ("education", &filters.education),
        ("income", &filters.income),
        ("area", &filters.area),
        ("employment", &filters.employment),
        ("occupations", &filters.occupations),
        ("household", &filters.household),
        ("marital", &filters.marital),
    ];
    let said: Vec<String> = fields
        .into_iter()
        .filter(|(_, values)| !values.is_empty())
        .map(|(field, values)| {
            let values: Vec<String> = values.iter().map(|value| value_name(language, field, value)).collect();
            let join = if field == "household" { Join::And } else { Join::Or };
            let args =
                [("field", field_name(language, field).into()), ("values", listed(language, &values, join).into())];
            say(language, "audience-filter", &args)
        })
        .collect();
    let separator = if language == Language::Zh { "；" } else { "; " };
    (!said.is_empty()).then(|| say(language, "audience-filters", &[("filters", said.join(separator).into())]))
}

fn origin(filters: &AudienceFilters, language: Language) -> Option<String> {
    if filters.source == AudienceSource::Given {
        return None;
    }
    let plain = AudienceFilters {
        age_min: Some(super::AGE_MIN_YEARS),
        countries: Vec::new(),
        source: AudienceSource::Inferred,
        description: String::new(),
        ..filters.clone()
    };
    let is_everyone = plain == *filters
        && filters.age_max.is_none()
        && filters.sexes.is_empty()
        && further(filters, language).is_none();
    Some(say(language, if is_everyone { "audience-none-given" } else { "audience-from-question" }, &[]))
}

fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn country_name(language: Language, code: &str) -> String {
    let name = places::countries().get(code).map_or(code, |country| country.name(language));
    let has_article = language == Language::En && WITH_ARTICLE.contains(&code);
    if has_article { format!("the {name}") } else { name.to_owned() }
}

fn field_name(language: Language, field: &str) -> String {
    say(language, &format!("audience-field-{field}"), &[])
}

/// Education and income have the names that profiles show; occupations go by the number of their group.
fn value_name(language: Language, field: &str, value: &str) -> String {
    match field {
        "education" | "income" => wording::value(language, field, value),
        "occupations" => value.trim_start_matches("isco-").to_owned(),
        _ => say(language, &format!("audience-{field}-{}", value.replace('_', "-")), &[]),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Join {
    And,
    Or,
}

/// "a, b and c", the way the language joins a list.
fn listed(language: Language, items: &[String], join: Join) -> String {
    let Some((last, head)) = items.split_last() else { return String::new() };
    if head.is_empty() {
        return last.clone();
    }
    let separator = if language == Language::Zh { "、" } else { ", " };
    let id = match (join, is_vowel_alike(language, join, last)) {
        (Join::And, false) => "audience-list-and",
        (Join::And, true) => "audience-list-and-before-i",
        (Join::Or, false) => "audience-list-or",
        (Join::Or, true) => "audience-list-or-before-o",
    };
    say(language, id, &[("head", head.join(separator).into()), ("last", last.as_str().into())])
}

/// Spanish writes "e" for "y" before an i and "u" for "o" before an o.
fn is_vowel_alike(language: Language, join: Join, next: &str) -> bool {
    let next = super::text::fold(next);
    let start = next.strip_prefix('h').unwrap_or(&next);
    language == Language::Es
        && match join {
            Join::And => start.starts_with('i') && !start.starts_with("ie"),
            Join::Or => start.starts_with('o'),
        }
}
