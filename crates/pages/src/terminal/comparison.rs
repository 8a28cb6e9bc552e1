//! Reports beside each other in the terminal: what each column is, a bar for each share, then the differences in sentences.

use console::Style;
use contract::{Comparison, ComparisonColumn, ComparisonPair, ComparisonSource};
use unicode_width::UnicodeWidthStr;
use wording::Locale;

use super::chart::Bar;
use super::text_buffer::{TextBuffer, fitted, right};
use super::{GAP, Screen, bold, clean, quiet};

const BAR_CELLS_MAX: usize = 40;
const BAR_CELLS_MIN: usize = 8;
const LABEL_CHARS_MAX: usize = 40;

/// Renders a comparison for a screen.
pub fn comparison(comparison: &Comparison, locale: Locale, screen: Screen) -> String {
    let mut paper = TextBuffer::new(screen);
    let say = |id: &str| wording::say(locale, id, &[]);
    paper.blank();
    paper.paragraph(&say("compare-title"), &bold());
    let indent = comparison.columns.iter().map(|column| label(column).width()).max().unwrap_or(0);
    for column in &comparison.columns {
        write_column(&mut paper, column, indent, locale);
    }
    write_shares(&mut paper, comparison, indent, locale);
    for pair in &comparison.pairs {
        write_pair(&mut paper, comparison, pair, locale);
    }
    paper.blank();
    comparison.notes.iter().for_each(|note| paper.paragraph(note, &quiet()));
    paper.finished()
}

/// Returns a column's label on one line. A comparison may come from a server, which could send any text of any length.
fn label(column: &ComparisonColumn) -> String {
    clean(&column.label).chars().take(LABEL_CHARS_MAX).collect()
}

fn write_column(paper: &mut TextBuffer, column: &ComparisonColumn, indent: usize, locale: Locale) {
    let lead = fitted(&label(column), indent) + GAP;
    let rest = " ".repeat(lead.width());
    let what = wording::comparison::of_column(locale, column.source == ComparisonSource::People, column.respondents);
    let day = column.finished_on.as_deref().map(|day| wording::day(locale, day));
    let parts = [Some(clean(&column.question)), Some(what), column.engine.as_deref().map(clean), day];
    paper.hanging(&lead, &rest, &parts.into_iter().flatten().collect::<Vec<_>>().join(" · "), &Style::new());
    if column.source == ComparisonSource::Forecast {
        paper.hanging(&rest, &rest, &column.audience, &quiet());
    }
    if !column.only_here.is_empty() {
        let options = column.only_here.iter().map(|option| clean(option)).collect::<Vec<_>>().join(" · ");
        paper.hanging(
            &rest,
            &rest,
            &wording::say(locale, "compare-only-here", &[("options", options.into())]),
            &quiet(),
        );
    }
}

fn write_shares(paper: &mut TextBuffer, comparison: &Comparison, indent: usize, locale: Locale) {
    let cells = || comparison.rows.iter().flat_map(|row| row.cells.iter().flatten());
    let full = cells().map(|cell| cell.interval[1].max(cell.share)).fold(0.01, f64::max);
    let figure = |share: f64, interval| (wording::percent(locale, share), wording::percent_range(locale, interval));
    let figures: Vec<(String, String)> = cells().map(|cell| figure(cell.share, cell.interval)).collect();
    let widths = [
        figures.iter().map(|(share, _)| share.width()).max().unwrap_or(0),
        figures.iter().map(|(_, range)| range.width()).max().unwrap_or(0),
    ];
    let used = indent + widths[0] + widths[1] + 3 * GAP.width();
    let room = paper.columns().saturating_sub(used).clamp(BAR_CELLS_MIN, BAR_CELLS_MAX);
    for row in &comparison.rows {
        paper.blank();
        paper.paragraph(&clean(&row.option), &bold());
        for (column, cell) in comparison.columns.iter().zip(&row.cells) {
            let label = fitted(&label(column), indent);
            let Some(cell) = cell else {
                paper.line(&format!("{label}{GAP}{}", wording::say(locale, "compare-missing", &[])));
                continue;
            };
            let (share, range) = figure(cell.share, cell.interval);
            let bar = Bar::new(cell.share, cell.interval, full, room);
            let fill = " ".repeat(room.saturating_sub(bar.cells()));
            let bar = format!("{}{}{}{fill}", bar.solid, bar.dark, bar.light);
            let figures = format!("{}{GAP}{}", right(&share, widths[0]), fitted(&range, widths[1]));
            paper.line(format!("{label}{GAP}{bar}{GAP}{figures}").trim_end());
        }
    }
}

fn write_pair(paper: &mut TextBuffer, comparison: &Comparison, pair: &ComparisonPair, locale: Locale) {
    let named = |name: &str| comparison.column(name).map_or_else(|| clean(name), label);
    let names = [("to", named(&pair.to).into()), ("from", named(&pair.from).into())];
    paper.blank();
    paper.paragraph(&wording::say(locale, "compare-pair", &names), &bold());
    paper.paragraph(&pair.summary, &Style::new());
    for difference in pair.differences.iter().flatten() {
        paper.hanging("- ", "  ", &difference.sentence, &Style::new());
    }
    paper.paragraph(&pair.basis, &quiet());
}
