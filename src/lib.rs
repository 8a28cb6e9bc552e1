//! The command line of Canvass as a library, so that `main.rs` stays thin and tests can reach its parts.
//!
//! This crate sits at the top: it may use every other crate, reads clock, files, network and terminal, and is the
//! only one besides `embedded` that needs llama.cpp. It makes no decision about reports: those belong to `pipeline`
//! and `service`.
//!
//! Start with [`cli`] (one file per group of commands). [`ask`] makes a report in a folder without a store;
//! [`client`] and [`mcp`] talk to a running server; [`engines`] opens embedded models for all of them.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod ask;
pub mod cli;
pub mod client;
pub mod engines;
pub mod mcp;
