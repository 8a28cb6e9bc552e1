//! The first start on an empty database: the owner's account, one sign-in link and one API key, shown once.

use foundation::Language;

use crate::app::App;
use primitives::ids::{AccountId, KeyId, LedgerId};
use primitives::secret::{PlainKey, PlainToken};
use store::{NewAccount, NewKey};

const OWNER_EMAIL: &str = "owner@localhost";
const OWNER_CREDITS: i64 = 1000;
const LINK_LASTS_MS: i64 = 24 * 60 * 60 * 1000;

/// Credentials of the owner, displayed once.
pub struct FirstStart {
    pub email: &'static str,
    pub credits: i64,
    pub sign_in_link: String,
    pub key: PlainKey,
    /// The engine in use, its worth, and the way to a better one.
    pub engine: String,
}

/// Creates the owner's account with a key and a sign-in link. Returns `None` if there is an account already.
pub async fn welcome_owner(app: &App) -> anyhow::Result<Option<FirstStart>> {
    let now = app.clock.now();
    let key = PlainKey::generate(&app.chance);
    let link = PlainToken::generate(&app.chance);
    let owner_id = AccountId::new(now, &app.chance);
    let owner =
        NewAccount { id: owner_id, email: OWNER_EMAIL, credits: OWNER_CREDITS, grant: LedgerId::new(now, &app.chance) };
    let first_key = NewKey { id: KeyId::new(now, &app.chance), name: "first key", key: &key, expires_at: None };
    if !app.store.add_first_account(owner, first_key, link.hash(), now + LINK_LASTS_MS, now).await? {
        return Ok(None);
    }
    let engine = app.engine_introduction(Some(owner_id), Language::En, Language::En).await?;
    let sign_in_link = format!("{}/sign-in/{}", app.config.public_url, link.reveal());
    Ok(Some(FirstStart { email: OWNER_EMAIL, credits: OWNER_CREDITS, sign_in_link, key, engine }))
}
