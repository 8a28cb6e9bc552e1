//! The lock order of transactions about people's answers: the report, then its survey, then answers. Transactions
//! that lock in this order can't deadlock.

use sqlx::{AnyConnection, AssertSqlSafe};

use super::answer_rows::{Class, UNCOUNTED_MAX};
use super::db::Db;
use super::rows::{As, Flag};
use super::{Status, StoreError, SurveyIntake};
use primitives::clock::UnixMs;
use primitives::ids::{AccountId, ReportId, SurveyId};

/// A report whose answers of people are locked against concurrent changes.
pub(super) struct LockedReport {
    pub status: Status,
    pub survey: Option<LockedSurvey>,
}

/// The columns of a survey that decide whether it takes an answer, read under the lock.
#[derive(sqlx::FromRow)]
pub(super) struct LockedSurvey {
    pub id: String,
    #[sqlx(rename = "closed", try_from = "Flag")]
    pub is_closed: bool,
    pub ends_at: Option<UnixMs>,
    pub complete: i64,
    pub quota: i64,
    pub started: i64,
    marked: i64,
    unfinished: i64,
    screened_out: i64,
    #[sqlx(rename = "one_time", try_from = "Flag")]
    pub is_one_time: bool,
}

impl LockedSurvey {
    pub fn intake(&self, now: UnixMs) -> SurveyIntake {
        SurveyIntake::of(self.is_closed, self.ends_at, (self.complete, self.quota), now)
    }

    pub fn is_crowded(&self) -> bool {
        self.marked + self.unfinished + self.screened_out >= UNCOUNTED_MAX
    }
}

const SURVEY: &str = "SELECT id, closed, ends_at, complete, quota, started, marked, unfinished, screened_out, one_time
    FROM surveys";

/// Locks one of an account's reports, then its survey. Returns `None` if the account has no such report.
pub(super) async fn lock_own_report(
    db: &Db,
    connection: &mut AnyConnection,
    account: AccountId,
    report: ReportId,
) -> Result<Option<LockedReport>, StoreError> {
    let lock = db.row_lock();
    let sql = format!("SELECT status FROM reports WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL {lock}");
    let status: Option<As<Status>> = sqlx::query_scalar(AssertSqlSafe(sql))
        .bind(account.to_string())
        .bind(report.to_string())
        .fetch_optional(&mut *connection)
        .await?;
    let Some(As(status)) = status else { return Ok(None) };
    Ok(Some(LockedReport { status, survey: lock_survey(db, connection, report).await? }))
}

/// Locks the survey of a report that is locked already.
pub(super) async fn lock_survey(
    db: &Db,
    connection: &mut AnyConnection,
    report: ReportId,
) -> Result<Option<LockedSurvey>, StoreError> {
    let sql = format!("{SURVEY} WHERE report_id = $1 {}", db.row_lock());
    Ok(sqlx::query_as(AssertSqlSafe(sql)).bind(report.to_string()).fetch_optional(connection).await?)
}

/// Locks a survey by its id.
pub(super) async fn lock_survey_by_id(
    db: &Db,
    connection: &mut AnyConnection,
    survey: SurveyId,
) -> Result<Option<LockedSurvey>, StoreError> {
    let sql = format!("{SURVEY} WHERE id = $1 {}", db.row_lock());
    Ok(sqlx::query_as(AssertSqlSafe(sql)).bind(survey.to_string()).fetch_optional(connection).await?)
}

/// Locks a report of any account, for people who answer. Returns false if there is none.
pub(super) async fn lock_report(db: &Db, connection: &mut AnyConnection, report: ReportId) -> Result<bool, StoreError> {
    let sql = format!("SELECT id FROM reports WHERE id = $1 AND deleted_at IS NULL {}", db.row_lock());
    Ok(sqlx::query(AssertSqlSafe(sql)).bind(report.to_string()).fetch_optional(connection).await?.is_some())
}

/// Raises the version of a report's complete answers, so that everything derived from them is recomputed.
pub(super) async fn raise_people_version(connection: &mut AnyConnection, report: ReportId) -> Result<(), StoreError> {
    sqlx::query("UPDATE reports SET people_version = people_version + 1 WHERE id = $1")
        .bind(report.to_string())
        .execute(connection)
        .await?;
    Ok(())
}

/// Moves an answer from one count of its survey to another, and raises the quota if the owner keeps more answers than
/// that.
pub(super) async fn move_count(
    connection: &mut AnyConnection,
    survey: &str,
    (from, to): (Class, Class),
) -> Result<(), StoreError> {
    let change = |class: Class| i64::from(to == class) - i64::from(from == class);
    if from == to {
        return Ok(());
    }
    sqlx::query(
        "UPDATE surveys SET complete = complete + $2, marked = marked + $3, unfinished = unfinished + $4,
                screened_out = screened_out + $5,
                quota = CASE WHEN complete + $2 > quota THEN complete + $2 ELSE quota END
         WHERE id = $1",
    )
    .bind(survey)
    .bind(change(Class::Counted))
    .bind(change(Class::Marked))
    .bind(change(Class::Unfinished))
    .bind(change(Class::ScreenedOut))
    .execute(connection)
    .await?;
    Ok(())
}

/// Recomputes the counts of a report's survey after answers were deleted.
pub(super) async fn recount(connection: &mut AnyConnection, report: ReportId) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE surveys SET
             complete = (SELECT COUNT(*) FROM survey_answers a WHERE a.survey_id = surveys.id AND a.counted = 1),
             marked = (SELECT COUNT(*) FROM survey_answers a
                       WHERE a.survey_id = surveys.id AND a.complete = 1 AND a.counted = 0 AND a.eligibility <> 'out'),
             unfinished = (SELECT COUNT(*) FROM survey_answers a
                           WHERE a.survey_id = surveys.id AND a.complete = 0 AND a.eligibility <> 'out'),
             screened_out = (SELECT COUNT(*) FROM survey_answers a
                             WHERE a.survey_id = surveys.id AND a.eligibility = 'out')
         WHERE report_id = $1",
    )
    .bind(report.to_string())
    .execute(&mut *connection)
    .await?;
    // An upload without remaining people may be added again.
    sqlx::query(
        "DELETE FROM people_batches WHERE report_id = $1
         AND NOT EXISTS (SELECT 1 FROM survey_answers a WHERE a.batch_id = people_batches.id)",
    )
    .bind(report.to_string())
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the number of counted answers of a report, by link and from uploads.
pub(super) async fn counted_answers(connection: &mut AnyConnection, report: ReportId) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar("SELECT COUNT(*) FROM survey_answers WHERE report_id = $1 AND counted = 1 AND complete = 1")
        .bind(report.to_string())
        .fetch_one(connection)
        .await?)
}
