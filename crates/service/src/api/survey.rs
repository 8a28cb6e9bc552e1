//! `/api/v1/reports/{request_id}/survey`: real people asked by link about a finished report. It costs no credits.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::{Deserialize, Deserializer, Serialize};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use utoipa::ToSchema;

use super::ApiError;
use super::error::{ErrorBody, InvalidBody};
use super::request::{parse_object, read_json_body};
use crate::app::{App, Changing, Opening, SurveyWithLinks};
use primitives::clock::UnixMs;
use primitives::ids::ReportId;
use store::{Caller, Standing};

/// The last time that RFC 3339 can write.
const LAST_WRITTEN: &str = "9999-12-31T23:59:59Z";

pub(super) type Id = Result<Path<String>, PathRejection>;

/// How people are to be asked.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SurveyRequest {
    /// How many whole answers are wanted; 60 when omitted.
    #[schema(minimum = 1, maximum = 5000)]
    quota: Option<i64>,
    /// When it ends, in RFC 3339; never when omitted.
    #[schema(format = DateTime)]
    ends_at: Option<String>,
    /// As many links that work once, in place of one link for everybody. They are shown in this answer alone.
    #[schema(minimum = 0, maximum = 1000)]
    one_time_links: Option<i64>,
    /// Who asks, as people are told.
    #[schema(max_length = 80)]
    asker: Option<String>,
    /// Whether it closes itself once more answers would not change which option is first.
    close_when_settled: Option<bool>,
}

/// What is to be another way; what is left out stays as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SurveyChangeRequest {
    state: Option<SurveyState>,
    #[schema(minimum = 1, maximum = 5000)]
    quota: Option<i64>,
    /// In RFC 3339; null takes the end away.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>, format = DateTime)]
    ends_at: Option<Option<String>>,
    /// As many further links that work once.
    #[schema(minimum = 0, maximum = 1000)]
    one_time_links: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SurveyState {
    Open,
    Closed,
}

/// A survey as it stands.
#[derive(Debug, Serialize, ToSchema)]
pub struct SurveyStatus {
    request_id: String,
    /// The address that people are given.
    url: String,
    state: SurveyState,
    /// Whether an answer would be taken now: it is open, its end lies ahead and its quota is not reached.
    takes_answers: bool,
    quota: i64,
    /// Counted answers so far; never more than the quota.
    complete: i64,
    /// People who began and did not finish; they are not counted.
    unfinished: i64,
    /// Whole answers that look like a program's; they are not counted until their owner keeps them.
    flagged: i64,
    /// Whether so many answers are unfinished or marked that nobody else can begin before some are deleted or an hour old.
    is_crowded: bool,
    #[schema(format = DateTime)]
    ends_at: Option<String>,
    asker: Option<String>,
    close_when_settled: bool,
    /// Links that work once, and how many of them did; both 0 where one link is for everybody.
    one_time_links: i64,
    one_time_links_used: i64,
    /// Those that this request made. They are not kept and can't be shown again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    links: Vec<String>,
    #[schema(format = DateTime)]
    created_at: String,
}

/// A field that is there and null differs from one that is not there.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::<String>::deserialize(deserializer).map(Some)
}

/// Ask people by link
///
/// Opens a survey with the questionnaire of a completed report and answers with the link to send. A report has at most one.
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
    let opening = Opening {
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
    let changing = Changing {
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

/// A path that is not UTF-8, or no id, names no report either.
pub(super) fn report_id(id: Id) -> Result<ReportId, ApiError> {
    let Path(id) = id.map_err(|_| ApiError::NotFound)?;
    ReportId::parse(&id).ok_or(ApiError::NotFound)
}

fn status(app: &App, SurveyWithLinks { survey, links }: SurveyWithLinks) -> SurveyStatus {
    SurveyStatus {
        request_id: survey.report.to_string(),
        url: app.survey_url(&survey.token),
        state: if survey.is_closed { SurveyState::Closed } else { SurveyState::Open },
        takes_answers: survey.standing(app.clock.now()) == Standing::Open,
        quota: survey.quota,
        complete: survey.complete,
        unfinished: survey.unfinished,
        flagged: survey.marked,
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

/// A time in RFC 3339. One that the format can't write, beyond the year 9999, is written as the last that it can.
pub(super) fn written(at: UnixMs) -> String {
    let moment = OffsetDateTime::from_unix_timestamp(at.div_euclid(1000)).ok();
    let text = moment.and_then(|moment| moment.format(&Rfc3339).ok());
    text.unwrap_or_else(|| LAST_WRITTEN.to_owned())
}
