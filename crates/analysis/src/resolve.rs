//! Acceptance (whether respondents would take any of the options) and likelihood (how likely they are to act on their
//! choice). Each is absent if it was not asked, or if the forecast does not differ from the prior: a figure that is
//! the same in every report carries no information about this one.

use std::collections::BTreeMap;

use forecast::prior::Prior;
use foundation::OptionId;
use rand::Rng;

use super::count;
use super::panel::{Interviewee, Panel, share, weighed};
use crate::interviews::NONE_UNKNOWN;
use questionnaire::design::{RATING_MAX, RATING_MIN};
use questionnaire::order::RATINGS;

/// Whether respondents would take any of the options. It is asked after the choice, so that it does not change the
/// shares.
#[derive(Debug, Clone, PartialEq)]
pub struct Acceptance {
    /// The share that would take one of the options.
    pub share_any: f64,
    /// The share that would rather have none of them.
    pub share_none: f64,
    pub none_interval: [f64; 2],
    /// The posterior probability that a majority would rather have none of them.
    pub majority_none: f64,
}

/// The rating question, on a scale from 1 to 5.
#[derive(Debug, Clone, PartialEq)]
pub struct Likelihood {
    pub mean: f64,
    /// The 95 % bootstrap interval of `mean`, widened to the effective sample size of the forecast.
    pub interval: [f64; 2],
    /// The number of respondents per rating, from 1 to 5.
    pub counts: Vec<u32>,
}

/// The indices of the answers to the acceptance question.
const ANY: usize = 0;
const NONE: usize = 1;
/// The smallest total variation distance from the prior at which answers count as informative.
const DISTANCE_FROM_PRIOR_MIN: f64 = 0.03;

pub(super) fn acceptance(panel: &Panel<'_>) -> Option<Acceptance> {
    let asked = || panel.interviewees.iter().filter(|interviewee| interviewee.acceptance.is_some());
    asked().next()?;
    if is_near_prior(panel, |it| it.acceptance_row, &[1.0 - NONE_UNKNOWN, NONE_UNKNOWN]) {
        return None;
    }
    let share_of = |answer| share(weighed(asked(), |interviewee| interviewee.acceptance == Some(answer)));
    let (share_none, size) = (share_of(NONE), panel.size_among(asked()));
    Some(Acceptance {
        share_any: share_of(ANY),
        share_none,
        none_interval: size.interval(share_none),
        majority_none: size.majority(share_none),
    })
}

pub(super) fn likelihood(panel: &Panel<'_>, rng: &mut impl Rng) -> Option<Likelihood> {
    let rated: Vec<(usize, f64)> =
        panel.interviewees.iter().filter_map(|interviewee| Some((interviewee.rating?, interviewee.weight))).collect();
    let prior = Prior::shipped().shares(panel.language, &RATINGS);
    if rated.is_empty() || is_near_prior(panel, |it| it.rating_row, &prior) {
        return None;
    }
    let (values, weights): (Vec<f64>, Vec<f64>) =
        rated.iter().map(|(rating, weight)| (*rating as f64, *weight)).unzip();
    let mean = share((values.iter().zip(&weights).map(|(v, w)| v * w).sum(), weights.iter().sum()));
    // Resampling weighted answers already reflects Kish's effective size. The forecast's may be smaller still.
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

/// Returns whether the forecast distribution of every option's choosers is close to the prior.
fn is_near_prior<'a>(panel: &Panel<'a>, row: impl Fn(&Interviewee<'a>) -> Option<&'a [f64]>, prior: &[f64]) -> bool {
    let mut by_choice: BTreeMap<OptionId, (Vec<f64>, f64)> = BTreeMap::new();
    for it in &panel.interviewees {
        let Some(row) = row(it) else { continue };
        let (sums, total) = by_choice.entry(it.choice).or_insert_with(|| (vec![0.0; prior.len()], 0.0));
        sums.iter_mut().zip(row).for_each(|(sum, share)| *sum += share * it.weight);
        *total += it.weight;
    }
    let apart = |(sums, total): &(Vec<f64>, f64)| {
        sums.iter().zip(prior).map(|(sum, share)| (sum / total - share).abs()).sum::<f64>() / 2.0
    };
    !by_choice.is_empty() && by_choice.values().all(|rows| apart(rows) < DISTANCE_FROM_PRIOR_MIN)
}
