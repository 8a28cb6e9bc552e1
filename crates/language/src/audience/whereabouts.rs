//! Resolves the places that a reading names. The other countries named disambiguate places of the same name, and
//! exclusions are subtracted. A country is narrowed only if one of its regions or cities is named.

use std::collections::BTreeSet;

use super::lexicon::{Role, Term};
use super::reading::Reading;
use super::stated::Stated;
use super::tokens::Token;
use super::{Contradiction, push_new};
use crate::text::Folded;
use population::places::{self, Place, PlaceKind};

#[derive(Debug, Default)]
pub(super) struct Whereabouts {
    pub(super) countries: Vec<String>,
    pub(super) regions: Vec<String>,
    pub(super) cities: Vec<String>,
}

/// Turns a place that is only implied into a condition if another country is named: "tier-2 cities in India".
pub(super) fn give_way_to_named(reading: &mut Reading) {
    let named: Vec<String> = reading
        .stated
        .iter()
        .filter(|stated| !stated.is_excluded && !stated.word.term.implied)
        .flat_map(|stated| all_countries_of(stated.word.term))
        .collect();
    if named.is_empty() {
        return;
    }
    let gives_way = |stated: &Stated| {
        let term = stated.word.term;
        term.implied && !countries_of(term).iter().any(|code| named.contains(code))
    };
    let (given_up, kept) = std::mem::take(&mut reading.stated).into_iter().partition(gives_way);
    reading.stated = kept;
    reading.traits.extend(Vec::into_iter(given_up).map(|stated: Stated| stated.word.span));
}

/// Returns the countries of the places that a term names; of several places of one name, those of the likeliest.
fn countries_of(term: &Term) -> Vec<String> {
    let parts = term.regions.iter().chain(&term.cities).map(|code| country_of(code).to_owned());
    let named = term.places.first().map(|place| place.country.clone());
    term.countries.iter().cloned().chain(parts).chain(named).collect()
}

/// Does the same with those of all places of one name: Valencia may be in Venezuela beside Maracaibo.
fn all_countries_of(term: &Term) -> Vec<String> {
    let others = term.places.iter().skip(1).map(|place| place.country.clone());
    countries_of(term).into_iter().chain(others).collect()
}

/// Returns the places wanted, after exclusions.
pub(super) fn whereabouts(
    folded: &Folded<'_>,
    tokens: &[Token],
    reading: &Reading,
) -> Result<Whereabouts, Contradiction> {
    let context = certain_countries(&reading.stated);
    let mut wanted = Whereabouts::default();
    let mut unwanted = Whereabouts::default();
    let mut sole: Vec<(usize, &Place)> = Vec::new();
    for stated in &reading.stated {
        let list = if stated.is_excluded { &mut unwanted } else { &mut wanted };
        let term = stated.word.term;
        term.countries.iter().for_each(|code| push_new(&mut list.countries, code));
        term.regions.iter().for_each(|code| list.add_part(PlaceKind::Region, code));
        term.cities.iter().for_each(|code| list.add_part(PlaceKind::City, code));
        if let Some(place) = choose(&term.places, &context) {
            if !stated.is_excluded {
                sole.push((stated.at, place));
            }
            list.add(place);
        }
    }
    lies_outside(folded, tokens, &sole)?;
    subtract(wanted, &unwanted)
}

impl Whereabouts {
    fn add(&mut self, place: &Place) {
        if place.kind == PlaceKind::Country {
            push_new(&mut self.countries, &place.country);
        } else {
            self.add_part(place.kind, &place.code());
        }
    }

    fn add_part(&mut self, kind: PlaceKind, code: &str) {
        let list = if kind == PlaceKind::Region { &mut self.regions } else { &mut self.cities };
        push_new(list, code);
    }

    /// Adds the countries of the regions and cities.
    fn name_countries(&mut self) {
        for code in self.regions.iter().chain(&self.cities) {
            push_new(&mut self.countries, country_of(code));
        }
    }
}

fn country_of(code: &str) -> &str {
    code.split_once('/').map_or(code, |(country, _)| country)
}

/// Returns the countries that are unambiguous: named directly, or the only country of a name's candidate places.
fn certain_countries(stated: &[Stated]) -> BTreeSet<&str> {
    let certain = |stated: &Stated| -> Option<&'static str> {
        match stated.word.term.places.as_slice() {
            [first, rest @ ..] if rest.iter().all(|other| other.country == first.country) => Some(&first.country),
            _ => None,
        }
    };
    let listed = stated.iter().flat_map(|stated| &stated.word.term.countries).map(String::as_str);
    stated.iter().filter_map(certain).chain(listed).collect()
}

fn choose<'a>(candidates: &[&'a Place], context: &BTreeSet<&str>) -> Option<&'a Place> {
    let fitting = candidates.iter().find(|place| context.contains(place.country.as_str()));
    fitting.or(candidates.first()).copied()
}

/// Rejects a region or city that is said to lie in another country: "Jalisco, Spain", "西班牙哈利斯科州".
fn lies_outside(folded: &Folded<'_>, tokens: &[Token], named: &[(usize, &Place)]) -> Result<(), Contradiction> {
    for (index, pair) in named.windows(2).enumerate() {
        let [(first_at, first), (second_at, second)] = pair else { continue };
        let joint = &tokens[first_at + 1..*second_at];
        let says_in = !joint.is_empty()
            && joint.iter().all(|token| {
                matches!(token, Token::Comma(_)) || matches!(token.role(), Some(Role::Locative | Role::Of | Role::Glue))
            });
        // A comma may also separate the items of a longer list.
        let is_list = joint.iter().any(|token| matches!(token, Token::Comma(_))) && named.len() > index + 2;
        let is_chinese = folded.text[tokens[*second_at].span().clone()].chars().any(super::text::is_cjk);
        let is_adjacent = is_chinese && joint.iter().all(|token| token.role() == Some(Role::De));
        let (part, whole) = if is_adjacent { (second, first) } else { (first, second) };
        let is_part =
            part.kind != PlaceKind::Country && whole.kind == PlaceKind::Country && part.country != whole.country;
        if is_part && (is_adjacent || says_in && !is_list) {
            return Err(Contradiction::Outside { part: part.code(), country: whole.country.clone() });
        }
    }
    Ok(())
}

fn subtract(mut wanted: Whereabouts, unwanted: &Whereabouts) -> Result<Whereabouts, Contradiction> {
    wanted.name_countries();
    let names_nothing = unwanted.countries.is_empty() && unwanted.regions.is_empty() && unwanted.cities.is_empty();
    if names_nothing {
        wanted.countries.sort_unstable();
        return Ok(wanted);
    }
    if wanted.countries.is_empty() {
        // "Everywhere but Brazil" means every other country; "outside Catalonia" means the rest of its country.
        wanted.countries = match unwanted.countries.is_empty() {
            true => unwanted.regions.iter().chain(&unwanted.cities).map(|code| country_of(code).to_owned()).collect(),
            false => places::countries().keys().cloned().collect(),
        };
    }
    wanted.countries.retain(|code| !unwanted.countries.contains(code));
    wanted.regions.retain(|code| !unwanted.countries.iter().any(|country| country == country_of(code)));
    wanted.cities.retain(|code| !unwanted.countries.iter().any(|country| country == country_of(code)));
    for code in unwanted.regions.iter().chain(&unwanted.cities) {
        leave_out(&mut wanted, code);
    }
    if wanted.countries.is_empty() {
        return Err(Contradiction::NoPlace);
    }
    wanted.countries.sort_unstable();
    wanted.countries.dedup();
    Ok(wanted)
}

/// Excludes a region or city: from the named parts of its country, or else from all regions of the country. A city is
/// excluded through the region of the same code, if there is one.
fn leave_out(wanted: &mut Whereabouts, code: &str) {
    let country = country_of(code);
    let named = |list: &[String]| list.iter().any(|other| country_of(other) == country);
    if named(&wanted.regions) || named(&wanted.cities) {
        wanted.regions.retain(|other| other != code);
        wanted.cities.retain(|other| other != code);
        if !named(&wanted.regions) && !named(&wanted.cities) {
            wanted.countries.retain(|other| other != country);
        }
        return;
    }
    let regions = places::regions_of(country);
    if regions.iter().any(|other| other == code) {
        wanted.regions.extend(regions.into_iter().filter(|other| other != code));
    }
}
