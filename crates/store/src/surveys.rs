//! Surveys of real people: opened for a completed report, changed, read with their counts, and deleted with every
//! answer. The answers are in `people`.

use sqlx::{AnyConnection, AssertSqlSafe};

use super::answer_rows::UNCOUNTED_MAX;
use super::people_locks::{lock_own_report, raise_people_version};
use super::rows::{As, Flag};
use super::{Status, Store, StoreError, studies};
use primitives::clock::UnixMs;
use primitives::ids::{AccountId, ReportId, SurveyId};
use primitives::secret::SecretHash;

/// A survey to open.
pub struct NewSurvey<'a> {
    pub id: SurveyId,
    pub token: &'a str,
    pub quota: i64,
    pub ends_at: Option<UnixMs>,
    pub settle_close: bool,
    pub asker: Option<&'a str>,
    /// The questionnaire, in JSON.
    pub sheet: &'a str,
    /// Hashes of single-use links. If there are any, the common link does not work.
    pub links: &'a [SecretHash],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SurveyOpened {
    Opened,
    /// The report has a survey already.
    Exists,
    /// The report has no result.
    Unfinished,
    /// The account has no such report.
    Missing,
}

/// A survey with its counts.
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
    /// Counted answers: complete, and not flagged as automated or kept by the owner.
    pub complete: i64,
    /// Complete answers that are flagged as automated and not kept by the owner; excluded from estimates.
    pub marked: i64,
    /// Incomplete answers; excluded from estimates.
    pub unfinished: i64,
    /// Answers of people outside the audience; excluded from estimates.
    pub screened_out: i64,
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

/// Whether a survey takes answers, and why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SurveyIntake {
    Open,
    Closed,
    Ended,
    Full,
}

impl SurveyIntake {
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
    pub fn intake(&self, now: UnixMs) -> SurveyIntake {
        SurveyIntake::of(self.is_closed, self.ends_at, (self.complete, self.quota), now)
    }

    /// Returns whether so many answers are unfinished or flagged that nobody can begin until some are deleted or an hour old.
    pub fn is_crowded(&self) -> bool {
        self.marked + self.unfinished + self.screened_out >= UNCOUNTED_MAX
    }
}

/// A change of a survey; absent fields stay as they are.
#[derive(Clone, Default)]
pub struct SurveyChange {
    pub is_closed: Option<bool>,
    pub quota: Option<i64>,
    /// `Some(None)` removes the end.
    pub ends_at: Option<Option<UnixMs>>,
    pub links: Vec<SecretHash>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SurveyChanged {
    Changed,
    /// There are more counted answers than the new quota.
    QuotaTooSmall {
        complete: i64,
    },
    Missing,
}

const SURVEY: &str = "
    SELECT id, report_id, account_id, token, quota, complete, marked, unfinished, screened_out, ends_at, closed, one_time, settle_close,
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

    /// Returns the survey of one of the account's reports.
    pub async fn survey(&self, account: AccountId, report: ReportId) -> Result<Option<Survey>, StoreError> {
        Ok(sqlx::query_as(AssertSqlSafe(format!("{SURVEY} WHERE account_id = $1 AND report_id = $2")))
            .bind(account.to_string())
            .bind(report.to_string())
            .fetch_optional(self.db.reads())
            .await?)
    }

    /// Returns the survey of a link, for anyone.
    pub async fn survey_by_token(&self, token: &str) -> Result<Option<Survey>, StoreError> {
        Ok(sqlx::query_as(AssertSqlSafe(format!("{SURVEY} WHERE token = $1")))
            .bind(token)
            .fetch_optional(self.db.public_reads())
            .await?)
    }

    /// Closes, reopens or extends a survey, or adds single-use links.
    pub async fn change_survey(
        &self,
        account: AccountId,
        report: ReportId,
        change: &SurveyChange,
    ) -> Result<SurveyChanged, StoreError> {
        let mut tx = self.db.write().await?;
        // Locked before it is read, so that no answer comes between reading and writing.
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

    /// Deletes a survey with its links and their answers. Returns false if there is none.
    pub async fn delete_survey(&self, account: AccountId, report: ReportId) -> Result<bool, StoreError> {
        let mut tx = self.db.write().await?;
        lock_own_report(&self.db, &mut tx, account, report).await?;
        let deleted = sqlx::query("DELETE FROM surveys WHERE account_id = $1 AND report_id = $2")
            .bind(account.to_string())
            .bind(report.to_string())
            .execute(&mut *tx)
            .await?;
        if deleted.rows_affected() == 1 {
            raise_people_version(&mut tx, report).await?;
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
