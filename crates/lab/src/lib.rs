//! An engine held against real people's answers: measured (`measure`) and scored (`bench`).

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod bench;
pub mod measure;
