//! Studies: a report, its later waves and the follow-ups to their panels. They have the first report's id in common, which a report
//! gets with its row (`reports`) and keeps when that report or any other of them is deleted.

use sqlx::AssertSqlSafe;

use super::own_reports::{OWN_REPORT, OwnReport};
use super::{Store, StoreError};
use primitives::ids::{AccountId, ReportId};

/// The most reports of a study that are read: the newest.
pub const STUDY_REPORTS_MAX: i64 = 200;

impl OwnReport {
    /// Returns the first report of the study that the report belongs to. A report that was neither asked again nor followed up is a
    /// study of its own.
    pub fn study(&self) -> ReportId {
        self.first_report.unwrap_or(self.id)
    }
}

impl Store {
    /// Returns the reports of a study that are not deleted, oldest first: of a long one the newest [`STUDY_REPORTS_MAX`].
    pub async fn study_reports(&self, account: AccountId, first: ReportId) -> Result<Vec<OwnReport>, StoreError> {
        let sql = format!(
            "{OWN_REPORT} WHERE account_id = $1 AND (id = $2 OR first_report = $2) AND deleted_at IS NULL
             ORDER BY id DESC LIMIT $3"
        );
        let mut reports: Vec<OwnReport> = sqlx::query_as(AssertSqlSafe(sql))
            .bind(account.to_string())
            .bind(first.to_string())
            .bind(STUDY_REPORTS_MAX)
            .fetch_all(self.db.reads())
            .await?;
        reports.reverse();
        Ok(reports)
    }
}
