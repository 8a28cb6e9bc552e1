//! Ablation of a calibration: the same readings are scored with components removed. Scores are cross-validated by
//! survey.

use serde::Serialize;

use super::tune::{Folds, Grid};
use super::{Prediction, Score};
use crate::calibration::DistributionError;

/// One variant of the calibration, and its score.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ablation {
    pub variant: &'static str,
    #[serde(flatten)]
    pub score: Score,
}

/// Scores the variants, from the engine alone to the complete calibration.
pub fn ablation(folds: &Folds<'_>) -> Result<Vec<Ablation>, DistributionError> {
    let alone = Grid { engine_weights: vec![1.0], prior_weights: vec![0.0], lambdas: vec![1.0] };
    let any_lambda = (0..=10).map(|tenths| f64::from(tenths) / 10.0).collect();
    let variants = [
        ("engine", alone.clone()),
        ("engine_shrunk", Grid { lambdas: any_lambda, ..alone.clone() }),
        ("prior", Grid { engine_weights: vec![0.0], prior_weights: vec![1.0], ..alone }),
        ("pooled", Grid { lambdas: vec![1.0], ..Grid::default() }),
        ("pooled_shrunk", Grid::default()),
    ];
    let mut scored = Vec::with_capacity(variants.len());
    for (variant, grid) in variants {
        let predictions: Vec<Prediction<'_>> = folds.predictions(&grid)?;
        scored.extend(Score::of(&predictions).map(|score| Ablation { variant, score }));
    }
    Ok(scored)
}
