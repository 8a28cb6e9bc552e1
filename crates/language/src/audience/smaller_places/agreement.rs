//! Chooses between countries that have a place of the same name: people who are described by several places mostly live in
//! one country. "Salento y Filandia" are in Colombia, Cambridge beside Somerville is in Massachusetts.

use std::collections::BTreeSet;

use super::super::lexicon::{Term, Word};
use super::super::tokens::Token;
use super::Index;
use crate::text::Folded;

/// Smallest number of people of a town that may be meant instead of a well-known one: Cambridge, but no village Miami.
const NAMESAKE_PEOPLE_MIN: u64 = 50_000;

/// Places each smaller place in the country of those around it, if it has one of the name there.
pub(super) fn agreed(index: &'static Index, folded: &Folded<'_>, mut tokens: Vec<Token>) -> Vec<Token> {
    let certain: BTreeSet<&str> = tokens.iter().filter_map(known).flat_map(countries).collect();
    let open: Vec<(usize, Vec<&str>)> = tokens
        .iter()
        .enumerate()
        .filter_map(|(at, token)| smaller(token).map(|word| (at, candidates(index, folded, word))))
        .collect();
    for (at, own) in &open {
        let others = || open.iter().filter(|(other, _)| other != at).map(|(_, countries)| countries);
        let votes = |country: &str| others().filter(|countries| countries.contains(&country)).count();
        let most = own.iter().map(|country| votes(country)).max().unwrap_or(0);
        let near = own.iter().find(|country| certain.contains(*country));
        let shared = || own.iter().find(|country| most > 0 && votes(country) == most);
        let chosen = near.or_else(shared).filter(|country| own.first() != Some(*country));
        let span = tokens[*at].span().clone();
        if let Some(word) = chosen.and_then(|country| index.word_in(country, span)) {
            tokens[*at] = Token::Word(word);
        }
    }
    tokens
}

/// Returns the term of a place that is in no doubt.
fn known(token: &Token) -> Option<&'static Term> {
    match token {
        Token::Word(word) if word.term.names_place() && !word.term.implied => Some(word.term),
        _ => None,
    }
}

/// Returns a place that another country may have, too.
fn smaller(token: &Token) -> Option<&Word> {
    match token {
        Token::Word(word) if word.term.names_place() && word.term.implied && !word.term.person => Some(word),
        _ => None,
    }
}

/// Returns the countries of a place; none if places of its name are in several.
fn countries(term: &'static Term) -> impl Iterator<Item = &'static str> {
    let parts = term.regions.iter().chain(&term.cities).filter_map(|code| code.split('/').next());
    let named: BTreeSet<&str> = term.places.iter().map(|place| place.country.as_str()).collect();
    let named = named.iter().next().copied().filter(|_| named.len() == 1);
    term.countries.iter().map(String::as_str).chain(parts).chain(named)
}

/// Returns the countries that a smaller place may be in, the likeliest first.
fn candidates(index: &'static Index, folded: &Folded<'_>, word: &Word) -> Vec<&'static str> {
    let mut all: Vec<&str> = word.term.countries.iter().map(String::as_str).collect();
    let is_listed = word.id != Word::of_place(word.span.clone(), word.term).id;
    let people_min = if is_listed { NAMESAKE_PEOPLE_MIN } else { 0 };
    for country in index.countries_of(&folded.text[word.span.clone()], people_min) {
        if !all.contains(&country) {
            all.push(country);
        }
    }
    all
}
