//! How firmly respondents stand by their choice: whether they would take any of the options at all, and how likely they
//! are to act on the choice. Either is absent where it was not asked.

use rand::Rng;

use super::count;
use super::panel::{Panel, share, weighed};
use crate::questionnaire::{RATING_MAX, RATING_MIN};
use crate::report::{Acceptance, Likelihood};
use crate::stats;

/// Places of the answers to whether any option will do.
const ANY: usize = 0;
const NONE: usize = 1;
/// Only in reports made before people's wish for none was forecast.
const UNSURE: usize = 2;

pub(super) fn acceptance(panel: &Panel<'_>) -> Option<Acceptance> {
    let asked = || panel.voices.iter().filter(|voice| voice.acceptance.is_some());
    asked().next()?;
    let share_of = |answer| share(weighed(asked(), |voice| voice.acceptance == Some(answer)));
    let share_none = share_of(NONE);
    Some(Acceptance {
        share_any: share_of(ANY),
        share_none,
        share_unsure: share_of(UNSURE),
        none_interval: stats::wilson(share_none, panel.worth(asked())),
    })
}

pub(super) fn likelihood(panel: &Panel<'_>, rng: &mut impl Rng) -> Option<Likelihood> {
    let rated: Vec<(i64, f64)> = panel.voices.iter().filter_map(|voice| Some((voice.rating?, voice.weight))).collect();
    if rated.is_empty() {
        return None;
    }
    let (values, weights): (Vec<f64>, Vec<f64>) =
        rated.iter().map(|(rating, weight)| (*rating as f64, *weight)).unzip();
    let mean = share((values.iter().zip(&weights).map(|(v, w)| v * w).sum(), weights.iter().sum()));
    // Resampling weighted answers already counts them at their effective size; the engine's may be smaller still.
    let people = stats::kish(weights.iter().copied());
    let widen = (people / people.min(panel.scale_size).max(1.0)).sqrt();
    let [low, high] = stats::bootstrap_mean(&values, &weights, widen, rng);
    let (min, max) = (f64::from(RATING_MIN), f64::from(RATING_MAX));
    Some(Likelihood {
        mean,
        interval: [low.max(min), high.min(max)],
        counts: (RATING_MIN..=RATING_MAX)
            .map(|rating| count(rated.iter().filter(|(given, _)| *given == i64::from(rating)).count()))
            .collect(),
    })
}
