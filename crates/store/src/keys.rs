//! API keys. Only a hash and a short prefix are stored, so that the database reveals no key.

use sqlx::AnyConnection;

use super::db::Db;
use super::rows::As;
use super::{Store, StoreError};
use primitives::clock::UnixMs;
use primitives::ids::{AccountId, KeyId};
use primitives::secret::{PlainKey, SecretHash};

/// Precision of the time of last use: a minute is enough for display and saves a write per request.
const LAST_USED_PRECISION_MS: i64 = 60_000;

pub struct NewKey<'a> {
    pub id: KeyId,
    pub name: &'a str,
    pub key: &'a PlainKey,
    pub expires_at: Option<UnixMs>,
}

#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct KeyInfo {
    #[sqlx(try_from = "As<KeyId>")]
    pub id: KeyId,
    pub name: String,
    pub prefix: String,
    pub created_at: UnixMs,
    pub expires_at: Option<UnixMs>,
    pub last_used_at: Option<UnixMs>,
    pub revoked_at: Option<UnixMs>,
}

/// The account that a valid key authenticates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caller {
    pub account: AccountId,
    pub key: KeyId,
    pub credits_left: i64,
    /// Whether the stored time of last use is due for an update.
    pub last_use_is_stale: bool,
}

/// The account of a key that is not revoked and may have expired.
#[derive(Clone, Copy, sqlx::FromRow)]
pub(super) struct KeyHolder {
    #[sqlx(rename = "account_id", try_from = "As<AccountId>")]
    account: AccountId,
    #[sqlx(rename = "id", try_from = "As<KeyId>")]
    key: KeyId,
    #[sqlx(rename = "available")]
    credits_left: i64,
    expires_at: Option<UnixMs>,
    last_used_at: Option<UnixMs>,
}

impl KeyHolder {
    fn at(self, now: UnixMs) -> Option<Caller> {
        let Self { account, key, credits_left, expires_at, last_used_at } = self;
        let last_use_is_stale = last_used_at.is_none_or(|at| now - at >= LAST_USED_PRECISION_MS);
        expires_at.is_none_or(|at| at > now).then_some(Caller { account, key, credits_left, last_use_is_stale })
    }
}

impl Store {
    pub async fn add_key(&self, account: AccountId, new: NewKey<'_>, now: UnixMs) -> Result<(), StoreError> {
        let mut tx = self.db.write().await?;
        insert_key(&mut tx, account, &new, now).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Returns the account of a key that is known, not revoked and not expired, and its balance.
    pub async fn authenticate(&self, hash: SecretHash, now: UnixMs) -> Result<Option<Caller>, StoreError> {
        let db = self.db.clone();
        let holder = self.key_holders.ask(hash, move |hash| read_holder(db.clone(), hash)).await?;
        Ok(holder.and_then(|holder| holder.at(now)))
    }

    pub async fn touch_key(&self, key: KeyId, now: UnixMs) -> Result<(), StoreError> {
        let mut tx = self.db.write().await?;
        sqlx::query("UPDATE api_keys SET last_used_at = $2 WHERE id = $1")
            .bind(key.to_string())
            .bind(now)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(())
    }

    pub async fn keys(&self, account: AccountId) -> Result<Vec<KeyInfo>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT id, name, prefix, created_at, expires_at, last_used_at, revoked_at
             FROM api_keys WHERE account_id = $1 ORDER BY created_at, id",
        )
        .bind(account.to_string())
        .fetch_all(self.db.reads())
        .await?)
    }

    /// Returns the account of a key, for commands of the operator.
    pub async fn key_owner(&self, key: KeyId) -> Result<Option<AccountId>, StoreError> {
        let account: Option<As<AccountId>> = sqlx::query_scalar("SELECT account_id FROM api_keys WHERE id = $1")
            .bind(key.to_string())
            .fetch_optional(self.db.reads())
            .await?;
        Ok(account.map(|As(account)| account))
    }

    /// Revokes a key for good. Returns false if the account has no such key or it is revoked already.
    pub async fn revoke_key(&self, account: AccountId, key: KeyId, now: UnixMs) -> Result<bool, StoreError> {
        let mut tx = self.db.write().await?;
        let revoked =
            sqlx::query("UPDATE api_keys SET revoked_at = $3 WHERE account_id = $1 AND id = $2 AND revoked_at IS NULL")
                .bind(account.to_string())
                .bind(key.to_string())
                .bind(now)
                .execute(&mut *tx)
                .await?;
        tx.commit().await?;
        Ok(revoked.rows_affected() == 1)
    }
}

pub(super) async fn insert_key(
    connection: &mut AnyConnection,
    account: AccountId,
    new: &NewKey<'_>,
    now: UnixMs,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO api_keys (id, account_id, name, prefix, hash, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(new.id.to_string())
    .bind(account.to_string())
    .bind(new.name)
    .bind(new.key.shown_prefix())
    .bind(new.key.hash().as_bytes())
    .bind(now)
    .bind(new.expires_at)
    .execute(connection)
    .await?;
    Ok(())
}

async fn read_holder(db: Db, hash: SecretHash) -> Result<Option<KeyHolder>, StoreError> {
    Ok(sqlx::query_as(
        "SELECT k.id, k.account_id, k.expires_at, k.last_used_at, a.available
         FROM api_keys k JOIN accounts a ON a.id = k.account_id
         WHERE k.hash = $1 AND k.revoked_at IS NULL",
    )
    .bind(hash.as_bytes())
    .fetch_optional(db.reads())
    .await?)
}
