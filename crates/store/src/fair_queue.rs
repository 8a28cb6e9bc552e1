//! Fair queueing, measured in respondents. Each account's reports occupy consecutive ranges of virtual time (`turn`);
//! an account that returns starts at the present virtual time; the report with the lowest `turn` is claimed first.

use language::brief::SAMPLE_SIZE_MAX;
use sqlx::{AnyConnection, AssertSqlSafe};

use super::StoreError;
use primitives::ids::AccountId;

/// Returns the present virtual time: the highest `turn` of all claimed reports.
pub(super) async fn virtual_time(connection: &mut AnyConnection) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar("SELECT COALESCE(MAX(turn), 0) FROM reports WHERE fence > 0").fetch_one(connection).await?)
}

/// Moves an account's queued reports, and the start of its next one, to where they would be without the reports that
/// it cancelled. Nothing moves before the present virtual time, so that cancelling gives no lead over other accounts.
/// The caller has locked the account's row, so that no new report is queued meanwhile.
pub(super) async fn advance_waiting(
    connection: &mut AnyConnection,
    skip_locked: &str,
    account: AccountId,
) -> Result<(), StoreError> {
    let now = virtual_time(connection).await?;
    let mut free_from = occupied_until(connection, account, now).await?;
    let waiting: Vec<(String, i64, i64)> = sqlx::query_as(
        "SELECT id, turn, hold FROM reports
         WHERE account_id = $1 AND finished_at IS NULL AND fence = 0 ORDER BY turn, id",
    )
    .bind(account.to_string())
    .fetch_all(&mut *connection)
    .await?;
    for (id, turn, hold) in waiting {
        let target = free_from.max(turn.min(now));
        let position =
            if target < turn && move_up(connection, skip_locked, &id, target).await? { target } else { turn };
        free_from = free_from.max(position + hold);
    }
    sqlx::query("UPDATE accounts SET queue_tail = $2 WHERE id = $1 AND queue_tail > $2")
        .bind(account.to_string())
        .bind(free_from)
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns where the account's claimed reports end: each at its full size, or a failed one at the respondents that it
/// had begun. Reports that end before `now` are skipped.
async fn occupied_until(connection: &mut AnyConnection, account: AccountId, now: i64) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar(
        "SELECT COALESCE(MAX(turn + CASE WHEN status = 'failed' THEN respondents_begun ELSE hold END), 0)
         FROM reports WHERE account_id = $1 AND fence > 0 AND turn > $2",
    )
    .bind(account.to_string())
    .bind(now - i64::from(SAMPLE_SIZE_MAX))
    .fetch_one(connection)
    .await?)
}

/// Returns false if the report's row is locked by a claim or a cancellation; waiting for the lock could deadlock.
async fn move_up(connection: &mut AnyConnection, skip_locked: &str, id: &str, target: i64) -> Result<bool, StoreError> {
    let sql = format!(
        "UPDATE reports SET turn = $2
         WHERE id = (SELECT id FROM reports WHERE id = $1 AND fence = 0 AND finished_at IS NULL {skip_locked})"
    );
    let moved = sqlx::query(AssertSqlSafe(sql)).bind(id).bind(target).execute(connection).await?;
    Ok(moved.rows_affected() == 1)
}
