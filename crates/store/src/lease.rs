//! Leases with fence tokens: who may write to a report, and until when by the database's clock. A lease or backoff
//! that ends later than `LEASE_MAX` from now was recorded while that clock was ahead, and counts as expired.

use std::time::Duration;

use super::StoreError;
use super::db::Tx;
use super::rows::As;
use primitives::ids::{AccountId, ReportId};

/// The longest lease, and the longest backoff between two tries.
pub const LEASE_MAX: Duration = Duration::from_millis(LEASE_MAX_MS.unsigned_abs());
/// `LEASE_MAX` in milliseconds, for SQL.
pub(super) const LEASE_MAX_MS: i64 = 10 * 60 * 1000;

/// The right to write to a report until another claim raises its fence token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Lease {
    #[sqlx(rename = "id", try_from = "As<ReportId>")]
    pub report: ReportId,
    #[sqlx(rename = "account_id", try_from = "As<AccountId>")]
    pub account: AccountId,
    pub(super) fence: i64,
}

#[derive(Debug, thiserror::Error)]
pub enum FenceError {
    #[error("the lease on this report was lost")]
    Lost,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for FenceError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// The SQL condition that a report is neither leased nor in backoff.
pub(super) fn is_free() -> String {
    format!("(visible_at <= (SELECT now_ms FROM clock) OR visible_at > (SELECT now_ms FROM clock) + {LEASE_MAX_MS})")
}

/// Returns the transaction if a fenced write changed its row. Otherwise the lease is lost: rolls the transaction back, and fails
/// only once the write that took the lease is durable.
pub(super) async fn require_row(tx: Tx, rows: u64) -> Result<Tx, FenceError> {
    require_returned(tx, (rows == 1).then_some(())).await.map(|(tx, ())| tx)
}

/// Like [`require_row`], for a fenced write that returns its row.
pub(super) async fn require_returned<T>(tx: Tx, row: Option<T>) -> Result<(Tx, T), FenceError> {
    match row {
        Some(row) => Ok((tx, row)),
        None => {
            tx.rollback().await?;
            Err(FenceError::Lost)
        }
    }
}
