//! Surveys as their owners work with them: opened for a finished report, changed, read with their counts, deleted with
//! every answer. What people answer is in `people`.

use sqlx::{AnyConnection, AssertSqlSafe};

use super::answer_rows::UNCOUNTED_MAX;
use super::people_locks::{bump, lock_own_report};
use super::rows::{As, Flag};
use super::{Status, Store, StoreError, studies};
use primitives::clock::UnixMs;
use primitives::ids::{AccountId, ReportId, SurveyId};
use primitives::secret::SecretHash;

/// A survey about to be opened.
pub struct NewSurvey<'a> {
    pub id: SurveyId,
    pub token: &'a str,
    pub quota: i64,
    pub ends_at: Option<UnixMs>,
    pub settle_close: bool,
    pub asker: Option<&'a str>,
    /// What is asked, in JSON.
    pub sheet: &'a str,
    /// Hashes of links that work once; with any, no other link works.
    pub links: &'a [SecretHash],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SurveyOpened {
    Opened,
    /// The report has one already.
    Exists,
    /// The report has no result.
    Unfinished,
    /// The account has no such report.
    Missing,
}

/// A survey with what came in so far.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Survey {
    #[sqlx(try_from = "As<SurveyId>")]
    pub id: SurveyId,
    #[sqlx(rename = "report_id", try_from = "As<ReportId>")]
    pub report: ReportId,
    #[sqlx(rename = "account_id", try_from = "As<AccountId>")]
    pub account: AccountId,
    pub token: String,
    pub quota: i64,
    /// Counted answers: whole, and without marks of a program or kept by the owner.
    pub complete: i64,
    /// Whole answers with marks that the owner has not kept; they count for nothing.
    pub marked: i64,
    /// Begun and not finished; they count for nothing.
    pub unfinished: i64,
    pub ends_at: Option<UnixMs>,
    #[sqlx(rename = "closed", try_from = "Flag")]
    pub is_closed: bool,
    #[sqlx(rename = "one_time", try_from = "Flag")]
    pub is_one_time: bool,
    #[sqlx(try_from = "Flag")]
    pub settle_close: bool,
    pub links: i64,
    pub links_used: i64,
    pub asker: Option<String>,
    pub sheet: String,
    pub created_at: UnixMs,
}

/// Whether a survey takes answers, and if not, why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    Open,
    Closed,
    Ended,
    Full,
}

impl Standing {
    pub(super) fn of(is_closed: bool, ends_at: Option<UnixMs>, (complete, quota): (i64, i64), now: UnixMs) -> Self {
        if is_closed {
            Self::Closed
        } else if ends_at.is_some_and(|ends_at| ends_at <= now) {
            Self::Ended
        } else if complete >= quota {
            Self::Full
        } else {
            Self::Open
        }
    }
}

impl Survey {
    pub fn standing(&self, now: UnixMs) -> Standing {
        Standing::of(self.is_closed, self.ends_at, (self.complete, self.quota), now)
    }

    /// Whether so many answers are not counted that nobody else can begin before some are deleted or an hour old.
    pub fn is_crowded(&self) -> bool {
        self.marked + self.unfinished >= UNCOUNTED_MAX
    }
}

/// What is to be another way from now on; what is absent stays.
#[derive(Clone, Default)]
pub struct SurveyChange {
    pub is_closed: Option<bool>,
    pub quota: Option<i64>,
    /// `Some(None)` takes the end away.
    pub ends_at: Option<Option<UnixMs>>,
    pub links: Vec<SecretHash>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SurveyChanged {
    Changed,
    /// More people have answered than the new quota would allow.
    QuotaTooSmall {
        complete: i64,
    },
    Missing,
}

const SURVEY: &str = "
    SELECT id, report_id, account_id, token, quota, complete, marked, unfinished, ends_at, closed, one_time, settle_close,
           links, links_used, asker, sheet, created_at FROM surveys";

impl Store {
    pub async fn open_survey(
        &self,
        account: AccountId,
        report: ReportId,
        new: NewSurvey<'_>,
        now: UnixMs,
    ) -> Result<SurveyOpened, StoreError> {
        let mut tx = self.db.write().await?;
        match lock_own_report(&self.db, &mut tx, account, report).await? {
            None => return Ok(SurveyOpened::Missing),
            Some(locked) if locked.status == Status::Completed => {}
            Some(_) => return Ok(SurveyOpened::Unfinished),
        }
        let inserted = sqlx::query(
            "INSERT INTO surveys (id, report_id, account_id, token, quota, ends_at, one_time, settle_close, asker, sheet,
                                  created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (report_id) DO NOTHING",
        )
        .bind(new.id.to_string())
        .bind(report.to_string())
        .bind(account.to_string())
        .bind(new.token)
        .bind(new.quota)
        .bind(new.ends_at)
        .bind(i64::from(!new.links.is_empty()))
        .bind(i64::from(new.settle_close))
        .bind(new.asker)
        .bind(new.sheet)
        .bind(now)
        .execute(&mut *tx)
        .await?;
        if inserted.rows_affected() == 0 {
            return Ok(SurveyOpened::Exists);
        }
        insert_links(&mut tx, &new.id.to_string(), new.links).await?;
        tx.commit().await?;
        Ok(SurveyOpened::Opened)
    }

    /// The survey of one of the account's reports, where it has one.
    pub async fn survey(&self, account: AccountId, report: ReportId) -> Result<Option<Survey>, StoreError> {
        Ok(sqlx::query_as(AssertSqlSafe(format!("{SURVEY} WHERE account_id = $1 AND report_id = $2")))
            .bind(account.to_string())
            .bind(report.to_string())
            .fetch_optional(self.db.reads())
            .await?)
    }

    /// The survey that a link names, whoever follows it.
    pub async fn survey_by_token(&self, token: &str) -> Result<Option<Survey>, StoreError> {
        Ok(sqlx::query_as(AssertSqlSafe(format!("{SURVEY} WHERE token = $1")))
            .bind(token)
            .fetch_optional(self.db.public_reads())
            .await?)
    }

    /// Closes, opens again, extends, or adds links that work once.
    pub async fn change_survey(
        &self,
        account: AccountId,
        report: ReportId,
        change: &SurveyChange,
    ) -> Result<SurveyChanged, StoreError> {
        let mut tx = self.db.write().await?;
        // Locked before it is read, so that nobody answers between what is read and what is written.
        let locked = lock_own_report(&self.db, &mut tx, account, report).await?;
        let Some(survey) = locked.and_then(|locked| locked.survey) else { return Ok(SurveyChanged::Missing) };
        let quota = change.quota.unwrap_or(survey.quota);
        if quota < survey.complete {
            return Ok(SurveyChanged::QuotaTooSmall { complete: survey.complete });
        }
        let is_closed = change.is_closed.unwrap_or(survey.is_closed);
        let is_one_time = survey.is_one_time || !change.links.is_empty();
        sqlx::query("UPDATE surveys SET quota = $2, ends_at = $3, closed = $4, one_time = $5 WHERE id = $1")
            .bind(&survey.id)
            .bind(quota)
            .bind(change.ends_at.unwrap_or(survey.ends_at))
            .bind(i64::from(is_closed))
            .bind(i64::from(is_one_time))
            .execute(&mut *tx)
            .await?;
        insert_links(&mut tx, &survey.id, &change.links).await?;
        tx.commit().await?;
        Ok(SurveyChanged::Changed)
    }

    /// Deletes a survey with its links and every answer that came by them. False where there is none.
    pub async fn delete_survey(&self, account: AccountId, report: ReportId) -> Result<bool, StoreError> {
        let mut tx = self.db.write().await?;
        lock_own_report(&self.db, &mut tx, account, report).await?;
        let deleted = sqlx::query("DELETE FROM surveys WHERE account_id = $1 AND report_id = $2")
            .bind(account.to_string())
            .bind(report.to_string())
            .execute(&mut *tx)
            .await?;
        if deleted.rows_affected() == 1 {
            bump(&mut tx, report).await?;
            studies::forget(&mut tx, &report.to_string()).await?;
        }
        tx.commit().await?;
        Ok(deleted.rows_affected() == 1)
    }
}

async fn insert_links(connection: &mut AnyConnection, survey: &str, links: &[SecretHash]) -> Result<(), StoreError> {
    sqlx::query("UPDATE surveys SET links = links + $2 WHERE id = $1")
        .bind(survey)
        .bind(i64::try_from(links.len()).unwrap_or(i64::MAX))
        .execute(&mut *connection)
        .await?;
    for hash in links {
        sqlx::query("INSERT INTO survey_links (hash, survey_id) VALUES ($1, $2)")
            .bind(hash.as_bytes())
            .bind(survey)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
