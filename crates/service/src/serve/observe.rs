//! Middleware around every request: request id, tracing span with one closing log line, timeout, metrics, and a
//! response in place of a panic. Neither logs nor metrics contain client input, except a well-formed request id.

use std::panic::AssertUnwindSafe;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::FutureExt;
use tokio::time::Instant;
use tracing::Instrument;
use ulid::Ulid;

use crate::api::ApiError;
use crate::app::App;
use crate::page;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const REQUEST_ID_CHARS_MAX: usize = 128;
/// Allowed besides letters and digits: characters of UUIDs, trace contexts, base64 and paths.
const REQUEST_ID_SIGNS: &[u8] = b"-_.:/+=";
const CONTENT_TYPE_OPTIONS: HeaderName = HeaderName::from_static("x-content-type-options");

pub async fn observe(State(app): State<App>, request: Request, next: Next) -> Response {
    let id = request_id(&app, &request);
    let method = known_method(request.method());
    // Only the route pattern is logged: a path may contain a secret, such as a sign-in link.
    let route = request.extensions().get::<MatchedPath>().map_or("none".to_owned(), |path| path.as_str().to_owned());
    let span = tracing::info_span!("request", request_id = id.to_str().unwrap_or_default(), method, route);
    let started = Instant::now();
    let mut response = answer(&app, request, next).instrument(span.clone()).await;
    let elapsed = started.elapsed();
    let status = response.status();
    span.in_scope(|| log(status, elapsed.as_micros()));
    metrics::counter!("canvass_http_requests_total", "route" => route.clone(), "method" => method, "status" => status.as_str().to_owned())
        .increment(1);
    metrics::histogram!("canvass_http_request_seconds", "route" => route).record(elapsed.as_secs_f64());
    response.headers_mut().insert(REQUEST_ID, id);
    response.headers_mut().insert(CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// Maps unknown methods to `other`, so that clients cannot create metric labels.
fn known_method(method: &Method) -> &'static str {
    let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE"];
    known.into_iter().find(|known| *known == method.as_str()).unwrap_or("other")
}

async fn answer(app: &App, request: Request, next: Next) -> Response {
    // Errors of a page are pages in the reader's language; only the API answers in JSON.
    let page_reader = (!is_interface(request.uri().path())).then(|| request.headers().clone());
    let answering = AssertUnwindSafe(next.run(request)).catch_unwind();
    match (tokio::time::timeout(app.config.request_timeout, answering).await, page_reader) {
        (Ok(Ok(response)), _) => response,
        (Ok(Err(_panic)), None) => ApiError::Internal(panicked()).into_response(),
        (Ok(Err(_panic)), Some(reader)) => page::trouble(&reader, &panicked()),
        (Err(_), None) => ApiError::Timeout.into_response(),
        (Err(_), Some(reader)) => page::too_slow(&reader),
    }
}

fn is_interface(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

fn panicked() -> anyhow::Error {
    anyhow::anyhow!("a handler panicked")
}

fn log(status: StatusCode, elapsed_us: u128) {
    let elapsed_ms = elapsed_us as f64 / 1000.0;
    tracing::info!(status = status.as_u16(), elapsed_ms, "answered");
}

/// Returns the client's request id if it is well-formed, else a new one. It is the only client input in the logs, so
/// its characters exclude sentences, e-mail addresses and markup.
fn request_id(app: &App, request: &Request) -> HeaderValue {
    let given = request.headers().get(&REQUEST_ID).filter(|id| {
        let bytes = id.as_bytes();
        (1..=REQUEST_ID_CHARS_MAX).contains(&bytes.len())
            && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || REQUEST_ID_SIGNS.contains(byte))
    });
    given.cloned().unwrap_or_else(|| {
        let id = Ulid::from_parts(app.clock.now().unsigned_abs(), app.chance.u128());
        HeaderValue::try_from(id.to_string()).unwrap_or(HeaderValue::from_static("unknown"))
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use axum::Router;
    use axum::body::Body;
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use http_body_util::BodyExt;
    use tower::ServiceExt;

    use super::*;
    use crate::config::{Config, SettingFlags};
    use crate::serve::open_store;
    use primitives::chance::Chance;
    use primitives::clock::Clock;

    /// Sends a request to a service whose handlers all panic, or take `takes` to answer.
    async fn broken(path: &str, takes: Duration) -> (StatusCode, String, String) {
        let folder = tempfile::tempdir().unwrap();
        let flags = SettingFlags {
            data_dir: Some(folder.path().to_owned()),
            engine: Some("scripted".to_owned()),
            request_timeout_ms: Some(1000),
            ..SettingFlags::default()
        };
        let config = Arc::new(Config::load(&flags).unwrap());
        let store = open_store(&config).await.unwrap();
        let app = App::new(config, store, Clock::System, Chance::seeded(1));
        let breaks = move || async move {
            tokio::time::sleep(takes).await;
            if !takes.is_zero() { StatusCode::OK } else { panic!("expected") }
        };
        let routes = Router::new().fallback(get(breaks)).layer(from_fn_with_state(app, observe));
        let request = Request::get(path).header("accept-language", "es").body(Body::empty()).unwrap();
        tokio::time::pause();
        let response = routes.oneshot(request).await.unwrap();
        let kind = response.headers()["content-type"].to_str().unwrap().to_owned();
        let status = response.status();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        tokio::time::resume();
        (status, kind, String::from_utf8(body.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn what_breaks_behind_a_page_is_said_by_a_page() {
        for path in ["/", "/reports", "/r/0000000000000000000000", "/apiary"] {
            let (status, kind, body) = broken(path, Duration::ZERO).await;
            assert_eq!((status.as_u16(), kind.as_str()), (500, "text/html; charset=utf-8"), "{path}");
            assert!(body.contains("<html lang=\"es\">") && body.contains("Algo salió mal"), "{body}");
            let (status, kind, body) = broken(path, Duration::from_secs(60)).await;
            assert_eq!((status.as_u16(), kind.as_str()), (503, "text/html; charset=utf-8"), "{path}");
            assert!(body.contains("<html lang=\"es\">") && body.contains("tardando demasiado"), "{body}");
        }
    }

    #[tokio::test]
    async fn what_breaks_behind_the_interface_is_json() {
        for takes in [Duration::ZERO, Duration::from_secs(60)] {
            for path in ["/api/v1/credits", "/api"] {
                let (status, kind, body) = broken(path, takes).await;
                assert_eq!((status.as_u16(), kind.as_str()), (500, "application/json"), "{path}");
                assert!(body.starts_with(r#"{"error":{"code":"internal""#), "{body}");
            }
        }
    }

    #[test]
    fn a_method_that_somebody_made_up_is_no_label_of_its_own() {
        for n in 0..1000 {
            let method = Method::from_bytes(format!("SECRET{n}").as_bytes()).unwrap();
            assert_eq!(known_method(&method), "other");
        }
        assert_eq!(known_method(&Method::PATCH), "PATCH");
        assert_eq!(known_method(&Method::from_bytes(b"get").unwrap()), "other");
    }
}
