//! Write transactions, and whether they work. A write that fails because of an outage leaves the database in doubt until
//! a write of the size of a large result has succeeded (`store/heartbeat.rs`): a small one may find room on a disk that
//! is full for all others.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::{Any, AnyConnection, Error, Transaction};
use tokio::time::Instant;

use super::outage::is_outage;

/// What is known of the writes of this process.
pub(crate) struct Writes {
    seen: Mutex<Seen>,
    /// When a write was last tried for its own sake. Locked while one is under way, so that there is one at a time.
    pub(crate) tried: tokio::sync::Mutex<Option<Instant>>,
}

#[derive(Default)]
struct Seen {
    worked_at: Option<Instant>,
    is_failing: bool,
}

impl Default for Writes {
    /// Taken to work until one fails.
    fn default() -> Self {
        metrics::gauge!("canvass_database_writable").set(1.0);
        Self { seen: Mutex::default(), tried: tokio::sync::Mutex::default() }
    }
}

impl Writes {
    /// Whether a write failed and none of full size has succeeded since.
    pub fn are_failing(&self) -> bool {
        self.seen().is_failing
    }

    /// Whether a write was committed within this time.
    pub fn worked_within(&self, time: Duration) -> bool {
        self.seen().worked_at.is_some_and(|at| at.elapsed() < time)
    }

    /// Notes that a write was committed.
    fn worked(&self) {
        self.seen().worked_at = Some(Instant::now());
    }

    /// Notes that a write failed because of an outage.
    pub fn failed(&self) {
        let is_news = !std::mem::replace(&mut self.seen().is_failing, true);
        if is_news {
            metrics::gauge!("canvass_database_writable").set(0.0);
            tracing::error!("the database takes no writes: its disk may be full, or its server away");
        }
    }

    /// Notes that a write of full size was committed.
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
        // A panic elsewhere can't leave the two fields half-written.
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A transaction that writes. Undone unless it is committed.
pub(crate) struct Tx {
    transaction: Transaction<'static, Any>,
    writes: Arc<Writes>,
}

impl Tx {
    pub(super) fn new(transaction: Transaction<'static, Any>, writes: Arc<Writes>) -> Self {
        Self { transaction, writes }
    }

    pub async fn commit(self) -> Result<(), Error> {
        let committed = self.transaction.commit().await;
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
