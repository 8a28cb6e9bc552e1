//! The session cookie, set at sign-in and removed at sign-out, and the account that it identifies.

use axum::extract::FromRequestParts;
use axum::extract::OptionalFromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::response::{IntoResponse, Redirect, Response};
use foundation::Language;
use url::form_urlencoded;

use super::fault::Fault;
use crate::app::App;
use crate::page::preferred_language;
use primitives::clock::UnixMs;
use primitives::ids::AccountId;
use primitives::secret::PlainToken;
use store::{Account, NewSession};

const COOKIE: &str = "canvass_session";
pub const SESSION_LASTS_S: i64 = 30 * 24 * 60 * 60;

/// A signed-in account. As a handler argument it redirects everybody else to the sign-in page.
pub struct Member {
    pub account: Account,
    pub language: Language,
    /// Path and query of the requested page.
    pub path: String,
    /// Token of this session, which stays valid when the account's other sessions are ended.
    pub token: PlainToken,
}

impl Member {
    pub fn id(&self) -> AccountId {
        self.account.id
    }
}

impl FromRequestParts<App> for Member {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Response> {
        match signed_in(app, parts).await {
            Ok(Some(member)) => Ok(member),
            Ok(None) => Err(to_sign_in(parts)),
            Err(fault) => Err(fault.into_response()),
        }
    }
}

impl OptionalFromRequestParts<App> for Member {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, Response> {
        signed_in(app, parts).await.map_err(IntoResponse::into_response)
    }
}

async fn signed_in(app: &App, parts: &Parts) -> Result<Option<Member>, Fault> {
    let Some(token) = token(&parts.headers) else { return Ok(None) };
    let Some(id) = app.store.session_account(token.hash(), app.clock.now()).await? else { return Ok(None) };
    let account = app.store.account(id).await?;
    let (language, path) = (preferred_language(&parts.headers), path(parts).to_owned());
    Ok(account.map(|account| Member { account, language, path, token }))
}

/// Redirects to the sign-in page, with the requested page as `next`. A submitted form is not repeated.
fn to_sign_in(parts: &Parts) -> Response {
    if parts.method != Method::GET {
        return Redirect::to("/sign-in").into_response();
    }
    let query = form_urlencoded::Serializer::new(String::new()).append_pair("next", path(parts)).finish();
    Redirect::to(&format!("/sign-in?{query}")).into_response()
}

fn path(parts: &Parts) -> &str {
    parts.uri.path_and_query().map_or("/", |path| path.as_str())
}

pub fn token(headers: &HeaderMap) -> Option<PlainToken> {
    crate::page::cookie(headers, COOKIE).map(PlainToken::from_client)
}

/// Returns a new session starting now, and its token.
pub fn new_session(app: &App, now: UnixMs) -> (PlainToken, NewSession) {
    let token = PlainToken::generate(&app.chance);
    let session = NewSession { hash: token.hash(), expires_at: now + SESSION_LASTS_S * 1000 };
    (token, session)
}

/// Redirects to a local path and sets the session cookie.
pub fn signed_in_to(app: &App, token: &PlainToken, path: &str) -> Result<Response, Fault> {
    Ok(([(header::SET_COOKIE, cookie(app, token.reveal(), SESSION_LASTS_S)?)], Redirect::to(path)).into_response())
}

/// Redirects to a local path and removes the session cookie.
pub fn signed_out_to(app: &App, path: &str) -> Result<Response, Fault> {
    Ok(([(header::SET_COOKIE, cookie(app, "", 0)?)], Redirect::to(path)).into_response())
}

/// Ends the session of a request, if it has one.
pub async fn end(app: &App, headers: &HeaderMap) -> Result<(), Fault> {
    if let Some(token) = token(headers) {
        app.store.end_session(token.hash()).await?;
    }
    Ok(())
}

/// Builds the session cookie. It is `Secure` if the public URL uses https.
fn cookie(app: &App, value: &str, lasts_s: i64) -> Result<HeaderValue, header::InvalidHeaderValue> {
    let secure = app.config.secure_attribute();
    let mut cookie =
        HeaderValue::try_from(format!("{COOKIE}={value}; Path=/; Max-Age={lasts_s}; HttpOnly; SameSite=Lax{secure}"))?;
    cookie.set_sensitive(true);
    Ok(cookie)
}
