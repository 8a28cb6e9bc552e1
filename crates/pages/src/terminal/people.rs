//! Real people's answers beside the forecast: the verdict in force, for each option a bar per source, reasons, concerns
//! and comments.

use console::Style;
use unicode_width::UnicodeWidthStr;

use super::chart::{Bar, DARK, LIGHT, SOLID};
use super::text_buffer::{TextBuffer, fitted, right};
use super::{GAP, bold, clean, quiet};
use contract::{MotivesView, OptionView, PeopleView, VerdictInForce};
use wording::{Locale, about_people, people_count, say};

/// Reasons, concerns and quotes shown; the page has all of them.
const MOTIVES_SHOWN: usize = 3;
const QUOTES_SHOWN: usize = 3;

/// Shortest full bar. On a narrower screen, figures are on a line of their own below the bar.
const BAR_CELLS_MIN: usize = 8;

/// Writes the section on people's answers, which precedes the forecast. It begins with the verdict in force.
pub(super) fn people(paper: &mut TextBuffer, view: &PeopleView, verdict: &VerdictInForce<'_>, locale: Locale) {
    paper.blank();
    paper.paragraph(&view.banner(locale), &bold().yellow());
    paper.paragraph(verdict.headline, &bold().cyan());
    if let Some(outlook) = view.settlement(locale) {
        paper.paragraph(&outlook, &Style::new());
    }
    bars(paper, view, locale);
    paper.blank();
    if let Some(why) = view.why_weighted(locale) {
        paper.paragraph(&why, &quiet());
    }
    let intervals = say(locale, "page-people-intervals", &[]);
    paper.paragraph(&format!("{SOLID}{DARK}{LIGHT} {intervals}"), &quiet());
    motives(paper, locale, "page-people-reasons", view.reasons.as_ref());
    motives(paper, locale, "page-people-concerns", view.concerns.as_ref());
    comments(paper, view, locale);
    paper.blank();
    paper.paragraph(&say(locale, "page-people-assumption", &[]), &quiet());
    paper.blank();
    paper.paragraph(&say(locale, "page-people-below", &[]), &quiet());
}

fn motives(paper: &mut TextBuffer, locale: Locale, title: &str, of: Option<&MotivesView>) {
    let Some(of) = of else { return };
    paper.blank();
    paper.paragraph(&say(locale, title, &[]), &bold());
    for motive in of.motives.iter().filter(|motive| motive.count > 0).take(MOTIVES_SHOWN) {
        let count = people_count(locale, motive.count, of.people, None);
        let forecast = motive
            .forecast
            .map(|share| format!("{} {}", say(locale, "page-people-forecast", &[]), wording::percent(locale, share)));
        let parts: Vec<String> = [Some(count), forecast, Some(clean(&motive.motive))].into_iter().flatten().collect();
        let line = parts.join(" · ");
        paper.paragraph(&line, &Style::new());
    }
}

fn comments(paper: &mut TextBuffer, view: &PeopleView, locale: Locale) {
    if view.comments.people == 0 {
        return;
    }
    paper.blank();
    paper.paragraph(&say(locale, "page-people-comments", &[]), &bold());
    paper.paragraph(&about_people(locale, "page-people-comments-how", view.comments.people), &quiet());
    let first = view.comments.themes.iter().filter_map(|theme| theme.quotes.first());
    for quote in first.take(QUOTES_SHOWN) {
        paper.hanging("│ ", "│ ", quote, &Style::new().italic());
    }
}

struct Row {
    label: String,
    share: f64,
    interval: [f64; 2],
    figures: String,
    is_joined: bool,
}

fn bars(paper: &mut TextBuffer, view: &PeopleView, locale: Locale) {
    let rows: Vec<(&OptionView, Vec<Row>)> =
        view.options.iter().map(|option| (option, rows(view, option, locale))).collect();
    let all = || rows.iter().flat_map(|(_, rows)| rows);
    let label_columns = all().map(|row| row.label.width()).max().unwrap_or(0);
    let figure_columns = all().map(|row| row.figures.width()).max().unwrap_or(0);
    let full = all().map(|row| row.interval[1].max(row.share)).fold(f64::MIN_POSITIVE, f64::max);
    let beside = paper.columns().saturating_sub(label_columns + figure_columns + 2 * GAP.len());
    let is_narrow = beside < BAR_CELLS_MIN;
    let cells = if is_narrow { paper.columns().saturating_sub(label_columns + GAP.len()).max(1) } else { beside };
    for (option, rows) in &rows {
        let is_first = option.option == view.first;
        paper.blank();
        paper.paragraph(&option.option, &if is_first { bold() } else { Style::new() });
        for row in rows {
            let bar = Bar::new(row.share, row.interval, full, cells);
            let style = if row.is_joined && is_first { Style::new().cyan() } else { Style::new() };
            let solid = paper.styled(&format!("{}{}", bar.solid, bar.dark), &style);
            let drawn = solid + &paper.styled(&bar.light, &quiet()) + &" ".repeat(cells - bar.cells());
            let label = fitted(&row.label, label_columns);
            if is_narrow {
                paper.line(&format!("{label}{GAP}{drawn}"));
                paper.paragraph(&row.figures, &Style::new());
            } else {
                paper.line(&format!("{label}{GAP}{drawn}{GAP}{}", row.figures));
            }
        }
    }
}

fn rows(view: &PeopleView, option: &OptionView, locale: Locale) -> Vec<Row> {
    let row = |id: &str, share: f64, interval: [f64; 2], is_joined: bool| Row {
        label: clean(&say(locale, id, &[])),
        share,
        interval,
        figures: figures(locale, share, interval),
        is_joined,
    };
    let people = option.people.zip(option.people_interval);
    let printed = view.printed_option(&option.option);
    let forecast = printed.map_or(option.forecast, |it| it.forecast);
    let mut rows = vec![row("page-people-forecast", forecast, option.forecast_interval, false)];
    rows.extend(people.map(|(share, interval)| Row {
        figures: format!("{}{GAP}{}", view.counted(option, locale), wording::percent_range(locale, interval)),
        ..row("page-people-people", share, interval, false)
    }));
    let together = printed.map_or(option.together, |it| it.together);
    rows.push(row("page-people-together", together, option.together_interval, true));
    rows
}

/// Formats a share and its interval.
pub(super) fn figures(locale: Locale, share: f64, interval: [f64; 2]) -> String {
    let range = wording::percent_range(locale, interval);
    format!("{}{GAP}{range}", right(&wording::percent(locale, share), 4))
}
