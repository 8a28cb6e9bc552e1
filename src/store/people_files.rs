//! Answers of people from elsewhere: a whole file or nothing, and the same file or key once.

use sqlx::{AnyConnection, Row};

use super::{Status, Store, StoreError};
use crate::clock::UnixMs;
use crate::ids::{AccountId, AnswerId, BatchId, ReportId};

/// A report's answers of people, from wherever: more are a matter for other tools.
pub const ANSWERS_MAX: i64 = 10_000;
/// How long a key of an upload is remembered.
const KEY_LASTS_MS: i64 = 24 * 60 * 60 * 1000;

/// One person of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct NewPerson {
    pub id: AnswerId,
    pub choice: i64,
    pub age_band: Option<String>,
    pub sex: Option<String>,
    pub country: Option<String>,
    pub weight: f64,
    pub comment: Option<String>,
}

pub struct NewBatch<'a> {
    pub id: BatchId,
    /// Of what the file says.
    pub content_hash: [u8; 32],
    pub idempotency_key: Option<&'a str>,
    pub people: &'a [NewPerson],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BatchAdded {
    /// `is_replay` where the same file or key was there before: nothing was counted twice.
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
    /// Adds a whole file of people, or nothing. The same file, or the same key within a day, is counted once.
    pub async fn add_people(
        &self,
        account: AccountId,
        report: ReportId,
        new: NewBatch<'_>,
        now: UnixMs,
    ) -> Result<BatchAdded, StoreError> {
        let mut tx = self.db.write().await?;
        // Locks the report against a twin of this request, which then finds what this one wrote.
        let row = sqlx::query(
            "UPDATE reports SET people_version = people_version + 1 WHERE account_id = $1 AND id = $2 RETURNING status",
        )
        .bind(account.to_string())
        .bind(report.to_string())
        .fetch_optional(&mut *tx)
        .await?;
        match row.as_ref().map(Status::read).transpose()? {
            None => return Ok(BatchAdded::Missing),
            Some(Status::Completed) => {}
            Some(_) => return Ok(BatchAdded::Unfinished),
        }
        if let Some(replay) = replayed(&mut tx, report, &new, now).await? {
            return Ok(replay);
        }
        let there: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM survey_answers WHERE report_id = $1")
            .bind(report.to_string())
            .fetch_one(&mut *tx)
            .await?;
        let people = i64::try_from(new.people.len()).unwrap_or(i64::MAX);
        if there.saturating_add(people) > ANSWERS_MAX {
            return Ok(BatchAdded::TooMany);
        }
        insert_batch(&mut tx, report, &new, people, now).await?;
        tx.commit().await?;
        Ok(BatchAdded::Added { people, is_replay: false })
    }
}

/// What the same file or the same key came to before.
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
    let rows = sqlx::query(
        "SELECT people, content_hash, idempotency_key FROM people_batches
         WHERE report_id = $1 AND (content_hash = $2 OR idempotency_key = $3)",
    )
    .bind(report.to_string())
    .bind(new.content_hash.as_slice())
    .bind(new.idempotency_key)
    .fetch_all(connection)
    .await?;
    let mut same = None;
    for row in rows {
        if row.try_get::<Vec<u8>, _>("content_hash")? != new.content_hash {
            return Ok(Some(BatchAdded::KeyReused));
        }
        same = Some(BatchAdded::Added { people: row.try_get("people")?, is_replay: true });
    }
    Ok(same)
}

async fn insert_batch(
    connection: &mut AnyConnection,
    report: ReportId,
    new: &NewBatch<'_>,
    people: i64,
    now: UnixMs,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO people_batches (id, report_id, content_hash, idempotency_key, people, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(new.id.to_string())
    .bind(report.to_string())
    .bind(new.content_hash.as_slice())
    .bind(new.idempotency_key)
    .bind(people)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    for person in new.people {
        sqlx::query(
            "INSERT INTO survey_answers (id, report_id, batch_id, answers, choice, age_band, sex, country, weight, comment,
                                         complete, started_at, finished_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, $11, $11)",
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
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}
