//! Real people's answers beside the forecast: verdict, and for each option a bar per source.

use console::Style;
use foundation::Language;
use unicode_width::UnicodeWidthStr;

use super::chart::{Bar, DARK, LIGHT, SOLID};
use super::text_buffer::{TextBuffer, fitted, right};
use super::{GAP, bold, clean, quiet};
use contract::OptionView;
use contract::PeopleView;

/// Writes the section on people's answers, which precedes the forecast.
pub(super) fn people(paper: &mut TextBuffer, view: &PeopleView, language: Language) {
    paper.blank();
    paper.paragraph(&view.banner(language), &bold().yellow());
    if let Some(verdict) = &view.verdict {
        paper.paragraph(&verdict.headline, &bold().cyan());
    }
    if let Some(outlook) = view.settlement(language) {
        paper.paragraph(&outlook, &Style::new());
    }
    bars(paper, view, language);
    let intervals = wording::say(language, "page-people-intervals", &[]);
    paper.blank();
    paper.paragraph(&format!("{SOLID}{DARK}{LIGHT} {intervals}"), &quiet());
    paper.blank();
    paper.paragraph(&wording::say(language, "page-people-below", &[]), &quiet());
}

struct Row {
    label: String,
    share: f64,
    interval: [f64; 2],
    figures: String,
    is_joined: bool,
}

fn bars(paper: &mut TextBuffer, view: &PeopleView, language: Language) {
    let rows: Vec<(&OptionView, Vec<Row>)> =
        view.options.iter().map(|option| (option, rows(option, language))).collect();
    let all = || rows.iter().flat_map(|(_, rows)| rows);
    let label_columns = all().map(|row| row.label.width()).max().unwrap_or(0);
    let figure_columns = all().map(|row| row.figures.width()).max().unwrap_or(0);
    let full = all().map(|row| row.interval[1].max(row.share)).fold(f64::MIN_POSITIVE, f64::max);
    let cells = paper.columns().saturating_sub(label_columns + figure_columns + 2 * GAP.len()).max(1);
    for (option, rows) in &rows {
        let is_first = option.option == view.first;
        paper.blank();
        paper.paragraph(&option.option, &if is_first { bold() } else { Style::new() });
        for row in rows {
            let bar = Bar::new(row.share, row.interval, full, cells);
            let style = if row.is_joined && is_first { Style::new().cyan() } else { Style::new() };
            let solid = paper.styled(&format!("{}{}", bar.solid, bar.dark), &style);
            let drawn = solid + &paper.styled(&bar.light, &quiet()) + &" ".repeat(cells - bar.cells());
            paper.line(&format!("{}{GAP}{drawn}{GAP}{}", fitted(&row.label, label_columns), row.figures));
        }
    }
}

fn rows(option: &OptionView, language: Language) -> Vec<Row> {
    let row = |id: &str, share: f64, interval: [f64; 2], is_joined: bool| Row {
        label: clean(&wording::say(language, id, &[])),
        share,
        interval,
        figures: figures(language, share, interval),
        is_joined,
    };
    let people = option.people.zip(option.people_interval);
    let mut rows = vec![row("page-people-forecast", option.forecast, option.forecast_interval, false)];
    rows.extend(people.map(|(share, interval)| row("page-people-people", share, interval, false)));
    rows.push(row("page-people-together", option.together, option.together_interval, true));
    rows
}

/// Formats a share and its interval.
pub(super) fn figures(language: Language, share: f64, interval: [f64; 2]) -> String {
    let range = wording::percent_range(language, interval);
    format!("{}{GAP}{range}", right(&wording::percent(language, share), 4))
}
