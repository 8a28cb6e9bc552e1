//! Answers of people that are older than the setting keeps them.

use super::{Store, StoreError};
use crate::clock::UnixMs;

impl Store {
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
