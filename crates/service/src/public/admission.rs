//! Middleware of all public pages: limits by network and on concurrent requests. A refused request gets an error page
//! and causes no database access.

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::app::{App, Denied, PeerAddress, Surface};
use crate::page;

pub async fn admit_report(
    State(app): State<App>,
    peer: Option<Extension<PeerAddress>>,
    request: Request,
    next: Next,
) -> Response {
    admit(app, peer, Surface::Report, request, next).await
}

pub async fn admit_survey(
    State(app): State<App>,
    peer: Option<Extension<PeerAddress>>,
    request: Request,
    next: Next,
) -> Response {
    admit(app, peer, Surface::Survey, request, next).await
}

async fn admit(
    app: App,
    peer: Option<Extension<PeerAddress>>,
    surface: Surface,
    request: Request,
    next: Next,
) -> Response {
    let caller = PeerAddress::caller(peer.map(|Extension(peer)| peer), request.headers(), app.config.behind_proxy);
    match app.public_limits.admit(caller, surface).await {
        Ok(_place) => next.run(request).await,
        Err(denied) => refusal(request.headers(), denied),
    }
}

/// Renders the page for a refused request, with `Retry-After`.
pub fn refusal(headers: &HeaderMap, denied: Denied) -> Response {
    let (status, heading, explanation, seconds) = match denied {
        Denied::TooMany(wait) => {
            (StatusCode::TOO_MANY_REQUESTS, "web-too-many", "web-too-many-explained", wait.as_secs() + 1)
        }
        Denied::Busy => (StatusCode::SERVICE_UNAVAILABLE, "web-busy", "web-busy-explained", 2),
    };
    let mut response = page::message(status, headers, heading, explanation);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    response
}
