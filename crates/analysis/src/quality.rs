//! Quality of the simulated data: agreement of the engine's readings, diversity of the respondents and split-half
//! reliability.

use rand::Rng;

use super::confidence::APART_HIGH_MAX;
use super::panel::Panel;
use super::themes;

/// Quality indicators of the simulated data.
#[derive(Debug, Clone, PartialEq)]
pub struct Quality {
    /// Effective sample size of the forecast, in people.
    pub effective_size: f64,
    /// Mean total variation distance between the engine's readings of the choice and their pool.
    pub readings_apart: f64,
    /// Whether that distance exceeds the limit for high confidence.
    pub are_readings_apart: bool,
    /// Mean total variation distance between a respondent's distribution and the panel's mean. 0 if all are
    /// identical.
    pub diversity: f64,
    /// The fraction of respondents with distinct distributions.
    pub distinct: f64,
    /// Mean agreement (1 − total variation distance) between the shares of two random halves.
    pub split_half: f64,
    /// The fraction of splits in which both halves have the same winner.
    pub split_half_winner: f64,
    /// The fraction of open answers that nearly repeat an earlier one.
    pub near_duplicates: f64,
}

const SPLITS: usize = 100;

pub(super) fn quality(panel: &Panel<'_>, rng: &mut impl Rng) -> Quality {
    let all: Vec<Vec<f64>> = panel.interviewees.iter().map(|interviewee| interviewee.probabilities.clone()).collect();
    let diversity = statistics::diversity(&all);
    let choices: Vec<(usize, f64)> =
        panel.interviewees.iter().map(|interviewee| (interviewee.choice.0, interviewee.weight)).collect();
    let halves = statistics::split_half(&choices, panel.answers(), SPLITS, rng);
    Quality {
        effective_size: panel.effective_size.people(),
        readings_apart: panel.readings_apart,
        are_readings_apart: panel.readings_apart > APART_HIGH_MAX,
        diversity: diversity.spread,
        distinct: diversity.distinct,
        split_half: halves.agreement,
        split_half_winner: halves.same_winner,
        near_duplicates: themes::near_duplicates(panel),
    }
}
