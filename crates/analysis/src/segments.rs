//! Segments: what each group of respondents prefers, and whether its share of the winner, or of the upper end of a scale, differs
//! from that of everyone else. Segments use the final choice, whether one list or several were shown.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use foundation::OptionId;
use population::{Attribute, Groups};

use super::count;
use super::methods::ScaleShape;
use super::panel::{Interviewee, Panel};

/// The id of a group: an attribute and one of its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupId {
    pub attribute: Attribute,
    pub value: String,
}

/// One group of respondents. Groups with fewer than 20 respondents are not shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Segment {
    pub group: GroupId,
    pub count: u32,
    /// The option with the largest share in the segment; of prices, the one that earns most there.
    pub winner: OptionId,
    pub support: f64,
    pub interval: [f64; 2],
    /// By option: the mean of the probabilities that choices were drawn from, which has no sampling noise. Weighted
    /// counts if short lists were shown. Of prices, the share that would buy.
    pub shares: Vec<f64>,
    /// The same among everyone else: the respondents outside the segment.
    pub shares_of_others: Vec<f64>,
    /// The share that the verdict is about in the segment, minus the same among everyone else: the winner's, or on a scale that of
    /// the upper end among those who answered on the scale. Shrunk if shares were counted.
    pub difference: f64,
    /// The same difference before shrinkage.
    pub difference_observed: f64,
    /// The p-value of no difference, by the measured error of the engine's differences; adjusted by Benjamini–Hochberg over all
    /// segments. 1 if no record measures it.
    pub p_adjusted: f64,
    pub notable: bool,
}

impl Segment {
    /// The p-value and the difference that [`by_certainty`] compares.
    pub fn certainty(&self) -> [f64; 2] {
        [self.p_adjusted, self.difference_observed]
    }
}

/// Orders segments, each given by its p-value and its difference, by how sure the difference is: the smaller p-value first, of
/// equal ones the larger difference.
pub fn by_certainty([p, difference]: [f64; 2], [other_p, other]: [f64; 2]) -> Ordering {
    p.total_cmp(&other_p).then_with(|| other.abs().total_cmp(&difference.abs()))
}

/// The share by which groups are compared, the one that the verdict is about.
pub(super) enum ComparedShare<'a> {
    Option(OptionId),
    /// The upper end of a scale, among those who answered on the scale.
    UpperEnd(&'a ScaleShape),
}

impl ComparedShare<'_> {
    fn among(&self, shares: &[f64]) -> f64 {
        match self {
            Self::Option(option) => shares[option.0],
            Self::UpperEnd(scale) => scale.upper_end_among(shares),
        }
    }
}

/// The fewest respondents of a segment that is shown.
pub const RESPONDENTS_MIN: usize = 20;
pub(super) const NOTABLE_BELOW_P: f64 = 0.05;

/// Returns every segment that is large enough, with p-values adjusted and differences shrunk over all of them. Groups by an
/// earlier choice have a table of their own.
pub(super) fn segments(panel: &Panel<'_>, compared: &ComparedShare<'_>) -> Vec<Segment> {
    let mut found: Vec<(Segment, f64)> = Vec::new();
    let attributes = Attribute::grouping(Groups::Forecast).filter(|attribute| *attribute != Attribute::EarlierChoice);
    for attribute in attributes {
        let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
        let values = panel.interviewees.iter().filter_map(|interviewee| interviewee.profile.group(attribute));
        values.for_each(|value| *sizes.entry(value).or_default() += 1);
        // A group of all respondents has no complement to compare with.
        let shown = sizes.into_iter().filter(|(_, size)| (RESPONDENTS_MIN..panel.interviewees.len()).contains(size));
        let group = |value: &str| GroupId { attribute, value: value.to_owned() };
        found.extend(shown.map(|(value, _)| segment(panel, &group(value), compared)));
    }
    let (mut segments, variances): (Vec<Segment>, Vec<f64>) = found.into_iter().unzip();
    let observed: Vec<f64> = segments.iter().map(|segment| segment.difference_observed).collect();
    let raw: Vec<f64> = segments.iter().map(|segment| segment.p_adjusted).collect();
    // Probabilities have no sampling noise, and the forecast's group differences are already shrunk. They are kept
    // unchanged.
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

/// Returns a positive-part shrinkage by the segment's variance alone, if that leaves more than the joint shrinkage.
/// Otherwise one notable segment among many ordinary ones would be shrunk to almost nothing.
fn alone(observed: f64, shrunk: f64, variance: f64) -> f64 {
    let own = observed * (1.0 - variance / (observed * observed).max(f64::MIN_POSITIVE)).max(0.0);
    if own.abs() > shrunk.abs() { own } else { shrunk }
}

/// Returns one segment, with p-value not adjusted and difference not shrunk, and the variance of its difference.
fn segment(panel: &Panel<'_>, group: &GroupId, compared: &ComparedShare<'_>) -> (Segment, f64) {
    let is_inside = |interviewee: &&Interviewee<'_>| interviewee.profile.group(group.attribute) == Some(&group.value);
    let inside = || panel.interviewees.iter().filter(is_inside);
    let outside = || panel.interviewees.iter().filter(|interviewee| !is_inside(interviewee));
    let shares = panel.by_option(expected_shares(inside(), panel.answers()));
    let shares_of_others = panel.by_option(expected_shares(outside(), panel.answers()));
    let (here, elsewhere) = (compared.among(&shares), compared.among(&shares_of_others));
    let preferred = preferred(panel, &shares);
    let support = shares[preferred.0];
    let is_counted = !panel.interviewees.iter().all(is_expected);
    let people = |share: f64, side: &mut dyn Iterator<Item = &Interviewee<'_>>| {
        binomial_variance(share, statistics::kish(side.map(|interviewee| interviewee.weight)))
    };
    let noise = if is_counted { people(here, &mut inside()) + people(elsewhere, &mut outside()) } else { 0.0 };
    let variance = panel.group_error.map_or(f64::INFINITY, |error| error * error + noise);
    let segment = Segment {
        count: count(inside().count()),
        winner: preferred,
        support,
        interval: panel.size_among(inside()).interval(support),
        difference: 0.0,
        difference_observed: here - elsewhere,
        p_adjusted: statistics::normal_p((here - elsewhere) / variance.sqrt()),
        notable: false,
        shares,
        shares_of_others,
        group: group.clone(),
    };
    (segment, variance)
}

/// Returns the option with the largest share; of prices, the one that earns most.
fn preferred(panel: &Panel<'_>, shares: &[f64]) -> OptionId {
    let most = shares.iter().copied().fold(0.0, f64::max);
    let largest = || OptionId(shares.iter().position(|share| *share == most).unwrap_or(0));
    panel.ladder.as_ref().map_or_else(largest, |ladder| ladder.best(shares))
}

/// Returns the mean of the distributions that choices were drawn from, since sampling noise is large in a small
/// group. Counts the choices if these are not available or the choice followed short lists.
pub(super) fn expected_shares<'v, 'a: 'v>(
    interviewees: impl Iterator<Item = &'v Interviewee<'a>>,
    answers: usize,
) -> Vec<f64> {
    let (mut sums, mut total) = (vec![0.0; answers], 0.0);
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

/// Returns whether the probabilities that the choice was drawn from are available.
pub(super) fn is_expected(interviewee: &Interviewee<'_>) -> bool {
    interviewee.lists.is_empty() && interviewee.probabilities.iter().sum::<f64>() > 0.5
}

/// Returns the binomial variance with half an answer added on both sides, so that shares of zero and one have a
/// positive variance.
pub(super) fn binomial_variance(share: f64, size: f64) -> f64 {
    let share = (share * size + 0.5) / (size + 1.0);
    share * (1.0 - share) / size.max(1.0)
}
