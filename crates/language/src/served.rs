//! The served wording: the client's own, lightly edited, with every edit on record; and what was noticed about it. An
//! edit never changes what is asked, treats all options alike and never makes two of them alike. Rules and dictionaries
//! do it in three languages; instructions in a text are never followed.

mod edits;
mod inquiry;
mod invisible;
mod language;
mod notes;
mod option_edits;
mod overlap;
mod patterns;
mod proposal;
mod spans;
mod spelling;

use std::fmt;

use foundation::data::DataError;
use foundation::{Language, OptionId};
use serde::{Deserialize, Serialize};

use crate::brief::{Brief, Draft};
use inquiry::Answers;
use notes::Wording;

pub use edits::Edit;
pub use inquiry::Inquiry;
pub use notes::{Note, Trouble};
pub use proposal::{Rejection, accepts};

/// The served wording and what was noticed about the client's; options stand in the client's order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Served {
    pub question: String,
    pub options: Vec<String>,
    pub changes: Vec<Change>,
    pub inquiry: Inquiry,
    /// The language that the question is written in, where that can be told.
    pub question_language: Option<Language>,
    /// Whether people would want to answer "none of these" or "don't know" and the options don't offer it.
    pub wants_none: bool,
    /// What could make answers hard to read; nothing here was changed.
    pub notes: Vec<Note>,
}

/// One text that was edited, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    pub field: Field,
    pub from: String,
    pub to: String,
    pub why: Why,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    Edits(Vec<Edit>),
    /// An engine proposed it, and the rules found it to ask the same.
    Proposed,
}

/// A part of a brief.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    Question,
    /// All options together.
    Options,
    Option(OptionId),
}

/// As results call it: `question` or `options[2]`.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Question => f.write_str("question"),
            Self::Options => f.write_str("options"),
            Self::Option(OptionId(at)) => write!(f, "options[{at}]"),
        }
    }
}

/// Whether every rule and dictionary can be read.
pub fn check() -> Result<(), DataError> {
    inquiry::check()?;
    language::check()?;
    notes::check()?;
    spelling::check()
}

/// The served wording of a brief, options in the client's order, and what can be told about it.
pub fn optimize(brief: &Brief) -> Served {
    let (question, question_edits) = edits::question(brief.question());
    let (options, option_edits) = option_edits::options(brief.options(), inquiry::is_naming(&question));
    let mut changes = Vec::new();
    changes.extend(change(Field::Question, brief.question(), &question, question_edits));
    for (id, (from, to)) in OptionId::all(options.len()).zip(brief.options().iter().zip(&options)) {
        let edits = option_edits::made_on(from, to, &option_edits);
        changes.extend(change(Field::Option(id), from, to, edits));
    }
    noticed(question, options, changes)
}

/// The wording that an engine proposes instead of the rules', where it asks just what the client's does.
pub fn adopt(brief: &Brief, rules: &Served, question: &str, options: &[String]) -> Result<Served, Rejection> {
    // The rules' wording is known to ask the same as the client's, so the proposal must keep to that.
    let draft = Draft { question: rules.question.clone(), options: rules.options.clone(), ..Draft::default() };
    accepts(&Brief::parse(draft).unwrap_or_else(|_| brief.clone()), question, options)?;
    let texts = [(Field::Question, brief.question(), rules.question.as_str(), question)].into_iter();
    let each = OptionId::all(options.len()).zip(brief.options().iter().zip(&rules.options).zip(options));
    let all = texts
        .chain(each.map(|(id, ((own, rules), to))| (Field::Option(id), own.as_str(), rules.as_str(), to.as_str())));
    let changed = all.filter(|(_, own, _, to)| own != to).map(|(field, own, by_rules, to)| {
        // Where the rules made the same change, their reason stays.
        let known = rules.changes.iter().find(|change| change.field == field && by_rules == to);
        let why = known.map_or(Why::Proposed, |change| change.why.clone());
        Change { field, from: own.to_owned(), to: to.to_owned(), why }
    });
    let changes = changed.collect();
    Ok(noticed(question.to_owned(), options.to_vec(), changes))
}

/// The text without the invisible characters that do nothing in it; those that some scripts and emoji need stay.
pub fn without_invisible(text: &str) -> String {
    invisible::removed(text)
}

/// The language that a text is written in, where that can be told.
pub fn language_of(text: &str) -> Option<Language> {
    language::of(text)
}

/// What can be told about a wording.
fn noticed(question: String, options: Vec<String>, changes: Vec<Change>) -> Served {
    let answers = Answers::of(&options);
    let inquiry = inquiry::of(&question, answers);
    let question_language = language::of(&question);
    let wording = Wording { question: &question, options: &options, language: question_language, inquiry, answers };
    let notes = wording.notes();
    let wants_none = inquiry::wants_none(inquiry, answers);
    Served { question, options, changes, inquiry, question_language, wants_none, notes }
}

/// The entry of a text that was edited; none where nothing changed.
fn change(field: Field, from: &str, to: &str, edits: Vec<Edit>) -> Option<Change> {
    (from != to).then(|| Change { field, from: from.to_owned(), to: to.to_owned(), why: Why::Edits(edits) })
}

#[cfg(test)]
mod tests;
