//! The question bank: wording and answer lists by kind of question and language, from `data/questionnaire.toml`. Each
//! list ends with one residual answer ("something else"). `design` decides which questions are asked.

mod address;
mod proposal;

use std::collections::BTreeMap;

use serde::Deserialize;

use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};
use language::address::Address;
use language::{Inquiry, prices};

use crate::QuestionId;

pub use address::{in_address, question_in_address};
pub use proposal::accept_labels;

const FILE: DataFile = data_file!("crates/questionnaire/data/questionnaire.toml");

static BANK: Compiled<Bank> = Compiled::new(|| Bank::read(FILE));

/// Checks that the question bank can be parsed.
pub fn check() -> Result<(), DataError> {
    BANK.check()?;
    address::check()
}

/// Returns the version of the texts. It changes whenever respondents would read something else.
pub fn version() -> &'static str {
    &BANK.version
}

/// The kinds of answer lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListKind {
    Driver,
    Concern,
}

/// One answer of a list.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Item {
    pub id: String,
    /// Whether the item is the residual answer, which stands for everything the list does not name.
    #[serde(default, rename = "residual")]
    pub is_residual: bool,
    #[serde(flatten)]
    words: BTreeMap<Language, Words>,
}

impl Item {
    /// Returns the answer as respondents read it.
    pub fn label(&self, language: Language) -> &str {
        &self.words(language).label
    }

    /// Returns clauses that express the answer within a sentence about the chosen option. The residual answer has
    /// none.
    pub fn clauses(&self, language: Language) -> &[String] {
        &self.words(language).clauses
    }

    fn words(&self, language: Language) -> &Words {
        &self.words[&language]
    }
}

/// Returns the answer list of an inquiry, in the file's order, with the residual answer last.
pub fn items(inquiry: Inquiry, kind: ListKind) -> Vec<&'static Item> {
    let Some(sheet) = sheet(inquiry) else { return Vec::new() };
    let ids = match kind {
        ListKind::Driver => &sheet.drivers,
        ListKind::Concern => &sheet.concerns,
    };
    ids.iter().filter_map(|id| BANK.items.iter().find(|item| item.id == *id)).collect()
}

/// Returns the title of a question, or an empty string if the file has none.
pub fn title(inquiry: Inquiry, question: QuestionId, language: Language) -> &'static str {
    named_title(inquiry, &question.to_string(), language)
}

/// Returns the best-worst instruction for a short list.
pub fn best_worst(inquiry: Inquiry, language: Language) -> &'static str {
    named_title(inquiry, "best_worst", language)
}

fn named_title(inquiry: Inquiry, name: &str, language: Language) -> &'static str {
    texts(inquiry, language).and_then(|texts| texts.titles.get(name)).map_or("", String::as_str)
}

/// Returns the title of one of several short lists. `ask` is the instruction, from [`best_worst`].
pub fn list_title(language: Language, question: &str, part: usize, parts: usize, ask: &str) -> String {
    let template = &BANK.rounds[&language].list;
    // The client's question is inserted last, because it may contain text that looks like a placeholder.
    let filled = template.replace("{part}", &part.to_string()).replace("{parts}", &parts.to_string());
    filled.replace("{ask}", ask).replacen("{question}", question, 1)
}

/// Returns the title of the final choice among the options put first in the short lists.
pub fn final_title(language: Language, question: &str, address: Address) -> String {
    in_address(&BANK.rounds[&language].last, language, address).replacen("{question}", question, 1)
}

/// Returns the question that asks for the dearest of some prices. A question that asks for the highest price by itself
/// stays as it is.
pub fn dearest_question(language: Language, question: &str, address: Address) -> String {
    if prices::asks_for_highest(question) {
        return question.to_owned();
    }
    let stop = match question.chars().last() {
        Some(last) if last.is_alphanumeric() => {
            if language == Language::Zh {
                "。"
            } else {
                "."
            }
        }
        _ => "",
    };
    let asked = in_address(&BANK.dearest[&language].question, language, address);
    asked.replacen("{question}", &format!("{question}{stop}"), 1)
}

/// Returns the title of a question that follows the one for the dearest price, or an empty string if there is none.
pub fn dearest_title(question: QuestionId, language: Language) -> &'static str {
    BANK.dearest[&language].titles.get(&question.to_string()).map_or("", String::as_str)
}

/// Returns the answer of those who would buy at none of the prices.
pub fn no_price(language: Language) -> &'static str {
    acceptance(Inquiry::Pricing, language)[1]
}

/// Returns the labels of the lowest and the highest point of the rating scale.
pub fn scale(inquiry: Inquiry, language: Language) -> (&'static str, &'static str) {
    texts(inquiry, language).map_or(("", ""), |texts| (&texts.scale[0], &texts.scale[1]))
}

/// Returns the answers to the acceptance question: one of the options will do, or none of them.
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
    dearest: BTreeMap<Language, Dearest>,
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
                && bank.dearest.contains_key(&language)
                && bank.sheets.iter().all(|sheet| sheet.texts.contains_key(&language))
                && bank.items.iter().all(|item| item.words.contains_key(&language));
            if !is_whole {
                return Err(file.wrong(format!("some text is not there in `{language}`")));
            }
        }
        Ok(bank)
    }
}

/// Title templates for questionnaires with several short lists.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Round {
    list: String,
    last: String,
}

/// The question for the dearest price, and the titles of those that follow it, by question id.
#[derive(Deserialize)]
struct Dearest {
    question: String,
    #[serde(flatten)]
    titles: BTreeMap<String, String>,
}

/// The answer lists and texts for one kind of question.
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
