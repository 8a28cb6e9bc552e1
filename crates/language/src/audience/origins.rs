//! Separates origin from residence: "Colombians in Spain" live in Spain. Their origin becomes a condition, since the
//! population tables have no attribute for it.

use population::Attribute;
use std::collections::BTreeSet;

use super::lexicon::{Role, Term};
use super::reading::Reading;
use super::stated::Stated;
use super::tokens::Token;
use crate::text::{Folded, is_cjk};

/// Turns origins into conditions and drops a place that contains the residence ("Europeans in Germany").
pub(super) fn part_from_places(folded: &Folded<'_>, tokens: &[Token], reading: &mut Reading) {
    let places: Vec<usize> = (0..reading.stated.len()).filter(|index| is_place(&reading.stated[*index])).collect();
    let mut origins: Vec<usize> = Vec::new();
    let mut wider: Vec<usize> = Vec::new();
    for pair in places.windows(2) {
        let [first, second] = [&reading.stated[pair[0]], &reading.stated[pair[1]]];
        let Some(is_second_origin) = relation(folded, tokens, first, second) else { continue };
        let (origin, home) = if is_second_origin { (pair[1], pair[0]) } else { (pair[0], pair[1]) };
        let [from, at] = [origin, home].map(|index| countries(reading.stated[index].word.term));
        if from.is_disjoint(&at) {
            origins.push(origin);
        } else if from.len() > at.len() {
            wider.push(origin);
        }
    }
    reading.traits.extend(origins.iter().map(|index| reading.stated[*index].word.span.clone()));
    let mut index = 0;
    reading.stated.retain(|_| {
        index += 1;
        !origins.contains(&(index - 1)) && !wider.contains(&(index - 1))
    });
}

fn is_place(stated: &Stated) -> bool {
    !stated.is_excluded && !countries(stated.word.term).is_empty() && stated.word.term.codes(Attribute::Sex).is_empty()
}

fn countries(term: &Term) -> BTreeSet<&str> {
    let listed = term.countries.iter().map(String::as_str);
    let parts = term.regions.iter().chain(&term.cities).filter_map(|code| code.split('/').next());
    listed.chain(parts).chain(term.places.iter().take(1).map(|place| place.country.as_str())).collect()
}

/// Returns whether the second of two neighbouring places is the origin and the first the residence (as in 英国的中国留学生);
/// `None` if they are unrelated.
fn relation(folded: &Folded<'_>, tokens: &[Token], first: &Stated, second: &Stated) -> Option<bool> {
    let joint = tokens.get(first.at + 1..second.at)?;
    let is_list = joint
        .iter()
        .any(|token| matches!(token, Token::Comma(_) | Token::Stop(_)) || token.role() == Some(Role::Joiner));
    if is_list {
        return None;
    }
    let is_chinese = folded.text[second.word.span.clone()].contains(is_cjk);
    if is_chinese {
        return matches!(joint, [token] if token.role() == Some(Role::De)).then_some(true);
    }
    let is_people = first.word.term.person || !first.word.term.countries.is_empty();
    let says_in = joint.iter().rev().find(|token| token.role() != Some(Role::Glue)).and_then(Token::role);
    let is_home = matches!(says_in, Some(Role::Locative | Role::Reset)) && !second.word.term.person;
    (is_people && is_home).then_some(false)
}
