//! `respondents.csv`: one row per respondent, safe to open in a spreadsheet. Coded columns have a label column beside
//! them, in the report's language.
//! `report.json`: the result without its URL and credits, which concern only the owner and the service.

use std::io::{Error, Result};
use std::sync::LazyLock;

use contract::{AnswerValue, Question, QuestionKind, Report, ReportResult, RespondentRecord};
use csv::{Terminator, WriterBuilder};
use foundation::Language;
use population::Attribute;

use super::questions::rating_labels;

/// Marks the file as UTF-8 for spreadsheets.
pub(crate) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
/// Characters, in both widths, that make spreadsheets read a cell as a formula.
const FORMULA_STARTS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
/// Value of the column that tells these rows from real people's answers in a merged table.
const SYNTHETIC: &str = "synthetic";
const BETWEEN_CHOICES: &str = " | ";

/// Returns the bytes of `respondents.csv`. Options and answers are untrusted text, so formulas are neutralised.
pub fn csv(result: &ReportResult) -> Result<Vec<u8>> {
    let (questions, language) = (&result.sample_data.questionnaire.questions, result.research_input.language);
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(BYTE_ORDER_MARK.to_vec());
    writer.write_record(header(questions))?;
    for respondent in &result.sample_data.respondents {
        writer.write_record(row(questions, respondent, language).into_iter().map(harmless))?;
    }
    writer.into_inner().map_err(|error| Error::other(error.to_string()))
}

/// Returns the bytes of `report.json`.
pub fn json(result: ReportResult) -> serde_json::Result<Vec<u8>> {
    serde_json::to_vec(&Report {
        title: result.title,
        research_input: result.research_input,
        statistics: result.statistics,
        analysis: result.analysis,
        method: result.method,
        sample_data: result.sample_data,
    })
}

fn header(questions: &[Question]) -> Vec<String> {
    let own = ["respondent_id", "display_name", "respondent_type"].map(str::to_owned);
    let profile = columns_of_profiles().flat_map(|(attribute, is_coded)| {
        let label = is_coded.then(|| labels(attribute.code()));
        [attribute.code().to_owned()].into_iter().chain(label)
    });
    let served = ["weight", "form_number", "form"].map(str::to_owned);
    own.into_iter().chain(profile).chain(served).chain(questions.iter().flat_map(columns)).collect()
}

/// Returns the name of the label column beside a column of codes.
fn labels(column: &str) -> String {
    format!("{column}_label")
}

/// Returns the profile columns, and whether each is coded. Ages, numbers and place names need no label column.
fn columns_of_profiles() -> impl Iterator<Item = (Attribute, bool)> {
    static COLUMNS: LazyLock<Vec<(Attribute, bool)>> = LazyLock::new(|| {
        let is_coded = |attribute: Attribute| attribute != Attribute::Age && !attribute.worded_values().is_empty();
        Attribute::recorded().map(|attribute| (attribute, is_coded(attribute))).collect()
    });
    COLUMNS.iter().copied()
}

fn columns(question: &Question) -> Vec<String> {
    match question.kind {
        QuestionKind::Rating => vec![question.id.clone(), labels(&question.id)],
        QuestionKind::BestWorst => ["best", "worst"].map(|end| format!("{}_{end}", question.id)).to_vec(),
        _ => vec![question.id.clone()],
    }
}

fn row(questions: &[Question], respondent: &RespondentRecord, language: Language) -> Vec<String> {
    let own = [respondent.respondent_id.clone(), respondent.display_name.clone(), SYNTHETIC.to_owned()];
    let country = respondent.profile.value(Attribute::Country);
    let profile = columns_of_profiles().flat_map(|(attribute, is_coded)| {
        let value = respondent.profile.value(attribute).map_or_else(String::new, |value| value.into_owned());
        let meaning = || {
            if value.is_empty() {
                String::new()
            } else {
                wording::value_in(language, country.as_deref(), attribute.code(), &value)
            }
        };
        let label = is_coded.then(meaning);
        [value].into_iter().chain(label)
    });
    let form = respondent.form.join(BETWEEN_CHOICES);
    let served = [respondent.weight.to_string(), respondent.form_number.to_string(), form];
    let answers = questions.iter().flat_map(|question| cells(question, respondent.answers.get(&question.id), language));
    own.into_iter().chain(profile).chain(served).chain(answers).collect()
}

/// Returns one cell per column of the question, empty ones if there is no answer.
fn cells(question: &Question, answer: Option<&AnswerValue>, language: Language) -> Vec<String> {
    match (question.kind, answer) {
        (QuestionKind::BestWorst, Some(AnswerValue::BestWorst { best, worst })) => vec![best.clone(), worst.clone()],
        (QuestionKind::BestWorst, _) => vec![String::new(), String::new()],
        (QuestionKind::Rating, Some(AnswerValue::Rating(rating))) => {
            vec![rating.to_string(), rated(question, *rating, language)]
        }
        (QuestionKind::Rating, _) => vec![String::new(), String::new()],
        (_, Some(AnswerValue::Text(text))) => vec![text.clone()],
        (_, Some(AnswerValue::Choices(choices))) => vec![choices.join(BETWEEN_CHOICES)],
        (_, Some(AnswerValue::Rating(rating))) => vec![rating.to_string()],
        (_, Some(AnswerValue::BestWorst { .. }) | None) => vec![String::new()],
    }
}

/// Returns the label of a rating. Only the ends of a scale have words; other steps are numbers.
fn rated(question: &Question, rating: i64, language: Language) -> String {
    let place = question.scale.as_ref().and_then(|scale| usize::try_from(rating - i64::from(scale.min)).ok());
    let labels = rating_labels(language.into(), Some(question));
    place.and_then(|place| labels.get(place).cloned()).unwrap_or_else(|| rating.to_string())
}

/// Prefixes a quote where a spreadsheet would read a formula; it then shows the cell as text.
pub(crate) fn harmless(cell: String) -> String {
    if cell.starts_with(FORMULA_STARTS) { format!("'{cell}") } else { cell }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_spreadsheet_would_run_becomes_text() {
        for cell in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1"] {
            assert_eq!(harmless(cell.to_owned()), format!("'{cell}"));
        }
        for cell in ["", "plain", "a=b", " =1", "'quoted'", "0.5"] {
            assert_eq!(harmless(cell.to_owned()), cell);
        }
    }
}
