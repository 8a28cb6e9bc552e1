//! Reads towns and provinces that the population data do not divide: people there are asked as people of the country,
//! and the place stays a condition. Thousands of such names are words, brands or family names too, so a name counts
//! only where a place stands. Of several countries that have a place of the name, the one that other places of the
//! description are in is meant, else the likeliest.

mod agreement;
mod chinese;
mod codes;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use foundation::Language;
use population::smaller_places::{self, SmallerPlace};

use super::home::countries_of;
use super::lexicon::{Role, Term, Word};
use super::near::Near;
use super::tokens::Token;
use crate::scale::simplified;
use crate::served;
use crate::text::{Folded, fold, is_cjk};

/// Smallest number of letters of a name.
const LETTERS_MIN: usize = 4;
/// The same for a name with a capital that follows "in" or another place: "Onitsha and Aba".
const LETTERS_MIN_SURE: usize = 3;
/// Greatest number of words of a name.
const WORDS_MAX: usize = 4;
/// Smallest number of people of a town that is named without a preposition.
const KNOWN_PEOPLE_MIN: u64 = 15_000;
/// The same for a name that is an ordinary word.
const LARGE_PEOPLE_MIN: u64 = 100_000;

static INDEX: LazyLock<Index> = LazyLock::new(Index::new);

/// What decides between places of one name; the smallest wins. Most briefs are about countries of their languages.
type Rank = (bool, bool, Reverse<u64>);

struct Index {
    /// Places by folded name, one for each country, the likeliest first.
    places: BTreeMap<String, Vec<Entry>>,
    terms: BTreeMap<&'static str, Term>,
}

struct Entry {
    rank: Rank,
    country: &'static str,
    /// Number of people of the largest town of the name in the country; `None` if there is only a province.
    people: Option<u64>,
}

impl Index {
    fn new() -> Self {
        let mut index = Self { places: BTreeMap::new(), terms: BTreeMap::new() };
        for place in smaller_places::all() {
            index.terms.entry(&place.country).or_insert_with(|| Term::of_smaller_place(&place.country));
            let rank = rank(place);
            for name in place.names.iter().map(|name| simplified(&fold(name))) {
                let entry = Entry { rank, country: &place.country, people: place.population };
                index.places.entry(name).or_default().push(entry);
            }
        }
        for places in index.places.values_mut() {
            places.sort_unstable_by_key(|place| (place.rank, place.country));
            let mut merged: Vec<Entry> = Vec::new();
            for place in places.drain(..) {
                match merged.iter_mut().find(|other| other.country == place.country) {
                    Some(other) => other.people = other.people.max(place.people),
                    None => merged.push(place),
                }
            }
            *places = merged;
        }
        index
    }

    /// Returns the places of this name, one for each country, the likeliest first.
    fn of_name(&'static self, name: &str) -> &'static [Entry] {
        self.places.get(&simplified(name)).map_or(&[], Vec::as_slice)
    }

    /// Returns the countries that have a place of this name, the likeliest first.
    fn countries(&'static self, name: &str) -> impl Iterator<Item = &'static str> {
        self.of_name(name).iter().map(|place| place.country)
    }

    fn word(&'static self, name: &str, span: Range<usize>) -> Option<Word> {
        self.countries(name).next().and_then(|country| self.word_in(country, span))
    }

    /// Returns a place of this country.
    fn word_in(&'static self, country: &str, span: Range<usize>) -> Option<Word> {
        self.terms.get(country).map(|term| Word::of_place(span, term))
    }

    /// Returns whether a name is that of a province or of a town that is not among the smallest.
    fn is_known(&'static self, name: &str) -> bool {
        let is_known = |place: &Entry| {
            let (_, is_town, _) = place.rank;
            !is_town || place.people.is_some_and(|people| people >= KNOWN_PEOPLE_MIN)
        };
        self.of_name(name).iter().any(is_known)
    }
}

/// Returns whether a folded name is that of a province or of a town that is not among the smallest.
pub(super) fn is_known(name: &str) -> bool {
    INDEX.is_known(name)
}

fn rank(place: &SmallerPlace) -> Rank {
    let is_home = Language::ALL.into_iter().any(|language| countries_of(language).contains(&place.country.as_str()));
    (!is_home, place.population.is_some(), Reverse(place.population.unwrap_or(0)))
}

/// Replaces unknown words that name a smaller place by the place. In a question, where most words are about its
/// subject, a place must follow "in" or the like.
pub(super) fn as_places(folded: &Folded<'_>, tokens: &[Token], is_question: bool, near: &Near) -> Vec<Token> {
    let mut read = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        if let Some((place, words)) = place_at(folded, tokens, at, is_question) {
            read.push(Token::Word(place));
            at += words;
            continue;
        }
        match chinese::place_at(&INDEX, folded, &tokens[at]) {
            Some((before, place, rest)) => {
                let others = [before, rest].map(|span| (!span.is_empty()).then_some(Token::Other(span)));
                let [before, rest] = others;
                read.extend(before.into_iter().chain([Token::Word(place)]).chain(rest));
            }
            None => read.push(tokens[at].clone()),
        }
        at += 1;
    }
    let located = codes::relocated(&INDEX, folded, codes::as_places(&INDEX, folded, read));
    agreement::agreed(&INDEX, folded, located, near)
}

/// Returns the place whose name begins at a token, and the number of its words.
fn place_at(folded: &Folded<'_>, tokens: &[Token], at: usize, is_question: bool) -> Option<(Word, usize)> {
    // A longer name may begin with that of another place: "San Miguel de Allende".
    let is_free = |token: &&Token| matches!(token, Token::Other(_) | Token::Word(_));
    let longest = tokens[at..].iter().take(WORDS_MAX).take_while(is_free).count();
    (1..=longest).rev().find_map(|words| {
        let name = &tokens[at..at + words];
        let span = name.first()?.span().start..name.last()?.span().end;
        let text = &folded.text[span.clone()];
        let is_unknown = name.iter().any(|token| matches!(token, Token::Other(_)));
        let is_joined = name.windows(2).all(|pair| pair[0].span().end + 1 == pair[1].span().start);
        let is_name = is_unknown && is_joined && text.len() >= LETTERS_MIN_SURE && !text.contains(is_cjk);
        let place = is_name.then(|| INDEX.word(text, span.clone()))??;
        Position::new(folded, tokens, at..at + words, &place).holds_place(is_question).then_some((place, words))
    })
}

/// Where in a text a name stands.
struct Position<'a> {
    folded: &'a Folded<'a>,
    place: &'a Word,
    /// The tokens before the name, and the last one that is no article.
    before: &'a [Token],
    last: Option<&'a Token>,
    next: Option<&'a Token>,
    after: &'a [Token],
}

impl<'a> Position<'a> {
    fn new(folded: &'a Folded<'a>, tokens: &'a [Token], at: Range<usize>, place: &'a Word) -> Self {
        let before = &tokens[..at.start];
        let last = before.iter().rev().find(|token| token.role() != Some(Role::Glue));
        let after = tokens.get(at.end..).unwrap_or(&[]);
        Self { folded, place, before, last, next: after.first(), after }
    }

    /// Returns whether a place may stand here: after "in" or another place, alone in its clause, or before its people.
    /// After "of" a name counts if people are before it ("gente de"), in Spanish also after other words. A name that is an
    /// ordinary word needs a capital.
    fn holds_place(&self, is_question: bool) -> bool {
        let name = self.folded.quote(&self.place.span);
        let has_words = name.contains(' ');
        let has_capital = self.folded.is_capital(self.place.span.start);
        let is_of = |language| name.split(' ').all(|word| served::is_word_of(&word.to_lowercase(), language));
        let is_ordinary = is_of(Language::En) || is_of(Language::Es);
        let is_short = name.len() < LETTERS_MIN;
        if is_short && (is_ordinary || !has_capital || self.folded.is_all_capitals(&self.place.span)) {
            return false;
        }
        match self.last.and_then(Token::role) {
            Some(Role::Locative | Role::Reset) => {
                let language = if self.is_after_spanish() { Language::Es } else { Language::En };
                has_capital || has_words || !is_of(language) || self.is_beside_place()
            }
            Some(Role::Of) => self.is_of_known() && (!is_ordinary || has_capital && has_words || self.is_home()),
            // "de Tandil y Olavarría", "in Clare and Limerick"
            Some(Role::Joiner) => {
                (!is_ordinary || has_capital || self.is_large(KNOWN_PEOPLE_MIN)) && self.is_after_place()
            }
            Some(Role::Preposition) => has_capital && !is_ordinary && self.last_is(&["on"]),
            _ if self.last_is(&NEAR) => has_capital || !is_ordinary,
            // "Outpatients, cork and kerry"
            _ if !is_question && self.is_first() && self.is_beside_place() => true,
            _ if is_question
                || is_ordinary
                || is_short
                || !INDEX.is_known(&self.folded.text[self.place.span.clone()]) =>
            {
                false
            }
            _ => self.is_alone() || self.is_first() && self.is_before_people(),
        }
    }

    /// Returns whether an ordinary word after "people of" is their home: it stands beside another place or, as a whole phrase,
    /// is the name of a large town, written with a capital or in a text that has none.
    fn is_home(&self) -> bool {
        let is_end = self.next.is_none_or(|token| !matches!(token, Token::Other(_) | Token::Word(_)));
        let is_small = !self.folded.original.chars().any(char::is_uppercase);
        let is_written = is_small || self.folded.is_capital(self.place.span.start);
        self.is_beside_place() || is_end && is_written && self.is_large(LARGE_PEOPLE_MIN)
    }

    fn is_large(&self, people_min: u64) -> bool {
        let places = INDEX.of_name(&self.folded.text[self.place.span.clone()]);
        places.iter().any(|place| place.people.is_some_and(|people| people >= people_min))
    }

    /// Returns whether a joiner and the name of another place follow, which is no ordinary word: "granada y almería".
    fn is_beside_place(&self) -> bool {
        let is_joint = |token: &Token| matches!(token, Token::Comma(_)) || token.role() == Some(Role::Joiner);
        match self.after {
            [joint, Token::Word(word), ..] if is_joint(joint) => word.term.names_place() && !word.term.person,
            [joint, Token::Other(span), ..] if is_joint(joint) => {
                let name = &self.folded.text[span.clone()];
                INDEX.is_known(name) && !served::is_word(name)
            }
            _ => false,
        }
    }

    fn last_is(&self, words: &[&str]) -> bool {
        self.last.is_some_and(|token| words.contains(&&self.folded.text[token.span().clone()]))
    }

    fn is_after_spanish(&self) -> bool {
        self.last.is_some_and(|token| {
            matches!(&self.folded.text[token.span().clone()].rsplit(' ').next(), Some("en" | "de" | "desde"))
        })
    }

    /// Returns whether "of" follows people, rather than users or fans. Spanish names of places also follow other words than
    /// people, unless they are those of small towns.
    fn is_of_known(&self) -> bool {
        let before = self.before.iter().rev().skip_while(|token| token.role() != Some(Role::Of)).nth(1);
        let is_people = before.is_some_and(is_people);
        let is_spanish = self.is_after_spanish();
        let fits = !is_spanish || self.is_in(Language::Es);
        fits && (is_people || is_spanish && INDEX.is_known(&self.folded.text[self.place.span.clone()]))
    }

    fn is_in(&self, language: Language) -> bool {
        self.place.term.countries.iter().any(|code| countries_of(language).contains(&code.as_str()))
    }

    fn is_first(&self) -> bool {
        self.last.is_none_or(|token| matches!(token, Token::Stop(_) | Token::Comma(_)))
    }

    fn is_alone(&self) -> bool {
        let is_end = |token: Option<&Token>| {
            token.is_none_or(|token| matches!(token, Token::Comma(_) | Token::Stop(_) | Token::Age(_)))
        };
        is_end(self.before.last()) && is_end(self.next)
    }

    /// Returns whether those follow who live at a place. Before other people a brand may stand: "Nokia users".
    fn is_before_people(&self) -> bool {
        const OF_PLACES: [&str; 6] = ["resident", "local", "native", "commuter", "inhabitant", "household"];
        let is_person = self.next.is_some_and(|token| token.role() == Some(Role::Person));
        let text = self.next.map_or("", |token| &self.folded.text[token.span().clone()]);
        OF_PLACES.iter().any(|word| text.starts_with(word)) || self.is_in(Language::En) && is_person
    }

    /// Returns whether a place is before the joiner that precedes the name.
    fn is_after_place(&self) -> bool {
        let mut before = self.before.iter().rev().skip_while(|token| token.role() != Some(Role::Joiner)).skip(1);
        match before.next() {
            Some(Token::Word(word)) if word.term.names_place() => true,
            // "In mayo and leitrim": an unknown word after "in" stands for a place, too.
            Some(Token::Other(_)) => {
                let led = before.find(|token| token.role() != Some(Role::Glue)).and_then(Token::role);
                matches!(led, Some(Role::Locative | Role::Reset))
                    || led == Some(Role::Of) && before.next().is_some_and(is_people)
            }
            _ => false,
        }
    }
}

fn is_people(token: &Token) -> bool {
    match token {
        Token::Word(word) => word.term.role == Role::Person || word.term.role == Role::Fact && word.term.person,
        _ => false,
    }
}

/// Unknown words right before a place.
const NEAR: [&str; 9] = ["near", "around", "outside", "along", "off", "county", "barrio", "colonia", "isla"];

#[cfg(test)]
mod tests {
    use super::super::{Convention, understand};

    fn countries(description: &str) -> Vec<String> {
        understand("Which?", Some(description)).unwrap().filters.countries
    }

    #[test]
    fn people_of_a_town_are_asked_in_its_country_and_the_town_stays_a_condition() {
        for (description, country) in [
            ("renters in kalamazoo", "US"),
            ("commuters near Swindon", "GB"),
            ("Bendigo, 30+", "AU"),
            ("mamás de Rafaela", "AR"),
            ("gente de zipaquirá", "CO"),
            ("jubilados en talavera de la reina", "ES"),
            ("clientes de Iquique y Arica", "CL"),
            ("aficionados al teatro de Lugo y Ourense", "ES"),
            ("students in Saskatoon", "CA"),
            ("义乌的小商家", "CN"),
            ("在安大略省的留学生", "CA"),
        ] {
            assert_eq!(countries(description), [country], "{description}");
        }
        let audience = understand("Which?", Some("renters in Kalamazoo")).unwrap();
        assert!(audience.filters.traits.contains(&"Kalamazoo".to_owned()), "{:?}", audience.filters.traits);
        assert_eq!(audience.conventions, [Convention::Word("smaller-place".to_owned())]);
    }

    #[test]
    fn a_country_that_is_named_decides() {
        assert_eq!(countries("students in Cambridge, Massachusetts"), ["US"]);
        assert_eq!(countries("people in Brentwood, England"), ["GB"]);
    }

    #[test]
    fn words_and_brands_that_are_towns_too_are_none() {
        for description in [
            "clientes de Zara",
            "aficionados al vino de Arica",
            "Nokia users",
            "people who own a Nokia",
            "fans of Mercedes",
            "people in orange shirts",
            "gamers, mostly young",
            "personas que viven solas",
            "和平主义者",
            "mobile users",
        ] {
            assert!(countries(description).is_empty(), "{description}: {:?}", countries(description));
        }
    }
}
