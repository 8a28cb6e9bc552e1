//! Renders a finished report: HTML page, respondent explorer, Markdown, CSV, JSON, SVG and PNG charts, and a terminal
//! summary.
//!
//! Everything is a function of the result (`contract::ReportResult`) and, where real people answered, of
//! `contract::PeopleView`. The crate reads no clock, draws no random numbers and knows neither the store nor HTTP.
//! It reads the machine in two places: the terminal's width (`terminal`) and system fonts for PNG images
//! (`report_page::raster`). All sentences come from `wording`; text by clients and models is escaped as data.
//!
//! Start with `report_page`, then `report_page/words` (the methods that templates call); `terminal/summary` is the
//! same report as text. `comparison` shows several reports beside each other,
//! `waves` those of a study. Templates are in `templates/`, stylesheets and scripts in `static/` (served by `assets`).

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod assets;
pub mod comparison;
pub mod report_page;
pub mod terminal;
pub mod waves;
