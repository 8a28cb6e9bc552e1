//! What the owner of a report does with single answers of people: keeps one that is marked, deletes one, all, the marked or
//! the unfinished ones. Every change raises the report's `people_version`, so that nothing made from answers is out of date.

use sqlx::AssertSqlSafe;

use super::answer_rows::{ANSWER, AnswerRow};
use super::people_locks::{bump, lock_own_report, move_count, recount};
use super::{Store, StoreError, studies};
use primitives::ids::{AccountId, AnswerId, ReportId};

/// Which answers of a report are deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deleting {
    One(AnswerId),
    /// Every answer. The survey stays, with its whole quota.
    All,
    /// Whole answers with marks of a program that the owner has not kept.
    Marked,
    /// Answers by link that were begun and not finished.
    Unfinished,
}

impl Store {
    /// Counts a marked answer in spite of its marks, or no longer. Returns whether it is counted now; `None` where the account's
    /// report has no such whole answer.
    pub async fn keep_answer(
        &self,
        account: AccountId,
        report: ReportId,
        answer: AnswerId,
        is_kept: bool,
    ) -> Result<Option<bool>, StoreError> {
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
        kept.is_kept = is_kept;
        sqlx::query("UPDATE survey_answers SET kept = $2, counted = $3 WHERE id = $1")
            .bind(answer.to_string())
            .bind(i64::from(is_kept))
            .bind(i64::from(kept.is_counted()))
            .execute(&mut *tx)
            .await?;
        if let (Some(survey), true) = (locked.survey, kept.by_link) {
            move_count(&mut tx, &survey.id, (from, kept.class())).await?;
        }
        bump(&mut tx, report).await?;
        tx.commit().await?;
        Ok(Some(kept.is_counted()))
    }

    /// Deletes answers of people to a report; their places in the quota are free again. `None` where the account has no such
    /// report, else how many answers those were.
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
            Deleting::Marked => "DELETE FROM survey_answers WHERE report_id = $1 AND complete = 1 AND counted = 0",
            Deleting::Unfinished => "DELETE FROM survey_answers WHERE report_id = $1 AND complete = 0",
        };
        let mut query = sqlx::query(sql).bind(report.to_string());
        if let Deleting::One(answer) = deleting {
            query = query.bind(answer.to_string());
        }
        let deleted = query.execute(&mut *tx).await?.rows_affected();
        recount(&mut tx, report).await?;
        bump(&mut tx, report).await?;
        if matches!(deleting, Deleting::One(_) | Deleting::All) {
            // What was learned goes with the answers; should enough be left, they are a study again.
            studies::forget(&mut tx, &report.to_string()).await?;
        }
        tx.commit().await?;
        Ok(Some(deleted))
    }
}
