//! What a worker does while the engine is away: it takes nothing new, hands back its reports with their checkpoints,
//! asks again with growing pauses, and fails only reports that have waited longer than patience allows.

use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use super::{Workshop, wait};
use engine::until_it_answers;
use store::{FenceError, Lease, StoreError};

impl Workshop {
    /// Waits out an outage that the database knows of: one that began before this process, or whose end no process saw.
    pub(super) async fn take_up_outage(&self, stop: &CancellationToken) {
        // If the store fails, the claim reports it.
        if let Ok(true) = self.store.has_waiting_for_engine().await {
            self.sit_out(stop).await;
        }
    }

    /// After a run could not reach the engine: whether the engine is away, or the trouble is that run's own.
    pub(super) async fn is_engine_away(&self) -> bool {
        match self.engine.probe().await {
            Ok(()) => false,
            Err(error) => {
                self.availability.lost(&error);
                true
            }
        }
    }

    pub(super) async fn wait_for_engine(&self, lease: Lease, stop: &CancellationToken) -> Result<(), FenceError> {
        tracing::debug!("report handed back until the engine answers");
        self.outlasting(stop, || self.store.wait_for_engine(lease)).await
    }

    /// Returns when the engine answers again, or when it is time to stop.
    pub(super) async fn sit_out(&self, stop: &CancellationToken) {
        let answers = until_it_answers(self.engine.as_ref(), self.config.retry_backoff, |error, pause| async move {
            self.availability.lost(&error);
            self.tend_waiting().await;
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
        self.availability.found();
    }

    pub(super) async fn note_engine_answers(&self) {
        if let Err(error) = self.store.engine_answers().await {
            tracing::warn!(error = chain(error), "reports still stand there as waiting for the engine");
        }
    }

    /// Notes which reports wait, and fails those that have waited too long.
    pub async fn tend_waiting(&self) {
        let tended = async {
            self.store.engine_is_away().await?;
            let (lease, patience) = (self.config.lease, self.config.engine_patience);
            while let Some((lease, language)) = self.store.claim_out_of_patience(&self.name, lease, patience).await? {
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
            tracing::warn!(error = chain(error), "the reports that wait for the engine were not looked after");
        }
    }
}

fn chain(error: StoreError) -> String {
    format!("{:#}", anyhow::Error::new(error))
}
