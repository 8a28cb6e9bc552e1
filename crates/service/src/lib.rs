//! The service: the HTTP interface, the workspace, the public pages and the worker over one store.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod api;
pub mod app;
pub mod config;
pub mod negotiation;
pub mod page;
pub mod public;
pub mod serve;
pub mod telemetry;
pub mod web;
pub mod worker;

use pages::assets;
