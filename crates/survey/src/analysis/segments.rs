//! Groups of respondents: what each prefers, and whether it differs from everyone else in its share of the winner.
//! Everything here is about the choice itself, so it is read the same way whether one list or several were asked.

use std::collections::BTreeMap;

use super::count;
use super::panel::{Panel, Voice};
use crate::groups::{ATTRIBUTES, Attribute};
use crate::report::Segment;
use crate::stats;

/// Groups smaller than this say too little to be shown.
pub(super) const RESPONDENTS_MIN: usize = 20;
const NOTABLE_BELOW_P: f64 = 0.05;

/// Every group that is large enough, with p-values adjusted and differences shrunk over all of them.
pub(super) fn segments(panel: &Panel<'_>, winner: usize) -> Vec<Segment> {
    let mut found: Vec<(Segment, f64)> = Vec::new();
    for (attribute, value_of) in ATTRIBUTES {
        let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
        panel
            .voices
            .iter()
            .filter_map(|voice| value_of(voice.profile))
            .for_each(|value| *sizes.entry(value).or_default() += 1);
        // A group that holds everyone has nobody to differ from.
        let shown = sizes.into_iter().filter(|(_, size)| (RESPONDENTS_MIN..panel.voices.len()).contains(size));
        found.extend(shown.map(|(value, _)| segment(panel, (attribute, value_of), value, winner)));
    }
    let (mut segments, variances): (Vec<Segment>, Vec<f64>) = found.into_iter().unzip();
    let observed: Vec<f64> = segments.iter().map(|segment| segment.difference_observed).collect();
    let raw: Vec<f64> = segments.iter().map(|segment| segment.p_adjusted).collect();
    // What answers were drawn from has no noise of drawing, and an engine's differences were shrunk before anybody was drawn.
    let is_expected = panel.voices.iter().all(is_expected);
    let settled = stats::shrink(&observed, &variances).into_iter().zip(stats::benjamini_hochberg(&raw)).zip(variances);
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

/// One group that stands out among many that don't would be shrunk to nothing with them, so it is shrunk by its own
/// noise where that leaves more.
fn alone(observed: f64, shrunk: f64, variance: f64) -> f64 {
    let own = observed * (1.0 - variance / (observed * observed).max(f64::MIN_POSITIVE)).max(0.0);
    if own.abs() > shrunk.abs() { own } else { shrunk }
}

/// One group and the variance of its difference; its p-value is not yet adjusted and its difference not yet shrunk.
fn segment(panel: &Panel<'_>, (attribute, value_of): Attribute, value: &str, winner: usize) -> (Segment, f64) {
    let is_inside = |voice: &&Voice<'_>| value_of(voice.profile) == Some(value);
    let inside = || panel.voices.iter().filter(is_inside);
    let outside = || panel.voices.iter().filter(|voice| !is_inside(voice));
    let shares = expected_shares(inside(), panel.options.len());
    let (here, elsewhere) = (shares[winner], expected_shares(outside(), panel.options.len())[winner]);
    let (size, rest) = (panel.worth(inside()), panel.worth(outside()));
    let most = shares.iter().copied().fold(0.0, f64::max);
    let preferred = shares.iter().position(|share| *share == most).unwrap_or(0);
    let segment = Segment {
        attribute: attribute.to_owned(),
        value: value.to_owned(),
        count: count(inside().count()),
        winner: panel.options[preferred].clone(),
        support: most,
        interval: stats::wilson(most, size),
        shares: panel.options.iter().cloned().zip(shares).collect(),
        difference: 0.0,
        difference_observed: here - elsewhere,
        p_adjusted: stats::two_proportions_p((here * size, size), (elsewhere * rest, rest)),
        notable: false,
    };
    (segment, binomial_variance(here, size) + binomial_variance(elsewhere, rest))
}

/// The mean of what the answers were drawn from: in a small group, drawing alone would move a share by some points. Where
/// that is not kept, or the choice came after short lists, the answers themselves are counted.
fn expected_shares<'v, 'a: 'v>(voices: impl Iterator<Item = &'v Voice<'a>>, options: usize) -> Vec<f64> {
    let (mut sums, mut total) = (vec![0.0; options], 0.0);
    for voice in voices {
        let is_kept = is_expected(voice);
        for (option, sum) in sums.iter_mut().enumerate() {
            let counted = f64::from(u8::from(voice.choice == option));
            *sum += voice.weight * if is_kept { voice.probabilities[option] } else { counted };
        }
        total += voice.weight;
    }
    if total > 0.0 {
        sums.iter_mut().for_each(|sum| *sum /= total);
    }
    sums
}

/// Whether it is known what the choice was drawn from.
fn is_expected(voice: &Voice<'_>) -> bool {
    voice.lists.is_empty() && voice.probabilities.iter().sum::<f64>() > 0.5
}

/// A share of nothing or all is as uncertain as one answer more would make it.
fn binomial_variance(share: f64, size: f64) -> f64 {
    let share = (share * size + 0.5) / (size + 1.0);
    share * (1.0 - share) / size.max(1.0)
}
