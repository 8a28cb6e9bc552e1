//! Stored answers of people: one browser's answer, and the complete answers of a report.

use fieldwork::Eligibility;
use serde_json::{Map, Value};
use sqlx::AssertSqlSafe;

use super::rows::{As, CommaSeparated, Flag, IsSet};
use super::{Store, StoreError};
use primitives::clock::UnixMs;
use primitives::ids::{AccountId, AnswerId, ReportId, SurveyId};
use primitives::secret::SecretHash;

/// The most counted answers of one report, by link and from uploads.
pub const ANSWERS_MAX: i64 = 10_000;
/// The most answers of one survey that are not counted (incomplete or flagged), so that bots can't fill the disk.
pub const UNCOUNTED_MAX: i64 = 50_000;

/// One person's answer.
#[derive(Debug, Clone, PartialEq, sqlx::FromRow)]
pub struct AnswerRow {
    #[sqlx(try_from = "As<AnswerId>")]
    pub id: AnswerId,
    /// Whether it came by link and not by upload.
    #[sqlx(rename = "survey_id", try_from = "IsSet")]
    pub by_link: bool,
    pub form: Option<i64>,
    /// Answers by question id; null if the question was skipped.
    #[sqlx(try_from = "As<Map<String, Value>>")]
    pub answers: Map<String, Value>,
    pub choice: Option<i64>,
    pub age_band: Option<String>,
    pub sex: Option<String>,
    pub country: Option<String>,
    /// Weight that a file supplied.
    pub weight: Option<f64>,
    /// Whether the person belongs to the audience.
    #[sqlx(try_from = "As<Eligibility>")]
    pub eligibility: Eligibility,
    pub comment: Option<String>,
    /// Whether the owner hides the comment from every report.
    #[sqlx(rename = "comment_hidden", try_from = "Flag")]
    pub is_comment_hidden: bool,
    /// Signs of automation: `hidden_field`, `fast`.
    #[sqlx(try_from = "CommaSeparated")]
    pub flags: Vec<String>,
    /// Whether the owner counts it in spite of its flags.
    #[sqlx(rename = "kept", try_from = "Flag")]
    pub is_kept: bool,
    /// Whether the choice was made and the last question answered or skipped.
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
    /// Complete, flagged as automated, and not kept by the owner.
    Marked,
    /// Of a person outside the audience.
    ScreenedOut,
}

impl AnswerRow {
    /// Whether it counts in estimates, quotas and studies.
    pub fn is_counted(&self) -> bool {
        self.class() == Class::Counted
    }

    pub(super) fn class(&self) -> Class {
        match (self.is_complete, self.flags.is_empty() || self.is_kept) {
            _ if self.eligibility == Eligibility::Out => Class::ScreenedOut,
            (false, _) => Class::Unfinished,
            (true, true) => Class::Counted,
            (true, false) => Class::Marked,
        }
    }
}

pub(super) const ANSWER: &str = "
    SELECT a.id, a.survey_id, a.form, a.answers, a.choice, a.age_band, a.sex, a.country, a.weight, a.eligibility,
           a.comment, a.comment_hidden, a.flags, a.kept, a.complete, a.started_at, a.finished_at FROM survey_answers a";

impl Store {
    /// Returns the answer of a browser to a survey so far.
    pub async fn answer_of(&self, survey: SurveyId, browser: SecretHash) -> Result<Option<AnswerRow>, StoreError> {
        Ok(sqlx::query_as(AssertSqlSafe(format!("{ANSWER} WHERE a.survey_id = $1 AND a.browser = $2")))
            .bind(survey.to_string())
            .bind(browser.as_bytes())
            .fetch_optional(self.db.public_reads())
            .await?)
    }

    /// Returns the complete answers to one of the account's reports, oldest first, at most `ANSWERS_MAX`, counted
    /// ones before flagged ones.
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
