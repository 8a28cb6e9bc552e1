//! Bar charts. The axis ends just above the largest interval, so twenty small shares are as readable as two large
//! ones. Lengths are in SVG user units; the picture scales to its container.

use contract::ids::{ACCEPTANCE, LIKELIHOOD};
use contract::{Acceptance, Analysis, Likelihood, PrintedShare, Question, VerdictInForce};
use wording::{whole_shares, whole_shares_with_ends};

/// The chart's width in user units; must match the templates' `viewBox`.
pub const WIDTH: f64 = 1000.0;
/// File name of the chart of all options. Other charts are named after their questions.
pub const OPTIONS: &str = "options";
/// Longer labels don't fit beside a bar.
const LABEL_BESIDE_CHARS_MAX: usize = 60;
/// Candidate upper ends of an axis, as shares.
const AXIS_ENDS: [f64; 9] = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0];

pub struct BarChart<'a> {
    /// File name without extension.
    pub name: &'static str,
    pub bars: Vec<Bar<'a>>,
    /// Whether labels stand above their bars because one is too long to stand beside its bar.
    pub is_stacked: bool,
    /// The shares at the start, middle and end of the axis.
    pub ticks: [f64; 3],
}

pub struct Bar<'a> {
    pub label: &'a str,
    pub share: f64,
    pub interval: Option<[f64; 2]>,
    /// Whether the bar has the colour of emphasis.
    pub stands_out: bool,
    pub width: String,
    pub low: String,
    pub high: String,
}

type Share<'a> = (&'a str, f64, Option<[f64; 2]>, bool);

/// Charts the forecast share of every option. Options that the verdict in force is about are emphasised.
pub fn options<'a>(analysis: &Analysis, shares: &[PrintedShare<'a>], verdict: &VerdictInForce<'_>) -> BarChart<'a> {
    let stands_out = |option: &str| verdict.is_about(analysis, option);
    chart(
        OPTIONS,
        shares.iter().map(|each| (each.option, each.share, Some(each.interval), stands_out(each.option))).collect(),
    )
}

/// Charts how many would accept any option, and how many none.
pub fn acceptance<'a>(acceptance: &Acceptance, question: &'a Question) -> BarChart<'a> {
    let answer = |place: usize| question.options.get(place).map_or("", String::as_str);
    // "None" is printed as the summary states it.
    let shares = [acceptance.share_any, acceptance.share_none, acceptance.share_unsure];
    let printed = whole_shares_with_ends(&shares, &[0], &[1]);
    let mut bars =
        vec![(answer(0), printed[0], None, true), (answer(1), printed[1], Some(acceptance.none_interval), false)];
    // Older reports offered a third answer, "unsure".
    if !answer(2).is_empty() {
        bars.push((answer(2), printed[2], None, false));
    }
    chart(ACCEPTANCE, bars)
}

/// Charts the distribution of ratings, from the lowest.
pub fn ratings<'a>(likelihood: &Likelihood, labels: &'a [String]) -> BarChart<'a> {
    let all: f64 = likelihood.counts.iter().copied().map(f64::from).sum();
    let shares: Vec<f64> = likelihood.counts.iter().map(|count| f64::from(*count) / all.max(1.0)).collect();
    chart(
        LIKELIHOOD,
        labels.iter().zip(whole_shares(&shares)).map(|(label, share)| (label.as_str(), share, None, true)).collect(),
    )
}

fn chart<'a>(name: &'static str, shares: Vec<Share<'a>>) -> BarChart<'a> {
    let largest = shares.iter().map(|(_, share, interval, _)| interval.map_or(*share, |[_, high]| high.max(*share)));
    let largest = largest.fold(0.0, f64::max);
    let end = AXIS_ENDS.into_iter().find(|end| *end >= largest).unwrap_or(1.0);
    let across = |fraction: f64| format!("{:.1}", (fraction / end).clamp(0.0, 1.0) * WIDTH);
    let bars = shares.into_iter().map(|(label, share, interval, stands_out)| {
        let [low, high] = interval.unwrap_or([0.0; 2]).map(across);
        Bar { label, share, interval, stands_out, width: across(share), low, high }
    });
    let bars: Vec<Bar<'a>> = bars.collect();
    let is_stacked = bars.iter().any(|bar| bar.label.chars().count() > LABEL_BESIDE_CHARS_MAX);
    BarChart { name, bars, is_stacked, ticks: [0.0, end / 2.0, end] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_ends_above_the_largest_interval() {
        let chart = chart(OPTIONS, vec![("a", 0.06, Some([0.02, 0.12]), true), ("b", 0.05, None, false)]);
        assert_eq!(chart.ticks, [0.0, 0.1, 0.2]);
        assert_eq!((chart.bars[0].width.as_str(), chart.bars[0].high.as_str()), ("300.0", "600.0"));
    }

    #[test]
    fn nothing_reaches_beyond_the_picture() {
        let chart = chart(OPTIONS, vec![("a", 1.0, Some([0.9, 1.2]), true)]);
        assert_eq!((chart.ticks[2], chart.bars[0].high.as_str()), (1.0, "1000.0"));
    }
}
