//! The cross table of a follow-up: what the respondents choose now, by what they chose in the earlier report.

use std::collections::BTreeMap;

use foundation::OptionId;
use population::Attribute;

use crate::count;
use crate::panel::{Interviewee, Panel};
use crate::segments::{NOTABLE_BELOW_P, RESPONDENTS_MIN, binomial_variance, expected_shares, is_expected};

/// Differences closer than this are equal but for rounding.
const TWINS_APART: f64 = 1e-9;

/// The respondents who gave one earlier answer.
#[derive(Debug, Clone, PartialEq)]
pub struct CrossRow {
    /// The earlier answer, in the client's words.
    pub earlier: String,
    pub count: u32,
    /// By answer, how many give it now; of prices, last those who would buy at none.
    pub counts: Vec<u32>,
    /// By option; `None` with fewer than [`RESPONDENTS_MIN`] respondents, and if the engine did not forecast these respondents apart
    /// from others.
    pub cells: Option<Vec<CrossCell>>,
}

/// The share of one option in a row, beside everyone else's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CrossCell {
    /// Computed like the shares of a segment; of prices, the share that would buy.
    pub share: f64,
    /// The share among those who gave another earlier answer.
    pub elsewhere: f64,
    /// The p-value of no difference, by the measured error of the engine's differences between groups; adjusted by
    /// Benjamini–Hochberg over all cells. 1 if no record measures it.
    pub p_adjusted: f64,
}

impl CrossCell {
    pub fn difference(&self) -> f64 {
        self.share - self.elsewhere
    }

    pub fn is_notable(&self) -> bool {
        self.p_adjusted < NOTABLE_BELOW_P
    }
}

/// A cell of a cross table, with its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NotableCell<'a> {
    pub earlier: &'a str,
    pub option: OptionId,
    pub cell: CrossCell,
}

/// Returns the notable cell whose difference is the surest. Of two options, each difference has a twin; the larger share is named.
pub fn most_notable(rows: &[CrossRow]) -> Option<NotableCell<'_>> {
    let cells = rows.iter().flat_map(|row| {
        let cells = row.cells.iter().flatten().enumerate();
        cells.map(|(option, cell)| NotableCell { earlier: &row.earlier, option: OptionId(option), cell: *cell })
    });
    cells.filter(|found| found.cell.is_notable()).min_by(|a, b| {
        let by_p = a.cell.p_adjusted.total_cmp(&b.cell.p_adjusted);
        let size = |found: &NotableCell<'_>| (found.cell.difference().abs() / TWINS_APART).round();
        by_p.then_with(|| size(b).total_cmp(&size(a))).then_with(|| b.cell.share.total_cmp(&a.cell.share))
    })
}

/// Returns the rows, those of the most respondents first; empty unless the respondents were asked before. `forecast` are the earlier
/// choices by which the engine forecast the answers. A single one has nothing to differ from.
pub(super) fn cross_table(panel: &Panel<'_>, forecast: &[String]) -> Vec<CrossRow> {
    let is_forecast = |earlier: &str| forecast.len() > 1 && forecast.iter().any(|known| known == earlier);
    let mut members: BTreeMap<&str, Vec<&Interviewee<'_>>> = BTreeMap::new();
    for interviewee in &panel.interviewees {
        if let Some(earlier) = interviewee.profile.word(Attribute::EarlierChoice) {
            members.entry(earlier).or_default().push(interviewee);
        }
    }
    let mut rows: Vec<CrossRow> =
        members.iter().map(|(earlier, own)| row(panel, earlier, own, is_forecast(earlier))).collect();
    let p_values: Vec<f64> =
        rows.iter().flat_map(|row| row.cells.iter().flatten()).map(|cell| cell.p_adjusted).collect();
    let mut adjusted = statistics::benjamini_hochberg(&p_values).into_iter();
    for cell in rows.iter_mut().flat_map(|row| row.cells.iter_mut().flatten()) {
        cell.p_adjusted = adjusted.next().unwrap_or(1.0);
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.count));
    rows
}

fn row(panel: &Panel<'_>, earlier: &str, own: &[&Interviewee<'_>], is_forecast: bool) -> CrossRow {
    let mut counts = vec![0; panel.answers()];
    own.iter().for_each(|interviewee| counts[interviewee.choice.0] += 1);
    let is_shown = is_forecast && (RESPONDENTS_MIN..panel.interviewees.len()).contains(&own.len());
    CrossRow {
        earlier: earlier.to_owned(),
        count: count(own.len()),
        counts,
        cells: is_shown.then(|| cells(panel, earlier, own)),
    }
}

/// Returns the cells of a row, with p-values that are not adjusted.
fn cells(panel: &Panel<'_>, earlier: &str, own: &[&Interviewee<'_>]) -> Vec<CrossCell> {
    let is_other = |it: &&Interviewee<'_>| it.profile.word(Attribute::EarlierChoice) != Some(earlier);
    let others = || panel.interviewees.iter().filter(is_other);
    let here = panel.by_option(expected_shares(own.iter().copied(), panel.answers()));
    let elsewhere = panel.by_option(expected_shares(others(), panel.answers()));
    let is_counted = !panel.interviewees.iter().all(is_expected);
    let noise = |share: f64, size: f64| if is_counted { binomial_variance(share, size) } else { 0.0 };
    let sizes = [
        statistics::kish(own.iter().map(|interviewee| interviewee.weight)),
        statistics::kish(others().map(|interviewee| interviewee.weight)),
    ];
    let cell = |(share, elsewhere): (f64, f64)| {
        let noise = noise(share, sizes[0]) + noise(elsewhere, sizes[1]);
        let variance = panel.group_error.map_or(f64::INFINITY, |error| error * error + noise);
        let p_adjusted = statistics::normal_p((share - elsewhere) / variance.sqrt());
        CrossCell { share, elsewhere, p_adjusted }
    };
    here.into_iter().zip(elsewhere).map(cell).collect()
}
