//! Publishing a report: whether its public page can be read, under which link, and how much of it. The panel stands on the
//! report's own page in the workspace and posts here.

use askama::Template;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use survey::brief::Language;
use survey::wording;
use url::form_urlencoded;

use super::session;
use crate::app::App;
use crate::ids::{AccountId, ReportId};
use crate::page::{not_found, trouble};
use crate::secret::public_token;
use crate::store::{NewAddress, Publication, StoreError};

/// What an owner sees and may change; a part of a page, rendered by itself.
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

    fn say(&self, id: &str) -> String {
        wording::say(self.language, id, &[])
    }
}

/// A change that the panel's buttons ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    Unpublish,
    Republish,
    HideRespondents,
    ShowRespondents,
}

impl Change {
    fn parse(form: &str) -> Option<Self> {
        let (_, change) = form_urlencoded::parse(form.as_bytes()).find(|(name, _)| name == "change")?;
        Some(match &*change {
            "unpublish" => Self::Unpublish,
            "republish" => Self::Republish,
            "hide_respondents" => Self::HideRespondents,
            "show_respondents" => Self::ShowRespondents,
            _ => return None,
        })
    }
}

/// `POST /reports/{id}/publication`. Whatever is not the caller's own finished report does not exist.
pub async fn change(
    State(app): State<App>,
    report: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    form: String,
) -> Response {
    let account = match session::signed_in(&app, &headers).await {
        Ok(account) => account,
        Err(error) => return trouble(&headers, &error.into()),
    };
    let report = report.ok().and_then(|Path(id)| ReportId::parse(&id));
    let (Some(account), Some(report), Some(change)) = (account, report, Change::parse(&form)) else {
        return not_found(headers).await;
    };
    match make(&app, account, report, change).await {
        Ok(true) => Redirect::to(&format!("/reports/{report}")).into_response(),
        Ok(false) => not_found(headers).await,
        Err(error) => trouble(&headers, &error.into()),
    }
}

async fn make(app: &App, account: AccountId, report: ReportId, change: Change) -> Result<bool, StoreError> {
    match change {
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
