//! Retention of people's answers. A clock that is ahead for a while must not delete answers early: an answer is
//! marked a day before it expires, and deleted when it has expired and the service has run for a day since the mark,
//! by its heartbeat. The mark is removed if the answer turns out not to expire yet. Each transaction touches a
//! bounded number of rows, so that others don't wait long for the writer.

use sqlx::AssertSqlSafe;

use super::people_locks::{lock_report, lock_survey, raise_people_version, recount};
use super::rows::As;
use super::{Store, StoreError};
use primitives::clock::{DAY_MS, UnixMs};
use primitives::ids::ReportId;

/// How long before it expires an answer is marked, and how long the service must have run since.
const ANSWERS_PER_TRANSACTION: i64 = 500;

impl Store {
    /// Deletes answers of all accounts from before `before` that were marked a day of running time ago, and marks
    /// those that expire within a day. `ran_ms` is the running time of the heartbeat. Returns how many answers were
    /// deleted.
    pub async fn forget_people(&self, before: UnixMs, ran_ms: i64) -> Result<u64, StoreError> {
        self.unmark_people(before + DAY_MS).await?;
        self.mark_people(before + DAY_MS, ran_ms).await?;
        let mut deleted = 0;
        while let Some(report) = self.report_due(before, ran_ms).await? {
            match self.delete_due(report, before, ran_ms).await? {
                0 => break,
                answers => deleted += answers,
            }
        }
        Ok(deleted)
    }

    /// Removes the mark from every answer that is not older than `before`.
    pub async fn unmark_people(&self, before: UnixMs) -> Result<(), StoreError> {
        let sql = format!(
            "UPDATE survey_answers SET aged_at_ran_ms = NULL
             WHERE id IN (SELECT id FROM survey_answers WHERE aged_at_ran_ms IS NOT NULL AND started_at >= $1
                          LIMIT {ANSWERS_PER_TRANSACTION} {})",
            self.db.skip_locked()
        );
        self.in_batches(&sql, before, None).await
    }

    async fn mark_people(&self, before: UnixMs, ran_ms: i64) -> Result<(), StoreError> {
        let sql = format!(
            "UPDATE survey_answers SET aged_at_ran_ms = $2
             WHERE id IN (SELECT id FROM survey_answers WHERE aged_at_ran_ms IS NULL AND started_at < $1
                          ORDER BY started_at LIMIT {ANSWERS_PER_TRANSACTION} {})",
            self.db.skip_locked()
        );
        self.in_batches(&sql, before, Some(ran_ms)).await
    }

    /// Repeats an update of a bounded number of rows, each in its own transaction, until no row is left.
    async fn in_batches(&self, sql: &str, before: UnixMs, ran_ms: Option<i64>) -> Result<(), StoreError> {
        loop {
            let mut tx = self.db.write().await?;
            let mut query = sqlx::query(AssertSqlSafe(sql.to_owned())).bind(before);
            if let Some(ran_ms) = ran_ms {
                query = query.bind(ran_ms);
            }
            let changed = query.execute(&mut *tx).await?.rows_affected();
            tx.commit().await?;
            if changed == 0 {
                return Ok(());
            }
        }
    }

    /// Returns a report with expired answers.
    async fn report_due(&self, before: UnixMs, ran_ms: i64) -> Result<Option<ReportId>, StoreError> {
        let report: Option<As<ReportId>> = sqlx::query_scalar(
            "SELECT report_id FROM survey_answers WHERE aged_at_ran_ms <= $2 AND started_at < $1 LIMIT 1",
        )
        .bind(before)
        .bind(ran_ms - DAY_MS)
        .fetch_optional(self.db.reads())
        .await?;
        Ok(report.map(|As(report)| report))
    }

    async fn delete_due(&self, report: ReportId, before: UnixMs, ran_ms: i64) -> Result<u64, StoreError> {
        let mut tx = self.db.write().await?;
        lock_report(&self.db, &mut tx, report).await?;
        lock_survey(&self.db, &mut tx, report).await?;
        let deleted = sqlx::query(AssertSqlSafe(format!(
            "DELETE FROM survey_answers
             WHERE id IN (SELECT id FROM survey_answers
                          WHERE report_id = $3 AND aged_at_ran_ms <= $2 AND started_at < $1
                          ORDER BY id LIMIT {ANSWERS_PER_TRANSACTION})"
        )))
        .bind(before)
        .bind(ran_ms - DAY_MS)
        .bind(report.to_string())
        .execute(&mut *tx)
        .await?;
        recount(&mut tx, report).await?;
        raise_people_version(&mut tx, report).await?;
        tx.commit().await?;
        Ok(deleted.rows_affected())
    }
}
