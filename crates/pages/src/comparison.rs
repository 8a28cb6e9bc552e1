//! Reports beside each other, as CSV and as a chart. The workspace's page and the terminal show the same comparison.

use std::io::{Error, Result};

use contract::{Comparison, ComparisonCell, ComparisonDifference, ComparisonSource};
use csv::{Terminator, WriterBuilder};
use serde_json::{Value, json};

use crate::report_page::{BYTE_ORDER_MARK, harmless};

const HEADER: [&str; 13] = [
    "option",
    "column",
    "source",
    "report",
    "share",
    "low",
    "high",
    "compared_with",
    "difference",
    "difference_low",
    "difference_high",
    "change",
    "rule",
];
/// Decimals of shares and differences, which are fractions.
const DECIMALS: usize = 4;
/// The chart's width in user units; must match the template's `viewBox`.
const WIDTH: f64 = 1000.0;
/// Candidate upper ends of the axis, as shares.
const AXIS_ENDS: [f64; 9] = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0];

/// Returns the bytes of `comparison.csv`: a line for each option and column, and for each column that it is compared with. Options are
/// untrusted text, so formulas are neutralised; figures stay figures.
pub fn csv(comparison: &Comparison) -> Result<Vec<u8>> {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(BYTE_ORDER_MARK.to_vec());
    writer.write_record(HEADER)?;
    for (at, row) in comparison.rows.iter().enumerate() {
        for (column, cell) in comparison.columns.iter().zip(&row.cells) {
            let Some(cell) = cell else { continue };
            let source = match column.source {
                ComparisonSource::Forecast => "forecast",
                ComparisonSource::People => "people",
            };
            let own =
                [row.option.as_str(), &column.column, source, &column.report].map(|text| harmless(text.to_owned()));
            let shares = [cell.share, cell.interval[0], cell.interval[1]].map(figure);
            let pairs = comparison.pairs.iter().filter(|pair| pair.to == column.column);
            let mut compared: Vec<[String; 6]> = pairs
                .filter_map(|pair| {
                    Some(compared(&pair.from, pair.differences.get(at)?.as_ref()?, &code(&json!(pair.rule))))
                })
                .collect();
            if compared.is_empty() {
                compared.push(std::array::from_fn(|_| String::new()));
            }
            for against in compared {
                writer.write_record(own.iter().chain(&shares).chain(&against))?;
            }
        }
    }
    writer.into_inner().map_err(|error| Error::other(error.to_string()))
}

fn compared(with: &str, found: &ComparisonDifference, rule: &str) -> [String; 6] {
    let [low, high] = found.interval.map_or_else(|| [String::new(), String::new()], |ends| ends.map(figure));
    [harmless(with.to_owned()), figure(found.difference), low, high, code(&json!(found.change)), rule.to_owned()]
}

fn figure(fraction: f64) -> String {
    format!("{fraction:.DECIMALS$}")
}

/// Returns the name of a code as JSON spells it.
fn code(of: &Value) -> String {
    of.as_str().unwrap_or("").to_owned()
}

/// All shares with their intervals on one axis.
pub struct Chart<'a> {
    pub rows: Vec<ChartRow<'a>>,
    /// The shares at the start, middle and end of the axis.
    pub ticks: [f64; 3],
}

/// The bars of one option.
pub struct ChartRow<'a> {
    pub option: &'a str,
    pub bars: Vec<ChartBar<'a>>,
}

/// A share in one column; lengths are in user units.
pub struct ChartBar<'a> {
    pub label: &'a str,
    pub is_people: bool,
    pub cell: ComparisonCell,
    pub width: String,
    pub low: String,
    pub high: String,
}

impl<'a> Chart<'a> {
    pub fn of(comparison: &'a Comparison) -> Self {
        let cells = || comparison.rows.iter().flat_map(|row| row.cells.iter().flatten());
        let largest = cells().map(|cell| cell.interval[1].max(cell.share)).fold(0.0, f64::max);
        let end = AXIS_ENDS.into_iter().find(|end| *end >= largest).unwrap_or(1.0);
        let across = |fraction: f64| format!("{:.1}", (fraction / end).clamp(0.0, 1.0) * WIDTH);
        let bar = |column: usize, cell: ComparisonCell| {
            let described = &comparison.columns[column];
            let [low, high] = cell.interval.map(across);
            ChartBar {
                label: &described.label,
                is_people: described.source == ComparisonSource::People,
                cell,
                width: across(cell.share),
                low,
                high,
            }
        };
        let rows = comparison.rows.iter().map(|row| {
            let columns = row.cells.iter().enumerate();
            let bars = columns.filter_map(|(column, cell)| Some(bar(column, (*cell)?))).collect();
            ChartRow { option: &row.option, bars }
        });
        Self { rows: rows.collect(), ticks: [0.0, end / 2.0, end] }
    }
}

#[cfg(test)]
mod tests {
    use foundation::Language;
    use wording::Locale;

    use super::*;
    use crate::terminal::{self, Screen};

    fn comparison() -> Comparison {
        let column = |name: &str, source: &str| {
            json!({ "column": name, "label": name, "source": source, "report": format!("req_{name}"), "question": "Which?",
                "audience": "adults", "language": "en", "respondents": 100, "only_here": [] })
        };
        let cell = |share: f64| json!({ "share": share, "interval": [share - 0.04, share + 0.05] });
        let difference = json!({ "option": "=Oatsy", "difference": -0.09, "interval": [-0.16, -0.02], "change": "changed",
            "sentence": "down", "points": "−9" });
        let pair = |from: &str, to: &str, found: Value| json!({ "from": from, "to": to, "rule": "independent", "basis": "", "summary": "", "differences": [found, null] });
        let unmeasured = json!({ "option": "=Oatsy", "difference": 0.01, "interval": null, "change": "not_measured",
            "sentence": "", "points": "+1" });
        serde_json::from_value(json!({
            "matched_by": "options",
            "columns": [column("A", "forecast"), column("B", "forecast"), column("B_people", "people")],
            "rows": [
                { "option": "=Oatsy", "kind": "option", "cells": [cell(0.4), cell(0.31), cell(0.32)] },
                { "option": "Nod", "kind": "option", "cells": [cell(0.3), null, null] },
            ],
            "pairs": [pair("A", "B", difference), pair("B", "B_people", unmeasured)],
            "notes": [],
        }))
        .unwrap()
    }

    #[test]
    fn the_table_has_a_line_for_each_share_and_neutralises_formulas_but_no_figures() {
        let text = String::from_utf8(csv(&comparison()).unwrap()).unwrap();
        let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
        assert_eq!(lines.len(), 5, "{text}");
        assert_eq!(lines[0], HEADER.join(","));
        assert_eq!(lines[1], "'=Oatsy,A,forecast,req_A,0.4000,0.3600,0.4500,,,,,,");
        assert_eq!(
            lines[2],
            "'=Oatsy,B,forecast,req_B,0.3100,0.2700,0.3600,A,-0.0900,-0.1600,-0.0200,changed,independent"
        );
        assert_eq!(
            lines[3],
            "'=Oatsy,B_people,people,req_B_people,0.3200,0.2800,0.3700,B,0.0100,,,not_measured,independent"
        );
    }

    #[test]
    fn what_a_server_sends_is_no_formula_and_stops_no_program() {
        let mut sent = comparison();
        sent.pairs[0].from = "=HYPERLINK(1)".to_owned();
        sent.pairs[1].differences.clear();
        sent.columns[0].label = "\u{1b}[2J\nA".repeat(1000);
        let text = String::from_utf8(csv(&sent).unwrap()).unwrap();
        assert!(text.contains(",'=HYPERLINK(1),") && !text.contains(",=HYPERLINK"), "{text}");
        let screen = Screen { columns: 80, colours: false };
        let shown = terminal::comparison(&sent, Locale::from(Language::En), screen);
        assert!(!shown.contains('\u{1b}') && shown.lines().all(|line| line.chars().count() <= 120), "{shown}");
    }

    #[test]
    fn all_bars_have_one_axis_that_ends_above_the_largest_interval() {
        let comparison = comparison();
        let chart = Chart::of(&comparison);
        assert_eq!(chart.ticks, [0.0, 0.25, 0.5]);
        let bars = &chart.rows[0].bars;
        assert_eq!((bars[0].width.as_str(), bars[0].high.as_str()), ("800.0", "900.0"));
        assert_eq!(bars.iter().map(|bar| bar.is_people).collect::<Vec<_>>(), [false, false, true]);
        assert_eq!(chart.rows[1].bars.len(), 1, "a report that lacks the option has no bar");
    }
}
