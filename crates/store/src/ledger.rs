//! The append-only ledger, and the proof that every balance is the sum of its entries.

use language::brief::Brief;
use sqlx::AnyConnection;

use super::rows::{As, Optional};
use super::{Page, Store, StoreError};
use primitives::clock::UnixMs;
use primitives::credits::Entry;
use primitives::ids::{AccountId, LedgerId, ReportId};

#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct LedgerLine {
    #[sqlx(try_from = "As<LedgerId>")]
    pub id: LedgerId,
    pub kind: String,
    #[sqlx(rename = "report_id", try_from = "Optional<ReportId>")]
    pub report: Option<ReportId>,
    /// The brief of that report; absent once it is deleted.
    #[sqlx(try_from = "Optional<Brief>")]
    pub brief: Option<Brief>,
    pub d_available: i64,
    pub d_held: i64,
    pub at: UnixMs,
}

/// The result of an audit of the ledger; every list is empty in a consistent database.
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

/// Appends one entry. The caller updates the account's balance in the same transaction.
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
    /// Returns an account's entries, newest first, starting below `before`.
    pub async fn ledger(
        &self,
        account: AccountId,
        before: Option<LedgerId>,
        lines_max: i64,
    ) -> Result<Page<LedgerLine>, StoreError> {
        let lines = sqlx::query_as(
            "SELECT l.id, l.kind, l.report_id, l.d_available, l.d_held, l.at,
                    CASE WHEN r.deleted_at IS NULL THEN r.brief END AS brief
             FROM ledger l LEFT JOIN reports r ON r.id = l.report_id
             WHERE l.account_id = $1 AND ($2 IS NULL OR l.id < $2) ORDER BY l.id DESC LIMIT $3",
        )
        .bind(account.to_string())
        .bind(before.map(|id| id.to_string()))
        .bind(lines_max + 1)
        .fetch_all(self.db.reads())
        .await?;
        Ok(Page::cut(lines, lines_max))
    }

    /// Checks that balance = Σ ledger for every account. Each check reads one snapshot.
    pub async fn prove_ledger(&self) -> Result<LedgerProof, StoreError> {
        let (accounts, entries) =
            sqlx::query_as("SELECT (SELECT COUNT(*) FROM accounts), (SELECT COUNT(*) FROM ledger)")
                .fetch_one(self.db.reads())
                .await?;
        Ok(LedgerProof {
            accounts,
            entries,
            unbalanced: self.offenders(UNBALANCED).await?,
            misheld: self.offenders(MISHELD).await?,
            misclosed: self.offenders(MISCLOSED).await?,
        })
    }

    async fn offenders(&self, sql: &'static str) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar(sql).fetch_all(self.db.reads()).await?)
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
