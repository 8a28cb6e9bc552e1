//! The pipeline's journal, kept in the store. Interviews that end while a write is under way are written together by
//! the next one, so a fast engine is not held up by a commit per respondent, and still none counts before it is durable.

use async_trait::async_trait;
use survey::answer::Interview;
use tokio::sync::{mpsc, oneshot};
use tokio_util::task::AbortOnDropHandle;

use crate::pipeline::{Checkpoints, Design, Journal, JournalError, Stage};
use crate::store::{FenceError, Lease, Status, Step, Store};

const DESIGN_KEY: &str = "design";
const INTERVIEW_KEY_PREFIX: &str = "interview/";
const BATCH_MAX: usize = 256;

pub struct StoreJournal {
    store: Store,
    lease: Lease,
    interviews: mpsc::Sender<Pending>,
    _writer: AbortOnDropHandle<()>,
}

struct Pending {
    step: Step,
    written: oneshot::Sender<Result<(), JournalError>>,
}

impl StoreJournal {
    pub fn new(store: Store, lease: Lease) -> Self {
        let (interviews, pending) = mpsc::channel(BATCH_MAX);
        let writer = AbortOnDropHandle::new(tokio::spawn(write_batches(store.clone(), lease, pending)));
        Self { store, lease, interviews, _writer: writer }
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
        let step =
            Step { key: DESIGN_KEY.to_owned(), output: serde_json::to_string(design).map_err(JournalError::new)? };
        self.store.checkpoint(self.lease, &[step], 0).await.map_err(JournalError::new)
    }

    async fn interviewed(&self, interview: &Interview) -> Result<(), JournalError> {
        let key = format!("{INTERVIEW_KEY_PREFIX}{}", interview.respondent_id);
        let step = Step { key, output: serde_json::to_string(interview).map_err(JournalError::new)? };
        let (written, answer) = oneshot::channel();
        self.interviews.send(Pending { step, written }).await.map_err(JournalError::new)?;
        answer.await.map_err(JournalError::new)?
    }
}

/// What earlier runs of a report have finished.
pub fn read_checkpoints(steps: &[Step]) -> Result<Checkpoints, JournalError> {
    let mut checkpoints = Checkpoints::default();
    for step in steps {
        if step.key == DESIGN_KEY {
            checkpoints.design = Some(serde_json::from_str(&step.output).map_err(JournalError::new)?);
        } else if step.key.starts_with(INTERVIEW_KEY_PREFIX) {
            checkpoints.interviews.push(serde_json::from_str(&step.output).map_err(JournalError::new)?);
        }
    }
    Ok(checkpoints)
}

async fn write_batches(store: Store, lease: Lease, mut pending: mpsc::Receiver<Pending>) {
    let mut batch = Vec::with_capacity(BATCH_MAX);
    while pending.recv_many(&mut batch, BATCH_MAX).await > 0 {
        let (steps, waiting): (Vec<Step>, Vec<_>) = batch.drain(..).map(|one| (one.step, one.written)).unzip();
        let written = store.checkpoint(lease, &steps, steps.len() as i64).await;
        for interview in waiting {
            // A run that was cancelled no longer listens; what it finished is kept all the same.
            let _ = interview.send(copy_outcome(&written));
        }
    }
}

fn copy_outcome(written: &Result<(), FenceError>) -> Result<(), JournalError> {
    match written {
        Ok(()) => Ok(()),
        Err(error) => Err(JournalError::new(std::io::Error::other(error.to_string()))),
    }
}
