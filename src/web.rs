//! The workspace: server-rendered pages for people, in the language they or their browser choose. Knows the store and
//! nothing of engines. One function lists every page; each has a file of its own.

mod account;
mod audience;
mod credits;
mod examples;
mod fault;
mod form;
mod home;
mod keys;
mod new_report;
mod origin;
mod progress;
mod reference;
mod report;
mod reports;
mod session;
mod shell;
mod sign_in;
mod sign_up;

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};
use axum::{Extension, Router};

use crate::app::App;

/// Every page; `interface` is the OpenAPI document that the reference shows.
pub fn router(app: &App, interface: &serde_json::Value) -> Router {
    let document = Arc::new(reference::Document::read(interface));
    Router::new()
        .route("/", get(home::home))
        .route("/sign-up", get(sign_up::ask).post(sign_up::sign_up))
        .route("/sign-in", get(sign_in::ask).post(sign_in::sign_in))
        .route("/sign-in/{token}", get(sign_in::ask_link).post(sign_in::sign_in_by_link))
        .route("/sign-out", post(sign_in::sign_out))
        .route("/welcome", get(sign_in::welcome))
        .route("/language", post(account::choose_language))
        .route("/account", get(account::account).post(account::change_password))
        .route("/reports", get(reports::reports))
        .route("/reports/new", get(new_report::ask).post(new_report::create))
        .route("/reports/audience", post(audience::preview))
        .route("/reports/{id}", get(report::report))
        .route("/reports/{id}/progress", get(progress::once))
        .route("/reports/{id}/events", get(progress::events))
        .route("/reports/{id}/cancel", post(report::cancel))
        .route("/keys", get(keys::keys).post(keys::create))
        .route("/keys/{id}/revoke", post(keys::revoke))
        .route("/credits", get(credits::credits))
        .route("/reference", get(reference::reference))
        .method_not_allowed_fallback(|| async { fault::Fault::NotFound })
        .layer(from_fn_with_state(app.clone(), origin::same_site_only))
        .layer(from_fn(fault::worded))
        .layer(DefaultBodyLimit::max(app.config.body_bytes_max))
        .layer(Extension(document))
        .with_state(app.clone())
}
