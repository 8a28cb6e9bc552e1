//! Database outages (disk full, busy, unreachable): a run keeps its state and retries the write with growing backoff
//! until it succeeds. An outage counts as no attempt and fails no report.

use std::future::Future;
use std::sync::PoisonError;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::{Worker, wait};
use store::{FenceError, Lease};

/// The shortest and the longest backoff before a write is retried.
const PAUSE_MIN: Duration = Duration::from_millis(10);
const PAUSE_MAX: Duration = Duration::from_secs(10);

/// Exponential backoff that doubles from the first pause up to [`PAUSE_MAX`].
pub(super) struct Backoff {
    first: Duration,
    next: Duration,
}

impl Backoff {
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

/// Retries a store call during a database outage. Returns the outage error only if `stop` is cancelled.
pub(super) async fn retry_during_outage<T, F>(
    mut pauses: Backoff,
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

impl Worker {
    /// Retries a store call during a database outage.
    pub(super) async fn retry_during_outage<T, F>(
        &self,
        stop: &CancellationToken,
        call: impl Fn() -> F,
    ) -> Result<T, FenceError>
    where
        F: Future<Output = Result<T, FenceError>>,
    {
        retry_during_outage(Backoff::new(self.config.retry_backoff), stop, call).await
    }

    /// Records that a lease of this process could not be renewed.
    pub(super) fn note_unrenewed(&self, lease: Lease) {
        let mut unrenewed = self.unrenewed.lock().unwrap_or_else(PoisonError::into_inner);
        if !unrenewed.contains(&lease) {
            unrenewed.push(lease);
        }
    }

    /// Renews the leases whose last renewal failed. It must run before a claim: after an outage the leases of
    /// surviving runs have expired, and a claim would take such a report from its own process and count another
    /// attempt.
    pub(super) async fn renew_leases(&self) -> Result<(), FenceError> {
        let unrenewed = std::mem::take(&mut *self.unrenewed.lock().unwrap_or_else(PoisonError::into_inner));
        for (at, lease) in unrenewed.iter().enumerate() {
            match self.store.renew(*lease, self.config.lease).await {
                // The run is over, or another process holds the report. The run's own renewal reports that.
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
