//! What open answers cite: reasons, concerns and themes, counted over everyone who answered.

use std::collections::{BTreeMap, BTreeSet};

use super::panel::{Panel, Voice};
use super::{count, fraction};
use crate::codebook::{self, Code, Kind};
use crate::report::{Driver, Quote, Risk, Severity, Theme};
use crate::stats;

/// Fewer answers than this have something in common by accident.
const THEME_ANSWERS_MIN: u32 = 3;
const THEME_QUOTES_MAX: usize = 3;

const SHARE_HIGH: f64 = 0.25;
const SHARE_MEDIUM: f64 = 0.10;
/// How much lower, on the five-point scale, those who cite a concern must rate for it to weigh more.
const RATING_GAP: f64 = 0.5;
/// A mean of fewer ratings than this is not compared.
const RATED_MIN: usize = 5;

/// Reasons, the most cited first.
pub(super) fn drivers(panel: &Panel<'_>) -> Vec<Driver> {
    let total = count(panel.voices.len());
    let winner = panel.ranking()[0];
    let driver = |(index, code, cited): (usize, &Code, u32)| Driver {
        driver: code.words(panel.language).label.clone(),
        share: fraction(cited, total),
        interval: stats::wilson(cited, total),
        by_option: by_option(panel, index),
        lift: lift(panel, index, winner),
    };
    ranked(panel, Some(Kind::Driver)).into_iter().map(driver).collect()
}

/// Concerns, the most cited first.
pub(super) fn risks(panel: &Panel<'_>) -> Vec<Risk> {
    let total = count(panel.voices.len());
    let risk = |(index, code, cited): (usize, &Code, u32)| {
        let share = fraction(cited, total);
        Risk {
            risk: code.words(panel.language).label.clone(),
            share,
            severity: severity(share, rating_gap(panel, index)),
            by_option: by_option(panel, index),
        }
    };
    ranked(panel, Some(Kind::Risk)).into_iter().map(risk).collect()
}

/// What several open answers share, with answers that say it and little else.
pub(super) fn themes(panel: &Panel<'_>) -> Vec<Theme> {
    let total = count(panel.voices.len());
    ranked(panel, None)
        .into_iter()
        .filter(|(_, _, cited)| *cited >= THEME_ANSWERS_MIN)
        .map(|(index, code, cited)| Theme {
            theme: code.words(panel.language).label.clone(),
            share: fraction(cited, total),
            count: cited,
            quotes: quotes(panel, index),
        })
        .collect()
}

/// Codes of a kind that anybody cites; equals keep the codebook's order.
fn ranked(panel: &Panel<'_>, kind: Option<Kind>) -> Vec<(usize, &'static Code, u32)> {
    let mut cited: Vec<(usize, &'static Code, u32)> = codebook::all()
        .iter()
        .enumerate()
        .filter(|(_, code)| kind.is_none_or(|kind| code.kind == kind))
        .map(|(index, code)| (index, code, count(panel.voices.iter().filter(|voice| cites(voice, index)).count())))
        .filter(|(_, _, cited)| *cited > 0)
        .collect();
    cited.sort_by_key(|(_, _, cited)| std::cmp::Reverse(*cited));
    cited
}

fn cites(voice: &Voice<'_>, code: usize) -> bool {
    voice.codes.binary_search(&code).is_ok()
}

/// Share of each option's choosers who cite the code; an option that nobody chose has no share.
fn by_option(panel: &Panel<'_>, code: usize) -> BTreeMap<String, f64> {
    let mut citing = vec![0; panel.options.len()];
    for voice in panel.voices.iter().filter(|voice| cites(voice, code)) {
        citing[voice.choice] += 1;
    }
    let chosen = panel.options.iter().zip(citing).zip(&panel.counts).filter(|(_, count)| **count > 0);
    chosen.map(|((option, citing), count)| (option.clone(), fraction(citing, *count))).collect()
}

fn lift(panel: &Panel<'_>, code: usize, winner: usize) -> Option<f64> {
    let share = |of_winner: bool| {
        let group = || panel.voices.iter().filter(|voice| (voice.choice == winner) == of_winner);
        fraction(count(group().filter(|voice| cites(voice, code)).count()), count(group().count()))
    };
    let elsewhere = share(false);
    (elsewhere > 0.0).then(|| share(true) / elsewhere)
}

/// How much lower those who cite the code rate than those who don't; none where either group is too small to tell.
fn rating_gap(panel: &Panel<'_>, code: usize) -> Option<f64> {
    let mean = |citing: bool| {
        let ratings: Vec<f64> = panel
            .voices
            .iter()
            .filter(|voice| cites(voice, code) == citing)
            .filter_map(|voice| voice.rating.map(|rating| rating as f64))
            .collect();
        (ratings.len() >= RATED_MIN).then(|| ratings.iter().sum::<f64>() / ratings.len() as f64)
    };
    Some(mean(false)? - mean(true)?)
}

/// High when a quarter cites it, or a tenth does and rates markedly lower; medium when either a tenth cites it or those
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

/// Distinct answers, those that cite the fewest other things first.
fn quotes(panel: &Panel<'_>, code: usize) -> Vec<Quote> {
    let mut citing: Vec<&Voice<'_>> = panel.voices.iter().filter(|voice| cites(voice, code)).collect();
    citing.sort_by_key(|voice| voice.codes.len());
    let mut seen = BTreeSet::new();
    citing
        .into_iter()
        .filter_map(|voice| voice.text.map(|text| (voice.id, text)))
        .filter(|(_, text)| seen.insert(*text))
        .take(THEME_QUOTES_MAX)
        .map(|(id, text)| Quote { respondent_id: id.to_owned(), text: text.to_owned() })
        .collect()
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
