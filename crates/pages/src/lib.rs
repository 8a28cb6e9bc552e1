//! A finished report as a page, a file, a picture and a summary in a terminal.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod assets;
pub mod report_page;
pub mod terminal;
