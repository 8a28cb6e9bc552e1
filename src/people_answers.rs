//! Real people's answers beside a forecast, with no store and no clock: what they are asked (`sheet`), how a file of
//! answers is read (`upload`), what is shown of both (`joined`, `view`), and what is learned (`study`). Everything
//! that a person or a file says is checked here and is data from then on.

pub mod joined;
pub mod sheet;
mod sheet_words;
pub mod study;
pub mod upload;
mod upload_values;
pub mod view;

pub use joined::{Counted, Forecast, Together, together};
pub use sheet::{Given, Problem, Screen, ScreenKind, Sheet, Step};
pub use study::{Learned, study};
pub use upload::{Format, Person, RowError, Upload, read};
pub use upload_values::{Column, Unread};
pub use view::{Answered, PeopleView, view};
