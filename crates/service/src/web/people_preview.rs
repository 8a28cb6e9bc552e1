//! Preview of an upload: its columns, its first rows or its errors, and whether the same rows are stored already.
//! Nothing is stored before the owner has seen it.

use super::fault::Fault;
use super::session::Member;
use super::shell::{Section, Shell};
use crate::app::App;
use fieldwork::{Column, Format, RowError, Upload, read};
use store::OwnReport;

/// Maximum number of rows shown.
const PREVIEWED_MAX: usize = 5;

/// A parsed upload before it is stored.
pub struct Preview {
    pub text: String,
    pub columns: Vec<(String, String)>,
    /// Message with the number of people in the file.
    pub people: String,
    pub first: Vec<String>,
    pub errors: Vec<String>,
    /// Whether exactly these rows were added before.
    pub is_there_already: bool,
}

/// Detects the format of an upload: JSON if its first character is `[`, else CSV.
pub fn format(text: &str) -> Format {
    if text.trim_start().starts_with('[') { Format::Json } else { Format::Csv }
}

pub async fn preview(app: &App, member: &Member, own: &OwnReport, text: &str) -> Result<Preview, Fault> {
    let (mut shown, rows_hash) = read_preview(&Shell::of(member, Section::Reports), text, own.brief.options());
    if let Some(rows_hash) = rows_hash {
        shown.is_there_already = app.store.has_rows(member.id(), own.id, rows_hash).await?;
    }
    Ok(shown)
}

/// Parses an upload. The hash of its rows is present if every row could be parsed.
fn read_preview(shell: &Shell, text: &str, options: &[String]) -> (Preview, Option<[u8; 32]>) {
    let language = shell.language;
    let say = |id: &str| wording::say(language, id, &[]);
    let shown = Preview {
        text: text.to_owned(),
        columns: Vec::new(),
        people: String::new(),
        first: Vec::new(),
        errors: Vec::new(),
        is_there_already: false,
    };
    match read(text, format(text), options) {
        Ok(Upload { people, columns, rows_hash }) => {
            let taken = |column: Option<Column>| match column {
                Some(column) => say(&format!("work-people-column-{}", column.name())),
                None => say("work-people-column-ignored"),
            };
            let first = people.iter().take(PREVIEWED_MAX).map(|person| options[person.choice].clone());
            let shown = Preview {
                columns: columns.into_iter().map(|(name, column)| (name, taken(column))).collect(),
                people: shell.counted("work-people-read", i64::try_from(people.len()).unwrap_or(i64::MAX)),
                first: first.collect(),
                ..shown
            };
            (shown, Some(rows_hash))
        }
        Err(errors) => {
            let told = |error: &RowError| {
                let row = wording::integer(language, i64::try_from(error.row).unwrap_or(i64::MAX));
                let why = error.why.words(language);
                match error.row {
                    0 => why,
                    _ => wording::say(language, "work-people-row", &[("row", row.into()), ("why", why.into())]),
                }
            };
            (Preview { errors: errors.iter().map(told).collect(), ..shown }, None)
        }
    }
}
