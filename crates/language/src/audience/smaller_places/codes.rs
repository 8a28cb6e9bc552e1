//! Reads what is said of a town's whereabouts: the code of a state ("Moose Jaw, SK", "perth wa"), a county ("Bucks County"),
//! or the country ("León, España"). It tells which country's town is meant.

use super::super::lexicon::Word;
use super::super::tokens::Token;
use super::Index;
use crate::served;
use crate::text::Folded;
use foundation::Language;
use population::places::PlaceKind;
use population::smaller_places::{self, SmallerPlace};

/// Countries in which addresses name the state by its code.
const COUNTRIES: [&str; 3] = ["US", "CA", "AU"];

/// Replaces the codes after towns by places, and a town that is not in the country of the code by the one that is.
pub(super) fn as_places(index: &'static Index, folded: &Folded<'_>, tokens: Vec<Token>) -> Vec<Token> {
    let mut read: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        let code = match &token {
            Token::Other(span) => state(index, folded, &read, &folded.text[span.clone()], span.start),
            _ => None,
        };
        let Some((country, town)) = code else {
            read.push(token);
            continue;
        };
        if let Some(Token::Word(word)) = read.get_mut(town).filter(|town| !is_in(town, country)) {
            *word = index.word_in(country, word.span.clone()).unwrap_or_else(|| word.clone());
        }
        read.push(index.word_in(country, token.span().clone()).map_or(token, Token::Word));
    }
    read
}

/// Takes a town from the country that a name is known for to the one that is named right after it, if there is one of that
/// name: "London, Ontario". A county by the name of a place is one of the United States.
pub(super) fn relocated(index: &'static Index, folded: &Folded<'_>, mut tokens: Vec<Token>) -> Vec<Token> {
    for at in 0..tokens.len() {
        let Token::Word(town) = &tokens[at] else { continue };
        let span = town.span.clone();
        let is_town = is_place(town) && town.term.places.first().is_some_and(|place| place.kind == PlaceKind::City);
        let is_county = is_place(town)
            && matches!(tokens.get(at + 1), Some(Token::Other(next)) if &folded.text[next.clone()] == "county");
        if is_county && town.term.implied && folded.is_capital(span.start) {
            tokens[at] = index.word_in("US", span).map_or(tokens[at].clone(), Token::Word);
            continue;
        }
        let Some(country) = country_after(&tokens, at).filter(|country| is_town && !is_in(&tokens[at], country)) else {
            continue;
        };
        if index.countries(&folded.text[span.clone()]).any(|other| other == country) {
            tokens[at] = index.word_in(country, span).map_or(tokens[at].clone(), Token::Word);
        }
    }
    tokens
}

/// Returns the only country of the place that follows a town, after a comma or by itself.
fn country_after(tokens: &[Token], at: usize) -> Option<&'static str> {
    let next = match tokens.get(at + 1)? {
        Token::Comma(_) => tokens.get(at + 2)?,
        other => other,
    };
    let Token::Word(word) = next else { return None };
    let is_city = word.term.places.iter().any(|place| place.kind == PlaceKind::City) || !word.term.cities.is_empty();
    let named = word.term.places.first().map(|place| place.country.as_str());
    let listed = word.term.countries.first().filter(|_| word.term.countries.len() == 1).map(String::as_str);
    named.or(listed).filter(|_| !is_city && !word.term.person)
}

/// Returns the country of a state's code that follows a town of that country, and the index of the town.
fn state(
    index: &'static Index,
    folded: &Folded<'_>,
    before: &[Token],
    code: &str,
    at: usize,
) -> Option<(&'static str, usize)> {
    let is_code = |place: &&SmallerPlace| place.code.as_deref().is_some_and(|other| other.eq_ignore_ascii_case(code));
    let is_written = folded.is_capital(at) || !served::is_word_of(code, Language::En);
    let town = match before {
        [.., Token::Word(town), Token::Comma(_)] if is_place(town) => before.len() - 2,
        [.., Token::Word(town)] if is_place(town) => before.len() - 1,
        _ => return None,
    };
    if !is_written || !(2..=3).contains(&code.len()) {
        return None;
    }
    let name = &folded.text[before[town].span().clone()];
    let states = smaller_places::all().iter().filter(is_code).map(|place| place.country.as_str());
    let among: Vec<&str> = states.filter(|country| COUNTRIES.contains(country)).collect();
    let here = among.iter().find(|country| is_in(&before[town], country));
    let country =
        here.or_else(|| among.iter().find(|country| index.countries(name).any(|other| other == **country)))?;
    COUNTRIES.into_iter().find(|known| known == country).map(|country| (country, town))
}

fn is_place(word: &Word) -> bool {
    word.term.names_place() && !word.term.person
}

/// Returns whether a place may be in a country.
fn is_in(token: &Token, country: &str) -> bool {
    let Token::Word(word) = token else { return false };
    let parts = word.term.regions.iter().chain(&word.term.cities).filter_map(|code| code.split('/').next());
    let named = word.term.places.iter().map(|place| place.country.as_str());
    word.term.countries.iter().map(String::as_str).chain(parts).chain(named).any(|code| code == country)
}
