//! Answers of people that are deleted: one or all of a report by its owner, old ones by the setting. Every change of a
//! report's answers is noted with the report, so that a page made from them is never out of date.

use sqlx::AnyConnection;

use super::{Store, StoreError, studies};
use crate::clock::UnixMs;
use crate::ids::{AccountId, AnswerId, ReportId};

impl Store {
    /// Deletes one answer. Its place in the quota is free again.
    pub async fn delete_answer(
        &self,
        account: AccountId,
        report: ReportId,
        answer: AnswerId,
    ) -> Result<bool, StoreError> {
        let mut tx = self.db.write().await?;
        if !lock_report(&mut tx, account, report).await? {
            return Ok(false);
        }
        let deleted = sqlx::query("DELETE FROM survey_answers WHERE report_id = $1 AND id = $2")
            .bind(report.to_string())
            .bind(answer.to_string())
            .execute(&mut *tx)
            .await?;
        recount(&mut tx, &report.to_string()).await?;
        studies::forget(&mut tx, &report.to_string()).await?;
        tx.commit().await?;
        Ok(deleted.rows_affected() == 1)
    }

    /// Deletes every answer of people to a report. The survey stays, and its quota is free again.
    pub async fn delete_people(&self, account: AccountId, report: ReportId) -> Result<bool, StoreError> {
        let mut tx = self.db.write().await?;
        if !lock_report(&mut tx, account, report).await? {
            return Ok(false);
        }
        for sql in
            ["DELETE FROM survey_answers WHERE report_id = $1", "DELETE FROM people_batches WHERE report_id = $1"]
        {
            sqlx::query(sql).bind(report.to_string()).execute(&mut *tx).await?;
        }
        recount(&mut tx, &report.to_string()).await?;
        studies::forget(&mut tx, &report.to_string()).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Deletes what people answered before `before`, of every account, and answers how many answers those were.
    pub async fn forget_people(&self, before: UnixMs) -> Result<u64, StoreError> {
        let mut tx = self.db.write().await?;
        // Rows are locked in the order in which answers lock them: the survey first.
        sqlx::query(
            "UPDATE surveys SET started = started
             WHERE id IN (SELECT survey_id FROM survey_answers WHERE started_at < $1)",
        )
        .bind(before)
        .execute(&mut *tx)
        .await?;
        sqlx::query(
            "UPDATE reports SET people_version = people_version + 1
             WHERE id IN (SELECT report_id FROM survey_answers WHERE started_at < $1)",
        )
        .bind(before)
        .execute(&mut *tx)
        .await?;
        let gone =
            sqlx::query("DELETE FROM survey_answers WHERE started_at < $1").bind(before).execute(&mut *tx).await?;
        sqlx::query("DELETE FROM people_batches WHERE created_at < $1").bind(before).execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(gone.rows_affected())
    }
}

/// Locks a report's survey and then the report, as answers do, and notes that its answers change.
async fn lock_report(connection: &mut AnyConnection, account: AccountId, report: ReportId) -> Result<bool, StoreError> {
    sqlx::query("UPDATE surveys SET started = started WHERE account_id = $1 AND report_id = $2")
        .bind(account.to_string())
        .bind(report.to_string())
        .execute(&mut *connection)
        .await?;
    let locked =
        sqlx::query("UPDATE reports SET people_version = people_version + 1 WHERE account_id = $1 AND id = $2")
            .bind(account.to_string())
            .bind(report.to_string())
            .execute(&mut *connection)
            .await?;
    Ok(locked.rows_affected() == 1)
}

/// Counts the whole answers again after some were deleted.
async fn recount(connection: &mut AnyConnection, report: &str) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE surveys SET complete =
             (SELECT COUNT(*) FROM survey_answers a WHERE a.survey_id = surveys.id AND a.complete = 1)
         WHERE report_id = $1",
    )
    .bind(report)
    .execute(&mut *connection)
    .await?;
    // A file whose last person was deleted may be added again.
    sqlx::query(
        "DELETE FROM people_batches WHERE report_id = $1
         AND NOT EXISTS (SELECT 1 FROM survey_answers a WHERE a.batch_id = people_batches.id)",
    )
    .bind(report)
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn bump(connection: &mut AnyConnection, report: &str) -> Result<(), StoreError> {
    sqlx::query("UPDATE reports SET people_version = people_version + 1 WHERE id = $1")
        .bind(report)
        .execute(connection)
        .await?;
    Ok(())
}
