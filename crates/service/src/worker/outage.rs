//! Engine outages: the worker claims nothing new, hands its reports back with their checkpoints, probes the engine
//! with growing backoff, and fails only reports that have waited longer than the grace period.

use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use super::{Worker, wait};
use engine::probe_until_up;
use store::{FenceError, Lease, StoreError};

impl Worker {
    /// Waits for the end of an outage recorded in the database: one from before this process, or whose end nobody
    /// recorded.
    pub(super) async fn resume_outage(&self, stop: &CancellationToken) {
        // If the store fails, the claim reports it.
        if let Ok(true) = self.store.has_waiting_for_engine().await {
            self.wait_for_engine_recovery(stop).await;
        }
    }

    /// Probes the engine after a run could not reach it. Returns true if the engine is down, false if only that run
    /// failed.
    pub(super) async fn is_engine_away(&self) -> bool {
        match self.engine.probe().await {
            Ok(()) => false,
            Err(error) => {
                self.availability.record_outage(&error);
                true
            }
        }
    }

    /// Returns a report to the queue because the engine is down. The report of a retired worker waits for nothing: another
    /// engine answers now, which takes it up at once.
    pub(super) async fn leave_to_engine(&self, lease: Lease, stop: &CancellationToken) -> Result<(), FenceError> {
        match self.retired.is_cancelled() {
            true => self.retry_during_outage(stop, || self.hand_back(lease)).await,
            false => self.wait_for_engine(lease, stop).await,
        }
    }

    async fn wait_for_engine(&self, lease: Lease, stop: &CancellationToken) -> Result<(), FenceError> {
        tracing::debug!("report returned to the queue until the engine answers");
        self.retry_during_outage(stop, || self.store.wait_for_engine(lease)).await
    }

    /// Returns when the engine answers again or `stop` is cancelled.
    pub(super) async fn wait_for_engine_recovery(&self, stop: &CancellationToken) {
        let answers = probe_until_up(self.engine.as_ref(), self.config.retry_backoff, |error, pause| async move {
            self.availability.record_outage(&error);
            self.expire_waiting_reports().await;
            wait(pause, stop).await;
            !stop.is_cancelled()
        });
        let answers = tokio::select! {
            biased;
            () = stop.cancelled() => false,
            answers = answers => answers,
        };
        if !answers {
            return;
        }
        self.note_engine_answers().await;
        self.availability.end_outage();
    }

    pub(super) async fn note_engine_answers(&self) {
        if let Err(error) = self.store.clear_engine_outage().await {
            tracing::warn!(error = chain(error), "reports are still marked as waiting for the engine");
        }
    }

    /// Records which reports wait for the engine, and fails those whose grace period is over.
    pub async fn expire_waiting_reports(&self) {
        let tended = async {
            self.store.record_engine_outage().await?;
            let (lease, patience) = (self.config.lease, self.config.engine_patience);
            while let Some((lease, language)) = self.store.claim_past_grace_period(&self.name, lease, patience).await? {
                let span = tracing::info_span!("report", request_id = %lease.report);
                let message = wording::say(language, "failure-engine-away", &[]);
                match self.fail_once(lease, &message).instrument(span).await {
                    Ok(()) | Err(FenceError::Lost) => {}
                    Err(FenceError::Store(error)) => return Err(error),
                }
            }
            Ok::<(), StoreError>(())
        };
        if let Err(error) = tended.await {
            tracing::warn!(error = chain(error), "the reports that wait for the engine could not be checked");
        }
    }
}

fn chain(error: StoreError) -> String {
    format!("{:#}", anyhow::Error::new(error))
}
