//! Answers of people as rows: how one is read, and the reads of one browser's answer and of a report's whole answers.

use serde_json::{Map, Value};
use sqlx::AssertSqlSafe;

use super::rows::{As, CommaSeparated, Flag, IsSet};
use super::{Store, StoreError};
use primitives::clock::UnixMs;
use primitives::ids::{AccountId, AnswerId, ReportId, SurveyId};
use primitives::secret::SecretHash;

/// Counted answers of one report, by link and from files; more are a matter for other tools.
pub const ANSWERS_MAX: i64 = 10_000;
/// Answers of one survey that are not counted: begun and not finished, or marked. Programs must not fill the disk.
pub const UNCOUNTED_MAX: i64 = 50_000;

/// One person's answer as it is kept.
#[derive(Debug, Clone, PartialEq, sqlx::FromRow)]
pub struct AnswerRow {
    #[sqlx(try_from = "As<AnswerId>")]
    pub id: AnswerId,
    /// Whether it came by link rather than from a file.
    #[sqlx(rename = "survey_id", try_from = "IsSet")]
    pub by_link: bool,
    pub form: Option<i64>,
    /// By question id, in JSON; null where the question was skipped.
    #[sqlx(try_from = "As<Map<String, Value>>")]
    pub answers: Map<String, Value>,
    pub choice: Option<i64>,
    pub age_band: Option<String>,
    pub sex: Option<String>,
    pub country: Option<String>,
    pub weight: f64,
    pub comment: Option<String>,
    /// Marks of a program: `hidden_field`, `fast`.
    #[sqlx(try_from = "CommaSeparated")]
    pub flags: Vec<String>,
    /// Whether its owner counts it in spite of its marks.
    #[sqlx(rename = "kept", try_from = "Flag")]
    pub is_kept: bool,
    /// Whether it is whole: the choice was made, and the last question was answered or skipped.
    #[sqlx(rename = "complete", try_from = "Flag")]
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
        Ok(sqlx::query_as(AssertSqlSafe(format!("{ANSWER} WHERE a.survey_id = $1 AND a.browser = $2")))
            .bind(survey.to_string())
            .bind(browser.as_bytes())
            .fetch_optional(self.db.public_reads())
            .await?)
    }

    /// Every whole answer of people to one of the account's reports, oldest first. Should there be more than can be read at
    /// once, those that are counted come before those that are marked.
    pub async fn people(&self, account: AccountId, report: ReportId) -> Result<Vec<AnswerRow>, StoreError> {
        let sql = format!(
            "{ANSWER} JOIN reports r ON r.id = a.report_id
             WHERE r.account_id = $1 AND r.id = $2 AND a.complete = 1 ORDER BY a.counted DESC, a.id LIMIT $3"
        );
        let mut answers: Vec<AnswerRow> = sqlx::query_as(AssertSqlSafe(sql))
            .bind(account.to_string())
            .bind(report.to_string())
            .bind(ANSWERS_MAX)
            .fetch_all(self.db.reads())
            .await?;
        answers.sort_by_key(|answer| answer.id);
        Ok(answers)
    }
}
