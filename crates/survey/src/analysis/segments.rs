//! Groups of respondents: what each prefers, and whether it differs from everyone else in its share of the winner.

use std::collections::BTreeMap;

use super::panel::{Panel, Voice};
use super::{count, fraction};
use crate::report::{Profile, Segment};
use crate::stats;

/// Groups smaller than this say too little to be shown.
const RESPONDENTS_MIN: u32 = 20;
const NOTABLE_BELOW_P: f64 = 0.05;

type Attribute = (&'static str, fn(&Profile) -> Option<&str>);

const ATTRIBUTES: [Attribute; 5] = [
    ("sex", |profile| profile.sex.as_deref()),
    ("age_band", |profile| profile.age.map(age_band)),
    ("education", |profile| profile.education.as_deref()),
    ("income", |profile| profile.income.as_deref()),
    ("employment", |profile| profile.employment.as_deref()),
];

fn age_band(age: u8) -> &'static str {
    match age {
        0..=29 => "18-29",
        30..=44 => "30-44",
        45..=64 => "45-64",
        _ => "65+",
    }
}

/// Every group that is large enough, with p-values adjusted over all of them.
pub(super) fn segments(panel: &Panel<'_>) -> Vec<Segment> {
    let overall_winner = panel.ranking()[0];
    let mut segments = Vec::new();
    for (attribute, value_of) in ATTRIBUTES {
        let mut groups: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for voice in &panel.voices {
            if let Some(value) = value_of(voice.profile) {
                let counts = groups.entry(value).or_insert_with(|| vec![0; panel.options.len()]);
                counts[voice.choice] += 1;
            }
        }
        let shown = groups.into_iter().filter(|(_, counts)| is_shown(counts, &panel.voices));
        segments.extend(shown.map(|(value, counts)| segment(panel, attribute, value, &counts, overall_winner)));
    }
    let adjusted = stats::benjamini_hochberg(&segments.iter().map(|segment| segment.p_adjusted).collect::<Vec<_>>());
    for (segment, p) in segments.iter_mut().zip(adjusted) {
        segment.p_adjusted = p;
        segment.notable = p < NOTABLE_BELOW_P;
    }
    segments
}

/// A group that holds everyone has nobody to differ from.
fn is_shown(counts: &[u32], voices: &[Voice<'_>]) -> bool {
    let size: u32 = counts.iter().sum();
    size >= RESPONDENTS_MIN && size < count(voices.len())
}

/// One group, with its p-value not yet adjusted.
fn segment(panel: &Panel<'_>, attribute: &str, value: &str, counts: &[u32], overall_winner: usize) -> Segment {
    let size: u32 = counts.iter().sum();
    let rest = count(panel.voices.len()) - size;
    let (here, elsewhere) = (counts[overall_winner], panel.counts[overall_winner] - counts[overall_winner]);
    let most = counts.iter().copied().max().unwrap_or(0);
    let preferred = counts.iter().position(|chosen| *chosen == most).unwrap_or(0);
    let named = panel.options.iter().zip(counts);
    Segment {
        attribute: attribute.to_owned(),
        value: value.to_owned(),
        count: size,
        winner: panel.options[preferred].clone(),
        support: fraction(most, size),
        interval: stats::wilson(most, size),
        shares: named.map(|(option, chosen)| (option.clone(), fraction(*chosen, size))).collect(),
        difference: fraction(here, size) - fraction(elsewhere, rest),
        p_adjusted: stats::two_proportions_p((here, size), (elsewhere, rest)),
        notable: false,
    }
}
