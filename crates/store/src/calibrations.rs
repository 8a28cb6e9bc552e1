//! Calibration records of engines, the readings of measurements in progress, and the lease on measuring an engine.
//! The store does not interpret records.

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

/// The most readings that are stored; beyond it, the oldest are deleted.
pub const READINGS_MAX: i64 = 20_000;
/// The most keys in one statement; the databases allow far more, but are slow to prepare it.
const KEYS_PER_STATEMENT: usize = 500;

const CALIBRATION: &str =
    "SELECT engine, model, adapter, elicitation, language, account_id, record, measured_at FROM calibrations";

/// Identifies an engine and the way it was asked.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct EngineKey {
    pub engine: String,
    pub model: String,
    /// Empty for a model without an adapter.
    pub adapter: String,
    /// Identifies prompts and method; a record made with others is not valid for these.
    pub elicitation: String,
}

/// The calibration record of an engine in one language.
#[derive(Debug, Clone, PartialEq, FromRow)]
pub struct CalibrationRow {
    #[sqlx(flatten)]
    pub key: EngineKey,
    #[sqlx(try_from = "As<Language>")]
    pub language: Language,
    /// The account whose cases it was measured on; `None` for a record that is valid for all accounts.
    #[sqlx(rename = "account_id", try_from = "Optional<AccountId>")]
    pub account: Option<AccountId>,
    /// JSON.
    pub record: String,
    pub measured_at: UnixMs,
}

/// Progress of a measurement.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromRow)]
pub struct MeasurementProgress {
    pub cases_done: i64,
    pub cases_total: i64,
}

impl Store {
    /// Stores a record, and replaces that of the same engine, language and account.
    pub async fn keep_calibration(&self, row: &CalibrationRow) -> Result<(), StoreError> {
        self.put_calibration(row, false).await
    }

    /// Stores a record that was shipped with the program. It replaces one shipped with an older version, never one
    /// that was measured here. Rows older than the column `shipped` are told apart by the time of measurement.
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
        // Each case has its own partial unique index, which must be named.
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

    /// Returns the account-specific record, else the common one.
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

    /// Returns all records, common ones before account-specific ones.
    pub async fn calibrations(&self) -> Result<Vec<CalibrationRow>, StoreError> {
        let sql = format!(
            "{CALIBRATION} ORDER BY engine, model, adapter, elicitation, language, account_id IS NOT NULL, account_id"
        );
        Ok(sqlx::query_as(AssertSqlSafe(sql)).fetch_all(self.db.reads()).await?)
    }

    /// Stores an engine's reading of a case, replacing an earlier one. Beyond `READINGS_MAX` the oldest are deleted.
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

    /// Returns the stored readings among these keys.
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

    /// Takes or renews the lease on measuring this engine, by the database's clock. Returns false while another owner
    /// has it. A lease that ends later than twice its length from now was recorded by a clock that was ahead, and
    /// counts as expired. Records the progress as well.
    pub async fn claim_measurement(
        &self,
        key: &EngineKey,
        owner: &str,
        length: Duration,
        progress: MeasurementProgress,
    ) -> Result<bool, StoreError> {
        let mut tx = self.db.write().await?;
        let claimed = of_engine(
            "INSERT INTO measurements (engine, model, adapter, elicitation, owner, until, cases_done, cases_total)
             VALUES ($1, $2, $3, $4, $5, (SELECT now_ms FROM clock) + $6, $7, $8)
             ON CONFLICT (engine, model, adapter, elicitation)
             DO UPDATE SET owner = excluded.owner, until = excluded.until,
                           cases_done = excluded.cases_done, cases_total = excluded.cases_total
             WHERE measurements.owner = excluded.owner OR measurements.until <= (SELECT now_ms FROM clock)
                OR measurements.until > (SELECT now_ms FROM clock) + 2 * $6",
            key,
        )
        .bind(owner)
        .bind(duration_ms(length))
        .bind(progress.cases_done)
        .bind(progress.cases_total)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(claimed.rows_affected() == 1)
    }

    /// Returns the progress of an engine's measurement while some process has the lease on it.
    pub async fn measurement(&self, engine: &str, model: &str) -> Result<Option<MeasurementProgress>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT cases_done, cases_total FROM measurements
             WHERE engine = $1 AND model = $2 AND until > (SELECT now_ms FROM clock)",
        )
        .bind(engine)
        .bind(model)
        .fetch_optional(self.db.reads())
        .await?)
    }

    /// Releases the lease on measuring this engine, unless another owner has it by now.
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

/// Deletes all but the newest readings; rows locked by another process stay until the next call.
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

/// Binds an engine's key to the first four parameters of a statement.
fn of_engine(sql: impl SqlSafeStr, key: &EngineKey) -> Query<'static, Any, AnyArguments> {
    sqlx::query(sql)
        .bind(key.engine.as_str())
        .bind(key.model.as_str())
        .bind(key.adapter.as_str())
        .bind(key.elicitation.as_str())
}

/// Binds one parameter for each key.
fn naming(sql: String, keys: &[String]) -> Query<'static, Any, AnyArguments> {
    keys.iter().fold(sqlx::query(AssertSqlSafe(sql)), |query, key| query.bind(key.as_str()))
}

/// Returns the placeholders `$1, $2, …`, which both databases accept.
fn places(count: usize) -> String {
    (1..=count).map(|place| format!("${place}")).collect::<Vec<_>>().join(", ")
}
