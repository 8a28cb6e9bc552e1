//! The session cookie: set at sign-in, read on every page, gone at sign-out.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::app::App;
use crate::ids::AccountId;
use crate::secret::PlainToken;
use crate::store::StoreError;

const COOKIE: &str = "canvass_session";
pub const SESSION_LASTS_S: i64 = 30 * 24 * 60 * 60;

/// The signed-in account, if the request has a session that is still good.
pub async fn signed_in(app: &App, headers: &HeaderMap) -> Result<Option<AccountId>, StoreError> {
    match token(headers) {
        Some(token) => app.store.session_account(token.hash(), app.clock.now()).await,
        None => Ok(None),
    }
}

pub fn token(headers: &HeaderMap) -> Option<PlainToken> {
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| PlainToken::from_client(value))
}

/// `Secure` wherever the service is reached over https.
pub fn set_cookie(app: &App, token: &PlainToken) -> Result<HeaderValue, header::InvalidHeaderValue> {
    cookie(app, token.reveal(), SESSION_LASTS_S)
}

pub fn clear_cookie(app: &App) -> Result<HeaderValue, header::InvalidHeaderValue> {
    cookie(app, "", 0)
}

fn cookie(app: &App, value: &str, lasts_s: i64) -> Result<HeaderValue, header::InvalidHeaderValue> {
    let secure = if app.config.public_url.starts_with("https://") { "; Secure" } else { "" };
    let mut cookie =
        HeaderValue::try_from(format!("{COOKIE}={value}; Path=/; Max-Age={lasts_s}; HttpOnly; SameSite=Lax{secure}"))?;
    cookie.set_sensitive(true);
    Ok(cookie)
}
