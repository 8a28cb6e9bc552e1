//! Records of engines, kept where every process finds them; also the readings of an engine that is being measured, and
//! who measures it now. What a record says is not read here.

use std::collections::BTreeMap;
use std::time::Duration;

use foundation::Language;
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, FromRow, SqlSafeStr};

use super::rows::{As, Optional};
use super::{Store, StoreError};
use primitives::clock::{UnixMs, duration_ms};
use primitives::ids::AccountId;

/// How many readings are kept at most: those of measurements that were never finished must not pile up.
pub const READINGS_MAX: i64 = 20_000;
/// How many keys one statement names; the databases allow far more, but such a statement is slow to prepare.
const KEYS_PER_STATEMENT: usize = 500;

const CALIBRATION: &str =
    "SELECT engine, model, adapter, elicitation, language, account_id, record, measured_at FROM calibrations";

/// Which engine a record is about, and how it was asked.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct EngineKey {
    pub engine: String,
    pub model: String,
    /// Empty where the model is as it came.
    pub adapter: String,
    /// Names the prompts and the method: a record made with others says nothing of these.
    pub elicitation: String,
}

/// The record of an engine in one language.
#[derive(Debug, Clone, PartialEq, FromRow)]
pub struct CalibrationRow {
    #[sqlx(flatten)]
    pub key: EngineKey,
    #[sqlx(try_from = "As<Language>")]
    pub language: Language,
    /// The account whose cases it was measured on; `None` where it counts for everybody.
    #[sqlx(rename = "account_id", try_from = "Optional<AccountId>")]
    pub account: Option<AccountId>,
    /// In JSON.
    pub record: String,
    pub measured_at: UnixMs,
}

impl Store {
    /// Keeps what was measured, in the place of what was kept of the same engine, language and account.
    pub async fn keep_calibration(&self, row: &CalibrationRow) -> Result<(), StoreError> {
        self.put_calibration(row, false).await
    }

    /// Keeps a record that came with the program. It takes the place of one that came with an older version, and never
    /// of one that was measured here. Rows of before that was on record are told by the time of the measurement.
    pub async fn keep_shipped_calibration(&self, row: &CalibrationRow) -> Result<(), StoreError> {
        self.put_calibration(row, true).await
    }

    async fn put_calibration(&self, row: &CalibrationRow, is_shipped: bool) -> Result<(), StoreError> {
        let where_replaced = match is_shipped {
            true => {
                "WHERE (calibrations.shipped = 1 AND calibrations.measured_at < excluded.measured_at)
                    OR (calibrations.measured_at = excluded.measured_at
                        AND (calibrations.shipped = 0 OR calibrations.record <> excluded.record))"
            }
            false => "",
        };
        // Each case has a unique index of its own, which must be named.
        let same = match row.account {
            Some(_) => "(engine, model, adapter, language, elicitation, account_id) WHERE account_id IS NOT NULL",
            None => "(engine, model, adapter, language, elicitation) WHERE account_id IS NULL",
        };
        let sql = format!(
            "INSERT INTO calibrations
                 (engine, model, adapter, elicitation, language, account_id, record, measured_at, shipped)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
             ON CONFLICT {same} DO UPDATE
             SET record = excluded.record, measured_at = excluded.measured_at, shipped = excluded.shipped
             {where_replaced}"
        );
        let mut tx = self.db.write().await?;
        of_engine(AssertSqlSafe(sql), &row.key)
            .bind(row.language.code())
            .bind(row.account.map(|account| account.to_string()))
            .bind(row.record.as_str())
            .bind(row.measured_at)
            .bind(i64::from(is_shipped))
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(())
    }

    /// The account's own row, else everybody's; none where neither was measured.
    pub async fn calibration_in_force(
        &self,
        key: &EngineKey,
        language: Language,
        account: AccountId,
    ) -> Result<Option<CalibrationRow>, StoreError> {
        let sql = format!(
            "{CALIBRATION} WHERE engine = $1 AND model = $2 AND adapter = $3 AND elicitation = $4 AND language = $5
               AND (account_id = $6 OR account_id IS NULL)
             ORDER BY account_id IS NULL LIMIT 1"
        );
        let row = of_engine(AssertSqlSafe(sql), key)
            .bind(language.code())
            .bind(account.to_string())
            .fetch_optional(self.db.reads())
            .await?;
        Ok(row.as_ref().map(CalibrationRow::from_row).transpose()?)
    }

    /// All that was measured, everybody's before each account's own.
    pub async fn calibrations(&self) -> Result<Vec<CalibrationRow>, StoreError> {
        let sql = format!(
            "{CALIBRATION} ORDER BY engine, model, adapter, elicitation, language, account_id IS NOT NULL, account_id"
        );
        Ok(sqlx::query_as(AssertSqlSafe(sql)).fetch_all(self.db.reads()).await?)
    }

    /// Keeps what an engine said of a case, in the place of what it said before. Beyond the bound the oldest ones go.
    pub async fn keep_reading(&self, key: &str, output: &str, now: UnixMs) -> Result<(), StoreError> {
        let mut tx = self.db.write().await?;
        sqlx::query(
            "INSERT INTO engine_readings (key, output, read_at) VALUES ($1, $2, $3)
             ON CONFLICT (key) DO UPDATE SET output = excluded.output, read_at = excluded.read_at",
        )
        .bind(key)
        .bind(output)
        .bind(now)
        .execute(&mut *tx)
        .await?;
        drop_oldest_readings(&mut tx, self.db.skip_locked()).await?;
        tx.commit().await?;
        Ok(())
    }

    /// The readings kept under these keys; missing ones are left out.
    pub async fn readings(&self, keys: &[String]) -> Result<BTreeMap<String, String>, StoreError> {
        let mut kept = BTreeMap::new();
        for some in keys.chunks(KEYS_PER_STATEMENT) {
            let sql = format!("SELECT key, output FROM engine_readings WHERE key IN ({})", places(some.len()));
            for row in naming(sql, some).fetch_all(self.db.reads()).await? {
                kept.extend([<(String, String)>::from_row(&row)?]);
            }
        }
        Ok(kept)
    }

    /// Forgets the readings of these cases, once their record is kept. Rows that another process is writing in this
    /// very moment stay: waiting for them could be a deadlock.
    pub async fn drop_readings(&self, keys: &[String]) -> Result<(), StoreError> {
        let mut tx = self.db.write().await?;
        for some in keys.chunks(KEYS_PER_STATEMENT) {
            let sql = format!(
                "DELETE FROM engine_readings
                 WHERE key IN (SELECT key FROM engine_readings WHERE key IN ({}) {})",
                places(some.len()),
                self.db.skip_locked()
            );
            naming(sql, some).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Takes or renews the right to measure this engine for so long, by the database's clock; false while another owner
    /// has it. A right that ends further ahead than twice that was taken by a clock that was ahead, and is not believed.
    pub async fn claim_measurement(&self, key: &EngineKey, owner: &str, length: Duration) -> Result<bool, StoreError> {
        let mut tx = self.db.write().await?;
        let claimed = of_engine(
            "INSERT INTO measurements (engine, model, adapter, elicitation, owner, until)
             VALUES ($1, $2, $3, $4, $5, (SELECT now_ms FROM clock) + $6)
             ON CONFLICT (engine, model, adapter, elicitation)
             DO UPDATE SET owner = excluded.owner, until = excluded.until
             WHERE measurements.owner = excluded.owner OR measurements.until <= (SELECT now_ms FROM clock)
                OR measurements.until > (SELECT now_ms FROM clock) + 2 * $6",
            key,
        )
        .bind(owner)
        .bind(duration_ms(length))
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(claimed.rows_affected() == 1)
    }

    /// Gives the right to measure this engine back; nothing happens where another owner has it by now.
    pub async fn end_measurement(&self, key: &EngineKey, owner: &str) -> Result<(), StoreError> {
        let mut tx = self.db.write().await?;
        of_engine(
            "DELETE FROM measurements
             WHERE engine = $1 AND model = $2 AND adapter = $3 AND elicitation = $4 AND owner = $5",
            key,
        )
        .bind(owner)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(())
    }
}

/// Leaves the newest readings; what another process is writing stays till the next time.
async fn drop_oldest_readings(connection: &mut AnyConnection, skip_locked: &str) -> Result<(), StoreError> {
    let newest_too_many: Option<(UnixMs, String)> =
        sqlx::query_as("SELECT read_at, key FROM engine_readings ORDER BY read_at DESC, key DESC LIMIT 1 OFFSET $1")
            .bind(READINGS_MAX)
            .fetch_optional(&mut *connection)
            .await?;
    let Some((read_at, key)) = newest_too_many else { return Ok(()) };
    let sql = format!(
        "DELETE FROM engine_readings
         WHERE key IN (SELECT key FROM engine_readings WHERE (read_at, key) <= ($1, $2) {skip_locked})"
    );
    sqlx::query(AssertSqlSafe(sql)).bind(read_at).bind(key).execute(connection).await?;
    Ok(())
}

/// A statement whose first four places are the engine's.
fn of_engine(sql: impl SqlSafeStr, key: &EngineKey) -> Query<'static, Any, AnyArguments> {
    sqlx::query(sql)
        .bind(key.engine.as_str())
        .bind(key.model.as_str())
        .bind(key.adapter.as_str())
        .bind(key.elicitation.as_str())
}

/// A statement with one place for each of these keys.
fn naming(sql: String, keys: &[String]) -> Query<'static, Any, AnyArguments> {
    keys.iter().fold(sqlx::query(AssertSqlSafe(sql)), |query, key| query.bind(key.as_str()))
}

/// `$1, $2` and so on, which both databases take.
fn places(count: usize) -> String {
    (1..=count).map(|place| format!("${place}")).collect::<Vec<_>>().join(", ")
}
