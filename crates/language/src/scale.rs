//! Reads the scale that options form: its kind, and each option's place on it, or its role beside it. Only the words
//! count. The order of the options does not, since respondents get different orders. Neither the question nor any
//! respondent is known here.

mod lexicon;
mod option;
mod set;
mod tokens;

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use foundation::Language;
use foundation::data::DataError;

/// Whether the words of scales can be read in every language.
pub fn check() -> Result<(), DataError> {
    lexicon::check()
}

/// What a scale measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
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
    /// How much of something that no word of the lexicon names.
    Amount,
    /// Numbers with nothing but the ends explained.
    Rating,
    /// Figures that measure: years, hours, money.
    Quantity,
    YesNo,
}

/// What one option is among the others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Role {
    /// A step of the scale.
    Step(Step),
    /// Don't know, not sure, no answer, it depends.
    Unsure,
    Other,
    /// None of these, no preference.
    Nothing,
    /// Has never heard of what is asked about.
    Unfamiliar,
    /// An answer in its own right that is on no scale.
    Plain,
}

/// A place on a scale. "Most" is the side of agreement, approval, good, often, much and yes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// By rank among the steps offered: −1 is the least of them, +1 the most.
    pub place: f64,
    /// By its words alone, whatever else is offered: −1 is the least that can be said, +1 the most.
    pub value: f64,
    /// Says that it is the middle.
    pub neutral: bool,
    /// Its word stands alone, with nothing that says how much: "agree", not "somewhat agree".
    pub bare: bool,
}

/// The scale that options form, if they form one, and the role of each option.
#[derive(Debug, Clone, PartialEq)]
pub struct Scale {
    pub kind: Option<Kind>,
    pub roles: Vec<Role>,
}

/// Reads options in this language. The roles come in the order of the options and do not depend on it.
pub fn read(language: Language, options: &[&str]) -> Scale {
    set::read(lexicon::of(language), options)
}
