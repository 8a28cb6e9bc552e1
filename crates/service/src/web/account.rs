//! The account page: password, default country of its audiences, consent to learning from studies, and page language.

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use foundation::Language;
use population::places;
use serde::Deserialize;

use super::fault::Fault;
use super::form::{FormFields, QueryFields, local_path};
use super::session::Member;
use super::shell::{Section, Shell, framed};
use super::sign_in::take_try;
use crate::app::{App, PeerAddress};
use crate::page::{LANGUAGE_COOKIE, show};
use primitives::email::Email;
use primitives::password::{PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN, PlainPassword};
use store::PEOPLE_MIN;

const LANGUAGE_LASTS_S: i64 = 365 * 24 * 60 * 60;

#[derive(Template)]
#[template(path = "workspace/account.html")]
struct AccountPage {
    shell: Shell,
    email: String,
    created_at: i64,
    has_password: bool,
    /// Confirmation of the change just made.
    changed: Option<String>,
    countries: Vec<CountryLine>,
    learns: bool,
    /// Minimum number of people that makes a study.
    people_min: String,
    current_error: Option<String>,
    new_error: Option<String>,
    chars_min: usize,
    chars_max: usize,
}

framed!(AccountPage);

/// A country in the selection list.
struct CountryLine {
    code: &'static str,
    name: String,
    is_chosen: bool,
}

#[derive(Deserialize)]
pub struct Outcome {
    changed: Option<String>,
}

#[derive(Deserialize)]
pub struct PasswordChange {
    /// Absent if the account has no password.
    current: Option<String>,
    new: String,
}

#[derive(Deserialize)]
pub struct CountryChoice {
    /// A country code, or empty for none.
    country: String,
}

#[derive(Deserialize)]
pub struct LearningChoice {
    /// `yes` or `no`.
    learn: String,
}

#[derive(Deserialize)]
pub struct LanguageChoice {
    language: String,
    next: Option<String>,
}

pub async fn account(
    State(app): State<App>,
    member: Member,
    QueryFields(outcome): QueryFields<Outcome>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let mut page = account_page(&app, &member).await?;
    page.changed = match outcome.changed.as_deref() {
        Some("password") => Some(page.say("work-password-changed")),
        Some("country") => Some(page.say("work-country-changed")),
        Some("learning") if page.learns => Some(page.say("work-learning-begun")),
        Some("learning") => Some(page.say("work-learning-ended")),
        _ => None,
    };
    Ok(show(StatusCode::OK, &headers, &page))
}

async fn account_page(app: &App, member: &Member) -> Result<AccountPage, Fault> {
    Ok(AccountPage {
        shell: Shell::of(member, Section::Account),
        email: member.account.email.clone(),
        created_at: member.account.created_at,
        has_password: app.store.password(member.id()).await?.is_some(),
        changed: None,
        countries: countries(member.account.country.as_deref(), member.language),
        learns: member.account.learns,
        people_min: PEOPLE_MIN.to_string(),
        current_error: None,
        new_error: None,
        chars_min: PASSWORD_CHARS_MIN,
        chars_max: PASSWORD_CHARS_MAX,
    })
}

/// Lists the countries with population data, in the alphabetical order of the reader's language.
fn countries(chosen: Option<&str>, language: Language) -> Vec<CountryLine> {
    let line = |code: &'static String| CountryLine {
        code,
        name: wording::value(language, "country", code),
        is_chosen: chosen == Some(code),
    };
    let mut lines: Vec<CountryLine> = places::countries().keys().map(line).collect();
    wording::sort_by_name(language, &mut lines, |line| line.name.clone().into());
    lines
}

/// Sets the country for reports created from now on.
pub async fn choose_country(
    State(app): State<App>,
    member: Member,
    FormFields(choice): FormFields<CountryChoice>,
) -> Result<Response, Fault> {
    let country = Some(choice.country.as_str()).filter(|code| !code.is_empty());
    if country.is_some_and(|code| !places::countries().contains_key(code)) {
        return Err(Fault::Malformed);
    }
    app.store.set_country(member.id(), country).await?;
    Ok(Redirect::to("/account?changed=country").into_response())
}

/// Records consent to learning from studies, or withdraws it. Withdrawal deletes what was learned.
pub async fn choose_learning(
    State(app): State<App>,
    member: Member,
    FormFields(choice): FormFields<LearningChoice>,
) -> Result<Response, Fault> {
    let learns = match choice.learn.as_str() {
        "yes" => true,
        "no" => false,
        _ => return Err(Fault::Malformed),
    };
    app.choose_learning(member.id(), learns).await?;
    Ok(Redirect::to("/account?changed=learning").into_response())
}

/// Changes the password, if the current one is correct, and ends all other sessions.
pub async fn change_password(
    State(app): State<App>,
    member: Member,
    peer: Option<Extension<PeerAddress>>,
    headers: HeaderMap,
    FormFields(given): FormFields<PasswordChange>,
) -> Result<Response, Fault> {
    take_try(&app, Email::parse(&member.account.email).as_ref(), peer, &headers)?;
    let new = PlainPassword::typed(given.new);
    let old = app.store.password(member.id()).await?;
    let current = given.current.map_or_else(|| PlainPassword::typed(String::new()), PlainPassword::typed);
    let knows_current = old.is_none() || app.passwords.verify(current, old.clone()).await?;
    let is_acceptable = new.is_acceptable();
    if knows_current && is_acceptable {
        let new = app.passwords.hash(new, &app.chance).await?;
        if app.store.change_password(member.id(), old.as_ref(), &new, member.token.hash()).await? {
            return Ok(Redirect::to("/account?changed=password").into_response());
        }
    }
    let mut page = account_page(&app, &member).await?;
    if is_acceptable {
        // Also if the password was changed elsewhere meanwhile: the one entered is then no longer current.
        page.current_error = Some(page.say("work-password-current-wrong"));
    } else {
        page.new_error = Some(page.say("work-password-wrong"));
    }
    Ok(show(StatusCode::UNPROCESSABLE_ENTITY, &headers, &page))
}

/// Stores the language in a cookie that outlasts the session and applies to visitors as well.
pub async fn choose_language(
    State(app): State<App>,
    FormFields(choice): FormFields<LanguageChoice>,
) -> Result<Response, Fault> {
    let language: Language = choice.language.parse().map_err(|_| Fault::Malformed)?;
    let secure = app.config.secure_attribute();
    let cookie = format!("{LANGUAGE_COOKIE}={language}; Path=/; Max-Age={LANGUAGE_LASTS_S}; SameSite=Lax{secure}");
    let cookie = HeaderValue::try_from(cookie)?;
    Ok(([(header::SET_COOKIE, cookie)], Redirect::to(local_path(choice.next.as_deref()))).into_response())
}
