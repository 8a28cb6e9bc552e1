//! The pipeline's journal, kept in the store: a step counts only once it is durable. The step that completes the
//! forecast also marks all respondents as begun, in the same transaction; until then, cancelling a report is free.
//! During a database outage, a step waits. Steps that finish together share a commit (`gathering`). A claim has
//! already entered the first stage, and the design enters the second.

use std::future::Future;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use forecast::{Forecast, Part};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

use super::Worker;
use super::gathering::Gathering;
use super::store_outage::{Backoff, retry_during_outage};
use crate::app::{DESIGN_KEY, ENGINE_KEY, FORECAST_KEY, LOST_KEY, PART_KEY_PREFIX, VOICES_KEY_PREFIX};
use engine::{EngineCard, Usage};
use pipeline::elicit::EngineIdentity;
use pipeline::{Checkpoints, Design, Journal, JournalError, Progress, Stage, Voices};
use store::body::read_json;
use store::{Advance, ClaimedReport, FenceError, Lease, Status, Step, Store};

pub struct StoreJournal {
    store: Store,
    lease: Lease,
    sample_size: i64,
    retry_backoff: Duration,
    engine: String,
    stop: CancellationToken,
    /// Steps finish concurrently.
    gathering: Gathering,
    /// Whether the stored status is sampling.
    is_sampling: AtomicBool,
    lost: Lost,
}

/// The usage of all calls so far that gave no result. Calls that are lost while another one's usage is written are
/// written together.
struct Lost {
    total: std::sync::Mutex<Usage>,
    written: Mutex<Usage>,
}

impl Lost {
    fn new(usage: Usage) -> Self {
        Self { total: std::sync::Mutex::new(usage), written: Mutex::new(usage) }
    }

    /// Adds usage; returns the total.
    fn add(&self, usage: Usage) -> Usage {
        // A sum is valid in any state, so a poisoned lock is harmless.
        let mut total = self.total.lock().unwrap_or_else(PoisonError::into_inner);
        *total += usage;
        *total
    }
}

impl StoreJournal {
    /// Creates the journal of a claimed report, given the checkpoints of its earlier runs.
    pub fn new(build_worker: &Worker, report: &ClaimedReport, done: &Checkpoints, stop: &CancellationToken) -> Self {
        Self {
            store: build_worker.store.clone(),
            lease: report.lease,
            sample_size: i64::from(report.brief.sample_size()),
            retry_backoff: build_worker.config.retry_backoff,
            engine: engine_name(&build_worker.engine.card()),
            stop: stop.clone(),
            gathering: Gathering::new(
                Advance { begun: report.respondents_begun, done: report.respondents_done },
                if build_worker.config.concurrency > 1 { build_worker.gathering } else { Duration::ZERO },
            ),
            is_sampling: AtomicBool::new(report.status == Status::Sampling),
            lost: Lost::new(done.lost),
        }
    }

    /// Writes a step, with others that finish meanwhile, and returns once it is durable.
    async fn write(&self, step: Step, begun: Option<i64>, progress: Progress) -> Result<(), JournalError> {
        // Work done, as a number of respondents.
        let done = self.sample_size * progress.done as i64 / progress.total.max(1) as i64;
        let advance = Advance { begun: begun.unwrap_or(0), done };
        let checkpoint = |steps: Vec<Step>, advance| async move {
            self.retry_during_outage(|| self.store.checkpoint(self.lease, &steps, advance)).await
        };
        self.gathering.write(step, advance, progress.pending == 0, checkpoint).await
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
        if stage == Stage::GeneratingQuestionnaire || self.is_sampling.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.retry_during_outage(|| self.store.enter(self.lease, Status::Sampling)).await
    }

    async fn designed(&self, design: &Design) -> Result<(), JournalError> {
        let lost = *self.lost.written.lock().await;
        let mut steps = vec![step(ENGINE_KEY, &self.engine)?, step(DESIGN_KEY, design)?];
        if lost != Usage::default() {
            steps.push(step(LOST_KEY, &lost)?);
        }
        self.retry_during_outage(|| self.store.begin_steps(self.lease, &steps)).await?;
        self.is_sampling.store(true, Ordering::Relaxed);
        Ok(())
    }

    async fn asked(&self, part: &Part, progress: Progress) -> Result<(), JournalError> {
        self.write(step(&format!("{PART_KEY_PREFIX}{}", part.ask.key()), part)?, None, progress).await
    }

    async fn lost(&self, usage: Usage) -> Result<(), JournalError> {
        if usage == Usage::default() {
            return Ok(());
        }
        self.lost.add(usage);
        let mut written = self.lost.written.lock().await;
        let total = self.lost.add(Usage::default());
        if *written == total {
            return Ok(());
        }
        let step = step(LOST_KEY, &total)?;
        self.retry_during_outage(|| self.store.note(self.lease, &step)).await?;
        *written = total;
        Ok(())
    }

    async fn forecast(&self, forecast: &Forecast, respondents: usize, progress: Progress) -> Result<(), JournalError> {
        let begun = (respondents as i64).min(self.sample_size);
        self.write(step(FORECAST_KEY, forecast)?, Some(begun), progress).await
    }

    async fn spoken(&self, voices: &Voices, progress: Progress) -> Result<(), JournalError> {
        self.write(step(&format!("{VOICES_KEY_PREFIX}{}", voices.key()), voices)?, None, progress).await
    }
}

/// Reads the checkpoints of a report's earlier runs. A step that cannot be read, such as one of another version, is
/// dropped and asked for again. Without a design, or if another engine made the steps, all other steps are dropped, and only
/// their usage is carried over.
pub fn read_checkpoints(steps: &[Step], card: &EngineCard) -> Checkpoints {
    let mut read = Checkpoints::default();
    let mut is_same_engine = true;
    for Step { key, output } in steps {
        if key == ENGINE_KEY {
            is_same_engine = readable::<String>(key, output).is_none_or(|engine| engine == engine_name(card));
        } else if key == DESIGN_KEY {
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
        Some(_) if is_same_engine => read,
        _ => Checkpoints { lost: read.spent(), ..Checkpoints::default() },
    }
}

/// Identifies an engine in checkpoints: its name, model and adapter.
fn engine_name(card: &EngineCard) -> String {
    let EngineIdentity { engine, model, adapter } = EngineIdentity::of(card);
    format!("{engine} {model} {adapter}")
}

fn readable<T: DeserializeOwned>(key: &str, output: &str) -> Option<T> {
    let read = read_json(output.as_bytes());
    if read.is_err() {
        tracing::warn!(key, "a checkpoint can't be read; its request is sent again");
    }
    read.ok()
}
