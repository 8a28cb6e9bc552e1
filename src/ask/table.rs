//! The respondents as a table that opens right in a spreadsheet: one row each, profile and answers in columns.

use std::collections::BTreeMap;

use serde_json::Value;
use survey::report::{AnswerValue, ReportResult, RespondentRecord};

/// By which spreadsheets know that the text is UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
const PROFILE: [&str; 15] = [
    "country",
    "region",
    "city",
    "area",
    "age",
    "sex",
    "education",
    "income",
    "employment",
    "worker_class",
    "sector",
    "occupation",
    "household",
    "children",
    "marital",
];

pub(super) fn respondents(result: &ReportResult) -> Result<Vec<u8>, csv::Error> {
    let questions: Vec<&str> =
        result.sample_data.questionnaire.questions.iter().map(|question| question.id.as_str()).collect();
    let mut table = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(BYTE_ORDER_MARK.to_vec());
    let heading = ["respondent_id", "display_name", "weight"].into_iter().chain(PROFILE).chain(questions.clone());
    table.write_record(heading)?;
    for respondent in &result.sample_data.respondents {
        table.write_record(row(respondent, &questions).iter().map(|cell| harmless(cell)))?;
    }
    table.into_inner().map_err(|error| csv::Error::from(error.into_error()))
}

fn row(respondent: &RespondentRecord, questions: &[&str]) -> Vec<String> {
    let profile: BTreeMap<String, Value> =
        serde_json::to_value(&respondent.profile).and_then(serde_json::from_value).unwrap_or_default();
    let attribute = |name: &&str| profile.get(*name).map(plain).unwrap_or_default();
    let answer = |question: &&str| respondent.answers.get(*question).map(spoken).unwrap_or_default();
    let mut row =
        vec![respondent.respondent_id.clone(), respondent.display_name.clone(), respondent.weight.to_string()];
    row.extend(PROFILE.iter().map(attribute));
    row.extend(questions.iter().map(answer));
    row
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn spoken(answer: &AnswerValue) -> String {
    match answer {
        AnswerValue::Text(text) => text.clone(),
        AnswerValue::Choices(choices) => choices.join("; "),
        AnswerValue::Rating(rating) => rating.to_string(),
        AnswerValue::BestWorst { best, worst } => format!("{best} > {worst}"),
    }
}

/// A spreadsheet takes a cell that begins like this for a formula; the apostrophe makes it text.
fn harmless(cell: &str) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{cell}") } else { cell.to_owned() }
}
