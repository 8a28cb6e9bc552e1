//! What a worker does while the database is full, busy or away. That is no report's fault: a run keeps what it has and
//! repeats the write with growing pauses until it works. No try is counted for it, and no report fails because of it.

use std::future::Future;
use std::sync::PoisonError;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::{Workshop, wait};
use store::{FenceError, Lease};

/// The shortest and the longest pause before a write is repeated.
const PAUSE_MIN: Duration = Duration::from_millis(10);
const PAUSE_MAX: Duration = Duration::from_secs(10);

/// Pauses that double from the first one to the longest.
pub(super) struct Pauses {
    first: Duration,
    next: Duration,
}

impl Pauses {
    pub(super) fn new(first: Duration) -> Self {
        let first = first.clamp(PAUSE_MIN, PAUSE_MAX);
        Self { first, next: first }
    }

    pub(super) async fn pause(&mut self, stop: &CancellationToken) {
        let now = self.next;
        self.next = (now * 2).min(PAUSE_MAX);
        wait(now, stop).await;
    }

    pub(super) fn reset(&mut self) {
        self.next = self.first;
    }
}

/// Repeats a call to the store while the database has an outage. Returns the error only when it is time to stop.
pub(super) async fn outlasting<T, F>(
    mut pauses: Pauses,
    stop: &CancellationToken,
    call: impl Fn() -> F,
) -> Result<T, FenceError>
where
    F: Future<Output = Result<T, FenceError>>,
{
    let mut is_first = true;
    loop {
        match call().await {
            Err(FenceError::Store(error)) if error.is_outage() && !stop.is_cancelled() => {
                if std::mem::take(&mut is_first) {
                    let error = format!("{:#}", anyhow::Error::new(error));
                    tracing::warn!(error, "the report waits for the database");
                }
                pauses.pause(stop).await;
            }
            done => return done,
        }
    }
}

impl Workshop {
    /// Repeats a call to the store while the database has an outage.
    pub(super) async fn outlasting<T, F>(&self, stop: &CancellationToken, call: impl Fn() -> F) -> Result<T, FenceError>
    where
        F: Future<Output = Result<T, FenceError>>,
    {
        outlasting(Pauses::new(self.config.retry_backoff), stop, call).await
    }

    /// Notes that a lease of this process could not be renewed.
    pub(super) fn note_unrenewed(&self, lease: Lease) {
        let mut unrenewed = self.unrenewed.lock().unwrap_or_else(PoisonError::into_inner);
        if !unrenewed.contains(&lease) {
            unrenewed.push(lease);
        }
    }

    /// Renews the leases that could not be renewed when it was time. To be called before a claim: after an outage the
    /// leases of the runs that outlasted it are over, and a claim would take a report from its own process and count
    /// another try.
    pub(super) async fn renew_leases(&self) -> Result<(), FenceError> {
        let unrenewed = std::mem::take(&mut *self.unrenewed.lock().unwrap_or_else(PoisonError::into_inner));
        for (at, lease) in unrenewed.iter().enumerate() {
            match self.store.renew(*lease, self.config.lease).await {
                // The run is over, or another process has the report; its own renewal tells it.
                Ok(()) | Err(FenceError::Lost) => {}
                Err(error) => {
                    unrenewed[at..].iter().for_each(|lease| self.note_unrenewed(*lease));
                    return Err(error);
                }
            }
        }
        Ok(())
    }
}
