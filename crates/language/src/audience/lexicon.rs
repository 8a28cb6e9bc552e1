//! The dictionaries: words in three languages and what each says about people. Data files hold the words; this file
//! spells out their forms and builds one matcher over all of them, since a text's language may differ from its
//! report's.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use aho_corasick::AhoCorasick;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::forms::{self, Gender};
use crate::text::{self, Folded};
use foundation::data::{Compiled, DataError, DataFile, data_file};
use population::Attribute;
use population::places::{self, Place};

const PEOPLE: DataFile = data_file!("crates/language/data/audience/people.toml");
const WORK: DataFile = data_file!("crates/language/data/audience/work.toml");
const OCCUPATIONS: DataFile = data_file!("crates/language/data/audience/occupations.toml");
const REGIONS: DataFile = data_file!("crates/language/data/audience/regions.toml");
const GROUPS: DataFile = data_file!("crates/language/data/audience/groups.toml");
const GUARDED: DataFile = data_file!("crates/language/data/audience/guarded.toml");
const GRAMMAR: DataFile = data_file!("crates/language/data/audience/grammar.toml");

/// Words that may stand before a phrase without changing it.
const LEADS: [&str; 8] = ["de ", "en ", "con ", "que ", "in ", "with ", "who ", "a "];
/// Names of places no longer than this are too often other words.
const SHORT_NAME_CHARS_MAX: usize = 5;

static LEXICON: Compiled<Lexicon> = Compiled::new(Lexicon::new);

/// Whether every dictionary can be read.
pub(super) fn check() -> Result<(), DataError> {
    LEXICON.check()
}

pub(super) fn lexicon() -> &'static Lexicon {
    &LEXICON
}

/// What a word does to the reading; `grammar.toml` describes each.
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

/// A dictionary entry: one meaning and its words.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Term {
    pub(super) role: Role,
    pub(super) countries: Vec<String>,
    pub(super) regions: Vec<String>,
    pub(super) cities: Vec<String>,
    /// A level of education, which "or more" and "or less" widen.
    pub(super) level: Option<String>,
    /// A span of years that explicit figures override.
    pub(super) age: Option<[u8; 2]>,
    /// The message that states how the words were taken.
    pub(super) convention: Option<String>,
    /// The words say more than the filter does, so they stay a condition too.
    pub(super) keep: bool,
    /// The words name people by themselves.
    pub(super) person: bool,
    /// Said of somebody's children when parents stand before it.
    pub(super) weak_child: bool,
    /// Too weak to stand alone: counts only beside another fact about people.
    pub(super) weak: bool,
    /// The words count only where they are written in capitals.
    pub(super) cased: bool,
    en: String,
    es: String,
    zh: String,
    /// The places a name may stand for, the likeliest first.
    #[serde(skip)]
    pub(super) places: Vec<&'static Place>,
    /// Which signs it takes that a place is meant.
    #[serde(skip)]
    trust: Trust,
    #[serde(flatten)]
    codes: Codes,
}

impl Term {
    pub(super) fn names_place(&self) -> bool {
        !(self.places.is_empty() && self.countries.is_empty() && self.regions.is_empty() && self.cities.is_empty())
    }

    /// What the words say of an attribute, in its codes.
    pub(super) fn codes(&self, attribute: Attribute) -> &[String] {
        self.codes.0.get(&attribute).map_or(&[], Vec::as_slice)
    }
}

/// Codes by attribute; dictionaries call them by the filter's name. Anything else that an entry holds is a mistake.
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

/// How easily a place's name is taken for another word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Trust {
    #[default]
    Sure,
    /// Needs a capital, or "in" before it.
    Likely,
    /// Needs both.
    Doubtful,
}

/// A word found in a text.
#[derive(Debug, Clone)]
pub(super) struct Word {
    pub(super) span: Range<usize>,
    pub(super) term: &'static Term,
    /// The index of the term, so that two forms of one word can be told from two words.
    pub(super) id: usize,
    pub(super) gender: Gender,
}

pub(super) struct Lexicon {
    terms: Vec<Term>,
    /// By pattern: the term and the gender of the form.
    patterns: Vec<(usize, Gender)>,
    matcher: AhoCorasick,
}

impl Lexicon {
    fn new() -> Result<Self, DataError> {
        let mut terms: Vec<Term> = Vec::new();
        for file in [PEOPLE, WORK, REGIONS, GROUPS] {
            terms.extend(read(file)?);
        }
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
        // Only too many words can fail here. They could come from any of the files, so one of them is named.
        let matcher = AhoCorasick::new(forms.iter().map(|(form, _, _)| form)).map_err(|error| PEOPLE.wrong(error))?;
        Ok(Self { terms, patterns: forms.into_iter().map(|(_, id, gender)| (id, gender)).collect(), matcher })
    }

    /// Ids of the messages that state how words were taken.
    pub(super) fn conventions(&self) -> impl Iterator<Item = &str> {
        self.terms.iter().filter_map(|term| term.convention.as_deref())
    }

    /// Words outside the `taken` spans, leftmost and then longest first, none overlapping another.
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
        // Equal spans keep the order of the dictionaries: facts before places before grammar.
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

/// "De clase media" starts before "clase media alta" and would hide it, so the longer one takes its place.
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

/// `taken` is sorted and without overlaps.
fn is_free(span: &Range<usize>, taken: &[Range<usize>]) -> bool {
    let next = taken.partition_point(|other| other.end <= span.start);
    taken.get(next).is_none_or(|other| other.start >= span.end)
}

/// Place names that are words too need a sign that a place is meant.
fn is_plausible_name(word: &Word, folded: &Folded<'_>) -> bool {
    if word.term.trust == Trust::Sure {
        return true;
    }
    let is_capital = folded.is_capital(word.span.start);
    let before = folded.text[..word.span.start].trim_end();
    let before = ["the", "el", "la", "los"].iter().find_map(|article| before.strip_suffix(article)).unwrap_or(before);
    let last = before.trim_end().rsplit(|c: char| !c.is_alphanumeric()).next();
    let is_located = matches!(last, Some("in" | "en" | "from" | "de" | "del" | "near" | "desde" | "across" | "around"));
    if word.term.trust == Trust::Doubtful { is_capital && is_located } else { is_capital || is_located }
}

/// One term for each spelling, with every place it may stand for.
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
            let new = || (gender, Term { trust, cased: named.cased, person: named.is_people, ..Term::default() });
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
        for file in [PEOPLE, WORK, REGIONS, GROUPS, GRAMMAR] {
            let written = file.text.lines().filter(|line| *line == "[[term]]").count();
            assert_eq!(read(file).unwrap().len(), written);
        }
        assert!(occupations(OCCUPATIONS).unwrap().len() > 35);
        assert!(lexicon().patterns.len() > 5000, "{}", lexicon().patterns.len());
    }

    #[test]
    fn a_dictionary_that_cannot_be_read_is_found_and_named() {
        let broken = |file: DataFile| DataFile { text: format!("{}\n[[term]]\nrole = 7\n", file.text).leak(), ..file };
        for file in [PEOPLE, WORK, REGIONS, GROUPS, GRAMMAR] {
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
