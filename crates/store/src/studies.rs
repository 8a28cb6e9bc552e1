//! Studies that an account agreed to use for calibration: the shares that a report had forecast, and those that
//! enough people then answered. A study is deleted when its account withdraws or its owner deletes answers. It
//! outlives answers that expire, because it contains no individual data.

use foundation::Language;
use sqlx::{AnyConnection, AssertSqlSafe};

use super::rows::As;
use super::{EngineKey, Store, StoreError};
use primitives::clock::UnixMs;
use primitives::ids::{AccountId, ReportId};

/// With fewer people, sampling error exceeds the error of the forecast.
pub const PEOPLE_MIN: i64 = 30;
/// The most studies that are read, newest first.
const STUDIES_MAX: i64 = 1_000;
/// The most reports of one round.
const DUE_MAX: i64 = 1_000;

const STUDY: &str = "
    SELECT report_id, account_id, people_version, engine, model, adapter, elicitation, language, country, population,
           question, options, shares, forecast, people, people_worth, learned_at FROM studies";

#[derive(Debug, Clone, PartialEq, sqlx::FromRow)]
pub struct Study {
    #[sqlx(rename = "report_id", try_from = "As<ReportId>")]
    pub report: ReportId,
    #[sqlx(rename = "account_id", try_from = "As<AccountId>")]
    pub account: AccountId,
    /// The `people_version` of the answers that it was made from.
    pub people_version: i64,
    /// The engine that made the forecast.
    #[sqlx(flatten)]
    pub key: EngineKey,
    #[sqlx(try_from = "As<Language>")]
    pub language: Language,
    /// ISO 3166-1 alpha-2; empty for an audience of several countries.
    pub country: String,
    /// Description of the audience.
    pub population: String,
    /// Question and options as the engine read them.
    pub question: String,
    #[sqlx(try_from = "As<Vec<String>>")]
    pub options: Vec<String>,
    /// Shares of people's answers by option.
    #[sqlx(try_from = "As<Vec<f64>>")]
    pub shares: Vec<f64>,
    /// Forecast shares by option.
    #[sqlx(try_from = "As<Vec<f64>>")]
    pub forecast: Vec<f64>,
    pub people: i64,
    /// Effective sample size of the weighted answers.
    pub people_worth: f64,
    pub learned_at: UnixMs,
}

impl Store {
    /// Records whether the account agrees that its studies are used. Withdrawing deletes them.
    pub async fn set_learning(&self, account: AccountId, learns: bool) -> Result<(), StoreError> {
        let mut tx = self.db.write().await?;
        sqlx::query("UPDATE accounts SET learns = $2 WHERE id = $1")
            .bind(account.to_string())
            .bind(i64::from(learns))
            .execute(&mut *tx)
            .await?;
        if !learns {
            sqlx::query("DELETE FROM studies WHERE account_id = $1")
                .bind(account.to_string())
                .execute(&mut *tx)
                .await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Returns reports of agreeing accounts with enough answers whose study is missing or outdated.
    pub async fn studies_due(&self) -> Result<Vec<(AccountId, ReportId)>, StoreError> {
        let sql = format!("{} ORDER BY r.id LIMIT {DUE_MAX}", due(""));
        let due: Vec<(As<AccountId>, As<ReportId>)> =
            sqlx::query_as(AssertSqlSafe(sql)).bind(PEOPLE_MIN).fetch_all(self.db.reads()).await?;
        Ok(due.into_iter().map(|(As(account), As(report))| (account, report)).collect())
    }

    /// Returns the `people_version` of a report whose study is missing or outdated.
    pub async fn study_due(&self, account: AccountId, report: ReportId) -> Result<Option<i64>, StoreError> {
        let due: Option<(String, String, i64)> =
            sqlx::query_as(AssertSqlSafe(due("AND r.account_id = $2 AND r.id = $3")))
                .bind(PEOPLE_MIN)
                .bind(account.to_string())
                .bind(report.to_string())
                .fetch_optional(self.db.reads())
                .await?;
        Ok(due.map(|(_, _, people_version)| people_version))
    }

    /// Stores a study if its account still agrees and the answers have not changed since they were read. A study of
    /// fewer people does not replace one of more: answers expired, and nobody withdrew any.
    pub async fn keep_study(&self, study: &Study) -> Result<bool, StoreError> {
        let mut tx = self.db.write().await?;
        // Locks both rows against a concurrent withdrawal or deletion.
        let agrees = sqlx::query("UPDATE accounts SET learns = learns WHERE id = $1 AND learns = 1")
            .bind(study.account.to_string())
            .execute(&mut *tx)
            .await?;
        let unchanged = sqlx::query(
            "UPDATE reports SET people_version = people_version
             WHERE account_id = $1 AND id = $2 AND people_version = $3",
        )
        .bind(study.account.to_string())
        .bind(study.report.to_string())
        .bind(study.people_version)
        .execute(&mut *tx)
        .await?;
        if agrees.rows_affected() == 0 || unchanged.rows_affected() == 0 {
            return Ok(false);
        }
        write(&mut tx, study).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Returns an account's studies, newest first.
    pub async fn studies(&self, account: AccountId) -> Result<Vec<Study>, StoreError> {
        let sql = format!("{STUDY} WHERE account_id = $1 ORDER BY learned_at DESC, report_id LIMIT $2");
        Ok(sqlx::query_as(AssertSqlSafe(sql))
            .bind(account.to_string())
            .bind(STUDIES_MAX)
            .fetch_all(self.db.reads())
            .await?)
    }
}

/// Returns the query for reports whose study is missing or outdated, with a further condition.
fn due(narrower: &str) -> String {
    format!(
        "SELECT r.account_id, r.id, r.people_version FROM reports r
         JOIN accounts a ON a.id = r.account_id LEFT JOIN studies s ON s.report_id = r.id
         WHERE a.learns = 1 AND r.people_version > 0 AND r.status = 'completed'
           AND (s.report_id IS NULL OR s.people_version <> r.people_version)
           AND (SELECT COUNT(*) FROM survey_answers x WHERE x.report_id = r.id AND x.complete = 1 AND x.counted = 1) >= $1
           {narrower}"
    )
}

async fn write(connection: &mut AnyConnection, study: &Study) -> Result<(), StoreError> {
    sqlx::query("UPDATE studies SET people_version = $2 WHERE report_id = $1")
        .bind(study.report.to_string())
        .bind(study.people_version)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO studies (report_id, account_id, people_version, engine, model, adapter, elicitation, language,
                              country, population, question, options, shares, forecast, people, people_worth, learned_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
         ON CONFLICT (report_id) DO UPDATE
         SET shares = excluded.shares, people = excluded.people, people_worth = excluded.people_worth
         WHERE excluded.people >= studies.people",
    )
    .bind(study.report.to_string())
    .bind(study.account.to_string())
    .bind(study.people_version)
    .bind(&study.key.engine)
    .bind(&study.key.model)
    .bind(&study.key.adapter)
    .bind(&study.key.elicitation)
    .bind(study.language.code())
    .bind(&study.country)
    .bind(&study.population)
    .bind(&study.question)
    .bind(json(&study.options)?)
    .bind(json(&study.shares)?)
    .bind(json(&study.forecast)?)
    .bind(study.people)
    .bind(study.people_worth)
    .bind(study.learned_at)
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes the study of a report whose owner deletes answers. The rest becomes a new study if it is large enough.
pub(super) async fn forget(connection: &mut AnyConnection, report: &str) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM studies WHERE report_id = $1").bind(report).execute(connection).await?;
    Ok(())
}

fn json(value: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Unreadable(error.to_string()))
}
