//! Tracks whether the engine answers, as one state shared by all callers of this process. Changes are logged once,
//! not per call. During an outage reports wait, and the outage counts against none of them.

use std::future::Future;
use std::time::Duration;

use tokio::sync::{Mutex, watch};
use tokio::time::Instant;

use super::{Engine, EngineError};

/// How long the result of a readiness check is reused for all callers.
const READINESS_REUSED_FOR: Duration = Duration::from_secs(30);
const READINESS_TIMEOUT: Duration = Duration::from_secs(5);
/// Longest pause between two probes during an outage.
const PAUSE_MAX: Duration = Duration::from_secs(30);

/// A period in which the engine answers no call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outage {
    pub since: Instant,
    pub error: EngineError,
}

/// The last known state of the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineState {
    Answers,
    Unavailable(EngineError),
}

/// Whether the engine answers, as far as the callers of this process know.
pub struct Availability {
    outage: watch::Sender<Option<Outage>>,
    last_check: Mutex<Option<(Instant, EngineState)>>,
}

impl Default for Availability {
    /// Assumes that the engine answers until a call shows otherwise.
    fn default() -> Self {
        metrics::gauge!("canvass_engine_up").set(1.0);
        Self { outage: watch::Sender::new(None), last_check: Mutex::default() }
    }
}

impl Availability {
    /// Returns the outage that is recorded, if any.
    pub fn outage(&self) -> Option<Outage> {
        self.outage.borrow().clone()
    }

    /// Records an outage and its cause. A new cause keeps the start time, and only a new cause is logged.
    pub fn record_outage(&self, error: &EngineError) {
        let is_news = self.outage.send_if_modified(|outage| {
            let is_news = outage.as_ref().is_none_or(|known| known.error != *error);
            let since = outage.as_ref().map_or_else(Instant::now, |known| known.since);
            *outage = Some(Outage { since, error: error.clone() });
            is_news
        });
        if !is_news {
            return;
        }
        metrics::gauge!("canvass_engine_up").set(0.0);
        if matches!(error, EngineError::Denied { .. }) {
            tracing::error!(%error, "the engine is unavailable until its key, model or quota is corrected; reports wait");
        } else {
            tracing::error!(%error, "the engine is unavailable; reports wait for it");
        }
    }

    /// Ends the outage, if there is one.
    pub fn end_outage(&self) {
        let Some(outage) = self.outage.send_replace(None) else { return };
        metrics::gauge!("canvass_engine_up").set(1.0);
        tracing::info!(away_s = outage.since.elapsed().as_secs(), "the engine answers again");
    }

    /// Waits until an outage is recorded; returns at once during an outage.
    pub async fn wait_for_outage(&self) {
        // The sender is a field of `self`, so the channel can't close while this waits.
        let _ = self.outage.subscribe().wait_for(Option::is_some).await;
    }

    /// Returns the state for the readiness endpoint: the recorded outage if there is one, else the result of
    /// [`Engine::ready`], cached for 30 seconds.
    pub async fn readiness(&self, engine: &dyn Engine) -> EngineState {
        if let Some(outage) = self.outage() {
            return EngineState::Unavailable(outage.error);
        }
        let mut last = self.last_check.lock().await;
        if let Some((at, state)) = &*last
            && at.elapsed() < READINESS_REUSED_FOR
        {
            return state.clone();
        }
        let state = match tokio::time::timeout(READINESS_TIMEOUT, engine.ready()).await {
            Ok(Ok(())) => EngineState::Answers,
            Ok(Err(error)) => EngineState::Unavailable(error),
            Err(_) => {
                EngineState::Unavailable(EngineError::TimedOut { timeout_ms: READINESS_TIMEOUT.as_secs() * 1000 })
            }
        };
        *last = Some((Instant::now(), state.clone()));
        state
    }
}

/// Probes the engine until it answers. After each failed probe it calls `meanwhile`
/// with the error and the pause, which doubles up to 30 s. `meanwhile` does the
/// waiting, and ends the loop by returning `false`. Returns whether the engine answers.
pub async fn probe_until_up<F>(
    engine: &dyn Engine,
    pause_first: Duration,
    mut meanwhile: impl FnMut(EngineError, Duration) -> F,
) -> bool
where
    F: Future<Output = bool>,
{
    let mut pause = pause_first.min(PAUSE_MAX);
    loop {
        let Err(error) = engine.probe().await else { return true };
        if !meanwhile(error, pause).await {
            return false;
        }
        pause = (pause * 2).min(PAUSE_MAX);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use async_trait::async_trait;
    use futures::FutureExt;

    use super::*;
    use crate::{EngineCard, Scripted};

    /// An engine whose first `asks` readiness checks fail; `asked` counts all checks.
    struct AwayFor {
        asks: usize,
        asked: AtomicUsize,
    }

    #[async_trait]
    impl Engine for AwayFor {
        fn card(&self) -> EngineCard {
            Scripted::new(0, 0.0).card()
        }

        async fn ready(&self) -> Result<(), EngineError> {
            match self.asked.fetch_add(1, Ordering::SeqCst) < self.asks {
                true => Err(refused()),
                false => Ok(()),
            }
        }
    }

    fn away_for(asks: usize) -> AwayFor {
        AwayFor { asks, asked: AtomicUsize::new(0) }
    }

    fn refused() -> EngineError {
        EngineError::Unavailable { message: "no connection".to_owned() }
    }

    #[tokio::test(start_paused = true)]
    async fn many_readiness_requests_within_half_a_minute_cost_one_check() {
        let (engine, availability) = (away_for(1), Availability::default());
        for _ in 0..100 {
            assert_eq!(availability.readiness(&engine).await, EngineState::Unavailable(refused()));
        }
        assert_eq!(engine.asked.load(Ordering::SeqCst), 1);
        tokio::time::advance(READINESS_REUSED_FOR).await;
        assert_eq!(availability.readiness(&engine).await, EngineState::Answers);
        assert_eq!(engine.asked.load(Ordering::SeqCst), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn a_recorded_outage_is_reported_without_a_check() {
        let (engine, availability) = (away_for(0), Availability::default());
        assert!(availability.wait_for_outage().now_or_never().is_none());
        availability.record_outage(&refused());
        let began = availability.outage().unwrap().since;
        tokio::time::advance(Duration::from_secs(9)).await;
        availability.record_outage(&EngineError::Denied { message: "HTTP 401".to_owned() });
        assert_eq!(availability.outage().unwrap().since, began, "another cause is the same outage");
        assert!(availability.wait_for_outage().now_or_never().is_some());
        let state = availability.readiness(&engine).await;
        assert_eq!(state, EngineState::Unavailable(EngineError::Denied { message: "HTTP 401".to_owned() }));
        assert_eq!(engine.asked.load(Ordering::SeqCst), 0);
        availability.end_outage();
        assert_eq!((availability.outage(), availability.readiness(&engine).await), (None, EngineState::Answers));
    }

    #[tokio::test(start_paused = true)]
    async fn pauses_grow_to_half_a_minute_until_it_answers() {
        let (mut pauses, engine) = (Vec::new(), away_for(7));
        let answers = probe_until_up(&engine, Duration::from_secs(1), |_, pause| {
            pauses.push(pause.as_secs());
            async { true }
        });
        assert!(answers.await);
        assert_eq!(pauses, [1, 2, 4, 8, 16, 30, 30]);
        assert!(!probe_until_up(&away_for(1), Duration::from_secs(1), |_, _| async { false }).await);
    }
}
