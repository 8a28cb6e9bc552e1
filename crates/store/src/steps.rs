//! Checkpoints of a run: its finished steps and its progress. Writes are idempotent: each states totals and replaces
//! the step of the same key, so that it can be repeated after an error that hides whether it was committed.

use sqlx::AnyConnection;

use super::lease::{FenceError, Lease, one_row};
use super::{Store, StoreError};
use primitives::ids::ReportId;

/// The output of one finished piece of work.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Step {
    pub key: String,
    pub output: String,
}

/// The progress of a report, in respondents. The stored values never fall.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Advance {
    /// Interviews with at least one recorded answer; each costs one credit.
    pub begun: i64,
    /// Recorded answers, as a number of complete interviews.
    pub done: i64,
}

impl Store {
    /// Records the first steps of a report, which contain its design, and deletes all others: they belong to another
    /// design.
    pub async fn begin_steps(&self, lease: Lease, steps: &[Step]) -> Result<(), FenceError> {
        self.record(lease, steps, Advance::default(), true).await
    }

    /// Records finished steps and progress, and resets the count of failed tries.
    pub async fn checkpoint(&self, lease: Lease, steps: &[Step], advance: Advance) -> Result<(), FenceError> {
        self.record(lease, steps, advance, false).await
    }

    async fn record(&self, lease: Lease, steps: &[Step], advance: Advance, anew: bool) -> Result<(), FenceError> {
        let mut tx = self.db.write().await?;
        progressed(&mut tx, lease, advance).await?;
        if anew {
            delete(&mut tx, lease.report).await?;
        }
        for step in steps {
            keep(&mut tx, lease, step).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Records a step without progress.
    pub async fn note(&self, lease: Lease, step: &Step) -> Result<(), FenceError> {
        let mut tx = self.db.write().await?;
        let ours = sqlx::query("UPDATE reports SET fence = fence WHERE id = $1 AND fence = $2 AND finished_at IS NULL")
            .bind(lease.report.to_string())
            .bind(lease.fence)
            .execute(&mut *tx)
            .await?;
        one_row(ours.rows_affected())?;
        keep(&mut tx, lease, step).await?;
        tx.commit().await?;
        Ok(())
    }
}

async fn progressed(connection: &mut AnyConnection, lease: Lease, advance: Advance) -> Result<(), FenceError> {
    let ours = sqlx::query(
        "UPDATE reports SET respondents_done = CASE WHEN respondents_done < $3 THEN $3 ELSE respondents_done END,
                respondents_begun = CASE WHEN respondents_begun < $4 THEN $4 ELSE respondents_begun END,
                tries = 1, checkpointed_at = (SELECT now_ms FROM clock), engine_away_since = NULL
         WHERE id = $1 AND fence = $2 AND finished_at IS NULL",
    )
    .bind(lease.report.to_string())
    .bind(lease.fence)
    .bind(advance.done)
    .bind(advance.begun)
    .execute(connection)
    .await?;
    one_row(ours.rows_affected())
}

async fn keep(connection: &mut AnyConnection, lease: Lease, step: &Step) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO steps (report_id, key, output, fence) VALUES ($1, $2, $3, $4)
         ON CONFLICT (report_id, key) DO UPDATE SET output = excluded.output, fence = excluded.fence",
    )
    .bind(lease.report.to_string())
    .bind(step.key.as_str())
    .bind(step.output.as_str())
    .bind(lease.fence)
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns all steps of a report, ordered by key.
pub(super) async fn read(connection: &mut AnyConnection, lease: Lease) -> Result<Vec<Step>, StoreError> {
    Ok(sqlx::query_as("SELECT key, output FROM steps WHERE report_id = $1 ORDER BY key")
        .bind(lease.report.to_string())
        .fetch_all(connection)
        .await?)
}

pub(super) async fn delete(connection: &mut AnyConnection, report: ReportId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM steps WHERE report_id = $1").bind(report.to_string()).execute(connection).await?;
    Ok(())
}
