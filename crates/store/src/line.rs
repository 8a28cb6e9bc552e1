//! The fair queue as a line measured in respondents. Each account's reports stand on it one after the other, an account
//! that comes back joins where the line has got to, and the report that stands first is claimed first.

use language::brief::SAMPLE_SIZE_MAX;
use sqlx::{AnyConnection, AssertSqlSafe};

use super::StoreError;
use primitives::ids::AccountId;

/// How far the line has got: the place of the last report that was claimed.
pub(super) async fn has_got_to(connection: &mut AnyConnection) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar("SELECT COALESCE(MAX(turn), 0) FROM reports WHERE fence > 0").fetch_one(connection).await?)
}

/// Moves an account's waiting reports up to where they would stand without those that it called off; the reports that
/// it asks for next move up with them. Nothing moves before the place that the line has got to, so that calling off
/// gains no lead over others. The caller holds the account's row, so that no new report takes a place meanwhile.
pub(super) async fn close_up(
    connection: &mut AnyConnection,
    skip_locked: &str,
    account: AccountId,
) -> Result<(), StoreError> {
    let line = has_got_to(connection).await?;
    let mut free_from = taken_to(connection, account, line).await?;
    let waiting: Vec<(String, i64, i64)> = sqlx::query_as(
        "SELECT id, turn, hold FROM reports
         WHERE account_id = $1 AND finished_at IS NULL AND fence = 0 ORDER BY turn, id",
    )
    .bind(account.to_string())
    .fetch_all(&mut *connection)
    .await?;
    for (id, turn, hold) in waiting {
        let place = free_from.max(turn.min(line));
        let stands = if place < turn && move_up(connection, skip_locked, &id, place).await? { place } else { turn };
        free_from = free_from.max(stands + hold);
    }
    sqlx::query("UPDATE accounts SET queue_tail = $2 WHERE id = $1 AND queue_tail > $2")
        .bind(account.to_string())
        .bind(free_from)
        .execute(connection)
        .await?;
    Ok(())
}

/// How far the account's reports that have begun reach: each as far as it was asked for, or, if it failed, as far as it
/// got. Those that end before `line` need not be looked at.
async fn taken_to(connection: &mut AnyConnection, account: AccountId, line: i64) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar(
        "SELECT COALESCE(MAX(turn + CASE WHEN status = 'failed' THEN respondents_begun ELSE hold END), 0)
         FROM reports WHERE account_id = $1 AND fence > 0 AND turn > $2",
    )
    .bind(account.to_string())
    .bind(line - i64::from(SAMPLE_SIZE_MAX))
    .fetch_one(connection)
    .await?)
}

/// False where the report is being claimed or called off in this moment: waiting for that could be a deadlock.
async fn move_up(connection: &mut AnyConnection, skip_locked: &str, id: &str, place: i64) -> Result<bool, StoreError> {
    let sql = format!(
        "UPDATE reports SET turn = $2
         WHERE id = (SELECT id FROM reports WHERE id = $1 AND fence = 0 AND finished_at IS NULL {skip_locked})"
    );
    let moved = sqlx::query(AssertSqlSafe(sql)).bind(id).bind(place).execute(connection).await?;
    Ok(moved.rows_affected() == 1)
}
