//! The limits that verdicts, ties and confidence levels depend on, for forecasts alone and for joint estimates. They stand in one
//! place so that a verdict never contradicts the figures beside it.

use forecast::calibration;

/// The verdict is `None` if a majority wants none of the options with at least this posterior probability. The share behind it is
/// a forecast of its own, with the effective sample size of the choice; no record measures it.
pub const NONE_MIN: f64 = 0.8;
/// The verdict is `Clear` if the leader is best with at least this probability and the 95 % interval of its lead excludes zero.
/// High confidence needs the same.
pub const CLEAR_MIN: f64 = calibration::PROBABILITY_HIGH_MIN;
/// The verdict is `Leaning` if the leader is best with at least this probability. Medium confidence needs at least the same.
pub const LEANING_MIN: f64 = calibration::PROBABILITY_MEDIUM_MIN;
/// Options with a smaller probability of being best are dropped from the shortlist.
pub const OUT_MAX: f64 = 0.05;
/// The options are alike if choosing any of them instead of the best costs at most this share on average.
pub const ALIKE_LOSS_MAX: f64 = 0.04;
