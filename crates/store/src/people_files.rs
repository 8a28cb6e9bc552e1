//! Uploaded answers of people: a file is one batch and is added completely or not at all, once for each idempotency
//! key.

use fieldwork::Eligibility;
use sha2::{Digest, Sha256};
use sqlx::AnyConnection;

use super::answer_rows::ANSWERS_MAX;
use super::people_locks::{counted_answers, lock_own_report, raise_people_version};
use super::rows::eligibility_name;
use super::{Status, Store, StoreError};
use primitives::clock::UnixMs;
use primitives::ids::{AccountId, AnswerId, BatchId, ReportId};

/// How long the idempotency key of an upload is valid.
const KEY_LASTS_MS: i64 = 24 * 60 * 60 * 1000;

/// One person of an upload.
#[derive(Debug, Clone, PartialEq)]
pub struct NewPerson {
    pub id: AnswerId,
    pub choice: i64,
    pub age_band: Option<String>,
    pub sex: Option<String>,
    pub country: Option<String>,
    /// `None` if the file supplies no weights.
    pub weight: Option<f64>,
    pub comment: Option<String>,
    /// A person outside the audience is stored and not counted.
    pub eligibility: Eligibility,
}

pub struct NewBatch<'a> {
    pub id: BatchId,
    /// Hash of the parsed rows, independent of the file's formatting.
    pub rows_hash: [u8; 32],
    pub idempotency_key: Option<&'a str>,
    /// Whether rows equal to stored ones are those of other people.
    pub are_other_people: bool,
    pub people: &'a [NewPerson],
}

impl NewBatch<'_> {
    /// Returns the unique identity of the batch within its report; without a key, that of its rows.
    fn identity(&self) -> [u8; 32] {
        if self.idempotency_key.is_none() && !self.are_other_people {
            return self.rows_hash;
        }
        Sha256::new().chain_update(self.rows_hash).chain_update(self.id.to_string()).finalize().into()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BatchAdded {
    /// `is_replay` if the key was used before or, without a key, the same rows are stored already; nothing was added.
    Added {
        people: i64,
        is_replay: bool,
    },
    /// The key was used with another file.
    KeyReused,
    TooMany,
    Unfinished,
    Missing,
}

impl Store {
    /// Adds an upload in one transaction. The same key within a day is one batch, and a new key is a new batch.
    /// Without a key, equal rows are one batch unless the client says that they are other people.
    pub async fn add_people(
        &self,
        account: AccountId,
        report: ReportId,
        new: NewBatch<'_>,
        now: UnixMs,
    ) -> Result<BatchAdded, StoreError> {
        let mut tx = self.db.write().await?;
        // A concurrent request with the same key waits here, and then finds this batch.
        match lock_own_report(&self.db, &mut tx, account, report).await? {
            None => return Ok(BatchAdded::Missing),
            Some(locked) if locked.status == Status::Completed => {}
            Some(_) => return Ok(BatchAdded::Unfinished),
        }
        if let Some(replay) = replayed(&mut tx, report, &new, now).await? {
            return Ok(replay);
        }
        let there = counted_answers(&mut tx, report).await?;
        let people = i64::try_from(new.people.len()).unwrap_or(i64::MAX);
        if there.saturating_add(people) > ANSWERS_MAX {
            return Ok(BatchAdded::TooMany);
        }
        insert_batch(&mut tx, report, &new, people, now).await?;
        raise_people_version(&mut tx, report).await?;
        tx.commit().await?;
        Ok(BatchAdded::Added { people, is_replay: false })
    }

    /// Whether one of the account's reports has a batch of exactly these rows.
    pub async fn has_rows(
        &self,
        account: AccountId,
        report: ReportId,
        rows_hash: [u8; 32],
    ) -> Result<bool, StoreError> {
        let row = sqlx::query(
            "SELECT b.id FROM people_batches b JOIN reports r ON r.id = b.report_id
             WHERE r.account_id = $1 AND r.id = $2 AND b.rows_hash = $3 LIMIT 1",
        )
        .bind(account.to_string())
        .bind(report.to_string())
        .bind(rows_hash.as_slice())
        .fetch_optional(self.db.reads())
        .await?;
        Ok(row.is_some())
    }
}

/// Returns the outcome of an earlier upload with the same key or, without a key, with the same rows.
async fn replayed(
    connection: &mut AnyConnection,
    report: ReportId,
    new: &NewBatch<'_>,
    now: UnixMs,
) -> Result<Option<BatchAdded>, StoreError> {
    sqlx::query("UPDATE people_batches SET idempotency_key = NULL WHERE report_id = $1 AND created_at <= $2")
        .bind(report.to_string())
        .bind(now - KEY_LASTS_MS)
        .execute(&mut *connection)
        .await?;
    const BY_KEY: &str = "SELECT people, rows_hash FROM people_batches WHERE report_id = $1 AND idempotency_key = $2";
    const BY_ROWS: &str =
        "SELECT people, rows_hash FROM people_batches WHERE report_id = $1 AND rows_hash = $2 LIMIT 1";
    let query = match (new.idempotency_key, new.are_other_people) {
        (Some(key), _) => sqlx::query_as(BY_KEY).bind(report.to_string()).bind(key),
        (None, false) => sqlx::query_as(BY_ROWS).bind(report.to_string()).bind(new.rows_hash.as_slice()),
        (None, true) => return Ok(None),
    };
    let first: Option<(i64, Vec<u8>)> = query.fetch_optional(connection).await?;
    Ok(first.map(|(people, rows_hash)| match rows_hash == new.rows_hash {
        true => BatchAdded::Added { people, is_replay: true },
        false => BatchAdded::KeyReused,
    }))
}

async fn insert_batch(
    connection: &mut AnyConnection,
    report: ReportId,
    new: &NewBatch<'_>,
    people: i64,
    now: UnixMs,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO people_batches (id, report_id, content_hash, idempotency_key, people, created_at, rows_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(new.id.to_string())
    .bind(report.to_string())
    .bind(new.identity().as_slice())
    .bind(new.idempotency_key)
    .bind(people)
    .bind(now)
    .bind(new.rows_hash.as_slice())
    .execute(&mut *connection)
    .await?;
    for person in new.people {
        sqlx::query(
            "INSERT INTO survey_answers (id, report_id, batch_id, answers, choice, age_band, sex, country, weight, comment,
                                         complete, counted, started_at, finished_at, eligibility)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, $12, $11, $11, $13)",
        )
        .bind(person.id.to_string())
        .bind(report.to_string())
        .bind(new.id.to_string())
        .bind(format!("{{\"preference\":{}}}", person.choice))
        .bind(person.choice)
        .bind(person.age_band.as_deref())
        .bind(person.sex.as_deref())
        .bind(person.country.as_deref())
        .bind(person.weight)
        .bind(person.comment.as_deref())
        .bind(now)
        .bind(i64::from(person.eligibility != Eligibility::Out))
        .bind(eligibility_name(person.eligibility))
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}
