//! Answers of people by link, recorded screen by screen. Rows are locked in the order of `people_locks`, so that
//! quota, end and closing are exact under concurrency. An acknowledged answer is committed.

use fieldwork::Eligibility;
use serde_json::{Map, Value};
use sqlx::{AnyConnection, AssertSqlSafe};

use super::answer_rows::{ANSWER, AnswerRow, Class};
use super::people_locks::{lock_report, lock_survey_by_id, move_count, raise_people_version};
use super::rows::eligibility_name;
use super::{Store, StoreError, Survey, SurveyIntake};
use primitives::clock::UnixMs;
use primitives::ids::AnswerId;
use primitives::secret::SecretHash;

/// Age at which an incomplete answer may be deleted once that limit is reached.
const UNFINISHED_STAYS_MS: i64 = 60 * 60 * 1000;
/// How many incomplete answers are deleted at once, so that the next start does not reach the limit again.
const DROPPED_AT_ONCE: i64 = 1_000;

/// A demographic attribute that a screen asks for.
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
    /// `None` if the question was skipped.
    pub value: Option<Value>,
    /// Index of the chosen option, if this is the final choice.
    pub choice: Option<i64>,
    /// Text, if this is the open question.
    pub comment: Option<&'a str>,
    pub about: Option<About>,
    /// Ids of the screening questions. Their answers are objects with `pick`, the attribute's value, and `fits`.
    pub screening: &'a [String],
    /// Id of the last question: an answer is complete once that was answered or skipped and the choice made.
    pub last_question: &'a str,
    /// Whether the hidden honeypot field was filled in.
    pub is_trapped: bool,
    /// An answer completed sooner than this after its start is flagged as `fast`.
    pub fast_ms: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begun {
    Begun {
        /// How many people began earlier.
        number: i64,
    },
    /// This browser has an answer already.
    Again,
    /// The single-use link was used.
    LinkUsed,
    /// Too many answers of this survey are incomplete or flagged; incomplete ones expire within an hour.
    Crowded,
    Refused(SurveyIntake),
    Missing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recorded {
    /// Recorded; `is_whole` if the answer is complete now.
    Kept { is_whole: bool },
    /// The survey takes no more answers; what was recorded before stays.
    Refused(SurveyIntake),
    /// The person does not belong to the audience. Nothing more is recorded.
    ScreenedOut,
    /// This browser has not begun.
    Missing,
}

impl Store {
    /// Begins a person's answer, and consumes a single-use link.
    pub async fn begin_answer(
        &self,
        survey: &Survey,
        (id, browser): (AnswerId, SecretHash),
        link: Option<SecretHash>,
        now: UnixMs,
    ) -> Result<Begun, StoreError> {
        let mut tx = self.db.write().await?;
        let survey_id = survey.id.to_string();
        let Some(locked) = lock_survey_by_id(&self.db, &mut tx, survey.id).await? else { return Ok(Begun::Missing) };
        match locked.intake(now) {
            SurveyIntake::Open => {}
            refused => return Ok(Begun::Refused(refused)),
        }
        if locked.is_crowded() && drop_unfinished(&mut tx, &survey_id, now).await? == 0 {
            return Ok(Begun::Crowded);
        }
        let number = locked.started;
        let inserted = sqlx::query(
            "INSERT INTO survey_answers (id, report_id, survey_id, browser, form, answers, complete, started_at)
             VALUES ($1, $2, $3, $4, $5, '{}', 0, $6) ON CONFLICT (survey_id, browser) DO NOTHING",
        )
        .bind(id.to_string())
        .bind(survey.report.to_string())
        .bind(&survey_id)
        .bind(browser.as_bytes())
        .bind(number)
        .bind(now)
        .execute(&mut *tx)
        .await?;
        if inserted.rows_affected() == 0 {
            return Ok(Begun::Again);
        }
        if locked.is_one_time && !use_link(&mut tx, &survey_id, link, id).await? {
            return Ok(Begun::LinkUsed);
        }
        sqlx::query(
            "UPDATE surveys SET started = started + 1, unfinished = unfinished + 1, links_used = links_used + $2
             WHERE id = $1",
        )
        .bind(&survey_id)
        .bind(i64::from(locked.is_one_time))
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(Begun::Begun { number })
    }

    /// Records one screen of an answer, and counts the answer once it is complete, exactly up to the quota and the
    /// end.
    pub async fn record_answer(
        &self,
        survey: &Survey,
        browser: SecretHash,
        part: AnswerPart<'_>,
        now: UnixMs,
    ) -> Result<Recorded, StoreError> {
        let mut tx = self.db.write().await?;
        if !lock_report(&self.db, &mut tx, survey.report).await? {
            return Ok(Recorded::Missing);
        }
        let survey_id = survey.id.to_string();
        let Some(locked) = lock_survey_by_id(&self.db, &mut tx, survey.id).await? else {
            return Ok(Recorded::Missing);
        };
        let sql = format!("{ANSWER} WHERE a.survey_id = $1 AND a.browser = $2 {}", self.db.row_lock());
        let before: Option<AnswerRow> = sqlx::query_as(AssertSqlSafe(sql))
            .bind(&survey_id)
            .bind(browser.as_bytes())
            .fetch_optional(&mut *tx)
            .await?;
        let Some(before) = before else { return Ok(Recorded::Missing) };
        if before.eligibility == Eligibility::Out {
            return Ok(Recorded::ScreenedOut);
        }
        match locked.intake(now) {
            SurveyIntake::Open => {}
            // A counted person may still answer the demographic questions.
            SurveyIntake::Full if before.is_complete => {}
            refused => return Ok(Recorded::Refused(refused)),
        }
        let from = before.class();
        let after = with_part(before, part, now);
        write_answer(&mut tx, &after).await?;
        move_count(&mut tx, &survey_id, (from, after.class())).await?;
        let is_out = after.eligibility == Eligibility::Out;
        if after.is_complete || is_out {
            raise_people_version(&mut tx, survey.report).await?;
        }
        tx.commit().await?;
        Ok(if is_out { Recorded::ScreenedOut } else { Recorded::Kept { is_whole: after.is_complete } })
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

/// Deletes the oldest incomplete answers that began more than an hour ago, of people outside the audience too; returns how
/// many.
async fn drop_unfinished(connection: &mut AnyConnection, survey: &str, now: UnixMs) -> Result<i64, StoreError> {
    let dropped = sqlx::query(
        "DELETE FROM survey_answers WHERE id IN (
             SELECT id FROM survey_answers WHERE survey_id = $1 AND complete = 0 AND started_at < $2
             ORDER BY started_at LIMIT $3)",
    )
    .bind(survey)
    .bind(now - UNFINISHED_STAYS_MS)
    .bind(DROPPED_AT_ONCE)
    .execute(&mut *connection)
    .await?;
    let dropped = i64::try_from(dropped.rows_affected()).unwrap_or(i64::MAX);
    sqlx::query(
        "UPDATE surveys SET
             unfinished = (SELECT COUNT(*) FROM survey_answers a
                           WHERE a.survey_id = surveys.id AND a.complete = 0 AND a.eligibility <> 'out'),
             screened_out = (SELECT COUNT(*) FROM survey_answers a
                             WHERE a.survey_id = surveys.id AND a.eligibility = 'out')
         WHERE id = $1",
    )
    .bind(survey)
    .execute(connection)
    .await?;
    Ok(dropped)
}

/// Adds one screen to an answer.
fn with_part(mut answer: AnswerRow, part: AnswerPart<'_>, now: UnixMs) -> AnswerRow {
    let is_screening = part.screening.iter().any(|question| question == part.question);
    let picked = part.value.as_ref().map(|value| if is_screening { &value["pick"] } else { value });
    let text = picked.and_then(Value::as_str).map(str::to_owned);
    match part.about {
        Some(About::AgeBand) => answer.age_band = text,
        Some(About::Sex) => answer.sex = text,
        Some(About::Country) => answer.country = text,
        None => {}
    }
    if part.about.is_none() || is_screening {
        // A skipped question is recorded as null, so that it is not asked again.
        answer.answers.insert(part.question.to_owned(), part.value.unwrap_or(Value::Null));
    }
    answer.eligibility = eligibility(&answer.answers, part.screening);
    if part.choice.is_some() {
        answer.choice = part.choice;
    }
    if let Some(comment) = part.comment {
        answer.comment = Some(comment.to_owned());
    }
    let is_whole = answer.choice.is_some() && answer.answers.contains_key(part.last_question);
    let completes = is_whole && !answer.is_complete;
    if completes {
        answer.is_complete = true;
        answer.finished_at = Some(now);
    }
    let took_ms = now - answer.started_at;
    let mut flag = |name: &str, holds: bool| {
        if holds && !answer.flags.iter().any(|flag| flag == name) {
            answer.flags.push(name.to_owned());
        }
    };
    flag("hidden_field", part.is_trapped);
    // A clock that was set back in between says nothing of how long it took.
    flag("fast", completes && (0..part.fast_ms).contains(&took_ms));
    answer
}

/// A screening question that was skipped or not answered yet is unknown.
fn eligibility(answers: &Map<String, Value>, screening: &[String]) -> Eligibility {
    Eligibility::of(screening.iter().map(|question| answers.get(question).and_then(|answer| answer["fits"].as_bool())))
}

async fn write_answer(connection: &mut AnyConnection, answer: &AnswerRow) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE survey_answers
         SET answers = $2, choice = $3, age_band = $4, sex = $5, country = $6, comment = $7, flags = $8, complete = $9,
             counted = $10, finished_at = $11, eligibility = $12 WHERE id = $1",
    )
    .bind(answer.id.to_string())
    .bind(Value::Object(answer.answers.clone()).to_string())
    .bind(answer.choice)
    .bind(answer.age_band.as_deref())
    .bind(answer.sex.as_deref())
    .bind(answer.country.as_deref())
    .bind(answer.comment.as_deref())
    .bind(answer.flags.join(","))
    .bind(i64::from(answer.is_complete))
    .bind(i64::from(answer.class() == Class::Counted))
    .bind(answer.finished_at)
    .bind(eligibility_name(answer.eligibility))
    .execute(connection)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use primitives::chance::Chance;
    use serde_json::json;

    use super::*;

    fn finished_after(took_ms: i64) -> AnswerRow {
        let begun = AnswerRow {
            id: AnswerId::new(0, &Chance::seeded(1)),
            by_link: true,
            form: Some(0),
            answers: Map::new(),
            choice: None,
            age_band: None,
            sex: None,
            country: None,
            weight: None,
            eligibility: Eligibility::Unscreened,
            comment: None,
            is_comment_hidden: false,
            flags: Vec::new(),
            is_kept: false,
            is_complete: false,
            started_at: 1_000_000,
            finished_at: None,
        };
        let part = AnswerPart {
            question: "only",
            value: Some(json!(0)),
            choice: Some(0),
            comment: None,
            about: None,
            screening: &[],
            last_question: "only",
            is_trapped: false,
            fast_ms: 4_000,
        };
        with_part(begun, part, 1_000_000 + took_ms)
    }

    #[test]
    fn a_person_who_skips_a_screening_question_is_unknown_and_one_who_does_not_fit_is_out() {
        let screening = ["screen_age", "screen_1"].map(str::to_owned);
        let of = |answers: Value| eligibility(answers.as_object().unwrap(), &screening);
        let fits = json!({ "pick": "18-29", "fits": true });
        assert_eq!(of(json!({ "screen_age": fits, "screen_1": fits })), Eligibility::Fits);
        assert_eq!(of(json!({ "screen_age": fits, "screen_1": null })), Eligibility::Unknown);
        assert_eq!(of(json!({ "screen_age": fits })), Eligibility::Unknown);
        assert_eq!(of(json!({ "screen_age": { "pick": null, "fits": false } })), Eligibility::Out);
        assert_eq!(eligibility(&Map::new(), &[]), Eligibility::Unscreened);
    }

    #[test]
    fn an_answer_is_fast_when_it_took_too_little_time_and_not_when_the_clock_was_set_back() {
        for (took_ms, is_fast) in [(0, true), (3_999, true), (4_000, false), (-1, false), (-7_200_000, false)] {
            assert_eq!(finished_after(took_ms).flags.contains(&"fast".to_owned()), is_fast, "{took_ms} ms");
        }
    }
}
