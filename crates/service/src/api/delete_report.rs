//! `DELETE /api/v1/reports/{request_id}`: deletes a report for good; a running one is cancelled first.

use axum::Extension;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::ApiError;
use super::survey::report_id;
use crate::app::App;
use contract::ErrorBody;
use store::{Caller, Deletion};

/// Delete a report
///
/// A running report is cancelled first, which charges for the respondents begun. Brief, result, survey, people's answers and what
/// was learned from them are deleted at once; the ledger and backups keep what they have.
#[utoipa::path(
    delete,
    path = "/api/v1/reports/{request_id}",
    tag = "reports",
    security(("api_key" = [])),
    params(("request_id" = String, Path, description = "The identifier that create returned")),
    responses(
        (status = 204, description = "It is gone, and its public address answers 410"),
        (status = 401, description = "Missing, invalid or revoked API key", body = ErrorBody),
        (status = 404, description = "No such report in this account, or it was deleted before", body = ErrorBody),
        (status = 429, description = "Too many requests, or too many running reports cancelled at no cost", body = ErrorBody),
        (status = 500, description = "Internal server error; safe to retry", body = ErrorBody),
    )
)]
pub async fn delete_report(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    path: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, ApiError> {
    match app.delete_report(caller.account, report_id(path)?).await? {
        Deletion::Deleted { .. } => Ok(StatusCode::NO_CONTENT),
        Deletion::Gone | Deletion::Missing => Err(ApiError::NotFound),
    }
}
