//! `POST /api/v1/reports`: records a report with its hold and wakes a worker.

use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use language::brief::Brief;

use super::ApiError;
use super::request::{IDEMPOTENCY_REPLAYED, idempotency_key, parse_object, read_json_body};
use crate::app::App;
use contract::requests::{ReportAccepted, ReportRequest, Warning};
use contract::{ErrorBody, InsufficientCreditsBody, InvalidBody};
use store::{Caller, Opened, Status, Visibility};

/// Create a report
///
/// Holds one credit per respondent and answers at once; poll the report until it is completed or failed. The completed
/// report's page can be read by anyone who has its address, `report_url`, until the owner closes it in the workspace.
#[utoipa::path(
    post,
    path = "/api/v1/reports",
    tag = "reports",
    security(("api_key" = [])),
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255, pattern = r"^[\t -~]*[!-~][\t -~]*$",
        description = "The same key and body within 24 hours give the same answer and no second report")),
    request_body(content = ReportRequest, content_type = "application/json"),
    responses(
        (status = 202, description = "Accepted; poll the report", body = ReportAccepted),
        (status = 400, description = "The body is malformed or a field is invalid", body = InvalidBody),
        (status = 401, description = "Missing, invalid or revoked API key", body = ErrorBody),
        (status = 402, description = "Insufficient credits to start the report", body = InsufficientCreditsBody),
        (status = 409, description = "The idempotency key was used with another body, or its report was deleted", body = ErrorBody),
        (status = 429, description = "Too many requests, or too many unfinished reports", body = ErrorBody),
        (status = 500, description = "Internal server error; nothing was created, safe to retry", body = ErrorBody),
    )
)]
pub async fn create_report(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, ApiError> {
    let (parts, body) = request.into_parts();
    let body = read_json_body(&parts.headers, body, &app.config).await?;
    let idempotency_key = idempotency_key(&parts.headers)?;
    let brief = parse_brief(&app, &caller, &body, idempotency_key).await?;
    // Before the report is opened: an error after that would hide from the client that it was.
    let warnings = app.warnings(caller.account, &brief).await?;
    let opened = app.open_report(caller.account, &brief, Visibility::ByLink, idempotency_key).await?;
    Ok(accepted(&opened, warnings))
}

fn accepted(opened: &Opened, warnings: Vec<Warning>) -> Response {
    let body = ReportAccepted {
        request_id: opened.id.to_string(),
        status: Status::Queued.as_str().to_owned(),
        credits_estimated: opened.credits_estimated,
        credits_left: opened.credits_left,
        warnings,
    };
    let mut response = (StatusCode::ACCEPTED, Json(body)).into_response();
    if opened.replayed {
        response.headers_mut().insert(IDEMPOTENCY_REPLAYED, HeaderValue::from_static("true"));
    }
    response
}

pub(super) async fn parse_brief(
    app: &App,
    caller: &Caller,
    body: &[u8],
    idempotency_key: Option<&str>,
) -> Result<Brief, ApiError> {
    let draft = parse_object::<ReportRequest>(body)?.into();
    let draft = app.completed_draft(caller.account, draft, idempotency_key).await?;
    Ok(Brief::parse(draft)?)
}
