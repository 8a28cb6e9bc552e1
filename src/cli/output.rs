//! How a command answers: lines for people, or one JSON document for tools. Nothing else prints. What people see may repeat
//! what a server, a file or a model said, so whatever would steer their terminal is taken out of it here; JSON escapes it.

use serde::Serialize;

use pages::terminal::{safe, safe_styled};

#[derive(Clone, Copy)]
pub struct Output {
    pub json: bool,
}

impl Output {
    /// Prints `document` as JSON, or what `people` says.
    pub fn print(self, document: &impl Serialize, people: impl FnOnce() -> String) -> anyhow::Result<()> {
        if self.json {
            return print_json(document);
        }
        print_line(&people());
        Ok(())
    }
}

/// Prints a document for tools on standard output.
pub fn print_json(document: &impl Serialize) -> anyhow::Result<()> {
    println!("{}", serde_json::to_string_pretty(document)?);
    Ok(())
}

/// Prints lines for people on standard output.
pub fn print_line(text: &str) {
    println!("{}", safe(text));
}

/// Prints a text that is laid out in colours, as it ends.
pub fn print_styled(text: &str) {
    print!("{}", safe_styled(text));
}

/// Prints lines for people on standard error.
pub fn note(text: &str) {
    eprintln!("{}", safe(text));
}

/// Prints a question on standard error, whose answer stands on the same line.
pub fn prompt(text: &str) {
    eprint!("{}", safe(text));
}

/// Rows in aligned columns, the first row being the heading.
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
