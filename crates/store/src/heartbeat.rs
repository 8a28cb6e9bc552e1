//! The heartbeat: one row that every process of the service updates each minute. It shows that the database takes
//! writes, and counts the service's running time, which a clock that is wrong for a while can't change by much.

use std::error::Error;
use std::time::Duration;

use tokio::time::Instant;

use super::{Store, StoreError};
use primitives::clock::{UnixMs, duration_ms};

/// How often a process updates the row.
pub const BEAT_INTERVAL: Duration = Duration::from_secs(60);
/// The most running time that one beat adds. Beats that are further apart mean that the service was stopped in
/// between, or that the clock jumped.
const BEAT_COUNTS_MAX: Duration = Duration::from_secs(2 * 60);
/// How long the outcome of one probe write is reused.
const OUTCOME_LASTS: Duration = Duration::from_secs(5);
/// Timeout of a probe write; `canvass health` waits a second longer.
const TRY_TAKES_MAX: Duration = Duration::from_secs(3);
/// Size of the probe write after a failure: that of the result of a large report.
const FILLER_BYTES: usize = 128 * 1024;

/// The state after one beat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Heartbeat {
    /// Time of the beat by the database's clock.
    #[sqlx(rename = "beat_at")]
    pub at: UnixMs,
    /// Total running time of the service in milliseconds; never falls.
    pub ran_ms: i64,
}

impl Store {
    /// Records that the service runs.
    pub async fn beat(&self) -> Result<Heartbeat, StoreError> {
        let mut tx = self.db.write().await?;
        let beat = sqlx::query_as(
            "UPDATE heartbeat SET beat_at = (SELECT now_ms FROM clock), filler = NULL,
                    ran_ms = ran_ms + CASE WHEN (SELECT now_ms FROM clock) < beat_at THEN 0
                                           WHEN (SELECT now_ms FROM clock) - beat_at > $1 THEN $1
                                           ELSE (SELECT now_ms FROM clock) - beat_at END
             RETURNING beat_at, ran_ms",
        )
        .bind(duration_ms(BEAT_COUNTS_MAX))
        .fetch_one(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(beat)
    }

    /// Whether the database takes writes. Probes it at most once in five seconds, however often it is called.
    pub async fn takes_writes(&self) -> bool {
        let state = self.db.state();
        let mut probed_at = state.probed_at.lock().await;
        if probed_at.is_none_or(|at| at.elapsed() >= OUTCOME_LASTS) {
            let begun = Instant::now();
            *probed_at = Some(begun);
            match tokio::time::timeout(TRY_TAKES_MAX, self.try_write()).await {
                Ok(Ok(())) => state.recovered(),
                Ok(Err(error)) => {
                    tracing::warn!(cause = error.source().map(ToString::to_string), "the probe write failed");
                    state.failed();
                }
                // If other writes were committed meanwhile, the database is only busy.
                Err(_) if state.committed_within(begun.elapsed()) => {}
                Err(_) => state.failed(),
            }
        }
        !state.are_failing()
    }

    /// Writes the heartbeat. After a failed write it first writes as much as a large result takes, because a disk
    /// that is full for results may have room for one small row.
    async fn try_write(&self) -> Result<(), StoreError> {
        if self.db.state().are_failing() {
            let mut tx = self.db.write().await?;
            sqlx::query("UPDATE heartbeat SET filler = $1").bind("-".repeat(FILLER_BYTES)).execute(&mut *tx).await?;
            tx.commit().await?;
        }
        // The beat also clears the filler.
        self.beat().await.map(drop)
    }

    /// Makes a SQLite database behave as on a full disk, or no longer. For tests.
    #[doc(hidden)]
    pub async fn set_full(&self, is_full: bool) -> Result<(), StoreError> {
        self.db.set_full(is_full).await
    }
}
