//! Accounts and their credit grants.

use sqlx::{AnyConnection, AssertSqlSafe};

use super::rows::{As, Flag};
use super::{NewKey, Store, StoreError, keys, ledger, sessions};
use primitives::clock::UnixMs;
use primitives::credits::Entry;
use primitives::ids::{AccountId, LedgerId};
use primitives::secret::SecretHash;

#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Account {
    #[sqlx(try_from = "As<AccountId>")]
    pub id: AccountId,
    pub email: String,
    /// Credits that can be spent; held credits are already deducted.
    pub available: i64,
    pub held: i64,
    pub created_at: UnixMs,
    /// ISO 3166-1 alpha-2 code of the audience of briefs that name none.
    pub country: Option<String>,
    /// Whether the account agrees that its studies are used for its account-specific calibration.
    #[sqlx(try_from = "Flag")]
    pub learns: bool,
    /// Whether the account may change the engine, for all accounts.
    #[sqlx(try_from = "Flag")]
    pub is_administrator: bool,
}

const ACCOUNT: &str = "SELECT id, email, available, held, created_at, country, learns, is_administrator FROM accounts";

#[derive(Debug, thiserror::Error)]
pub enum AddAccountError {
    #[error("an account with this e-mail address exists already")]
    Taken,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for AddAccountError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// An account to add, with its first credits.
pub struct NewAccount<'a> {
    pub id: AccountId,
    pub email: &'a str,
    pub credits: i64,
    /// Id of the ledger entry of the first credits.
    pub grant: LedgerId,
}

impl Store {
    /// Adds an account with its first credits. The caller has validated the e-mail address.
    pub async fn add_account(&self, new: NewAccount<'_>, now: UnixMs) -> Result<(), AddAccountError> {
        let mut tx = self.db.write().await?;
        if !insert_account(&mut tx, &new, now).await? {
            return Err(AddAccountError::Taken);
        }
        tx.commit().await?;
        Ok(())
    }

    /// Adds the first account, which is an administrator, with a key and a sign-in link. Returns false if there is an account
    /// already.
    pub async fn add_first_account(
        &self,
        new: NewAccount<'_>,
        key: NewKey<'_>,
        link: SecretHash,
        link_expires_at: UnixMs,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        let mut tx = self.db.write().await?;
        let others: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM accounts").fetch_one(&mut *tx).await?;
        if others > 0 || !insert_account(&mut tx, &new, now).await? {
            return Ok(false);
        }
        update_administrator(&mut tx, new.id, true).await?;
        keys::insert_key(&mut tx, new.id, &key, now).await?;
        sessions::insert_link(&mut tx, new.id, link, link_expires_at).await?;
        tx.commit().await?;
        Ok(true)
    }

    pub async fn has_accounts(&self) -> Result<bool, StoreError> {
        let any = sqlx::query("SELECT id FROM accounts LIMIT 1").fetch_optional(self.db.reads()).await?;
        Ok(any.is_some())
    }

    pub async fn account_by_email(&self, email: &str) -> Result<Option<Account>, StoreError> {
        Ok(sqlx::query_as(AssertSqlSafe(format!("{ACCOUNT} WHERE email = $1")))
            .bind(email)
            .fetch_optional(self.db.reads())
            .await?)
    }

    pub async fn account(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        Ok(sqlx::query_as(AssertSqlSafe(format!("{ACCOUNT} WHERE id = $1")))
            .bind(id.to_string())
            .fetch_optional(self.db.reads())
            .await?)
    }

    pub async fn accounts(&self) -> Result<Vec<Account>, StoreError> {
        let sql = format!("{ACCOUNT} ORDER BY created_at, id");
        Ok(sqlx::query_as(AssertSqlSafe(sql)).fetch_all(self.db.reads()).await?)
    }

    /// Sets the default country of new reports.
    pub async fn set_country(&self, account: AccountId, country: Option<&str>) -> Result<(), StoreError> {
        let mut tx = self.db.write().await?;
        sqlx::query("UPDATE accounts SET country = $2 WHERE id = $1")
            .bind(account.to_string())
            .bind(country)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Grants or revokes the right to change the engine for all accounts.
    pub async fn set_administrator(&self, account: AccountId, is_administrator: bool) -> Result<(), StoreError> {
        let mut tx = self.db.write().await?;
        update_administrator(&mut tx, account, is_administrator).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Grants credits. Returns the credits available afterwards, or `None` if there is no such account.
    pub async fn grant(
        &self,
        account: AccountId,
        entry: LedgerId,
        credits: i64,
        now: UnixMs,
    ) -> Result<Option<i64>, StoreError> {
        let mut tx = self.db.write().await?;
        let available = give(&mut tx, account, entry, credits, now).await?;
        tx.commit().await?;
        Ok(available)
    }
}

async fn update_administrator(
    connection: &mut AnyConnection,
    account: AccountId,
    is_administrator: bool,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE accounts SET is_administrator = $2 WHERE id = $1")
        .bind(account.to_string())
        .bind(i64::from(is_administrator))
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns false if the e-mail address is taken.
pub(super) async fn insert_account(
    connection: &mut AnyConnection,
    new: &NewAccount<'_>,
    now: UnixMs,
) -> Result<bool, StoreError> {
    let added = sqlx::query("INSERT INTO accounts (id, email, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(new.id.to_string())
        .bind(new.email)
        .bind(now)
        .execute(&mut *connection)
        .await?;
    if added.rows_affected() == 0 {
        return Ok(false);
    }
    if new.credits > 0 {
        give(connection, new.id, new.grant, new.credits, now).await?;
    }
    Ok(true)
}

/// Returns the credits available afterwards, or `None` if there is no such account.
async fn give(
    connection: &mut AnyConnection,
    account: AccountId,
    entry: LedgerId,
    credits: i64,
    now: UnixMs,
) -> Result<Option<i64>, StoreError> {
    let available =
        sqlx::query_scalar("UPDATE accounts SET available = available + $2 WHERE id = $1 RETURNING available")
            .bind(account.to_string())
            .bind(credits)
            .fetch_optional(&mut *connection)
            .await?;
    if available.is_some() {
        ledger::append(connection, entry, account, None, Entry::Grant { credits }, now).await?;
    }
    Ok(available)
}
