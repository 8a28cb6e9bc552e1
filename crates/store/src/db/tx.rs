//! Write transactions: alone, or as a member of a group that is committed together.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::{Any, AnyConnection, Error, Transaction};

use super::group_commit::{Member, WriterGuard};
use super::writes::Writes;

/// A write transaction. Rolled back unless it is committed.
pub(crate) struct Tx {
    kind: TxKind,
    writes: Arc<Writes>,
}

enum TxKind {
    /// With the lock on SQLite's one writer, which is held until the transaction has ended; `None` on PostgreSQL.
    Alone(Transaction<'static, Any>, Option<WriterGuard>),
    Grouped(Member),
}

impl Tx {
    pub(super) fn alone(
        transaction: Transaction<'static, Any>,
        guard: Option<WriterGuard>,
        writes: Arc<Writes>,
    ) -> Self {
        Self { kind: TxKind::Alone(transaction, guard), writes }
    }

    pub(super) fn grouped(member: Member, writes: Arc<Writes>) -> Self {
        Self { kind: TxKind::Grouped(member), writes }
    }

    /// Returns once the write is durable.
    pub async fn commit(self) -> Result<(), Error> {
        #[cfg(feature = "faults")]
        self.writes.faults.before_commit().await;
        match self.kind {
            TxKind::Alone(transaction, _guard) => self.writes.commit(transaction).await?,
            TxKind::Grouped(member) => member.commit().await?,
        }
        #[cfg(feature = "faults")]
        self.writes.faults.after_commit().await?;
        Ok(())
    }

    /// Rolls the write back. Returns once everything that it may have read is durable.
    pub async fn rollback(self) -> Result<(), Error> {
        match self.kind {
            TxKind::Alone(transaction, _guard) => transaction.rollback().await,
            TxKind::Grouped(member) => member.rollback().await,
        }
    }
}

impl Deref for Tx {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        match &self.kind {
            TxKind::Alone(transaction, _) => transaction,
            TxKind::Grouped(member) => member.connection(),
        }
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        match &mut self.kind {
            TxKind::Alone(transaction, _) => transaction,
            TxKind::Grouped(member) => member.connection_mut(),
        }
    }
}
