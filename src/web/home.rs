//! The start page: who is signed in, what is left to spend, and the newest reports.

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use survey::brief::Language;
use survey::wording;

use super::session;
use crate::app::App;
use crate::page::{preferred_language, show, trouble};
use crate::store::{Account, ReportSummary, Status, StoreError};

const REPORTS_MAX: i64 = 50;

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage {
    language: Language,
    account: Option<AccountView>,
}

struct AccountView {
    signed_in_as: String,
    credits: String,
    held: Option<String>,
    reports: Vec<ReportLine>,
}

struct ReportLine {
    question: String,
    status: String,
    link: Option<String>,
}

impl HomePage {
    fn language(&self) -> Language {
        self.language
    }

    fn say(&self, id: &str) -> String {
        wording::say(self.language, id, &[])
    }
}

pub async fn home(State(app): State<App>, headers: HeaderMap) -> Response {
    let language = preferred_language(&headers);
    match view(&app, &headers, language).await {
        Ok(account) => show(StatusCode::OK, &headers, &HomePage { language, account }),
        Err(error) => trouble(&headers, &error.into()),
    }
}

async fn view(app: &App, headers: &HeaderMap, language: Language) -> Result<Option<AccountView>, StoreError> {
    let Some(id) = session::signed_in(app, headers).await? else { return Ok(None) };
    let Some(account) = app.store.account(id).await? else { return Ok(None) };
    let reports = app.store.reports(id, REPORTS_MAX).await?;
    Ok(Some(AccountView {
        signed_in_as: wording::say(language, "web-signed-in-as", &[("email", account.email.as_str().into())]),
        credits: credits(language, &account),
        held: (account.held > 0).then(|| {
            wording::say(language, "web-credits-held", &[("n", wording::integer(language, account.held).into())])
        }),
        reports: reports.into_iter().map(|report| line(language, report)).collect(),
    }))
}

fn credits(language: Language, account: &Account) -> String {
    let n = wording::integer(language, account.available);
    wording::say(language, "web-credits", &[("n_count", account.available.into()), ("n", n.into())])
}

fn line(language: Language, report: ReportSummary) -> ReportLine {
    let link = (report.status == Status::Completed).then(|| format!("/r/{}", report.public_token));
    let status = format!("web-status-{}", report.status.as_str().replace('_', "-"));
    ReportLine { question: report.question, status: wording::say(language, &status, &[]), link }
}
