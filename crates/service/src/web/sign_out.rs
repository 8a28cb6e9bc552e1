//! Signing out. An account without a password could not sign in again by itself, so its owner is asked to confirm.

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::fault::Fault;
use super::form::FormFields;
use super::session::{self, Member};
use super::shell::{Section, Shell, framed};
use crate::app::App;
use crate::page::show;

#[derive(Template)]
#[template(path = "workspace/sign_out.html")]
struct SignOutPage {
    shell: Shell,
    has_password: bool,
}

framed!(SignOutPage);

#[derive(Deserialize)]
pub struct Decision {
    /// Sent by the confirmation page.
    confirmed: Option<String>,
}

pub async fn ask(State(app): State<App>, member: Member, headers: HeaderMap) -> Result<Response, Fault> {
    let has_password = app.store.password(member.id()).await?.is_some();
    Ok(show(StatusCode::OK, &headers, &SignOutPage { shell: Shell::of(&member, Section::Account), has_password }))
}

pub async fn sign_out(
    State(app): State<App>,
    member: Option<Member>,
    headers: HeaderMap,
    decision: Result<FormFields<Decision>, Fault>,
) -> Result<Response, Fault> {
    // A form that cannot be parsed is no confirmation.
    let is_confirmed = decision.is_ok_and(|FormFields(decision)| decision.confirmed.is_some());
    if let Some(member) = member.filter(|_| !is_confirmed)
        && app.store.password(member.id()).await?.is_none()
    {
        return Ok(Redirect::to("/sign-out").into_response());
    }
    session::end(&app, &headers).await?;
    session::signed_out_to(&app, "/")
}
