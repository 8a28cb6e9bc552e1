//! Reports that their owner deletes. The row stays without its brief, because the append-only ledger refers to it, and keeps
//! id, account, token, times and credits. Everything else of the report goes in one transaction: result, checkpoints, survey,
//! people's answers and the study made from them. Every read of a report leaves deleted ones out.

use sqlx::{AnyConnection, AssertSqlSafe};

use super::idempotency::{IDEMPOTENCY_WINDOW_MS, hash_of_stored};
use super::people_locks::lock_own_report;
use super::{CancelError, Cancelled, Store, StoreError, own_reports, steps, studies};
use primitives::clock::UnixMs;
use primitives::ids::{AccountId, LedgerId, ReportId};

/// The outcome of deleting a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deletion {
    Deleted {
        /// The settlement, if the report was running: it is cancelled first.
        cancelled: Option<Cancelled>,
    },
    /// It was deleted before.
    Gone,
    /// The account never had such a report.
    Missing,
}

/// Deletes the rows of other tables that belong to a report, except for those that `steps` and `studies` delete. The links and
/// answers of a survey are deleted with it (`ON DELETE CASCADE`).
const ROWS_OF_A_REPORT: [&str; 5] = [
    "DELETE FROM surveys WHERE report_id = $1",
    "DELETE FROM survey_answers WHERE report_id = $1",
    "DELETE FROM people_batches WHERE report_id = $1",
    "DELETE FROM people_views WHERE report_id = $1",
    "DELETE FROM results WHERE report_id = $1",
];

impl Store {
    /// Deletes a report for good. A running one is cancelled first, under the same limit of free cancellations.
    pub async fn delete_report(
        &self,
        account: AccountId,
        id: ReportId,
        entry: LedgerId,
        now: UnixMs,
    ) -> Result<Deletion, CancelError> {
        let mut tx = self.db.write().await?;
        // The lock waits for concurrent changes of people's answers and blocks new ones.
        if lock_own_report(&self.db, &mut tx, account, id).await?.is_none() {
            let is_gone = is_deleted(&mut tx, account, id).await?;
            return Ok(if is_gone { Deletion::Gone } else { Deletion::Missing });
        }
        let skip_locked = self.db.skip_locked();
        let cancelled = own_reports::cancel(&mut tx, skip_locked, (account, id), "", entry, now).await?;
        for sql in ROWS_OF_A_REPORT {
            sqlx::query(sql).bind(id.to_string()).execute(&mut *tx).await?;
        }
        steps::delete(&mut tx, id).await?;
        studies::forget(&mut tx, &id.to_string()).await?;
        clear_row(&mut tx, id, now).await?;
        tx.commit().await?;
        Ok(Deletion::Deleted { cancelled })
    }

    /// Archives a report, which takes it out of the list, or puts it back. Returns false if the account has no such report.
    pub async fn archive_report(
        &self,
        account: AccountId,
        id: ReportId,
        is_archived: bool,
    ) -> Result<bool, StoreError> {
        let mut tx = self.db.write().await?;
        let moved =
            sqlx::query("UPDATE reports SET archived = $3 WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL")
                .bind(account.to_string())
                .bind(id.to_string())
                .bind(i64::from(is_archived))
                .execute(&mut *tx)
                .await?;
        tx.commit().await?;
        Ok(moved.rows_affected() == 1)
    }

    /// Clears the idempotency keys of deleted reports once they are no longer valid. Returns how many there were.
    pub async fn forget_deleted_keys(&self, now: UnixMs) -> Result<u64, StoreError> {
        let mut tx = self.db.write().await?;
        let forgotten = sqlx::query(
            "UPDATE reports SET idempotency_key = NULL, brief_hash = NULL
             WHERE brief_hash IS NOT NULL AND created_at <= $1",
        )
        .bind(now - IDEMPOTENCY_WINDOW_MS)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(forgotten.rows_affected())
    }
}

async fn is_deleted(connection: &mut AnyConnection, account: AccountId, id: ReportId) -> Result<bool, StoreError> {
    let row = sqlx::query("SELECT id FROM reports WHERE account_id = $1 AND id = $2 AND deleted_at IS NOT NULL")
        .bind(account.to_string())
        .bind(id.to_string())
        .fetch_optional(connection)
        .await?;
    Ok(row.is_some())
}

/// Clears the row of a finished report. The idempotency key stays while it is valid, so that a repeated request does not create
/// the report again. `people_version` is raised, so that a study that is being computed counts as outdated.
async fn clear_row(connection: &mut AnyConnection, id: ReportId, now: UnixMs) -> Result<(), StoreError> {
    let (brief, is_key_valid): (String, i64) = sqlx::query_as(
        "SELECT brief, CAST(CASE WHEN idempotency_key IS NOT NULL AND created_at > $2 THEN 1 ELSE 0 END AS BIGINT)
         FROM reports WHERE id = $1",
    )
    .bind(id.to_string())
    .bind(now - IDEMPOTENCY_WINDOW_MS)
    .fetch_one(&mut *connection)
    .await?;
    let hash = (is_key_valid == 1).then(|| hash_of_stored(&brief)).transpose()?;
    let key = if hash.is_some() { "idempotency_key" } else { "NULL" };
    sqlx::query(AssertSqlSafe(format!(
        "UPDATE reports SET deleted_at = $2, brief = '', searchable = '', seed = 0, etag = NULL, finding = NULL,
                engine = NULL, took_ms = NULL, error = CASE WHEN error IS NULL THEN NULL ELSE '' END, archived = 0,
                people_version = people_version + 1, idempotency_key = {key}, brief_hash = $3
         WHERE id = $1"
    )))
    .bind(id.to_string())
    .bind(now)
    .bind(hash.map(Vec::from))
    .execute(connection)
    .await?;
    Ok(())
}
