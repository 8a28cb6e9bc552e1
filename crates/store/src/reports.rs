//! Reports as their owners see them: opened in one transaction with their hold, read back by state.

use std::fmt;

use bytes::Bytes;
use language::brief::Brief;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::brief_row::{read_brief, read_cancelled, searchable};
use super::db::Db;
use super::{Store, StoreError, ledger, line, read_id};
use crate::body::unpack;
use primitives::clock::UnixMs;
use primitives::credits::Entry;
use primitives::ids::{AccountId, LedgerId, ReportId};

const IDEMPOTENCY_WINDOW_MS: i64 = 24 * 60 * 60 * 1000;

/// The states of the contract.
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

    pub(super) fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let text: String = row.try_get("status")?;
        let status = Self::ALL.into_iter().find(|status| status.as_str() == text);
        status.ok_or_else(|| StoreError::Unreadable(format!("{text:?} is not a status")))
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
    /// Anyone who is given its unguessable address, as the interface promises.
    ByLink,
    /// Its owner alone, until they publish it.
    Private,
}

/// A report about to be opened; one credit per respondent is held for it.
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

/// What opening a report answered, now or the first time its idempotency key was used.
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
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for OpenError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// A report as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReportState {
    Running { status: Status, respondents_done: i64, respondents_total: i64, is_waiting_for_engine: bool },
    Failed { message: String, is_cancelled: bool },
    Completed { etag: String },
}

/// How a finished body is wanted: as it is stored, or unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BodyForm {
    Gzip,
    Plain,
}

impl Store {
    /// Records the report, its hold, its place in the queue and its idempotency key, or nothing at all.
    pub async fn open_report(&self, account: AccountId, new: NewReport<'_>, now: UnixMs) -> Result<Opened, OpenError> {
        let brief = serde_json::to_string(new.brief).map_err(|error| StoreError::Unreadable(error.to_string()))?;
        let mut tx = self.db.write().await?;
        if let Some(key) = new.idempotency_key {
            forget_old_key(&mut tx, account, key, now).await?;
            if let Some(opened) = replay(&mut tx, account, key, new.brief).await? {
                return Ok(opened);
            }
        }
        let hold = i64::from(new.brief.sample_size());
        let Some(held) = hold_credits(&mut tx, account, hold, new.unfinished_max).await? else {
            // On PostgreSQL a twin request may have spent the credits since the key was looked up.
            if let Some(key) = new.idempotency_key
                && let Some(opened) = replay(&mut tx, account, key, new.brief).await?
            {
                return Ok(opened);
            }
            return Err(why_not_held(&mut tx, account, hold, new.unfinished_max).await?);
        };
        if !insert_report(&mut tx, account, &new, &brief, &held, now).await? {
            // The twin with the same key came first and is committed by now; its answer is ours.
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

    /// The finished response body.
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
    let row = sqlx::query(
        "SELECT status, respondents_done, hold, error, cancelled, etag, engine_away_since
         FROM reports WHERE account_id = $1 AND id = $2",
    )
    .bind(account.to_string())
    .bind(id.to_string())
    .fetch_optional(db.reads())
    .await?;
    row.as_ref().map(read_state).transpose()
}

async fn find_body(db: Db, account: AccountId, id: ReportId, form: BodyForm) -> Result<Option<Bytes>, StoreError> {
    let row = sqlx::query(
        "SELECT b.body FROM reports r JOIN results b ON b.report_id = r.id WHERE r.account_id = $1 AND r.id = $2",
    )
    .bind(account.to_string())
    .bind(id.to_string())
    .fetch_optional(db.reads())
    .await?;
    let Some(row) = row else { return Ok(None) };
    let gzip: Vec<u8> = row.try_get("body")?;
    if form == BodyForm::Gzip {
        return Ok(Some(gzip.into()));
    }
    // Megabytes take milliseconds to unpack, too long for a thread that others wait for.
    let plain = tokio::task::spawn_blocking(move || unpack(&gzip)).await.map_err(|_| StoreError::Abandoned)?;
    Ok(Some(plain.map_err(StoreError::Packing)?.into()))
}

struct Held {
    available: i64,
    turn: i64,
}

/// Takes the credits and a place in the fair queue by one guarded update: no row means that a guard said no. The place
/// is behind the account's own last report or where the line has got to, so a hundred reports of one can't starve
/// another's.
async fn hold_credits(
    connection: &mut AnyConnection,
    account: AccountId,
    hold: i64,
    unfinished_max: i64,
) -> Result<Option<Held>, StoreError> {
    let line_has_got_to = line::has_got_to(connection).await?;
    let row = sqlx::query(
        "UPDATE accounts SET available = available - $2, held = held + $2, unfinished = unfinished + 1,
                queue_tail = CASE WHEN queue_tail > $3 THEN queue_tail ELSE $3 END + $2
         WHERE id = $1 AND available >= $2 AND unfinished < $4
         RETURNING available, queue_tail",
    )
    .bind(account.to_string())
    .bind(hold)
    .bind(line_has_got_to)
    .bind(unfinished_max)
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let queue_tail: i64 = row.try_get("queue_tail")?;
    Ok(Some(Held { available: row.try_get("available")?, turn: queue_tail - hold }))
}

async fn why_not_held(
    connection: &mut AnyConnection,
    account: AccountId,
    required: i64,
    unfinished_max: i64,
) -> Result<OpenError, StoreError> {
    let row = sqlx::query("SELECT available, unfinished FROM accounts WHERE id = $1")
        .bind(account.to_string())
        .fetch_one(connection)
        .await?;
    let (available, unfinished): (i64, i64) = (row.try_get("available")?, row.try_get("unfinished")?);
    Ok(if unfinished >= unfinished_max && available >= required {
        OpenError::TooManyUnfinished { unfinished }
    } else {
        OpenError::InsufficientCredits { available, required }
    })
}

/// False when the account has a report under this idempotency key already.
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
                              status, turn, visible_at, created_at, searchable, published, ever_published)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'queued', $9, 0, $10, $11, $12, $12)
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
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// A key may be used anew once its window is over.
async fn forget_old_key(
    connection: &mut AnyConnection,
    account: AccountId,
    key: &str,
    now: UnixMs,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE reports SET idempotency_key = NULL
         WHERE account_id = $1 AND idempotency_key = $2 AND created_at <= $3",
    )
    .bind(account.to_string())
    .bind(key)
    .bind(now - IDEMPOTENCY_WINDOW_MS)
    .execute(connection)
    .await?;
    Ok(())
}

/// The answer given when this key was first used, if it was. The account's country is no part of what the client sent,
/// so one that changed since makes no other request.
async fn replay(
    connection: &mut AnyConnection,
    account: AccountId,
    key: &str,
    brief: &Brief,
) -> Result<Option<Opened>, OpenError> {
    let row =
        sqlx::query("SELECT id, brief, hold, credits_left FROM reports WHERE account_id = $1 AND idempotency_key = $2")
            .bind(account.to_string())
            .bind(key)
            .fetch_optional(connection)
            .await?;
    let Some(row) = row else { return Ok(None) };
    if read_brief(&row)?.from_country(None) != brief.clone().from_country(None) {
        return Err(OpenError::KeyReused);
    }
    let id: String = row.try_get("id")?;
    Ok(Some(Opened {
        id: read_id(ReportId::parse(&id), &id)?,
        credits_estimated: row.try_get("hold")?,
        credits_left: row.try_get("credits_left")?,
        replayed: true,
    }))
}

fn read_state(row: &AnyRow) -> Result<ReportState, StoreError> {
    Ok(match Status::read(row)? {
        Status::Failed => ReportState::Failed { message: row.try_get("error")?, is_cancelled: read_cancelled(row)? },
        Status::Completed => ReportState::Completed { etag: row.try_get("etag")? },
        status => ReportState::Running {
            status,
            respondents_done: row.try_get("respondents_done")?,
            respondents_total: row.try_get("hold")?,
            is_waiting_for_engine: row.try_get::<Option<i64>, _>("engine_away_since")?.is_some(),
        },
    })
}
