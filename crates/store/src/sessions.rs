//! Single-use sign-in links and sessions. Only hashes of both are stored.

use sqlx::AnyConnection;

use super::rows::As;
use super::{Store, StoreError};
use primitives::clock::UnixMs;
use primitives::ids::AccountId;
use primitives::secret::SecretHash;

/// A session to open: the hash of its token, and when it ends.
#[derive(Clone, Copy)]
pub struct NewSession {
    pub hash: SecretHash,
    pub expires_at: UnixMs,
}

impl Store {
    /// Adds a single-use sign-in link and deletes expired ones.
    pub async fn add_sign_in_link(
        &self,
        account: AccountId,
        hash: SecretHash,
        expires_at: UnixMs,
        now: UnixMs,
    ) -> Result<(), StoreError> {
        let mut tx = self.db.write().await?;
        sqlx::query("DELETE FROM sign_in_links WHERE expires_at <= $1").bind(now).execute(&mut *tx).await?;
        insert_link(&mut tx, account, hash, expires_at).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Consumes a sign-in link and opens a session. Returns false if the link is unknown, used or expired.
    pub async fn trade_link_for_session(
        &self,
        link: SecretHash,
        session: NewSession,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        let mut tx = self.db.write().await?;
        let account: Option<As<AccountId>> =
            sqlx::query_scalar("DELETE FROM sign_in_links WHERE hash = $1 AND expires_at > $2 RETURNING account_id")
                .bind(link.as_bytes())
                .bind(now)
                .fetch_optional(&mut *tx)
                .await?;
        let Some(As(account)) = account else { return Ok(false) };
        insert_session(&mut tx, account, session, now).await?;
        tx.commit().await?;
        Ok(true)
    }

    pub async fn open_session(&self, account: AccountId, session: NewSession, now: UnixMs) -> Result<(), StoreError> {
        let mut tx = self.db.write().await?;
        insert_session(&mut tx, account, session, now).await?;
        tx.commit().await?;
        Ok(())
    }

    pub async fn session_account(&self, session: SecretHash, now: UnixMs) -> Result<Option<AccountId>, StoreError> {
        let account: Option<As<AccountId>> =
            sqlx::query_scalar("SELECT account_id FROM sessions WHERE hash = $1 AND expires_at > $2")
                .bind(session.as_bytes())
                .bind(now)
                .fetch_optional(self.db.reads())
                .await?;
        Ok(account.map(|As(account)| account))
    }

    pub async fn end_session(&self, session: SecretHash) -> Result<(), StoreError> {
        let mut tx = self.db.write().await?;
        sqlx::query("DELETE FROM sessions WHERE hash = $1").bind(session.as_bytes()).execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(())
    }
}

pub(super) async fn insert_link(
    connection: &mut AnyConnection,
    account: AccountId,
    hash: SecretHash,
    expires_at: UnixMs,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO sign_in_links (hash, account_id, expires_at) VALUES ($1, $2, $3)")
        .bind(hash.as_bytes())
        .bind(account.to_string())
        .bind(expires_at)
        .execute(connection)
        .await?;
    Ok(())
}

/// Also deletes expired sessions, so that the table does not grow with every sign-in.
pub(super) async fn insert_session(
    connection: &mut AnyConnection,
    account: AccountId,
    session: NewSession,
    now: UnixMs,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM sessions WHERE expires_at <= $1").bind(now).execute(&mut *connection).await?;
    sqlx::query("INSERT INTO sessions (hash, account_id, created_at, expires_at) VALUES ($1, $2, $3, $4)")
        .bind(session.hash.as_bytes())
        .bind(account.to_string())
        .bind(now)
        .bind(session.expires_at)
        .execute(connection)
        .await?;
    Ok(())
}
