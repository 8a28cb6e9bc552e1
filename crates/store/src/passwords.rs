//! Password sign-up, sign-in and change. The store keeps and returns password hashes; it never verifies them.

use sqlx::AnyConnection;

use super::rows::{As, OptionalText};
use super::{AddAccountError, NewAccount, NewSession, Store, StoreError, accounts, sessions};
use primitives::clock::UnixMs;
use primitives::ids::AccountId;
use primitives::password::PasswordHash;
use primitives::secret::SecretHash;

/// An account and its password hash; `None` if no password is set.
#[derive(sqlx::FromRow)]
pub struct Credentials {
    #[sqlx(rename = "id", try_from = "As<AccountId>")]
    pub account: AccountId,
    #[sqlx(rename = "password_hash", try_from = "OptionalText")]
    pub password: Option<PasswordHash>,
}

impl Store {
    /// Adds an account with its first credits, its password and a session in one transaction.
    pub async fn sign_up(
        &self,
        new: NewAccount<'_>,
        password: &PasswordHash,
        session: NewSession,
        now: UnixMs,
    ) -> Result<(), AddAccountError> {
        let mut tx = self.db.write().await?;
        if !accounts::insert_account(&mut tx, &new, now).await? {
            return Err(AddAccountError::Taken);
        }
        put_password(&mut tx, new.id, None, password).await?;
        sessions::insert_session(&mut tx, new.id, session, now).await?;
        tx.commit().await?;
        Ok(())
    }

    pub async fn credentials(&self, email: &str) -> Result<Option<Credentials>, StoreError> {
        Ok(sqlx::query_as("SELECT id, password_hash FROM accounts WHERE email = $1")
            .bind(email)
            .fetch_optional(self.db.reads())
            .await?)
    }

    pub async fn password(&self, account: AccountId) -> Result<Option<PasswordHash>, StoreError> {
        let hash: Option<OptionalText> = sqlx::query_scalar("SELECT password_hash FROM accounts WHERE id = $1")
            .bind(account.to_string())
            .fetch_optional(self.db.reads())
            .await?;
        Ok(hash.and_then(Into::into))
    }

    /// Replaces the password that was verified, and ends all sessions but `kept`. Returns false if the old password
    /// was changed meanwhile.
    pub async fn change_password(
        &self,
        account: AccountId,
        old: Option<&PasswordHash>,
        new: &PasswordHash,
        kept: SecretHash,
    ) -> Result<bool, StoreError> {
        let mut tx = self.db.write().await?;
        if !put_password(&mut tx, account, old, new).await? {
            return Ok(false);
        }
        sqlx::query("DELETE FROM sessions WHERE account_id = $1 AND hash <> $2")
            .bind(account.to_string())
            .bind(kept.as_bytes())
            .execute(&mut *tx)
            .await?;
        // An unused sign-in link would bypass the new password.
        sqlx::query("DELETE FROM sign_in_links WHERE account_id = $1")
            .bind(account.to_string())
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(true)
    }
}

async fn put_password(
    connection: &mut AnyConnection,
    account: AccountId,
    old: Option<&PasswordHash>,
    new: &PasswordHash,
) -> Result<bool, StoreError> {
    let put =
        sqlx::query("UPDATE accounts SET password_hash = $3 WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $2")
            .bind(account.to_string())
            .bind(old.map(PasswordHash::as_str))
            .bind(new.as_str())
            .execute(connection)
            .await?;
    Ok(put.rows_affected() == 1)
}
