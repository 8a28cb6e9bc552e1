//! What open answers have in common, found in the answers themselves: near-duplicates, clusters of clauses, their
//! names and quotes. The result follows from the set of answers alone: no chance, no order of arrival, no model.
//! It knows nothing of questions, options' shares or reports beyond the types it fills.

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

use crate::brief::Language;
use crate::data::DataError;
use crate::report::Theme;

/// Whether the words of every language can be read.
pub fn check() -> Result<(), DataError> {
    lexicon::check()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct OpenAnswer<'a> {
    pub respondent_id: &'a str,
    pub text: &'a str,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// By count, most first.
    pub themes: Vec<Theme>,
    /// Answers that nearly repeat another one, a fraction of all.
    pub near_duplicates: f64,
}

/// `quoted` are texts of options that answers may repeat: they become no theme and no part of one's name.
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

/// Answers by who gave them, as read: from here on the order of arrival can't matter.
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
