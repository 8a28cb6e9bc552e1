//! `canvass key …`: API key administration.

use anyhow::{Context, ensure};
use clap::Subcommand;
use language::served::without_invisible;
use language::text::is_blank;
use serde::Serialize;

use super::accounts::find;
use super::output::{Output, table};
use primitives::chance::Chance;
use primitives::clock::{Clock, DAY_MS, UnixMs};
use primitives::ids::KeyId;
use primitives::secret::PlainKey;
use service::config::Config;
use service::serve::open_store;
use store::{KeyInfo, NewKey, Store};

const NAME_CHARS_MAX: usize = 100;

#[derive(Subcommand)]
pub enum KeyCommand {
    /// Add an API key; it is shown once
    Add {
        /// E-mail address of the account
        email: String,
        /// What the key is for
        #[arg(long)]
        name: String,
        /// Days until it expires
        #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(i64).range(1..=36_500))]
        expires: Option<i64>,
    },
    /// List an account's API keys
    List {
        /// E-mail address of the account
        email: String,
    },
    /// Revoke an API key for good
    Revoke {
        /// As `key list` shows it
        key_id: String,
    },
}

#[derive(Serialize)]
struct KeyDocument {
    key_id: String,
    name: String,
    prefix: String,
    created_at_ms: UnixMs,
    expires_at_ms: Option<UnixMs>,
    last_used_at_ms: Option<UnixMs>,
    revoked: bool,
}

impl From<&KeyInfo> for KeyDocument {
    fn from(key: &KeyInfo) -> Self {
        Self {
            key_id: key.id.to_string(),
            name: key.name.clone(),
            prefix: key.prefix.clone(),
            created_at_ms: key.created_at,
            expires_at_ms: key.expires_at,
            last_used_at_ms: key.last_used_at,
            revoked: key.revoked_at.is_some(),
        }
    }
}

pub async fn key(config: &Config, command: KeyCommand, output: Output) -> anyhow::Result<()> {
    let store = open_store(config).await?;
    match command {
        KeyCommand::Add { email, name, expires } => add(&store, &email, &name, expires, output).await,
        KeyCommand::List { email } => list(&store, &email, output).await,
        KeyCommand::Revoke { key_id } => revoke(&store, &key_id, output).await,
    }
}

async fn add(store: &Store, email: &str, name: &str, days: Option<i64>, output: Output) -> anyhow::Result<()> {
    let name = without_invisible(name.trim());
    let is_named = !is_blank(&name) && name.chars().count() <= NAME_CHARS_MAX && !name.contains(char::is_control);
    ensure!(is_named, "a key's name has 1 to {NAME_CHARS_MAX} characters on one line, some of which can be seen");
    let account = find(store, email).await?;
    let (now, chance) = (Clock::System.now(), Chance::from_system()?);
    let (id, key) = (KeyId::new(now, &chance), PlainKey::generate(&chance));
    let new = NewKey { id, name: &name, key: &key, expires_at: days.map(|days| now + days * DAY_MS) };
    store.add_key(account.id, new, now).await?;
    output.print(&serde_json::json!({ "key_id": id.to_string(), "api_key": key.reveal() }), || {
        format!("{}\n\nThis is the only time the key is shown. Its id is {id}.", key.reveal())
    })
}

async fn list(store: &Store, email: &str, output: Output) -> anyhow::Result<()> {
    let account = find(store, email).await?;
    let keys = store.keys(account.id).await?;
    let now = Clock::System.now();
    output.print(&keys.iter().map(KeyDocument::from).collect::<Vec<_>>(), || {
        let heading = ["key", "name", "id", "state", "last used"].map(str::to_owned).to_vec();
        table(&std::iter::once(heading).chain(keys.iter().map(|key| row(key, now))).collect::<Vec<_>>())
    })
}

fn row(key: &KeyInfo, now: UnixMs) -> Vec<String> {
    let state = match key.expires_at {
        _ if key.revoked_at.is_some() => "revoked".to_owned(),
        Some(at) if at <= now => "expired".to_owned(),
        Some(at) => format!("{} days left", (at - now) / DAY_MS),
        None => "valid".to_owned(),
    };
    let last_used = key.last_used_at.map_or("never".to_owned(), |at| format!("{} min ago", (now - at) / 60_000));
    vec![format!("{}…", key.prefix), key.name.clone(), key.id.to_string(), state, last_used]
}

async fn revoke(store: &Store, key_id: &str, output: Output) -> anyhow::Result<()> {
    let id = KeyId::parse(key_id).with_context(|| format!("{key_id:?} is not a key's id; it begins with key_"))?;
    let account = store.key_owner(id).await?.with_context(|| format!("there is no key {id}"))?;
    let revoked = store.revoke_key(account, id, Clock::System.now()).await?;
    output.print(&serde_json::json!({ "key_id": id.to_string(), "revoked": true }), || {
        if revoked { format!("revoked {id}") } else { format!("{id} was revoked before") }
    })
}
