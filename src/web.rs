//! The workspace: server-rendered pages for people, in the language their browser asks for.
//! Knows the store and nothing of engines.

mod home;
mod session;
mod sign_in;

use axum::Router;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::app::App;

const STYLESHEET: &str = include_str!("../static/canvass.css");
pub fn router(app: &App) -> Router {
    Router::new()
        .route("/", get(home::home))
        .route("/sign-in/{token}", get(sign_in::ask).post(sign_in::sign_in))
        .route("/sign-out", post(sign_in::sign_out))
        .with_state(app.clone())
        .route("/static/canvass.css", get(stylesheet))
}

async fn stylesheet() -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/css; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=300")),
    ];
    (headers, STYLESHEET).into_response()
}
