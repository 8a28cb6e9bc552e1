//! Renders an audience: its filters, conditions and conventions, and why an audience is impossible. It makes no
//! decision about the audience.

use foundation::Language;
use language::audience::{AGE_MIN_YEARS, Audience, Contradiction, Convention, home_countries};
use population::places::{self, PlaceKind};
use population::sample::SampleError;
use population::{Attribute, Basis, Countries, Filters, Source, Unrecorded};

use crate::{Join, Locale, estimate, listed, say, sentences, value, value_in};

/// Greatest number of countries that are named; more are counted.
const COUNTRIES_NAMED_MAX: usize = 12;

/// Countries whose English name takes an article inside a sentence.
const WITH_ARTICLE: [&str; 11] = ["AE", "CD", "CF", "CG", "DO", "GB", "GM", "NL", "PH", "PS", "US"];

/// Describes how the audience was understood, and what it or its place was inferred from where nobody named it.
/// `given_up` are the filters that were dropped because too few people fit; `relaxed` names also those that a country has no
/// data for.
pub fn description(audience: &Audience, given_up: &[Attribute], relaxed: &[String], language: Language) -> String {
    let inferred = inferred(&audience.filters, language);
    described(audience, inferred, given_up, relaxed, language)
}

/// Describes an audience that can still be changed: as [`description`] does, and how to change what was inferred.
pub fn preview(audience: &Audience, given_up: &[Attribute], relaxed: &[String], language: Language) -> String {
    let change = inferred(&audience.filters, language)
        .map(|inferred| sentences(language, &[inferred, say(language, how_to_change(&audience.filters), &[])]));
    described(audience, change, given_up, relaxed, language)
}

fn described(
    audience: &Audience,
    inferred: Option<String>,
    given_up: &[Attribute],
    relaxed: &[String],
    language: Language,
) -> String {
    let is_kept = |unrecorded: &Unrecorded| !given_up.contains(&unrecorded.attribute);
    let unrecorded = Unrecorded::all(relaxed).filter(is_kept).map(|it| not_recorded(&it, language));
    worded(audience, inferred.into_iter().chain(unrecorded).collect(), given_up, language)
}

/// Describes the people without how they were inferred, for an engine or person that answers for them.
pub fn people(audience: &Audience, given_up: &[Attribute], language: Language) -> String {
    worded(audience, Vec::new(), given_up, language)
}

/// Returns the client's words for the audience, with its place where they name none: an engine that reads them has to
/// know whom it forecasts.
pub fn words_and_place(words: &str, audience: &Audience, language: Language) -> String {
    let filters = &audience.filters;
    let place = match filters.basis.as_slice() {
        [] => return words.to_owned(),
        basis if basis.contains(&Basis::Language) => {
            let home = home(language_asked_in(filters, language), language);
            say(language, "audience-in", &[("places", home.into())])
        }
        _ => place(filters, language),
    };
    say(language, "audience-words-and-place", &[("words", words.into()), ("place", place.into())])
}

/// States how many people of the population fit. Conditions, and filters that a country has no data for, are assumed to hold
/// and are not counted.
pub fn fitting(candidates: u64, filters: &Filters, locale: impl Into<Locale>) -> String {
    let locale = locale.into();
    let unrecorded: Vec<Attribute> = Unrecorded::all(&filters.relaxed).map(|it| it.attribute).collect();
    let is_assumed = |attribute: &Attribute| unrecorded.contains(attribute);
    let mut assumed = filters.traits.clone();
    assumed.extend(coded(filters, locale.language, is_assumed, |attribute, code| {
        value_name(locale.language, filters.only_country(), attribute, code)
    }));
    let args = [("n", estimate(locale, candidates).into()), ("traits", quoted(&assumed, locale.language).into())];
    say(locale, if assumed.is_empty() { "audience-fitting" } else { "audience-fitting-assumed" }, &args)
}

fn quoted(traits: &[String], language: Language) -> String {
    let quote = |words: &String| say(language, "audience-quote", &[("words", condition(words, language).into())]);
    listed(language, &traits.iter().map(quote).collect::<Vec<_>>(), Join::And)
}

/// Returns a condition as it is quoted: on one line, in Chinese without the particle that joined it to a noun.
fn condition(words: &str, language: Language) -> String {
    let line = one_line(words);
    let is_chinese = language == Language::Zh;
    line.strip_suffix('的').filter(|rest| is_chinese && !rest.is_empty()).map_or_else(|| line.clone(), str::to_owned)
}

/// `notes` follow what was understood.
fn worded(audience: &Audience, notes: Vec<String>, given_up: &[Attribute], language: Language) -> String {
    let filters = &audience.filters;
    let mut parts = vec![line(filters, language)];
    parts.extend(further(filters, language));
    if !filters.traits.is_empty() {
        let traits = quoted(&filters.traits, language);
        parts.push(say(language, "audience-traits", &[("traits", traits.into())]));
    }
    parts.extend(audience.conventions.iter().map(|convention| say(language, &convention_id(convention), &[])));
    parts.extend(notes);
    parts.extend(given_up.iter().map(|attribute| loosened(*attribute, language)));
    sentences(language, &parts)
}

fn convention_id(convention: &Convention) -> String {
    match convention {
        Convention::Word(name) => format!("audience-convention-{name}"),
        Convention::AdultsOnly => "audience-adults-only".to_owned(),
        Convention::OwnCustomers => "audience-own-customers".to_owned(),
    }
}

fn loosened(attribute: Attribute, language: Language) -> String {
    // Readers see cities and regions alike as places.
    let shown = if attribute == Attribute::City { Attribute::Region } else { attribute };
    let filter = say(language, &format!("filter-{}", shown.filter_name()), &[]);
    say(language, "audience-loosened", &[("filter", filter.into())])
}

fn not_recorded(unrecorded: &Unrecorded, language: Language) -> String {
    let names = match &unrecorded.countries {
        Countries::Named(codes) => codes.iter().map(|code| country_name(language, code)).collect(),
        Countries::Counted(n) => vec![say(language, "audience-countries", &[("n", (*n).into())])],
    };
    let place = say(language, "audience-in", &[("places", listed(language, &names, Join::And).into())]);
    if unrecorded.attribute == Attribute::City {
        return say(language, "audience-city-not-recorded", &[("place", place.into())]);
    }
    let filter = say(language, &format!("filter-{}", unrecorded.attribute.filter_name()), &[]);
    say(language, "audience-not-recorded", &[("filter", filter.into()), ("place", place.into())])
}

/// Explains to a client why no respondents can be drawn.
pub fn sample_error(error: &SampleError, language: Language) -> String {
    match error {
        SampleError::NoData { country } => {
            let country = value(language, "country", country);
            say(language, "failure-audience-no-data", &[("country", country.into())])
        }
        SampleError::Empty { filter } => {
            let filter = say(language, &format!("filter-{filter}"), &[]);
            say(language, "failure-audience-empty", &[("filter", filter.into())])
        }
        SampleError::TooFew { drawable, wanted } => {
            let args = [("drawable", (*drawable).into()), ("wanted", (*wanted).into())];
            say(language, "failure-audience-too-few", &args)
        }
    }
}

/// Explains a contradiction in an audience.
pub fn clash(clash: &Contradiction, language: Language) -> String {
    match clash {
        Contradiction::Values { attribute, values } => {
            let values: Vec<String> =
                values.iter().map(|value| value_name(language, None, *attribute, value)).collect();
            let args = [
                ("field", field_name(language, *attribute).into()),
                ("values", listed(language, &values, Join::And).into()),
            ];
            say(language, "audience-clash-values", &args)
        }
        Contradiction::Ages { over, under } => {
            say(language, "audience-clash-ages", &[("over", (*over).into()), ("under", (*under).into())])
        }
        Contradiction::Minors => say(language, "audience-clash-minors", &[]),
        Contradiction::TooYoungToRetire { max } => say(language, "audience-clash-retired", &[("max", (*max).into())]),
        Contradiction::NoPlace => say(language, "audience-clash-no-place", &[]),
        Contradiction::Outside { part, country } => {
            let kind = if places::is_known(PlaceKind::Region, part) { PlaceKind::Region } else { PlaceKind::City };
            let part = part_name(language, kind, part);
            let args = [("part", part.into()), ("country", country_name(language, country).into())];
            say(language, "audience-clash-outside", &args)
        }
    }
}

/// Renders sex, ages and places: "Women aged 25 to 40 in Mexico and Colombia."
fn line(filters: &Filters, language: Language) -> String {
    let people = match filters.codes(Attribute::Sex) {
        [sex] if sex == "female" => "audience-people-female",
        [sex] if sex == "male" => "audience-people-male",
        _ => "audience-people-all",
    };
    let min = i64::from(filters.age_min.unwrap_or(AGE_MIN_YEARS));
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
    // Chinese has no space after a full-width bracket.
    say(language, "audience-line", &args).replace("） ", "）")
}

fn place(filters: &Filters, language: Language) -> String {
    let is_part_of = |code: &str, country: &str| code.split('/').next() == Some(country);
    let regions = filters.regions.iter().map(|code| (PlaceKind::Region, code));
    let parts: Vec<(PlaceKind, &String)> =
        regions.chain(filters.cities.iter().map(|code| (PlaceKind::City, code))).collect();
    let whole = filters.countries.iter().filter(|country| !parts.iter().any(|(_, part)| is_part_of(part, country)));
    let mut names: Vec<String> = whole.map(|code| country_name(language, code)).collect();
    if names.len() > COUNTRIES_NAMED_MAX {
        names = vec![say(language, "audience-countries", &[("n", names.len().into())])];
    }
    for country in &filters.countries {
        let of: Vec<String> = parts
            .iter()
            .filter(|(_, part)| is_part_of(part, country))
            .map(|(kind, part)| part_name(language, *kind, part))
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

/// Renders every condition that age, sex and country do not cover, one by one: parts of countries, further filters, and the
/// conditions of no statistic in the client's own words.
pub fn conditions(filters: &Filters, language: Language) -> Vec<String> {
    let parts = !filters.regions.is_empty() || !filters.cities.is_empty();
    let place = parts.then(|| place(filters, language));
    let coded = coded(
        filters,
        language,
        |_| true,
        |attribute, code| match attribute {
            // A group of occupations is known to those who work in it by its name, not by its number.
            Attribute::Occupation => value(language, attribute.code(), code),
            _ => value_name(language, filters.only_country(), attribute, code),
        },
    );
    place.into_iter().chain(coded).chain(filters.traits.iter().map(|words| one_line(words))).collect()
}

/// Renders the filters that `line` omits.
fn further(filters: &Filters, language: Language) -> Option<String> {
    let said = coded(
        filters,
        language,
        |_| true,
        |attribute, code| value_name(language, filters.only_country(), attribute, code),
    );
    let separator = if language == Language::Zh { "；" } else { "; " };
    (!said.is_empty()).then(|| say(language, "audience-filters", &[("filters", said.join(separator).into())]))
}

/// Renders each wanted filter by codes except sex; `name` renders a code.
fn coded(
    filters: &Filters,
    language: Language,
    is_wanted: impl Fn(&Attribute) -> bool,
    name: impl Fn(Attribute, &str) -> String,
) -> Vec<String> {
    let is_set = |attribute: &Attribute| {
        *attribute != Attribute::Sex && !filters.codes(*attribute).is_empty() && is_wanted(attribute)
    };
    let filter = |attribute: Attribute| {
        let codes = filters.codes(attribute);
        let values: Vec<String> = match children_from(attribute, codes) {
            Some(number) => vec![say(language, "audience-children-from", &[("n", number.into())])],
            None => codes.iter().map(|code| name(attribute, code)).collect(),
        };
        let join = if attribute == Attribute::Household { Join::And } else { Join::Or };
        let values = listed(language, &values, join);
        say(
            language,
            "audience-filter",
            &[("field", field_name(language, attribute).into()), ("values", values.into())],
        )
    };
    Attribute::filters().into_iter().filter(is_set).map(filter).collect()
}

/// Returns the least number of children where that number and any greater one will do.
fn children_from(attribute: Attribute, codes: &[String]) -> Option<usize> {
    let all = attribute.codes_asked();
    let from = all.len().checked_sub(codes.len())?;
    (attribute == Attribute::Children && codes.iter().eq(&all[from..])).then_some(from)
}

/// Returns the id of the message that says how to change what was inferred.
fn how_to_change(filters: &Filters) -> &'static str {
    match (filters.source, filters.basis.as_slice()) {
        (Source::Inferred, _) => "audience-change",
        (Source::Given, [Basis::Language]) => "audience-change-place-or-world",
        (Source::Given, _) => "audience-change-place",
    }
}

/// States what an undescribed audience, or the place of one that names none, was inferred from.
fn inferred(filters: &Filters, language: Language) -> Option<String> {
    let is_given = filters.source == Source::Given;
    let id = match filters.basis.as_slice() {
        [] => return None,
        [Basis::Account] if is_given => "audience-place-from-account",
        [Basis::Language] if is_given => "audience-place-from-language",
        _ if is_given => "audience-place-from-question",
        [Basis::Account] => "audience-from-account",
        [Basis::Language] => "audience-from-language",
        [Basis::Question, Basis::Account] => "audience-from-question-account",
        [Basis::Question, Basis::Language] => "audience-from-question-language",
        _ => "audience-from-question",
    };
    let of = language_asked_in(filters, language);
    let name = say(language, &format!("audience-language-{}", of.code()), &[]);
    Some(say(language, id, &[("language", name.into()), ("home", home(of, language).into())]))
}

/// Returns the language whose countries are asked. They identify it; it may differ from the reader's.
fn language_asked_in(filters: &Filters, language: Language) -> Language {
    Language::ALL.into_iter().find(|of| filters.countries == home_countries(*of)).unwrap_or(language)
}

fn home(of: Language, language: Language) -> String {
    say(language, &format!("audience-home-{}", of.code()), &[])
}

fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the name of a region or city, without its country.
fn part_name(language: Language, kind: PlaceKind, code: &str) -> String {
    let (country, name) = code.split_once('/').unwrap_or(("", code));
    places::shown(kind, Some(country), name, language).to_owned()
}

/// Returns the name of a country as it stands inside a sentence.
pub(crate) fn country_name(language: Language, code: &str) -> String {
    let name = value(language, Attribute::Country.code(), code);
    let has_article = language == Language::En && WITH_ARTICLE.contains(&code);
    if has_article { format!("the {name}") } else { name }
}

fn field_name(language: Language, attribute: Attribute) -> String {
    say(language, &format!("audience-field-{}", attribute.filter_name()), &[])
}

/// Returns the name of a filter value. Education and income are named as in profiles, occupations by ISCO code.
fn value_name(language: Language, country: Option<&str>, attribute: Attribute, code: &str) -> String {
    match attribute {
        Attribute::Education | Attribute::Income => value_in(language, country, attribute.code(), code),
        Attribute::Occupation => code.trim_start_matches("isco-").to_owned(),
        _ => say(language, &format!("audience-{}-{}", attribute.filter_name(), code.replace('_', "-")), &[]),
    }
}

#[cfg(test)]
mod tests;
