//! How near an engine comes to people, as figures and as a picture: what it said of survey questions (`measure`), scored as
//! reports use it and with each survey left out of what is fitted. What people see of it is the command's.

mod plot;
mod results;

#[cfg(test)]
mod tests;

pub use plot::plot;
pub use results::{Confidence, Figures, LeftOut, LevelRate, Results, Scores};
