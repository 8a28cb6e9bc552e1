//! The start page: introduces the service and how to sign in. Signed-in people are redirected to their reports.

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};

use super::session::Member;
use super::shell::{Shell, framed};
use crate::app::App;
use crate::page::{preferred_language, show};

#[derive(Template)]
#[template(path = "workspace/home.html")]
struct HomePage {
    shell: Shell,
    may_sign_up: bool,
}

framed!(HomePage);

pub async fn home(State(app): State<App>, member: Option<Member>, headers: HeaderMap) -> Response {
    if member.is_some() {
        return Redirect::to("/reports").into_response();
    }
    let may_sign_up = app.config.is_registration_open;
    let shell = Shell::visitor(preferred_language(&headers), "/");
    show(StatusCode::OK, &headers, &HomePage { shell, may_sign_up })
}
