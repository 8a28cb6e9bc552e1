//! A finished report on standard output: its summary for people, or the result object of the contract.

use contract::ReportResult;
use serde::Serialize;

use super::output::Output;
use crate::ask::Written;
use crate::terminal::{Files, Screen, summary};

/// `document` is the result as it is to be printed for tools.
pub fn show(
    result: &ReportResult,
    document: &impl Serialize,
    written: Option<&Written>,
    output: Output,
) -> anyhow::Result<()> {
    if output.json {
        println!("{}", serde_json::to_string_pretty(document)?);
        return Ok(());
    }
    let files = written.cloned().map(|Written { page, data, respondents, .. }| Files { page, data, respondents });
    print!("{}", summary(result, files.as_ref(), Screen::of_stdout()));
    Ok(())
}
