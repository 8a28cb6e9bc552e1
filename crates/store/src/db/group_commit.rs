//! Group commit on SQLite, which has one writer and pays one fsync for each commit. Writes that wait for the writer share a
//! transaction, each as a savepoint of its own, and are committed together. No write is acknowledged before that commit; if the
//! commit fails, every write of the group fails. A write that fails by itself rolls back its savepoint alone.
//!
//! The writer is locked in the order of the calls. Whoever locks it next ends the savepoint of the write before, so that a call
//! that was dropped half-way needs no clean-up of its own. Invariant: while a group is open, either the call that opened it is
//! running, or a task waits for the writer to commit the group. That task queues behind all calls that waited when it started.

use std::io;
use std::sync::Arc;

use sqlx::{Any, AnyConnection, AnyPool, Error, Executor, Transaction};
use tokio::runtime::Handle;
use tokio::sync::{Mutex, OwnedMappedMutexGuard, OwnedMutexGuard, oneshot};

use super::ACQUIRE_TIMEOUT;
use super::writes::Writes;

const BEGIN: &str = "BEGIN IMMEDIATE";
const SAVEPOINT: &str = "SAVEPOINT intent";
const RELEASE: &str = "RELEASE intent";
const ROLL_BACK: &str = "ROLLBACK TO intent; RELEASE intent";

/// The locked writer, with the open group if there is one.
pub(super) type WriterGuard = OwnedMutexGuard<Option<Group>>;
/// Sends the outcome of the group's commit to one call.
type OutcomeSender = oneshot::Sender<Result<(), Error>>;

/// SQLite's one writer: a lock around the open group, if any. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Writer(Arc<Mutex<Option<Group>>>);

/// Writes that are committed together.
pub(super) struct Group {
    transaction: Transaction<'static, Any>,
    latest: Savepoint,
    /// Whether any savepoint was released, so that there is something to commit.
    has_changes: bool,
    /// The calls whose savepoints have ended and that wait for the commit.
    waiting: Vec<OutcomeSender>,
    writes: Arc<Writes>,
}

/// The state of the latest savepoint of a group.
enum Savepoint {
    /// It has ended, or there was none yet.
    Ended,
    /// Its call is running. If another call finds this state, the call was dropped, and the savepoint is rolled back.
    Running,
    /// Its call asked for a commit.
    ToRelease(OutcomeSender),
    /// Its call only read, or was refused.
    ToRollBack(OutcomeSender),
}

/// One write of a group. Rolled back unless it is committed.
pub(super) struct Member {
    group: OwnedMappedMutexGuard<Option<Group>, Group>,
    /// Set if this write opened the group; dropping it then starts the task that commits the group.
    opened: Option<Writer>,
}

impl Writer {
    /// Locks the writer and begins a transaction of its own. An open group is committed first.
    pub async fn begin_alone(&self, pool: &AnyPool) -> Result<(Transaction<'static, Any>, WriterGuard), Error> {
        let mut writer = self.lock().await?;
        if writer.is_some() {
            writer = in_task(commit_open_group(writer)).await?;
        }
        Ok((pool.begin_with(BEGIN).await?, writer))
    }

    /// Locks the writer and begins a write as a member of the open group, or of a new one.
    pub async fn join(&self, pool: &AnyPool, writes: &Arc<Writes>) -> Result<Member, Error> {
        let mut writer = self.lock().await?;
        if writer.is_some() {
            writer = in_task(end_savepoint(writer)).await?;
        }
        let mut opened = None;
        if writer.is_none() {
            *writer = Some(Group::new(pool.begin_with(BEGIN).await?, Arc::clone(writes)));
            opened = Some(self.clone());
        }
        let group = OwnedMutexGuard::try_map(writer, Option::as_mut).map_err(|_| Error::WorkerCrashed)?;
        let mut member = Member { group, opened };
        member.group.latest = Savepoint::Running;
        member.group.transaction.execute(SAVEPOINT).await?;
        Ok(member)
    }

    async fn lock(&self) -> Result<WriterGuard, Error> {
        let writer = tokio::time::timeout(ACQUIRE_TIMEOUT, Arc::clone(&self.0).lock_owned()).await;
        writer.map_err(|_| Error::PoolTimedOut)
    }

    /// Commits the open group once all calls that wait for the writer now have had it.
    async fn commit_group(self) {
        drop(commit_open_group(self.0.lock_owned().await).await);
    }
}

impl Group {
    fn new(transaction: Transaction<'static, Any>, writes: Arc<Writes>) -> Self {
        Self { transaction, latest: Savepoint::Ended, has_changes: false, waiting: Vec::new(), writes }
    }

    /// Commits the group and notifies the waiting calls. A group without changes is rolled back.
    async fn commit(self) {
        let Self { transaction, has_changes, waiting, writes, .. } = self;
        let outcome = if has_changes { writes.commit(transaction).await } else { transaction.rollback().await };
        notify(waiting, outcome);
    }
}

impl Member {
    pub fn connection(&self) -> &AnyConnection {
        &self.group.transaction
    }

    pub fn connection_mut(&mut self) -> &mut AnyConnection {
        &mut self.group.transaction
    }

    /// Returns once the group is committed.
    pub async fn commit(self) -> Result<(), Error> {
        self.end(Savepoint::ToRelease).await
    }

    /// Rolls this write back. Returns once the group is committed, since this write may have read uncommitted changes of others.
    pub async fn rollback(self) -> Result<(), Error> {
        self.end(Savepoint::ToRollBack).await
    }

    async fn end(mut self, savepoint: impl FnOnce(OutcomeSender) -> Savepoint) -> Result<(), Error> {
        let (sender, receiver) = oneshot::channel();
        self.group.latest = savepoint(sender);
        drop(self);
        receiver.await.unwrap_or(Err(Error::WorkerCrashed))
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        // The task waits for the writer, which this member unlocks right after.
        if let (Some(writer), Ok(runtime)) = (self.opened.take(), Handle::try_current()) {
            runtime.spawn(writer.commit_group());
        }
    }
}

/// Runs work on the group to its end even if the caller is dropped: SQLite may have ended a savepoint whose reply nobody waits for,
/// and ending it again would fail the whole group.
async fn in_task(work: impl Future<Output = WriterGuard> + Send + 'static) -> Result<WriterGuard, Error> {
    tokio::spawn(work).await.map_err(|_| Error::WorkerCrashed)
}

/// Releases or rolls back the latest savepoint, as its call asked. If that fails, SQLite has rolled back the whole transaction by
/// itself, as on a full disk, and every write of the group fails.
async fn end_savepoint(mut writer: WriterGuard) -> WriterGuard {
    let Some(group) = writer.as_mut() else { return writer };
    let ended = match &group.latest {
        Savepoint::Ended => return writer,
        Savepoint::Running | Savepoint::ToRollBack(_) => group.transaction.execute(ROLL_BACK).await,
        Savepoint::ToRelease(_) => group.transaction.execute(RELEASE).await,
    };
    let latest = std::mem::replace(&mut group.latest, Savepoint::Ended);
    group.has_changes |= matches!(latest, Savepoint::ToRelease(_));
    if let Savepoint::ToRelease(sender) | Savepoint::ToRollBack(sender) = latest {
        group.waiting.push(sender);
    }
    if let Err(error) = ended
        && let Some(group) = writer.take()
    {
        drop(group.transaction);
        notify(group.waiting, Err(Error::Io(io::Error::other(error))));
    }
    writer
}

/// Commits the open group, if there is one, and returns the locked writer.
async fn commit_open_group(writer: WriterGuard) -> WriterGuard {
    let mut writer = end_savepoint(writer).await;
    if let Some(group) = writer.take() {
        group.commit().await;
    }
    writer
}

/// Sends the outcome to all calls. The shared error of several calls counts as an outage, since none of them may have caused it.
fn notify(mut waiting: Vec<OutcomeSender>, outcome: Result<(), Error>) {
    match (outcome, waiting.pop()) {
        (Ok(()), Some(last)) => waiting.into_iter().chain([last]).for_each(|sender| drop(sender.send(Ok(())))),
        (Err(error), Some(only)) if waiting.is_empty() => drop(only.send(Err(error))),
        (Err(error), Some(last)) => {
            let error = Arc::new(error);
            let shared = || Error::Io(io::Error::other(Arc::clone(&error)));
            waiting.into_iter().chain([last]).for_each(|sender| drop(sender.send(Err(shared()))));
        }
        (_, None) => {}
    }
}
