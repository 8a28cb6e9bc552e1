//! Reports that wait out an engine outage. Each report's row has the start of the outage by the database's clock, so
//! that all processes see it and a restart keeps it. A report whose grace period is over is claimed before it is
//! failed, so that a run that resumed meanwhile loses its lease and can't settle the report a second time.

use std::sync::Arc;
use std::time::Duration;

use language::brief::Brief;
use sqlx::{AssertSqlSafe, FromRow};

use super::lease::{FenceError, LEASE_MAX_MS, Lease, is_free, require_row};
use super::rows::As;
use super::{Store, StoreError};
use foundation::Language;
use primitives::clock::duration_ms;

#[derive(FromRow)]
struct BriefRow {
    #[sqlx(try_from = "As<Brief>")]
    brief: Brief,
}

impl Store {
    /// Releases a report during an engine outage. Its checkpoints stay, and the try is not counted.
    pub async fn wait_for_engine(&self, lease: Lease) -> Result<(), FenceError> {
        let mut tx = self.db.write().await?;
        let waiting = sqlx::query(
            "UPDATE reports SET visible_at = (SELECT now_ms FROM clock), owner = NULL, fence = fence + 1, tries = tries - 1,
                    engine_away_since = COALESCE(engine_away_since, (SELECT now_ms FROM clock))
             WHERE id = $1 AND fence = $2 AND finished_at IS NULL",
        )
        .bind(lease.report.to_string())
        .bind(lease.fence)
        .execute(&mut *tx)
        .await?;
        require_row(tx, waiting.rows_affected()).await?.commit().await?;
        Ok(())
    }

    /// Records the start of an engine outage in every report that is not leased. A start in the future was recorded
    /// by a clock that was ahead, and is corrected.
    pub async fn record_engine_outage(&self) -> Result<(), StoreError> {
        let sql = format!(
            "UPDATE reports SET engine_away_since = (SELECT now_ms FROM clock)
             WHERE id IN (SELECT id FROM reports
                          WHERE finished_at IS NULL AND {}
                            AND (engine_away_since IS NULL OR engine_away_since > (SELECT now_ms FROM clock))
                          ORDER BY id {})",
            is_free(),
            self.db.skip_locked()
        );
        self.write_alone(&sql).await
    }

    /// Records the end of the engine outage in all reports.
    pub async fn clear_engine_outage(&self) -> Result<(), StoreError> {
        if !self.has_waiting_for_engine().await? {
            return Ok(());
        }
        let sql = format!(
            "UPDATE reports SET engine_away_since = NULL
             WHERE id IN (SELECT id FROM reports WHERE finished_at IS NULL AND engine_away_since IS NOT NULL
                          ORDER BY id {})",
            self.db.skip_locked()
        );
        self.write_alone(&sql).await
    }

    /// Whether any report waits for the engine.
    pub async fn has_waiting_for_engine(&self) -> Result<bool, StoreError> {
        let row =
            sqlx::query("SELECT id FROM reports WHERE finished_at IS NULL AND engine_away_since IS NOT NULL LIMIT 1")
                .fetch_optional(self.db.reads())
                .await?;
        Ok(row.is_some())
    }

    /// Claims a report, to fail it, that has waited for the engine longer than the grace period, counted from the
    /// latest of its creation, its last checkpoint and the start of the outage.
    pub async fn claim_past_grace_period(
        &self,
        owner: &str,
        lease: Duration,
        grace_period: Duration,
    ) -> Result<Option<(Lease, Language)>, StoreError> {
        // A time further ahead was recorded by a clock that was ahead; smaller differences between machines are
        // normal.
        let is_recent =
            format!("BETWEEN (SELECT now_ms FROM clock) - $3 + 1 AND (SELECT now_ms FROM clock) + {LEASE_MAX_MS}");
        let sql: Arc<str> = format!(
            "UPDATE reports SET fence = fence + 1, owner = $1, visible_at = (SELECT now_ms FROM clock) + $2
             WHERE id = (SELECT id FROM reports
                         WHERE finished_at IS NULL AND {}
                           AND engine_away_since <= (SELECT now_ms FROM clock) - $3
                           AND NOT created_at {is_recent} AND NOT COALESCE(checkpointed_at, 0) {is_recent}
                         ORDER BY turn, id LIMIT 1 {})
             RETURNING id, account_id, fence, brief",
            is_free(),
            self.db.skip_locked()
        )
        .into();
        let mut tx = self.db.write().await?;
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(owner)
            .bind(duration_ms(lease))
            .bind(duration_ms(grace_period))
            .fetch_optional(&mut *tx)
            .await?;
        let Some(row) = row else { return Ok(None) };
        tx.commit().await?;
        let language = BriefRow::from_row(&row).map_or(Language::En, |row| row.brief.language());
        Ok(Some((Lease::from_row(&row)?, language)))
    }

    async fn write_alone(&self, sql: &str) -> Result<(), StoreError> {
        let mut tx = self.db.write().await?;
        sqlx::query(AssertSqlSafe(sql.to_owned())).execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(())
    }
}
