//! What real people answered by link, part by part, and how answers are read, whatever their way in. A survey's row is locked by every
//! write of an answer, so quota, end and closing are exact however many answer at once; an answer that was
//! acknowledged is in the database.

use serde_json::{Map, Value};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::people_deleted::bump;
use super::people_files::ANSWERS_MAX;
use super::{Standing, Store, StoreError, read_id};
use crate::clock::UnixMs;
use crate::ids::{AccountId, AnswerId, ReportId, SurveyId};
use crate::secret::SecretHash;

/// People who may begin one survey; programs that only begin must not fill the disk.
const STARTS_MAX: i64 = 50_000;
/// What a person's own words and marks may say of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    AgeBand,
    Sex,
    Country,
}

/// One screen of one person's answer.
#[derive(Debug, Clone)]
pub struct AnswerPart<'a> {
    pub question: &'a str,
    /// What was answered; `None` where it was skipped.
    pub value: Option<Value>,
    /// The option that was chosen in the end, by its place, where this is that question.
    pub choice: Option<i64>,
    /// Open words, where this is that question.
    pub comment: Option<&'a str>,
    pub about: Option<About>,
    /// Whether the answer is whole with it.
    pub completes: bool,
    /// Whether a field was filled in that people don't see.
    pub is_trapped: bool,
    /// Whoever is done sooner than this is marked.
    pub fast_ms: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begun {
    /// With the number of people who began before.
    Begun {
        number: i64,
    },
    /// This browser has an answer already.
    Again,
    /// The link works once, and did.
    LinkUsed,
    Refused(Standing),
    Missing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recorded {
    Kept,
    /// The survey takes no more; what was kept before stays.
    Refused(Standing),
    /// This browser has not begun.
    Missing,
}

/// One person's answer as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerRow {
    pub id: AnswerId,
    /// Whether it came by link, or from elsewhere.
    pub by_link: bool,
    pub form: Option<i64>,
    /// By question id, in JSON.
    pub answers: Map<String, Value>,
    pub choice: Option<i64>,
    pub age_band: Option<String>,
    pub sex: Option<String>,
    pub country: Option<String>,
    pub weight: f64,
    pub comment: Option<String>,
    /// What makes it look like a program's.
    pub flags: Vec<String>,
    pub is_complete: bool,
    pub started_at: UnixMs,
    pub finished_at: Option<UnixMs>,
}

const ANSWER: &str = "
    SELECT a.id, a.survey_id, a.form, a.answers, a.choice, a.age_band, a.sex, a.country, a.weight, a.comment, a.flags,
           a.complete, a.started_at, a.finished_at FROM survey_answers a";

impl Store {
    /// Begins a person's answer, and uses up the link where it works once.
    pub async fn begin_answer(
        &self,
        token: &str,
        (id, browser): (AnswerId, SecretHash),
        link: Option<SecretHash>,
        now: UnixMs,
    ) -> Result<Begun, StoreError> {
        let mut tx = self.db.write().await?;
        let row = sqlx::query(
            "UPDATE surveys SET started = started + 1
             WHERE token = $1 AND closed = 0 AND (ends_at IS NULL OR ends_at > $2) AND complete < quota AND started < $3
             RETURNING id, report_id, started, one_time",
        )
        .bind(token)
        .bind(now)
        .bind(STARTS_MAX)
        .fetch_optional(&mut *tx)
        .await?;
        let Some(row) = row else {
            drop(tx);
            let standing = self.survey_by_token(token).await?.map(|survey| survey.standing(now));
            return Ok(standing.map_or(Begun::Missing, |standing| match standing {
                Standing::Open => Begun::Refused(Standing::Full),
                refused => Begun::Refused(refused),
            }));
        };
        let (survey, report): (String, String) = (row.try_get("id")?, row.try_get("report_id")?);
        let number: i64 = row.try_get("started")?;
        let inserted = sqlx::query(
            "INSERT INTO survey_answers (id, report_id, survey_id, browser, form, answers, complete, started_at)
             VALUES ($1, $2, $3, $4, $5, '{}', 0, $6) ON CONFLICT (survey_id, browser) DO NOTHING",
        )
        .bind(id.to_string())
        .bind(&report)
        .bind(&survey)
        .bind(browser.as_bytes())
        .bind(number - 1)
        .bind(now)
        .execute(&mut *tx)
        .await?;
        if inserted.rows_affected() == 0 {
            return Ok(Begun::Again);
        }
        if row.try_get::<i64, _>("one_time")? == 1 && !use_link(&mut tx, &survey, link, id).await? {
            return Ok(Begun::LinkUsed);
        }
        tx.commit().await?;
        Ok(Begun::Begun { number: number - 1 })
    }

    /// Keeps one part of a person's answer, and counts the answer when it is whole: exactly up to the quota and the end.
    pub async fn record_answer(
        &self,
        survey: SurveyId,
        browser: SecretHash,
        part: AnswerPart<'_>,
        now: UnixMs,
    ) -> Result<Recorded, StoreError> {
        let mut tx = self.db.write().await?;
        let row = sqlx::query(
            "UPDATE surveys SET started = started WHERE id = $1 RETURNING report_id, closed, ends_at, complete, quota",
        )
        .bind(survey.to_string())
        .fetch_optional(&mut *tx)
        .await?;
        let Some(row) = row else { return Ok(Recorded::Missing) };
        if row.try_get::<i64, _>("closed")? == 1 {
            return Ok(Recorded::Refused(Standing::Closed));
        }
        if row.try_get::<Option<i64>, _>("ends_at")?.is_some_and(|ends_at| ends_at <= now) {
            return Ok(Recorded::Refused(Standing::Ended));
        }
        let is_full = row.try_get::<i64, _>("complete")? >= row.try_get::<i64, _>("quota")?;
        let report: String = row.try_get("report_id")?;
        let Some(kept) = lock_answer(&mut tx, survey, browser).await? else { return Ok(Recorded::Missing) };
        if is_full && !kept.is_complete {
            return Ok(Recorded::Refused(Standing::Full));
        }
        let completes = part.completes && !kept.is_complete;
        if completes {
            sqlx::query("UPDATE surveys SET complete = complete + 1 WHERE id = $1")
                .bind(survey.to_string())
                .execute(&mut *tx)
                .await?;
        }
        write_part(&mut tx, kept, part, completes, now).await?;
        bump(&mut tx, &report).await?;
        tx.commit().await?;
        Ok(Recorded::Kept)
    }

    /// What a browser has answered in a survey so far.
    pub async fn answer_of(&self, survey: SurveyId, browser: SecretHash) -> Result<Option<AnswerRow>, StoreError> {
        let sql = format!("{ANSWER} WHERE a.survey_id = $1 AND a.browser = $2");
        let row = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(survey.to_string())
            .bind(browser.as_bytes())
            .fetch_optional(self.db.reads())
            .await?;
        row.as_ref().map(read_answer).transpose()
    }

    /// Every answer of people to one of the account's reports, oldest first; those who only began are left out.
    pub async fn people(&self, account: AccountId, report: ReportId) -> Result<Vec<AnswerRow>, StoreError> {
        let sql = format!(
            "{ANSWER} JOIN reports r ON r.id = a.report_id
             WHERE r.account_id = $1 AND r.id = $2 AND a.answers <> '{{}}' ORDER BY a.id LIMIT $3"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(account.to_string())
            .bind(report.to_string())
            .bind(ANSWERS_MAX)
            .fetch_all(self.db.reads())
            .await?;
        rows.iter().map(read_answer).collect()
    }

    /// Every answer to a published report, for anyone who has its token.
    pub async fn public_people(&self, token: &str) -> Result<Vec<AnswerRow>, StoreError> {
        let sql = format!(
            "{ANSWER} JOIN reports r ON r.id = a.report_id
             WHERE r.public_token = $1 AND r.published = 1 AND a.answers <> '{{}}' ORDER BY a.id LIMIT $2"
        );
        let rows =
            sqlx::query(sqlx::AssertSqlSafe(sql)).bind(token).bind(ANSWERS_MAX).fetch_all(self.db.reads()).await?;
        rows.iter().map(read_answer).collect()
    }
}

async fn use_link(
    connection: &mut AnyConnection,
    survey: &str,
    link: Option<SecretHash>,
    answer: AnswerId,
) -> Result<bool, StoreError> {
    let Some(link) = link else { return Ok(false) };
    let used =
        sqlx::query("UPDATE survey_links SET answer_id = $3 WHERE hash = $1 AND survey_id = $2 AND answer_id IS NULL")
            .bind(link.as_bytes())
            .bind(survey)
            .bind(answer.to_string())
            .execute(connection)
            .await?;
    Ok(used.rows_affected() == 1)
}

async fn lock_answer(
    connection: &mut AnyConnection,
    survey: SurveyId,
    browser: SecretHash,
) -> Result<Option<AnswerRow>, StoreError> {
    let row = sqlx::query(
        "UPDATE survey_answers SET complete = complete WHERE survey_id = $1 AND browser = $2
         RETURNING id, survey_id, form, answers, choice, age_band, sex, country, weight, comment, flags, complete,
                   started_at, finished_at",
    )
    .bind(survey.to_string())
    .bind(browser.as_bytes())
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(read_answer).transpose()
}

async fn write_part(
    connection: &mut AnyConnection,
    mut kept: AnswerRow,
    part: AnswerPart<'_>,
    completes: bool,
    now: UnixMs,
) -> Result<(), StoreError> {
    let text = part.value.as_ref().and_then(Value::as_str).map(str::to_owned);
    match part.about {
        Some(About::AgeBand) => kept.age_band = text,
        Some(About::Sex) => kept.sex = text,
        Some(About::Country) => kept.country = text,
        None => {
            // Skipped is an answer, too: it is not asked again.
            kept.answers.insert(part.question.to_owned(), part.value.unwrap_or(Value::Null));
        }
    }
    if part.choice.is_some() {
        kept.choice = part.choice;
    }
    if let Some(comment) = part.comment {
        kept.comment = Some(comment.to_owned());
    }
    let mut flag = |name: &str, holds: bool| {
        if holds && !kept.flags.iter().any(|flag| flag == name) {
            kept.flags.push(name.to_owned());
        }
    };
    flag("hidden_field", part.is_trapped);
    flag("fast", completes && now - kept.started_at < part.fast_ms);
    sqlx::query(
        "UPDATE survey_answers
         SET answers = $2, choice = $3, age_band = $4, sex = $5, country = $6, comment = $7, flags = $8, complete = $9,
             finished_at = $10 WHERE id = $1",
    )
    .bind(kept.id.to_string())
    .bind(Value::Object(kept.answers).to_string())
    .bind(kept.choice)
    .bind(kept.age_band)
    .bind(kept.sex)
    .bind(kept.country)
    .bind(kept.comment)
    .bind(kept.flags.join(","))
    .bind(i64::from(kept.is_complete || completes))
    .bind(if completes { Some(now) } else { kept.finished_at })
    .execute(connection)
    .await?;
    Ok(())
}

fn read_answer(row: &AnyRow) -> Result<AnswerRow, StoreError> {
    let (id, answers, flags): (String, String, String) =
        (row.try_get("id")?, row.try_get("answers")?, row.try_get("flags")?);
    let unreadable = |_| StoreError::Unreadable(format!("the answer {id}"));
    Ok(AnswerRow {
        id: read_id(AnswerId::parse(&id), &id)?,
        by_link: row.try_get::<Option<String>, _>("survey_id")?.is_some(),
        form: row.try_get("form")?,
        answers: serde_json::from_str(&answers).map_err(unreadable)?,
        choice: row.try_get("choice")?,
        age_band: row.try_get("age_band")?,
        sex: row.try_get("sex")?,
        country: row.try_get("country")?,
        weight: row.try_get("weight")?,
        comment: row.try_get("comment")?,
        flags: flags.split(',').filter(|flag| !flag.is_empty()).map(str::to_owned).collect(),
        is_complete: row.try_get::<i64, _>("complete")? == 1,
        started_at: row.try_get("started_at")?,
        finished_at: row.try_get("finished_at")?,
    })
}
