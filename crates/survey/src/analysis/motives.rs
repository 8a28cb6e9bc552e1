//! What respondents say mattered to their choice and what worries them about it, counted from the answers they picked.
//! The last answer of each list stands for all that the list does not name, so it is neither a driver nor a risk.

use std::collections::BTreeMap;

use super::count;
use super::panel::{Panel, Voice, share, weighed};
use crate::questionnaire::{CONCERN, DRIVERS};
use crate::report::{Driver, Risk, Severity};
use crate::stats;

const SHARE_HIGH: f64 = 0.25;
const SHARE_MEDIUM: f64 = 0.10;
/// How much lower, on the five-point scale, those who have a concern must rate for it to weigh more.
const RATING_GAP: f64 = 0.5;
/// A mean of fewer ratings than this is not compared.
const RATED_MIN: usize = 10;

/// Reasons, the most named first.
pub(super) fn drivers(panel: &Panel<'_>, winner: usize) -> Vec<Driver> {
    let names = |voice: &Voice<'_>, driver| voice.drivers.contains(&driver);
    ranked(panel, DRIVERS, names)
        .into_iter()
        .map(|motive| {
            let group = |of_winner| {
                let group = panel.voices.iter().filter(move |voice: &&Voice<'_>| (voice.choice == winner) == of_winner);
                weighed(group, |voice| names(voice, motive.answer))
            };
            Driver {
                driver: motive.label,
                count: motive.count,
                share: motive.share,
                interval: stats::wilson(motive.share, panel.worth(panel.voices.iter())),
                by_option: by_option(panel, |voice| names(voice, motive.answer)),
                lift: stats::lift(group(true), group(false)),
            }
        })
        .collect()
}

/// Concerns, the most named first.
pub(super) fn risks(panel: &Panel<'_>) -> Vec<Risk> {
    let names = |voice: &Voice<'_>, concern| voice.concern == Some(concern);
    ranked(panel, CONCERN, names)
        .into_iter()
        .map(|motive| Risk {
            risk: motive.label,
            count: motive.count,
            share: motive.share,
            interval: stats::wilson(motive.share, panel.worth(panel.voices.iter())),
            severity: severity(motive.share, rating_gap(panel, motive.answer)),
            by_option: by_option(panel, |voice| names(voice, motive.answer)),
        })
        .collect()
}

struct Motive {
    answer: usize,
    label: String,
    count: u32,
    share: f64,
}

/// The named answers that anybody picked; equals keep the list's order.
fn ranked(panel: &Panel<'_>, question: &str, names: impl Fn(&Voice<'_>, usize) -> bool) -> Vec<Motive> {
    let named = panel.answers(question).split_last().map_or(&[][..], |(_, named)| named);
    let motive = |(answer, label): (usize, &String)| Motive {
        answer,
        label: label.clone(),
        count: count(panel.voices.iter().filter(|voice| names(voice, answer)).count()),
        share: share(weighed(panel.voices.iter().filter(|voice| has_answered(voice, question)), |voice| {
            names(voice, answer)
        })),
    };
    let mut motives: Vec<Motive> = named.iter().enumerate().map(motive).filter(|motive| motive.count > 0).collect();
    motives.sort_by(|a, b| b.share.total_cmp(&a.share));
    motives
}

/// Of whose motives nothing is known, nothing is counted either.
fn has_answered(voice: &Voice<'_>, question: &str) -> bool {
    if question == DRIVERS { !voice.drivers.is_empty() } else { voice.concern.is_some() }
}

/// Share among each option's choosers; an option that nobody chose has none.
fn by_option<'a>(panel: &Panel<'a>, holds: impl Fn(&Voice<'a>) -> bool) -> BTreeMap<String, f64> {
    let of_option = |option| {
        let answered = |voice: &&Voice<'_>| !voice.drivers.is_empty() || voice.concern.is_some();
        let choosers = panel.voices.iter().filter(answered).filter(move |voice: &&Voice<'_>| voice.choice == option);
        weighed(choosers, &holds)
    };
    let each = panel.options.iter().enumerate().map(|(at, option)| (option.clone(), of_option(at)));
    each.filter(|(_, (_, all))| *all > 0.0).map(|(option, sums)| (option, share(sums))).collect()
}

/// How much lower those who have the concern rate than those who don't; none where either group is too small to tell.
fn rating_gap(panel: &Panel<'_>, concern: usize) -> Option<f64> {
    let mean = |worried: bool| {
        let rated = panel.voices.iter().filter(|voice| (voice.concern == Some(concern)) == worried);
        let ratings: Vec<(f64, f64)> =
            rated.filter_map(|voice| Some((voice.rating? as f64 * voice.weight, voice.weight))).collect();
        let sums = ratings.iter().fold((0.0, 0.0), |(a, b), (rating, weight)| (a + rating, b + weight));
        (ratings.len() >= RATED_MIN).then(|| share(sums))
    };
    Some(mean(false)? - mean(true)?)
}

/// High when a quarter names it, or a tenth does and rates markedly lower; medium when either a tenth names it or those
/// who do rate markedly lower; else low.
fn severity(share: f64, rating_gap: Option<f64>) -> Severity {
    let is_felt = rating_gap.is_some_and(|gap| gap >= RATING_GAP);
    if share >= SHARE_HIGH || (share >= SHARE_MEDIUM && is_felt) {
        Severity::High
    } else if share >= SHARE_MEDIUM || is_felt {
        Severity::Medium
    } else {
        Severity::Low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn severity_follows_share_and_ratings() {
        assert_eq!(severity(0.3, None), Severity::High);
        assert_eq!(severity(0.12, Some(0.6)), Severity::High);
        assert_eq!(severity(0.12, Some(0.1)), Severity::Medium);
        assert_eq!(severity(0.02, Some(0.6)), Severity::Medium);
        assert_eq!(severity(0.02, None), Severity::Low);
    }
}
