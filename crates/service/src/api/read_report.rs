//! `GET /api/v1/reports/{request_id}`: the status of a report, and its result once it is completed. A finished body
//! is served as stored, without parsing or serialising it again.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use bytes::Bytes;

use super::ApiError;
use crate::app::App;
use crate::negotiation::{accepts_gzip, has_current};
use contract::ErrorBody;
use contract::requests::{FailedReport, FailureDetail, Progress, ReportStatus, RunningReport, WaitingFor};
use primitives::ids::ReportId;
use store::{BodyForm, Caller, ReportState, Status};

const FAILURE_CODE: &str = "report_generation_failed";
const CANCELLED: &str = "cancelled";

/// Read a report's status and result
#[utoipa::path(
    get,
    path = "/api/v1/reports/{request_id}",
    tag = "reports",
    security(("api_key" = [])),
    params(("request_id" = String, Path, description = "The identifier that create returned")),
    responses(
        (status = 200, description = "The report as it stands; a failed one too", body = ReportStatus),
        (status = 304, description = "The copy named by If-None-Match is current"),
        (status = 401, description = "Missing, invalid or revoked API key", body = ErrorBody),
        (status = 404, description = "No such report in this account", body = ErrorBody),
        (status = 429, description = "Too many requests", body = ErrorBody),
        (status = 500, description = "Internal server error; safe to retry", body = ErrorBody),
    )
)]
pub async fn read_report(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    // A path that is not UTF-8 names no report.
    let Path(request_id) = path.map_err(|_| ApiError::NotFound)?;
    let id = ReportId::parse(&request_id).ok_or(ApiError::NotFound)?;
    let state = app.store.report_state(caller.account, id).await?.ok_or(ApiError::NotFound)?;
    match state {
        ReportState::Running { status, respondents_done, respondents_total, is_waiting_for_engine } => {
            let waiting_for = is_waiting_for_engine.then_some(WaitingFor::Engine);
            Ok(running(request_id, status, (respondents_done, respondents_total), waiting_for))
        }
        ReportState::Failed { message, is_cancelled } => Ok(failed(request_id, message, is_cancelled)),
        ReportState::Completed { etag } if has_current(&headers, &etag) => {
            Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, etag)]).into_response())
        }
        ReportState::Completed { etag } => {
            let form = if accepts_gzip(&headers) { BodyForm::Gzip } else { BodyForm::Plain };
            let body = app.store.result_body(caller.account, id, form).await?.ok_or(ApiError::NotFound)?;
            completed(body, etag, form)
        }
    }
}

fn running(
    request_id: String,
    status: Status,
    (respondents_done, respondents_total): (i64, i64),
    waiting_for: Option<WaitingFor>,
) -> Response {
    let percent = respondents_done * 100 / respondents_total.max(1);
    let progress = Progress { stage: status.as_str(), respondents_done, respondents_total, percent, waiting_for };
    Json(RunningReport { request_id, status: status.as_str(), progress }).into_response()
}

fn failed(request_id: String, message: String, is_cancelled: bool) -> Response {
    let error = FailureDetail { code: FAILURE_CODE, message, reason: is_cancelled.then_some(CANCELLED) };
    Json(FailedReport { request_id, status: Status::Failed.as_str(), error }).into_response()
}

fn completed(body: Bytes, etag: String, form: BodyForm) -> Result<Response, ApiError> {
    let etag = HeaderValue::try_from(etag).map_err(|error| ApiError::Internal(error.into()))?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
        (header::ETAG, etag),
    ];
    Ok(match form {
        BodyForm::Gzip => {
            (headers, [(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))], body).into_response()
        }
        BodyForm::Plain => (headers, body).into_response(),
    })
}
