//! API keys: created with a name and an optional expiry, shown once, listed by their prefix, and revoked for good.

use askama::Template;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use language::served::without_invisible;
use language::text::is_blank;
use serde::Deserialize;

use super::examples;
use super::fault::Fault;
use super::form::FormFields;
use super::session::Member;
use super::shell::{Section, Shell, framed};
use crate::app::App;
use crate::page::show;
use primitives::clock::{DAY_MS, UnixMs};
use primitives::ids::KeyId;
use primitives::secret::PlainKey;
use store::{KeyInfo, NewKey};

const NAME_CHARS_MAX: usize = 60;
const KEYS_MAX: usize = 100;
/// The expiries that the form offers, in days; the first is the default.
const EXPIRY_DAYS: [i64; 4] = [90, 7, 30, 365];

#[derive(Template)]
#[template(path = "workspace/keys.html")]
struct KeysPage {
    shell: Shell,
    keys: Vec<KeyLine>,
    /// The key just created, shown only this once.
    made: Option<MadeKey>,
    name: String,
    error: Option<String>,
    name_chars_max: usize,
    expiries: Vec<(i64, String)>,
}

struct MadeKey {
    name: String,
    key: String,
    curl: String,
}

struct KeyLine {
    id: String,
    name: String,
    prefix: String,
    created_at: UnixMs,
    last_used_at: Option<UnixMs>,
    expires_at: Option<UnixMs>,
    state: KeyState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum KeyState {
    Active,
    Expired,
    Revoked,
}

impl KeyLine {
    fn is_active(&self) -> bool {
        self.state == KeyState::Active
    }

    fn state_label(&self) -> &'static str {
        match self.state {
            KeyState::Active => "work-key-active",
            KeyState::Expired => "work-key-expired",
            KeyState::Revoked => "work-key-revoked",
        }
    }

    fn of(key: KeyInfo, now: UnixMs) -> Self {
        let state = if key.revoked_at.is_some() {
            KeyState::Revoked
        } else if key.expires_at.is_some_and(|at| at <= now) {
            KeyState::Expired
        } else {
            KeyState::Active
        };
        Self {
            id: key.id.to_string(),
            name: key.name,
            prefix: key.prefix,
            created_at: key.created_at,
            last_used_at: key.last_used_at,
            expires_at: key.expires_at,
            state,
        }
    }
}

framed!(KeysPage);

#[derive(Deserialize)]
pub struct KeyRequest {
    name: String,
    /// Days from now, or absent or empty for a key that does not expire.
    expires: Option<String>,
}

pub async fn keys(State(app): State<App>, member: Member, headers: HeaderMap) -> Result<Response, Fault> {
    Ok(show(StatusCode::OK, &headers, &page(&app, &member).await?))
}

/// Builds the page. Active keys come first, each group newest first.
async fn page(app: &App, member: &Member) -> Result<KeysPage, Fault> {
    let now = app.clock.now();
    let mut keys: Vec<KeyLine> =
        app.store.keys(member.id()).await?.into_iter().rev().map(|key| KeyLine::of(key, now)).collect();
    keys.sort_by_key(|key| !key.is_active());
    let shell = Shell::of(member, Section::Keys);
    let expiries = EXPIRY_DAYS.map(|days| (days, shell.counted("work-key-days", days))).to_vec();
    Ok(KeysPage { shell, keys, made: None, name: String::new(), error: None, name_chars_max: NAME_CHARS_MAX, expiries })
}

pub async fn create(
    State(app): State<App>,
    member: Member,
    headers: HeaderMap,
    FormFields(request): FormFields<KeyRequest>,
) -> Result<Response, Fault> {
    let expires_in_days = days(request.expires.as_deref())?;
    let name = without_invisible(request.name.trim());
    let name = name.as_str();
    let page_before = page(&app, &member).await?;
    if let Some(error) = refusal(&page_before, name) {
        let page = KeysPage { error: Some(error), name: request.name, ..page_before };
        return Ok(show(StatusCode::UNPROCESSABLE_ENTITY, &headers, &page));
    }
    let now = app.clock.now();
    let key = PlainKey::generate(&app.chance);
    let id = KeyId::new(now, &app.chance);
    let expires_at = expires_in_days.map(|days| now + days * DAY_MS);
    app.store.add_key(member.id(), NewKey { id, name, key: &key, expires_at }, now).await?;
    let made = MadeKey {
        name: name.to_owned(),
        curl: examples::curl_credits(&app.config.public_url, key.reveal()),
        key: key.reveal().to_owned(),
    };
    let page = KeysPage { made: Some(made), ..page(&app, &member).await? };
    let mut response = show(StatusCode::OK, &headers, &page);
    // This page contains a secret, so no cache may store it.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

fn days(expires: Option<&str>) -> Result<Option<i64>, Fault> {
    match expires {
        None | Some("") => Ok(None),
        Some(text) => {
            let days = text.parse().ok().filter(|days| EXPIRY_DAYS.contains(days));
            days.map(Some).ok_or(Fault::Malformed)
        }
    }
}

fn refusal(page: &KeysPage, name: &str) -> Option<String> {
    let chars = name.chars().count();
    if is_blank(name) || chars > NAME_CHARS_MAX || name.chars().any(char::is_control) {
        return Some(page.say("work-key-name-wrong"));
    }
    let is_full = page.keys.iter().filter(|key| key.is_active()).count() >= KEYS_MAX;
    is_full.then(|| page.say("work-keys-full"))
}

pub async fn revoke(
    State(app): State<App>,
    member: Member,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, Fault> {
    let Path(id) = id.map_err(|_| Fault::NotFound)?;
    let id = KeyId::parse(&id).ok_or(Fault::NotFound)?;
    // Revoking twice is harmless. A key of another account gives a 404.
    let is_ours = app.store.keys(member.id()).await?.iter().any(|key| key.id == id);
    if !is_ours {
        return Err(Fault::NotFound);
    }
    app.store.revoke_key(member.id(), id, app.clock.now()).await?;
    Ok(Redirect::to("/keys").into_response())
}
