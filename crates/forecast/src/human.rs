//! Measures an engine against real surveys: skill, calibration and effective sample size. Start with `case` (the
//! data), then `measure`. A [`Case`] is validated on construction. The caller chooses the cases and supplies the
//! readings.

mod ablation;
mod asking;
mod calibration;
mod case;
mod coverage;
mod differences;
mod family;
mod gain;
mod measure;
mod metrics;
mod own;
mod pair;
mod panel;
mod score;
mod tune;

#[cfg(test)]
mod tests;

pub use ablation::{Ablation, ablation};
pub use asking::{Estimate, READINGS, SHORT_CASES, stratified};
pub use calibration::{Bin, calibration};
pub use case::{Case, CaseAttribute, CaseError, CaseGroup, Known, check, open, parse};
pub use gain::{Gain, gains};
pub use measure::{GroupReading, Reading, Record, measure, measure_in, stated, uncalibrated};
pub use metrics::{top_agreement, wasserstein};
pub use own::OwnStudies;
pub use panel::{Panel, panel};
pub use score::{Prediction, Score, by, skill_of_people};
pub use statistics::total_variation;
pub use tune::{Folds, Grid, SURVEYS_MIN};

/// Rounds a figure for storage.
fn rounded(figure: f64, decimals: i32) -> f64 {
    let scale = 10f64.powi(decimals);
    (figure * scale).round() / scale
}
