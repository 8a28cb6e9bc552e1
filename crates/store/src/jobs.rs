//! The queue is the reports table itself. A worker claims a report by a lease; the claim raises the report's fence,
//! and every later write of that run carries the fence, so a worker that lost its lease writes nothing at all.
//! Leases are judged by the database's clock, so that the machines need not agree on the time.

use std::sync::Arc;
use std::time::Duration;

use foundation::Language;
use language::brief::Brief;
use sqlx::{AnyConnection, AssertSqlSafe, FromRow};

use super::lease::{FenceError, Lease, is_free, one_row};
use super::rows::{As, Unsigned};
use super::steps::{self, Step};
use super::{Finished, Status, Store, StoreError, gist, ledger};
use primitives::clock::{UnixMs, duration_ms};
use primitives::credits::Entry;
use primitives::ids::{AccountId, LedgerId, ReportId};

/// A report to run, with what earlier runs have finished.
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
    /// The report was claimed too often without progress; all that is left is to fail it.
    Exhausted(Lease, Language),
    /// What is stored of the report can't be read, and no later try will do better; all that is left is to fail it.
    Unreadable(Lease, StoreError),
}

/// How much work waits, for the metrics.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromRow)]
pub struct QueueDepth {
    pub waiting: i64,
    pub running: i64,
    /// Of those that wait and those that run: how many wait for an engine that is away.
    pub waiting_for_engine: i64,
    pub oldest_ms: i64,
    pub credits_held: i64,
}

/// One claim also recovers expired leases, so there is no reaper. Running reports are few, so skipping them along the
/// index is cheap.
pub(super) fn claim_sql(skip_locked: &str) -> Arc<str> {
    let is_free = is_free();
    format!(
        "UPDATE reports SET fence = fence + 1, tries = tries + 1, owner = $1,
                visible_at = (SELECT now_ms FROM clock) + $2,
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
    /// Whether a claim would find something; only a read, so that idle workers block nothing.
    pub async fn has_waiting(&self) -> Result<bool, StoreError> {
        let sql = format!("SELECT id FROM reports WHERE finished_at IS NULL AND {} LIMIT 1", is_free());
        Ok(sqlx::query(AssertSqlSafe(sql)).fetch_optional(self.db.reads()).await?.is_some())
    }

    /// Leases the next report in fair order.
    pub async fn claim(&self, owner: &str, lease: Duration, tries_max: i64) -> Result<Option<Claim>, StoreError> {
        let mut tx = self.db.write().await?;
        let row = sqlx::query(AssertSqlSafe(Arc::clone(&self.claim_sql)))
            .bind(owner)
            .bind(duration_ms(lease))
            .fetch_optional(&mut *tx)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let steps = match Lease::from_row(&row) {
            Ok(lease) => steps::read(&mut tx, lease).await?,
            Err(_) => Vec::new(),
        };
        // Committed before the row is read: one that can't be read must not be claimed again and again by all.
        tx.commit().await?;
        let lease = Lease::from_row(&row)?;
        Ok(Some(match ClaimedReport::from_row(&row) {
            Ok(claimed) if claimed.tries > tries_max => Claim::Exhausted(lease, claimed.brief.language()),
            Ok(claimed) => Claim::Run(Box::new(ClaimedReport { steps, ..claimed })),
            Err(error) => Claim::Unreadable(lease, error.into()),
        }))
    }

    pub async fn renew(&self, lease: Lease, length: Duration) -> Result<(), FenceError> {
        let mut tx = self.db.write().await?;
        let renewed = sqlx::query(
            "UPDATE reports SET visible_at = (SELECT now_ms FROM clock) + $3
             WHERE id = $1 AND fence = $2 AND finished_at IS NULL",
        )
        .bind(lease.report.to_string())
        .bind(lease.fence)
        .bind(duration_ms(length))
        .execute(&mut *tx)
        .await?;
        one_row(renewed.rows_affected())?;
        tx.commit().await?;
        Ok(())
    }

    /// Moves a report forward; a run that resumes further on leaves the status where it is.
    pub async fn enter(&self, lease: Lease, status: Status) -> Result<(), FenceError> {
        let mut tx = self.db.write().await?;
        let entered = sqlx::query(
            "UPDATE reports SET status = CASE WHEN status = 'queued' OR $3 = 'sampling' THEN $3 ELSE status END
             WHERE id = $1 AND fence = $2 AND finished_at IS NULL",
        )
        .bind(lease.report.to_string())
        .bind(lease.fence)
        .bind(status.as_str())
        .execute(&mut *tx)
        .await?;
        one_row(entered.rows_affected())?;
        tx.commit().await?;
        Ok(())
    }

    /// Tries without progress so far, the present one included: a checkpoint may have forgiven those before it.
    pub async fn tries(&self, lease: Lease) -> Result<i64, FenceError> {
        sqlx::query_scalar("SELECT tries FROM reports WHERE id = $1 AND fence = $2 AND finished_at IS NULL")
            .bind(lease.report.to_string())
            .bind(lease.fence)
            .fetch_optional(self.db.reads())
            .await?
            .ok_or(FenceError::Lost)
    }

    /// Gives a report back at once, as on shutdown; it does not count as a try.
    pub async fn hand_back(&self, lease: Lease) -> Result<(), FenceError> {
        self.release(lease, Duration::ZERO, 1).await
    }

    /// Gives a report back after a failed try, to be tried again no sooner than `backoff` from now.
    pub async fn retry_later(&self, lease: Lease, backoff: Duration) -> Result<(), FenceError> {
        self.release(lease, backoff, 0).await
    }

    async fn release(&self, lease: Lease, wait: Duration, forgiven_tries: i64) -> Result<(), FenceError> {
        let mut tx = self.db.write().await?;
        // Raising the fence makes the giving run stale at once, even before another one claims the report.
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
        one_row(released.rows_affected())?;
        tx.commit().await?;
        Ok(())
    }

    /// Settles a completed report: the result, the status, the post and the balance change together or not at all.
    /// Returns the credits used.
    pub async fn finish_report(
        &self,
        lease: Lease,
        finished: Finished<'_>,
        entry: LedgerId,
        now: UnixMs,
    ) -> Result<i64, FenceError> {
        let Finished { body, sampled, gist } = finished;
        let mut tx = self.db.write().await?;
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
        let (held, used) = settled.ok_or(FenceError::Lost)?;
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
        gist::keep(&mut tx, lease.report, gist).await?;
        steps::delete(&mut tx, lease.report).await?;
        tx.commit().await?;
        Ok(used)
    }

    /// Fails a report for good and releases its hold, together.
    pub async fn fail_report(
        &self,
        lease: Lease,
        message: &str,
        entry: LedgerId,
        now: UnixMs,
    ) -> Result<(), FenceError> {
        let mut tx = self.db.write().await?;
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
        let held = held.ok_or(FenceError::Lost)?;
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

/// Returns what is available afterwards.
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
