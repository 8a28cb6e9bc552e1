//! Opening an account. An address that already has an account gets the same response as a new one, including a
//! cookie, but that cookie is invalid: the response must not reveal who has an account.

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::fault::Fault;
use super::form::FormFields;
use super::session::{self, Member};
use super::shell::{Shell, framed};
use super::sign_in::take_try;
use crate::app::{App, PeerAddress};
use crate::page::{preferred_language, show};
use primitives::email::Email;
use primitives::ids::{AccountId, LedgerId};
use primitives::password::{PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN, PlainPassword};
use store::{AddAccountError, NewAccount};

#[derive(Template)]
#[template(path = "workspace/sign_up.html")]
struct SignUpPage {
    shell: Shell,
    email: String,
    email_error: Option<String>,
    password_error: Option<String>,
    chars_min: usize,
    chars_max: usize,
    credits: Option<String>,
}

framed!(SignUpPage);

impl SignUpPage {
    fn new(app: &App, headers: &HeaderMap) -> Self {
        let shell = Shell::visitor(preferred_language(headers), "/sign-up");
        let credits = app.config.sign_up_credits;
        Self {
            credits: (credits > 0).then(|| shell.counted("work-sign-up-credits", credits)),
            shell,
            email: String::new(),
            email_error: None,
            password_error: None,
            chars_min: PASSWORD_CHARS_MIN,
            chars_max: PASSWORD_CHARS_MAX,
        }
    }
}

#[derive(Deserialize)]
pub struct NewCredentials {
    email: String,
    password: String,
}

pub async fn ask(State(app): State<App>, member: Option<Member>, headers: HeaderMap) -> Result<Response, Fault> {
    require_open(&app)?;
    if member.is_some() {
        return Ok(Redirect::to("/").into_response());
    }
    Ok(show(StatusCode::OK, &headers, &SignUpPage::new(&app, &headers)))
}

pub async fn sign_up(
    State(app): State<App>,
    peer: Option<Extension<PeerAddress>>,
    headers: HeaderMap,
    FormFields(given): FormFields<NewCredentials>,
) -> Result<Response, Fault> {
    require_open(&app)?;
    let email = Email::parse(&given.email);
    let caller = take_try(&app, email.as_ref(), peer, &headers)?;
    let password = PlainPassword::typed(given.password);
    let (Some(email), true) = (&email, password.is_acceptable()) else {
        let mut page = SignUpPage::new(&app, &headers);
        page.email_error = email.is_none().then(|| page.say("work-email-wrong"));
        page.password_error = (!password.is_acceptable()).then(|| page.say("work-password-wrong"));
        page.email = given.email;
        return Ok(show(StatusCode::UNPROCESSABLE_ENTITY, &headers, &page));
    };
    let password = app.passwords.hash(password, &app.chance).await?;
    let now = app.clock.now();
    let (token, session) = session::new_session(&app, now);
    let account = NewAccount {
        id: AccountId::new(now, &app.chance),
        email: email.as_str(),
        credits: app.config.sign_up_credits,
        grant: LedgerId::new(now, &app.chance),
    };
    match app.store.sign_up(account, &password, session, now).await {
        Ok(()) => app.sign_in_limits.remember(email, caller),
        Err(AddAccountError::Taken) => {}
        Err(AddAccountError::Store(error)) => return Err(error.into()),
    }
    session::signed_in_to(&app, &token, "/welcome")
}

fn require_open(app: &App) -> Result<(), Fault> {
    if app.config.is_registration_open { Ok(()) } else { Err(Fault::RegistrationClosed) }
}
