//! Finds what open answers have in common in the answers themselves: near-duplicates, clusters of clauses, their names
//! and quotes. The result depends on the set of answers alone: not on chance, the order of arrival or a model.
//! Questions, options' shares and reports are not known here.

mod alike;
mod clean;
mod clusters;
mod drafts;
mod grammar;
mod label;
mod lexicon;
mod name;
mod quotes;
mod reading;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use alike::Groups;
use clusters::Points;
use drafts::Draft;
use reading::{Reader, Reading};

use foundation::data::DataError;
use foundation::{Language, RespondentId};

/// Whether the words of every language can be read.
pub fn check() -> Result<(), DataError> {
    lexicon::check()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct OpenAnswer<'a> {
    pub respondent: RespondentId,
    pub text: &'a str,
}

/// What several open answers have in common.
#[derive(Debug, Clone, PartialEq)]
pub struct Theme {
    pub theme: String,
    /// Of those who gave an open answer.
    pub share: f64,
    pub count: u32,
    pub quotes: Vec<Quote>,
}

/// A verbatim answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    pub respondent: RespondentId,
    pub text: String,
    /// How many answers say nearly the same, this one included.
    pub alike: u32,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// By count, most first.
    pub themes: Vec<Theme>,
    /// Answers that nearly repeat another one, a fraction of all.
    pub near_duplicates: f64,
}

/// `quoted` are texts of options that answers may repeat: they become neither a theme nor part of a theme's name.
pub fn find(language: Language, answers: &[OpenAnswer<'_>], quoted: &[&str]) -> Found {
    let work = Work::new(language, answers, quoted);
    let total = answers.len();
    let theme = |draft: Draft| Theme {
        share: draft.answers.len() as f64 / total as f64,
        count: u32::try_from(draft.answers.len()).unwrap_or(u32::MAX),
        quotes: quotes::choose(&work.answers, &work.readings, &work.groups, &draft.said()),
        theme: draft.label.text,
    };
    let themes = work.drafts().into_iter().map(theme).collect();
    let repeated = total - work.groups.groups;
    Found { themes, near_duplicates: if total == 0 { 0.0 } else { repeated as f64 / total as f64 } }
}

/// Answers sorted by respondent, so that the order of arrival can't matter, and what was read in them.
struct Work<'a> {
    answers: Vec<OpenAnswer<'a>>,
    readings: Vec<Reading>,
    groups: Groups,
    name_stems: BTreeSet<u32>,
}

impl<'a> Work<'a> {
    fn new(language: Language, answers: &[OpenAnswer<'a>], quoted: &[&str]) -> Self {
        let mut answers = answers.to_vec();
        answers.sort_unstable();
        let mut reader = Reader::new(language, quoted);
        let mut readings: Vec<Reading> = answers.iter().map(|answer| reader.read(answer.text)).collect();
        reader.relate(&mut readings);
        let stems: Vec<&[u32]> = readings.iter().map(|reading| reading.stems.as_slice()).collect();
        let texts: Vec<&str> = answers.iter().map(|answer| answer.text).collect();
        let groups = alike::group(&stems, &texts);
        Self { answers, readings, groups, name_stems: reader.name_stems }
    }

    fn drafts(&self) -> Vec<Draft> {
        let points = Points::new(&self.readings, &self.name_stems);
        drafts::settled(&self.readings, &points, &self.name_stems)
    }
}
