//! The append-only ledger, and the proof that every balance is the sum of its entries.

use sqlx::{AnyConnection, Row};

use super::{Store, StoreError};
use crate::clock::UnixMs;
use crate::credits::Entry;
use crate::ids::{AccountId, LedgerId, ReportId};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerLine {
    pub kind: String,
    pub report: Option<String>,
    pub d_available: i64,
    pub d_held: i64,
    pub at: UnixMs,
}

/// What `canvass doctor` found; every list is empty in a sound database.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct LedgerProof {
    pub accounts: i64,
    pub entries: i64,
    /// Accounts whose `available` or `held` is not the sum of their entries.
    pub unbalanced: Vec<String>,
    /// Accounts whose `held` or `unfinished` is not that of their open reports.
    pub misheld: Vec<String>,
    /// Finished reports without exactly one closing entry, and unfinished ones with any.
    pub misclosed: Vec<String>,
}

impl LedgerProof {
    pub fn holds(&self) -> bool {
        self.unbalanced.is_empty() && self.misheld.is_empty() && self.misclosed.is_empty()
    }
}

/// Appends one entry; the caller changes the account's figures in the same transaction.
pub(super) async fn append(
    connection: &mut AnyConnection,
    id: LedgerId,
    account: AccountId,
    report: Option<ReportId>,
    entry: Entry,
    now: UnixMs,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO ledger (id, account_id, report_id, kind, d_available, d_held, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(id.to_string())
    .bind(account.to_string())
    .bind(report.map(|report| report.to_string()))
    .bind(entry.kind())
    .bind(entry.d_available())
    .bind(entry.d_held())
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

impl Store {
    /// The newest entries of an account first.
    pub async fn ledger(&self, account: AccountId, lines_max: i64) -> Result<Vec<LedgerLine>, StoreError> {
        let rows = sqlx::query(
            "SELECT kind, report_id, d_available, d_held, at FROM ledger
             WHERE account_id = $1 ORDER BY at DESC, id DESC LIMIT $2",
        )
        .bind(account.to_string())
        .bind(lines_max)
        .fetch_all(self.db.reads())
        .await?;
        rows.iter()
            .map(|row| {
                Ok(LedgerLine {
                    kind: row.try_get("kind")?,
                    report: row.try_get("report_id")?,
                    d_available: row.try_get("d_available")?,
                    d_held: row.try_get("d_held")?,
                    at: row.try_get("at")?,
                })
            })
            .collect()
    }

    /// Proves balance = Σ ledger for every account, in one snapshot per question.
    pub async fn prove_ledger(&self) -> Result<LedgerProof, StoreError> {
        let counts =
            sqlx::query("SELECT (SELECT COUNT(*) FROM accounts) AS accounts, (SELECT COUNT(*) FROM ledger) AS entries")
                .fetch_one(self.db.reads())
                .await?;
        Ok(LedgerProof {
            accounts: counts.try_get("accounts")?,
            entries: counts.try_get("entries")?,
            unbalanced: self.offenders(UNBALANCED).await?,
            misheld: self.offenders(MISHELD).await?,
            misclosed: self.offenders(MISCLOSED).await?,
        })
    }

    async fn offenders(&self, sql: &'static str) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query(sql).fetch_all(self.db.reads()).await?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }
}

const UNBALANCED: &str = "
    SELECT a.id FROM accounts a
    LEFT JOIN (SELECT account_id, CAST(SUM(d_available) AS BIGINT) AS available, CAST(SUM(d_held) AS BIGINT) AS held
               FROM ledger GROUP BY account_id) l ON l.account_id = a.id
    WHERE a.available <> COALESCE(l.available, 0) OR a.held <> COALESCE(l.held, 0)";

const MISHELD: &str = "
    SELECT a.id FROM accounts a
    LEFT JOIN (SELECT account_id, CAST(SUM(hold) AS BIGINT) AS held, COUNT(*) AS unfinished
               FROM reports WHERE finished_at IS NULL GROUP BY account_id) r ON r.account_id = a.id
    WHERE a.held <> COALESCE(r.held, 0) OR a.unfinished <> COALESCE(r.unfinished, 0)";

const MISCLOSED: &str = "
    SELECT r.id FROM reports r
    LEFT JOIN (SELECT report_id, COUNT(*) AS closings FROM ledger WHERE kind IN ('post', 'void') GROUP BY report_id) l
           ON l.report_id = r.id
    WHERE COALESCE(l.closings, 0) <> CASE WHEN r.finished_at IS NULL THEN 0 ELSE 1 END";
