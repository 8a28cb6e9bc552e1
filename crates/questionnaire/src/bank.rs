//! The questions and answer lists of an interview, from `data/questionnaire.toml`: worded by the kind of question, in
//! every language. A list ends with its one residual answer. Knows no brief and no respondent, and does not decide
//! which questions are asked.

mod proposal;

use std::collections::BTreeMap;

use serde::Deserialize;

use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};
use language::Inquiry;

use crate::QuestionId;

pub use proposal::accept_labels;

const FILE: DataFile = data_file!("crates/questionnaire/data/questionnaire.toml");

static BANK: Compiled<Bank> = Compiled::new(|| Bank::read(FILE));

/// Whether the questions can be read.
pub fn check() -> Result<(), DataError> {
    BANK.check()
}

/// Version of the texts; it changes whenever respondents would read something else.
pub fn version() -> &'static str {
    &BANK.version
}

/// What an answer list holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Driver,
    Concern,
}

/// An answer of a list.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Item {
    pub id: String,
    /// Stands for all that the list does not name, so it says nothing of its own.
    #[serde(default, rename = "residual")]
    pub is_residual: bool,
    #[serde(flatten)]
    words: BTreeMap<Language, Words>,
}

impl Item {
    /// The answer as respondents read it.
    pub fn label(&self, language: Language) -> &str {
        &self.words(language).label
    }

    /// Clauses that say the same in a sentence about whatever was chosen; none for the residual answer.
    pub fn clauses(&self, language: Language) -> &[String] {
        &self.words(language).clauses
    }

    fn words(&self, language: Language) -> &Words {
        &self.words[&language]
    }
}

/// The answer list of a kind, in the file's order, the residual one last.
pub fn items(inquiry: Inquiry, kind: Kind) -> Vec<&'static Item> {
    let Some(sheet) = sheet(inquiry) else { return Vec::new() };
    let ids = match kind {
        Kind::Driver => &sheet.drivers,
        Kind::Concern => &sheet.concerns,
    };
    ids.iter().filter_map(|id| BANK.items.iter().find(|item| item.id == *id)).collect()
}

/// The title of the question, empty where the file has none by that id.
pub fn title(inquiry: Inquiry, question: QuestionId, language: Language) -> &'static str {
    named_title(inquiry, &question.to_string(), language)
}

/// What to do with a short list.
pub fn best_worst(inquiry: Inquiry, language: Language) -> &'static str {
    named_title(inquiry, "best_worst", language)
}

fn named_title(inquiry: Inquiry, name: &str, language: Language) -> &'static str {
    texts(inquiry, language).and_then(|texts| texts.titles.get(name)).map_or("", String::as_str)
}

/// The title of one of several short lists; `ask` says what to do with it.
pub fn list_title(language: Language, question: &str, part: usize, parts: usize, ask: &str) -> String {
    let template = &BANK.rounds[&language].list;
    // The client's words last: they may hold anything, also what looks like a place to fill in.
    let filled = template.replace("{part}", &part.to_string()).replace("{parts}", &parts.to_string());
    filled.replace("{ask}", ask).replacen("{question}", question, 1)
}

/// The title of the choice among those put first.
pub fn final_title(language: Language, question: &str) -> String {
    BANK.rounds[&language].last.replacen("{question}", question, 1)
}

/// Labels of the lowest and the highest point of the rating.
pub fn scale(inquiry: Inquiry, language: Language) -> (&'static str, &'static str) {
    texts(inquiry, language).map_or(("", ""), |texts| (&texts.scale[0], &texts.scale[1]))
}

/// Answers to whether the options will do: one of them, none of them.
pub fn acceptance(inquiry: Inquiry, language: Language) -> [&'static str; 2] {
    texts(inquiry, language).map_or([""; 2], |texts| texts.acceptance.each_ref().map(String::as_str))
}

fn texts(inquiry: Inquiry, language: Language) -> Option<&'static Texts> {
    sheet(inquiry).and_then(|sheet| sheet.texts.get(&language))
}

fn sheet(inquiry: Inquiry) -> Option<&'static Sheet> {
    BANK.sheets.iter().find(|sheet| sheet.inquiry == inquiry)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bank {
    version: String,
    rounds: BTreeMap<Language, Round>,
    #[serde(rename = "sheet")]
    sheets: Vec<Sheet>,
    #[serde(rename = "item")]
    items: Vec<Item>,
}

impl Bank {
    fn read(file: DataFile) -> Result<Self, DataError> {
        let bank: Self = file.toml()?;
        let mut listed = bank.sheets.iter().flat_map(|sheet| sheet.drivers.iter().chain(&sheet.concerns));
        if let Some(id) = listed.find(|id| !bank.items.iter().any(|item| item.id == **id)) {
            return Err(file.wrong(format!("`{id}` is listed, and there is no such item")));
        }
        for language in Language::ALL {
            let is_whole = bank.rounds.contains_key(&language)
                && bank.sheets.iter().all(|sheet| sheet.texts.contains_key(&language))
                && bank.items.iter().all(|item| item.words.contains_key(&language));
            if !is_whole {
                return Err(file.wrong(format!("some text is not there in `{language}`")));
            }
        }
        Ok(bank)
    }
}

/// How the questions of several rounds are put.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Round {
    list: String,
    last: String,
}

/// What is asked about one kind of question.
#[derive(Deserialize)]
struct Sheet {
    inquiry: Inquiry,
    drivers: Vec<String>,
    concerns: Vec<String>,
    #[serde(flatten)]
    texts: BTreeMap<Language, Texts>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    acceptance: [String; 2],
    scale: [String; 2],
    /// By question id.
    titles: BTreeMap<String, String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    label: String,
    #[serde(default)]
    clauses: Vec<String>,
}

#[cfg(test)]
mod tests;
