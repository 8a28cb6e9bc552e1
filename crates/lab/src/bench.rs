//! How near an engine comes to people, as figures and as a picture. What it said of survey questions (`measure`) is
//! scored as reports use it, and by what was fitted without each survey. The command decides what is shown.

mod plot;
mod results;

#[cfg(test)]
mod tests;

pub use plot::plot;
pub use results::{Confidence, Figures, LeftOut, LevelRate, Results, Scores};
