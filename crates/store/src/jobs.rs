//! The job queue, which is the reports table itself. A worker claims a report by a lease; the claim raises the
//! report's fence token, and every later write of that run carries the token, so that a worker that lost its lease
//! writes nothing. Leases are judged by the database's clock, so that the machines' clocks need not agree.

use std::sync::Arc;
use std::time::Duration;

use foundation::Language;
use language::brief::Brief;
use sqlx::{AnyConnection, AssertSqlSafe, FromRow};

use super::lease::{FenceError, Lease, is_free, require_returned, require_row};
use super::rows::{As, Unsigned};
use super::steps::{self, Step};
use super::{Finished, Status, Store, StoreError, ledger, summary};
use primitives::clock::{UnixMs, duration_ms};
use primitives::credits::Entry;
use primitives::ids::{AccountId, LedgerId, ReportId};

/// A claimed report and the checkpoints of its earlier runs.
#[derive(Debug, FromRow)]
pub struct ClaimedReport {
    #[sqlx(flatten)]
    pub lease: Lease,
    #[sqlx(try_from = "As<Brief>")]
    pub brief: Brief,
    #[sqlx(try_from = "Unsigned")]
    pub seed: u64,
    pub public_token: String,
    #[sqlx(try_from = "As<Status>")]
    pub status: Status,
    /// Claims since the last progress, this one included.
    pub tries: i64,
    pub waited_ms: i64,
    pub respondents_done: i64,
    pub respondents_begun: i64,
    #[sqlx(skip)]
    pub steps: Vec<Step>,
}

#[derive(Debug)]
pub enum Claim {
    Run(Box<ClaimedReport>),
    /// The report was claimed too often without progress, and must be failed.
    Exhausted(Lease, Language),
    /// The stored report can't be read, now or later, and must be failed.
    Unreadable(Lease, StoreError),
}

/// The size of the queue, for metrics.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromRow)]
pub struct QueueDepth {
    pub waiting: i64,
    pub running: i64,
    /// Waiting or running reports that an engine outage delays.
    pub waiting_for_engine: i64,
    pub oldest_ms: i64,
    pub credits_held: i64,
}

/// A claim also takes over expired leases, so there is no separate reaper. Few reports run at a time, so skipping
/// them along the index is cheap. A claim also moves a queued report to the next status, which saves a commit.
pub(super) fn claim_sql(skip_locked: &str) -> Arc<str> {
    let is_free = is_free();
    format!(
        "UPDATE reports SET fence = fence + 1, tries = tries + 1, owner = $1,
                visible_at = (SELECT now_ms FROM clock) + $2,
                status = CASE WHEN status = 'queued' THEN 'generating_questionnaire' ELSE status END,
                started_at = COALESCE(started_at, (SELECT now_ms FROM clock))
         WHERE id = (SELECT id FROM reports
                     WHERE finished_at IS NULL AND {is_free}
                     ORDER BY turn, id LIMIT 1 {skip_locked})
         RETURNING id, account_id, public_token, brief, seed, status, fence, tries, respondents_done, respondents_begun,
                   (SELECT now_ms FROM clock) - created_at AS waited_ms"
    )
    .into()
}

impl Store {
    /// Whether a claim would find a report. Only reads, so that idle workers take no lock.
    pub async fn has_waiting(&self) -> Result<bool, StoreError> {
        let sql = format!("SELECT id FROM reports WHERE finished_at IS NULL AND {} LIMIT 1", is_free());
        Ok(sqlx::query(AssertSqlSafe(sql)).fetch_optional(self.db.reads()).await?.is_some())
    }

    /// Leases the next report of the fair queue.
    pub async fn claim(&self, owner: &str, lease: Duration, tries_max: i64) -> Result<Option<Claim>, StoreError> {
        let mut tx = self.db.write_grouped().await?;
        let row = sqlx::query(AssertSqlSafe(Arc::clone(&self.claim_sql)))
            .bind(owner)
            .bind(duration_ms(lease))
            .fetch_optional(&mut *tx)
            .await?;
        let Some(row) = row else {
            tx.rollback().await?;
            return Ok(None);
        };
        let steps = match Lease::from_row(&row) {
            Ok(lease) => steps::read(&mut tx, lease).await?,
            Err(_) => Vec::new(),
        };
        // Committed before the row is parsed: a row that can't be read must not stay at the head of the queue.
        tx.commit().await?;
        let lease = Lease::from_row(&row)?;
        Ok(Some(match ClaimedReport::from_row(&row) {
            Ok(claimed) if claimed.tries > tries_max => Claim::Exhausted(lease, claimed.brief.language()),
            Ok(claimed) => Claim::Run(Box::new(ClaimedReport { steps, ..claimed })),
            Err(error) => Claim::Unreadable(lease, error.into()),
        }))
    }

    pub async fn renew(&self, lease: Lease, length: Duration) -> Result<(), FenceError> {
        let mut tx = self.db.write_grouped().await?;
        let renewed = sqlx::query(
            "UPDATE reports SET visible_at = (SELECT now_ms FROM clock) + $3
             WHERE id = $1 AND fence = $2 AND finished_at IS NULL",
        )
        .bind(lease.report.to_string())
        .bind(lease.fence)
        .bind(duration_ms(length))
        .execute(&mut *tx)
        .await?;
        require_row(tx, renewed.rows_affected()).await?.commit().await?;
        Ok(())
    }

    /// Advances the status of a report. A resumed run never moves it back.
    pub async fn enter(&self, lease: Lease, status: Status) -> Result<(), FenceError> {
        let mut tx = self.db.write_grouped().await?;
        let entered = sqlx::query(
            "UPDATE reports SET status = CASE WHEN status = 'queued' OR $3 = 'sampling' THEN $3 ELSE status END
             WHERE id = $1 AND fence = $2 AND finished_at IS NULL",
        )
        .bind(lease.report.to_string())
        .bind(lease.fence)
        .bind(status.as_str())
        .execute(&mut *tx)
        .await?;
        require_row(tx, entered.rows_affected()).await?.commit().await?;
        Ok(())
    }

    /// Returns the tries since the last checkpoint, the present one included.
    pub async fn tries(&self, lease: Lease) -> Result<i64, FenceError> {
        sqlx::query_scalar("SELECT tries FROM reports WHERE id = $1 AND fence = $2 AND finished_at IS NULL")
            .bind(lease.report.to_string())
            .bind(lease.fence)
            .fetch_optional(self.db.reads())
            .await?
            .ok_or(FenceError::Lost)
    }

    /// Releases a report at once, as on shutdown, without counting the try.
    pub async fn hand_back(&self, lease: Lease) -> Result<(), FenceError> {
        self.release(lease, Duration::ZERO, 1).await
    }

    /// Releases a report after a failed try, to be claimed again after `backoff`.
    pub async fn retry_later(&self, lease: Lease, backoff: Duration) -> Result<(), FenceError> {
        self.release(lease, backoff, 0).await
    }

    async fn release(&self, lease: Lease, wait: Duration, forgiven_tries: i64) -> Result<(), FenceError> {
        let mut tx = self.db.write_grouped().await?;
        // Raising the fence token makes the releasing run stale before another one claims the report.
        let released = sqlx::query(
            "UPDATE reports SET visible_at = (SELECT now_ms FROM clock) + $3, owner = NULL, fence = fence + 1,
                    tries = tries - $4
             WHERE id = $1 AND fence = $2 AND finished_at IS NULL",
        )
        .bind(lease.report.to_string())
        .bind(lease.fence)
        .bind(duration_ms(wait))
        .bind(forgiven_tries)
        .execute(&mut *tx)
        .await?;
        require_row(tx, released.rows_affected()).await?.commit().await?;
        Ok(())
    }

    /// Completes a report: result, status, ledger entry and balance change in one transaction. Returns the credits
    /// used.
    pub async fn finish_report(
        &self,
        lease: Lease,
        finished: Finished<'_>,
        entry: LedgerId,
        now: UnixMs,
    ) -> Result<i64, FenceError> {
        let Finished { body, sampled, summary } = finished;
        let mut tx = self.db.write_grouped().await?;
        let settled: Option<(i64, i64)> = sqlx::query_as(
            "UPDATE reports SET status = 'completed', cost = CASE WHEN $3 > hold THEN hold ELSE $3 END,
                    finished_at = $4, owner = NULL
             WHERE id = $1 AND fence = $2 AND finished_at IS NULL AND status = 'sampling'
             RETURNING hold, cost",
        )
        .bind(lease.report.to_string())
        .bind(lease.fence)
        .bind(sampled)
        .bind(now)
        .fetch_optional(&mut *tx)
        .await?;
        let (mut tx, (held, used)) = require_returned(tx, settled).await?;
        let available =
            close_hold(&mut tx, lease.account, lease.report, Entry::Post { held, used }, entry, now).await?;
        let sealed = body.seal(available);
        sqlx::query("UPDATE reports SET etag = $2 WHERE id = $1")
            .bind(lease.report.to_string())
            .bind(sealed.etag)
            .execute(&mut *tx)
            .await?;
        sqlx::query("INSERT INTO results (report_id, body) VALUES ($1, $2)")
            .bind(lease.report.to_string())
            .bind(sealed.gzip)
            .execute(&mut *tx)
            .await?;
        summary::keep(&mut tx, lease.report, summary).await?;
        steps::delete(&mut tx, lease.report).await?;
        tx.commit().await?;
        Ok(used)
    }

    /// Fails a report for good and releases its credit hold.
    pub async fn fail_report(
        &self,
        lease: Lease,
        message: &str,
        entry: LedgerId,
        now: UnixMs,
    ) -> Result<(), FenceError> {
        let mut tx = self.db.write_grouped().await?;
        let held: Option<i64> = sqlx::query_scalar(
            "UPDATE reports SET status = 'failed', error = $3, finished_at = $4, owner = NULL
             WHERE id = $1 AND fence = $2 AND finished_at IS NULL
             RETURNING hold",
        )
        .bind(lease.report.to_string())
        .bind(lease.fence)
        .bind(message)
        .bind(now)
        .fetch_optional(&mut *tx)
        .await?;
        let (mut tx, held) = require_returned(tx, held).await?;
        close_hold(&mut tx, lease.account, lease.report, Entry::Void { held }, entry, now).await?;
        steps::delete(&mut tx, lease.report).await?;
        tx.commit().await?;
        Ok(())
    }

    pub async fn queue_depth(&self) -> Result<QueueDepth, StoreError> {
        let depth: QueueDepth = sqlx::query_as(
            "SELECT COUNT(*) - COUNT(owner) AS waiting, COUNT(owner) AS running,
                    COUNT(engine_away_since) AS waiting_for_engine,
                    COALESCE((SELECT now_ms FROM clock) - MIN(CASE WHEN owner IS NULL THEN created_at END), 0) AS oldest_ms,
                    (SELECT CAST(COALESCE(SUM(held), 0) AS BIGINT) FROM accounts) AS credits_held
             FROM reports WHERE finished_at IS NULL",
        )
        .fetch_one(self.db.reads())
        .await?;
        // The clock that a report was created by may have been ahead.
        Ok(QueueDepth { oldest_ms: depth.oldest_ms.max(0), ..depth })
    }
}

/// Settles the credit hold of a report and returns the credits available afterwards.
pub(super) async fn close_hold(
    connection: &mut AnyConnection,
    account: AccountId,
    report: ReportId,
    entry: Entry,
    id: LedgerId,
    now: UnixMs,
) -> Result<i64, StoreError> {
    let available = sqlx::query_scalar(
        "UPDATE accounts SET available = available + $2, held = held + $3, unfinished = unfinished - 1
         WHERE id = $1 RETURNING available",
    )
    .bind(account.to_string())
    .bind(entry.d_available())
    .bind(entry.d_held())
    .fetch_one(&mut *connection)
    .await?;
    ledger::append(connection, id, account, Some(report), entry, now).await?;
    Ok(available)
}
