//! Calibration curve (reliability diagram): stated confidence against observed hit rate.

use serde::Serialize;

/// Statements whose confidence lies in one bin.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Bin {
    pub from: f64,
    pub to: f64,
    pub statements: usize,
    /// Mean stated confidence.
    pub stated: f64,
    /// Share of the statements that were right.
    pub right: f64,
}

/// Returns the calibration curve in `bins` bins of equal width. A statement is a confidence and an outcome: 1 if
/// right, 0 if wrong, in between for ties. Empty bins are omitted.
pub fn calibration(statements: &[(f64, f64)], bins: usize) -> Vec<Bin> {
    let bins = bins.max(1);
    let span = |confidence: f64| ((confidence.clamp(0.0, 1.0) * bins as f64) as usize).min(bins - 1);
    (0..bins)
        .filter_map(|bin| {
            let inside: Vec<_> = statements.iter().filter(|(confidence, _)| span(*confidence) == bin).collect();
            let mean =
                |part: fn(&(f64, f64)) -> f64| inside.iter().map(|it| part(it)).sum::<f64>() / inside.len() as f64;
            (!inside.is_empty()).then(|| Bin {
                from: bin as f64 / bins as f64,
                to: (bin + 1) as f64 / bins as f64,
                statements: inside.len(),
                stated: mean(|it| it.0),
                right: mean(|it| it.1),
            })
        })
        .collect()
}
