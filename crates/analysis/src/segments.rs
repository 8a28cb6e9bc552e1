//! Groups of respondents: what each prefers, and whether it differs from everyone else in its share of the winner.
//! Everything here is about the choice itself, so it is read the same way whether one list or several were asked.

use std::collections::BTreeMap;

use foundation::OptionId;
use population::{Attribute, Groups};

use super::count;
use super::panel::{Interviewee, Panel};

/// Which group: those who have one value of one attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupId {
    pub attribute: Attribute,
    pub value: String,
}

/// One group of respondents; groups under 20 are not shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Segment {
    pub group: GroupId,
    pub count: u32,
    /// The option most chosen in the segment.
    pub winner: OptionId,
    pub support: f64,
    pub interval: [f64; 2],
    /// By option. Means of the probabilities that answers were drawn from, so that chance moves none of them; counts
    /// where everyone chose from short lists.
    pub shares: Vec<f64>,
    /// Share of the overall winner here less its share among everyone else, shrunk where answers were counted.
    pub difference: f64,
    /// The same as counted, not shrunk.
    pub difference_observed: f64,
    /// After Benjamini–Hochberg over all segments.
    pub p_adjusted: f64,
    pub notable: bool,
}

/// Groups smaller than this say too little to be shown.
pub const RESPONDENTS_MIN: usize = 20;
const NOTABLE_BELOW_P: f64 = 0.05;

/// Every group that is large enough, with p-values adjusted and differences shrunk over all of them.
pub(super) fn segments(panel: &Panel<'_>, winner: OptionId) -> Vec<Segment> {
    let mut found: Vec<(Segment, f64)> = Vec::new();
    for attribute in Attribute::grouping(Groups::Forecast) {
        let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
        let values = panel.interviewees.iter().filter_map(|interviewee| interviewee.profile.group(attribute));
        values.for_each(|value| *sizes.entry(value).or_default() += 1);
        // A group that holds everyone has nobody to differ from.
        let shown = sizes.into_iter().filter(|(_, size)| (RESPONDENTS_MIN..panel.interviewees.len()).contains(size));
        let group = |value: &str| GroupId { attribute, value: value.to_owned() };
        found.extend(shown.map(|(value, _)| segment(panel, &group(value), winner)));
    }
    let (mut segments, variances): (Vec<Segment>, Vec<f64>) = found.into_iter().unzip();
    let observed: Vec<f64> = segments.iter().map(|segment| segment.difference_observed).collect();
    let raw: Vec<f64> = segments.iter().map(|segment| segment.p_adjusted).collect();
    // Probabilities have no noise of drawing, and an engine's differences are shrunk before: they stay as they are.
    let is_expected = panel.interviewees.iter().all(is_expected);
    let settled =
        statistics::shrink(&observed, &variances).into_iter().zip(statistics::benjamini_hochberg(&raw)).zip(variances);
    for (segment, ((shrunk, p), variance)) in segments.iter_mut().zip(settled) {
        segment.p_adjusted = p;
        segment.notable = p < NOTABLE_BELOW_P;
        segment.difference = match (is_expected, segment.notable) {
            (true, _) => segment.difference_observed,
            (false, true) => alone(segment.difference_observed, shrunk, variance),
            (false, false) => shrunk,
        };
    }
    segments
}

/// Among many groups that don't stand out, one that does would be shrunk to nothing with them, so it is shrunk by its
/// own noise where that leaves more.
fn alone(observed: f64, shrunk: f64, variance: f64) -> f64 {
    let own = observed * (1.0 - variance / (observed * observed).max(f64::MIN_POSITIVE)).max(0.0);
    if own.abs() > shrunk.abs() { own } else { shrunk }
}

/// One group and the variance of its difference; its p-value is not yet adjusted and its difference not yet shrunk.
fn segment(panel: &Panel<'_>, group: &GroupId, winner: OptionId) -> (Segment, f64) {
    let is_inside = |interviewee: &&Interviewee<'_>| interviewee.profile.group(group.attribute) == Some(&group.value);
    let inside = || panel.interviewees.iter().filter(is_inside);
    let outside = || panel.interviewees.iter().filter(|interviewee| !is_inside(interviewee));
    let shares = expected_shares(inside(), panel.options);
    let (here, elsewhere) = (shares[winner.0], expected_shares(outside(), panel.options)[winner.0]);
    let (size, rest) = (panel.worth(inside()), panel.worth(outside()));
    let most = shares.iter().copied().fold(0.0, f64::max);
    let preferred = shares.iter().position(|share| *share == most).unwrap_or(0);
    let segment = Segment {
        count: count(inside().count()),
        winner: OptionId(preferred),
        support: most,
        interval: statistics::wilson(most, size),
        difference: 0.0,
        difference_observed: here - elsewhere,
        p_adjusted: statistics::two_proportions_p((here * size, size), (elsewhere * rest, rest)),
        notable: false,
        shares,
        group: group.clone(),
    };
    (segment, binomial_variance(here, size) + binomial_variance(elsewhere, rest))
}

/// The mean of what the answers were drawn from: in a small group, drawing alone would move a share by some points.
/// Where that is not kept, or the choice came after short lists, the answers themselves are counted.
fn expected_shares<'v, 'a: 'v>(interviewees: impl Iterator<Item = &'v Interviewee<'a>>, options: usize) -> Vec<f64> {
    let (mut sums, mut total) = (vec![0.0; options], 0.0);
    for interviewee in interviewees {
        let is_kept = is_expected(interviewee);
        for (option, sum) in sums.iter_mut().enumerate() {
            let counted = f64::from(u8::from(interviewee.choice.0 == option));
            *sum += interviewee.weight * if is_kept { interviewee.probabilities[option] } else { counted };
        }
        total += interviewee.weight;
    }
    if total > 0.0 {
        sums.iter_mut().for_each(|sum| *sum /= total);
    }
    sums
}

/// Whether the probabilities that the choice was drawn from are known.
fn is_expected(interviewee: &Interviewee<'_>) -> bool {
    interviewee.lists.is_empty() && interviewee.probabilities.iter().sum::<f64>() > 0.5
}

/// Half an answer is added on both sides, so that a share of zero or one is not taken for certain.
fn binomial_variance(share: f64, size: f64) -> f64 {
    let share = (share * size + 0.5) / (size + 1.0);
    share * (1.0 - share) / size.max(1.0)
}
