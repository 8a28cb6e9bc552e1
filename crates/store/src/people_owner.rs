//! What the owner of a report does with answers of people: keeps a flagged one, hides a comment, deletes one, all, the flagged
//! or the incomplete ones. Every change raises the report's `people_version`, so that everything derived is recomputed.

use sqlx::AssertSqlSafe;

use super::answer_rows::{ANSWER, AnswerRow};
use super::people_locks::{lock_own_report, move_count, raise_people_version, recount};
use super::{Store, StoreError, studies};
use primitives::ids::{AccountId, AnswerId, ReportId};

/// Which answers of a report are deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deleting {
    One(AnswerId),
    /// Every answer. The survey stays, with its full quota.
    All,
    /// Complete answers that are flagged as automated and not kept by the owner.
    Marked,
    /// Incomplete answers by link.
    Unfinished,
}

/// The owner's decisions on one answer. Fields that are `None` stay as they are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AnswerChange {
    /// Whether a flagged answer is counted.
    pub is_kept: Option<bool>,
    /// Whether the comment is hidden from every report.
    pub is_comment_hidden: Option<bool>,
}

impl Store {
    /// Changes an answer as its owner decides. Returns it as it is now, or `None` if the account's report has no such
    /// complete answer.
    pub async fn change_answer(
        &self,
        account: AccountId,
        report: ReportId,
        answer: AnswerId,
        change: AnswerChange,
    ) -> Result<Option<AnswerRow>, StoreError> {
        let mut tx = self.db.write().await?;
        let Some(locked) = lock_own_report(&self.db, &mut tx, account, report).await? else { return Ok(None) };
        let sql = format!("{ANSWER} WHERE a.report_id = $1 AND a.id = $2 AND a.complete = 1 {}", self.db.row_lock());
        let kept: Option<AnswerRow> = sqlx::query_as(AssertSqlSafe(sql))
            .bind(report.to_string())
            .bind(answer.to_string())
            .fetch_optional(&mut *tx)
            .await?;
        let Some(mut kept) = kept else { return Ok(None) };
        let from = kept.class();
        kept.is_kept = change.is_kept.unwrap_or(kept.is_kept);
        kept.is_comment_hidden = change.is_comment_hidden.unwrap_or(kept.is_comment_hidden);
        sqlx::query("UPDATE survey_answers SET kept = $2, counted = $3, comment_hidden = $4 WHERE id = $1")
            .bind(answer.to_string())
            .bind(i64::from(kept.is_kept))
            .bind(i64::from(kept.is_counted()))
            .bind(i64::from(kept.is_comment_hidden))
            .execute(&mut *tx)
            .await?;
        if let (Some(survey), true) = (locked.survey, kept.by_link) {
            move_count(&mut tx, &survey.id, (from, kept.class())).await?;
        }
        raise_people_version(&mut tx, report).await?;
        tx.commit().await?;
        Ok(Some(kept))
    }

    /// Deletes answers of people and frees their places in the quota. Returns how many, or `None` if the account has
    /// no such report.
    pub async fn delete_answers(
        &self,
        account: AccountId,
        report: ReportId,
        deleting: Deleting,
    ) -> Result<Option<u64>, StoreError> {
        let mut tx = self.db.write().await?;
        if lock_own_report(&self.db, &mut tx, account, report).await?.is_none() {
            return Ok(None);
        }
        let sql = match deleting {
            Deleting::One(_) => "DELETE FROM survey_answers WHERE report_id = $1 AND id = $2",
            Deleting::All => "DELETE FROM survey_answers WHERE report_id = $1",
            Deleting::Marked => {
                "DELETE FROM survey_answers WHERE report_id = $1 AND complete = 1 AND counted = 0 AND eligibility <> 'out'"
            }
            Deleting::Unfinished => {
                "DELETE FROM survey_answers WHERE report_id = $1 AND complete = 0 AND eligibility <> 'out'"
            }
        };
        let mut query = sqlx::query(sql).bind(report.to_string());
        if let Deleting::One(answer) = deleting {
            query = query.bind(answer.to_string());
        }
        let deleted = query.execute(&mut *tx).await?.rows_affected();
        recount(&mut tx, report).await?;
        raise_people_version(&mut tx, report).await?;
        if matches!(deleting, Deleting::One(_) | Deleting::All) {
            // The study is deleted with the answers; the rest becomes a new one if it is large enough.
            studies::forget(&mut tx, &report.to_string()).await?;
        }
        tx.commit().await?;
        Ok(Some(deleted))
    }
}
