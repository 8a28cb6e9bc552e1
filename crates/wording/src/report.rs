//! Renders findings. A fact table is built from the figures, and every sentence is a template filled from it. No
//! model writes one.

mod facts;
mod headline;
mod sentences;

use analysis::{EngineQuality, Findings};
use foundation::Language;
use language::{Brief, Served};
use questionnaire::Questionnaire;

use crate::{say, sentences as sentences_of};

pub use facts::{FactTable, figures};
pub use headline::{JointVerdict, joint_headline};
pub use sentences::title;

/// The input of a report's sentences.
#[derive(Debug, Clone, Copy)]
pub struct ReportInput<'a> {
    pub brief: &'a Brief,
    pub served: &'a Served,
    pub questionnaire: &'a Questionnaire,
    pub engine: &'a EngineQuality,
    pub findings: &'a Findings,
    /// The age range of the audience, to which the names of age groups are cut.
    pub ages: (Option<u8>, Option<u8>),
}

/// The sentences of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    pub headline: String,
    pub summary: String,
    /// The checks that determine the confidence level.
    pub confidence: String,
    pub recommendation: String,
}

/// States that the respondents are synthetic, and whether the engine is scripted, unmeasured or guessing.
pub fn notice(engine: &EngineQuality, language: Language) -> String {
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

/// Returns the sentences, and the facts that they were filled from.
pub fn words(input: &ReportInput<'_>) -> (Words, FactTable) {
    let facts = FactTable::new(input);
    let words = Words {
        headline: sentences::headline(&facts, input),
        summary: sentences::summary(&facts, input),
        confidence: sentences::confidence(&facts, input),
        recommendation: sentences::recommendation(&facts, input),
    };
    (words, facts)
}
