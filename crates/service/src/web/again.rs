//! Asking a completed report again: the next wave that the button of `again_card` creates.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use language::brief::{Brief, Draft};
use serde::Deserialize;

use super::fault::Fault;
use super::form::FormFields;
use super::new_report::{open, refused};
use super::progress::own_report;
use super::report::page;
use super::session::Member;
use super::shell::{Section, Shell};
use crate::app::{App, DraftError};
use crate::page::show;
use store::{OpenError, OwnReport};

#[derive(Deserialize)]
pub struct Form {
    form_key: Option<String>,
}

/// Creates the next wave of a report and leads to it. What stands against it is said on the report's page.
pub async fn ask(
    State(app): State<App>,
    member: Member,
    id: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    FormFields(form): FormFields<Form>,
) -> Result<Response, Fault> {
    let report = own_report(&app, member.id(), id).await?;
    let form_key = form.form_key.ok_or(Fault::Malformed)?;
    let reason = match wave(&app, &member, &report).await {
        Ok(brief) => match open(&app, &member, &brief, &form_key).await {
            Ok(opened) => return Ok(Redirect::to(&format!("/reports/{}", opened.id)).into_response()),
            Err(OpenError::Store(error)) => return Err(error.into()),
            Err(refusal) => refused(&Shell::of(&member, Section::Reports), &member, &refusal),
        },
        Err(DraftError::Store(error)) => return Err(error.into()),
        Err(DraftError::Refused(_) | DraftError::Deleted) => {
            Shell::of(&member, Section::Reports).say("study-error-wave")
        }
    };
    let page = page(&app, &member, report, Some(reason)).await?;
    Ok(show(StatusCode::UNPROCESSABLE_ENTITY, &headers, &page))
}

async fn wave(app: &App, member: &Member, report: &OwnReport) -> Result<Brief, DraftError> {
    let draft = Draft {
        question: report.brief.question().to_owned(),
        options: report.brief.options().to_vec(),
        wave_of: Some(report.id.to_string()),
        ..Draft::default()
    };
    Ok(Brief::parse(app.completed_draft(member.id(), draft, None).await?)?)
}
