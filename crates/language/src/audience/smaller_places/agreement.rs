//! Chooses between countries that have a place of the same name: people who are described by several places mostly live in
//! one country. "Salento y Filandia" are in Colombia, Cambridge beside Somerville is in Massachusetts, Cuenca beside Teruel
//! in Spain. Where no other place tells, the largest place counts, and those of the brief's own countries more.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use population::places::{Place, PlaceKind};

use super::super::lexicon::{Term, Word};
use super::super::near::Near;
use super::super::tokens::Token;
use super::Index;
use crate::text::Folded;

/// Smallest number of people of a town that may be meant instead of a well-known one: Cambridge, but no village Miami.
const NAMESAKE_PEOPLE_MIN: u64 = 50_000;
/// Greatest number of times that a place of the population data may be larger than one of its name that is meant instead.
const NAMESAKE_TIMES_MAX: u64 = 21;
/// Number of people of a place that is listed without one.
const PEOPLE_ASSUMED: u64 = 300_000;
/// Part of the people of a region that counts against a city of its name.
const REGION_PART: u64 = 4;
/// How many times likelier the place is that a name is known for, and that of the population data.
const KNOWN_TIMES: u64 = 3;

/// A place that a name may stand for.
#[derive(Debug)]
struct Candidate {
    country: &'static str,
    likelihood: u64,
}

/// A place of a text, with all that its name may stand for.
struct Open {
    at: usize,
    /// The likeliest first.
    candidates: Vec<Candidate>,
    /// Whether other places decide only by what they most likely are: the name is that of a place of the data.
    is_listed: bool,
    /// The country that it stands for as it is.
    country: &'static str,
}

impl Open {
    fn may_be_in(&self, country: &str) -> bool {
        self.candidates.iter().any(|candidate| candidate.country == country)
    }

    fn likeliest(&self) -> &'static str {
        self.candidates.first().map_or(self.country, |candidate| candidate.country)
    }
}

/// Puts each place of a doubtful name in the country of those around it, if it has one of the name there, or else in the
/// likeliest one.
pub(super) fn agreed(index: &'static Index, folded: &Folded<'_>, mut tokens: Vec<Token>, near: &Near) -> Vec<Token> {
    let (open, sure): (Vec<Open>, Vec<Open>) =
        places(index, folded, &tokens, near).into_iter().partition(|place| place.candidates.len() > 1);
    let certain: BTreeSet<&str> =
        sure.iter().map(|place| place.country).chain(tokens.iter().flat_map(countries_named)).collect();
    for place in &open {
        let chosen = country_of(place, &open, &certain);
        let span = tokens[place.at].span().clone();
        let holds =
            matches!(&tokens[place.at], Token::Word(word) if word.term.places.iter().any(|of| of.country == chosen));
        let is_same = place.country == chosen || holds && certain.contains(chosen);
        if let Some(word) = index.word_in(chosen, span).filter(|_| !is_same) {
            tokens[place.at] = Token::Word(word);
        }
    }
    tokens
}

fn country_of(place: &Open, open: &[Open], certain: &BTreeSet<&str>) -> &'static str {
    let around = || open.iter().filter(|other| other.at != place.at);
    let supports = |other: &&Open, country: &str| match place.is_listed {
        true => other.likeliest() == country,
        false => other.may_be_in(country),
    };
    let votes = |country: &str| around().filter(|other| supports(other, country)).count();
    let all = || place.candidates.iter().map(|candidate| candidate.country);
    let near = all().find(|country| certain.contains(country));
    let most = all().map(votes).max().unwrap_or(0);
    let shared = || all().find(|country| most > 0 && votes(country) == most);
    near.or_else(shared).unwrap_or_else(|| place.likeliest())
}

/// Returns the places of a text that may be others of their name.
fn places(index: &'static Index, folded: &Folded<'_>, tokens: &[Token], near: &Near) -> Vec<Open> {
    let open = |(at, token): (usize, &Token)| {
        let Token::Word(word) = token else { return None };
        let name = &folded.text[word.span.clone()];
        let (own, is_listed, is_known) = match word.term {
            _ if word.term.person => return None,
            term if is_town(term) => (of_data(term), true, term.is_known),
            term if term.countries.len() == 1 && term.implied => {
                (of_list(index, word, name), is_listed(word), is_listed(word))
            }
            _ => return None,
        };
        let country = own.first()?.0;
        let candidates = candidates(index, name, &own, [is_listed, is_known], near);
        Some(Open { at, candidates, is_listed, country })
    };
    tokens.iter().enumerate().filter_map(open).collect()
}

/// Returns whether a name is listed as that of a place that the data do not divide.
fn is_listed(word: &Word) -> bool {
    word.id != Word::of_place(word.span.clone(), word.term).id
}

/// Returns whether a term is a region or a city of the population data.
fn is_town(term: &Term) -> bool {
    term.places.first().is_some_and(|place| place.kind != PlaceKind::Country)
}

/// Returns the countries of the places of the data with their numbers of people. A region is meant less often than its city.
fn of_data(term: &Term) -> Vec<(&'static str, u64)> {
    let people =
        |place: &Place| if place.kind == PlaceKind::Region { place.population / REGION_PART } else { place.population };
    let mut own: Vec<(&'static str, u64)> = Vec::new();
    for place in &term.places {
        if own.iter().all(|(country, _)| *country != place.country) {
            own.push((&place.country, people(place).max(1)));
        }
    }
    own
}

fn of_list(index: &'static Index, word: &Word, name: &str) -> Vec<(&'static str, u64)> {
    let of = |country: &str| index.of_name(name).iter().find(|place| place.country == country);
    let people = |country: &str| of(country).and_then(|place| place.people).unwrap_or(PEOPLE_ASSUMED);
    word.term.countries.iter().map(|country| (country.as_str(), people(country))).collect()
}

/// Returns what a name may stand for, the likeliest first. Of towns that share their name with a place of the data or of a
/// list, only large ones count.
fn candidates(
    index: &'static Index,
    name: &str,
    own: &[(&'static str, u64)],
    [is_listed, is_known]: [bool; 2],
    near: &Near,
) -> Vec<Candidate> {
    // The data may know a region alone where the towns have a city of its name.
    let listed = |country: &str| index.of_name(name).iter().find(|place| place.country == country);
    let town = |country: &str| listed(country).and_then(|place| place.people).unwrap_or(0);
    let own: Vec<(&'static str, u64)> =
        own.iter().map(|(country, people)| (*country, (*people).max(town(country)))).collect();
    let greatest = own.first().map_or(0, |(_, people)| *people);
    let least = if is_listed { NAMESAKE_PEOPLE_MIN.max(greatest / NAMESAKE_TIMES_MAX) } else { 0 };
    let others = index.of_name(name).iter().map(|place| (place.country, place.people.unwrap_or(PEOPLE_ASSUMED)));
    let others = others.filter(|(country, people)| *people >= least && own.iter().all(|(known, _)| known != country));
    let likelihood = |(at, (country, people)): (usize, (&'static str, u64))| {
        let times = if at == 0 && is_known { KNOWN_TIMES } else { 1 };
        Candidate { country, likelihood: people.saturating_mul(near.times(country) * times) }
    };
    let mut all: Vec<Candidate> = own.iter().copied().chain(others).enumerate().map(likelihood).collect();
    all.sort_by_key(|candidate| Reverse(candidate.likelihood));
    all
}

/// Returns the countries that a word names itself or by their people.
fn countries_named(token: &Token) -> Vec<&'static str> {
    let Token::Word(word) = token else { return Vec::new() };
    let term = word.term;
    if term.implied || !term.person && is_town(term) {
        return Vec::new();
    }
    let parts = term.regions.iter().chain(&term.cities).filter_map(|code| code.split('/').next());
    let named: BTreeSet<&str> = term.places.iter().map(|place| place.country.as_str()).collect();
    let named = named.iter().next().copied().filter(|_| named.len() == 1);
    term.countries.iter().map(String::as_str).chain(parts).chain(named).collect()
}
