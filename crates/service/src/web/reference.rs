//! The API reference: the API's OpenAPI document as a page, with example programs.

mod document;

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use super::examples::{self, Example};
use super::session::Member;
use super::shell::{Section, Shell, framed};
use crate::app::App;
use crate::page::{preferred_language, show};
pub use document::Document;
use document::{Field, Limit, Operation, Reply};

#[derive(Template)]
#[template(path = "workspace/reference.html")]
struct ReferencePage {
    shell: Shell,
    base_url: String,
    document: Arc<Document>,
}

framed!(ReferencePage);

impl ReferencePage {
    fn examples(&self, operation: &Operation) -> Vec<Example> {
        examples::of_operation(&self.base_url, &operation.method, &operation.path)
    }

    fn summary(&self, operation: &Operation) -> String {
        self.translated(&format!("reference-{}", dashed(&operation.id)), &operation.summary)
    }

    fn description(&self, operation: &Operation) -> String {
        self.translated(&format!("reference-{}-explained", dashed(&operation.id)), &operation.description)
    }

    fn meaning(&self, field: &Field) -> String {
        self.translated(&format!("reference-field-{}", dashed(&field.name)), &field.description)
    }

    /// Returns the meaning of a status: the message of this operation if there is one, else the general one.
    fn outcome(&self, operation: &Operation, reply: &Reply) -> String {
        let own = format!("reference-status-{}-{}", reply.status, dashed(&operation.id));
        if wording::exists(&own) {
            return self.say(&own);
        }
        self.translated(&format!("reference-status-{}", reply.status), &reply.description)
    }

    fn limit(&self, limit: &Limit) -> String {
        let high = limit.high.as_str();
        match &limit.low {
            Some(low) => self
                .shell
                .say_with(&format!("{}-from", limit.message), &[("low", low.as_str().into()), ("high", high.into())]),
            None => self.shell.say_of(limit.message, "high", high),
        }
    }

    /// Returns the message if there is one, else the English text of the document.
    fn translated(&self, id: &str, english: &str) -> String {
        if wording::exists(id) { self.say(id) } else { english.to_owned() }
    }
}

fn dashed(name: &str) -> String {
    name.replace('_', "-").to_lowercase()
}

/// Shows the reference. It is public: readers may have no account yet.
pub async fn reference(
    State(app): State<App>,
    Extension(document): Extension<Arc<Document>>,
    member: Option<Member>,
    headers: HeaderMap,
) -> Response {
    let shell = match &member {
        Some(member) => Shell::of(member, Section::Reference),
        None => Shell { section: Section::Reference, ..Shell::visitor(preferred_language(&headers), "/reference") },
    };
    show(StatusCode::OK, &headers, &ReferencePage { shell, base_url: app.config.public_url.clone(), document })
}
