//! Fieldwork: real people's answers to the question of a report. It owns what people are asked ([`sheet`]), who belongs to the
//! audience ([`screening`]), how a file of answers is read ([`upload`]), how answers are weighted to the audience
//! ([`audience`]), the joint estimate of forecast and people with its stopping rule ([`joint`], of prices
//! [`prices`]), the figures that are shown ([`findings`]), people's reasons and words ([`motives`], [`comments`]), how the
//! answers were collected ([`disclosure`]) and what an account learns ([`study`]).
//!
//! It knows the domain crates and `wording`, no wire type and no store; it does no I/O and reads no clock. `contract`
//! converts a stored result into a [`SurveyedReport`] and [`Findings`] into JSON. Everything that a person or a file sends
//! is validated here and treated as data.
//!
//! Start with [`report`] (the input), then [`findings`].

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod answer;
pub mod audience;
pub mod comments;
pub mod disclosure;
mod eligibility;
pub mod findings;
pub mod joint;
pub mod motives;
pub mod prices;
mod rating;
pub mod report;
pub mod screening;
pub mod sheet;
mod sheet_screening;
mod sheet_words;
pub mod study;
pub mod upload;
mod upload_columns;
mod upload_values;

pub use answer::{Collected, CountedAnswer, Details, People};
pub use audience::{Audience, Member, MissingGroup};
pub use comments::{CommentTheme, CommentThemes};
pub use disclosure::Disclosure;
pub use findings::{Findings, GroupShares, GroupSize, OptionFindings, Unsettled, findings, unsettled};
pub use joint::{Criterion, Forecast, Joint, joint};
pub use motives::{Motive, Motives};
pub use prices::Ladder;
pub use questionnaire::bank::no_price;
pub use rating::Rating;
pub use report::SurveyedReport;
pub use screening::{Eligibility, Screening};
pub use sheet::{Given, Problem, Screen, ScreenKind, Screened, Sheet, Step};
pub use study::{StudyOutcome, study};
pub use upload::{Format, Person, RowError, Upload, columns, examples, read, read_as};
pub use upload_columns::{ColumnKey, ColumnRole, Columns, role_of};
pub use upload_values::{Column, Unread};
