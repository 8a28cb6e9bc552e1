//! Renders findings. A fact table is built from the figures, and every sentence is a template filled from it. No
//! model writes one.

mod facts;
mod headline;
mod printed;
mod sentences;

use analysis::{EngineQuality, Findings};
use foundation::Language;
use language::{Brief, Served};
use questionnaire::Questionnaire;

use crate::{measured_skill, say, sentences as sentences_of};

pub use facts::{FactTable, figures};
pub use headline::{JointVerdict, joint_headline};
pub use printed::buys_none;
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
    /// ISO 3166-1 alpha-2 code of the audience's country, if it has exactly one; it selects the notation and the names of groups.
    pub country: Option<&'a str>,
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
    let scope = measured_skill::scope(language, engine.record().and_then(|record| record.family));
    let mut ids = vec!["notice-synthetic"];
    if engine.is_scripted {
        ids.push("notice-scripted");
    } else if engine.measured.is_none() {
        ids.push("notice-unmeasured");
    } else if engine.is_guessing() {
        ids.push("notice-guessing");
    }
    sentences_of(
        language,
        &ids.into_iter().map(|id| say(language, id, &[("scope", scope.as_str().into())])).collect::<Vec<_>>(),
    )
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
