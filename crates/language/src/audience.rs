//! Reads a description of people into filters over the population data, by rules and dictionaries of all three
//! languages, whatever the report's language. A phrase that no attribute covers stays a condition in the client's
//! words; a contradiction is a [`Contradiction`]. Values within a filter are alternatives; all filters must hold. Regions and
//! cities narrow only their own country.

mod abbreviations;
mod ages;
mod collect;
mod family;
mod family_size;
mod forms;
pub mod given;
mod home;
mod lexicon;
mod local;
mod merge;
mod minors;
mod misspelt;
mod near;
mod numerals;
mod origins;
mod question;
mod reading;
mod smaller_places;
mod stated;
mod tokens;
mod whereabouts;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use foundation::data::DataError;
use population::{Attribute, Basis, Filters, Source};
use serde::{Deserialize, Serialize};

use crate::text::{self, Folded};
use lexicon::Role;
use near::Near;
use reading::Reading;
use stated::Stated;
use tokens::Token;

pub use home::{Asked, countries_of, home_countries, of_brief, whom};
pub use merge::{Proposal, merge};

/// Checks that every dictionary of the module can be parsed.
pub fn check() -> Result<(), DataError> {
    abbreviations::check()?;
    ages::check()?;
    family_size::check()?;
    home::check()?;
    local::check()?;
    lexicon::check()
}

/// Returns the names of all conventions in the dictionaries.
pub fn conventions_known() -> Vec<&'static str> {
    lexicon::lexicon().conventions().collect()
}

/// Returns whether a folded text is the name of a place in any language, and no name of its people.
pub(crate) fn is_place_name(folded: &str) -> bool {
    static NAMES: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
        let names = lexicon::lexicon().place_names().filter(|(_, word)| !word.term.person);
        names.map(|(form, _)| form).filter(|form| form.is_ascii() && form.len() >= PLACE_CHARS_MIN).collect()
    });
    NAMES.contains(folded)
}

/// Returns whether a folded word is the name of a province, or of a town that is not among the smallest.
pub(crate) fn is_known_town(folded: &str) -> bool {
    folded.len() >= PLACE_CHARS_MIN && smaller_places::is_known(folded)
}

/// Shortest name of a place that is told from an abbreviation.
const PLACE_CHARS_MIN: usize = 4;

/// The group of occupations of teachers.
const TEACHERS: &str = "isco-23";

/// Minimum age of respondents: they are adults.
pub const AGE_MIN_YEARS: u8 = 18;

/// A contradiction in the description of an audience.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the audience can't exist: {self:?}")]
pub enum Contradiction {
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
    /// The place `part`, given by its code, does not lie in `country`.
    Outside {
        part: String,
        country: String,
    },
}

/// The audience as the rules understood it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Audience {
    pub filters: Filters,
    /// How vague words were interpreted.
    pub conventions: Vec<Convention>,
    /// Whether the words ask for the whole world. Then no country filters, and none is to be added.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_worldwide: bool,
}

/// The interpretation of a vague word, such as the ages that "young" stands for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Convention {
    /// A convention of a dictionary, by its name there.
    Word(String),
    /// The description includes minors, who are not sampled.
    AdultsOnly,
    /// The audience is the client's own customers, of whom nothing is known.
    OwnCustomers,
}

/// Returns the audience that the description names or, without a description, the one that the question names. No place
/// is inferred: see [`whom`].
pub fn understand(question: &str, description: Option<&str>) -> Result<Audience, Contradiction> {
    understand_near(question, description, &home::near_anything())
}

/// Does the same where something is known of the countries that the brief is about.
fn understand_near(question: &str, description: Option<&str>, near: &Near) -> Result<Audience, Contradiction> {
    match description {
        Some(description) => understand_description(description, near),
        None => understand_question(question, near),
    }
}

fn understand_description(text: &str, near: &Near) -> Result<Audience, Contradiction> {
    let folded = abbreviations::spelt_out(text);
    let tokens = smaller_places::as_places(&folded, &tokens::tokens(&folded), false, near);
    let tokens = misspelt::as_places(&folded, &tokens);
    let reading = reading::read(&folded, &tokens);
    audience_of(&folded, &tokens, reading, Source::Given)
}

/// Returns the audience that a question names.
fn understand_question(text: &str, near: &Near) -> Result<Audience, Contradiction> {
    let folded = abbreviations::spelt_out(text);
    let tokens = smaller_places::as_places(&folded, &tokens::tokens(&folded), true, near);
    let tokens = spoken_of(&folded, &tokens);
    let mut reading = reading::read(&folded, &tokens);
    // The rest of a question is its subject, so only words that belong to a filter stay conditions.
    let is_of_fact = |span: &Range<usize>| reading.stated.iter().any(|stated| stated.word.span == *span);
    reading.traits.retain(is_of_fact);
    reading.has_own_customers = false;
    audience_of(&folded, &tokens, reading, Source::Inferred)
}

fn audience_of(
    folded: &Folded<'_>,
    tokens: &[Token],
    mut reading: Reading,
    source: Source,
) -> Result<Audience, Contradiction> {
    children_have_their_own_ages(&mut reading);
    origins::part_from_places(folded, tokens, &mut reading);
    whereabouts::give_way_to_named(&mut reading);
    minors::leave_out(tokens, &mut reading);
    reading.says_adults = says_adults(folded, tokens);
    let (mut filters, conventions) = filters_of(folded, tokens, &reading, source)?;
    let is_worldwide = filters.countries.is_empty() && reading.stated.iter().any(Stated::asks_for_world);
    let says_something = is_worldwide || filters != Filters { source, ..Filters::adults() };
    filters.basis.extend((source == Source::Inferred && says_something).then_some(Basis::Question));
    Ok(Audience { filters, conventions, is_worldwide })
}

/// Returns whether the people are called adults: "adults under 30".
fn says_adults(folded: &Folded<'_>, tokens: &[Token]) -> bool {
    const ADULTS: [&str; 6] = ["adult", "adulto", "adulta", "mayores de edad", "成年", "成人"];
    let people = tokens.iter().filter(|token| token.role() == Some(Role::Person));
    people.into_iter().any(|token| ADULTS.iter().any(|word| folded.text[token.span().clone()].contains(word)))
}

/// Returns the tokens that name the question's audience: people, or else the location of a local business or service.
fn spoken_of(folded: &Folded<'_>, all: &[Token]) -> Vec<Token> {
    let mut about = question::about_audience(folded, all);
    let names_place = about.iter().any(|token| matches!(token, Token::Word(word) if word.term.names_place()));
    if !names_place {
        about.extend(local::about_residents(folded, all));
    }
    about
}

/// Turns ages below 18 into conditions where parents or teachers are named, since these are the ages of children.
fn children_have_their_own_ages(reading: &mut Reading) {
    let is_parent =
        |stated: &Stated| stated.word.term.codes(Attribute::Household).iter().any(|code| code == "with_children");
    let is_teacher =
        |stated: &Stated| stated.word.term.codes(Attribute::Occupation).iter().any(|code| code == TEACHERS);
    let are_others = |stated: &Stated| is_parent(stated) || is_teacher(stated);
    if !reading.has_children && !reading.stated.iter().any(are_others) {
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
) -> Result<(Filters, Vec<Convention>), Contradiction> {
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

/// Returns whether the head noun is feminine for either sex: "personas casadas" are not only women.
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

fn household(reading: &Reading) -> Result<Vec<String>, Contradiction> {
    let mut all = collect::values(reading, Attribute::Household)?;
    if reading.has_children {
        push_new(&mut all, "with_children");
    }
    Ok(all)
}

/// Returns the conditions in the client's words, in order of occurrence and without duplicates.
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

/// Returns whether two spans are one phrase: adjacent Chinese words are, unless 的 ends the first.
fn is_one_phrase(folded: &Folded<'_>, first: &Range<usize>, second: &Range<usize>) -> bool {
    let text = &folded.text[first.clone()];
    second.start <= first.end && text.ends_with(text::is_cjk) && !text.ends_with('的')
}

/// Returns the conventions used, without duplicates. One for an age is dropped where figures override the vague word.
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
    all.extend(reading.has_own_customers.then_some(Convention::OwnCustomers));
    all
}

fn push_new(list: &mut Vec<String>, value: &str) {
    if !list.iter().any(|other| other == value) {
        list.push(value.to_owned());
    }
}

#[cfg(test)]
mod tests;
