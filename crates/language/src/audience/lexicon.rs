//! The dictionaries: words in three languages with the filters or grammatical role they stand for. One matcher covers
//! all languages, since a text's language may differ from its report's.

mod nicknames;
mod trust;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use aho_corasick::AhoCorasick;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::forms::{self, Gender};
use crate::text::{self, Folded};
use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};
use population::Attribute;
use population::places::{self, Place};
use trust::{Trust, is_plausible_name};

const PEOPLE: DataFile = data_file!("crates/language/data/audience/people.toml");
const WORK: DataFile = data_file!("crates/language/data/audience/work.toml");
const OCCUPATIONS: DataFile = data_file!("crates/language/data/audience/occupations.toml");
const REGIONS: DataFile = data_file!("crates/language/data/audience/regions.toml");
const PEOPLES: DataFile = data_file!("crates/language/data/audience/peoples.toml");
const GROUPS: DataFile = data_file!("crates/language/data/audience/groups.toml");
const NICKNAMES: DataFile = data_file!("crates/language/data/audience/nicknames.toml");
const GUARDED: DataFile = data_file!("crates/language/data/audience/guarded.toml");
const GRAMMAR: DataFile = data_file!("crates/language/data/audience/grammar.toml");

/// Words that may precede a phrase without changing its meaning.
const LEADS: [&str; 8] = ["de ", "en ", "con ", "que ", "in ", "with ", "who ", "a "];
/// The convention for places that the population data do not divide.
const SMALLER_PLACE: &str = "smaller-place";
/// Longest name of a lesser-known place that is too often an ordinary word.
const SHORT_NAME_CHARS_MAX: usize = 5;

static LEXICON: Compiled<Lexicon> = Compiled::new(Lexicon::new);

/// Checks that every dictionary can be parsed.
pub(super) fn check() -> Result<(), DataError> {
    LEXICON.check()
}

pub(super) fn lexicon() -> &'static Lexicon {
    &LEXICON
}

/// The grammatical role of a word; `grammar.toml` describes each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Role {
    #[default]
    Fact,
    Condition,
    Child,
    Person,
    User,
    Glue,
    Locative,
    Of,
    Preposition,
    Opener,
    Reset,
    AndAre,
    Joiner,
    Break,
    Not,
    NotAfter,
    NotVerb,
    Absorb,
    Thing,
    AtLeast,
    AtMost,
    De,
}

/// A dictionary entry: one meaning and the words for it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Term {
    pub(super) role: Role,
    pub(super) countries: Vec<String>,
    pub(super) regions: Vec<String>,
    pub(super) cities: Vec<String>,
    /// A level of education, which "or more" and "or less" extend.
    pub(super) level: Option<String>,
    /// An age range that explicit figures override.
    pub(super) age: Option<[u8; 2]>,
    /// Suffix of the id of the message that states how the words are interpreted.
    pub(super) convention: Option<String>,
    /// Whether the words also stay a condition, because they say more than the filter does.
    pub(super) keep: bool,
    /// Whether the words denote people by themselves.
    pub(super) person: bool,
    /// Whether the words mean somebody's children if parents precede them.
    pub(super) weak_child: bool,
    /// Whether the words count only next to another fact about people.
    pub(super) weak: bool,
    /// Whether the words ask for people of the whole world. Weak ones count only beside people or alone.
    pub(super) world: bool,
    /// Whether the place is meant only if no other is named: "tier-2 cities" are Chinese, but not in India.
    pub(super) implied: bool,
    /// Whether many of the people are under 18.
    pub(super) minors: bool,
    /// Whether the words count only in capitals.
    pub(super) cased: bool,
    /// Whether the words are what people call a place, and no name of it.
    #[serde(skip)]
    pub(super) is_nickname: bool,
    /// The language of the words for "in", one of which must precede the name, if it is a word elsewhere.
    #[serde(skip)]
    pub(super) located: Option<Language>,
    en: String,
    es: String,
    zh: String,
    /// The places that a name may denote, the likeliest first.
    #[serde(skip)]
    pub(super) places: Vec<&'static Place>,
    /// Whether the first of the places is the one that the name is known for.
    #[serde(skip)]
    pub(super) is_known: bool,
    /// The evidence required to read the words as a place.
    #[serde(skip)]
    trust: Trust,
    #[serde(flatten)]
    codes: Codes,
}

impl Term {
    /// Returns the meaning of a place that the population data do not divide: its country, and a condition.
    pub(super) fn of_smaller_place(country: &str) -> Self {
        let convention = Some(SMALLER_PLACE.to_owned());
        Self { countries: vec![country.to_owned()], keep: true, implied: true, convention, ..Self::default() }
    }

    /// Creates a term that stands for these codes and for no words of a dictionary.
    pub(super) fn of_codes(codes: impl IntoIterator<Item = (Attribute, Vec<String>)>) -> Self {
        Self { codes: Codes(codes.into_iter().collect()), ..Self::default() }
    }

    pub(super) fn names_place(&self) -> bool {
        !(self.places.is_empty() && self.countries.is_empty() && self.regions.is_empty() && self.cities.is_empty())
    }

    /// Returns whether both name the same places.
    pub(super) fn is_same_place(&self, other: &Self) -> bool {
        self.places.first() == other.places.first()
            && (&self.countries, &self.regions, &self.cities) == (&other.countries, &other.regions, &other.cities)
    }

    /// Returns the codes that the words stand for in an attribute.
    pub(super) fn codes(&self, attribute: Attribute) -> &[String] {
        self.codes.0.get(&attribute).map_or(&[], Vec::as_slice)
    }
}

/// Codes by attribute, keyed by filter name in the dictionaries. Any other key of an entry is an error.
#[derive(Debug, Clone, Default)]
struct Codes(BTreeMap<Attribute, Vec<String>>);

impl<'de> Deserialize<'de> for Codes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let by_name: BTreeMap<String, Vec<String>> = Deserialize::deserialize(deserializer)?;
        let filtered = || Attribute::filtered_by_codes().chain([Attribute::Occupation]);
        let read = |(name, codes): (String, Vec<String>)| match filtered().find(|it| it.filter_name() == name) {
            Some(attribute) => Ok((attribute, codes)),
            None => Err(D::Error::custom(format!("no filter is called `{name}`"))),
        };
        by_name.into_iter().map(read).collect::<Result<_, _>>().map(Self)
    }
}

/// An occurrence of a dictionary word in a text.
#[derive(Debug, Clone)]
pub(super) struct Word {
    pub(super) span: Range<usize>,
    pub(super) term: &'static Term,
    /// Index of the term, which tells two forms of one word from two words.
    pub(super) id: usize,
    pub(super) gender: Gender,
}

impl Word {
    /// Returns a place that no dictionary lists.
    pub(super) fn of_place(span: Range<usize>, term: &'static Term) -> Self {
        Self { span, term, id: usize::MAX, gender: Gender::Unmarked }
    }
}

pub(super) struct Lexicon {
    terms: Vec<Term>,
    /// The term and the gender of the form, by pattern index.
    patterns: Vec<(usize, Gender)>,
    /// The spellings, by pattern index.
    forms: Vec<String>,
    matcher: AhoCorasick,
}

impl Lexicon {
    fn new() -> Result<Self, DataError> {
        let mut terms: Vec<Term> = Vec::new();
        for file in [PEOPLE, WORK, REGIONS, PEOPLES, GROUPS] {
            terms.extend(read(file)?);
        }
        terms.extend(nicknames::read(NICKNAMES)?);
        terms.extend(occupations(OCCUPATIONS)?);
        let mut forms: Vec<(String, usize, Gender)> = Vec::new();
        for (id, term) in terms.iter().enumerate() {
            forms.extend(forms_of(term).into_iter().map(|(form, gender)| (form, id, gender)));
        }
        for (form, gender, term) in place_terms(GUARDED)? {
            forms.push((form, terms.len(), gender));
            terms.push(term);
        }
        for term in read(GRAMMAR)? {
            let id = terms.len();
            forms.extend(forms_of(&term).into_iter().map(|(form, gender)| (form, id, gender)));
            terms.push(term);
        }
        // Only too many patterns can fail here. They come from several files, so the error names the first.
        let matcher = AhoCorasick::new(forms.iter().map(|(form, _, _)| form)).map_err(|error| PEOPLE.wrong(error))?;
        let patterns = forms.iter().map(|(_, id, gender)| (*id, *gender)).collect();
        Ok(Self { terms, patterns, forms: forms.into_iter().map(|(form, _, _)| form).collect(), matcher })
    }

    /// Returns every spelling of a place that needs no further evidence, as a word that spans nothing yet.
    pub(super) fn place_names(&'static self) -> impl Iterator<Item = (&'static str, Word)> {
        let spelt = self.forms.iter().zip(&self.patterns);
        let word = |(form, (id, gender)): (&'static String, &'static (usize, Gender))| {
            (form.as_str(), Word { span: 0..0, term: &self.terms[*id], id: *id, gender: *gender })
        };
        let is_sure = |(_, word): &(&str, Word)| word.term.names_place() && word.term.trust == Trust::Sure;
        let is_name = |term: &Term| term.role == Role::Fact && !term.cased && !term.is_nickname;
        spelt.map(word).filter(is_sure).filter(move |(_, word)| is_name(word.term))
    }

    /// Returns the names of all conventions.
    pub(super) fn conventions(&self) -> impl Iterator<Item = &str> {
        self.terms.iter().filter_map(|term| term.convention.as_deref()).chain([SMALLER_PLACE])
    }

    /// Returns the words outside the `taken` spans. Of overlapping words the leftmost wins, then the longest.
    pub(super) fn words(&'static self, folded: &Folded<'_>, taken: &[Range<usize>]) -> Vec<Word> {
        let mut found: Vec<Word> = self
            .matcher
            .find_overlapping_iter(&folded.text)
            .filter(|hit| folded.is_boundary(hit.start()) && folded.is_boundary(hit.end()))
            .filter(|hit| is_free(&(hit.start()..hit.end()), taken))
            .map(|hit| {
                let (id, gender) = self.patterns[hit.pattern().as_usize()];
                Word { span: hit.start()..hit.end(), term: &self.terms[id], id, gender }
            })
            .filter(|word| !word.term.cased || folded.is_all_capitals(&word.span))
            .filter(|word| is_plausible_name(word, folded))
            .collect();
        // Of equal spans the earlier dictionary wins: facts before places before grammar.
        found.sort_by_key(|word| (word.span.start, usize::MAX - word.span.end, word.id));
        let mut chosen: Vec<Word> = Vec::new();
        for word in &found {
            if chosen.last().is_none_or(|last| last.span.end <= word.span.start) {
                chosen.push(longer_without_lead(word, &found, folded));
            }
        }
        chosen
    }
}

/// Returns the longer fact that starts after the leading preposition, if any: "de clase media" would otherwise hide
/// "clase media alta".
fn longer_without_lead(word: &Word, found: &[Word], folded: &Folded<'_>) -> Word {
    let text = &folded.text[word.span.clone()];
    let lead = LEADS.iter().find(|lead| word.term.role == Role::Fact && text.starts_with(**lead));
    let Some(core) = lead.map(|lead| word.span.start + lead.len()) else { return word.clone() };
    let from = found.partition_point(|other| other.span.start < core);
    match found.get(from).filter(|other| other.span.start == core && other.span.end > word.span.end) {
        Some(other) if other.term.role == Role::Fact => Word { span: word.span.start..other.span.end, ..other.clone() },
        _ => word.clone(),
    }
}

/// Returns whether a span overlaps none of `taken`, which is sorted and without overlaps.
fn is_free(span: &Range<usize>, taken: &[Range<usize>]) -> bool {
    let next = taken.partition_point(|other| other.end <= span.start);
    taken.get(next).is_none_or(|other| other.start >= span.end)
}

/// Returns one term per spelling, with every place that the spelling may denote.
fn place_terms(file: DataFile) -> Result<Vec<(String, Gender, Term)>, DataError> {
    let guarded: Guarded = file.toml()?;
    let [capital, located] = [guarded.capital, guarded.located]
        .map(|list| forms::all(&list).into_iter().map(|(form, _)| form).collect::<BTreeSet<_>>());
    let mut terms: BTreeMap<String, (Gender, Term)> = BTreeMap::new();
    for named in places::names() {
        for (form, gender) in forms::all(&named.words) {
            let is_short = form.chars().count() <= SHORT_NAME_CHARS_MAX;
            let trust = match named.is_known {
                _ if form.chars().any(text::is_cjk) => Trust::Sure,
                true if located.contains(&form) => Trust::Doubtful,
                true if capital.contains(&form) => Trust::Likely,
                true => Trust::Sure,
                false if is_short || located.contains(&form) => Trust::Doubtful,
                false => Trust::Likely,
            };
            let new = || {
                let (cased, person, is_known) = (named.cased, named.is_people, named.is_known);
                (gender, Term { trust, cased, person, is_known, ..Term::default() })
            };
            let (_, term) = terms.entry(form).or_insert_with(new);
            if !term.places.contains(&named.place) {
                term.places.push(named.place);
            }
        }
    }
    Ok(terms.into_iter().map(|(form, (gender, term))| (form, gender, term)).collect())
}

#[derive(Deserialize)]
struct Guarded {
    capital: String,
    located: String,
}

fn read(file: DataFile) -> Result<Vec<Term>, DataError> {
    #[derive(Deserialize)]
    struct File {
        term: Vec<Term>,
    }
    Ok(file.toml::<File>()?.term)
}

fn occupations(file: DataFile) -> Result<Vec<Term>, DataError> {
    #[derive(Deserialize)]
    struct File {
        group: BTreeMap<String, Words>,
    }
    #[derive(Deserialize)]
    struct Words {
        en: String,
        es: String,
        zh: String,
    }
    let file: File = file.toml()?;
    let term = |(group, words): (String, Words)| Term {
        codes: Codes(BTreeMap::from([(Attribute::Occupation, vec![format!("isco-{group}")])])),
        keep: true,
        person: true,
        en: words.en,
        es: words.es,
        zh: words.zh,
        ..Term::default()
    };
    Ok(file.group.into_iter().map(term).collect())
}

fn forms_of(term: &Term) -> Vec<(String, Gender)> {
    [&term.en, &term.es, &term.zh].into_iter().flat_map(|list| forms::all(list)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dictionary_is_read_in_full() {
        for file in [PEOPLE, WORK, REGIONS, PEOPLES, GROUPS, GRAMMAR] {
            let written = file.text.lines().filter(|line| *line == "[[term]]").count();
            assert_eq!(read(file).unwrap().len(), written);
        }
        assert!(occupations(OCCUPATIONS).unwrap().len() > 35);
        assert!(lexicon().patterns.len() > 5000, "{}", lexicon().patterns.len());
    }

    #[test]
    fn a_dictionary_that_cannot_be_read_is_found_and_named() {
        let broken = |file: DataFile| DataFile { text: format!("{}\n[[term]]\nrole = 7\n", file.text).leak(), ..file };
        for file in [PEOPLE, WORK, REGIONS, PEOPLES, GROUPS, GRAMMAR] {
            assert_eq!(read(broken(file)).map(drop).unwrap_err().file, file.name);
        }
        let empty = |file: DataFile| DataFile { text: "", ..file };
        assert_eq!(occupations(empty(OCCUPATIONS)).map(drop).unwrap_err().file, OCCUPATIONS.name);
        assert_eq!(place_terms(empty(GUARDED)).map(drop).unwrap_err().file, GUARDED.name);
    }

    #[test]
    fn the_longest_word_from_the_left_wins() {
        let folded = Folded::new("stay-at-home moms, mental and women");
        let words = lexicon().words(&folded, &[]);
        let found: Vec<&str> = words.iter().map(|word| folded.quote(&word.span)).collect();
        assert_eq!(found, ["stay-at-home moms", "and", "women"]);
    }
}
