//! The wording that respondents are served: the client's own, lightly edited, with every edit on record; and what was
//! noticed about it. An edit never changes what is asked, treats all options alike and never makes two of them alike.
//! Rules and dictionaries do it in three languages; a text is data here, whatever it says.

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

use crate::brief::{Brief, Draft, Language};
use crate::data::DataError;
use crate::report::{OptimizedInput, WordingChange};
use crate::wording;

use edits::Edit;
use inquiry::Answers;
use notes::Wording;

pub use proposal::{Rejection, accepts};

/// Whether every rule and dictionary can be read.
pub fn check() -> Result<(), DataError> {
    inquiry::check()?;
    language::check()?;
    notes::check()?;
    spelling::check()
}

/// The served wording of a brief, options in the client's order, and what can be told about it.
pub fn optimize(brief: &Brief) -> OptimizedInput {
    let (question, question_edits) = edits::question(brief.question());
    let (options, option_edits) = option_edits::options(brief.options(), inquiry::is_naming(&question));
    let mut changes = Vec::new();
    changes.extend(change("question".to_owned(), brief.question(), &question, &question_edits, brief.language()));
    for (index, (from, to)) in brief.options().iter().zip(&options).enumerate() {
        let edits = option_edits::made_on(from, to, &option_edits);
        changes.extend(change(format!("options[{index}]"), from, to, &edits, brief.language()));
    }
    noticed(brief, question, options, changes)
}

/// The wording that an engine proposes instead of the rules', where it asks just what the client's does.
pub fn adopt(
    brief: &Brief,
    rules: &OptimizedInput,
    question: &str,
    options: &[String],
) -> Result<OptimizedInput, Rejection> {
    // What the rules made of the client's wording is already known to ask the same, so that is what must be kept.
    let draft = Draft { question: rules.question.clone(), options: rules.options.clone(), ..Draft::default() };
    accepts(&Brief::parse(draft).unwrap_or_else(|_| brief.clone()), question, options)?;
    let texts = [("question".to_owned(), brief.question(), rules.question.as_str(), question)].into_iter();
    let each = brief.options().iter().zip(&rules.options).zip(options).enumerate();
    let all = texts.chain(
        each.map(|(at, ((own, rules), to))| (format!("options[{at}]"), own.as_str(), rules.as_str(), to.as_str())),
    );
    let changed = all.filter(|(_, own, _, to)| own != to).map(|(field, own, by_rules, to)| {
        // What the rules changed in the same way, they have given the reason for.
        let reason = rules.changes.iter().find(|change| change.field == field && by_rules == to);
        let proposed = || wording::say(brief.language(), "change-proposed", &[]);
        let reason = reason.map_or_else(proposed, |change| change.reason.clone());
        WordingChange { field, from: own.to_owned(), to: to.to_owned(), reason }
    });
    let changes = changed.collect();
    Ok(noticed(brief, question.to_owned(), options.to_vec(), changes))
}

/// The language that a text is written in, where that can be told.
pub fn language_of(text: &str) -> Option<Language> {
    language::of(text)
}

/// What can be told about a wording.
fn noticed(brief: &Brief, question: String, options: Vec<String>, changes: Vec<WordingChange>) -> OptimizedInput {
    let answers = Answers::of(&options);
    let inquiry = inquiry::of(&question, answers);
    let question_language = language::of(&question);
    let notes = Wording {
        question: &question,
        options: &options,
        names: brief.options(),
        language: question_language,
        inquiry,
        answers,
    }
    .notes(brief.language());
    let wants_none = inquiry::wants_none(inquiry, answers);
    OptimizedInput { question, options, changes, inquiry, question_language, wants_none, notes }
}

/// One entry a text, with the reason of each edit that it took.
fn change(field: String, from: &str, to: &str, edits: &[Edit], language: Language) -> Option<WordingChange> {
    let reasons: Vec<String> = edits.iter().map(|edit| wording::say(language, edit.reason_id(), &[])).collect();
    let reason = wording::sentences(language, &reasons);
    (from != to).then(|| WordingChange { field, from: from.to_owned(), to: to.to_owned(), reason })
}

#[cfg(test)]
mod tests;
