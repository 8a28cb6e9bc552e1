//! Faults that a test puts into write transactions: what can go wrong when one begins or is committed. Compiled with the
//! feature `faults` alone, and inert until a fault is armed.

use std::future::pending;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::{Any, Error, Executor, Transaction};
use tokio::sync::Notify;

/// What goes wrong with one write transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It can't begin.
    BeginFails,
    /// The commit fails, and nothing is committed.
    CommitFails,
    /// The commit fails, SQLite undoes the transaction by itself, and the driver's own rollback fails after it, as on a full
    /// disk.
    RollbackFails,
    /// It is committed, and the caller is told that this failed.
    AnswerLost,
    /// The call stops before the commit and never returns.
    StopsBeforeCommit,
    /// The call stops after the commit and never returns.
    StopsAfterCommit,
}

/// The fault that is armed, if any. It strikes once.
#[derive(Default)]
pub struct Faults {
    armed: Mutex<Armed>,
    stopped: Notify,
    slowed_by: Mutex<Duration>,
}

#[derive(Default)]
struct Armed {
    fault: Option<Fault>,
    /// How many transactions it lets pass.
    passing: u32,
    has_struck: bool,
}

impl Faults {
    /// Arms a fault for the transaction after the next `passing` ones.
    pub fn arm(&self, fault: Fault, passing: u32) {
        *self.lock() = Armed { fault: Some(fault), passing, has_struck: false };
    }

    /// Disarms the fault; returns whether it has struck.
    pub fn disarm(&self) -> bool {
        std::mem::take(&mut *self.lock()).has_struck
    }

    /// Returns when a call has stopped.
    pub async fn stopped(&self) {
        self.stopped.notified().await;
    }

    pub(super) fn begin(&self) -> Result<(), Error> {
        match self.strike(|fault| fault == Fault::BeginFails) {
            Some(_) => Err(injected()),
            None => Ok(()),
        }
    }

    /// Makes every commit take this much longer while it holds the writer, as an fsync on a busy disk does.
    pub fn slow_commits(&self, by: Duration) {
        *self.slowed_by.lock().unwrap_or_else(PoisonError::into_inner) = by;
    }

    pub(super) async fn before_commit(&self) {
        if self.strike(|fault| fault == Fault::StopsBeforeCommit).is_some() {
            self.stopped.notify_one();
            pending::<()>().await;
        }
    }

    pub(super) async fn commit(&self, mut transaction: Transaction<'static, Any>) -> Result<(), Error> {
        let slowed_by = *self.slowed_by.lock().unwrap_or_else(PoisonError::into_inner);
        if slowed_by > Duration::ZERO {
            tokio::time::sleep(slowed_by).await;
        }
        match self.strike(|fault| matches!(fault, Fault::CommitFails | Fault::RollbackFails)) {
            None => return transaction.commit().await,
            Some(Fault::RollbackFails) => {
                transaction.execute("ROLLBACK").await?;
            }
            Some(_) => {}
        }
        Err(injected())
    }

    pub(super) async fn after_commit(&self) -> Result<(), Error> {
        match self.strike(|fault| matches!(fault, Fault::AnswerLost | Fault::StopsAfterCommit)) {
            None => return Ok(()),
            Some(Fault::StopsAfterCommit) => {
                self.stopped.notify_one();
                pending::<()>().await;
            }
            Some(_) => {}
        }
        Err(injected())
    }

    /// Takes the armed fault if it strikes here and now.
    fn strike(&self, is_here: impl Fn(Fault) -> bool) -> Option<Fault> {
        let mut armed = self.lock();
        let fault = armed.fault.filter(|fault| is_here(*fault))?;
        if armed.passing > 0 {
            armed.passing -= 1;
            return None;
        }
        *armed = Armed { has_struck: true, ..Armed::default() };
        Some(fault)
    }

    fn lock(&self) -> MutexGuard<'_, Armed> {
        // A panic elsewhere can't leave it half-written.
        self.armed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn injected() -> Error {
    Error::Io(io::Error::other("a fault that a test armed"))
}
