//! How firmly respondents stand by their choice: whether they would take any of the options at all, and how likely they
//! are to act on the choice. Either is absent where it was not asked, and where the engine said no more of it than is true
//! of every question: a figure that is the same in every report says nothing about this one.

use std::collections::BTreeMap;

use forecast::prior::Prior;
use foundation::OptionId;
use rand::Rng;

use super::count;
use super::panel::{Interviewee, Panel, share, weighed};
use crate::interviews::NONE_UNKNOWN;
use questionnaire::design::{RATING_MAX, RATING_MIN};
use questionnaire::order::RATINGS;

/// Whether respondents would take one of the options at all, asked after the choice so that shares stay shares of the
/// options.
#[derive(Debug, Clone, PartialEq)]
pub struct Acceptance {
    /// Would take one of the options.
    pub share_any: f64,
    /// Would rather have none of them.
    pub share_none: f64,
    pub none_interval: [f64; 2],
}

/// The rating question, 1 to 5.
#[derive(Debug, Clone, PartialEq)]
pub struct Likelihood {
    pub mean: f64,
    /// 95 % bootstrap interval of `mean`, widened to the engine's effective sample size.
    pub interval: [f64; 2],
    /// Respondents per rating, from 1 to 5.
    pub counts: Vec<u32>,
}

/// Places of the answers to whether any option will do.
const ANY: usize = 0;
pub(super) const NONE: usize = 1;
/// Answers that lie no farther than this (total variation) from what is known beforehand say nothing of their own.
const TELLING_MIN: f64 = 0.03;

pub(super) fn acceptance(panel: &Panel<'_>) -> Option<Acceptance> {
    let asked = || panel.interviewees.iter().filter(|interviewee| interviewee.acceptance.is_some());
    asked().next()?;
    if is_known_beforehand(panel, |it| it.acceptance_row, &[1.0 - NONE_UNKNOWN, NONE_UNKNOWN]) {
        return None;
    }
    let share_of = |answer| share(weighed(asked(), |interviewee| interviewee.acceptance == Some(answer)));
    let share_none = share_of(NONE);
    Some(Acceptance {
        share_any: share_of(ANY),
        share_none,
        none_interval: statistics::wilson(share_none, panel.worth(asked())),
    })
}

pub(super) fn likelihood(panel: &Panel<'_>, rng: &mut impl Rng) -> Option<Likelihood> {
    let rated: Vec<(usize, f64)> =
        panel.interviewees.iter().filter_map(|interviewee| Some((interviewee.rating?, interviewee.weight))).collect();
    let beforehand = Prior::shipped().shares(panel.language, &RATINGS);
    if rated.is_empty() || is_known_beforehand(panel, |it| it.rating_row, &beforehand) {
        return None;
    }
    let (values, weights): (Vec<f64>, Vec<f64>) =
        rated.iter().map(|(rating, weight)| (*rating as f64, *weight)).unzip();
    let mean = share((values.iter().zip(&weights).map(|(v, w)| v * w).sum(), weights.iter().sum()));
    // Resampling weighted answers already counts them at their effective size; the engine's may be smaller still.
    let people = statistics::kish(weights.iter().copied());
    let widen = (people / people.min(panel.scale_size).max(1.0)).sqrt();
    let [low, high] = statistics::bootstrap_mean(&values, &weights, widen, rng);
    let (min, max) = (f64::from(RATING_MIN), f64::from(RATING_MAX));
    Some(Likelihood {
        mean,
        interval: [low.max(min), high.min(max)],
        counts: (RATING_MIN..=RATING_MAX)
            .map(|rating| count(rated.iter().filter(|(given, _)| *given == usize::from(rating)).count()))
            .collect(),
    })
}

/// Whether what the answers of every option's choosers were drawn from is what is known of such answers beforehand.
fn is_known_beforehand<'a>(
    panel: &Panel<'a>,
    row: impl Fn(&Interviewee<'a>) -> Option<&'a [f64]>,
    beforehand: &[f64],
) -> bool {
    let mut by_choice: BTreeMap<OptionId, (Vec<f64>, f64)> = BTreeMap::new();
    for it in &panel.interviewees {
        let Some(row) = row(it) else { continue };
        let (sums, total) = by_choice.entry(it.choice).or_insert_with(|| (vec![0.0; beforehand.len()], 0.0));
        sums.iter_mut().zip(row).for_each(|(sum, share)| *sum += share * it.weight);
        *total += it.weight;
    }
    let apart = |(sums, total): &(Vec<f64>, f64)| {
        sums.iter().zip(beforehand).map(|(sum, share)| (sum / total - share).abs()).sum::<f64>() / 2.0
    };
    !by_choice.is_empty() && by_choice.values().all(|rows| apart(rows) < TELLING_MIN)
}
