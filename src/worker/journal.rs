//! The pipeline's journal, kept in the store: a step counts once it is durable. The step that completes the forecast
//! also begins all respondents, in the same transaction, so that calling a report off before it costs nothing.

use async_trait::async_trait;
use forecast::{Forecast, Part};
use serde::Serialize;
use tokio::sync::Mutex;

use crate::body::read_json;
use crate::pipeline::{Checkpoints, Design, Journal, JournalError, Progress, Stage, Voices};
use crate::store::{Advance, Lease, Status, Step, Store};

/// Steps of another shape have other keys: a report that an older version began is then designed anew.
const DESIGN_KEY: &str = "5/design";
const PART_KEY_PREFIX: &str = "5/part/";
const FORECAST_KEY: &str = "5/forecast";
const VOICES_KEY_PREFIX: &str = "5/voices/";

pub struct StoreJournal {
    store: Store,
    lease: Lease,
    sample_size: i64,
    /// Steps end side by side, and each takes the report further than the one before it.
    recorded: Mutex<Advance>,
}

impl StoreJournal {
    /// For a report with that many respondents on record.
    pub fn new(store: Store, lease: Lease, sample_size: u32, recorded: Advance) -> Self {
        Self { store, lease, sample_size: i64::from(sample_size), recorded: Mutex::new(recorded) }
    }

    /// Returns once the step is durable.
    async fn write(
        &self,
        key: String,
        output: &impl Serialize,
        begun: i64,
        progress: Progress,
    ) -> Result<(), JournalError> {
        let step = Step { key, output: serde_json::to_string(output).map_err(JournalError::new)? };
        let mut recorded = self.recorded.lock().await;
        // Work done, in respondents' worth. Whatever a later try counts, it never goes back.
        let worth = self.sample_size * progress.done as i64 / progress.total.max(1) as i64;
        let advance = Advance { begun: (begun - recorded.begun).max(0), done: (worth - recorded.done).max(0) };
        self.store.checkpoint(self.lease, &[step], advance).await.map_err(JournalError::new)?;
        recorded.begun += advance.begun;
        recorded.done += advance.done;
        Ok(())
    }
}

#[async_trait]
impl Journal for StoreJournal {
    async fn entered(&self, stage: Stage) -> Result<(), JournalError> {
        let status = match stage {
            Stage::GeneratingQuestionnaire => Status::GeneratingQuestionnaire,
            Stage::Sampling => Status::Sampling,
        };
        self.store.enter(self.lease, status).await.map_err(JournalError::new)
    }

    async fn designed(&self, design: &Design) -> Result<(), JournalError> {
        let output = serde_json::to_string(design).map_err(JournalError::new)?;
        let step = Step { key: DESIGN_KEY.to_owned(), output };
        self.store.checkpoint(self.lease, &[step], Advance::default()).await.map_err(JournalError::new)
    }

    async fn asked(&self, part: &Part, progress: Progress) -> Result<(), JournalError> {
        self.write(format!("{PART_KEY_PREFIX}{}", part.ask.key()), part, 0, progress).await
    }

    async fn forecast(&self, forecast: &Forecast, respondents: usize, progress: Progress) -> Result<(), JournalError> {
        let begun = (respondents as i64).min(self.sample_size);
        self.write(FORECAST_KEY.to_owned(), forecast, begun, progress).await
    }

    async fn spoken(&self, voices: &Voices, progress: Progress) -> Result<(), JournalError> {
        self.write(format!("{VOICES_KEY_PREFIX}{}", voices.key()), voices, 0, progress).await
    }
}

/// What earlier runs of a report have finished.
pub fn read_checkpoints(steps: &[Step]) -> Result<Checkpoints, JournalError> {
    let mut checkpoints = Checkpoints::default();
    for Step { key, output } in steps {
        let output = output.as_bytes();
        if key == DESIGN_KEY {
            checkpoints.design = Some(read_json(output).map_err(JournalError::new)?);
        } else if key == FORECAST_KEY {
            checkpoints.forecast = Some(read_json(output).map_err(JournalError::new)?);
        } else if key.starts_with(PART_KEY_PREFIX) {
            checkpoints.parts.push(read_json(output).map_err(JournalError::new)?);
        } else if key.starts_with(VOICES_KEY_PREFIX) {
            checkpoints.voices.push(read_json(output).map_err(JournalError::new)?);
        }
    }
    Ok(checkpoints)
}
