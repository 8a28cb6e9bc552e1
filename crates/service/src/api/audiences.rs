//! `/api/v1/audiences`: audiences that the account keeps under a name. Keeping one costs nothing.

use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};

use super::ApiError;
use super::request::{IDEMPOTENCY_REPLAYED, parse_object, read_json_body};
use super::survey::{Id, written};
use crate::app::{App, described};
use contract::{AudienceFilters, AudienceRequest, ErrorBody, InvalidBody, KeptAudience, KeptAudiences};
use primitives::ids::AudienceId;
use store::Caller;

/// Save an audience
///
/// Reads the audience, counts its people and saves it under a name. It is never changed. The same request again gives the same
/// answer and no second audience.
#[utoipa::path(
    post,
    path = "/api/v1/audiences",
    tag = "audiences",
    security(("api_key" = [])),
    request_body(content = AudienceRequest, content_type = "application/json"),
    responses(
        (status = 201, description = "Kept, or kept before", body = KeptAudience),
        (status = 400, description = "The body is malformed, a field is invalid, or nobody can belong to the audience", body = InvalidBody),
        (status = 401, description = "Missing, invalid or revoked API key", body = ErrorBody),
        (status = 409, description = "The account keeps another audience under this name, or as many audiences as it can", body = ErrorBody),
        (status = 429, description = "Too many requests", body = ErrorBody),
        (status = 500, description = "Internal server error; safe to retry", body = ErrorBody),
    )
)]
pub async fn keep_audience(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, ApiError> {
    let (parts, body) = request.into_parts();
    let body = read_json_body(&parts.headers, body, &app.config).await?;
    let wanted: AudienceRequest = parse_object(&body)?;
    let once = app.keep_audience(caller.account, wanted.into()).await?;
    let mut response = (StatusCode::CREATED, Json(shown(once.kept))).into_response();
    if once.is_replay {
        response.headers_mut().insert(IDEMPOTENCY_REPLAYED, HeaderValue::from_static("true"));
    }
    Ok(response)
}

/// List the saved audiences
#[utoipa::path(
    get,
    path = "/api/v1/audiences",
    tag = "audiences",
    security(("api_key" = [])),
    responses(
        (status = 200, description = "The audiences, newest first; 200 at most", body = KeptAudiences),
        (status = 401, description = "Missing, invalid or revoked API key", body = ErrorBody),
        (status = 429, description = "Too many requests", body = ErrorBody),
        (status = 500, description = "Internal server error; safe to retry", body = ErrorBody),
    )
)]
pub async fn list_audiences(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<KeptAudiences>, ApiError> {
    let kept = app.store.kept_audiences(caller.account).await?;
    Ok(Json(KeptAudiences { audiences: kept.into_iter().map(shown).collect() }))
}

/// Read an audience
#[utoipa::path(
    get,
    path = "/api/v1/audiences/{audience_id}",
    tag = "audiences",
    security(("api_key" = [])),
    params(("audience_id" = String, Path, description = "The identifier that keeping it returned")),
    responses(
        (status = 200, description = "The audience", body = KeptAudience),
        (status = 401, description = "Missing, invalid or revoked API key", body = ErrorBody),
        (status = 404, description = "This account keeps no such audience", body = ErrorBody),
        (status = 429, description = "Too many requests", body = ErrorBody),
        (status = 500, description = "Internal server error; safe to retry", body = ErrorBody),
    )
)]
pub async fn read_audience(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    id: Id,
) -> Result<Json<KeptAudience>, ApiError> {
    let kept = app.store.kept_audience(caller.account, audience_id(id)?).await?;
    kept.map(|kept| Json(shown(kept))).ok_or(ApiError::NotFound)
}

/// Delete an audience
///
/// Reports that were made with it keep their copy.
#[utoipa::path(
    delete,
    path = "/api/v1/audiences/{audience_id}",
    tag = "audiences",
    security(("api_key" = [])),
    params(("audience_id" = String, Path, description = "The identifier that keeping it returned")),
    responses(
        (status = 204, description = "It is gone"),
        (status = 401, description = "Missing, invalid or revoked API key", body = ErrorBody),
        (status = 404, description = "This account keeps no such audience", body = ErrorBody),
        (status = 429, description = "Too many requests", body = ErrorBody),
        (status = 500, description = "Internal server error; safe to retry", body = ErrorBody),
    )
)]
pub async fn delete_audience(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    id: Id,
) -> Result<StatusCode, ApiError> {
    match app.store.delete_audience(caller.account, audience_id(id)?).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::NotFound),
    }
}

fn audience_id(id: Id) -> Result<AudienceId, ApiError> {
    id.ok().and_then(|Path(id)| AudienceId::parse(&id)).ok_or(ApiError::NotFound)
}

fn shown(kept: store::KeptAudience) -> KeptAudience {
    KeptAudience {
        audience_id: kept.id.to_string(),
        audience_filters: AudienceFilters::of(described(&kept, kept.language), kept.filters),
        name: kept.name,
        audience_description: kept.words,
        people: u64::try_from(kept.people).unwrap_or(0),
        default_sample_size: u32::try_from(kept.sample_size).unwrap_or(u32::MAX),
        created_at: written(kept.created_at),
    }
}
