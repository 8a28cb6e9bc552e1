//! The count of the preference question: every option's share, and who leads by how much.

use super::panel::Panel;
use super::{count, fraction};
use crate::report::{OptionShare, Winner};
use crate::stats;

/// The most chosen option with all shares; `best` is each option's probability of being the most chosen.
pub(super) fn winner(panel: &Panel<'_>, best: &[f64]) -> Winner {
    let total = count(panel.voices.len());
    let ranking = panel.ranking();
    // A brief has at least two options, so both places are filled.
    let (first, second) = (ranking[0], ranking[1]);
    let [low, _] = lead_interval(panel, &ranking);
    Winner {
        option: panel.options[first].clone(),
        support: fraction(panel.counts[first], total),
        interval: stats::wilson(panel.counts[first], total),
        runner_up: panel.options[second].clone(),
        lead: fraction(panel.counts[first] - panel.counts[second], total),
        tie: low <= 0.0,
        probability_best: best[first],
        shares: shares(panel),
    }
}

/// 95 % interval of the first option's lead over the second.
pub(super) fn lead_interval(panel: &Panel<'_>, ranking: &[usize]) -> [f64; 2] {
    stats::lead_interval(panel.counts[ranking[0]], panel.counts[ranking[1]], count(panel.voices.len()))
}

fn shares(panel: &Panel<'_>) -> Vec<OptionShare> {
    let total = count(panel.voices.len());
    let share = |(option, chosen): (&String, &u32)| OptionShare {
        option: option.clone(),
        count: *chosen,
        share: fraction(*chosen, total),
        interval: stats::wilson(*chosen, total),
    };
    panel.options.iter().zip(&panel.counts).map(share).collect()
}
