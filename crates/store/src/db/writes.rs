//! The commits of this process and the health of its writes. After a write has failed because of an outage, writes count as
//! failing until a probe write of the size of a large result has succeeded (`heartbeat.rs`): a small write may fit on a disk that
//! is full for all others.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::{Any, Error, Transaction};
use tokio::time::Instant;

use super::outage::is_outage;

/// The health of this process's writes.
pub(crate) struct Writes {
    health: Mutex<Health>,
    /// Number of transactions committed since the start.
    commits: AtomicU64,
    /// When the last probe write began. Locked while a probe runs, so that there is one at a time.
    pub(crate) probed_at: tokio::sync::Mutex<Option<Instant>>,
    #[cfg(feature = "faults")]
    pub(crate) faults: super::faults::Faults,
}

#[derive(Default)]
struct Health {
    committed_at: Option<Instant>,
    is_failing: bool,
}

impl Default for Writes {
    /// Healthy until a write fails.
    fn default() -> Self {
        metrics::gauge!("canvass_database_writable").set(1.0);
        Self {
            health: Mutex::default(),
            commits: AtomicU64::new(0),
            probed_at: tokio::sync::Mutex::default(),
            #[cfg(feature = "faults")]
            faults: super::faults::Faults::default(),
        }
    }
}

impl Writes {
    /// Whether a write has failed and no probe of full size has succeeded since.
    pub fn are_failing(&self) -> bool {
        self.health().is_failing
    }

    /// Whether a write was committed within the last `time`.
    pub fn committed_within(&self, time: Duration) -> bool {
        self.health().committed_at.is_some_and(|at| at.elapsed() < time)
    }

    /// Returns how many transactions this process has committed. A group counts once.
    pub fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// Commits a transaction and records the outcome.
    pub(super) async fn commit(&self, transaction: Transaction<'static, Any>) -> Result<(), Error> {
        #[cfg(not(feature = "faults"))]
        let committed = transaction.commit().await;
        #[cfg(feature = "faults")]
        let committed = self.faults.commit(transaction).await;
        self.note(&committed);
        if committed.is_ok() {
            self.health().committed_at = Some(Instant::now());
            self.commits.fetch_add(1, Ordering::Relaxed);
            metrics::counter!("canvass_database_commits_total").increment(1);
        }
        committed
    }

    /// Records a write that failed because of an outage.
    pub fn failed(&self) {
        let is_news = !std::mem::replace(&mut self.health().is_failing, true);
        if is_news {
            metrics::gauge!("canvass_database_writable").set(0.0);
            tracing::error!("the database takes no writes: its disk may be full, or its server away");
        }
    }

    /// Records a committed probe of full size.
    pub fn recovered(&self) {
        let was_failing = std::mem::replace(&mut self.health().is_failing, false);
        if was_failing {
            metrics::gauge!("canvass_database_writable").set(1.0);
            tracing::info!("the database takes writes again");
        }
    }

    /// Records an error that is an outage; any other outcome changes nothing.
    pub(super) fn note<T>(&self, outcome: &Result<T, Error>) {
        if let Err(error) = outcome
            && is_outage(error)
        {
            self.failed();
        }
    }

    fn health(&self) -> MutexGuard<'_, Health> {
        // Both fields are valid in any state, so a poisoned lock is harmless.
        self.health.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
