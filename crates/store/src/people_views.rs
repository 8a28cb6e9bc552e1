//! Materialised views of people's answers for public pages: computed once after each change, so that a page reads one
//! row however many people answered.

use super::people_locks::lock_report;
use super::rows::{As, OptionalText};
use super::{JointFinding, Store, StoreError};
use primitives::ids::{AccountId, ReportId};

/// A stored view of people's answers.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct KeptPeopleView {
    /// The `people_version` that it was computed from.
    pub people_version: i64,
    /// The release that computed it.
    pub made_by: String,
    /// JSON; `None` if no answer was counted.
    pub body: Option<String>,
    /// The joint verdict, for lists; `None` while the forecast's is in force.
    #[sqlx(try_from = "OptionalText")]
    pub finding: Option<JointFinding>,
}

impl Store {
    /// Returns the latest view of a published report's answers.
    pub async fn public_people_view(&self, token: &str) -> Result<Option<KeptPeopleView>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT v.people_version, v.made_by, v.body, v.finding FROM people_views v JOIN reports r ON r.id = v.report_id
             WHERE r.public_token = $1 AND r.published = 1",
        )
        .bind(token)
        .fetch_optional(self.db.public_reads())
        .await?)
    }

    /// Returns the account of a completed report and its `people_version`.
    pub async fn people_version(&self, report: ReportId) -> Result<Option<(AccountId, i64)>, StoreError> {
        let found: Option<(As<AccountId>, i64)> =
            sqlx::query_as("SELECT account_id, people_version FROM reports WHERE id = $1 AND status = 'completed' AND deleted_at IS NULL")
                .bind(report.to_string())
                .fetch_optional(self.db.reads())
                .await?;
        Ok(found.map(|(As(account), people_version)| (account, people_version)))
    }

    /// Stores a view unless a newer version is there. A view of the same version replaces it, as after an upgrade.
    pub async fn keep_people_view(&self, report: ReportId, view: &KeptPeopleView) -> Result<(), StoreError> {
        let finding = view.finding.as_ref().map(serde_json::to_string).transpose();
        let finding = finding.map_err(|error| StoreError::Unreadable(error.to_string()))?;
        let mut tx = self.db.write().await?;
        // The report may have been deleted while the view was computed.
        if !lock_report(&self.db, &mut tx, report).await? {
            return Ok(());
        }
        sqlx::query(
            "INSERT INTO people_views (report_id, people_version, made_by, body, finding) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (report_id) DO UPDATE
             SET people_version = excluded.people_version, made_by = excluded.made_by, body = excluded.body,
                 finding = excluded.finding
             WHERE excluded.people_version >= people_views.people_version",
        )
        .bind(report.to_string())
        .bind(view.people_version)
        .bind(&view.made_by)
        .bind(view.body.as_deref())
        .bind(finding)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(())
    }
}
