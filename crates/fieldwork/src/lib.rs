//! Real people's answers beside a forecast, with no store and no clock: what they are asked (`sheet`), how a file of
//! answers is read (`upload`), how they are weighed (`told`, `audience`), what is shown of both (`joined`, `view`), and what is
//! learned (`study`). Everything that a person or a file says is checked here and is data from then on.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod audience;
pub mod joined;
mod rating;
mod ruling;
pub mod sheet;
mod sheet_words;
mod shown;
pub mod study;
mod told;
pub mod upload;
mod upload_values;
pub mod view;

pub use joined::{Forecast, Together, together};
pub use rating::RatingView;
pub use ruling::JointRuling;
pub use sheet::{Given, Problem, Screen, ScreenKind, Sheet, Step};
pub use shown::{counted, shown};
pub use study::{Learned, study};
pub use told::{Answered, People, Told};
pub use upload::{Format, Person, RowError, Upload, read};
pub use upload_values::{Column, Unread};
pub use view::{PeopleView, VIEW_VERSION, view};
