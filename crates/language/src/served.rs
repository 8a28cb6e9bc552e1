//! The served wording: the client's wording with light edits, each on record, and notes on its weaknesses. An edit
//! never changes the meaning, treats all options alike and never makes two options equal. Rules and dictionaries do
//! it in three languages; instructions in a text are never followed.

pub mod classifier;
mod confusions;
mod dictionary;
mod edit;
mod edits;
mod family;
mod inquiry;
mod invisible;
mod language;
mod marks;
mod neutral;
mod notes;
mod option_edits;
mod overlap;
mod parallel;
mod patterns;
mod place_names;
mod proposal;
mod slips;
mod spans;
mod spelling;
mod two_questions;
mod verbs;

use std::collections::BTreeSet;
use std::fmt;

use foundation::data::DataError;
use foundation::{Language, OptionId};
use serde::{Deserialize, Serialize};

use crate::brief::{Brief, Draft, WordingChoice};
use crate::{audience, prices};
use edits::Around;
use inquiry::Answers;
use notes::Wording;
use option_edits::Kept;
use unicode_segmentation::UnicodeSegmentation;

pub use edit::Edit;
pub use family::QuestionFamily;
pub use inquiry::Inquiry;
pub use notes::{Note, Trouble};
pub use proposal::{Rejection, accepts};

/// The served wording and the notes on the client's; options are in the client's order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Served {
    pub question: String,
    pub options: Vec<String>,
    pub changes: Vec<Change>,
    pub inquiry: Inquiry,
    /// The language of the question, if detected.
    pub question_language: Option<Language>,
    /// Whether "none of these" or "don't know" is a plausible answer that the options do not offer.
    pub wants_none: bool,
    /// Weaknesses that could make answers hard to interpret; nothing was changed because of them.
    pub notes: Vec<Note>,
    /// Whether the options are prices of one offer and people are asked for the dearest one at which they would buy.
    /// Designs of earlier versions asked which price people would choose.
    #[serde(default)]
    pub asks_dearest_price: bool,
    /// Options that answer with nothing on the list ("other", "not sure"); they stand last in every order.
    #[serde(default)]
    pub residual: Vec<OptionId>,
    /// Set for a price question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<PriceUnit>,
}

/// What the prices of a question are in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriceUnit {
    /// ISO 4217 code, if it is known.
    pub currency: Option<String>,
    /// What each price is paid for, in the client's words: "a month".
    pub unit: Option<String>,
}

impl Served {
    /// Returns the wording that asks for the dearest price, with `question` in place of the question so far.
    #[must_use]
    pub fn asking_dearest_price(self, question: String) -> Self {
        let mut changes = self.changes;
        if question != self.question {
            let (from, to) = (self.question, question.clone());
            changes.push(Change { field: Field::Question, from, to, why: Why::DearestPrice });
        }
        Self { question, changes, asks_dearest_price: true, ..self }
    }

    /// Returns the question without the request for the dearest price: what the report is about.
    pub fn subject(&self) -> &str {
        let added = self.changes.iter().find(|change| change.why == Why::DearestPrice);
        added.map_or(&self.question, |change| &change.from)
    }
}

/// One edited text, and the reason.
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
    /// An engine proposed it, and the rules found its meaning unchanged.
    Proposed,
    /// Prices are asked as the dearest one at which people would buy.
    DearestPrice,
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

/// Writes the name used in results: `question` or `options[2]`.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Question => f.write_str("question"),
            Self::Options => f.write_str("options"),
            Self::Option(OptionId(at)) => write!(f, "options[{at}]"),
        }
    }
}

/// Checks that every rule and dictionary of the module can be parsed.
pub fn check() -> Result<(), DataError> {
    classifier::check()?;
    confusions::check()?;
    dictionary::check()?;
    inquiry::check()?;
    language::check()?;
    neutral::check()?;
    notes::check()?;
    proposal::check()?;
    spelling::check()?;
    two_questions::check()
}

/// Returns the served wording of a brief, with the inquiry, the detected language and the notes. A brief whose client
/// declined edits is served as it is.
pub fn optimize(brief: &Brief) -> Served {
    if brief.wording() == WordingChoice::AsIs {
        return noticed(brief, brief.question().to_owned(), brief.options().to_vec(), Vec::new());
    }
    let audience = brief.audience_description().unwrap_or("");
    let around = Around {
        answers: Answers::of(brief.options()),
        options: brief.options(),
        elsewhere: &words(brief.options().iter().map(String::as_str).chain([audience])),
    };
    let (question, question_edits) = edits::question(brief.question(), around);
    let language = language::of_sloppy(&question);
    let kept = Kept {
        is_verbatim: inquiry::is_verbatim(&question, around.answers),
        language,
        is_hasty: question_edits.iter().any(|edit| edit.is_of_haste()),
        answers: around.answers,
        elsewhere: &words([brief.question(), audience].into_iter()),
    };
    let (unpriced, mut option_edits) = option_edits::options(brief.options(), kept);
    let options = priced(brief, &question, &unpriced, language).unwrap_or_else(|| unpriced.clone());
    option_edits::note_changed(&mut option_edits, Edit::Currency, &unpriced, &options);
    let mut changes = Vec::new();
    changes.extend(change(Field::Question, brief.question(), &question, question_edits));
    let texts = brief.options().iter().zip(&options);
    for (id, ((from, to), edits)) in OptionId::all(options.len()).zip(texts.zip(option_edits)) {
        changes.extend(change(Field::Option(id), from, to, edits.into_iter().collect()));
    }
    noticed(brief, question, options, changes)
}

/// Returns an engine's proposed wording in place of the rules', if it asks the same as the client's.
///
/// # Errors
///
/// Returns the [`Rejection`] if it does not.
pub fn adopt(brief: &Brief, rules: &Served, question: &str, options: &[String]) -> Result<Served, Rejection> {
    // The rules' wording is known to ask the same as the client's, so it is the reference for the proposal.
    let language = Some(brief.language().code().to_owned());
    let (own_question, own_options) = (rules.question.clone(), rules.options.clone());
    let draft = Draft { question: own_question, options: own_options, language, ..Draft::default() };
    accepts(&Brief::parse(draft).unwrap_or_else(|_| brief.clone()), question, options)?;
    let texts = [(Field::Question, brief.question(), rules.question.as_str(), question)].into_iter();
    let each = OptionId::all(options.len()).zip(brief.options().iter().zip(&rules.options).zip(options));
    let all = texts
        .chain(each.map(|(id, ((own, rules), to))| (Field::Option(id), own.as_str(), rules.as_str(), to.as_str())));
    let changed = all.filter(|(_, own, _, to)| own != to).map(|(field, own, by_rules, to)| {
        // A change that the rules made too keeps their reason.
        let known = rules.changes.iter().find(|change| change.field == field && by_rules == to);
        let why = known.map_or(Why::Proposed, |change| change.why.clone());
        Change { field, from: own.to_owned(), to: to.to_owned(), why }
    });
    let changes = changed.collect();
    Ok(noticed(brief, question.to_owned(), options.to_vec(), changes))
}

/// Removes the invisible characters that have no effect; those that emoji and some scripts need stay.
pub fn without_invisible(text: &str) -> String {
    invisible::removed(text)
}

/// Returns the options that answer with nothing on the list ("other", "not sure").
pub fn residual(options: &[impl AsRef<str>]) -> Vec<OptionId> {
    inquiry::residual(options)
}

/// Returns whether a word is an ordinary one, and no name, in English or Spanish.
pub fn is_word(word: &str) -> bool {
    [Language::En, Language::Es].into_iter().any(|language| dictionary::is_common(word, language))
}

/// Returns whether a word is an ordinary one, and no name, in one language.
pub(crate) fn is_word_of(word: &str, language: Language) -> bool {
    dictionary::is_common(word, language)
}

/// Returns whether a question asks what people believe to be true, as it is served.
pub(crate) fn asks_fact(question: &str, options: &[String]) -> bool {
    let answers = Answers::of(options);
    let served = || edits::question(question, Around { answers, options, elsewhere: &BTreeSet::new() }).0;
    // Without options, nothing tells a belief from a wish.
    !options.is_empty() && classifier::kind_of(&served(), options) == Inquiry::FactualBelief
}

/// Returns the language of a text, if it can be detected.
pub fn language_of(text: &str) -> Option<Language> {
    language::of(text)
}

/// Returns the options with their currency, if they are bare figures of a price question.
fn priced(brief: &Brief, question: &str, options: &[String], language: Option<Language>) -> Option<Vec<String>> {
    let is_bare = options.iter().any(|option| prices::is_bare(option));
    let is_pricing = is_bare && classifier::kind_of(question, options) == Inquiry::Pricing;
    let countries = is_pricing.then(|| countries(brief)).flatten()?;
    prices::with_currency(options, &countries, language.unwrap_or(brief.language()))
}

/// Returns the countries of the audience; `None` if it cannot exist.
fn countries(brief: &Brief) -> Option<Vec<String>> {
    audience::of_brief(brief).ok().map(|audience| audience.filters.countries)
}

/// Returns the words of texts, in lower case.
fn words<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    texts.flat_map(|text| text.unicode_words().map(str::to_lowercase)).collect()
}

/// Derives inquiry, language and notes from a wording.
fn noticed(brief: &Brief, question: String, options: Vec<String>, changes: Vec<Change>) -> Served {
    let answers = Answers::of(&options);
    let inquiry = classifier::kind_of(&question, &options);
    let question_language = language::of(&question);
    let wording = Wording { question: &question, options: &options, language: question_language, inquiry, answers };
    let notes = wording.notes();
    let wants_none = inquiry::wants_none(inquiry, answers);
    let residual = inquiry::residual(&options);
    let price = (inquiry == Inquiry::Pricing).then(|| PriceUnit {
        currency: countries(brief).and_then(|among| prices::currency_of(&options, &among)).map(str::to_owned),
        unit: prices::unit_of(&options),
    });
    let asks_dearest_price = false;
    Served {
        question,
        options,
        changes,
        inquiry,
        question_language,
        wants_none,
        notes,
        asks_dearest_price,
        residual,
        price,
    }
}

/// Returns the record of an edited text, or `None` if the text did not change.
fn change(field: Field, from: &str, to: &str, edits: Vec<Edit>) -> Option<Change> {
    (from != to).then(|| Change { field, from: from.to_owned(), to: to.to_owned(), why: Why::Edits(edits) })
}

#[cfg(test)]
mod tests;
