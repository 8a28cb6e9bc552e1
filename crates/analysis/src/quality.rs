//! How good the simulated answers are as data: whether the engine's readings agree across orders and framings, whether
//! respondents are clones of each other, and whether two halves of them give the same shares.

use rand::Rng;

use super::confidence::APART_HIGH_MAX;
use super::panel::Panel;
use super::themes;

/// How good the simulated data are as data.
#[derive(Debug, Clone, PartialEq)]
pub struct Quality {
    /// How many people's answers the simulated ones are worth at most when intervals are computed.
    pub effective_size: f64,
    /// How far the engine's readings of the choice lie from their pool (total variation).
    pub readings_apart: f64,
    /// Whether that is too far to be sure of the choice.
    pub are_readings_apart: bool,
    /// Mean total variation distance between a respondent's preference distribution and the panel's: 0 means clones.
    pub diversity: f64,
    /// Distinct preference distributions over respondents, a fraction.
    pub distinct: f64,
    /// Mean agreement (1 less total variation distance) of the shares of two random halves.
    pub split_half: f64,
    /// How often both halves have the same winner.
    pub split_half_winner: f64,
    /// Open answers that nearly repeat another one, a fraction of all open answers.
    pub near_duplicates: f64,
}

const SPLITS: usize = 100;

pub(super) fn quality(panel: &Panel<'_>, rng: &mut impl Rng) -> Quality {
    let all: Vec<Vec<f64>> = panel.interviewees.iter().map(|interviewee| interviewee.probabilities.clone()).collect();
    let diversity = statistics::diversity(&all);
    let choices: Vec<(usize, f64)> =
        panel.interviewees.iter().map(|interviewee| (interviewee.choice.0, interviewee.weight)).collect();
    let halves = statistics::split_half(&choices, panel.options, SPLITS, rng);
    Quality {
        effective_size: panel.worth(panel.interviewees.iter()),
        readings_apart: panel.readings_apart,
        are_readings_apart: panel.readings_apart > APART_HIGH_MAX,
        diversity: diversity.spread,
        distinct: diversity.distinct,
        split_half: halves.agreement,
        split_half_winner: halves.same_winner,
        near_duplicates: themes::near_duplicates(panel),
    }
}
