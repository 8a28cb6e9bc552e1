//! Heat maps: shares by group and option, and reasons and concerns by option chosen. At most `COLUMNS_MAX` options
//! get a column.

use std::collections::BTreeMap;

use contract::ids::PREFERENCE;
use contract::{Analysis, AnswerValue, PrintedShare, ReportResult, Segment};

use population::Attribute;

use super::attributes::{grouping, order};

const COLUMNS_MAX: usize = 5;
/// The strongest shade; the stylesheet defines each step up to it.
const SHADE_MAX: f64 = 5.0;
/// Cells with a smaller base are not shaded; segments use the same minimum.
pub const BASE_MIN: usize = 20;

pub struct Column<'a> {
    pub option: &'a str,
    /// Number of respondents who chose the option.
    pub base: usize,
}

pub struct Cell {
    pub share: f64,
    /// `None` if the base is too small.
    pub shade: Option<u8>,
}

/// The segments of one attribute.
pub struct SegmentGroup<'a> {
    pub attribute: &'a str,
    pub rows: Vec<(&'a Segment, Vec<Cell>)>,
}

/// Returns the options with a column in the segment table, in display order: those with the largest shares.
pub fn segment_columns<'a>(shares: &[PrintedShare<'a>]) -> Vec<PrintedShare<'a>> {
    let mut by_share: Vec<usize> = (0..shares.len()).collect();
    by_share.sort_by(|a, b| shares[*b].share.total_cmp(&shares[*a].share));
    by_share.truncate(COLUMNS_MAX);
    by_share.sort_unstable();
    by_share.into_iter().map(|at| shares[at]).collect()
}

/// Returns the overall share of an option by the measure used for groups: the weighted share of respondents' final
/// choices. With short lists it differs from the estimated share.
pub fn everyone(result: &ReportResult, column: &PrintedShare<'_>) -> f64 {
    let (mut chosen, mut all) = (BTreeMap::new(), 0.0);
    for respondent in &result.sample_data.respondents {
        if let Some(AnswerValue::Text(choice)) = respondent.answers.get(PREFERENCE) {
            *chosen.entry(choice.clone()).or_insert(0.0) += respondent.weight;
            all += respondent.weight;
        }
    }
    if all <= 0.0 {
        return column.share;
    }
    chosen.values_mut().for_each(|weight| *weight /= all);
    result.analysis.printed_by_option(&chosen).get(column.option).copied().unwrap_or(0.0)
}

pub fn segment_groups<'a>(analysis: &'a Analysis, columns: &[PrintedShare<'_>]) -> Vec<SegmentGroup<'a>> {
    let segments = &analysis.segment_breakdown.segments;
    let share = |segment: &Segment, column: &PrintedShare<'_>| {
        analysis.printed_by_option(&segment.shares).get(column.option).copied().unwrap_or(0.0)
    };
    let shaded = segments.iter().filter(|segment| segment.count as usize >= BASE_MIN);
    let all = shaded.flat_map(|segment| columns.iter().map(move |column| share(segment, column)));
    let largest = all.fold(0.0, f64::max);
    let mut groups: Vec<SegmentGroup<'a>> = Vec::new();
    for segment in segments {
        let cells =
            columns.iter().map(|column| cell(share(segment, column), largest, segment.count as usize)).collect();
        match groups.last_mut().filter(|group| group.attribute == segment.attribute) {
            Some(group) => group.rows.push((segment, cells)),
            None => groups.push(SegmentGroup { attribute: &segment.attribute, rows: vec![(segment, cells)] }),
        }
    }
    groups.iter_mut().for_each(in_order);
    groups
}

/// Returns whether all groups of an attribute have the same shares as printed: the engine told them apart by nothing that is shown.
pub fn are_alike(group: &SegmentGroup<'_>) -> bool {
    let printed = |cells: &[Cell]| cells.iter().map(|cell| (cell.share * 100.0).round() as i64).collect::<Vec<_>>();
    group.rows.len() > 1 && group.rows.windows(2).all(|two| printed(&two[0].1) == printed(&two[1].1))
}

/// Sorts by the attribute's own order. Countries keep the order of the analysis, since their codes have no meaningful
/// order.
fn in_order(group: &mut SegmentGroup<'_>) {
    if let Some(attribute) = grouping(group.attribute).filter(|attribute| *attribute != Attribute::Country) {
        group.rows.sort_by_cached_key(|(segment, _)| order(attribute, &segment.value));
    }
}

/// Returns the options with enough choosers to tabulate their motives, in display order.
pub fn motive_columns<'a>(result: &ReportResult, shares: &[PrintedShare<'a>]) -> Vec<Column<'a>> {
    let mut bases: BTreeMap<&str, usize> = BTreeMap::new();
    for respondent in &result.sample_data.respondents {
        if let Some(AnswerValue::Text(choice)) = respondent.answers.get(PREFERENCE) {
            *bases.entry(choice).or_default() += 1;
        }
    }
    let column =
        |share: &PrintedShare<'a>| Column { option: share.option, base: bases.get(share.option).copied().unwrap_or(0) };
    shares.iter().map(column).filter(|column| column.base >= BASE_MIN).take(COLUMNS_MAX).collect()
}

/// Returns the cells of one reason or concern: its share among the choosers of each column.
pub fn motive_cells(by_option: &BTreeMap<String, f64>, columns: &[Column<'_>], largest: f64) -> Vec<Cell> {
    let share = |column: &Column<'_>| by_option.get(column.option).copied().unwrap_or(0.0);
    columns.iter().map(|column| cell(share(column), largest, column.base)).collect()
}

/// Returns the largest share in the table, which gets the strongest shade.
pub fn largest<'a>(rows: impl Iterator<Item = &'a BTreeMap<String, f64>>, columns: &[Column<'_>]) -> f64 {
    let shares = rows.flat_map(|row| columns.iter().filter_map(|column| row.get(column.option)));
    shares.copied().fold(0.0, f64::max)
}

pub fn cell(share: f64, largest: f64, base: usize) -> Cell {
    let shade = (share / largest.max(f64::MIN_POSITIVE) * SHADE_MAX).round().clamp(0.0, SHADE_MAX);
    Cell { share, shade: (base >= BASE_MIN).then_some(shade as u8) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_share_has_the_strongest_shade_and_none_has_none() {
        let shades = [0.0, 0.2, 0.4].map(|share| cell(share, 0.4, BASE_MIN).shade);
        assert_eq!(shades, [Some(0), Some(3), Some(5)]);
        assert_eq!(cell(0.0, 0.0, BASE_MIN).shade, Some(0));
    }

    #[test]
    fn too_few_are_not_shaded() {
        assert_eq!(cell(0.4, 0.4, BASE_MIN - 1).shade, None);
    }
}
