//! Reads a report's brief back from its row, and makes the text that it is searched by.

use language::brief::Brief;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::StoreError;
use crate::body::read_json;

pub(super) fn read_brief(row: &AnyRow) -> Result<Brief, StoreError> {
    let brief: String = row.try_get("brief")?;
    read_json(brief.as_bytes()).map_err(|error| StoreError::Unreadable(format!("a brief: {error}")))
}

pub(super) fn read_cancelled(row: &AnyRow) -> Result<bool, StoreError> {
    Ok(row.try_get::<i64, _>("cancelled")? == 1)
}

/// The text that a report is searched by. Folded here, since the databases fold different letters.
pub(super) fn searchable(brief: &Brief) -> String {
    let mut text = brief.question().to_lowercase();
    for option in brief.options() {
        text.push('\n');
        text.push_str(&option.to_lowercase());
    }
    text
}
