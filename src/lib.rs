//! The command line of Canvass as a library, so that the binary stays thin and tests reach its parts.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod ask;
pub mod cli;
pub mod client;
pub mod engines;
pub mod mcp;
