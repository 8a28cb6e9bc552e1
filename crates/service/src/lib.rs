//! The server: the JSON API, the workspace pages, the public pages and the worker, all over one store.
//!
//! This is the outermost library crate. It may use every crate except `embedded`: the binary passes in the function
//! that opens an embedded model. It owns the process: it reads settings, listens on sockets, starts tasks and stops
//! them. Wall-clock time and randomness come from `primitives` alone, SQL stays in `store`, and sentences stay in
//! `wording`. The handlers (`api`, `web`, `public`) never use `engine` or `pipeline`: they record work and read
//! results. Only `worker` runs the pipeline; `engines` opens engines and tries one before it is chosen.
//!
//! Start with `serve`, which assembles a process, and `app`, the state that all handlers share. Then read `api` and
//! `worker`, which together take a report from request to result. `config` holds the settings.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod api;
pub mod app;
pub mod config;
pub mod engines;
pub mod negotiation;
pub mod page;
pub mod public;
pub mod serve;
pub mod telemetry;
pub mod web;
pub mod worker;

use pages::assets;
