//! Audiences that accounts keep under a name. They are never changed: a report with the id of one was made with exactly this
//! audience, of which it has its own copy. So deleting one leaves reports as they are.

use foundation::Language;
use language::audience::Audience;
use population::Filters;
use sqlx::AssertSqlSafe;

use super::rows::As;
use super::{Store, StoreError};
use primitives::clock::UnixMs;
use primitives::ids::{AccountId, AudienceId};

/// The most audiences that an account keeps.
pub const KEPT_AUDIENCES_MAX: i64 = 200;

const KEPT: &str =
    "SELECT id, name, words, language, audience, filters, people, sample_size, created_at FROM kept_audiences";

#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct KeptAudience {
    #[sqlx(try_from = "As<AudienceId>")]
    pub id: AudienceId,
    pub name: String,
    /// The client's words; `None` where the audience was given as filters.
    pub words: Option<String>,
    /// The language in which it is described.
    #[sqlx(try_from = "As<Language>")]
    pub language: Language,
    #[sqlx(try_from = "As<Audience>")]
    pub audience: Audience,
    /// The filters that people were counted by: those of the audience without the ones that were dropped.
    #[sqlx(try_from = "As<Filters>")]
    pub filters: Filters,
    /// Estimated number of matching people in the population.
    pub people: i64,
    /// Sample size of reports that name none.
    pub sample_size: i64,
    pub created_at: UnixMs,
}

impl KeptAudience {
    fn is_same(&self, other: &Self) -> bool {
        let content = |it: &Self| (it.words.clone(), it.language, it.audience.clone(), it.sample_size);
        content(self) == content(other)
    }
}

/// What came of keeping an audience.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keeping {
    Kept,
    /// The account keeps the same audience under this name already.
    Already(Box<KeptAudience>),
    /// The account keeps another audience under this name.
    NameTaken,
    /// The account keeps [`KEPT_AUDIENCES_MAX`].
    Full,
}

impl Store {
    pub async fn keep_audience(&self, account: AccountId, new: &KeptAudience) -> Result<Keeping, StoreError> {
        let mut tx = self.db.write().await?;
        // Locks the row of the account, so that two of its requests neither pass the maximum nor take one name.
        sqlx::query("UPDATE accounts SET learns = learns WHERE id = $1")
            .bind(account.to_string())
            .execute(&mut *tx)
            .await?;
        let earlier: Option<KeptAudience> =
            sqlx::query_as(AssertSqlSafe(format!("{KEPT} WHERE account_id = $1 AND name = $2")))
                .bind(account.to_string())
                .bind(&new.name)
                .fetch_optional(&mut *tx)
                .await?;
        if let Some(earlier) = earlier {
            return Ok(if earlier.is_same(new) { Keeping::Already(Box::new(earlier)) } else { Keeping::NameTaken });
        }
        let kept: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM kept_audiences WHERE account_id = $1")
            .bind(account.to_string())
            .fetch_one(&mut *tx)
            .await?;
        if kept >= KEPT_AUDIENCES_MAX {
            return Ok(Keeping::Full);
        }
        sqlx::query(
            "INSERT INTO kept_audiences (id, account_id, name, words, language, audience, filters, people, sample_size,
                                         created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        )
        .bind(new.id.to_string())
        .bind(account.to_string())
        .bind(&new.name)
        .bind(new.words.as_deref())
        .bind(new.language.code())
        .bind(json(&new.audience)?)
        .bind(json(&new.filters)?)
        .bind(new.people)
        .bind(new.sample_size)
        .bind(new.created_at)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(Keeping::Kept)
    }

    /// Returns the audiences that an account keeps, newest first.
    pub async fn kept_audiences(&self, account: AccountId) -> Result<Vec<KeptAudience>, StoreError> {
        let sql = format!("{KEPT} WHERE account_id = $1 ORDER BY created_at DESC, id DESC");
        Ok(sqlx::query_as(AssertSqlSafe(sql)).bind(account.to_string()).fetch_all(self.db.reads()).await?)
    }

    pub async fn kept_audience(&self, account: AccountId, id: AudienceId) -> Result<Option<KeptAudience>, StoreError> {
        let sql = format!("{KEPT} WHERE account_id = $1 AND id = $2");
        Ok(sqlx::query_as(AssertSqlSafe(sql))
            .bind(account.to_string())
            .bind(id.to_string())
            .fetch_optional(self.db.reads())
            .await?)
    }

    /// Deletes an audience. Returns false if the account keeps no such one.
    pub async fn delete_audience(&self, account: AccountId, id: AudienceId) -> Result<bool, StoreError> {
        let mut tx = self.db.write().await?;
        let deleted = sqlx::query("DELETE FROM kept_audiences WHERE account_id = $1 AND id = $2")
            .bind(account.to_string())
            .bind(id.to_string())
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(deleted.rows_affected() == 1)
    }
}

fn json(value: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Unreadable(error.to_string()))
}
