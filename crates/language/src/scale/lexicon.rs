//! The words of scales, from one data file per language. `crates/language/data/scale/en.toml` explains the fields.

use std::collections::HashMap;

use serde::Deserialize;

use super::tokens::{Token, tokens};
use super::{Role, ScaleKind};
use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};

static EN: Compiled<Lexicon> = Compiled::new(|| Lexicon::read(data_file!("crates/language/data/scale/en.toml")));
static ES: Compiled<Lexicon> = Compiled::new(|| Lexicon::read(data_file!("crates/language/data/scale/es.toml")));
static ZH: Compiled<Lexicon> = Compiled::new(|| Lexicon::read(data_file!("crates/language/data/scale/zh.toml")));

pub(super) fn check() -> Result<(), DataError> {
    [&EN, &ES, &ZH].into_iter().try_for_each(Compiled::check)
}

/// Returns the simplified form of a traditional character; any other character is returned as it is.
pub(super) fn simplified(c: char) -> char {
    ZH.fold.get(&c).copied().unwrap_or(c)
}

pub(super) fn of(language: Language) -> &'static Lexicon {
    match language {
        Language::En => &EN,
        Language::Es => &ES,
        Language::Zh => &ZH,
    }
}

/// All senses of a phrase; the context decides which one counts.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Senses {
    pub(super) role: Option<Role>,
    pub(super) neutral: bool,
    pub(super) degree: Option<f64>,
    pub(super) word: Option<(ScaleKind, f64)>,
    pub(super) negation: bool,
    /// +1 for yes, −1 for no.
    pub(super) verdict: Option<f64>,
    pub(super) per_year: Option<f64>,
    pub(super) times: Option<f64>,
    /// Factor on a rate, which also gives the direction of the bound: below or above 1.
    pub(super) bound: Option<f64>,
    pub(super) filler: bool,
}

/// A phrase found in an option.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Hit {
    pub(super) start: usize,
    pub(super) length: usize,
    pub(super) senses: Senses,
}

#[derive(Debug)]
pub(super) struct Lexicon {
    phrases: HashMap<String, Senses>,
    phrase_tokens_max: usize,
    fold: HashMap<char, char>,
}

impl Lexicon {
    pub(super) fn tokens(&self, text: &str) -> Vec<Token> {
        tokens(text, &self.fold)
    }

    /// Returns the phrases of a text from left to right, the longest at each position. Without roles, a phrase that
    /// is only a role is skipped, and shorter phrases within it are found.
    pub(super) fn hits(&self, tokens: &[Token], with_roles: bool) -> Vec<Hit> {
        let mut hits = Vec::new();
        let mut start = 0;
        while start < tokens.len() {
            let hit = self.hit_at(tokens, start, with_roles);
            start += hit.map_or(1, |hit| hit.length);
            hits.extend(hit);
        }
        hits
    }

    fn hit_at(&self, tokens: &[Token], start: usize, with_roles: bool) -> Option<Hit> {
        let longest = self.phrase_tokens_max.min(tokens.len() - start);
        (1..=longest).rev().find_map(|length| {
            let mut senses = *self.phrases.get(&joined(&tokens[start..start + length]))?;
            if !with_roles {
                senses.role = None;
            }
            (senses != Senses::default()).then_some(Hit { start, length, senses })
        })
    }

    fn read(file: DataFile) -> Result<Self, DataError> {
        let file: File = file.toml()?;
        let fold = file.traditional.chars().zip(file.simplified.chars()).collect();
        let mut lexicon = Self { phrases: HashMap::new(), phrase_tokens_max: 1, fold };
        for word in &file.word {
            lexicon.add(&word.words, |senses| senses.word = senses.word.or(Some((word.kind, word.place))));
        }
        for degree in &file.degree {
            lexicon.add(&degree.words, |senses| senses.degree = senses.degree.or(Some(degree.place)));
        }
        for period in &file.period {
            lexicon.add(&period.words, |senses| senses.per_year = Some(period.per_year));
        }
        for count in &file.count {
            lexicon.add(&count.words, |senses| senses.times = Some(count.times));
        }
        let roles = &file.roles;
        for (words, role) in [
            (&roles.unsure, Role::Unsure),
            (&roles.other, Role::Other),
            (&roles.none, Role::Nothing),
            (&roles.unfamiliar, Role::Unfamiliar),
        ] {
            lexicon.add(words, |senses| senses.role = Some(role));
        }
        lexicon.add(&file.neutral.words, |senses| senses.neutral = true);
        lexicon.add(&file.negation, |senses| senses.negation = true);
        lexicon.add(&file.yes, |senses| senses.verdict = Some(1.0));
        lexicon.add(&file.no, |senses| senses.verdict = Some(-1.0));
        lexicon.add(&file.less_than, |senses| senses.bound = Some(0.6));
        lexicon.add(&file.more_than, |senses| senses.bound = Some(1.5));
        lexicon.add(&file.filler, |senses| senses.filler = true);
        Ok(lexicon)
    }

    fn add(&mut self, phrases: &[String], mut sense: impl FnMut(&mut Senses)) {
        for phrase in phrases {
            let tokens = self.tokens(phrase);
            self.phrase_tokens_max = self.phrase_tokens_max.max(tokens.len());
            sense(self.phrases.entry(joined(&tokens)).or_default());
        }
    }
}

fn joined(tokens: &[Token]) -> String {
    tokens.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    traditional: String,
    #[serde(default)]
    simplified: String,
    negation: Vec<String>,
    filler: Vec<String>,
    yes: Vec<String>,
    no: Vec<String>,
    less_than: Vec<String>,
    more_than: Vec<String>,
    roles: Roles,
    neutral: Words,
    degree: Vec<Degree>,
    word: Vec<Word>,
    period: Vec<Period>,
    count: Vec<Count>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Roles {
    unsure: Vec<String>,
    other: Vec<String>,
    none: Vec<String>,
    unfamiliar: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    words: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Degree {
    place: f64,
    words: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Word {
    kind: ScaleKind,
    place: f64,
    words: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Period {
    per_year: f64,
    words: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Count {
    times: f64,
    words: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_words_for_the_common_kinds() {
        for language in Language::ALL {
            let lexicon = of(language);
            for kind in [
                ScaleKind::Agreement,
                ScaleKind::Frequency,
                ScaleKind::Satisfaction,
                ScaleKind::Importance,
                ScaleKind::Trust,
            ] {
                let sides: Vec<_> = lexicon.phrases.values().filter_map(|senses| senses.word).collect();
                assert!(sides.iter().any(|(of, place)| *of == kind && *place > 0.0), "{language} {kind:?}");
            }
        }
    }

    #[test]
    fn places_lie_between_minus_one_and_one() {
        for language in Language::ALL {
            for senses in of(language).phrases.values() {
                let places = senses.degree.into_iter().chain(senses.word.map(|(_, place)| place));
                assert!(places.into_iter().all(|place| place.abs() <= 1.0));
            }
        }
    }

    #[test]
    fn traditional_signs_have_their_simplified_ones() {
        assert_eq!(joined(&of(Language::Zh).tokens("唔係幾滿意")), "不 是 几 满 意");
    }
}
