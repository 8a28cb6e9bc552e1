//! Puts findings into words. One table of facts is made from the figures, and every sentence is a template filled in
//! from it. No sentence is written by a model.

mod facts;
mod sentences;

use analysis::{EngineStanding, Findings};
use foundation::Language;
use language::{Brief, Served};
use questionnaire::Questionnaire;

use crate::{say, sentences as sentences_of};

pub use facts::{FactTable, figures};
pub use sentences::title;

/// What is put into words.
#[derive(Debug, Clone, Copy)]
pub struct Told<'a> {
    pub brief: &'a Brief,
    pub served: &'a Served,
    pub questionnaire: &'a Questionnaire,
    pub engine: &'a EngineStanding,
    pub findings: &'a Findings,
    /// The ages asked, so that no group is said to be older or younger.
    pub ages: (Option<u8>, Option<u8>),
}

/// The sentences of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    pub headline: String,
    pub summary: String,
    /// What decided how far the findings may be believed.
    pub confidence: String,
    pub recommendation: String,
}

/// Says in plain words that the respondents are synthetic, and what is known of the engine that answered.
pub fn notice(engine: &EngineStanding, language: Language) -> String {
    let mut said = vec!["notice-synthetic"];
    if engine.is_scripted {
        said.push("notice-scripted");
    } else if engine.measured.is_none() {
        said.push("notice-unmeasured");
    } else if engine.is_guessing() {
        said.push("notice-guessing");
    }
    sentences_of(language, &said.into_iter().map(|id| say(language, id, &[])).collect::<Vec<_>>())
}

/// The sentences, and the facts that they were made from.
pub fn words(told: &Told<'_>) -> (Words, FactTable) {
    let facts = FactTable::new(told);
    let words = Words {
        headline: sentences::headline(&facts, told),
        summary: sentences::summary(&facts, told),
        confidence: sentences::confidence(&facts, told),
        recommendation: sentences::recommendation(&facts, told),
    };
    (words, facts)
}
