//! Engine calls with a timeout, retries with exponential backoff for transient failures, and counters. An engine that
//! retries by itself (`card.retries`) gets only the timeout and the counters.

use std::future::Future;
use std::time::Duration;

use engine::{EngineCard, EngineError, Failure, Reply, after, took};

const TRIES_MAX: u32 = 3;
const BACKOFF_FIRST_MS: u64 = 200;
const BACKOFF_MAX_MS: u64 = 2_000;

/// Kind of a call, as in the metric labels.
#[derive(Debug, Clone, Copy)]
pub(crate) enum CallKind {
    Labels,
    Text,
    Document,
}

impl CallKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Labels => "labels",
            Self::Text => "text",
            Self::Document => "document",
        }
    }
}

/// Calls until success, a permanent failure or the last retry.
pub(crate) async fn call<T, F>(card: &EngineCard, kind: CallKind, attempt: impl Fn() -> F) -> Result<Reply<T>, Failure>
where
    F: Future<Output = Result<Reply<T>, Failure>>,
{
    let mut results = call_all(card, kind, &[()], |_| async { vec![attempt().await] }).await;
    results.pop().unwrap_or_else(|| Err(missing()))
}

/// Sends all requests at once and repeats those with transient failures. The usage of earlier attempts is added to
/// the last.
pub(crate) async fn call_all<A: Clone, T, F>(
    card: &EngineCard,
    kind: CallKind,
    asks: &[A],
    attempt: impl Fn(Vec<A>) -> F,
) -> Vec<Result<Reply<T>, Failure>>
where
    F: Future<Output = Vec<Result<Reply<T>, Failure>>>,
{
    let mut results: Vec<Result<Reply<T>, Failure>> = asks.iter().map(|_| Err(missing())).collect();
    let mut pending: Vec<usize> = (0..asks.len()).collect();
    let mut backoff_ms = BACKOFF_FIRST_MS;
    let tries_max = if card.retries { 1 } else { TRIES_MAX };
    for tries in 1..=tries_max {
        let asked: Vec<A> = pending.iter().map(|at| asks[*at].clone()).collect();
        let replies = bounded(card.call_timeout_ms, asked.len(), attempt(asked)).await;
        for (at, reply) in pending.iter().zip(replies) {
            count(&card.name, kind, &reply);
            results[*at] = after(took(&results[*at]), reply);
        }
        pending.retain(|at| results[*at].as_ref().is_err_and(Failure::is_transient));
        let Some(Err(failure)) = pending.first().map(|at| &results[*at]) else { break };
        if tries < tries_max {
            tracing::debug!(error = %failure, tries, "engine call failed, trying again");
            tokio::time::sleep(Duration::from_millis(backoff_ms)).await;
            backoff_ms = (backoff_ms * 2).min(BACKOFF_MAX_MS);
        }
    }
    results
}

fn missing() -> Failure {
    EngineError::Unreadable { message: "no answer at all".to_owned() }.into()
}

async fn bounded<T>(
    timeout_ms: u64,
    asks: usize,
    attempt: impl Future<Output = Vec<Result<Reply<T>, Failure>>>,
) -> Vec<Result<Reply<T>, Failure>> {
    match tokio::time::timeout(Duration::from_millis(timeout_ms), attempt).await {
        Ok(replies) => replies,
        Err(_) => (0..asks).map(|_| Err(EngineError::TimedOut { timeout_ms }.into())).collect(),
    }
}

fn count<T>(engine: &str, kind: CallKind, result: &Result<Reply<T>, Failure>) {
    let outcome = match result {
        Ok(_) => "ok",
        Err(failure) => failure.error.kind(),
    };
    let engine = engine.to_owned();
    metrics::counter!("canvass_engine_calls_total", "engine" => engine, "kind" => kind.as_str(), "outcome" => outcome)
        .increment(1);
}
