//! Tests of the service in one process: contract, workspace, public pages, fieldwork, worker and queue, each on SQLite and on
//! PostgreSQL, with the scripted engine.

#![allow(clippy::unwrap_used, clippy::disallowed_methods)] // A test says what it expects by failing.

#[path = "../../../../examples/recorded_server/server.rs"]
mod recorded_server;

mod audience_filters;
mod calibrations;
mod chinese;
mod commits;
mod comparison;
mod contract_access;
mod contract_analysis;
mod contract_bodies;
mod contract_create;
mod contract_limits;
mod contract_result;
mod contract_status;
mod declined_edits;
mod delivery;
mod engine_choice;
mod engine_worth;
mod follow_up;
mod golden;
mod golden_briefs;
mod guards;
mod hosts;
mod idempotency;
mod invisible;
mod kept_audiences;
mod leases;
mod ledger_model;
mod openapi;
mod outage;
mod pages;
mod people_aged;
mod people_comments;
mod people_counted;
mod people_notices;
mod people_screening;
mod people_studies;
mod people_survey;
mod people_upload;
mod people_verdict;
mod people_weights;
mod public_report;
mod public_taken;
mod queue;
mod rate_limits;
mod recorded_study;
mod reproduction;
mod request_property;
mod store_outage;
mod transitions;
mod waves;
mod worker_failures;
mod workspace_access;
mod workspace_accounts;
mod workspace_around;
mod workspace_cancelling;
mod workspace_country;
mod workspace_deletion;
mod workspace_forms;
mod workspace_list;
mod workspace_privacy;
mod workspace_reports;
