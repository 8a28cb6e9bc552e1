//! Signing in by a link that works once, and signing out. Opening the link only asks; the button uses it up, so that
//! a program that looks at links does not.

use askama::Template;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use survey::brief::Language;
use survey::wording;

use super::session;
use crate::app::App;
use crate::page::{message, not_found, preferred_language, show, trouble};
use crate::secret::PlainToken;

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignInPage {
    language: Language,
}

impl SignInPage {
    fn language(&self) -> Language {
        self.language
    }

    fn say(&self, id: &str) -> String {
        wording::say(self.language, id, &[])
    }
}

pub async fn ask(headers: HeaderMap) -> Response {
    show(StatusCode::OK, &headers, &SignInPage { language: preferred_language(&headers) })
}

pub async fn sign_in(
    State(app): State<App>,
    link: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Response {
    let Ok(Path(link)) = link else { return not_found(headers).await };
    let link = PlainToken::from_client(&link);
    let session = PlainToken::generate(&app.chance);
    let now = app.clock.now();
    let lasts_until = now + session::SESSION_LASTS_S * 1000;
    match app.store.trade_link_for_session(link.hash(), session.hash(), lasts_until, now).await {
        Ok(true) => with_cookie(&headers, session::set_cookie(&app, &session)),
        Ok(false) => message(StatusCode::NOT_FOUND, &headers, "web-not-found", "web-sign-in-expired"),
        Err(error) => trouble(&headers, &error.into()),
    }
}

pub async fn sign_out(State(app): State<App>, headers: HeaderMap) -> Response {
    if let Some(token) = session::token(&headers)
        && let Err(error) = app.store.end_session(token.hash()).await
    {
        return trouble(&headers, &error.into());
    }
    with_cookie(&headers, session::clear_cookie(&app))
}

fn with_cookie(headers: &HeaderMap, cookie: Result<header::HeaderValue, header::InvalidHeaderValue>) -> Response {
    match cookie {
        Ok(cookie) => ([(header::SET_COOKIE, cookie)], Redirect::to("/")).into_response(),
        Err(error) => trouble(headers, &error.into()),
    }
}
