//! Write transactions and their health. After a write has failed because of an outage, writes count as failing until
//! one of the size of a large result has succeeded (`heartbeat.rs`): a small one may fit on a disk that is full for
//! all others.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::{Any, AnyConnection, Error, Transaction};
use tokio::time::Instant;

use super::outage::is_outage;

/// The health of this process's writes.
pub(crate) struct Writes {
    seen: Mutex<Seen>,
    /// When the last probe write began. Locked while a probe runs, so that there is one at a time.
    pub(crate) tried: tokio::sync::Mutex<Option<Instant>>,
    #[cfg(feature = "faults")]
    pub(crate) faults: super::faults::Faults,
}

#[derive(Default)]
struct Seen {
    worked_at: Option<Instant>,
    is_failing: bool,
}

impl Default for Writes {
    /// Healthy until a write fails.
    fn default() -> Self {
        metrics::gauge!("canvass_database_writable").set(1.0);
        Self {
            seen: Mutex::default(),
            tried: tokio::sync::Mutex::default(),
            #[cfg(feature = "faults")]
            faults: super::faults::Faults::default(),
        }
    }
}

impl Writes {
    /// Whether a write has failed and no probe of full size has succeeded since.
    pub fn are_failing(&self) -> bool {
        self.seen().is_failing
    }

    /// Whether a write was committed within the last `time`.
    pub fn worked_within(&self, time: Duration) -> bool {
        self.seen().worked_at.is_some_and(|at| at.elapsed() < time)
    }

    /// Records a committed write.
    fn worked(&self) {
        self.seen().worked_at = Some(Instant::now());
    }

    /// Records a write that failed because of an outage.
    pub fn failed(&self) {
        let is_news = !std::mem::replace(&mut self.seen().is_failing, true);
        if is_news {
            metrics::gauge!("canvass_database_writable").set(0.0);
            tracing::error!("the database takes no writes: its disk may be full, or its server away");
        }
    }

    /// Records a committed probe of full size.
    pub fn recovered(&self) {
        let was_failing = std::mem::replace(&mut self.seen().is_failing, false);
        if was_failing {
            metrics::gauge!("canvass_database_writable").set(1.0);
            tracing::info!("the database takes writes again");
        }
    }

    pub(super) fn note<T>(&self, outcome: &Result<T, Error>) {
        if let Err(error) = outcome
            && is_outage(error)
        {
            self.failed();
        }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        // Both fields are valid in any state, so a poisoned lock is harmless.
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A write transaction. Rolled back unless it is committed.
pub(crate) struct Tx {
    transaction: Transaction<'static, Any>,
    writes: Arc<Writes>,
}

impl Tx {
    pub(super) fn new(transaction: Transaction<'static, Any>, writes: Arc<Writes>) -> Self {
        Self { transaction, writes }
    }

    pub async fn commit(self) -> Result<(), Error> {
        #[cfg(not(feature = "faults"))]
        let committed = self.transaction.commit().await;
        #[cfg(feature = "faults")]
        let committed = self.writes.faults.commit(self.transaction).await;
        self.writes.note(&committed);
        if committed.is_ok() {
            self.writes.worked();
        }
        committed
    }

    pub async fn rollback(self) -> Result<(), Error> {
        self.transaction.rollback().await
    }
}

impl Deref for Tx {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        &self.transaction
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.transaction
    }
}
