//! Renders every sentence that a reader sees, from the Fluent files in `locales/`, in the reader's language. Figures
//! arrive computed and decisions made; this crate selects messages and formats numbers, dates and lists.
//!
//! It knows the domain crates up to `analysis`, but not the wire types of `contract`. It does no I/O, reads no clock,
//! draws no random numbers and never uses a model's sentence.
//!
//! Start with [`say`] in this file, then the formatting functions below it. [`report`] renders findings: read its
//! fact table, then its sentences. [`audience`] renders an audience, [`person`] a profile, and [`served`] the notes on a
//! question or option that was reworded.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod audience;
mod people;
pub mod person;
pub mod report;
pub mod served;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::{LanguageIdentifier, langid};

use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};
use population::Attribute;
use population::census::AGE_BANDS;
use population::places::{self, PlaceKind};

/// An argument of a message; texts and numbers convert into it.
pub use fluent_bundle::FluentValue;
pub use people::{
    Missing, about_people, day, is_weighted, missing_groups, people_count, people_odds, people_range, settlement,
    unknown_eligibility, weighting_variables, why_weighted,
};

/// The files of each language: messages of reports first, then those of a single surface.
const EN: &[DataFile] = &[
    data_file!("crates/wording/locales/en.ftl"),
    data_file!("crates/wording/locales/en.report.ftl"),
    data_file!("crates/wording/locales/en.workspace.ftl"),
    data_file!("crates/wording/locales/en.terminal.ftl"),
    data_file!("crates/wording/locales/en.methods.ftl"),
];
const ES: &[DataFile] = &[
    data_file!("crates/wording/locales/es.ftl"),
    data_file!("crates/wording/locales/es.report.ftl"),
    data_file!("crates/wording/locales/es.workspace.ftl"),
    data_file!("crates/wording/locales/es.terminal.ftl"),
    data_file!("crates/wording/locales/es.methods.ftl"),
];
const ZH: &[DataFile] = &[
    data_file!("crates/wording/locales/zh.ftl"),
    data_file!("crates/wording/locales/zh.report.ftl"),
    data_file!("crates/wording/locales/zh.workspace.ftl"),
    data_file!("crates/wording/locales/zh.terminal.ftl"),
    data_file!("crates/wording/locales/zh.methods.ftl"),
];
/// Greatest probability printed as such; one nearer to certainty is printed as "more than" this.
const PROBABILITY_SHOWN_MAX: f64 = 0.99;

type Bundle = FluentBundle<FluentResource>;

static BUNDLE_EN: Compiled<Bundle> = Compiled::new(|| bundle(langid!("en"), EN));
static BUNDLE_ES: Compiled<Bundle> = Compiled::new(|| bundle(langid!("es"), ES));
static BUNDLE_ZH: Compiled<Bundle> = Compiled::new(|| bundle(langid!("zh"), ZH));

/// Renders a message with its arguments. An unknown id is returned as is; a test checks that none is used.
pub fn say(language: Language, id: &str, args: &[(&str, FluentValue<'_>)]) -> String {
    let bundle = bundle_of(language);
    let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) else {
        return id.to_owned();
    };
    let args: FluentArgs<'_> = args.iter().map(|(name, value)| (*name, value.clone())).collect();
    bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned()
}

/// Returns whether every language has the message.
pub fn exists(id: &str) -> bool {
    Language::ALL.into_iter().all(|language| bundle_of(language).has_message(id))
}

/// Returns the name of a profile or segment attribute such as `age_band`.
pub fn attribute(language: Language, attribute: &str) -> String {
    say(language, &format!("attribute-{}", dashed(attribute)), &[])
}

/// Returns the name of an attribute's value such as `q1` of `income`. A value without a message is returned as is.
pub fn value(language: Language, attribute: &str, value: &str) -> String {
    value_in(language, None, attribute, value)
}

/// Returns the name of a value in a country, which disambiguates regions and cities of the same name.
pub fn value_in(language: Language, country: Option<&str>, attribute: &str, value: &str) -> String {
    let id = attribute_id("value", attribute, value);
    match attribute {
        "region" => places::shown(PlaceKind::Region, country, value, language).to_owned(),
        "city" => places::shown(PlaceKind::City, country, value, language).to_owned(),
        _ if exists(&id) => say(language, &id, &[]),
        _ => value.to_owned(),
    }
}

/// Returns the name of a group. Age bands are cut to the audience's ages: "45–64" is "45" if nobody is older than 45.
pub fn group(
    language: Language,
    country: Option<&str>,
    attribute: &str,
    code: &str,
    ages: (Option<u8>, Option<u8>),
) -> String {
    let band = AGE_BANDS.iter().find(|band| attribute == Attribute::Age.group_code() && band.code == code);
    let Some(band) = band.filter(|band| band.within(ages.0, ages.1) != band.within(None, None)) else {
        return value_in(language, country, attribute, code);
    };
    self::ages(language, band.within(ages.0, ages.1))
}

/// Names a range of ages by its first and last age; `None` has no upper end.
pub fn ages(language: Language, (first, last): (u8, Option<u8>)) -> String {
    let numbers = [("first", first.to_string().into()), ("last", last.unwrap_or(first).to_string().into())];
    let id = match last {
        Some(_) if first == 0 => "age-band-minors",
        Some(last) if last <= first => "age-band-one",
        Some(_) => "age-band-span",
        None => "age-band-from",
    };
    say(language, id, &numbers)
}

/// Renders an estimated number of people, rounded to three significant digits.
pub fn estimate(language: Language, people: u64) -> String {
    let people = i64::try_from(people).unwrap_or(i64::MAX);
    let unit = 10_i64.pow(people.max(1).ilog10().saturating_sub(2));
    integer(language, (people + unit / 2) / unit * unit)
}

/// Returns the id of the message of a family for an attribute's value; the message need not exist.
pub fn attribute_id(family: &str, attribute: &str, value: &str) -> String {
    format!("{family}-{}-{}", dashed(attribute), dashed(value))
}

fn dashed(code: &str) -> String {
    code.replace('_', "-").replace('+', "-plus")
}

/// Renders a fraction in whole percent, in the notation of the language.
pub fn percent(language: Language, fraction: f64) -> String {
    let whole = integer(language, (fraction * 100.0).round() as i64);
    match language {
        // Spanish separates the sign by a no-break space.
        Language::Es => format!("{whole}\u{a0}%"),
        Language::En | Language::Zh => format!("{whole}%"),
    }
}

/// Renders a probability in whole percent, never as certain or impossible.
pub fn probability(language: Language, probability: f64) -> String {
    let bound = probability.clamp(1.0 - PROBABILITY_SHOWN_MAX, PROBABILITY_SHOWN_MAX);
    let sign = if probability > bound {
        ">"
    } else if probability < bound {
        "<"
    } else {
        ""
    };
    format!("{sign}{}", percent(language, bound))
}

/// Renders the two ends of an interval in whole percent.
pub fn percent_range(language: Language, interval: [f64; 2]) -> String {
    let [low, high] = interval.map(|end| percent(language, end));
    say(language, "range", &[("low", low.into()), ("high", high.into())])
}

/// Renders a difference of two shares in percentage points, without the unit. A positive one never prints as zero.
pub fn points(language: Language, difference: f64) -> String {
    let whole = (difference * 100.0).round() as i64;
    if whole == 0 && difference > 0.0 { format!("<{}", integer(language, 1)) } else { integer(language, whole) }
}

/// Renders a figure rounded to a whole number, with a plus sign if it is positive.
pub fn signed(language: Language, figure: f64) -> String {
    let rounded = figure.round() as i64;
    let sign = if rounded > 0 { "+" } else { "" };
    format!("{sign}{}", integer(language, rounded))
}

/// Renders a whole number with the language's digit grouping.
pub fn integer(language: Language, number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let (separator, grouped_from) = match language {
        Language::En | Language::Zh => (',', 4),
        // Spanish groups numbers of five digits or more, by a narrow no-break space.
        Language::Es => ('\u{202f}', 5),
    };
    let sign = if number < 0 { "−" } else { "" };
    if digits.len() < grouped_from {
        return format!("{sign}{digits}");
    }
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(separator);
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}")
}

/// Renders a number with the given decimals and the language's decimal mark.
pub fn decimal(language: Language, number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    if language == Language::Es { text.replace('.', ",") } else { text }
}

/// Renders a date; `month` counts from 1.
pub fn date(language: Language, year: i32, month: u8, day: u8) -> String {
    let month = say(language, &format!("month-{month}"), &[]);
    say(
        language,
        "date",
        &[("year", year.to_string().into()), ("month", month.into()), ("day", day.to_string().into())],
    )
}

/// Returns a name for use in a sentence; a right-to-left name gets Unicode isolation marks.
pub fn name(text: &str) -> String {
    let is_right_to_left = |c: char| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}');
    if text.contains(is_right_to_left) { format!("\u{2068}{text}\u{2069}") } else { text.to_owned() }
}

/// Joins sentences with the spacing of the language.
pub fn sentences(language: Language, parts: &[String]) -> String {
    parts.join(if language == Language::Zh { "" } else { " " })
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Join {
    And,
    Or,
}

/// Renders a list such as "a, b and c".
pub fn listed(language: Language, items: &[String], join: Join) -> String {
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

/// Returns whether Spanish writes "e" for "y" (before an i) or "u" for "o" (before an o).
fn is_vowel_alike(language: Language, join: Join, next: &str) -> bool {
    let next = language::text::fold(next);
    let start = next.strip_prefix('h').unwrap_or(&next);
    language == Language::Es
        && match join {
            Join::And => start.starts_with('i') && !start.starts_with("ie"),
            Join::Or => start.starts_with('o'),
        }
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
