//! The workspace: server-rendered pages, in the language that readers or their browsers choose. It uses the store and
//! no engine. [`router`] lists every page; each has its own file.

mod account;
mod again;
mod again_card;
mod asked;
mod audience;
mod brief_draft;
mod comparison;
mod credits;
mod deletion;
mod engine;
mod examples;
mod fault;
mod form;
mod home;
mod kept_audiences;
mod keys;
mod new_report;
mod origin;
mod own_page;
mod panel;
mod people;
mod people_answers;
mod people_form;
mod people_preview;
mod progress;
pub mod publication;
mod qr;
mod reference;
mod report;
mod report_fields;
mod report_order;
mod reports;
mod sample;
mod session;
mod shell;
mod sign_in;
mod sign_out;
mod sign_up;
mod study;

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};
use axum::{Extension, Router};

use crate::app::{App, ENGINE_PAGE, Origins};

/// Builds the routes of all pages. `interface` is the OpenAPI document that the API reference renders.
pub fn router(app: &App, interface: &serde_json::Value) -> Router {
    let document = Arc::new(reference::Document::read(interface));
    Router::new()
        .route("/", get(home::home))
        .route("/sample", get(sample::page))
        .route("/sample/default", get(sample::default_page))
        .route("/sample/respondents", get(sample::explore))
        .route("/sample/respondents.csv", get(sample::download_respondents))
        .route("/sample/report.json", get(sample::download_report))
        .route("/sign-up", get(sign_up::ask).post(sign_up::sign_up))
        .route("/sign-in", get(sign_in::ask).post(sign_in::sign_in))
        .route("/sign-in/{token}", get(sign_in::ask_link).post(sign_in::sign_in_by_link))
        .route("/sign-out", get(sign_out::ask).post(sign_out::sign_out))
        .route("/welcome", get(sign_in::welcome))
        .route("/language", post(account::choose_language))
        .route("/account", get(account::account).post(account::change_password))
        .route("/account/country", post(account::choose_country))
        .route("/account/learning", post(account::choose_learning))
        .route("/reports", get(reports::reports))
        .route("/reports/new", get(new_report::ask).post(new_report::create))
        .route("/reports/audience", post(audience::preview))
        .route("/reports/compare", get(comparison::page))
        .route("/reports/compare.csv", get(comparison::download_table))
        .route("/reports/{id}", get(report::report))
        .route("/reports/{id}/page", get(own_page::read))
        .route("/reports/{id}/page/respondents", get(own_page::explore))
        .route("/reports/{id}/page/respondents.csv", get(own_page::download_respondents))
        .route("/reports/{id}/page/report.json", get(own_page::download_report))
        .route("/reports/{id}/page/report.md", get(own_page::download_summary))
        .route("/reports/{id}/page/{picture}", get(own_page::picture))
        .route("/reports/{id}/progress", get(progress::once))
        .route("/reports/{id}/events", get(progress::events))
        .route("/reports/{id}/cancel", post(report::cancel))
        .route("/reports/{id}/again", post(again::ask))
        .route("/studies/{id}", get(study::page))
        .route("/reports/{id}/archive", post(deletion::archive))
        .route("/reports/{id}/delete", post(deletion::delete))
        .route("/reports/{id}/publication", post(publication::change))
        .route("/reports/{id}/people", get(people::people).post(people::change))
        .route("/audiences", get(kept_audiences::list).post(kept_audiences::create))
        .route("/audiences/{id}/delete", post(kept_audiences::delete))
        .route("/keys", get(keys::keys).post(keys::create))
        .route("/keys/{id}/revoke", post(keys::revoke))
        .route("/credits", get(credits::credits))
        .route(ENGINE_PAGE, get(engine::page).post(engine::choose))
        .route("/engine/back", post(engine::go_back))
        .route("/engine/measure", post(engine::measure))
        .route("/reference", get(reference::reference))
        .method_not_allowed_fallback(|| async { fault::Fault::NotFound })
        .layer(from_fn_with_state(Arc::new(Origins::new(&app.config)), origin::own_only))
        .layer(from_fn(fault::worded))
        .layer(DefaultBodyLimit::max(app.config.body_bytes_max))
        .layer(Extension(document))
        .with_state(app.clone())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use wording;

    /// Collects the message ids that appear as literals in the files of a folder.
    fn asked_for(folder: &Path, ids: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                asked_for(&path, ids);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let families = ["work-", "web-", "reference-", "compare-", "study-"];
            let is_id = |literal: &&str| {
                families.iter().any(|family| literal.starts_with(family))
                    && literal.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
                    && !literal.ends_with('-')
            };
            ids.extend(text.split('"').filter(is_id).map(str::to_owned));
        }
    }

    #[test]
    fn every_message_that_a_page_asks_for_is_there_in_every_language() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut ids = Vec::new();
        asked_for(&root.join("src/web"), &mut ids);
        asked_for(&root.join("templates/workspace"), &mut ids);
        assert!(ids.len() > 150, "{}", ids.len());
        for id in [
            "work-filter-all",
            "work-filter-cancelled",
            "work-ledger-grant",
            "web-status-queued",
            "web-status-cancelled",
        ] {
            ids.push(id.to_owned());
        }
        let missing: Vec<&String> = ids.iter().filter(|id| !wording::exists(id)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
