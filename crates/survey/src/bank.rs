//! The questions and answer lists of an interview, from `data/questionnaire.toml`: worded by the kind of question, in
//! every language. A list ends with its one residual answer. Knows no brief, no respondent and not which of its
//! questions are asked.

mod proposal;

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::brief::Language;
use crate::data::{Compiled, DataError, DataFile, data_file};
use crate::report::Inquiry;

pub use proposal::accept_labels;

const FILE: DataFile = data_file!("data/questionnaire.toml");

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
#[serde(deny_unknown_fields)]
pub struct Item {
    pub id: String,
    /// Stands for all that the list does not name, so it says nothing of its own.
    #[serde(default, rename = "residual")]
    pub is_residual: bool,
    en: Words,
    es: Words,
    zh: Words,
}

impl Item {
    /// The answer as respondents read it.
    pub fn label(&self, language: Language) -> &str {
        &self.words(language).label
    }

    /// Clauses that say the same about whatever was chosen, to put into a sentence; none where it is residual.
    pub fn clauses(&self, language: Language) -> &[String] {
        &self.words(language).clauses
    }

    fn words(&self, language: Language) -> &Words {
        match language {
            Language::En => &self.en,
            Language::Es => &self.es,
            Language::Zh => &self.zh,
        }
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
pub fn title(inquiry: Inquiry, question_id: &str, language: Language) -> &'static str {
    texts(inquiry, language).and_then(|texts| texts.titles.get(question_id)).map_or("", String::as_str)
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
    sheet(inquiry).map(|sheet| match language {
        Language::En => &sheet.en,
        Language::Es => &sheet.es,
        Language::Zh => &sheet.zh,
    })
}

fn sheet(inquiry: Inquiry) -> Option<&'static Sheet> {
    BANK.sheets.iter().find(|sheet| sheet.inquiry == inquiry)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bank {
    version: String,
    #[serde(rename = "sheet")]
    sheets: Vec<Sheet>,
    #[serde(rename = "item")]
    items: Vec<Item>,
}

impl Bank {
    fn read(file: DataFile) -> Result<Self, DataError> {
        let bank: Self = file.toml()?;
        let mut listed = bank.sheets.iter().flat_map(|sheet| sheet.drivers.iter().chain(&sheet.concerns));
        match listed.find(|id| !bank.items.iter().any(|item| item.id == **id)) {
            Some(id) => Err(file.wrong(format!("`{id}` is listed, and there is no such item"))),
            None => Ok(bank),
        }
    }
}

/// What is asked about one kind of question.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    inquiry: Inquiry,
    drivers: Vec<String>,
    concerns: Vec<String>,
    en: Texts,
    es: Texts,
    zh: Texts,
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
