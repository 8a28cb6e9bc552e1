//! `POST /api/v1/estimates`: what a report would cost and what the engine is worth for it. Creates and spends nothing.

use axum::extract::{Request, State};
use axum::{Extension, Json};

use super::ApiError;
use super::create_report::parse_brief;
use super::request::read_json_body;
use crate::app::{App, warnings};
use contract::requests::{ReportEstimate, ReportRequest};
use contract::{ErrorBody, InvalidBody};
use store::Caller;

/// Estimate a report
///
/// Says what a report would cost and what its engine is worth for the question. Creates and spends nothing.
#[utoipa::path(
    post,
    path = "/api/v1/estimates",
    tag = "reports",
    security(("api_key" = [])),
    request_body(content = ReportRequest, content_type = "application/json"),
    responses(
        (status = 200, description = "The estimate", body = ReportEstimate),
        (status = 400, description = "The body is malformed or a field is invalid", body = InvalidBody),
        (status = 401, description = "Missing, invalid or revoked API key", body = ErrorBody),
        (status = 429, description = "Too many requests", body = ErrorBody),
        (status = 500, description = "Internal server error; safe to retry", body = ErrorBody),
    )
)]
pub async fn estimate_report(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Json<ReportEstimate>, ApiError> {
    let (parts, body) = request.into_parts();
    let body = read_json_body(&parts.headers, body, &app.config).await?;
    let brief = parse_brief(&app, &caller, &body, None).await?;
    let skill = app.measured_skill(caller.account, &brief, brief.language()).await?;
    Ok(Json(ReportEstimate {
        credits_estimated: brief.sample_size().into(),
        credits_left: caller.credits_left,
        warnings: warnings(skill.as_ref(), brief.language()),
        engine: skill.map(|skill| skill.statement),
    }))
}
