//! `/api/v1/reports/{request_id}/people`: uploads, reads and deletes real people's answers to a report.

use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use foundation::Language;
use url::form_urlencoded;

use super::ApiError;
use super::request::{IDEMPOTENCY_REPLAYED, content_type, idempotency_key, parse_object, read_body, read_json_body};
use super::survey::{Id, report_id, written};
use crate::app::{Added, App, UploadOptions};
use contract::{
    AnswerChangeRequest, AnswerChanged, AnswerEligibility, AnswerSource, ErrorBody, InvalidBody, InvalidRow,
    InvalidRowsBody, OptionCount, PeopleAdded, PeopleReport, PeopleView, PersonAnswer, PersonRequest,
};
use fieldwork::{ColumnRole, Eligibility, Format, RowError, read_as};
use primitives::ids::{AnswerId, ReportId};
use store::{AnswerChange, AnswerRow, Caller, Deleting};

/// Most columns that a request names.
const COLUMNS_MAX: usize = 50;

/// Add people's answers from elsewhere
///
/// A file is added completely or not at all: a JSON array of people, or CSV with a header. With a new idempotency key
/// the rows are a new batch; without a key, rows sent again are not counted twice.
#[utoipa::path(
    post,
    path = "/api/v1/reports/{request_id}/people",
    tag = "people",
    security(("api_key" = [])),
    params(
        ("request_id" = String, Path, description = "The identifier that create returned"),
        ("column" = Option<Vec<String>>, Query, max_items = 50, style = Form, explode,
            description = "Of CSV, what a column is read as: `choice=Which name do you like?`, with choice, age, sex, country, weight, comment, eligible or ignored"),
        ("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255, pattern = r"^[\t -~]*[!-~][\t -~]*$",
            description = "The same key within 24 hours adds nothing a second time"),
    ),
    request_body(content(
        (Vec<PersonRequest> = "application/json"),
        (String = "text/csv"),
    )),
    responses(
        (status = 201, description = "Every row was added, or was there before", body = PeopleAdded),
        (status = 400, description = "Some rows can't be read; nothing was added", body = InvalidRowsBody),
        (status = 401, description = "Missing, invalid or revoked API key", body = ErrorBody),
        (status = 404, description = "No such report in this account", body = ErrorBody),
        (status = 409, description = "The report is not completed, the key was used with another file, or there would be too many answers", body = ErrorBody),
        (status = 429, description = "Too many requests", body = ErrorBody),
        (status = 500, description = "Internal server error; safe to retry", body = ErrorBody),
    )
)]
pub async fn add_people(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    id: Id,
    request: Request,
) -> Result<Response, ApiError> {
    let (parts, body) = request.into_parts();
    let body = read_body(body, &app.config).await?;
    let format = match content_type(&parts.headers).as_str() {
        "application/json" => Format::Json,
        "text/csv" => Format::Csv,
        _ => return Err(ApiError::unreadable("Content-Type must be application/json or text/csv")),
    };
    let key = idempotency_key(&parts.headers)?;
    let report = report_id(id)?;
    let options = app.people_options(caller.account, report).await?;
    let text = std::str::from_utf8(&body).map_err(|_| ApiError::unreadable("the body is not UTF-8"))?;
    let upload = read_as(text, format, &options, &roles(parts.uri.query())?).map_err(|errors| refused(&errors))?;
    let added = app.add_people(caller.account, report, upload, UploadOptions { key, are_other_people: false }).await?;
    let is_replay = added.is_replay;
    let mut response = (StatusCode::CREATED, Json(people_added(&added, &options))).into_response();
    if is_replay {
        response.headers_mut().insert(IDEMPOTENCY_REPLAYED, HeaderValue::from_static("true"));
    }
    Ok(response)
}

/// Reads what the client wants columns to be read as from the query.
fn roles(query: Option<&str>) -> Result<Vec<ColumnRole>, ApiError> {
    let fields = form_urlencoded::parse(query.unwrap_or("").as_bytes());
    let columns = fields.filter(|(name, _)| name == "column").take(COLUMNS_MAX + 1);
    let roles: Option<Vec<ColumnRole>> = columns.map(|(_, role)| ColumnRole::parse(&role)).collect();
    let roles = roles.filter(|roles| roles.len() <= COLUMNS_MAX);
    roles.ok_or_else(|| {
        ApiError::invalid("column", "column must be a role and a header, such as choice=Which name?; at most 50")
    })
}

fn people_added(added: &Added, options: &[String]) -> PeopleAdded {
    let count = |(place, option): (usize, &String)| {
        let people = added.by_option.get(&i64::try_from(place).unwrap_or(i64::MAX)).copied().unwrap_or(0);
        OptionCount { option: option.clone(), people }
    };
    PeopleAdded {
        people: added.people,
        is_replay: added.is_replay,
        set_apart: added.set_apart,
        eligibility_unknown: added.eligibility_unknown,
        by_option: options.iter().enumerate().map(count).collect(),
    }
}

fn refused(errors: &[RowError]) -> ApiError {
    let row = |error: &RowError| InvalidRow {
        row: error.row,
        column: error.column.map(|column| column.name().to_owned()),
        message: error.words(Language::En),
    };
    ApiError::InvalidRows { rows: errors.iter().map(row).collect() }
}

/// Read people's answers beside the forecast
#[utoipa::path(
    get,
    path = "/api/v1/reports/{request_id}/people",
    tag = "people",
    security(("api_key" = [])),
    params(("request_id" = String, Path, description = "The identifier that create returned")),
    responses(
        (status = 200, description = "Forecast, people and both together", body = PeopleReport),
        (status = 401, description = "Missing, invalid or revoked API key", body = ErrorBody),
        (status = 404, description = "No such report in this account", body = ErrorBody),
        (status = 409, description = "The report is not completed", body = ErrorBody),
        (status = 429, description = "Too many requests", body = ErrorBody),
        (status = 500, description = "Internal server error; safe to retry", body = ErrorBody),
    )
)]
pub async fn read_people(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    id: Id,
) -> Result<Json<PeopleReport>, ApiError> {
    let report = report_id(id)?;
    let (view, answers) = app.people(caller.account, report).await?;
    let answers = answers.into_iter().map(|row| answer(row, &view)).collect();
    Ok(Json(PeopleReport { request_id: report.to_string(), view, answers }))
}

fn answer(row: AnswerRow, view: &PeopleView) -> PersonAnswer {
    let choice = row.choice.and_then(|choice| view.answer(usize::try_from(choice).ok()?));
    PersonAnswer {
        is_counted: row.is_counted(),
        answer_id: row.id.to_string(),
        source: if row.by_link { AnswerSource::Link } else { AnswerSource::Upload },
        choice: choice.map(str::to_owned),
        seconds: row.finished_at.filter(|_| row.by_link).map(|at| (at - row.started_at) / 1000),
        answered_at: written(row.started_at),
        age_band: row.age_band,
        sex: row.sex,
        country: row.country,
        weight: row.weight,
        eligibility: match row.eligibility {
            Eligibility::Unscreened => AnswerEligibility::Unscreened,
            Eligibility::Fits => AnswerEligibility::Fits,
            Eligibility::Unknown => AnswerEligibility::Unknown,
            Eligibility::Out => AnswerEligibility::Out,
        },
        comment: row.comment,
        is_comment_hidden: row.is_comment_hidden,
        is_complete: row.is_complete,
        flags: row.flags,
    }
}

/// Delete every answer of people
#[utoipa::path(
    delete,
    path = "/api/v1/reports/{request_id}/people",
    tag = "people",
    security(("api_key" = [])),
    params(("request_id" = String, Path, description = "The identifier that create returned")),
    responses(
        (status = 204, description = "They are gone; a survey stays as it is, with its quota free again"),
        (status = 401, description = "Missing, invalid or revoked API key", body = ErrorBody),
        (status = 404, description = "No such report in this account", body = ErrorBody),
        (status = 429, description = "Too many requests", body = ErrorBody),
        (status = 500, description = "Internal server error; safe to retry", body = ErrorBody),
    )
)]
pub async fn delete_people(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    id: Id,
) -> Result<StatusCode, ApiError> {
    let deleted = app.delete_answers(caller.account, report_id(id)?, Deleting::All).await?;
    deleted.map(|_| StatusCode::NO_CONTENT).ok_or(ApiError::NotFound)
}

/// Delete one person's answer
#[utoipa::path(
    delete,
    path = "/api/v1/reports/{request_id}/people/{answer_id}",
    tag = "people",
    security(("api_key" = [])),
    params(
        ("request_id" = String, Path, description = "The identifier that create returned"),
        ("answer_id" = String, Path, description = "The answer's own, ans_…"),
    ),
    responses(
        (status = 204, description = "It is gone"),
        (status = 401, description = "Missing, invalid or revoked API key", body = ErrorBody),
        (status = 404, description = "No such report in this account, or no such answer", body = ErrorBody),
        (status = 429, description = "Too many requests", body = ErrorBody),
        (status = 500, description = "Internal server error; safe to retry", body = ErrorBody),
    )
)]
pub async fn delete_answer(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    ids: AnswerIds,
) -> Result<StatusCode, ApiError> {
    let (report, answer) = answer_ids(ids)?;
    match app.delete_answers(caller.account, report, Deleting::One(answer)).await? {
        Some(1) => Ok(StatusCode::NO_CONTENT),
        _ => Err(ApiError::NotFound),
    }
}

/// Count an answer that looks like a program's or no longer, and hide its comment or show it
#[utoipa::path(
    patch,
    path = "/api/v1/reports/{request_id}/people/{answer_id}",
    tag = "people",
    security(("api_key" = [])),
    params(
        ("request_id" = String, Path, description = "The identifier that create returned"),
        ("answer_id" = String, Path, description = "The answer's own, ans_…"),
    ),
    request_body(content = AnswerChangeRequest, content_type = "application/json"),
    responses(
        (status = 200, description = "Whether it is counted and its comment hidden now", body = AnswerChanged),
        (status = 400, description = "The body is malformed or a field is invalid", body = InvalidBody),
        (status = 401, description = "Missing, invalid or revoked API key", body = ErrorBody),
        (status = 404, description = "No such report in this account, or no such whole answer", body = ErrorBody),
        (status = 429, description = "Too many requests", body = ErrorBody),
        (status = 500, description = "Internal server error; safe to retry", body = ErrorBody),
    )
)]
pub async fn change_answer(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    ids: AnswerIds,
    request: Request,
) -> Result<Json<AnswerChanged>, ApiError> {
    let (parts, body) = request.into_parts();
    let body = read_json_body(&parts.headers, body, &app.config).await?;
    let AnswerChangeRequest { is_kept, is_comment_hidden } = parse_object(&body)?;
    let (report, answer) = answer_ids(ids)?;
    let change = AnswerChange { is_kept, is_comment_hidden };
    if change == AnswerChange::default() {
        return Err(ApiError::unreadable("is_kept or is_comment_hidden is needed"));
    }
    let changed = app.change_answer(caller.account, report, answer, change).await?.ok_or(ApiError::NotFound)?;
    let (is_counted, is_comment_hidden) = (changed.is_counted(), changed.is_comment_hidden);
    Ok(Json(AnswerChanged { answer_id: answer.to_string(), is_counted, is_comment_hidden }))
}

type AnswerIds = Result<Path<(String, String)>, axum::extract::rejection::PathRejection>;

fn answer_ids(ids: AnswerIds) -> Result<(ReportId, AnswerId), ApiError> {
    let Path((report, answer)) = ids.map_err(|_| ApiError::NotFound)?;
    Ok((report_id(Ok(Path(report)))?, AnswerId::parse(&answer).ok_or(ApiError::NotFound)?))
}
