//! Reads a finished report back from its folder, or from a JSON file in any of the forms that the service and the commands write.

use std::path::Path;

use contract::{PeopleView, Report, ReportResult};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::AskError;
use super::files::{DATA, PEOPLE};

/// Reads a report and people's answers to it, if there are any: a folder, a result, or the whole response of the API.
pub fn read_report(path: &Path) -> Result<(ReportResult, Option<PeopleView>), AskError> {
    if path.is_dir() {
        let people = path.join(PEOPLE);
        let view = if people.exists() { Some(read_json(&people)?) } else { None };
        return Ok((result(&path.join(DATA), read_json(&path.join(DATA))?)?, view));
    }
    let mut document: Value = read_json(path)?;
    let people = document.get_mut("people").map(Value::take);
    let view = people.map(serde_json::from_value).transpose().map_err(|error| unreadable(path, error))?;
    let of_response = document.get_mut("result").map(Value::take);
    Ok((result(path, of_response.unwrap_or(document))?, view))
}

/// Returns the result; a downloaded `report.json` lacks its address and credits.
fn result(path: &Path, document: Value) -> Result<ReportResult, AskError> {
    let report: Report = serde_json::from_value(document).map_err(|error| unreadable(path, error))?;
    Ok(report.into_result(String::new(), 0, 0))
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, AskError> {
    let file = |source| AskError::File { what: "reading", path: path.to_owned(), source };
    let json = std::fs::read(path).map_err(file)?;
    serde_json::from_slice(&json).map_err(|error| unreadable(path, error))
}

fn unreadable(path: &Path, error: serde_json::Error) -> AskError {
    AskError::File { what: "reading", path: path.to_owned(), source: error.into() }
}
