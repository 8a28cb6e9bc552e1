//! Chart of a run: skill by language next to the calibration curve. Plain SVG without script; all text is escaped.

use askama::Template;
use forecast::human::Bin;

use super::{Results, Scores};

/// Inner size and position of the panels; the template uses the same numbers.
const PANEL: f64 = 300.0;
const LEFT_X: f64 = 70.0;
const RIGHT_X: f64 = 470.0;
const TOP: f64 = 90.0;
/// Minimum extent of the skill axis in both directions.
const SKILL_UP_MIN: f64 = 20.0;
const SKILL_DOWN_MIN: f64 = 5.0;
/// Upper bound of a point's radius, which grows with its number of cases.
const RADIUS_MAX: f64 = 12.0;

#[derive(Template)]
#[template(path = "bench.svg")]
struct Picture {
    title: String,
    subtitle: String,
    zero_y: String,
    skill_ticks: Vec<Tick>,
    bars: Vec<Bar>,
    chance_ticks: Vec<Tick>,
    points: Vec<Point>,
}

struct Tick {
    at: String,
    label: String,
}

struct Bar {
    x: String,
    y: String,
    width: String,
    height: String,
    middle: String,
    label_y: String,
    skill: String,
    name: String,
}

struct Point {
    x: String,
    y: String,
    radius: String,
    label: String,
}

/// Renders the run as SVG: cross-validated scores if there are any, otherwise those with the calibration of reports.
pub fn plot(results: &Results) -> Result<String, askama::Error> {
    let (scores, how) = match &results.leave_one_survey_out {
        Some(left_out) => (&left_out.scores, "each survey left out of what is fitted"),
        None => (&results.shipped, "calibrated as in reports"),
    };
    let skills = scores.by_language.values().filter_map(|figures| figures.skill);
    let axis = Axis::of(&skills.chain(scores.all.skill).collect::<Vec<_>>());
    let model = results.model.as_deref().map_or_else(String::new, |model| format!(", {model}"));
    let picture = Picture {
        title: format!("{}{model}", results.engine),
        subtitle: format!("{} cases, {how}", scores.all.cases),
        zero_y: place(axis.y(0.0)),
        skill_ticks: axis.ticks(),
        bars: bars(scores, &axis),
        chance_ticks: (0..=4).map(chance_tick).collect(),
        points: scores.confidence.iter().flat_map(|confidence| &confidence.curve).map(point).collect(),
    };
    picture.render()
}

/// Vertical axis of skill.
struct Axis {
    low: f64,
    high: f64,
}

impl Axis {
    fn of(skills: &[f64]) -> Self {
        let high = skills.iter().copied().fold(SKILL_UP_MIN, f64::max);
        let low = skills.iter().copied().fold(-SKILL_DOWN_MIN, f64::min);
        // Rounded to tens, with space for the label above a bar.
        Self { low: (low / 10.0).floor() * 10.0, high: ((high + 2.0) / 10.0).ceil() * 10.0 }
    }

    fn y(&self, skill: f64) -> f64 {
        TOP + PANEL * (self.high - skill) / (self.high - self.low)
    }

    fn ticks(&self) -> Vec<Tick> {
        let step = ((self.high - self.low) / 50.0).ceil() * 10.0;
        let count = ((self.high - self.low) / step) as usize;
        let lowest = (self.low / step).ceil() * step;
        let tick = |skill: f64| Tick { at: place(self.y(skill)), label: format!("{skill:.0}") };
        (0..=count).map(|at| lowest + at as f64 * step).filter(|skill| *skill <= self.high).map(tick).collect()
    }
}

fn bars(scores: &Scores, axis: &Axis) -> Vec<Bar> {
    let languages = scores.by_language.iter().map(|(language, figures)| (language.code().to_owned(), figures));
    let groups: Vec<_> = std::iter::once(("all".to_owned(), &scores.all)).chain(languages).collect();
    let slot = PANEL / groups.len() as f64;
    let bar = |(at, (name, figures)): (usize, (String, &super::Figures))| {
        let skill = figures.skill.unwrap_or(0.0);
        let (top, bottom) = (axis.y(skill.max(0.0)), axis.y(skill.min(0.0)));
        let x = LEFT_X + slot * at as f64;
        Bar {
            x: place(x + slot * 0.2),
            y: place(top),
            width: place(slot * 0.6),
            height: place(bottom - top),
            middle: place(x + slot / 2.0),
            label_y: place(if skill < 0.0 { bottom + 14.0 } else { top - 5.0 }),
            skill: figures.skill.map_or_else(|| "–".to_owned(), |skill| format!("{skill:+.1}")),
            name: format!("{name} ({})", figures.cases),
        }
    };
    groups.into_iter().enumerate().map(bar).collect()
}

fn chance_tick(quarter: u32) -> Tick {
    Tick { at: place(PANEL * f64::from(quarter) / 4.0), label: format!("{}", f64::from(quarter) / 4.0) }
}

fn point(bin: &Bin) -> Point {
    Point {
        x: place(RIGHT_X + PANEL * bin.stated),
        y: place(TOP + PANEL * (1.0 - bin.right)),
        radius: place((3.0 + (bin.statements as f64).sqrt()).min(RADIUS_MAX)),
        label: format!("{} cases: stated {:.2}, right {:.2}", bin.statements, bin.stated, bin.right),
    }
}

fn place(value: f64) -> String {
    format!("{value:.1}")
}
