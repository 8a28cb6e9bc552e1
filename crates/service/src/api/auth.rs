//! Authenticates a request before its body is read: first the API key, then the rate limits of key and account.

use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use tokio::time::timeout;

use super::ApiError;
use crate::app::{Allowance, App};
use primitives::secret::PlainKey;
use store::Caller;

const LIMIT: HeaderName = HeaderName::from_static("ratelimit-limit");
const REMAINING: HeaderName = HeaderName::from_static("ratelimit-remaining");
const RESET: HeaderName = HeaderName::from_static("ratelimit-reset");

/// How much of a refused request's body is read and dropped, so that the client gets to read the response.
const DISCARDED_BYTES_MAX: usize = 8 * 1024 * 1024;
const DISCARDING_MAX: Duration = Duration::from_secs(5);

/// Lets a request with a valid key through, with its [`Caller`] as an extension.
pub async fn require_key(State(app): State<App>, mut request: Request, next: Next) -> Response {
    match admit(&app, request.headers()).await {
        Ok((caller, allowance)) => {
            request.extensions_mut().insert(caller);
            let mut response = next.run(request).await;
            note_allowance(response.headers_mut(), &allowance);
            response
        }
        Err((error, allowance)) => {
            discard(request.into_body()).await;
            let mut response = error.into_response();
            note_allowance(response.headers_mut(), &allowance);
            response
        }
    }
}

/// Reads a body to its end or to a limit, and drops it. Closing the connection on a client that is still sending
/// would reset it, and the client would never see the response.
pub async fn discard(mut body: Body) {
    let mut discarded_bytes = 0;
    let reading = async {
        while let Some(Ok(frame)) = body.frame().await {
            discarded_bytes += frame.data_ref().map_or(0, |data| data.len());
            if discarded_bytes > DISCARDED_BYTES_MAX {
                return;
            }
        }
    };
    // The connection to a client that is slower than this is closed.
    let _ = timeout(DISCARDING_MAX, reading).await;
}

async fn admit(app: &App, headers: &HeaderMap) -> Result<(Caller, Allowance), (ApiError, Allowance)> {
    let caller = authenticate(app, headers).await.map_err(|error| (error, Allowance::Unlimited))?;
    let allowance = app.allow(caller.account, caller.key);
    if let Allowance::Refused { retry_after_s, .. } = allowance {
        let message = format!("too many requests; try again in {retry_after_s} s");
        return Err((ApiError::RateLimited { message, retry_after_s }, allowance));
    }
    if caller.last_use_is_stale {
        note_use(app.clone(), caller);
    }
    Ok((caller, allowance))
}

async fn authenticate(app: &App, headers: &HeaderMap) -> Result<Caller, ApiError> {
    let key = bearer(headers).and_then(PlainKey::parse).ok_or(ApiError::Unauthorized)?;
    app.store.authenticate(key.hash(), app.clock.now()).await?.ok_or(ApiError::Unauthorized)
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, key) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| key.trim())
}

/// Records the last use of a key in the background: it is only informative, so the request does not wait.
fn note_use(app: App, caller: Caller) {
    tokio::spawn(async move {
        if let Err(error) = app.store.touch_key(caller.key, app.clock.now()).await {
            tracing::warn!(%error, key = %caller.key, "the time of last use was not recorded");
        }
    });
}

fn note_allowance(headers: &mut HeaderMap, allowance: &Allowance) {
    let (limit, remaining, reset_s) = match *allowance {
        Allowance::Unlimited => return,
        Allowance::Granted { limit, remaining, reset_s } => (limit, remaining, reset_s),
        Allowance::Refused { limit, retry_after_s } => (limit, 0, retry_after_s),
    };
    headers.insert(LIMIT, HeaderValue::from(limit));
    headers.insert(REMAINING, HeaderValue::from(remaining));
    headers.insert(RESET, HeaderValue::from(reset_s));
}
