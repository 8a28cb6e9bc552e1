//! Reading of request bodies within limits of size and time, and of idempotency keys.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, header};
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::ApiError;
use super::auth::discard;
use crate::config::Config;

const IDEMPOTENCY_KEY: &str = "idempotency-key";
const IDEMPOTENCY_KEY_CHARS_MAX: usize = 255;
pub(super) const IDEMPOTENCY_REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// Reads the complete body. On an error, the rest of the body is read and dropped.
pub(super) async fn read_body(mut body: Body, config: &Config) -> Result<Bytes, ApiError> {
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

/// Reads the complete body of a request that must be JSON.
pub(super) async fn read_json_body(headers: &HeaderMap, body: Body, config: &Config) -> Result<Bytes, ApiError> {
    if content_type(headers) != "application/json" {
        discard(body).await;
        return Err(ApiError::unreadable("Content-Type must be application/json"));
    }
    read_body(body, config).await
}

/// Returns the media type without its parameters, in lower case.
pub(super) fn content_type(headers: &HeaderMap) -> String {
    let given = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    given.split_once(';').map_or(given, |(kind, _)| kind).trim().to_ascii_lowercase()
}

/// Parses a JSON object. An error names the invalid field.
pub(super) fn parse_object<T: DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    let text = std::str::from_utf8(body).map_err(|_| ApiError::unreadable("the body is not UTF-8"))?;
    // serde would accept an array of the fields in order as well.
    if text.trim_start().starts_with('[') {
        return Err(ApiError::unreadable("the body must be a JSON object"));
    }
    let mut json = serde_json::Deserializer::from_str(text);
    let read = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let field = error.path().to_string();
        let message = error.inner().to_string();
        // For text that is not JSON, the position of the error does not identify a field.
        if field == "." || !error.inner().is_data() {
            ApiError::unreadable(message)
        } else {
            ApiError::invalid(&*field, format!("{field}: {message}"))
        }
    })?;
    json.end().map_err(|error| ApiError::unreadable(error.to_string()))?;
    Ok(read)
}

pub(super) fn idempotency_key(headers: &HeaderMap) -> Result<Option<&str>, ApiError> {
    let Some(value) = headers.get(IDEMPOTENCY_KEY) else { return Ok(None) };
    let message = "Idempotency-Key must have 1 to 255 printable ASCII characters";
    value
        .to_str()
        .ok()
        .filter(|key| (1..=IDEMPOTENCY_KEY_CHARS_MAX).contains(&key.len()))
        .map(Some)
        .ok_or_else(|| ApiError::invalid("Idempotency-Key", message))
}
