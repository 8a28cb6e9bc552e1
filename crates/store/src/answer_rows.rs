//! Answers of people as rows: how one is read, and the reads of one browser's answer and of a report's whole answers.

use serde_json::{Map, Value};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use super::{Store, StoreError, read_id};
use primitives::clock::UnixMs;
use primitives::ids::{AccountId, AnswerId, ReportId, SurveyId};
use primitives::secret::SecretHash;

/// Counted answers of one report, by link and from files; more are a matter for other tools.
pub const ANSWERS_MAX: i64 = 10_000;

/// One person's answer as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerRow {
    pub id: AnswerId,
    /// Whether it came by link rather than from a file.
    pub by_link: bool,
    pub form: Option<i64>,
    /// By question id, in JSON; null where the question was skipped.
    pub answers: Map<String, Value>,
    pub choice: Option<i64>,
    pub age_band: Option<String>,
    pub sex: Option<String>,
    pub country: Option<String>,
    pub weight: f64,
    pub comment: Option<String>,
    /// Marks of a program: `hidden_field`, `fast`.
    pub flags: Vec<String>,
    /// Whether its owner counts it in spite of its marks.
    pub is_kept: bool,
    /// Whether it is whole: the choice was made, and the last question was answered or skipped.
    pub is_complete: bool,
    pub started_at: UnixMs,
    pub finished_at: Option<UnixMs>,
}

/// How an answer enters the counts of its survey.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Unfinished,
    Counted,
    /// Whole, with marks of a program, and not kept by its owner.
    Marked,
}

impl AnswerRow {
    /// Whether it enters estimates, quotas and studies.
    pub fn is_counted(&self) -> bool {
        self.class() == Class::Counted
    }

    pub(super) fn class(&self) -> Class {
        match (self.is_complete, self.flags.is_empty() || self.is_kept) {
            (false, _) => Class::Unfinished,
            (true, true) => Class::Counted,
            (true, false) => Class::Marked,
        }
    }
}

pub(super) const ANSWER: &str = "
    SELECT a.id, a.survey_id, a.form, a.answers, a.choice, a.age_band, a.sex, a.country, a.weight, a.comment, a.flags,
           a.kept, a.complete, a.started_at, a.finished_at FROM survey_answers a";

impl Store {
    /// What a browser has answered in a survey so far.
    pub async fn answer_of(&self, survey: SurveyId, browser: SecretHash) -> Result<Option<AnswerRow>, StoreError> {
        let row = sqlx::query(AssertSqlSafe(format!("{ANSWER} WHERE a.survey_id = $1 AND a.browser = $2")))
            .bind(survey.to_string())
            .bind(browser.as_bytes())
            .fetch_optional(self.db.public_reads())
            .await?;
        row.as_ref().map(read_answer).transpose()
    }

    /// Every whole answer of people to one of the account's reports, oldest first. Should there be more than can be read at
    /// once, those that are counted come before those that are marked.
    pub async fn people(&self, account: AccountId, report: ReportId) -> Result<Vec<AnswerRow>, StoreError> {
        let sql = format!(
            "{ANSWER} JOIN reports r ON r.id = a.report_id
             WHERE r.account_id = $1 AND r.id = $2 AND a.complete = 1 ORDER BY a.counted DESC, a.id LIMIT $3"
        );
        let rows = sqlx::query(AssertSqlSafe(sql))
            .bind(account.to_string())
            .bind(report.to_string())
            .bind(ANSWERS_MAX)
            .fetch_all(self.db.reads())
            .await?;
        let mut answers: Vec<AnswerRow> = rows.iter().map(read_answer).collect::<Result<_, _>>()?;
        answers.sort_by_key(|answer| answer.id);
        Ok(answers)
    }
}

pub(super) fn read_answer(row: &AnyRow) -> Result<AnswerRow, StoreError> {
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
        is_kept: row.try_get::<i64, _>("kept")? == 1,
        is_complete: row.try_get::<i64, _>("complete")? == 1,
        started_at: row.try_get("started_at")?,
        finished_at: row.try_get("finished_at")?,
    })
}
