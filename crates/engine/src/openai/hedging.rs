//! One try of a call: a request, and hedged copies of it if the server takes longer
//! than usual. The first answer wins. The other requests are then dropped, as all
//! are at the deadline, which closes their connections and returns their permits.

use std::time::Duration;

use async_openai::types::chat::CreateChatCompletionRequest;
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use tokio::time::{Instant, sleep_until, timeout_at};

use super::OpenAi;
use super::fault::Fault;
use super::features::Feature;
use super::latency::TryLatency;
use super::limiter::{CallPermit, Load};
use super::retry::RetryState;
use super::wire::{CallKind, Completion};

/// Most requests of one try, including the first. If 1 request in 25 hangs, so does 1 hedged request in 25; with a
/// single hedge, about one call of a 500-call report would wait for its deadline.
const REQUESTS_PER_TRY_MAX: usize = 3;

/// The outcome of a try.
pub(super) struct TryOutcome {
    pub outcome: Result<Completion, Fault>,
    /// Requests that were sent and then abandoned.
    pub given_up: u64,
}

pub(super) struct HedgedTry<'a> {
    engine: &'a OpenAi,
    kind: CallKind,
    request: &'a CreateChatCompletionRequest,
    carried: &'a [Feature],
    begun: Instant,
}

/// The outcome of one request of a try.
struct Ended {
    /// Index in the order of sending, from 0.
    number: usize,
    begun: Instant,
    outcome: Result<Completion, Fault>,
}

impl<'a> HedgedTry<'a> {
    pub(super) fn new(
        engine: &'a OpenAi,
        kind: CallKind,
        request: &'a CreateChatCompletionRequest,
        carried: &'a [Feature],
    ) -> Self {
        Self { engine, kind, request, carried, begun: Instant::now() }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    pub(super) async fn run(&self, permit: CallPermit<'a>, retry_state: &RetryState) -> TryOutcome {
        let mut under_way = FuturesUnordered::new();
        under_way.push(self.send(0, permit));
        let (mut sent, mut latest) = (1, self.begun);
        let (winner, outcome) = loop {
            tokio::select! {
                biased;
                Some(Ended { number, begun, outcome }) = under_way.next() => match outcome {
                    Ok(completion) => {
                        self.answered(begun);
                        break (Some(number), Ok(completion));
                    }
                    // Another request of this try may still be answered.
                    Err(fault) if fault.is_transient_fault() && !under_way.is_empty() => {}
                    Err(fault) => break (None, Err(fault)),
                },
                limit = self.time_is_up(retry_state) => break (None, Err(self.timed_out(limit))),
                permit = self.hedge(latest, retry_state), if sent < REQUESTS_PER_TRY_MAX => {
                    tracing::debug!(kind = ?self.kind, "a call takes longer than usual, sending a copy");
                    under_way.push(self.send(sent, permit));
                    (sent, latest) = (sent + 1, Instant::now());
                }
            }
        };
        count_hedges(sent - 1, winner.is_some_and(|number| number > 0));
        TryOutcome { outcome, given_up: under_way.len() as u64 }
    }

    async fn send(&self, number: usize, permit: CallPermit<'a>) -> Ended {
        let begun = Instant::now();
        let outcome = self.engine.transport.complete(self.request, self.carried).await;
        if let Err(Fault::Overloaded { wait: Some(wait), .. }) = &outcome {
            self.engine.limiter.pause(*wait);
        }
        permit.leave(self.kind, outcome.as_ref().map_or_else(Fault::load, |_| Load::Fine));
        Ended { number, begun, outcome }
    }

    /// Waits until the latest request takes longer than usual, and returns a permit for a hedged request. If no permit
    /// or budget is available, tries again after the same delay, since slow calls may have been answered by then.
    async fn hedge(&self, latest: Instant, retry_state: &RetryState) -> CallPermit<'a> {
        self.engine.latency.known(self.kind).await;
        let mut waited_from = latest;
        loop {
            let Some(after) = self.engine.latency.hedge_after(self.kind) else { return std::future::pending().await };
            if waited_from.elapsed() < after {
                sleep_until(waited_from + after).await;
                // The usual latency may have grown meanwhile.
                continue;
            }
            waited_from = Instant::now();
            let left = self.limit(retry_state).saturating_sub(self.elapsed());
            // A hedged request that can't be answered before the deadline would be paid for in vain.
            if left >= after
                && let Some(permit) = self.engine.limiter.enter_if_free()
                && self.engine.hedges.spend()
            {
                return permit;
            }
        }
    }

    /// Waits for the deadline of this try and returns its length.
    async fn time_is_up(&self, retry_state: &RetryState) -> Duration {
        let engine = self.engine;
        // A try that began before the latency of its kind was known adopts the deadline learned since.
        let _ = timeout_at(self.begun + engine.settings.timeout, engine.latency.known(self.kind)).await;
        loop {
            // The limit may have grown while this try waited.
            let limit = self.limit(retry_state);
            if self.elapsed() >= limit {
                return limit;
            }
            sleep_until(self.begun + limit).await;
        }
    }

    fn limit(&self, retry_state: &RetryState) -> Duration {
        retry_state.stretched(self.engine.latency.deadline(self.kind))
    }

    fn answered(&self, begun: Instant) {
        let now = Instant::now();
        let took = TryLatency { request: now - begun, whole_try: now - self.begun };
        self.engine.latency.answered(self.kind, took, now);
    }

    /// Returns the timeout fault. Reports overload only if no other call
    /// was answered either, since one call that hangs is no sign of load.
    fn timed_out(&self, limit: Duration) -> Fault {
        if self.engine.latency.timed_out(self.kind, self.begun, Instant::now()) {
            self.engine.limiter.overloaded(self.begun);
        }
        Fault::timed_out(limit)
    }
}

fn count_hedges(sent: usize, is_won: bool) {
    let won = u64::from(is_won);
    for (outcome, hedges) in [("won", won), ("lost", sent as u64 - won)] {
        if hedges > 0 {
            metrics::counter!("canvass_engine_hedges_total", "outcome" => outcome).increment(hedges);
        }
    }
}
