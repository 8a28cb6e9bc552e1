//! Tests of the whole program: real processes, the embedded model, a real browser, upgrades and measurements. Tests of the
//! service in one process are in `crates/service/tests`.

#![allow(clippy::unwrap_used, clippy::disallowed_methods)] // A test says what it expects by failing.

mod browser;
mod chat_server;
mod embedded;
#[allow(dead_code, unused_imports)] // The tests here use a part of it.
#[path = "../../examples/recorded_server/server.rs"]
mod recorded_server;

mod measuring;
mod public_cache;
mod signed_up;
mod terminal;
mod upgrade;

mod process;
mod process_ask;
mod process_backup;
mod process_bad_clients;
mod process_bench;
mod process_browser;
mod process_browser_audiences;
mod process_browser_comparison;
mod process_browser_engine;
mod process_browser_explorer;
mod process_browser_first_screen;
mod process_browser_form;
mod process_browser_keeping;
mod process_browser_paper;
mod process_browser_people;
mod process_browser_study;
mod process_cli;
mod process_client;
mod process_compare;
mod process_compose;
mod process_docs;
mod process_doctor;
mod process_engine;
mod process_first_start;
mod process_hostile_server;
mod process_kill;
mod process_logs;
mod process_mcp;
mod process_models;
mod process_operations;
mod process_outage;
mod process_people;
mod process_public_cost;
mod process_shutdown;
mod process_workers;
mod process_workspace;
