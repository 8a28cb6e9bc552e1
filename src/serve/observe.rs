//! Around every request: an id, a span with one closing line, a time limit, the count for the metrics, and a 500 in
//! place of a panic.

use std::panic::AssertUnwindSafe;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::FutureExt;
use tokio::time::Instant;
use tracing::Instrument;
use ulid::Ulid;

use crate::api::ApiError;
use crate::app::App;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const REQUEST_ID_CHARS_MAX: usize = 128;
const CONTENT_TYPE_OPTIONS: HeaderName = HeaderName::from_static("x-content-type-options");

pub async fn observe(State(app): State<App>, request: Request, next: Next) -> Response {
    let id = request_id(&app, &request);
    let method = request.method().clone();
    // Only the route's pattern is shown: a path may carry a secret, such as a sign-in link's.
    let route = request.extensions().get::<MatchedPath>().map_or("none".to_owned(), |path| path.as_str().to_owned());
    let span = tracing::info_span!("request", request_id = id.to_str().unwrap_or_default(), %method, route);
    let started = Instant::now();
    let mut response = answer(&app, request, next).instrument(span.clone()).await;
    let elapsed = started.elapsed();
    let status = response.status();
    span.in_scope(|| log(status, elapsed.as_micros()));
    metrics::counter!("canvass_http_requests_total", "route" => route.clone(), "method" => method.to_string(), "status" => status.as_str().to_owned())
        .increment(1);
    metrics::histogram!("canvass_http_request_seconds", "route" => route).record(elapsed.as_secs_f64());
    response.headers_mut().insert(REQUEST_ID, id);
    response.headers_mut().insert(CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

async fn answer(app: &App, request: Request, next: Next) -> Response {
    let answering = AssertUnwindSafe(next.run(request)).catch_unwind();
    match tokio::time::timeout(app.config.request_timeout, answering).await {
        Ok(Ok(response)) => response,
        Ok(Err(_panic)) => ApiError::Internal(anyhow::anyhow!("a handler panicked")).into_response(),
        Err(_) => ApiError::Timeout.into_response(),
    }
}

fn log(status: StatusCode, elapsed_us: u128) {
    let elapsed_ms = elapsed_us as f64 / 1000.0;
    tracing::info!(status = status.as_u16(), elapsed_ms, "answered");
}

/// The client's own id if it is harmless, so that both sides can search for the same one.
fn request_id(app: &App, request: &Request) -> HeaderValue {
    let given = request.headers().get(&REQUEST_ID).filter(|id| {
        let bytes = id.as_bytes();
        (1..=REQUEST_ID_CHARS_MAX).contains(&bytes.len()) && bytes.iter().all(u8::is_ascii_graphic)
    });
    given.cloned().unwrap_or_else(|| {
        let id = Ulid::from_parts(app.clock.now().unsigned_abs(), app.chance.u128());
        HeaderValue::try_from(id.to_string()).unwrap_or(HeaderValue::from_static("unknown"))
    })
}
