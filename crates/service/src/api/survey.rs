//! `/api/v1/reports/{request_id}/survey`: asks real people about a finished report by link. It costs no credits.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::ApiError;
use super::request::{parse_object, read_json_body};
use crate::app::{App, SurveyParams, SurveyUpdate, SurveyWithLinks};
use contract::{ErrorBody, InvalidBody};
use contract::{SurveyChangeRequest, SurveyRequest, SurveyState, SurveyStatus};
use primitives::clock::UnixMs;
use primitives::ids::ReportId;
use store::{Caller, SurveyIntake};

/// The latest time that RFC 3339 can express.
const LAST_WRITTEN: &str = "9999-12-31T23:59:59Z";

pub(super) type Id = Result<Path<String>, PathRejection>;

/// Ask people by link
///
/// Opens a survey with the questionnaire of a completed report and returns its link. A report has at most one survey.
#[utoipa::path(
    post,
    path = "/api/v1/reports/{request_id}/survey",
    tag = "people",
    security(("api_key" = [])),
    params(("request_id" = String, Path, description = "The identifier that create returned")),
    request_body(content = SurveyRequest, content_type = "application/json"),
    responses(
        (status = 201, description = "Open", body = SurveyStatus),
        (status = 400, description = "The body is malformed or a field is invalid", body = InvalidBody),
        (status = 401, description = "Missing, invalid or revoked API key", body = ErrorBody),
        (status = 404, description = "No such report in this account", body = ErrorBody),
        (status = 409, description = "The report is not completed, or has a survey already", body = ErrorBody),
        (status = 429, description = "Too many requests", body = ErrorBody),
        (status = 500, description = "Internal server error; safe to retry", body = ErrorBody),
    )
)]
pub async fn open_survey(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    id: Id,
    request: Request,
) -> Result<Response, ApiError> {
    let (parts, body) = request.into_parts();
    let body = read_json_body(&parts.headers, body, &app.config).await?;
    let wanted: SurveyRequest = parse_object(&body)?;
    let report = report_id(id)?;
    let opening = SurveyParams {
        quota: wanted.quota,
        ends_at: wanted.ends_at.as_deref().map(parse_time).transpose()?,
        one_time_links: wanted.one_time_links.unwrap_or(0),
        settle_close: wanted.close_when_settled.unwrap_or(false),
        asker: wanted.asker,
    };
    let opened = app.open_survey(caller.account, report, opening).await?;
    Ok((StatusCode::CREATED, Json(status(&app, opened))).into_response())
}

/// Read a survey's state and counts
#[utoipa::path(
    get,
    path = "/api/v1/reports/{request_id}/survey",
    tag = "people",
    security(("api_key" = [])),
    params(("request_id" = String, Path, description = "The identifier that create returned")),
    responses(
        (status = 200, description = "The survey as it stands", body = SurveyStatus),
        (status = 401, description = "Missing, invalid or revoked API key", body = ErrorBody),
        (status = 404, description = "No such report in this account, or it has no survey", body = ErrorBody),
        (status = 429, description = "Too many requests", body = ErrorBody),
        (status = 500, description = "Internal server error; safe to retry", body = ErrorBody),
    )
)]
pub async fn read_survey(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    id: Id,
) -> Result<Json<SurveyStatus>, ApiError> {
    let survey = app.survey(caller.account, report_id(id)?).await?;
    Ok(Json(status(&app, SurveyWithLinks { survey, links: Vec::new() })))
}

/// Close, reopen or extend a survey
#[utoipa::path(
    patch,
    path = "/api/v1/reports/{request_id}/survey",
    tag = "people",
    security(("api_key" = [])),
    params(("request_id" = String, Path, description = "The identifier that create returned")),
    request_body(content = SurveyChangeRequest, content_type = "application/json"),
    responses(
        (status = 200, description = "The survey as it stands now", body = SurveyStatus),
        (status = 400, description = "The body is malformed or a field is invalid", body = InvalidBody),
        (status = 401, description = "Missing, invalid or revoked API key", body = ErrorBody),
        (status = 404, description = "No such report in this account, or it has no survey", body = ErrorBody),
        (status = 429, description = "Too many requests", body = ErrorBody),
        (status = 500, description = "Internal server error; safe to retry", body = ErrorBody),
    )
)]
pub async fn change_survey(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    id: Id,
    request: Request,
) -> Result<Json<SurveyStatus>, ApiError> {
    let (parts, body) = request.into_parts();
    let body = read_json_body(&parts.headers, body, &app.config).await?;
    let wanted: SurveyChangeRequest = parse_object(&body)?;
    let report = report_id(id)?;
    let ends_at = match wanted.ends_at {
        None => None,
        Some(None) => Some(None),
        Some(Some(text)) => Some(Some(parse_time(&text)?)),
    };
    let changing = SurveyUpdate {
        is_closed: wanted.state.map(|state| state == SurveyState::Closed),
        quota: wanted.quota,
        ends_at,
        more_links: wanted.one_time_links.unwrap_or(0),
    };
    Ok(Json(status(&app, app.change_survey(caller.account, report, changing).await?)))
}

/// Delete a survey with its answers
#[utoipa::path(
    delete,
    path = "/api/v1/reports/{request_id}/survey",
    tag = "people",
    security(("api_key" = [])),
    params(("request_id" = String, Path, description = "The identifier that create returned")),
    responses(
        (status = 204, description = "It is gone, with every answer that came by its link"),
        (status = 401, description = "Missing, invalid or revoked API key", body = ErrorBody),
        (status = 404, description = "No such report in this account, or it has no survey", body = ErrorBody),
        (status = 429, description = "Too many requests", body = ErrorBody),
        (status = 500, description = "Internal server error; safe to retry", body = ErrorBody),
    )
)]
pub async fn delete_survey(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    id: Id,
) -> Result<StatusCode, ApiError> {
    let is_deleted = app.delete_survey(caller.account, report_id(id)?).await?;
    if is_deleted { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::NotFound) }
}

/// Parses a report id. A path that is not UTF-8 or no id names no report.
pub(super) fn report_id(id: Id) -> Result<ReportId, ApiError> {
    let Path(id) = id.map_err(|_| ApiError::NotFound)?;
    ReportId::parse(&id).ok_or(ApiError::NotFound)
}

fn status(app: &App, SurveyWithLinks { survey, links }: SurveyWithLinks) -> SurveyStatus {
    SurveyStatus {
        request_id: survey.report.to_string(),
        url: app.survey_url(&survey.token),
        state: if survey.is_closed { SurveyState::Closed } else { SurveyState::Open },
        takes_answers: survey.intake(app.clock.now()) == SurveyIntake::Open,
        quota: survey.quota,
        complete: survey.complete,
        unfinished: survey.unfinished,
        flagged: survey.marked,
        screened_out: survey.screened_out,
        is_crowded: survey.is_crowded(),
        ends_at: survey.ends_at.map(written),
        asker: survey.asker,
        close_when_settled: survey.settle_close,
        one_time_links: survey.links,
        one_time_links_used: survey.links_used,
        links,
        created_at: written(survey.created_at),
    }
}

fn parse_time(text: &str) -> Result<UnixMs, ApiError> {
    let read = OffsetDateTime::parse(text, &Rfc3339);
    let read = read.map_err(|_| ApiError::invalid("ends_at", "ends_at must be a time such as 2027-01-31T18:00:00Z"))?;
    Ok(read.unix_timestamp() * 1000)
}

/// Formats a time in RFC 3339. A time beyond the year 9999 becomes the latest one that the format can express.
pub(super) fn written(at: UnixMs) -> String {
    let moment = OffsetDateTime::from_unix_timestamp(at.div_euclid(1000)).ok();
    let text = moment.and_then(|moment| moment.format(&Rfc3339).ok());
    text.unwrap_or_else(|| LAST_WRITTEN.to_owned())
}
