//! The integration tests: one binary, every test of the store and the API on SQLite and on PostgreSQL.

#![allow(clippy::unwrap_used, clippy::disallowed_methods)] // A test says what it expects by failing.

mod browser;
mod chat_server;
mod embedded;
mod engines;
#[path = "../../examples/recorded_server/server.rs"]
mod recorded_server;
mod specimen;
mod support;

mod calibrations;
mod contract_access;
mod contract_analysis;
mod contract_bodies;
mod contract_create;
mod contract_limits;
mod contract_result;
mod contract_status;
mod delivery;
mod golden;
mod golden_briefs;
mod guards;
mod idempotency;
mod ledger_model;
mod measuring;
mod openapi;
mod outage;
mod pages;
mod people_notices;
mod people_studies;
mod people_survey;
mod people_upload;
mod public_cache;
mod public_report;
mod public_taken;
mod queue;
mod rate_limits;
mod reproduction;
mod request_property;
mod terminal;
mod transitions;
mod upgrade;
mod worker_failures;
mod workspace_access;
mod workspace_accounts;
mod workspace_around;
mod workspace_country;
mod workspace_forms;
mod workspace_privacy;
mod workspace_reports;

mod process;
mod process_ask;
mod process_backup;
mod process_bad_clients;
mod process_bench;
mod process_browser;
mod process_browser_explorer;
mod process_browser_people;
mod process_cli;
mod process_client;
mod process_compose;
mod process_docs;
mod process_doctor;
mod process_first_start;
mod process_kill;
mod process_logs;
mod process_mcp;
mod process_models;
mod process_operations;
mod process_outage;
mod process_people;
mod process_shutdown;
mod process_workers;
mod process_workspace;
