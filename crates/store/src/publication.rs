//! Who may read a finished report besides its owner. A report's public address can be closed, opened again under
//! another token, and set to hide individual respondents; an address once closed never opens again.

use super::rows::{As, Flag};
use super::{Store, StoreError};
use crate::body::with_report_url;
use primitives::clock::UnixMs;
use primitives::ids::{AccountId, ReportId};

/// Whether and how a finished report is public.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Publication {
    pub public_token: String,
    #[sqlx(rename = "published", try_from = "Flag")]
    pub is_published: bool,
    /// False while it has been its owner's alone.
    #[sqlx(rename = "ever_published", try_from = "Flag")]
    pub was_ever_published: bool,
    #[sqlx(rename = "respondents_hidden", try_from = "Flag")]
    pub are_respondents_hidden: bool,
}

/// What anyone who has a finished report's token may read of it, and which body it stands for.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct PublicReport {
    #[sqlx(try_from = "As<ReportId>")]
    pub id: ReportId,
    /// Of the stored body.
    pub etag: String,
    pub finished_at: Option<UnixMs>,
    #[sqlx(rename = "respondents_hidden", try_from = "Flag")]
    pub are_respondents_hidden: bool,
    /// Another one with each answer of a person that comes or goes; 0 while nobody was ever asked.
    pub people_version: i64,
}

/// Where a report is published anew; `report_url` is the address that goes with the token.
pub struct NewAddress<'a> {
    pub public_token: &'a str,
    pub report_url: &'a str,
}

impl Store {
    /// `None` where the token was never given, its report is unfinished, or its owner closed the address.
    pub async fn public_report(&self, token: &str) -> Result<Option<PublicReport>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT id, etag, finished_at, respondents_hidden, people_version FROM reports
             WHERE public_token = $1 AND published = 1 AND status = 'completed'",
        )
        .bind(token)
        .fetch_optional(self.db.public_reads())
        .await?)
    }

    /// The packed body that `etag` names; `None` once another took its place or its owner closed the address.
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

    /// `None` where the account has no such report, or it is unfinished.
    pub async fn publication(&self, account: AccountId, id: ReportId) -> Result<Option<Publication>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT public_token, published, ever_published, respondents_hidden FROM reports
             WHERE account_id = $1 AND id = $2 AND status = 'completed'",
        )
        .bind(account.to_string())
        .bind(id.to_string())
        .fetch_optional(self.db.reads())
        .await?)
    }

    /// Opens the address that the result names, which only the owner has seen so far. False where the account has no
    /// such finished report, or its address was open before: one once closed never opens again.
    pub async fn publish(&self, account: AccountId, id: ReportId) -> Result<bool, StoreError> {
        let mut tx = self.db.write().await?;
        let opened = sqlx::query(
            "UPDATE reports SET published = 1, ever_published = 1
             WHERE account_id = $1 AND id = $2 AND status = 'completed' AND ever_published = 0",
        )
        .bind(account.to_string())
        .bind(id.to_string())
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(opened.rows_affected() == 1)
    }

    /// Closes the public address. False where the account has no such finished report.
    pub async fn unpublish(&self, account: AccountId, id: ReportId) -> Result<bool, StoreError> {
        let mut tx = self.db.write().await?;
        let closed =
            sqlx::query("UPDATE reports SET published = 0 WHERE account_id = $1 AND id = $2 AND status = 'completed'")
                .bind(account.to_string())
                .bind(id.to_string())
                .execute(&mut *tx)
                .await?;
        tx.commit().await?;
        Ok(closed.rows_affected() == 1)
    }

    /// Publishes under a new address; the old one never opens again, and the stored result names the new one. False
    /// where the account has no such finished report, or its address was changed by someone else meanwhile.
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
        // Packing megabytes takes too long to hold a lock over, so the update asks whether the body is still the same.
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

    /// Hides individual respondents from the public, or shares them. False if the account has no such finished report.
    pub async fn hide_respondents(
        &self,
        account: AccountId,
        id: ReportId,
        are_hidden: bool,
    ) -> Result<bool, StoreError> {
        let mut tx = self.db.write().await?;
        let changed = sqlx::query(
            "UPDATE reports SET respondents_hidden = $3 WHERE account_id = $1 AND id = $2 AND status = 'completed'",
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
