//! `POST /api/v1/reports`: records a report with its hold and rings for a worker.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use language::brief::Brief;
use tokio::time::timeout;

use super::ApiError;
use super::auth::discard;
use super::error::{ErrorBody, InsufficientCreditsBody, InvalidBody};
use crate::app::App;
use crate::config::Config;
use crate::store::{Caller, Opened, Status, Visibility};
use contract::requests::{ReportAccepted, ReportRequest};

const IDEMPOTENCY_KEY: &str = "idempotency-key";
const IDEMPOTENCY_KEY_CHARS_MAX: usize = 255;
const IDEMPOTENCY_REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// Create a report
///
/// Holds one credit per respondent and answers at once; poll the report until it is completed or failed.
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
        (status = 409, description = "The idempotency key was used with another body", body = ErrorBody),
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
    let body = read_body(&parts.headers, body, &app.config).await?;
    let brief = parse_brief(&body)?;
    let idempotency_key = idempotency_key(&parts.headers)?;
    let opened = app.open_report(caller.account, &brief, Visibility::ByLink, idempotency_key).await?;
    Ok(accepted(&opened))
}

fn accepted(opened: &Opened) -> Response {
    let body = ReportAccepted {
        request_id: opened.id.to_string(),
        status: Status::Queued.as_str(),
        credits_estimated: opened.credits_estimated,
        credits_left: opened.credits_left,
    };
    let mut response = (StatusCode::ACCEPTED, Json(body)).into_response();
    if opened.replayed {
        response.headers_mut().insert(IDEMPOTENCY_REPLAYED, HeaderValue::from_static("true"));
    }
    response
}

/// The whole body, or why not. Whatever is left of a refused body is read and thrown away.
async fn read_body(headers: &HeaderMap, mut body: Body, config: &Config) -> Result<Bytes, ApiError> {
    if !is_json(headers) {
        discard(body).await;
        return Err(ApiError::unreadable("Content-Type must be application/json"));
    }
    let bytes_max = config.body_bytes_max;
    let received = timeout(config.receive_timeout, Limited::new(&mut body, bytes_max).collect()).await;
    let refusal = match received {
        Ok(Ok(collected)) => return Ok(collected.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => format!("the body is larger than {bytes_max} bytes"),
        Ok(Err(_)) => "the body was cut off".to_owned(),
        Err(_) => return Err(ApiError::unreadable("the body took too long to arrive")),
    };
    discard(body).await;
    Err(ApiError::unreadable(refusal))
}

fn is_json(headers: &HeaderMap) -> bool {
    let given = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    given.split_once(';').map_or(given, |(kind, _)| kind).trim().eq_ignore_ascii_case("application/json")
}

fn parse_brief(body: &[u8]) -> Result<Brief, ApiError> {
    let text = std::str::from_utf8(body).map_err(|_| ApiError::unreadable("the body is not UTF-8"))?;
    // An array of the fields in order would read as a request, too.
    if text.trim_start().starts_with('[') {
        return Err(ApiError::unreadable("the body must be a JSON object"));
    }
    let mut json = serde_json::Deserializer::from_str(text);
    let request: ReportRequest = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let field = error.path().to_string();
        let message = error.inner().to_string();
        // In text that is no JSON, the place of the error says nothing about a field.
        if field == "." || !error.inner().is_data() {
            ApiError::unreadable(message)
        } else {
            ApiError::invalid(&*field, format!("{field}: {message}"))
        }
    })?;
    json.end().map_err(|error| ApiError::unreadable(error.to_string()))?;
    Ok(Brief::parse(request.into())?)
}

fn idempotency_key(headers: &HeaderMap) -> Result<Option<&str>, ApiError> {
    let Some(value) = headers.get(IDEMPOTENCY_KEY) else { return Ok(None) };
    let message = "Idempotency-Key must have 1 to 255 printable ASCII characters";
    value
        .to_str()
        .ok()
        .filter(|key| (1..=IDEMPOTENCY_KEY_CHARS_MAX).contains(&key.len()))
        .map(Some)
        .ok_or_else(|| ApiError::invalid("Idempotency-Key", message))
}
