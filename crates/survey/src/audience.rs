//! Who is asked: what a client's words say about people, as filters over the population data. By rules and dictionaries,
//! in English, Spanish and Chinese alike whatever the report's language; it needs no model and never guesses: what no
//! table covers stays a condition in the client's own words, and what can't hold together is an error that names it.
//!
//! How filters combine: values of a list are alternatives, lists must all hold. A country is narrowed only by its own
//! `regions` and `cities`; others in the list stay whole. In `household`, `with_children` must hold beside any of the
//! other values. No country at all means the adults of the world.

mod ages;
mod collect;
mod describe;
mod family;
mod forms;
mod lexicon;
mod merge;
mod origins;
mod question;
mod reading;
pub(crate) mod text;
mod tokens;
mod whereabouts;

use std::ops::Range;

use crate::brief::Language;
use crate::data::DataError;
use crate::report::{AudienceFilters, AudienceSource};

use lexicon::Role;
use reading::Reading;
use text::Folded;
use tokens::Token;

pub use merge::{Proposal, merge};

/// Whether every dictionary can be read.
pub fn check() -> Result<(), DataError> {
    ages::check()?;
    lexicon::check()
}

/// Respondents are adults.
pub const AGE_MIN_YEARS: u8 = 18;

/// An audience that can't exist, in words for the client.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct AudienceError {
    /// In the report's language.
    pub message: String,
}

/// What can't hold together.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Clash {
    Values { field: &'static str, values: Vec<String> },
    Ages { over: u8, under: u8 },
    Minors,
    TooYoungToRetire { max: u8 },
    NoPlace,
    Outside { part: String, country: String },
}

/// The filters for an audience in the client's words or, where there are none, for the people that the question itself
/// says it is meant for.
pub fn understand(
    question: &str,
    description: Option<&str>,
    language: Language,
) -> Result<AudienceFilters, AudienceError> {
    let text = description.unwrap_or(question);
    let folded = Folded::new(text);
    let all = tokens::tokens(&folded);
    let (tokens, source) = match description {
        Some(_) => (all, AudienceSource::Given),
        None => (question::about_audience(&folded, &all), AudienceSource::Inferred),
    };
    let mut reading = reading::read(&folded, &tokens);
    if source == AudienceSource::Inferred {
        // A question's other words are its subject, not conditions; those of a fact are.
        let is_of_fact = |span: &Range<usize>| reading.stated.iter().any(|stated| stated.word.span == *span);
        reading.traits.retain(is_of_fact);
    }
    children_have_their_own_ages(&mut reading);
    origins::part_from_places(&folded, &tokens, &mut reading);
    let filters = filters_of(&folded, &tokens, &reading, source);
    filters
        .map(|(filters, conventions)| describe::described(filters, &conventions, language))
        .map_err(|clash| AudienceError { message: describe::clash(&clash, language) })
}

/// A minor's age beside parents is that of their children.
fn children_have_their_own_ages(reading: &mut Reading) {
    let is_parent = |stated: &reading::Stated| stated.word.term.household.iter().any(|code| code == "with_children");
    if !reading.has_children && !reading.stated.iter().any(is_parent) {
        return;
    }
    let (children, own): (Vec<_>, Vec<_>) =
        std::mem::take(&mut reading.ages).into_iter().partition(|age| age.max.is_some_and(|max| max < AGE_MIN_YEARS));
    reading.ages = own;
    reading.traits.extend(children.into_iter().map(|age| age.span));
}

fn filters_of(
    folded: &Folded<'_>,
    tokens: &[Token],
    reading: &Reading,
    source: AudienceSource,
) -> Result<(AudienceFilters, Vec<String>), Clash> {
    let places = whereabouts::whereabouts(folded, tokens, reading)?;
    let ages = collect::ages(reading)?;
    let employment = collect::values(reading, "employment", &collect::EMPLOYMENT, |term| &term.employment)?;
    let occupations = occupations(reading);
    collect::check_retired(&employment, &occupations, ages)?;
    let filters = AudienceFilters {
        description: String::new(),
        countries: places.countries,
        regions: places.regions,
        cities: places.cities,
        age_min: Some(ages.min),
        age_max: ages.max,
        sexes: collect::sexes(reading, has_neuter_head(folded, tokens))?,
        education: collect::education(reading)?,
        income: collect::values(reading, "income", &collect::INCOME, |term| &term.income)?,
        area: collect::values(reading, "area", &collect::AREA, |term| &term.area)?,
        employment,
        occupations,
        household: household(reading)?,
        marital: collect::values(reading, "marital", &collect::MARITAL, |term| &term.marital)?,
        traits: traits(folded, reading),
        source,
        relaxed: Vec::new(),
    };
    Ok((filters, conventions(reading, ages)))
}

/// "Personas casadas" are not women: the form agrees with the noun.
fn has_neuter_head(folded: &Folded<'_>, tokens: &[Token]) -> bool {
    const HEADS: [&str; 7] = ["persona", "gente", "famili", "poblaci", "pareja", "audiencia", "muestra"];
    tokens.iter().filter(|token| matches!(token.role(), Some(Role::Person | Role::Fact))).any(|token| {
        let text = &folded.text[token.span().clone()];
        HEADS.iter().any(|head| text.starts_with(head))
    })
}

fn occupations(reading: &Reading) -> Vec<String> {
    let mut all = Vec::new();
    for stated in reading.stated.iter().filter(|stated| !stated.is_excluded) {
        stated.word.term.occupations.iter().for_each(|group| push_new(&mut all, group));
    }
    all.sort_unstable();
    all
}

fn household(reading: &Reading) -> Result<Vec<String>, Clash> {
    let mut all = collect::values(reading, "household", &collect::HOUSEHOLD, |term| &term.household)?;
    if reading.has_children {
        push_new(&mut all, "with_children");
    }
    Ok(all)
}

/// In the client's own words and order, none twice.
fn traits(folded: &Folded<'_>, reading: &Reading) -> Vec<String> {
    let mut spans: Vec<Range<usize>> = reading.traits.clone();
    spans.sort_by_key(|span| (span.start, usize::MAX - span.end));
    let mut whole: Vec<Range<usize>> = Vec::new();
    for span in spans {
        match whole.last_mut() {
            Some(last) if span.end <= last.end => {}
            Some(last) if is_one_phrase(folded, last, &span) => last.end = span.end,
            _ => whole.push(span),
        }
    }
    let mut all = Vec::new();
    whole
        .iter()
        .map(|span| folded.quote(span))
        .filter(|words| !words.is_empty())
        .for_each(|words| push_new(&mut all, words));
    all
}

/// Chinese words side by side are one phrase, unless 的 closes the first.
fn is_one_phrase(folded: &Folded<'_>, first: &Range<usize>, second: &Range<usize>) -> bool {
    let text = &folded.text[first.clone()];
    second.start <= first.end && text.ends_with(text::is_cjk) && !text.ends_with('的')
}

/// How words were taken that leave room.
fn conventions(reading: &Reading, ages: collect::Ages) -> Vec<String> {
    let mut all = Vec::new();
    for stated in reading.stated.iter().filter(|stated| !stated.is_excluded) {
        let term = stated.word.term;
        if let Some(convention) = term.convention.as_ref().filter(|_| term.age.is_none() || ages.is_vague) {
            push_new(&mut all, &format!("audience-convention-{convention}"));
        }
    }
    if ages.is_cut {
        push_new(&mut all, "audience-adults-only");
    }
    all
}

fn push_new(list: &mut Vec<String>, value: &str) {
    if !list.iter().any(|other| other == value) {
        list.push(value.to_owned());
    }
}

/// Filters that a test takes for granted.
#[cfg(test)]
pub(crate) fn filters(given: Option<&str>, language: Language) -> AudienceFilters {
    understand("", given, language).unwrap()
}

#[cfg(test)]
mod tests;
