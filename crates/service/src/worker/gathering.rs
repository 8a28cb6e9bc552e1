//! The steps of one report that wait for their checkpoint. Those that finish together are written in one commit: each is
//! an fsync, which holds up every other write. The first that comes waits a moment for the others, or until no call is
//! open any more, and writes them all; the others wait for it. No step is acknowledged before its commit.

use std::future::Future;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pipeline::JournalError;
use store::{Advance, Step};
use tokio::sync::Notify;

/// How long the first step waits for others at most: longer than the replies to calls that were sent together are apart,
/// and short beside a call.
pub const GATHERING: Duration = Duration::from_millis(100);

pub(super) struct Gathering {
    waiting: Mutex<Waiting>,
    /// Number of steps that were written. Locked while steps are gathered and written.
    written: tokio::sync::Mutex<usize>,
    /// Ends the wait of the first.
    last_came: Notify,
    /// How long the first waits. Zero where calls are made one by one, and no other step can come.
    time: Duration,
}

struct Waiting {
    steps: Vec<Step>,
    /// Number of steps that ever came.
    came: usize,
    /// The progress with all of them. It never decreases, whatever a later attempt counts.
    advance: Advance,
}

impl Gathering {
    pub(super) fn new(recorded: Advance, time: Duration) -> Self {
        let waiting = Waiting { steps: Vec::new(), came: 0, advance: recorded };
        Self { waiting: Mutex::new(waiting), written: tokio::sync::Mutex::new(0), last_came: Notify::new(), time }
    }

    /// Returns once the step is durable. `is_last` says that no other step can come meanwhile.
    pub(super) async fn write<F>(
        &self,
        step: Step,
        advance: Advance,
        is_last: bool,
        checkpoint: impl FnOnce(Vec<Step>, Advance) -> F,
    ) -> Result<(), JournalError>
    where
        F: Future<Output = Result<(), JournalError>>,
    {
        let place = self.lock().add(step, advance);
        if is_last {
            self.last_came.notify_one();
        }
        let mut written = self.written.lock().await;
        if *written >= place {
            return Ok(());
        }
        if !self.time.is_zero() {
            // Either way the steps are written now.
            let _ = tokio::time::timeout(self.time, self.last_came.notified()).await;
        }
        let (steps, advance) = self.lock().all();
        let count = steps.len();
        checkpoint(steps, advance).await?;
        // Only now, so that they are still there for the next one if this call is dropped.
        self.lock().steps.drain(..count);
        *written += count;
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // Nothing panics while it is held.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    /// Returns the place of the step among all that ever came, from 1.
    fn add(&mut self, step: Step, advance: Advance) -> usize {
        let Advance { begun, done } = self.advance;
        self.advance = Advance { begun: begun.max(advance.begun), done: done.max(advance.done) };
        self.steps.push(step);
        self.came += 1;
        self.came
    }

    fn all(&self) -> (Vec<Step>, Advance) {
        (self.steps.clone(), self.advance)
    }
}
