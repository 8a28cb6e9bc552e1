//! Checkpoints of a run: its finished steps and its progress. Writes are idempotent: each states totals and replaces
//! the step of the same key, so that it can be repeated after an error that hides whether it was committed.

use sqlx::AnyConnection;

use super::lease::{FenceError, Lease, require_row};
use super::{Store, StoreError};
use primitives::ids::{AccountId, ReportId};

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
    /// design. The report is sampling from then on.
    pub async fn begin_steps(&self, lease: Lease, steps: &[Step]) -> Result<(), FenceError> {
        self.record(lease, steps, Advance::default(), true).await
    }

    /// Records finished steps and progress, and resets the count of failed tries.
    pub async fn checkpoint(&self, lease: Lease, steps: &[Step], advance: Advance) -> Result<(), FenceError> {
        self.record(lease, steps, advance, false).await
    }

    /// Returns the keys of the steps that are stored for one of the account's running reports.
    pub async fn step_keys(&self, account: AccountId, report: ReportId) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT s.key FROM steps s JOIN reports r ON r.id = s.report_id WHERE r.account_id = $1 AND r.id = $2",
        )
        .bind(account.to_string())
        .bind(report.to_string())
        .fetch_all(self.db.reads())
        .await?)
    }

    /// Records steps and progress. With `replaces_all`, deletes all earlier steps and sets the status to sampling.
    async fn record(
        &self,
        lease: Lease,
        steps: &[Step],
        advance: Advance,
        replaces_all: bool,
    ) -> Result<(), FenceError> {
        let mut tx = self.db.write_grouped().await?;
        let rows = update_progress(&mut tx, lease, advance).await?;
        let mut tx = require_row(tx, rows).await?;
        if replaces_all {
            delete(&mut tx, lease.report).await?;
            set_sampling(&mut tx, lease.report).await?;
        }
        for step in steps {
            keep(&mut tx, lease, step).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Records a step without progress.
    pub async fn note(&self, lease: Lease, step: &Step) -> Result<(), FenceError> {
        let mut tx = self.db.write_grouped().await?;
        let updated =
            sqlx::query("UPDATE reports SET fence = fence WHERE id = $1 AND fence = $2 AND finished_at IS NULL")
                .bind(lease.report.to_string())
                .bind(lease.fence)
                .execute(&mut *tx)
                .await?;
        let mut tx = require_row(tx, updated.rows_affected()).await?;
        keep(&mut tx, lease, step).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// Updates the progress. Returns the number of rows that changed: 0 if the lease is lost.
async fn update_progress(connection: &mut AnyConnection, lease: Lease, advance: Advance) -> Result<u64, StoreError> {
    let updated = sqlx::query(
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
    Ok(updated.rows_affected())
}

async fn set_sampling(connection: &mut AnyConnection, report: ReportId) -> Result<(), StoreError> {
    sqlx::query("UPDATE reports SET status = 'sampling' WHERE id = $1")
        .bind(report.to_string())
        .execute(connection)
        .await?;
    Ok(())
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
