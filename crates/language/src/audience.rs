//! Reads a client's words about people into filters over the population data. Rules and dictionaries do it, in English,
//! Spanish and Chinese alike whatever the report's language. It needs no model and never guesses: what no table covers
//! stays a condition in the client's own words, and what can't hold together is an error that names it.
//!
//! How filters combine: values of a list are alternatives, lists must all hold. A country is narrowed only by its own
//! `regions` and `cities`; others in the list stay whole. No country at all means the adults of the world.

mod ages;
mod collect;
mod family;
mod forms;
mod home;
mod lexicon;
mod local;
mod merge;
mod numerals;
mod origins;
mod question;
mod reading;
mod tokens;
mod whereabouts;

use std::ops::Range;

use foundation::data::DataError;
use population::{Attribute, Basis, Filters, Source};
use serde::{Deserialize, Serialize};

use crate::text::{self, Folded};
use lexicon::Role;
use reading::Reading;
use tokens::Token;

pub use home::{Asked, countries_of, whom};
pub use merge::{Proposal, merge};

/// Whether every dictionary can be read.
pub fn check() -> Result<(), DataError> {
    ages::check()?;
    home::check()?;
    local::check()?;
    lexicon::check()
}

/// The names of all conventions that the dictionaries have.
pub fn conventions_known() -> Vec<&'static str> {
    lexicon::lexicon().conventions().collect()
}

/// Respondents are adults.
pub const AGE_MIN_YEARS: u8 = 18;

/// What in an audience can't hold together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the audience can't exist: {self:?}")]
pub enum Clash {
    Values {
        attribute: Attribute,
        values: Vec<String>,
    },
    Ages {
        over: u8,
        under: u8,
    },
    Minors,
    TooYoungToRetire {
        max: u8,
    },
    NoPlace,
    /// A place by its code, which does not lie in the country.
    Outside {
        part: String,
        country: String,
    },
}

/// An audience as it was understood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Audience {
    pub filters: Filters,
    /// How words were taken that leave room.
    pub conventions: Vec<Convention>,
}

/// One way of taking words that leave room.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Convention {
    /// A dictionary's own, by its name there.
    Word(String),
    /// Minors were asked for too.
    AdultsOnly,
}

/// The filters for an audience in the client's words or, where there are none, for the people that the question itself
/// says it is meant for.
pub fn understand(question: &str, description: Option<&str>) -> Result<Audience, Clash> {
    let text = description.unwrap_or(question);
    let folded = Folded::new(text);
    let all = tokens::tokens(&folded);
    let (tokens, source) = match description {
        Some(_) => (all, Source::Given),
        None => (spoken_of(&folded, &all), Source::Inferred),
    };
    let mut reading = reading::read(&folded, &tokens);
    if source == Source::Inferred {
        // Other words of a question are its subject and no conditions; only those of a fact stay.
        let is_of_fact = |span: &Range<usize>| reading.stated.iter().any(|stated| stated.word.span == *span);
        reading.traits.retain(is_of_fact);
    }
    children_have_their_own_ages(&mut reading);
    origins::part_from_places(&folded, &tokens, &mut reading);
    let (mut filters, conventions) = filters_of(&folded, &tokens, &reading, source)?;
    let says_something = filters != Filters { source, ..Filters::adults() };
    filters.basis.extend((source == Source::Inferred && says_something).then_some(Basis::Question));
    Ok(Audience { filters, conventions })
}

/// What a question says of whom it is for: the people it names, and the place of a thing whose customers live there.
fn spoken_of(folded: &Folded<'_>, all: &[Token]) -> Vec<Token> {
    let mut about = question::about_audience(folded, all);
    let names_place = about.iter().any(|token| matches!(token, Token::Word(word) if word.term.names_place()));
    if !names_place {
        about.extend(local::about_residents(folded, all));
    }
    about
}

/// Where parents are asked for, a minor's age is that of their children.
fn children_have_their_own_ages(reading: &mut Reading) {
    let is_parent = |stated: &reading::Stated| {
        stated.word.term.codes(Attribute::Household).iter().any(|code| code == "with_children")
    };
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
    source: Source,
) -> Result<(Filters, Vec<Convention>), Clash> {
    let places = whereabouts::whereabouts(folded, tokens, reading)?;
    let ages = collect::ages(reading)?;
    let employment = collect::values(reading, Attribute::Employment)?;
    let occupations = occupations(reading);
    collect::check_retired(&employment, &occupations, ages)?;
    let mut filters = Filters {
        countries: places.countries,
        regions: places.regions,
        cities: places.cities,
        age_min: Some(ages.min),
        age_max: ages.max,
        traits: traits(folded, reading),
        source,
        ..Filters::default()
    };
    for attribute in Attribute::filtered_by_codes() {
        let codes = match attribute {
            Attribute::Sex => collect::sexes(reading, has_neuter_head(folded, tokens))?,
            Attribute::Education => collect::education(reading)?,
            Attribute::Household => household(reading)?,
            _ => collect::values(reading, attribute)?,
        };
        filters.want(attribute, codes);
    }
    filters.want(Attribute::Occupation, occupations);
    Ok((filters, conventions(reading, ages)))
}

/// Whether people are named by a noun that is feminine for everybody: "personas casadas" are not only women.
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
        stated.word.term.codes(Attribute::Occupation).iter().for_each(|group| push_new(&mut all, group));
    }
    all.sort_unstable();
    all
}

fn household(reading: &Reading) -> Result<Vec<String>, Clash> {
    let mut all = collect::values(reading, Attribute::Household)?;
    if reading.has_children {
        push_new(&mut all, "with_children");
    }
    Ok(all)
}

/// The conditions, in the client's own words and order, none twice.
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

/// How words were taken that leave room, none twice.
fn conventions(reading: &Reading, ages: collect::Ages) -> Vec<Convention> {
    let mut all = Vec::new();
    for stated in reading.stated.iter().filter(|stated| !stated.is_excluded) {
        let term = stated.word.term;
        if let Some(convention) = term.convention.as_ref().filter(|_| term.age.is_none() || ages.is_vague) {
            push_new(&mut all, convention);
        }
    }
    let mut all: Vec<Convention> = all.into_iter().map(Convention::Word).collect();
    all.extend(ages.is_cut.then_some(Convention::AdultsOnly));
    all
}

fn push_new(list: &mut Vec<String>, value: &str) {
    if !list.iter().any(|other| other == value) {
        list.push(value.to_owned());
    }
}

#[cfg(test)]
mod tests;
