//! Archiving and deleting a report from its page or from the list. The page asks for confirmation before it deletes.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::fault::Fault;
use super::form::FormFields;
use super::session::Member;
use crate::app::App;
use primitives::ids::ReportId;
use store::Deletion;

type Id = Result<Path<String>, PathRejection>;

#[derive(Deserialize)]
pub struct Form {
    /// `yes` puts the report aside; anything else puts it back.
    archived: Option<String>,
    /// `list` if the button was pressed there.
    from: Option<String>,
}

/// Puts a report aside or back into the list, and returns to where the button is.
pub async fn archive(
    State(app): State<App>,
    member: Member,
    id: Id,
    FormFields(form): FormFields<Form>,
) -> Result<Response, Fault> {
    let report = report_id(id)?;
    let is_archived = form.archived.as_deref() == Some("yes");
    if !app.store.archive_report(member.id(), report, is_archived).await? {
        return Err(Fault::NotFound);
    }
    let back = match (form.from.as_deref(), is_archived) {
        (Some("list"), true) => "/reports".to_owned(),
        (Some("list"), false) => "/reports?status=archived".to_owned(),
        _ => format!("/reports/{report}"),
    };
    Ok(Redirect::to(&back).into_response())
}

/// Deletes a report for good. A button pressed twice leads to the list both times.
pub async fn delete(State(app): State<App>, member: Member, id: Id) -> Result<Response, Fault> {
    match app.delete_report(member.id(), report_id(id)?).await.map_err(Fault::of_cancel)? {
        Deletion::Deleted { .. } | Deletion::Gone => Ok(Redirect::to("/reports").into_response()),
        Deletion::Missing => Err(Fault::NotFound),
    }
}

fn report_id(id: Id) -> Result<ReportId, Fault> {
    id.ok().and_then(|Path(id)| ReportId::parse(&id)).ok_or(Fault::NotFound)
}
