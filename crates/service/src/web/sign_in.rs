//! Signing in, by e-mail address and password or by a one-time link. Neither the response to a failed attempt nor its
//! duration reveals whether the account exists.

use std::net::IpAddr;

use askama::Template;
use axum::Extension;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::fault::Fault;
use super::form::{FormFields, QueryFields, local_path};
use super::session::{self, Member};
use super::shell::{Shell, framed};
use crate::app::{App, PeerAddress};
use crate::page::{message, preferred_language, show};
use primitives::email::Email;
use primitives::ids::AccountId;
use primitives::password::PlainPassword;
use primitives::secret::PlainToken;

#[derive(Template)]
#[template(path = "workspace/sign_in.html")]
struct SignInPage {
    shell: Shell,
    next: String,
    email: String,
    /// What was wrong with the last attempt.
    error: Option<String>,
    notice: Option<String>,
    may_sign_up: bool,
}

#[derive(Template)]
#[template(path = "workspace/sign_in_link.html")]
struct LinkPage {
    shell: Shell,
}

framed!(SignInPage, LinkPage);

#[derive(Deserialize)]
pub struct NextPage {
    next: Option<String>,
}

#[derive(Deserialize)]
pub struct Credentials {
    email: String,
    password: String,
    next: Option<String>,
}

pub async fn ask(
    State(app): State<App>,
    member: Option<Member>,
    QueryFields(way): QueryFields<NextPage>,
    headers: HeaderMap,
) -> Response {
    let next = local_path(way.next.as_deref());
    if member.is_some() {
        return Redirect::to(next).into_response();
    }
    show(StatusCode::OK, &headers, &sign_in_page(&app, &headers, next))
}

/// The page after sign-up. Somebody whose address already had an account has no valid session and is asked to sign
/// in.
pub async fn welcome(State(app): State<App>, member: Option<Member>, headers: HeaderMap) -> Response {
    if member.is_some() {
        return Redirect::to("/reports").into_response();
    }
    let mut page = sign_in_page(&app, &headers, "/");
    page.notice = Some(page.say("work-sign-up-taken"));
    show(StatusCode::OK, &headers, &page)
}

fn sign_in_page(app: &App, headers: &HeaderMap, next: &str) -> SignInPage {
    SignInPage {
        shell: Shell::visitor(preferred_language(headers), "/sign-in"),
        next: next.to_owned(),
        email: String::new(),
        error: None,
        notice: None,
        may_sign_up: app.config.is_registration_open,
    }
}

pub async fn sign_in(
    State(app): State<App>,
    peer: Option<Extension<PeerAddress>>,
    headers: HeaderMap,
    FormFields(given): FormFields<Credentials>,
) -> Result<Response, Fault> {
    let email = Email::parse(&given.email);
    let caller = take_try(&app, email.as_ref(), peer, &headers)?;
    let next = local_path(given.next.as_deref());
    let Some(account) = judged(&app, email.as_ref(), PlainPassword::typed(given.password)).await? else {
        let mut page = sign_in_page(&app, &headers, next);
        page.error = Some(page.say("work-sign-in-wrong"));
        page.email = given.email;
        return Ok(show(StatusCode::FORBIDDEN, &headers, &page));
    };
    if let Some(email) = &email {
        app.sign_in_limits.remember(email, caller);
    }
    session::end(&app, &headers).await?;
    let now = app.clock.now();
    let (token, session) = session::new_session(&app, now);
    app.store.open_session(account, session, now).await?;
    session::signed_in_to(&app, &token, next)
}

/// Returns the account if the password is correct. Every path computes one hash, so that timing reveals nothing.
async fn judged(app: &App, email: Option<&Email>, password: PlainPassword) -> Result<Option<AccountId>, Fault> {
    let credentials = match email {
        Some(email) => app.store.credentials(email.as_str()).await?,
        None => None,
    };
    let (account, stored) = credentials.map(|credentials| (credentials.account, credentials.password)).unzip();
    Ok(app.passwords.verify(password, stored.flatten()).await?.then_some(account).flatten())
}

/// Counts an attempt before anything is looked up, whether or not it would succeed. Returns the caller's address.
pub fn take_try(
    app: &App,
    email: Option<&Email>,
    peer: Option<Extension<PeerAddress>>,
    headers: &HeaderMap,
) -> Result<IpAddr, Fault> {
    let caller = PeerAddress::caller(peer.map(|Extension(peer)| peer), headers, app.config.behind_proxy);
    app.sign_in_limits.take(email, caller).map_err(|wait| Fault::TooManyTries { wait })?;
    Ok(caller)
}

pub async fn ask_link(uri: Uri, headers: HeaderMap) -> Response {
    let shell = Shell::visitor(preferred_language(&headers), uri.path());
    show(StatusCode::OK, &headers, &LinkPage { shell })
}

/// Signs in with a one-time link. A GET only shows a button, so that programs that follow links do not use it up.
pub async fn sign_in_by_link(
    State(app): State<App>,
    link: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let Path(link) = link.map_err(|_| Fault::NotFound)?;
    let now = app.clock.now();
    let (token, session) = session::new_session(&app, now);
    if app.store.trade_link_for_session(PlainToken::from_client(&link).hash(), session, now).await? {
        session::signed_in_to(&app, &token, "/")
    } else {
        Ok(message(StatusCode::NOT_FOUND, &headers, "web-sign-in-expired", "web-sign-in-expired-explained"))
    }
}
