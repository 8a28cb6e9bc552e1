//! The pipeline's journal, kept in the store: a step counts only once it is durable. The step that completes the
//! forecast also marks all respondents as begun, in the same transaction; until then, cancelling a report is free.
//! During a database outage, a step waits.

use std::future::Future;

use async_trait::async_trait;
use forecast::{Forecast, Part};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

use super::Worker;
use super::store_outage::{Backoff, retry_during_outage};
use engine::Usage;
use pipeline::{Checkpoints, Design, Journal, JournalError, Progress, Stage, Voices};
use store::body::read_json;
use store::{Advance, ClaimedReport, FenceError, Lease, Status, Step, Store};

/// Checkpoint keys. A new checkpoint format gets new keys, so a report that an older version began is designed again.
const DESIGN_KEY: &str = "5/design";
const PART_KEY_PREFIX: &str = "5/part/";
const FORECAST_KEY: &str = "5/forecast";
const VOICES_KEY_PREFIX: &str = "5/voices/";
const LOST_KEY: &str = "5/lost";

pub struct StoreJournal {
    store: Store,
    lease: Lease,
    sample_size: i64,
    retry_backoff: std::time::Duration,
    stop: CancellationToken,
    /// The progress recorded so far. Steps finish concurrently, and recorded progress never decreases.
    recorded: Mutex<Advance>,
    /// The total usage of all calls so far that gave no result.
    lost: Mutex<Usage>,
}

impl StoreJournal {
    /// Creates the journal of a claimed report, given the checkpoints of its earlier runs.
    pub fn new(build_worker: &Worker, report: &ClaimedReport, done: &Checkpoints, stop: &CancellationToken) -> Self {
        Self {
            store: build_worker.store.clone(),
            lease: report.lease,
            sample_size: i64::from(report.brief.sample_size()),
            retry_backoff: build_worker.config.retry_backoff,
            stop: stop.clone(),
            recorded: Mutex::new(Advance { begun: report.respondents_begun, done: report.respondents_done }),
            lost: Mutex::new(done.lost),
        }
    }

    /// Writes a step and returns once it is durable.
    async fn write(
        &self,
        key: String,
        output: &impl Serialize,
        begun: i64,
        progress: Progress,
    ) -> Result<(), JournalError> {
        let step = step(&key, output)?;
        let mut recorded = self.recorded.lock().await;
        // Work done, as a number of respondents. It never decreases, whatever a later attempt counts.
        let worth = self.sample_size * progress.done as i64 / progress.total.max(1) as i64;
        let advance = Advance { begun: recorded.begun.max(begun), done: recorded.done.max(worth) };
        self.retry_during_outage(|| self.store.checkpoint(self.lease, std::slice::from_ref(&step), advance)).await?;
        *recorded = advance;
        Ok(())
    }

    async fn retry_during_outage<F>(&self, call: impl Fn() -> F) -> Result<(), JournalError>
    where
        F: Future<Output = Result<(), FenceError>>,
    {
        retry_during_outage(Backoff::new(self.retry_backoff), &self.stop, call).await.map_err(JournalError::new)
    }
}

fn step(key: &str, output: &impl Serialize) -> Result<Step, JournalError> {
    Ok(Step { key: key.to_owned(), output: serde_json::to_string(output).map_err(JournalError::new)? })
}

#[async_trait]
impl Journal for StoreJournal {
    async fn entered(&self, stage: Stage) -> Result<(), JournalError> {
        let status = match stage {
            Stage::GeneratingQuestionnaire => Status::GeneratingQuestionnaire,
            Stage::Sampling => Status::Sampling,
        };
        self.retry_during_outage(|| self.store.enter(self.lease, status)).await
    }

    async fn designed(&self, design: &Design) -> Result<(), JournalError> {
        let lost = *self.lost.lock().await;
        let mut steps = vec![step(DESIGN_KEY, design)?];
        if lost != Usage::default() {
            steps.push(step(LOST_KEY, &lost)?);
        }
        self.retry_during_outage(|| self.store.begin_steps(self.lease, &steps)).await
    }

    async fn asked(&self, part: &Part, progress: Progress) -> Result<(), JournalError> {
        self.write(format!("{PART_KEY_PREFIX}{}", part.ask.key()), part, 0, progress).await
    }

    async fn lost(&self, usage: Usage) -> Result<(), JournalError> {
        if usage == Usage::default() {
            return Ok(());
        }
        let mut lost = self.lost.lock().await;
        let total = *lost + usage;
        let step = step(LOST_KEY, &total)?;
        self.retry_during_outage(|| self.store.note(self.lease, &step)).await?;
        *lost = total;
        Ok(())
    }

    async fn forecast(&self, forecast: &Forecast, respondents: usize, progress: Progress) -> Result<(), JournalError> {
        let begun = (respondents as i64).min(self.sample_size);
        self.write(FORECAST_KEY.to_owned(), forecast, begun, progress).await
    }

    async fn spoken(&self, voices: &Voices, progress: Progress) -> Result<(), JournalError> {
        self.write(format!("{VOICES_KEY_PREFIX}{}", voices.key()), voices, 0, progress).await
    }
}

/// Reads the checkpoints of a report's earlier runs. A step that cannot be read, such as one of another version, is
/// dropped and asked for again. Without a design all other steps are dropped, and only their usage is carried over.
pub fn read_checkpoints(steps: &[Step]) -> Checkpoints {
    let mut read = Checkpoints::default();
    for Step { key, output } in steps {
        if key == DESIGN_KEY {
            read.design = readable(key, output);
        } else if key == FORECAST_KEY {
            read.forecast = readable(key, output);
        } else if key == LOST_KEY {
            read.lost = readable(key, output).unwrap_or(Usage::default());
        } else if key.starts_with(PART_KEY_PREFIX) {
            read.parts.extend(readable::<Part>(key, output));
        } else if key.starts_with(VOICES_KEY_PREFIX) {
            read.voices.extend(readable::<Voices>(key, output));
        }
    }
    match read.design {
        Some(_) => read,
        None => Checkpoints { lost: read.spent(), ..Checkpoints::default() },
    }
}

fn readable<T: DeserializeOwned>(key: &str, output: &str) -> Option<T> {
    let read = read_json(output.as_bytes());
    if read.is_err() {
        tracing::warn!(key, "a checkpoint can't be read; its request is sent again");
    }
    read.ok()
}
