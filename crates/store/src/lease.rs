//! The right to write to a report: who has it, until when, and that nobody else writes. It is judged by the database's
//! clock; should that have been ahead when a lease or a wait began, its end lies further ahead than any lease lasts, and
//! is not believed.

use std::time::Duration;

use super::StoreError;
use super::rows::As;
use primitives::ids::{AccountId, ReportId};

/// The longest lease, and the longest wait between two tries.
pub const LEASE_MAX: Duration = Duration::from_millis(LEASE_MAX_MS.unsigned_abs());
/// The same in milliseconds, as SQL has it.
pub(super) const LEASE_MAX_MS: i64 = 10 * 60 * 1000;

/// The right to write to a report, until another claim raises its fence.
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

/// The condition that no lease and no wait keeps a report back, or only one that ends later than any can.
pub(super) fn is_free() -> String {
    format!("(visible_at <= (SELECT now_ms FROM clock) OR visible_at > (SELECT now_ms FROM clock) + {LEASE_MAX_MS})")
}

/// A fenced write touches one row or the lease is lost; dropping the transaction then undoes it.
pub(super) fn one_row(rows: u64) -> Result<(), FenceError> {
    if rows == 1 { Ok(()) } else { Err(FenceError::Lost) }
}
