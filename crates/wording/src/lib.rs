//! Renders every sentence that a reader sees, from the Fluent files in `locales/`, in the reader's language. Figures
//! arrive computed and decisions made; this crate selects messages, and [`Locale`] formats numbers, dates and lists.
//!
//! It knows the domain crates up to `analysis`, but not the wire types of `contract`. It does no I/O, reads no clock,
//! draws no random numbers and never uses a model's sentence.
//!
//! Start with [`say`] in this file, then the formatting functions below it. [`report`] renders findings: read its
//! fact table, then its sentences. [`audience`] renders an audience, [`person`] a profile, and [`served`] the notes on a
//! question or option that was reworded. [`measured_skill`] states how well an engine did on questions of one family.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod audience;
pub mod comparison;
pub mod cross_table;
mod locale;
pub mod measured_skill;
mod people;
pub mod person;
mod phrases;
pub mod report;
mod rounding;
pub mod served;
mod severity;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::{LanguageIdentifier, langid};

use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};
use language::address::Address;
use population::Attribute;
use population::census::AGE_BANDS;
use population::places::{self, PlaceKind};

/// An argument of a message; texts and numbers convert into it.
pub use fluent_bundle::FluentValue;
pub use locale::{Join, Locale, date, decimal, integer, listed, percent, sort_by_name, whole_percent, whole_points};
pub use people::{
    Missing, about_people, day, is_weighted, missing_groups, people_count, people_odds, people_range, settlement,
    unknown_eligibility, weighting_variables, why_weighted,
};
pub use phrases::phrases;
pub use rounding::{whole_shares, whole_shares_with_ends};
pub use severity::severity_note;

/// The files of each language: messages of reports first, then those of a single surface.
const EN: &[DataFile] = &[
    data_file!("crates/wording/locales/en.ftl"),
    data_file!("crates/wording/locales/en.report.ftl"),
    data_file!("crates/wording/locales/en.workspace.ftl"),
    data_file!("crates/wording/locales/en.terminal.ftl"),
    data_file!("crates/wording/locales/en.methods.ftl"),
    data_file!("crates/wording/locales/en.engine.ftl"),
    data_file!("crates/wording/locales/en.comparison.ftl"),
    data_file!("crates/wording/locales/en.study.ftl"),
];
const ES: &[DataFile] = &[
    data_file!("crates/wording/locales/es.ftl"),
    data_file!("crates/wording/locales/es.report.ftl"),
    data_file!("crates/wording/locales/es.workspace.ftl"),
    data_file!("crates/wording/locales/es.terminal.ftl"),
    data_file!("crates/wording/locales/es.methods.ftl"),
    data_file!("crates/wording/locales/es.engine.ftl"),
    data_file!("crates/wording/locales/es.comparison.ftl"),
    data_file!("crates/wording/locales/es.study.ftl"),
];
const ZH: &[DataFile] = &[
    data_file!("crates/wording/locales/zh.ftl"),
    data_file!("crates/wording/locales/zh.report.ftl"),
    data_file!("crates/wording/locales/zh.workspace.ftl"),
    data_file!("crates/wording/locales/zh.terminal.ftl"),
    data_file!("crates/wording/locales/zh.methods.ftl"),
    data_file!("crates/wording/locales/zh.engine.ftl"),
    data_file!("crates/wording/locales/zh.comparison.ftl"),
    data_file!("crates/wording/locales/zh.study.ftl"),
];
/// Greatest probability printed as such; one nearer to certainty is printed as "more than" this.
const PROBABILITY_SHOWN_MAX: f64 = 0.99;

type Bundle = FluentBundle<FluentResource>;

static BUNDLE_EN: Compiled<Bundle> = Compiled::new(|| bundle(langid!("en"), EN));
static BUNDLE_ES: Compiled<Bundle> = Compiled::new(|| bundle(langid!("es"), ES));
static BUNDLE_ZH: Compiled<Bundle> = Compiled::new(|| bundle(langid!("zh"), ZH));

/// Confidence level of every interval.
const INTERVAL_LEVEL: f64 = 0.95;
/// Percentages that any message may name without being given them. They are arguments because their notation differs by country.
const FIXED_PERCENTAGES: [(&str, f64); 2] = [("level", INTERVAL_LEVEL), ("whole", 1.0)];

/// Renders a message with its arguments and [`FIXED_PERCENTAGES`] in the notation of the locale. An unknown id is returned as is;
/// a test checks that none is used.
pub fn say(locale: impl Into<Locale>, id: &str, args: &[(&str, FluentValue<'_>)]) -> String {
    let locale = locale.into();
    let bundle = bundle_of(locale.language);
    let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) else {
        return id.to_owned();
    };
    let fixed = FIXED_PERCENTAGES.map(|(name, fraction)| (name, FluentValue::from(percent(locale, fraction))));
    let args: FluentArgs<'_> = fixed.into_iter().chain(args.iter().cloned()).collect();
    bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned()
}

/// Renders a message in a form of address. Messages in Spanish and Chinese differ by it (usted, tú, vos; 您, 你).
pub fn say_to(address: Address, language: Language, id: &str, args: &[(&str, FluentValue<'_>)]) -> String {
    let form = match address {
        Address::Formal => "formal",
        Address::Informal => "informal",
        Address::Vos => "vos",
    };
    let all: Vec<(&str, FluentValue<'_>)> = args.iter().cloned().chain([("address", form.into())]).collect();
    say(language, id, &all)
}

/// Returns whether every language has the message.
pub fn exists(id: &str) -> bool {
    Language::ALL.into_iter().all(|language| bundle_of(language).has_message(id))
}

/// Returns the name of a profile or segment attribute such as `age_band`.
pub fn attribute(language: impl Into<Language>, attribute: &str) -> String {
    let language = language.into();
    say(language, &format!("attribute-{}", dashed(attribute)), &[])
}

/// Returns the name of an attribute's value such as `q1` of `income`. A value without a message is returned as is.
pub fn value(language: impl Into<Language>, attribute: &str, value: &str) -> String {
    let language = language.into();
    value_in(language, None, attribute, value)
}

/// Returns the name of a value in a country. The country disambiguates regions and cities of the same name, and selects the
/// national name of a level of education or employment.
pub fn value_in(language: impl Into<Language>, country: Option<&str>, attribute: &str, value: &str) -> String {
    let language = language.into();
    let id = attribute_id("value", attribute, value);
    match attribute {
        "region" => places::shown(PlaceKind::Region, country, value, language).to_owned(),
        "city" => places::shown(PlaceKind::City, country, value, language).to_owned(),
        // English and Spanish name levels of education, and Spanish those of employment, by country.
        _ if exists(&id) => say(language, &id, &[("country", country.unwrap_or("").into())]),
        _ => value.to_owned(),
    }
}

/// Returns the name of a group. Age bands are cut to the audience's ages: "45–64" is "45" if nobody is older than 45.
pub fn group(
    language: impl Into<Language>,
    country: Option<&str>,
    attribute: &str,
    code: &str,
    ages: (Option<u8>, Option<u8>),
) -> String {
    let language = language.into();
    let band = AGE_BANDS.iter().find(|band| attribute == Attribute::Age.group_code() && band.code == code);
    let Some(band) = band.filter(|band| band.within(ages.0, ages.1) != band.within(None, None)) else {
        return value_in(language, country, attribute, code);
    };
    self::ages(language, band.within(ages.0, ages.1))
}

/// Names the people of a group as a sentence does: "women", "people aged 65 and over". Age bands are cut as in [`group`].
pub fn people_of(
    locale: impl Into<Locale>,
    country: Option<&str>,
    attribute: &str,
    code: &str,
    ages: (Option<u8>, Option<u8>),
) -> String {
    let locale = locale.into();
    if let Some(band) = AGE_BANDS.iter().find(|band| attribute == Attribute::Age.group_code() && band.code == code) {
        let (first, last) = band.within(ages.0, ages.1);
        return say(locale, &age_id("group-age-", first, last), &age_numbers(first, last));
    }
    let own = attribute_id("group", attribute, code);
    let name = match attribute {
        "country" => audience::country_name(locale.language, code),
        _ => value_in(locale, country, attribute, code),
    };
    let generic = format!("group-{}", dashed(attribute));
    let id = [own, generic].into_iter().find(|id| exists(id)).unwrap_or_else(|| "group-any".to_owned());
    let args = [("attribute", self::attribute(locale, attribute).into()), ("value", name.into())];
    say(locale, &id, &args)
}

/// Names a range of ages by its first and last age; `None` has no upper end.
pub fn ages(language: impl Into<Language>, (first, last): (u8, Option<u8>)) -> String {
    let language = language.into();
    say(language, &age_id("age-band-", first, last), &age_numbers(first, last))
}

fn age_id(family: &str, first: u8, last: Option<u8>) -> String {
    let kind = match last {
        Some(_) if first == 0 => "minors",
        Some(last) if last <= first => "one",
        Some(_) => "span",
        None => "from",
    };
    format!("{family}{kind}")
}

fn age_numbers(first: u8, last: Option<u8>) -> [(&'static str, FluentValue<'static>); 2] {
    [("first", first.to_string().into()), ("last", last.unwrap_or(first).to_string().into())]
}

/// Renders an estimated number of people, rounded to three significant digits. Chinese counts in 万 and 亿, and separates digits
/// from a following word by a space: a plain number ends with that space, so that "人" can be appended.
pub fn estimate(locale: impl Into<Locale>, people: u64) -> String {
    let locale = locale.into();
    let people = i64::try_from(people).unwrap_or(i64::MAX);
    let unit = 10_i64.pow(people.max(1).ilog10().saturating_sub(2));
    let rounded = (people + unit / 2) / unit * unit;
    match (locale.language, rounded) {
        (Language::Zh, 100_000_000..) => format!("{} 亿", significant(rounded as f64 / 1e8)),
        (Language::Zh, 10_000..) => format!("{} 万", significant(rounded as f64 / 1e4)),
        (Language::Zh, _) => format!("{} ", integer(locale, rounded)),
        (Language::En | Language::Es, _) => integer(locale, rounded),
    }
}

/// Renders a number of at most three significant digits without trailing zeros.
fn significant(number: f64) -> String {
    format!("{number:.2}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Returns the id of the message of a family for an attribute's value; the message need not exist.
pub fn attribute_id(family: &str, attribute: &str, value: &str) -> String {
    format!("{family}-{}-{}", dashed(attribute), dashed(value))
}

fn dashed(code: &str) -> String {
    code.replace('_', "-").replace('+', "-plus")
}

/// Renders a probability in whole percent, never as certain or impossible.
pub fn probability(locale: impl Into<Locale>, probability: f64) -> String {
    let bound = probability.clamp(1.0 - PROBABILITY_SHOWN_MAX, PROBABILITY_SHOWN_MAX);
    let sign = if probability > bound {
        ">"
    } else if probability < bound {
        "<"
    } else {
        ""
    };
    format!("{sign}{}", percent(locale, bound))
}

/// Renders the two ends of an interval in whole percent.
pub fn percent_range(locale: impl Into<Locale>, interval: [f64; 2]) -> String {
    let locale = locale.into();
    let [low, high] = interval.map(|end| percent(locale, end));
    say(locale.language, "range", &[("low", low.into()), ("high", high.into())])
}

/// Renders a difference of two shares in percentage points, without the unit. A positive one never prints as zero.
pub fn points(locale: impl Into<Locale>, difference: f64) -> String {
    let whole = (difference * 100.0).round() as i64;
    if whole == 0 && difference > 0.0 { format!("<{}", integer(locale, 1)) } else { integer(locale, whole) }
}

/// Renders how far apart two shares are, in the [`whole_points`] between their printed percentages, without sign and unit. Shares
/// that differ and print alike are less than one point apart.
pub fn points_between(locale: impl Into<Locale>, share: f64, other: f64) -> String {
    match whole_points(share, other) {
        0 if share != other => format!("<{}", integer(locale, 1)),
        whole => integer(locale, whole.abs()),
    }
}

/// Renders a number of things that stands before a noun, small ones as words where the language does: "the other five".
pub fn small_number(locale: impl Into<Locale>, number: usize) -> String {
    let locale = locale.into();
    let text = integer(locale, i64::try_from(number).unwrap_or(i64::MAX));
    say(locale, "small-number", &[("n_count", number.into()), ("n", text.into())])
}

/// Renders a figure rounded to a whole number, with a plus sign if it is positive.
pub fn signed(locale: impl Into<Locale>, figure: f64) -> String {
    let rounded = figure.round() as i64;
    let sign = if rounded > 0 { "+" } else { "" };
    format!("{sign}{}", integer(locale, rounded))
}

/// Returns a name for use in a sentence; a right-to-left name gets Unicode isolation marks.
pub fn name(text: &str) -> String {
    let is_right_to_left = |c: char| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}');
    if text.contains(is_right_to_left) { format!("\u{2068}{text}\u{2069}") } else { text.to_owned() }
}

/// Joins sentences with the spacing of the language.
pub fn sentences(language: impl Into<Language>, parts: &[String]) -> String {
    let language = language.into();
    parts.join(if language == Language::Zh { "" } else { " " })
}

fn bundle_of(language: Language) -> &'static Compiled<Bundle> {
    match language {
        Language::En => &BUNDLE_EN,
        Language::Es => &BUNDLE_ES,
        Language::Zh => &BUNDLE_ZH,
    }
}

/// Checks that the messages of every language can be parsed.
pub fn check() -> Result<(), DataError> {
    Language::ALL.into_iter().try_for_each(|language| bundle_of(language).check())
}

fn bundle(locale: LanguageIdentifier, files: &[DataFile]) -> Result<Bundle, DataError> {
    let mut bundle = Bundle::new_concurrent(vec![locale]);
    // Isolation marks around every argument would end up in files and downloads; the page isolates texts itself.
    bundle.set_use_isolating(false);
    for file in files {
        let resource =
            FluentResource::try_new(file.text.to_owned()).map_err(|(_, problems)| first_of(*file, &problems))?;
        bundle.add_resource(resource).map_err(|problems| first_of(*file, &problems))?;
    }
    Ok(bundle)
}

fn first_of<E: std::fmt::Display>(file: DataFile, problems: &[E]) -> DataError {
    file.wrong(problems.first().map_or_else(|| "it is no Fluent file".to_owned(), E::to_string))
}

#[cfg(test)]
mod tests;
