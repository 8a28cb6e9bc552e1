//! The shares that sentences print: rounded so that those of one distribution add up, and of groups the share that the verdict is
//! about.

use analysis::{Estimator, ScaleShape};

use super::ReportInput;
use crate::{whole_percent, whole_shares, whole_shares_with_ends};

/// Returns the shares of all options as they are printed. Shares of those who would buy at a price are no distribution, so each is
/// rounded by itself.
pub(super) fn shares(input: &ReportInput<'_>, shares: &[f64]) -> Vec<f64> {
    if input.findings.preference.estimator == Estimator::WouldBuy {
        return shares.to_vec();
    }
    match &input.findings.methods.scale {
        Some(scale) if scale.steps.len() == shares.len() => {
            let places = |steps: &[foundation::OptionId]| steps.iter().map(|step| step.0).collect::<Vec<_>>();
            whole_shares_with_ends(shares, &places(scale.bottom_steps()), &places(&scale.top_steps))
        }
        _ => whole_shares(shares),
    }
}

/// Returns the share of a group that the verdict is about: the winner's, or on a scale that of the upper end.
pub(super) fn compared(input: &ReportInput<'_>, of_group: &[f64]) -> f64 {
    let of_scale = |scale: &ScaleShape| scale.upper_end_among(of_group);
    let of_winner = || shares(input, of_group)[input.findings.preference.winner().0];
    input.findings.methods.scale.as_ref().map_or_else(of_winner, of_scale)
}

/// Returns the share that would buy at none of the prices, as the rest of those who would at the cheapest.
pub fn buys_none(cheapest: f64, none: f64) -> f64 {
    let is_rest = (cheapest + none - 1.0).abs() < 0.005;
    if is_rest { (100 - whole_percent(cheapest)) as f64 / 100.0 } else { none }
}
