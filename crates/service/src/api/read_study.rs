//! `GET /api/v1/studies/{request_id}`: a report with its later waves and its follow-ups. Creates and spends nothing.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::{Extension, Json};

use super::ApiError;
use crate::app::App;
use contract::{ErrorBody, Study};
use primitives::ids::ReportId;
use store::Caller;

/// Read a study
///
/// Lists the waves of a report that was asked again (`wave_of`) and the follow-ups to their respondents (`same_panel_as`), and puts the
/// last waves beside each other, six at most, as a comparison does. Sentences are in the language of the first of them. Computed when
/// it is read; nothing is stored or spent.
#[utoipa::path(
    get,
    path = "/api/v1/studies/{request_id}",
    tag = "reports",
    security(("api_key" = [])),
    params(("request_id" = String, Path, description = "The identifier of any of its reports")),
    responses(
        (status = 200, description = "The study", body = Study),
        (status = 401, description = "Missing, invalid or revoked API key", body = ErrorBody),
        (status = 404, description = "The identifier does not exist or belongs to another account", body = ErrorBody),
        (status = 429, description = "Too many requests, or too many reports are being read", body = ErrorBody),
        (status = 500, description = "Internal server error; safe to retry", body = ErrorBody),
    )
)]
pub async fn read_study(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Json<Study>, ApiError> {
    let id = id.ok().and_then(|Path(id)| ReportId::parse(&id)).ok_or(ApiError::NotFound)?;
    let study = app.read_study(caller.account, id, None).await?.ok_or(ApiError::NotFound)?;
    Ok(Json(study.wire()))
}
