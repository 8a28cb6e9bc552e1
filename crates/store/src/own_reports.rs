//! Reports in the workspace of their owner: listed, searched, watched and cancelled. Deleted ones are not among
//! them (`deletion`).

use std::time::Duration;

use language::brief::Brief;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, FromRow};

use super::rows::{As, Flag, IsSet, Optional, OptionalText};
use super::{Finding, JointFinding, Status, Store, StoreError, fair_queue, jobs, steps};
use primitives::clock::UnixMs;
use primitives::credits::Entry;
use primitives::ids::{AccountId, LedgerId, ReportId};

/// A report as its owner sees it, without the result.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct OwnReport {
    #[sqlx(try_from = "As<ReportId>")]
    pub id: ReportId,
    #[sqlx(try_from = "As<Brief>")]
    pub brief: Brief,
    #[sqlx(try_from = "As<Status>")]
    pub status: Status,
    pub public_token: String,
    /// Whether the token opens the public page of the completed report.
    #[sqlx(rename = "published", try_from = "Flag")]
    pub is_published: bool,
    pub created_at: UnixMs,
    pub finished_at: Option<UnixMs>,
    pub respondents_done: i64,
    /// Interviews begun, which is the cost of cancelling now.
    pub respondents_begun: i64,
    #[sqlx(rename = "hold")]
    pub respondents_total: i64,
    /// Whether an engine outage delays it.
    #[sqlx(rename = "engine_away_since", try_from = "IsSet")]
    pub is_waiting_for_engine: bool,
    /// Time since the first claim, by the database's clock.
    pub working_ms: Option<i64>,
    /// Time since the last checkpoint, by the same clock.
    pub idle_ms: Option<i64>,
    /// Absent before completion and in old reports.
    #[sqlx(try_from = "OptionalText")]
    pub finding: Option<Finding>,
    /// Raised by every change of people's answers; 0 while there are none.
    pub people_version: i64,
    /// The `people_version` that the stored view of people's answers was computed from, and the release that did.
    pub view_version: Option<i64>,
    pub view_made_by: Option<String>,
    /// The joint verdict of that view; absent while the forecast's is in force.
    #[sqlx(try_from = "OptionalText")]
    pub joint_finding: Option<JointFinding>,
    /// Why it failed.
    pub error: Option<String>,
    /// Whether its owner cancelled it.
    #[sqlx(rename = "cancelled", try_from = "Flag")]
    pub is_cancelled: bool,
    /// The first report of its study; `None` if it is that itself.
    #[sqlx(try_from = "Optional<ReportId>")]
    pub first_report: Option<ReportId>,
    /// Whether its owner archived it.
    #[sqlx(rename = "archived", try_from = "Flag")]
    pub is_archived: bool,
    /// The cost, once settled.
    pub credits_used: Option<i64>,
}

/// The texts that a list of reports is sorted by.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct ReportTitle {
    #[sqlx(try_from = "As<ReportId>")]
    pub id: ReportId,
    #[sqlx(try_from = "As<Brief>")]
    pub brief: Brief,
    #[sqlx(try_from = "OptionalText")]
    pub finding: Option<Finding>,
    #[sqlx(try_from = "OptionalText")]
    pub joint_finding: Option<JointFinding>,
}

/// A filter of an account's reports.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReportFilter {
    /// Text in the question or an option, ignoring case.
    pub text: Option<String>,
    /// Any of these; empty means all.
    pub statuses: Vec<Status>,
    /// Only cancelled reports, or only others.
    pub cancelled: Option<bool>,
    /// Whether the archived reports are listed instead of all others.
    pub is_archived: bool,
    /// Only reports older than this one.
    pub before: Option<ReportId>,
}

/// A page of items, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    pub items: Vec<T>,
    pub has_more: bool,
}

impl<T> Page<T> {
    /// Cuts `items`, of which one more than `items_max` was read to see whether there are more.
    pub(super) fn cut(mut items: Vec<T>, items_max: i64) -> Self {
        let items_max = usize::try_from(items_max).unwrap_or(usize::MAX);
        let has_more = items.len() > items_max;
        items.truncate(items_max);
        Self { items, has_more }
    }
}

/// The settlement of a cancelled report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cancelled {
    pub credits_used: i64,
    pub credits_released: i64,
}

/// How many claimed reports an account may cancel within an hour at no cost: nobody pays for their engine calls.
pub const FREE_CANCELS_PER_HOUR: i64 = 10;
const HOUR_MS: i64 = 60 * 60 * 1000;

#[derive(Debug, thiserror::Error)]
pub enum CancelError {
    #[error("{FREE_CANCELS_PER_HOUR} reports were cancelled at no cost within an hour after work on them had begun")]
    TooMany { retry_after: Duration },
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for CancelError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

pub(super) const OWN_REPORT: &str = "
    SELECT id, brief, status, public_token, published, created_at, finished_at, respondents_done, respondents_begun, hold, error,
           cancelled, archived, first_report, engine_away_since,
           (SELECT now_ms FROM clock) - COALESCE(started_at, sampling_since) AS working_ms,
           (SELECT now_ms FROM clock) - checkpointed_at AS idle_ms, finding,
           people_version,
           (SELECT v.people_version FROM people_views v WHERE v.report_id = reports.id) AS view_version,
           (SELECT v.made_by FROM people_views v WHERE v.report_id = reports.id) AS view_made_by,
           (SELECT v.finding FROM people_views v WHERE v.report_id = reports.id) AS joint_finding,
           (SELECT -l.d_held - l.d_available FROM ledger l
            WHERE l.report_id = reports.id AND l.kind IN ('post', 'void')) AS credits_used
    FROM reports";

const REPORT_TITLE: &str = "
    SELECT id, brief, finding,
           (SELECT v.finding FROM people_views v WHERE v.report_id = reports.id) AS joint_finding
    FROM reports";

impl Store {
    pub async fn own_report(&self, account: AccountId, id: ReportId) -> Result<Option<OwnReport>, StoreError> {
        let sql = format!("{OWN_REPORT} WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL");
        Ok(sqlx::query_as(sqlx::AssertSqlSafe(sql))
            .bind(account.to_string())
            .bind(id.to_string())
            .fetch_optional(self.db.reads())
            .await?)
    }

    /// Returns the account's reports that match a filter.
    pub async fn own_reports(
        &self,
        account: AccountId,
        filter: &ReportFilter,
        reports_max: i64,
    ) -> Result<Page<OwnReport>, StoreError> {
        // Cut before unreadable rows are dropped, so that a short page is not taken for the end of the list.
        let Page { items, has_more } =
            Page::cut(self.matching(OWN_REPORT, account, filter, reports_max + 1).await?, reports_max);
        Ok(Page { items: readable(&items)?, has_more })
    }

    /// Returns the sort texts of the newest matching reports.
    pub async fn report_titles(
        &self,
        account: AccountId,
        filter: &ReportFilter,
        titles_max: i64,
    ) -> Result<Page<ReportTitle>, StoreError> {
        let rows = self.matching(REPORT_TITLE, account, filter, titles_max + 1).await?;
        let Page { items, has_more } = Page::cut(rows, titles_max);
        Ok(Page { items: readable(&items)?, has_more })
    }

    /// Returns the rows of the account's reports that match a filter, newest first.
    async fn matching(
        &self,
        select: &str,
        account: AccountId,
        filter: &ReportFilter,
        rows_max: i64,
    ) -> Result<Vec<AnyRow>, StoreError> {
        // One text with a comma on both sides of each name, so that one prepared statement serves every choice.
        let statuses: Option<String> = (!filter.statuses.is_empty())
            .then(|| filter.statuses.iter().fold(",".to_owned(), |all, status| format!("{all}{status},")));
        let sql = format!(
            "{select} WHERE account_id = $1 AND deleted_at IS NULL AND archived = $6 AND ($2 IS NULL OR id < $2)
               AND ($3 IS NULL OR searchable LIKE $3 ESCAPE '!')
               AND ($4 IS NULL OR $4 LIKE '%,' || status || ',%')
               AND ($5 IS NULL OR cancelled = $5)
             ORDER BY id DESC LIMIT $7"
        );
        Ok(sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(account.to_string())
            .bind(filter.before.map(|id| id.to_string()))
            .bind(filter.text.as_deref().map(like_pattern))
            .bind(statuses)
            .bind(filter.cancelled.map(i64::from))
            .bind(i64::from(filter.is_archived))
            .bind(rows_max)
            .fetch_all(self.db.reads())
            .await?)
    }

    /// Cancels a report: charges for the interviews begun, releases the other held credits and advances the account's
    /// queued reports. A worker that still runs it can't write any more. Returns `None` if there is no such report or
    /// it has ended. A report that was never claimed can always be cancelled.
    pub async fn cancel_report(
        &self,
        account: AccountId,
        id: ReportId,
        message: &str,
        entry: LedgerId,
        now: UnixMs,
    ) -> Result<Option<Cancelled>, CancelError> {
        let mut tx = self.db.write().await?;
        let cancelled = cancel(&mut tx, self.db.skip_locked(), (account, id), message, entry, now).await?;
        if cancelled.is_some() {
            tx.commit().await?;
        }
        Ok(cancelled)
    }
}

/// Cancels a report if it is unfinished. After an error the caller must roll the transaction back.
pub(super) async fn cancel(
    connection: &mut AnyConnection,
    skip_locked: &str,
    (account, id): (AccountId, ReportId),
    message: &str,
    entry: LedgerId,
    now: UnixMs,
) -> Result<Option<Cancelled>, CancelError> {
    let ended: Option<(i64, i64, i64)> = sqlx::query_as(
        "UPDATE reports SET status = 'failed', cancelled = 1, error = $3, finished_at = $4, owner = NULL
         WHERE account_id = $1 AND id = $2 AND finished_at IS NULL
         RETURNING hold, respondents_begun, fence",
    )
    .bind(account.to_string())
    .bind(id.to_string())
    .bind(message)
    .bind(now)
    .fetch_optional(&mut *connection)
    .await?;
    let Some((held, used, fence)) = ended else { return Ok(None) };
    let closing = if used == 0 { Entry::Void { held } } else { Entry::Post { held, used } };
    // Locks the account's row, so that concurrent cancellations are counted one after the other.
    jobs::close_hold(connection, account, id, closing, entry, now).await?;
    if used == 0 && fence > 0 {
        check_free_cancels(connection, account, id, now).await?;
    }
    steps::delete(connection, id).await?;
    fair_queue::advance_waiting(connection, skip_locked, account).await?;
    Ok(Some(Cancelled { credits_used: used, credits_released: held - used }))
}

/// Refuses if the account has used up its free cancellations of the last hour, not counting this report.
async fn check_free_cancels(
    connection: &mut AnyConnection,
    account: AccountId,
    id: ReportId,
    now: UnixMs,
) -> Result<(), CancelError> {
    // A time further ahead than the window was recorded by a clock that was ahead.
    let oldest: Option<UnixMs> = sqlx::query_scalar(
        "SELECT finished_at FROM reports
         WHERE account_id = $1 AND cancelled = 1 AND finished_at > $2 AND finished_at <= $3
           AND fence > 0 AND respondents_begun = 0 AND id <> $4
         ORDER BY finished_at DESC LIMIT 1 OFFSET $5",
    )
    .bind(account.to_string())
    .bind(now - HOUR_MS)
    .bind(now + HOUR_MS)
    .bind(id.to_string())
    .bind(FREE_CANCELS_PER_HOUR - 1)
    .fetch_optional(connection)
    .await?;
    let Some(oldest) = oldest else { return Ok(()) };
    let counts_until = oldest + HOUR_MS;
    Err(CancelError::TooMany { retry_after: Duration::from_millis((counts_until - now).unsigned_abs()) })
}

/// Parses rows and skips damaged ones, so that one of them does not hide all others from their owner.
fn readable<T>(rows: &[AnyRow]) -> Result<Vec<T>, StoreError>
where
    T: for<'r> FromRow<'r, AnyRow>,
{
    let is_damaged = |item: &Result<T, StoreError>| matches!(item, Err(StoreError::Unreadable(_)));
    rows.iter().map(|row| Ok(T::from_row(row)?)).filter(|item| !is_damaged(item)).collect()
}

/// Returns a LIKE pattern that matches `text` anywhere, with wildcards escaped.
fn like_pattern(text: &str) -> String {
    let mut pattern = "%".to_owned();
    for c in text.trim().to_lowercase().chars() {
        if matches!(c, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}
