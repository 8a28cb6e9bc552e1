//! Real people's answers beside a forecast, with no store and no clock: what they are asked (`sheet`), how a file of
//! answers is read (`upload`), and what is shown of both (`joined`, `view`). Everything that a person or a file says is
//! checked here and is data from then on.

mod closing;
pub mod joined;
pub mod sheet;
mod sheet_words;
mod shown;
pub mod upload;
mod upload_values;
pub mod view;

pub use closing::Expected;
pub use joined::{Counted, Forecast, Together, together};
pub use sheet::{Given, Problem, Screen, ScreenKind, Sheet, Step};
pub use shown::shown;
pub use upload::{Format, Person, RowError, Upload, read};
pub use upload_values::{Column, Unread};
pub use view::{Answered, PeopleView, view};
