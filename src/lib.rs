//! The Canvass service as a library, so that the binary stays thin and tests run it in process.
//! The map and the direction of dependencies are in `ARCHITECTURE.md`; `tests/tidy.rs` keeps them.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod api;
pub mod app;
pub mod ask;
pub mod bench;
pub mod body;
pub mod chance;
pub mod cli;
pub mod client;
pub mod clock;
pub mod config;
pub mod credits;
pub mod disk;
pub mod elicit;
pub mod email;
pub mod engine;
pub mod ids;
pub mod mcp;
pub mod measure;
pub mod models;
pub mod negotiation;
pub mod outbound;
pub mod page;
pub mod password;
pub mod people_answers;
pub mod pipeline;
pub mod public;
pub mod report_page;
pub mod secret;
pub mod serve;
pub mod store;
pub mod telemetry;
pub mod terminal;
pub mod web;
pub mod worker;
