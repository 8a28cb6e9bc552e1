//! One engine call as the pipeline makes it: bounded in time, tried again while the failure may pass, and counted.

use std::future::Future;
use std::time::Duration;

use crate::engine::EngineError;

const CALL_TIMEOUT_MS: u64 = 30_000;
const TRIES_MAX: u32 = 3;
const BACKOFF_FIRST_MS: u64 = 200;
const BACKOFF_MAX_MS: u64 = 2_000;

/// What the counters call it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Distribution,
    Text,
    Document,
}

impl Kind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Distribution => "distribution",
            Self::Text => "text",
            Self::Document => "document",
        }
    }
}

/// Calls until it succeeds, fails for good or has been tried often enough.
pub(super) async fn call<T, F>(engine: &str, kind: Kind, mut attempt: impl FnMut() -> F) -> Result<T, EngineError>
where
    F: Future<Output = Result<T, EngineError>>,
{
    let mut backoff_ms = BACKOFF_FIRST_MS;
    let mut tries = 1;
    loop {
        let result = once(attempt()).await;
        count(engine, kind, &result);
        match result {
            Err(error) if error.is_transient() && tries < TRIES_MAX => {
                tracing::warn!(%error, tries, "engine call failed, trying again");
            }
            result => return result,
        }
        tokio::time::sleep(Duration::from_millis(backoff_ms)).await;
        backoff_ms = (backoff_ms * 2).min(BACKOFF_MAX_MS);
        tries += 1;
    }
}

async fn once<T>(attempt: impl Future<Output = Result<T, EngineError>>) -> Result<T, EngineError> {
    match tokio::time::timeout(Duration::from_millis(CALL_TIMEOUT_MS), attempt).await {
        Ok(result) => result,
        Err(_) => Err(EngineError::TimedOut { timeout_ms: CALL_TIMEOUT_MS }),
    }
}

fn count<T>(engine: &str, kind: Kind, result: &Result<T, EngineError>) {
    let outcome = match result {
        Ok(_) => "ok",
        Err(error) if error.is_transient() => "transient",
        Err(_) => "failed",
    };
    let engine = engine.to_owned();
    metrics::counter!("canvass_engine_calls_total", "engine" => engine, "kind" => kind.as_str(), "outcome" => outcome)
        .increment(1);
}
