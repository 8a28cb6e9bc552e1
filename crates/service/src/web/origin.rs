//! Middleware that rejects workspace requests to foreign host names, and changes sent from pages of other sites.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::fault::Fault;
use crate::app::Origins;

pub async fn own_only(State(origins): State<Arc<Origins>>, request: Request, next: Next) -> Response {
    let changes_nothing = matches!(*request.method(), Method::GET | Method::HEAD);
    if !origins.is_our_host(request.uri(), request.headers()) {
        Fault::UnknownHost.into_response()
    } else if changes_nothing || origins.is_our_form(request.headers()) {
        next.run(request).await
    } else {
        Fault::CrossSite.into_response()
    }
}
