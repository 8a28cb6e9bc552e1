//! Measures engines against real people's answers and scores them.
//!
//! The crate asks an engine through `pipeline::elicit`, exactly as a report does, and fits records with
//! `forecast::human`. It knows no accounts, reports or database: readings are stored through the [`measure::ReadingStore`]
//! trait. Its own I/O is limited to files of readings and records in a folder that the caller names. It reads no clock,
//! and its random seed is fixed.
//!
//! Start with [`measure`], which produces a calibration per language: `readings` asks the cases, `records` stores the
//! result. Then read [`bench`], which turns readings into scores and a chart.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod bench;
pub mod measure;
