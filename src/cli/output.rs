//! Command output: text for people or one JSON document for tools. Nothing else prints. Text may repeat what a
//! server, a file or a model wrote, so control characters are replaced here; JSON escapes them.

use serde::Serialize;

use pages::terminal::{safe, safe_styled};

#[derive(Clone, Copy)]
pub struct Output {
    pub json: bool,
}

impl Output {
    /// Prints `document` as JSON, or the text that `people` returns.
    pub fn print(self, document: &impl Serialize, people: impl FnOnce() -> String) -> anyhow::Result<()> {
        if self.json {
            return print_json(document);
        }
        print_line(&people());
        Ok(())
    }
}

/// Prints a JSON document on standard output.
pub fn print_json(document: &impl Serialize) -> anyhow::Result<()> {
    println!("{}", serde_json::to_string_pretty(document)?);
    Ok(())
}

/// Prints text on standard output, with a line feed at the end.
pub fn print_line(text: &str) {
    println!("{}", safe(text));
}

/// Prints styled text on standard output, without a line feed at the end.
pub fn print_styled(text: &str) {
    print!("{}", safe_styled(text));
}

/// Prints text on standard error.
pub fn note(text: &str) {
    eprintln!("{}", safe(text));
}

/// Prints a question on standard error, without a line feed.
pub fn prompt(text: &str) {
    eprint!("{}", safe(text));
}

/// Formats rows in aligned columns; the first row is the heading.
pub fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let lines = rows.iter().map(|row| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}
