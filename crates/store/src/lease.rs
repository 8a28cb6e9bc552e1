//! The right to write to a report: who has it, until when, and that nobody else writes. It is judged by the database's
//! clock; should that have been ahead when a lease or a wait began, its end lies further ahead than any lease lasts, and
//! is not believed.

use std::time::Duration;

use sqlx::Row;
use sqlx::any::AnyRow;

use super::{StoreError, read_id};
use primitives::ids::{AccountId, ReportId};

/// The longest lease, and the longest wait between two tries.
pub const LEASE_MAX: Duration = Duration::from_millis(LEASE_MAX_MS.unsigned_abs());
/// The same in milliseconds, as SQL has it.
pub(super) const LEASE_MAX_MS: i64 = 10 * 60 * 1000;

/// The right to write to a report, until another claim raises its fence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lease {
    pub report: ReportId,
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

/// The condition that no lease and no wait keeps a report back, or only one that ends later than any can.
pub(super) fn is_free() -> String {
    format!("(visible_at <= (SELECT now_ms FROM clock) OR visible_at > (SELECT now_ms FROM clock) + {LEASE_MAX_MS})")
}

/// A fenced write touches one row or the lease is lost; dropping the transaction then undoes it.
pub(super) fn one_row(rows: u64) -> Result<(), FenceError> {
    if rows == 1 { Ok(()) } else { Err(FenceError::Lost) }
}

pub(super) fn read_lease(row: &AnyRow) -> Result<Lease, StoreError> {
    let (id, account): (String, String) = (row.try_get("id")?, row.try_get("account_id")?);
    Ok(Lease {
        report: read_id(ReportId::parse(&id), &id)?,
        account: read_id(AccountId::parse(&account), &account)?,
        fence: row.try_get("fence")?,
    })
}
