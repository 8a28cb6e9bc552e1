//! Real people's answers to real surveys, and how near an engine's distributions come to them.
//! A `Case` that exists is valid. Which cases, and whose distributions, are the caller's.

mod ablation;
mod agreement;
mod calibration;
mod case;
mod metrics;
mod panel;
mod score;
mod tune;

#[cfg(test)]
mod tests;

pub use ablation::{Ablation, ablation};
pub use agreement::{Statement, agreement, top_share};
pub use calibration::{Bin, calibration};
pub use case::{Case, CaseError, check, open, parse};
pub use metrics::{top_agreement, total_variation, wasserstein};
pub use panel::{Panel, panel};
pub use score::{Prediction, Score, by};
pub use tune::{Folds, Grid, SURVEYS_MIN, Tuned, tune};
