//! How good the simulated answers are as data: whether the order shown moved them, whether respondents are clones of each
//! other, and whether half of them would have said the same.

use std::collections::BTreeMap;

use rand::Rng;

use super::panel::Panel;
use super::preference::Preference;
use crate::report::Quality;
use crate::stats;

/// Below this the order in which options were shown is said to have moved the answers.
pub(super) const ORDER_EFFECT_BELOW_P: f64 = 0.05;
const SPLITS: usize = 100;

pub(super) fn quality(panel: &Panel<'_>, preference: &Preference, near_duplicates: f64, rng: &mut impl Rng) -> Quality {
    let order_effect_p = order_effect_p(panel, preference);
    let (diversity, distinct) = diversity(panel);
    let choices: Vec<(usize, f64)> = panel.voices.iter().map(|voice| (voice.choice, voice.weight)).collect();
    let halves = stats::split_half(&choices, panel.options.len(), SPLITS, rng);
    Quality {
        effective_size: panel.worth(panel.voices.iter()),
        order_effect_p,
        order_effect: order_effect_p < ORDER_EFFECT_BELOW_P,
        diversity,
        distinct,
        split_half: halves.agreement,
        split_half_winner: halves.same_winner,
        near_duplicates,
    }
}

/// Over the first choices from lists as they were shown, whether one list or several.
fn order_effect_p(panel: &Panel<'_>, preference: &Preference) -> f64 {
    let shown: Vec<(&[usize], usize)> = panel
        .voices
        .iter()
        .flat_map(|voice| {
            let whole = voice.lists.is_empty().then_some((voice.form, voice.choice));
            voice.lists.iter().map(|list| (list.shown, list.best)).chain(whole)
        })
        .collect();
    stats::order_effect_p(&shown, &preference.shares)
}

/// Judged among those who were dealt the same form: only who they are can then tell them apart. Of a form's respondents
/// one is distinct in any case, so only the others count.
fn diversity(panel: &Panel<'_>) -> (f64, f64) {
    let mut by_form: BTreeMap<usize, Vec<Vec<f64>>> = BTreeMap::new();
    for voice in &panel.voices {
        by_form.entry(voice.form_number).or_default().push(voice.probabilities.clone());
    }
    let (mut spread, mut distinct, mut others) = (0.0, 0.0, 0.0);
    for group in by_form.values() {
        let (found, size) = (stats::diversity(group), group.len() as f64);
        spread += found.spread * size;
        distinct += found.distinct * size - 1.0;
        others += size - 1.0;
    }
    let share = |part: f64, whole: f64| if whole > 0.0 { (part / whole).clamp(0.0, 1.0) } else { 0.0 };
    (share(spread, panel.voices.len() as f64), share(distinct, others))
}
