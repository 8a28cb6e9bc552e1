//! Recognises the ordinal scale that options form: its kind, and each option's position on it or its role beside it.
//! Only the options' words count, not their order, since respondents get different orders. The question is not read.

mod lexicon;
mod option;
mod own_order;
mod set;
mod tokens;

#[cfg(test)]
mod tests;

pub use own_order::own_order;
use serde::{Deserialize, Serialize};

use foundation::Language;
use foundation::data::DataError;

/// Checks that the lexicon of every language can be parsed.
pub fn check() -> Result<(), DataError> {
    lexicon::check()
}

/// Returns a text with traditional Chinese characters as simplified ones, each at the same bytes.
pub(crate) fn simplified(text: &str) -> String {
    text.chars().map(lexicon::simplified).collect()
}

/// What a scale measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScaleKind {
    Agreement,
    Approval,
    Satisfaction,
    Likelihood,
    Quality,
    Fairness,
    Importance,
    Worry,
    Trust,
    Interest,
    Comfort,
    Familiarity,
    Ease,
    Change,
    Balance,
    Frequency,
    Level,
    /// An amount of something that the lexicon does not name.
    Amount,
    /// Numbers of which at most the ends are labelled.
    Rating,
    /// Figures with a unit: years, hours, money.
    Quantity,
    YesNo,
}

/// The role of one option among the others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Role {
    /// A position on the scale.
    Step(Step),
    /// "Don't know", "not sure", "no answer", "it depends".
    Unsure,
    Other,
    /// "None of these", "no preference".
    Nothing,
    /// The respondent has never heard of the object of the question.
    Unfamiliar,
    /// A substantive answer that is on no scale.
    Plain,
}

/// A position on a scale. The upper end is agreement, approval, good, often, much and yes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// Rank among the steps offered, scaled to −1 (lowest) to +1 (highest).
    pub place: f64,
    /// Meaning of the words alone, whatever else is offered: −1 (lowest possible) to +1 (highest possible).
    pub value: f64,
    /// Whether the words name the midpoint.
    pub neutral: bool,
    /// Whether the word has no degree: "agree", as opposed to "somewhat agree".
    pub bare: bool,
}

/// The role of each option, and the kind of scale if the options form one.
#[derive(Debug, Clone, PartialEq)]
pub struct Scale {
    pub kind: Option<ScaleKind>,
    pub roles: Vec<Role>,
}

/// Recognises the scale of options in this language. The roles are in the order of the options and do not depend on it.
pub fn read(language: Language, options: &[&str]) -> Scale {
    set::read(lexicon::of(language), options)
}
