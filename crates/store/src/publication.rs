//! Public access to completed reports. The owner can close the public address, publish under another token and hide
//! individual respondents. An address that was closed never opens again.

use sqlx::{FromRow, Row};

use super::rows::{As, Flag};
use super::{Store, StoreError};
use crate::body::with_report_url;
use primitives::clock::UnixMs;
use primitives::ids::{AccountId, ReportId};

/// The public access to a completed report.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Publication {
    pub public_token: String,
    #[sqlx(rename = "published", try_from = "Flag")]
    pub is_published: bool,
    /// False if it was never public.
    #[sqlx(rename = "ever_published", try_from = "Flag")]
    pub was_ever_published: bool,
    #[sqlx(rename = "respondents_hidden", try_from = "Flag")]
    pub are_respondents_hidden: bool,
}

/// What is at a public address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PublicAddress {
    Open(PublicReport),
    /// The address was open when the owner deleted its report.
    Deleted,
}

/// A published report as anyone with its token sees it.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct PublicReport {
    #[sqlx(try_from = "As<ReportId>")]
    pub id: ReportId,
    /// Entity tag of the stored body.
    pub etag: String,
    pub finished_at: Option<UnixMs>,
    #[sqlx(rename = "respondents_hidden", try_from = "Flag")]
    pub are_respondents_hidden: bool,
    /// Changes with every answer of a person that is added or deleted; 0 while there was none.
    pub people_version: i64,
}

/// A new public address: the token, and the URL that contains it.
pub struct NewAddress<'a> {
    pub public_token: &'a str,
    pub report_url: &'a str,
}

impl Store {
    /// Returns `None` if the token is unknown, its report is not completed, or its owner closed the address.
    pub async fn public_report(&self, token: &str) -> Result<Option<PublicAddress>, StoreError> {
        let row = sqlx::query(
            "SELECT id, etag, finished_at, respondents_hidden, people_version, deleted_at FROM reports
             WHERE public_token = $1 AND published = 1 AND status = 'completed'",
        )
        .bind(token)
        .fetch_optional(self.db.public_reads())
        .await?;
        let Some(row) = row else { return Ok(None) };
        let deleted_at: Option<UnixMs> = row.try_get("deleted_at")?;
        Ok(Some(match deleted_at {
            Some(_) => PublicAddress::Deleted,
            None => PublicAddress::Open(PublicReport::from_row(&row)?),
        }))
    }

    /// Returns the gzip body with this entity tag, or `None` if it was replaced or its owner closed the address.
    pub async fn public_body(&self, token: &str, etag: &str) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT b.body FROM reports r JOIN results b ON b.report_id = r.id
             WHERE r.public_token = $1 AND r.published = 1 AND r.etag = $2",
        )
        .bind(token)
        .bind(etag)
        .fetch_optional(self.db.public_reads())
        .await?)
    }

    /// Returns `None` if the account has no such completed report.
    pub async fn publication(&self, account: AccountId, id: ReportId) -> Result<Option<Publication>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT public_token, published, ever_published, respondents_hidden FROM reports
             WHERE account_id = $1 AND id = $2 AND status = 'completed' AND deleted_at IS NULL",
        )
        .bind(account.to_string())
        .bind(id.to_string())
        .fetch_optional(self.db.reads())
        .await?)
    }

    /// Opens the address in the result, which only the owner has seen so far. Returns false if the account has no
    /// such completed report or its address was open before.
    pub async fn publish(&self, account: AccountId, id: ReportId) -> Result<bool, StoreError> {
        let mut tx = self.db.write().await?;
        let opened = sqlx::query(
            "UPDATE reports SET published = 1, ever_published = 1
             WHERE account_id = $1 AND id = $2 AND status = 'completed' AND deleted_at IS NULL AND ever_published = 0",
        )
        .bind(account.to_string())
        .bind(id.to_string())
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(opened.rows_affected() == 1)
    }

    /// Closes the public address. Returns false if the account has no such completed report.
    pub async fn unpublish(&self, account: AccountId, id: ReportId) -> Result<bool, StoreError> {
        let mut tx = self.db.write().await?;
        let closed =
            sqlx::query("UPDATE reports SET published = 0 WHERE account_id = $1 AND id = $2 AND status = 'completed' AND deleted_at IS NULL")
                .bind(account.to_string())
                .bind(id.to_string())
                .execute(&mut *tx)
                .await?;
        tx.commit().await?;
        Ok(closed.rows_affected() == 1)
    }

    /// Publishes under a new address, and puts it into the stored result; the old address never opens again. Returns
    /// false if the account has no such completed report or its address was changed meanwhile.
    pub async fn republish(
        &self,
        account: AccountId,
        id: ReportId,
        address: NewAddress<'_>,
    ) -> Result<bool, StoreError> {
        let stored: Option<(Vec<u8>, String)> = sqlx::query_as(
            "SELECT b.body, r.etag FROM reports r JOIN results b ON b.report_id = r.id
             WHERE r.account_id = $1 AND r.id = $2 AND r.status = 'completed'",
        )
        .bind(account.to_string())
        .bind(id.to_string())
        .fetch_optional(self.db.reads())
        .await?;
        let Some((body, seen_etag)) = stored else { return Ok(false) };
        let report_url = address.report_url.to_owned();
        // Compressing megabytes would hold the lock for too long, so the update checks that the body is still the
        // same.
        let packed = tokio::task::spawn_blocking(move || with_report_url(&body, &report_url)).await;
        let sealed = packed.map_err(|_| StoreError::Abandoned)?.map_err(StoreError::Packing)?;
        let mut tx = self.db.write().await?;
        let moved = sqlx::query(
            "UPDATE reports SET public_token = $4, published = 1, ever_published = 1, etag = $5
             WHERE account_id = $1 AND id = $2 AND etag = $3",
        )
        .bind(account.to_string())
        .bind(id.to_string())
        .bind(seen_etag)
        .bind(address.public_token)
        .bind(sealed.etag)
        .execute(&mut *tx)
        .await?;
        if moved.rows_affected() != 1 {
            return Ok(false);
        }
        sqlx::query("UPDATE results SET body = $2 WHERE report_id = $1")
            .bind(id.to_string())
            .bind(sealed.gzip)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Hides individual respondents from the public, or shows them. Returns false if the account has no such
    /// completed report.
    pub async fn hide_respondents(
        &self,
        account: AccountId,
        id: ReportId,
        are_hidden: bool,
    ) -> Result<bool, StoreError> {
        let mut tx = self.db.write().await?;
        let changed = sqlx::query(
            "UPDATE reports SET respondents_hidden = $3 WHERE account_id = $1 AND id = $2 AND status = 'completed' AND deleted_at IS NULL",
        )
        .bind(account.to_string())
        .bind(id.to_string())
        .bind(i64::from(are_hidden))
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(changed.rows_affected() == 1)
    }
}
