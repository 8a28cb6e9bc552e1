//! Scores readings of survey cases (`measure`) as figures and as a chart: with the calibration that reports use, and
//! cross-validated by survey. The command decides what is shown.

mod plot;
mod results;

#[cfg(test)]
mod tests;

pub use plot::plot;
pub use results::{Confidence, Figures, LeftOut, LevelRate, Results, Scores};
