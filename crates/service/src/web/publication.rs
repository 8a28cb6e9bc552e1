//! Publishing a report: whether its public page is readable, under which link, and whether respondents are shown. The
//! panel on the report's workspace page posts here; the page asks for confirmation before it revokes a link.

use askama::Template;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use foundation::Language;
use serde::Deserialize;

use super::fault::Fault;
use super::form::FormFields;
use super::session::Member;
use crate::app::App;
use primitives::ids::{AccountId, ReportId};
use primitives::secret::public_token;
use store::{NewAddress, Publication, StoreError};

/// The panel with the publication state and its buttons, rendered as a fragment of a page.
#[derive(Template)]
#[template(path = "publication.html")]
pub struct PublicationPanel {
    language: Language,
    report: ReportId,
    publication: Publication,
    report_url: String,
}

impl PublicationPanel {
    pub fn new(app: &App, language: Language, report: ReportId, publication: Publication) -> Self {
        let report_url = address(app, &publication.public_token);
        Self { language, report, publication, report_url }
    }

    /// Returns the message on what readers see of the respondents, now or after publication.
    fn readers_see(&self) -> &'static str {
        match (self.publication.is_published, self.publication.are_respondents_hidden) {
            (true, true) => "publication-hidden",
            (true, false) => "publication-shown",
            (false, true) => "publication-hidden-later",
            (false, false) => "publication-shown-later",
        }
    }

    fn say(&self, id: &str) -> String {
        wording::say(self.language, id, &[])
    }
}

/// A change that a button of the panel requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Change {
    Publish,
    Unpublish,
    Republish,
    HideRespondents,
    ShowRespondents,
}

#[derive(Deserialize)]
pub struct Form {
    change: Change,
}

/// `POST /reports/{id}/publication`. Any id other than a finished report of the caller gives a 404.
pub async fn change(
    State(app): State<App>,
    member: Member,
    report: Result<Path<String>, PathRejection>,
    FormFields(form): FormFields<Form>,
) -> Result<Response, Fault> {
    let report = report.ok().and_then(|Path(id)| ReportId::parse(&id)).ok_or(Fault::NotFound)?;
    if make(&app, member.id(), report, form.change).await? {
        Ok(Redirect::to(&format!("/reports/{report}")).into_response())
    } else {
        Err(Fault::NotFound)
    }
}

async fn make(app: &App, account: AccountId, report: ReportId, change: Change) -> Result<bool, StoreError> {
    match change {
        // Publishing twice is harmless.
        Change::Publish => {
            Ok(app.store.publish(account, report).await? || app.store.publication(account, report).await?.is_some())
        }
        Change::Unpublish => app.store.unpublish(account, report).await,
        Change::HideRespondents => app.store.hide_respondents(account, report, true).await,
        Change::ShowRespondents => app.store.hide_respondents(account, report, false).await,
        Change::Republish => {
            let token = public_token(&app.chance);
            let new = NewAddress { public_token: &token, report_url: &address(app, &token) };
            app.store.republish(account, report, new).await
        }
    }
}

fn address(app: &App, token: &str) -> String {
    format!("{}/r/{token}", app.config.public_url)
}
