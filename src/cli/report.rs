//! Prints a finished report: a summary for people, or the result object of the contract.

use std::path::PathBuf;

use contract::ReportResult;
use serde::Serialize;

use super::output::{Output, print_json, print_styled};
use contract::PeopleView;
use pages::terminal::{Screen, summary};

/// Prints the summary, or `document` as JSON.
pub fn show(
    result: &ReportResult,
    document: &impl Serialize,
    people: Option<&PeopleView>,
    files: &[PathBuf],
    output: Output,
) -> anyhow::Result<()> {
    if output.json {
        return print_json(document);
    }
    print_styled(&summary(result, people, files, Screen::of_stdout()));
    Ok(())
}
