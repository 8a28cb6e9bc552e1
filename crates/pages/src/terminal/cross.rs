//! The cross table of a follow-up in the terminal: a line for each earlier answer.

use console::Style;
use contract::{CrossRow, ReportResult};
use unicode_width::UnicodeWidthStr;
use wording::Locale;

use super::text_buffer::{TextBuffer, fitted};
use super::{GAP, bold, clean, quiet};
use crate::report_page::printed_cells;

/// Options with a figure on a line.
const OPTIONS_SHOWN: usize = 3;

/// Writes the table under its summary. Without shares to compare only the note is written.
pub(super) fn cross_table(paper: &mut TextBuffer, result: &ReportResult, locale: Locale) {
    let Some(table) = &result.analysis.cross_table else { return };
    paper.blank();
    paper.paragraph(&wording::say(locale, "page-cross-table", &[]), &bold());
    let question = [("question", table.question.as_str().into())];
    paper.paragraph(&clean(&wording::say(locale, "page-cross-table-of", &question)), &quiet());
    if table.has_shares() {
        paper.paragraph(&clean(&table.summary), &Style::new());
        for row in &table.rows {
            let name = format!("{} ({})", clean(&row.earlier), row.count);
            let lead = fitted(&name, name.width().min(paper.columns() / 2)) + GAP;
            paper.hanging(&lead, &" ".repeat(lead.width()), &figures(row, result, locale), &Style::new());
        }
        if table.rows.iter().any(has_notable_cell) {
            paper.paragraph(&wording::say(locale, "terminal-cross-table-marked", &[]), &quiet());
        }
    }
    paper.paragraph(&table.note, &quiet());
}

fn has_notable_cell(row: &CrossRow) -> bool {
    row.cells.iter().flatten().any(|(_, cell)| cell.notable)
}

fn figures(row: &CrossRow, result: &ReportResult, locale: Locale) -> String {
    let Some(cells) = &row.cells else { return wording::say(locale, "page-cross-table-few", &[]) };
    let (shares, printed) = (result.shares_as_read(), printed_cells(result, cells));
    let figure = |option: &str| {
        let cell = cells.get(option)?;
        let mark = if cell.notable { "*" } else { "" };
        Some(format!("{} {}{mark}", clean(option), wording::percent(locale, *printed.get(option)?)))
    };
    let figures: Vec<String> = shares.iter().take(OPTIONS_SHOWN).filter_map(|share| figure(share.option)).collect();
    figures.join(" · ")
}
