//! The pipeline's journal, kept in the store. Steps that end while a write is under way are written together by the next
//! one, so a fast engine is not held up by a commit per respondent, and still none counts before it is durable.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use async_trait::async_trait;
use serde::Serialize;
use survey::answer::{Interview, Reading};
use tokio::sync::{mpsc, oneshot};
use tokio_util::task::AbortOnDropHandle;

use crate::body::read_json;
use crate::pipeline::{self, Checkpoints, Design, Journal, JournalError, Stage};
use crate::store::{Advance, FenceError, Lease, Status, Step, Store};

/// Steps of another shape have other keys: a report that an older version began is then designed anew.
const DESIGN_KEY: &str = "3/design";
const READING_KEY_PREFIX: &str = "3/reading/";
const INTERVIEW_KEY_PREFIX: &str = "3/interview/";
const BATCH_MAX: usize = 256;

pub struct StoreJournal {
    store: Store,
    lease: Lease,
    steps: mpsc::Sender<Pending>,
    steps_per_interview: Arc<AtomicI64>,
    _writer: AbortOnDropHandle<()>,
}

struct Pending {
    step: Step,
    respondent: String,
    steps_taken: i64,
    written: oneshot::Sender<Result<(), JournalError>>,
}

impl StoreJournal {
    /// For a report that has got as far as `done`, with that many respondents on record.
    pub fn new(store: Store, lease: Lease, done: &Checkpoints, recorded: Advance) -> Self {
        let (steps, pending) = mpsc::channel(BATCH_MAX);
        let steps_per_interview = Arc::new(AtomicI64::new(done.design.as_ref().map_or(i64::MAX, interview_steps)));
        let per_interview = steps_per_interview.load(Ordering::Relaxed);
        let read: i64 = done.readings.iter().map(|reading| steps_taken(reading, per_interview)).sum();
        let tally = Tally {
            steps_done: read + done.interviews.len() as i64,
            steps_per_interview: Arc::clone(&steps_per_interview),
            begun: done.readings.iter().map(|reading| reading.respondent_id.clone()).collect(),
            recorded,
        };
        let writer = AbortOnDropHandle::new(tokio::spawn(write_batches(store.clone(), lease, pending, tally)));
        Self { store, lease, steps, steps_per_interview, _writer: writer }
    }
}

fn steps_taken(reading: &Reading, steps_per_interview: i64) -> i64 {
    pipeline::steps_taken(reading, usize::try_from(steps_per_interview).unwrap_or(usize::MAX)) as i64
}

fn interview_steps(design: &Design) -> i64 {
    pipeline::steps(&design.questionnaire) as i64
}

/// Interviews go on side by side, a wave of questions at a time, so progress is counted in whole interviews' worth of
/// steps.
struct Tally {
    steps_done: i64,
    steps_per_interview: Arc<AtomicI64>,
    /// Everyone of whom something is on record.
    begun: HashSet<String>,
    recorded: Advance,
}

impl Tally {
    /// How much further these steps of these respondents take the report.
    fn advance<'a>(&mut self, steps: i64, respondents: impl Iterator<Item = &'a str>) -> Advance {
        self.steps_done += steps;
        for respondent in respondents {
            if !self.begun.contains(respondent) {
                self.begun.insert(respondent.to_owned());
            }
        }
        let worth = self.steps_done / self.steps_per_interview.load(Ordering::Relaxed).max(1);
        let more = Advance {
            begun: (self.begun.len() as i64 - self.recorded.begun).max(0),
            done: (worth - self.recorded.done).max(0),
        };
        self.recorded.begun += more.begun;
        self.recorded.done += more.done;
        more
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
        self.steps_per_interview.store(interview_steps(design), Ordering::Relaxed);
        let step =
            Step { key: DESIGN_KEY.to_owned(), output: serde_json::to_string(design).map_err(JournalError::new)? };
        self.store.checkpoint(self.lease, &[step], Advance::default()).await.map_err(JournalError::new)
    }

    async fn read(&self, reading: &Reading) -> Result<(), JournalError> {
        let taken = steps_taken(reading, self.steps_per_interview.load(Ordering::Relaxed));
        let key = format!("{READING_KEY_PREFIX}{}/{}", reading.wave, reading.respondent_id);
        self.write(key, &reading.respondent_id, reading, taken).await
    }

    async fn interviewed(&self, interview: &Interview) -> Result<(), JournalError> {
        let key = format!("{INTERVIEW_KEY_PREFIX}{}", interview.respondent_id);
        self.write(key, &interview.respondent_id, interview, 1).await
    }
}

impl StoreJournal {
    /// Returns once the step is durable.
    async fn write(
        &self,
        key: String,
        respondent: &str,
        output: &impl Serialize,
        steps_taken: i64,
    ) -> Result<(), JournalError> {
        let step = Step { key, output: serde_json::to_string(output).map_err(JournalError::new)? };
        let (written, answer) = oneshot::channel();
        self.steps
            .send(Pending { step, respondent: respondent.to_owned(), steps_taken, written })
            .await
            .map_err(JournalError::new)?;
        answer.await.map_err(JournalError::new)?
    }
}

/// What earlier runs of a report have finished.
pub fn read_checkpoints(steps: &[Step]) -> Result<Checkpoints, JournalError> {
    let mut checkpoints = Checkpoints::default();
    for step in steps {
        if step.key == DESIGN_KEY {
            checkpoints.design = Some(read_json(step.output.as_bytes()).map_err(JournalError::new)?);
        } else if step.key.starts_with(READING_KEY_PREFIX) {
            checkpoints.readings.push(read_json(step.output.as_bytes()).map_err(JournalError::new)?);
        } else if step.key.starts_with(INTERVIEW_KEY_PREFIX) {
            checkpoints.interviews.push(read_json(step.output.as_bytes()).map_err(JournalError::new)?);
        }
    }
    Ok(checkpoints)
}

async fn write_batches(store: Store, lease: Lease, mut pending: mpsc::Receiver<Pending>, mut tally: Tally) {
    let mut batch = Vec::with_capacity(BATCH_MAX);
    while pending.recv_many(&mut batch, BATCH_MAX).await > 0 {
        let taken = batch.iter().map(|one| one.steps_taken).sum();
        let advance = tally.advance(taken, batch.iter().map(|one| one.respondent.as_str()));
        let (steps, waiting): (Vec<Step>, Vec<_>) = batch.drain(..).map(|one| (one.step, one.written)).unzip();
        let written = store.checkpoint(lease, &steps, advance).await;
        for step in waiting {
            // A run that was cancelled no longer listens; what it finished is kept all the same.
            let _ = step.send(copy_outcome(&written));
        }
    }
}

fn copy_outcome(written: &Result<(), FenceError>) -> Result<(), JournalError> {
    match written {
        Ok(()) => Ok(()),
        Err(error) => Err(JournalError::new(std::io::Error::other(error.to_string()))),
    }
}
