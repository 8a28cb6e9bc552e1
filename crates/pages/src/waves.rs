//! The waves of a study as pictures: for each option a line through the forecasts of its waves, with their intervals, and people's
//! answers as marks of their own beside the wave that they belong to. All pictures have one axis.

use contract::{Comparison, ComparisonCell, ComparisonSource};

/// Sizes in user units, which are CSS pixels on a phone; must match the template's `viewBox`.
const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 150.0;
const LEFT: f64 = 42.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 24.0;
/// Distance of people's mark from the forecast's.
const BESIDE: f64 = 11.0;
/// Half the width of the ends of an interval.
const CAP: f64 = 3.5;
/// Half the size of people's mark.
const DIAMOND: f64 = 5.0;
/// Candidate upper ends of the axis, as shares.
const AXIS_ENDS: [f64; 7] = [0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1.0];

/// The picture of one option.
pub struct WaveChart<'a> {
    pub option: &'a str,
    /// The points of an SVG polyline.
    pub line: String,
    pub forecasts: Vec<WaveMark>,
    pub people: Vec<WaveMark>,
}

/// A share with its interval, drawn.
pub struct WaveMark {
    pub x: String,
    pub y: String,
    /// The interval as the data of a path.
    pub interval: String,
    /// A diamond around the point as the data of a path: people's mark.
    pub diamond: String,
}

/// What all pictures of a study have in common.
pub struct WaveAxis {
    /// Shares at lines of the grid, with their heights.
    pub ticks: [(f64, String); 3],
    /// Places of the waves, in the order of their columns.
    pub waves: Vec<String>,
}

/// Draws the options of a comparison of waves.
pub fn charts(comparison: &Comparison) -> (WaveAxis, Vec<WaveChart<'_>>) {
    let end = axis_end(comparison);
    let places = places(comparison);
    let height = |share: f64| TOP + (1.0 - (share / end).clamp(0.0, 1.0)) * (HEIGHT - TOP - BOTTOM);
    let columns = || comparison.columns.iter().zip(&places).enumerate();
    let is_people = |column: usize| comparison.columns[column].source == ComparisonSource::People;
    let marks = |cells: &[Option<ComparisonCell>], of_people: bool| -> Vec<WaveMark> {
        let wanted = columns().filter(|(column, _)| is_people(*column) == of_people);
        wanted.filter_map(|(column, (_, x))| Some(mark(*x, cells[column]?, height))).collect()
    };
    let charts = comparison.rows.iter().map(|row| {
        let forecasts = marks(&row.cells, false);
        let points: Vec<String> = forecasts.iter().map(|mark| format!("{},{}", mark.x, mark.y)).collect();
        WaveChart { option: &row.option, line: points.join(" "), people: marks(&row.cells, true), forecasts }
    });
    let waves = columns().filter(|(column, _)| !is_people(*column)).map(|(_, (_, x))| user_units(*x)).collect();
    let ticks = [0.0, end / 2.0, end].map(|share| (share, user_units(height(share))));
    (WaveAxis { ticks, waves }, charts.collect())
}

fn axis_end(comparison: &Comparison) -> f64 {
    let cells = comparison.rows.iter().flat_map(|row| row.cells.iter().flatten());
    let largest = cells.map(|cell| cell.interval[1].max(cell.share)).fold(0.0, f64::max);
    AXIS_ENDS.into_iter().find(|end| *end >= largest).unwrap_or(1.0)
}

/// Returns the horizontal place of each column. Waves are equally far apart, whenever they were asked.
fn places(comparison: &Comparison) -> Vec<f64> {
    let is_forecast = |source: ComparisonSource| source == ComparisonSource::Forecast;
    let waves = comparison.columns.iter().filter(|column| is_forecast(column.source)).count().max(1);
    let step = (WIDTH - LEFT - RIGHT) / waves as f64;
    let mut begun = 0;
    let place = |source: ComparisonSource| {
        begun += usize::from(is_forecast(source));
        let x = LEFT + (begun as f64 - 0.5) * step;
        if is_forecast(source) { x } else { x + BESIDE }
    };
    comparison.columns.iter().map(|column| column.source).map(place).collect()
}

fn mark(x: f64, cell: ComparisonCell, height: impl Fn(f64) -> f64) -> WaveMark {
    let [low, high] = cell.interval.map(&height);
    let y = height(cell.share);
    let ends = [low, high].map(|end| format!("M{:.1} {end:.1}h{:.1}", x - CAP, 2.0 * CAP));
    WaveMark {
        x: user_units(x),
        y: user_units(y),
        interval: format!("M{x:.1} {low:.1}V{high:.1}{}{}", ends[0], ends[1]),
        diamond: format!("M{:.1} {y:.1}l{DIAMOND} -{DIAMOND} {DIAMOND} {DIAMOND} -{DIAMOND} {DIAMOND}z", x - DIAMOND),
    }
}

fn user_units(length: f64) -> String {
    format!("{length:.1}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn comparison() -> Comparison {
        let column = |name: &str, source: &str| {
            json!({ "column": name, "label": name, "source": source, "report": format!("req_{name}"), "question": "Which?",
                "audience": "adults", "language": "en", "respondents": 100, "only_here": [] })
        };
        let cell = |share: f64| json!({ "share": share, "interval": [share - 0.1, share + 0.1] });
        serde_json::from_value(json!({
            "matched_by": "options",
            "columns": [column("A", "forecast"), column("A_people", "people"), column("B", "forecast")],
            "rows": [
                { "option": "Oatsy", "kind": "option", "cells": [cell(0.5), cell(0.3), cell(0.2)] },
                { "option": "Upper end", "kind": "upper_end", "cells": [cell(0.1), null, cell(0.2)] },
            ],
            "pairs": [], "notes": [],
        }))
        .unwrap()
    }

    #[test]
    fn a_line_joins_the_forecasts_and_people_stand_beside_theirs() {
        let comparison = comparison();
        let (axis, charts) = charts(&comparison);
        assert_eq!(axis.ticks.map(|(share, _)| share), [0.0, 0.3, 0.6], "the axis ends above the largest interval");
        assert_eq!(axis.waves, ["108.5", "241.5"]);
        assert_eq!(charts[0].line, "108.5,29.3 241.5,87.3");
        assert_eq!(charts[0].forecasts[0].interval, "M108.5 48.7V10.0M105.0 48.7h7.0M105.0 10.0h7.0");
        let people = &charts[0].people;
        assert_eq!((people.len(), people[0].x.as_str(), people[0].y.as_str()), (1, "119.5", "68.0"));
        assert_eq!(people[0].diamond, "M114.5 68.0l5 -5 5 5 -5 5z");
        assert!(charts[1].people.is_empty(), "people have no share at the upper end");
    }

    #[test]
    fn nothing_is_drawn_outside_the_picture() {
        let mut comparison = comparison();
        comparison.rows[0].cells[2] = Some(ComparisonCell { share: 1.0, interval: [0.9, 1.0] });
        let (axis, charts) = charts(&comparison);
        assert_eq!((axis.ticks[2].0, axis.ticks[2].1.as_str()), (1.0, "10.0"));
        for mark in charts.iter().flat_map(|chart| chart.forecasts.iter().chain(&chart.people)) {
            let (x, y): (f64, f64) = (mark.x.parse().unwrap(), mark.y.parse().unwrap());
            assert!((LEFT..=WIDTH - RIGHT).contains(&x) && (TOP..=HEIGHT - BOTTOM).contains(&y), "{x} {y}");
        }
    }
}
