//! Fieldwork on a finished report: opening and changing its survey, and reading, adding and deleting people's
//! answers. The API, the workspace and the public pages all use these methods, so they behave alike. Fieldwork costs
//! no credits and never changes the stored result.

use std::collections::BTreeMap;

use contract::{CompletedReport, ReportResult};
use language::served::without_invisible;
use language::text::is_blank;

use super::App;
use super::counted_people::people;
use contract::{PeopleView, SheetRecord, surveyed};
use fieldwork::{CountedAnswer, Eligibility, People, Person, Screening, Sheet, Upload};
use primitives::clock::{DAY_MS, UnixMs};
use primitives::ids::{AccountId, AnswerId, BatchId, ReportId, SurveyId};
use primitives::secret::{PlainToken, SecretHash, public_token};
use store::body::{read_json, unpack};
use store::{
    AnswerChange, AnswerRow, BatchAdded, BodyForm, Deleting, NewBatch, NewPerson, NewSurvey, ReportState, StoreError,
    Survey, SurveyChange, SurveyChanged, SurveyOpened,
};

pub const QUOTA_DEFAULT: i64 = 60;
pub const QUOTA_MAX: i64 = 5000;
pub const LINKS_MAX: i64 = 1000;
pub const ASKER_CHARS_MAX: usize = 80;
/// The latest allowed end of a survey, in days from now.
const ENDS_WITHIN_DAYS_MAX: i64 = 5 * 366;

/// The parameters of a new survey.
#[derive(Debug, Clone, Default)]
pub struct SurveyParams {
    pub quota: Option<i64>,
    pub ends_at: Option<UnixMs>,
    /// Number of one-time links to create; with 0, a single link works for everybody.
    pub one_time_links: i64,
    pub settle_close: bool,
    /// The name of the asking person or organisation, shown to participants.
    pub asker: Option<String>,
}

/// Changes to a survey. Fields that are `None` stay as they are.
#[derive(Debug, Clone, Default)]
pub struct SurveyUpdate {
    pub is_closed: Option<bool>,
    pub quota: Option<i64>,
    pub ends_at: Option<Option<UnixMs>>,
    pub more_links: i64,
}

/// A survey with its newly created one-time links. Only their hashes are stored, so they can be shown only once.
#[derive(Debug, Clone)]
pub struct SurveyWithLinks {
    pub survey: Survey,
    pub links: Vec<String>,
}

/// Reasons why a fieldwork operation fails.
#[derive(Debug, thiserror::Error)]
pub enum FieldworkError {
    #[error("there is nothing at this address")]
    NotFound,
    #[error("people can be asked about a report once it is completed")]
    Unfinished,
    #[error("this report has a survey already; close, extend or delete that one")]
    Exists,
    #[error("{message}")]
    Invalid { field: &'static str, message: String },
    #[error("this idempotency key was used with another file")]
    KeyReused,
    #[error("a report takes at most 10000 counted answers")]
    TooMany,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Broken(#[from] anyhow::Error),
}

impl App {
    /// Returns the URL of a survey for its participants.
    pub fn survey_url(&self, token: &str) -> String {
        format!("{}/s/{token}", self.config.public_url)
    }

    pub async fn open_survey(
        &self,
        account: AccountId,
        report: ReportId,
        opening: SurveyParams,
    ) -> Result<SurveyWithLinks, FieldworkError> {
        let now = self.clock.now();
        let quota = opening.quota.unwrap_or(QUOTA_DEFAULT);
        check(Some(quota), opening.ends_at, opening.one_time_links, now)?;
        let asker = opening.asker.as_deref().map(|asker| without_invisible(asker.trim()));
        let asker = asker.as_deref().filter(|asker| !is_blank(asker));
        if asker.is_some_and(|asker| asker.chars().count() > ASKER_CHARS_MAX || asker.chars().any(char::is_control)) {
            let message = format!("asker must be one line of at most {ASKER_CHARS_MAX} characters");
            return Err(FieldworkError::Invalid { field: "asker", message });
        }
        let result = self.finished_result(account, report).await?;
        let sheet = serde_json::to_string(&SheetRecord::from(Sheet::of(surveyed(&result), self.chance.u64())))
            .map_err(anyhow::Error::new)?;
        let token = public_token(&self.chance);
        let (links, hashes) = self.new_links(&token, opening.one_time_links);
        let new = NewSurvey {
            id: SurveyId::new(now, &self.chance),
            token: &token,
            quota,
            ends_at: opening.ends_at,
            settle_close: opening.settle_close,
            asker,
            sheet: &sheet,
            links: &hashes,
        };
        match self.store.open_survey(account, report, new, now).await? {
            SurveyOpened::Opened => {}
            SurveyOpened::Exists => return Err(FieldworkError::Exists),
            SurveyOpened::Unfinished => return Err(FieldworkError::Unfinished),
            SurveyOpened::Missing => return Err(FieldworkError::NotFound),
        }
        Ok(SurveyWithLinks { survey: self.survey(account, report).await?, links })
    }

    pub async fn survey(&self, account: AccountId, report: ReportId) -> Result<Survey, FieldworkError> {
        self.store.survey(account, report).await?.ok_or(FieldworkError::NotFound)
    }

    pub async fn change_survey(
        &self,
        account: AccountId,
        report: ReportId,
        changing: SurveyUpdate,
    ) -> Result<SurveyWithLinks, FieldworkError> {
        check(changing.quota, changing.ends_at.flatten(), changing.more_links, self.clock.now())?;
        let survey = self.survey(account, report).await?;
        let (links, hashes) = self.new_links(&survey.token, changing.more_links);
        let SurveyUpdate { is_closed, quota, ends_at, .. } = changing;
        let change = SurveyChange { is_closed, quota, ends_at, links: hashes };
        match self.store.change_survey(account, report, &change).await? {
            SurveyChanged::Changed => {}
            SurveyChanged::Missing => return Err(FieldworkError::NotFound),
            SurveyChanged::QuotaTooSmall { complete } => {
                let message = format!("quota must be at least {complete}: so many people have answered");
                return Err(FieldworkError::Invalid { field: "quota", message });
            }
        }
        self.people_changed(report);
        Ok(SurveyWithLinks { survey: self.survey(account, report).await?, links })
    }

    /// Returns the view of a report with its people, and all complete answers.
    pub async fn people(
        &self,
        account: AccountId,
        report: ReportId,
    ) -> Result<(PeopleView, Vec<AnswerRow>), FieldworkError> {
        let result = self.finished_result(account, report).await?;
        let answers = self.store.people(account, report).await?;
        let people = people(&answers, self.store.survey(account, report).await?.as_ref());
        Ok((PeopleView::of(&result, &people), answers))
    }

    /// Returns the counted answers to a report, with the number of flagged and unfinished ones.
    pub async fn people_of(&self, account: AccountId, report: ReportId) -> Result<People, StoreError> {
        let answers = self.store.people(account, report).await?;
        Ok(people(&answers, self.store.survey(account, report).await?.as_ref()))
    }

    /// Counts a flagged answer or no longer, hides its comment or shows it. Returns the answer as it is now; `None` if
    /// there is no such complete answer.
    pub async fn change_answer(
        &self,
        account: AccountId,
        report: ReportId,
        answer: AnswerId,
        change: AnswerChange,
    ) -> Result<Option<AnswerRow>, StoreError> {
        let changed = self.store.change_answer(account, report, answer, change).await?;
        if change.is_comment_hidden.is_some() {
            // Once the owner is told that a comment is hidden, no page may show it.
            self.people_followed(report).await;
        } else {
            self.people_changed(report);
        }
        Ok(changed)
    }

    /// Deletes answers and returns their number; `None` if the account has no such report.
    pub async fn delete_answers(
        &self,
        account: AccountId,
        report: ReportId,
        deleting: Deleting,
    ) -> Result<Option<u64>, StoreError> {
        let deleted = self.store.delete_answers(account, report, deleting).await?;
        self.people_changed(report);
        Ok(deleted)
    }

    /// Deletes a survey with all answers given through its links. Returns false if there is none.
    pub async fn delete_survey(&self, account: AccountId, report: ReportId) -> Result<bool, StoreError> {
        let is_deleted = self.store.delete_survey(account, report).await?;
        self.people_changed(report);
        Ok(is_deleted)
    }

    /// Stores an uploaded file of answers, all rows or none; people outside the audience are set apart. Without an idempotency key, rows that are already stored are added again only if
    /// the client states that they belong to other people.
    pub async fn add_people(
        &self,
        account: AccountId,
        report: ReportId,
        upload: Upload,
        sent: UploadOptions<'_>,
    ) -> Result<Added, FieldworkError> {
        let now = self.clock.now();
        let screening = self.screening(account, report).await?;
        let new = |person: Person| self.new_person(person, &screening, now);
        let people: Vec<NewPerson> = upload.people.into_iter().map(new).collect();
        let new = NewBatch {
            id: BatchId::new(now, &self.chance),
            rows_hash: upload.rows_hash,
            idempotency_key: sent.key,
            are_other_people: sent.are_other_people,
            people: &people,
        };
        match self.store.add_people(account, report, new, now).await? {
            BatchAdded::Added { people: in_file, is_replay } => {
                self.people_changed(report);
                Ok(Added::new(in_file, is_replay, &people))
            }
            BatchAdded::KeyReused => Err(FieldworkError::KeyReused),
            BatchAdded::TooMany => Err(FieldworkError::TooMany),
            BatchAdded::Unfinished => Err(FieldworkError::Unfinished),
            BatchAdded::Missing => Err(FieldworkError::NotFound),
        }
    }

    /// Returns who belongs to the audience of a report.
    pub async fn screening(&self, account: AccountId, report: ReportId) -> Result<Screening, FieldworkError> {
        Ok(surveyed(&self.finished_result(account, report).await?).screening)
    }

    /// Returns the report's options in the client's spelling, which the rows of an upload must match.
    pub async fn people_options(&self, account: AccountId, report: ReportId) -> Result<Vec<String>, FieldworkError> {
        let own = self.store.own_report(account, report).await?.ok_or(FieldworkError::NotFound)?;
        if own.status != store::Status::Completed {
            return Err(FieldworkError::Unfinished);
        }
        Ok(own.brief.options().to_vec())
    }

    /// Deletes answers older than the `people_keep_days` setting. An answer is first marked, and deleted only after
    /// the service has run for another day. Nothing is marked or deleted while this machine's clock and the database
    /// heartbeat differ by more than a day.
    pub async fn forget_people(&self) -> Result<u64, StoreError> {
        let days = i64::from(self.config.people_keep_days);
        if days == 0 {
            self.store.unmark_people(UnixMs::MIN).await?;
            return Ok(0);
        }
        let (beat, now) = (self.store.beat().await?, self.clock.now());
        if (now - beat.at).abs() > DAY_MS {
            tracing::warn!(
                clock_ms = now,
                heartbeat_ms = beat.at,
                "old answers of people are not deleted: the clocks of this machine and of the database differ"
            );
            return Ok(0);
        }
        self.store.forget_people(now - days * DAY_MS, beat.ran_ms).await
    }

    pub(super) async fn finished_result(
        &self,
        account: AccountId,
        report: ReportId,
    ) -> Result<ReportResult, FieldworkError> {
        match self.store.report_state(account, report).await?.ok_or(FieldworkError::NotFound)? {
            ReportState::Completed { .. } => {}
            _ => return Err(FieldworkError::Unfinished),
        }
        let body = self.store.result_body(account, report, BodyForm::Gzip).await?.ok_or(FieldworkError::NotFound)?;
        // Parsing megabytes would block the async runtime for too long.
        let read = tokio::task::spawn_blocking(move || -> anyhow::Result<ReportResult> {
            Ok(read_json::<CompletedReport>(&unpack(&body)?)?.result)
        });
        Ok(read.await.map_err(anyhow::Error::new)??)
    }

    fn new_links(&self, token: &str, links: i64) -> (Vec<String>, Vec<SecretHash>) {
        let make = |_| {
            let key = PlainToken::generate(&self.chance);
            (format!("{}?k={}", self.survey_url(token), key.reveal()), key.hash())
        };
        (0..links).map(make).unzip()
    }

    fn new_person(&self, person: Person, screening: &Screening, now: UnixMs) -> NewPerson {
        NewPerson {
            eligibility: screening.eligibility(&CountedAnswer::from(&person)),
            id: AnswerId::new(now, &self.chance),
            choice: i64::try_from(person.choice).unwrap_or(i64::MAX),
            age_band: person.age_band,
            sex: person.sex,
            country: person.country,
            weight: person.weight,
            comment: person.comment,
        }
    }
}

/// How a file of answers was uploaded.
#[derive(Debug, Clone, Copy, Default)]
pub struct UploadOptions<'a> {
    pub key: Option<&'a str>,
    /// Whether rows that are already stored belong to other people.
    pub are_other_people: bool,
}

/// What adding a file of answers did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Added {
    /// Number of people in the file.
    pub people: i64,
    /// Whether the file was added before, in which case nothing was added this time.
    pub is_replay: bool,
    /// Number of people outside the audience, who are stored and not counted.
    pub set_apart: i64,
    /// Number of counted people who are not known to belong to the audience.
    pub eligibility_unknown: i64,
    /// Number of counted people for each option, by its place.
    pub by_option: BTreeMap<i64, i64>,
}

impl Added {
    fn new(people: i64, is_replay: bool, rows: &[NewPerson]) -> Self {
        let count = |wanted| rows.iter().filter(|row| row.eligibility == wanted).count();
        let mut by_option = BTreeMap::new();
        for row in rows.iter().filter(|row| row.eligibility != Eligibility::Out) {
            *by_option.entry(row.choice).or_default() += 1;
        }
        Self {
            people,
            is_replay,
            set_apart: i64::try_from(count(Eligibility::Out)).unwrap_or(i64::MAX),
            eligibility_unknown: i64::try_from(count(Eligibility::Unknown)).unwrap_or(i64::MAX),
            by_option,
        }
    }
}

fn check(quota: Option<i64>, ends_at: Option<UnixMs>, links: i64, now: UnixMs) -> Result<(), FieldworkError> {
    if quota.is_some_and(|quota| !(1..=QUOTA_MAX).contains(&quota)) {
        let message = format!("quota must be between 1 and {QUOTA_MAX}");
        return Err(FieldworkError::Invalid { field: "quota", message });
    }
    if ends_at.is_some_and(|ends_at| ends_at <= now || ends_at > now + ENDS_WITHIN_DAYS_MAX * DAY_MS) {
        let message = "ends_at must lie ahead, by at most five years".to_owned();
        return Err(FieldworkError::Invalid { field: "ends_at", message });
    }
    if !(0..=LINKS_MAX).contains(&links) {
        let message = format!("one_time_links must be between 0 and {LINKS_MAX}");
        return Err(FieldworkError::Invalid { field: "one_time_links", message });
    }
    Ok(())
}
