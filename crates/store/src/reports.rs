//! Reports: created in one transaction with their credit hold and idempotency key, and read by their owners.

use std::fmt;

use bytes::Bytes;
use language::brief::Brief;
use sqlx::AnyConnection;

use super::db::Db;
use super::idempotency::{IDEMPOTENCY_WINDOW_MS, brief_hash};
use super::rows::{As, Flag, IsSet, Optional};
use super::{Store, StoreError, fair_queue, ledger};
use crate::body::unpack;
use primitives::clock::UnixMs;
use primitives::credits::Entry;
use primitives::ids::{AccountId, LedgerId, ReportId};

/// The states of a report in the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    Queued,
    GeneratingQuestionnaire,
    Sampling,
    Completed,
    Failed,
}

impl Status {
    pub const ALL: [Self; 5] =
        [Self::Queued, Self::GeneratingQuestionnaire, Self::Sampling, Self::Completed, Self::Failed];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::GeneratingQuestionnaire => "generating_questionnaire",
            Self::Sampling => "sampling",
            Self::Completed => "completed",
            Self::Failed => "failed",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Who may read a report once it is finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    /// Anyone who has its unguessable address, as the API promises.
    ByLink,
    /// Its owner only, until they publish it.
    Private,
}

/// A report to create. One credit per respondent is held for it.
pub struct NewReport<'a> {
    pub id: ReportId,
    pub ledger_id: LedgerId,
    pub public_token: &'a str,
    pub brief: &'a Brief,
    pub seed: u64,
    pub visibility: Visibility,
    pub idempotency_key: Option<&'a str>,
    pub unfinished_max: i64,
}

/// The response to creating a report, now or when its idempotency key was first used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    pub id: ReportId,
    pub credits_estimated: i64,
    pub credits_left: i64,
    pub replayed: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("{required} credits are needed and {available} are available")]
    InsufficientCredits { available: i64, required: i64 },
    #[error("{unfinished} reports of this account are unfinished")]
    TooManyUnfinished { unfinished: i64 },
    #[error("this idempotency key was used with another request")]
    KeyReused,
    #[error("the report that this request created was deleted; send another idempotency key to create a new one")]
    Deleted,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for OpenError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// The state of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReportState {
    Running { status: Status, respondents_done: i64, respondents_total: i64, is_waiting_for_engine: bool },
    Failed { message: String, is_cancelled: bool },
    Completed { etag: String },
}

/// The encoding of a result body: as it is stored, or decompressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BodyForm {
    Gzip,
    Plain,
}

impl Store {
    /// Creates a report with its credit hold, its position in the queue and its idempotency key in one transaction.
    pub async fn open_report(&self, account: AccountId, new: NewReport<'_>, now: UnixMs) -> Result<Opened, OpenError> {
        let brief = serde_json::to_string(new.brief).map_err(|error| StoreError::Unreadable(error.to_string()))?;
        let mut tx = self.db.write_grouped().await?;
        if let Some(key) = new.idempotency_key {
            forget_old_key(&mut tx, account, key, now).await?;
            if let Some(answer) = replay(&mut tx, account, key, new.brief).await.transpose() {
                tx.rollback().await?;
                return answer;
            }
        }
        let hold = i64::from(new.brief.sample_size());
        let Some(held) = hold_credits(&mut tx, account, hold, new.unfinished_max).await? else {
            // On PostgreSQL a concurrent request with the same key may have spent the credits since the key was read.
            if let Some(key) = new.idempotency_key
                && let Some(opened) = replay(&mut tx, account, key, new.brief).await?
            {
                return Ok(opened);
            }
            let refused = why_not_held(&mut tx, account, hold, new.unfinished_max).await?;
            tx.rollback().await?;
            return Err(refused);
        };
        if !insert_report(&mut tx, account, &new, &brief, &held, now).await? {
            // A concurrent request with the same key was committed first; its response is repeated.
            tx.rollback().await?;
            let mut tx = self.db.write().await?;
            let twin = match new.idempotency_key {
                Some(key) => replay(&mut tx, account, key, new.brief).await?,
                None => None,
            };
            return twin.ok_or_else(|| {
                StoreError::Unreadable(format!("report {} conflicts with a row that is not there", new.id)).into()
            });
        }
        ledger::append(&mut tx, new.ledger_id, account, Some(new.id), Entry::Hold { credits: hold }, now).await?;
        tx.commit().await?;
        Ok(Opened { id: new.id, credits_estimated: hold, credits_left: held.available, replayed: false })
    }

    pub async fn report_state(&self, account: AccountId, id: ReportId) -> Result<Option<ReportState>, StoreError> {
        let db = self.db.clone();
        self.report_states.ask((account, id), move |(account, id)| find_state(db.clone(), account, id)).await
    }

    /// Returns the response body of a completed report.
    pub async fn result_body(
        &self,
        account: AccountId,
        id: ReportId,
        form: BodyForm,
    ) -> Result<Option<Bytes>, StoreError> {
        let db = self.db.clone();
        let read = move |(account, id, form)| find_body(db.clone(), account, id, form);
        self.result_bodies.ask((account, id, form), read).await
    }
}

async fn find_state(db: Db, account: AccountId, id: ReportId) -> Result<Option<ReportState>, StoreError> {
    let row: Option<StateRow> = sqlx::query_as(
        "SELECT status, respondents_done, hold, error, cancelled, etag, engine_away_since
         FROM reports WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL",
    )
    .bind(account.to_string())
    .bind(id.to_string())
    .fetch_optional(db.reads())
    .await?;
    row.map(StateRow::state).transpose()
}

async fn find_body(db: Db, account: AccountId, id: ReportId, form: BodyForm) -> Result<Option<Bytes>, StoreError> {
    let gzip: Option<Vec<u8>> = sqlx::query_scalar(
        "SELECT b.body FROM reports r JOIN results b ON b.report_id = r.id WHERE r.account_id = $1 AND r.id = $2",
    )
    .bind(account.to_string())
    .bind(id.to_string())
    .fetch_optional(db.reads())
    .await?;
    let Some(gzip) = gzip else { return Ok(None) };
    if form == BodyForm::Gzip {
        return Ok(Some(gzip.into()));
    }
    // Decompressing megabytes takes milliseconds, too long for a thread of the async runtime.
    let plain = tokio::task::spawn_blocking(move || unpack(&gzip)).await.map_err(|_| StoreError::Abandoned)?;
    Ok(Some(plain.map_err(StoreError::Packing)?.into()))
}

struct Held {
    available: i64,
    turn: i64,
}

/// Holds the credits and reserves a position in the fair queue by one guarded update; no row means that a guard
/// refused. The position is behind the account's last report or at the present virtual time, so that one account's
/// hundred reports can't starve another's.
async fn hold_credits(
    connection: &mut AnyConnection,
    account: AccountId,
    hold: i64,
    unfinished_max: i64,
) -> Result<Option<Held>, StoreError> {
    let virtual_time = fair_queue::virtual_time(connection).await?;
    let held: Option<(i64, i64)> = sqlx::query_as(
        "UPDATE accounts SET available = available - $2, held = held + $2, unfinished = unfinished + 1,
                queue_tail = CASE WHEN queue_tail > $3 THEN queue_tail ELSE $3 END + $2
         WHERE id = $1 AND available >= $2 AND unfinished < $4
         RETURNING available, queue_tail",
    )
    .bind(account.to_string())
    .bind(hold)
    .bind(virtual_time)
    .bind(unfinished_max)
    .fetch_optional(connection)
    .await?;
    Ok(held.map(|(available, queue_tail)| Held { available, turn: queue_tail - hold }))
}

async fn why_not_held(
    connection: &mut AnyConnection,
    account: AccountId,
    required: i64,
    unfinished_max: i64,
) -> Result<OpenError, StoreError> {
    let (available, unfinished) = sqlx::query_as("SELECT available, unfinished FROM accounts WHERE id = $1")
        .bind(account.to_string())
        .fetch_one(connection)
        .await?;
    Ok(if unfinished >= unfinished_max && available >= required {
        OpenError::TooManyUnfinished { unfinished }
    } else {
        OpenError::InsufficientCredits { available, required }
    })
}

/// Returns false if the account already has a report with this idempotency key.
async fn insert_report(
    connection: &mut AnyConnection,
    account: AccountId,
    new: &NewReport<'_>,
    brief: &str,
    held: &Held,
    now: UnixMs,
) -> Result<bool, StoreError> {
    let inserted = sqlx::query(
        "INSERT INTO reports (id, account_id, public_token, brief, seed, hold, credits_left, idempotency_key,
                              status, turn, visible_at, created_at, searchable, published, ever_published,
                              first_report)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'queued', $9, 0, $10, $11, $12, $12,
                 (SELECT COALESCE(earlier.first_report, earlier.id) FROM reports earlier
                  WHERE earlier.account_id = $2 AND earlier.id = $13))
         ON CONFLICT (account_id, idempotency_key) DO NOTHING",
    )
    .bind(new.id.to_string())
    .bind(account.to_string())
    .bind(new.public_token)
    .bind(brief)
    .bind(new.seed.cast_signed())
    .bind(i64::from(new.brief.sample_size()))
    .bind(held.available)
    .bind(new.idempotency_key)
    .bind(held.turn)
    .bind(now)
    .bind(searchable(new.brief))
    .bind(i64::from(new.visibility == Visibility::ByLink))
    .bind(new.brief.wave_of().or(new.brief.same_panel_as()))
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Releases an idempotency key whose window is over.
async fn forget_old_key(
    connection: &mut AnyConnection,
    account: AccountId,
    key: &str,
    now: UnixMs,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE reports SET idempotency_key = NULL, brief_hash = NULL
         WHERE account_id = $1 AND idempotency_key = $2 AND created_at <= $3",
    )
    .bind(account.to_string())
    .bind(key)
    .bind(now - IDEMPOTENCY_WINDOW_MS)
    .execute(connection)
    .await?;
    Ok(())
}

/// The report that an idempotency key created.
#[derive(sqlx::FromRow)]
struct FirstUse {
    #[sqlx(try_from = "As<ReportId>")]
    id: ReportId,
    /// Absent once the report is deleted; its hash is there instead.
    #[sqlx(try_from = "Optional<Brief>")]
    brief: Option<Brief>,
    brief_hash: Option<Vec<u8>>,
    hold: i64,
    credits_left: i64,
}

/// Returns the response given when this key was first used. The account's default country is not part of the request,
/// so that changing it does not make the request a different one.
async fn replay(
    connection: &mut AnyConnection,
    account: AccountId,
    key: &str,
    brief: &Brief,
) -> Result<Option<Opened>, OpenError> {
    let first: Option<FirstUse> = sqlx::query_as(
        "SELECT id, CASE WHEN deleted_at IS NULL THEN brief END AS brief, brief_hash, hold, credits_left
         FROM reports WHERE account_id = $1 AND idempotency_key = $2",
    )
    .bind(account.to_string())
    .bind(key)
    .fetch_optional(connection)
    .await?;
    let Some(FirstUse { id, brief: first, brief_hash: hash, hold: credits_estimated, credits_left }) = first else {
        return Ok(None);
    };
    match first {
        Some(first) if first.clone().from_country(None) == brief.clone().from_country(None) => {
            Ok(Some(Opened { id, credits_estimated, credits_left, replayed: true }))
        }
        // The report was deleted: it is neither created nor charged for a second time.
        None if hash.as_deref() == Some(brief_hash(brief)?.as_slice()) => Err(OpenError::Deleted),
        _ => Err(OpenError::KeyReused),
    }
}

#[derive(sqlx::FromRow)]
struct StateRow {
    #[sqlx(try_from = "As<Status>")]
    status: Status,
    respondents_done: i64,
    hold: i64,
    error: Option<String>,
    #[sqlx(try_from = "Flag")]
    cancelled: bool,
    etag: Option<String>,
    #[sqlx(rename = "engine_away_since", try_from = "IsSet")]
    is_waiting_for_engine: bool,
}

impl StateRow {
    fn state(self) -> Result<ReportState, StoreError> {
        let Self { status, respondents_done, hold, is_waiting_for_engine, .. } = self;
        let missing = |column| StoreError::Unreadable(format!("a report that has {status} has no {column}"));
        Ok(match status {
            Status::Failed => {
                let message = self.error.ok_or_else(|| missing("error"))?;
                ReportState::Failed { message, is_cancelled: self.cancelled }
            }
            Status::Completed => ReportState::Completed { etag: self.etag.ok_or_else(|| missing("etag"))? },
            _ => ReportState::Running { status, respondents_done, respondents_total: hold, is_waiting_for_engine },
        })
    }
}

/// Returns the text that searches match. It is lower-cased here because the databases lower-case different letters.
fn searchable(brief: &Brief) -> String {
    let mut text = brief.question().to_lowercase();
    for option in brief.options() {
        text.push('\n');
        text.push_str(&option.to_lowercase());
    }
    text
}
