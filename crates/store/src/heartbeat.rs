//! The service's heartbeat: one row that its processes write each minute. It tells whether the database takes writes, and
//! how long the service has run, which no clock that is wrong for a while can change by much.

use std::error::Error;
use std::time::Duration;

use tokio::time::Instant;

use super::{Store, StoreError};
use primitives::clock::{UnixMs, duration_ms};

/// How often a process writes the row.
pub const BEAT_INTERVAL: Duration = Duration::from_secs(60);
/// The most running time that one beat adds. Beats that are further apart mean that the service was off in between, or
/// that the clock jumped.
const BEAT_COUNTS_MAX: Duration = Duration::from_secs(2 * 60);
/// How long the outcome of one write is good for, whoever asks.
const OUTCOME_LASTS: Duration = Duration::from_secs(5);
/// `canvass health` waits a second longer.
const TRY_TAKES_MAX: Duration = Duration::from_secs(3);
/// Written to find out whether there is room again: as much as the result of a large report takes.
const FILLER_BYTES: usize = 128 * 1024;

/// The heartbeat as one beat left it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Heartbeat {
    /// When that was, by the database's clock.
    #[sqlx(rename = "beat_at")]
    pub at: UnixMs,
    /// How long the service has run in all, in milliseconds; it never falls.
    pub ran_ms: i64,
}

impl Store {
    /// Notes that the service runs.
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

    /// Whether the database takes writes: none has failed since one was last tried, at most five seconds ago. All who
    /// ask within that time cost one write.
    pub async fn takes_writes(&self) -> bool {
        let state = self.db.state();
        let mut tried = state.tried.lock().await;
        if tried.is_none_or(|at| at.elapsed() >= OUTCOME_LASTS) {
            let begun = Instant::now();
            *tried = Some(begun);
            match tokio::time::timeout(TRY_TAKES_MAX, self.try_write()).await {
                Ok(Ok(())) => state.recovered(),
                Ok(Err(error)) => {
                    tracing::warn!(cause = error.source().map(ToString::to_string), "a write was tried in vain");
                    state.failed();
                }
                // Where others were served meanwhile, the database is only busy.
                Err(_) if state.worked_within(begun.elapsed()) => {}
                Err(_) => state.failed(),
            }
        }
        !state.are_failing()
    }

    /// Writes the heartbeat; after a failed write as much as a large result takes, since a disk that is full for others
    /// may have room for one small row.
    async fn try_write(&self) -> Result<(), StoreError> {
        if self.db.state().are_failing() {
            let mut tx = self.db.write().await?;
            sqlx::query("UPDATE heartbeat SET filler = $1").bind("-".repeat(FILLER_BYTES)).execute(&mut *tx).await?;
            tx.commit().await?;
        }
        // The beat also empties the row.
        self.beat().await.map(drop)
    }

    /// Makes a SQLite database behave as on a full disk, or no longer: for tests, which have no disk of their own.
    #[doc(hidden)]
    pub async fn set_full(&self, is_full: bool) -> Result<(), StoreError> {
        self.db.set_full(is_full).await
    }
}
