//! How good the simulated answers are as data: whether the engine's readings agree, whatever order and framing they were
//! asked in, whether respondents are clones of each other, and whether half of them would have said the same.

use rand::Rng;

use super::confidence::APART_HIGH_MAX;
use super::panel::Panel;
use crate::report::Quality;
use crate::stats;

const SPLITS: usize = 100;

pub(super) fn quality(panel: &Panel<'_>, near_duplicates: f64, rng: &mut impl Rng) -> Quality {
    let all: Vec<Vec<f64>> = panel.voices.iter().map(|voice| voice.probabilities.clone()).collect();
    let diversity = stats::diversity(&all);
    let choices: Vec<(usize, f64)> = panel.voices.iter().map(|voice| (voice.choice, voice.weight)).collect();
    let halves = stats::split_half(&choices, panel.options.len(), SPLITS, rng);
    Quality {
        effective_size: panel.worth(panel.voices.iter()),
        readings_apart: panel.readings_apart,
        order_effect_p: None,
        order_effect: panel.readings_apart > APART_HIGH_MAX,
        diversity: diversity.spread,
        distinct: diversity.distinct,
        split_half: halves.agreement,
        split_half_winner: halves.same_winner,
        near_duplicates,
    }
}
