//! Calls to the store as data, so that one can be chosen, made, repeated and put before the model. A response is text,
//! which the model predicts word for word.

use std::fmt::Debug;
use std::time::Duration;

use fieldwork::Eligibility;
use language::brief::{Brief, Draft};
use primitives::clock::UnixMs;
use primitives::ids::{AccountId, AnswerId, BatchId, LedgerId, ReportId, SurveyId};
use primitives::secret::{PlainToken, SecretHash};
use serde_json::Value;
use sha2::{Digest, Sha256};
use store::body::OpenBody;
use store::{
    About, Advance, AnswerChange, AnswerPart, CancelError, Claim, Deleting, FenceError, Finished, Lease, NewBatch,
    NewPerson, NewReport, NewSurvey, OpenError, Status, Step, Store, StoreError, Summary, Survey, SurveyChange,
    Visibility,
};

pub const LEASE: Duration = Duration::from_secs(60);
pub const PATIENCE: Duration = Duration::from_secs(30 * 60);
pub const TRIES_MAX: i64 = 3;
pub const UNFINISHED_MAX: i64 = 4;
/// The questions of every survey, in order.
pub const QUESTIONS: [&str; 3] = ["preference", "why", "last"];
/// The screening question of every survey.
pub const SCREENING: &str = "screen_sex";
/// An answer that is whole sooner is marked.
pub const FAST_MS: i64 = 4_000;

#[derive(Debug, Clone)]
pub enum Call {
    Grant {
        account: AccountId,
        entry: LedgerId,
        credits: i64,
    },
    Open {
        account: AccountId,
        id: ReportId,
        entry: LedgerId,
        /// Two requests differ where their sizes do.
        size: i64,
        key: Option<String>,
        /// A report of any account that is asked again.
        wave_of: Option<ReportId>,
    },
    Cancel {
        account: AccountId,
        report: ReportId,
        entry: LedgerId,
    },
    DeleteReport {
        account: AccountId,
        report: ReportId,
        entry: LedgerId,
    },
    ForgetKeys,
    Claim {
        owner: String,
    },
    ClaimPastGracePeriod {
        owner: String,
    },
    EngineIsAway,
    EngineAnswers,
    Work {
        held: Held,
        work: Work,
    },
    OpenSurvey {
        account: AccountId,
        report: ReportId,
        id: SurveyId,
        quota: i64,
        ends_at: Option<UnixMs>,
        links: Vec<u32>,
    },
    ChangeSurvey {
        account: AccountId,
        report: ReportId,
        change: Change,
    },
    DeleteSurvey {
        account: AccountId,
        report: ReportId,
    },
    Begin {
        survey: SurveyId,
        report: ReportId,
        answer: AnswerId,
        browser: u32,
        link: Option<u32>,
    },
    Record {
        survey: SurveyId,
        report: ReportId,
        browser: u32,
        part: Part,
    },
    Keep {
        account: AccountId,
        report: ReportId,
        answer: AnswerId,
        is_kept: bool,
    },
    Delete {
        account: AccountId,
        report: ReportId,
        deleting: Deleting,
    },
    Upload {
        account: AccountId,
        report: ReportId,
        batch: BatchId,
        /// Equal numbers are equal rows.
        rows: u8,
        key: Option<String>,
        are_other_people: bool,
        people: Vec<AnswerId>,
    },
    Forget {
        before: UnixMs,
        ran_ms: i64,
    },
    Beat,
}

/// A lease with the number of its fence, which the store keeps to itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    pub lease: Lease,
    pub fence: i64,
}

/// What the holder of a lease does.
#[derive(Debug, Clone)]
pub enum Work {
    Enter(Status),
    BeginSteps(Vec<(String, String)>),
    Checkpoint(Vec<(String, String)>, i64),
    Note(String, String),
    Renew,
    Tries,
    HandBack,
    Retry { backoff_ms: i64 },
    WaitForEngine,
    Finish { sampled: i64, entry: LedgerId },
    Fail { entry: LedgerId },
}

#[derive(Debug, Clone, Default)]
pub struct Change {
    pub is_closed: Option<bool>,
    pub quota: Option<i64>,
    pub ends_at: Option<Option<UnixMs>>,
    pub links: Vec<u32>,
}

/// One screen that a person sends.
#[derive(Debug, Clone)]
pub struct Part {
    pub question: &'static str,
    pub value: Option<Value>,
    pub choice: Option<i64>,
    pub comment: Option<String>,
    pub about: Option<About>,
    pub is_trapped: bool,
}

/// The response to a call as text, and the lease that came with it.
#[derive(Debug)]
pub struct Response {
    pub text: String,
    pub lease: Option<Lease>,
}

#[derive(Debug)]
pub enum Failed {
    /// The caller may try again.
    Outage,
    /// An error that no fault explains; it is shown with the call.
    #[allow(dead_code)]
    Broken(String),
}

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Self {
        if error.is_outage() { Self::Outage } else { Self::Broken(format!("{error:?}")) }
    }
}

fn respond(answer: impl Debug) -> Result<Response, Failed> {
    Ok(Response { text: format!("{answer:?}"), lease: None })
}

/// The hash of a browser's cookie.
pub fn browser_hash(number: u32) -> SecretHash {
    PlainToken::from_client(&format!("browser {number}")).hash()
}

/// The hash of a link that works once.
pub fn link_hash(number: u32) -> SecretHash {
    PlainToken::from_client(&format!("link {number}")).hash()
}

/// The JSON of a completed report.
pub fn body_of(report: ReportId, credits_left: i64) -> String {
    format!("{{\"request_id\":\"{report}\",\"result\":{{\"credits_left\":{credits_left}}}}}")
}

/// The token of a report or survey with this id: no two share one.
fn token(id: &impl ToString) -> String {
    id.to_string().chars().filter(char::is_ascii_alphanumeric).collect()
}

fn brief(size: i64, wave_of: Option<ReportId>) -> Brief {
    let options = ["Nod", "Lull"].map(str::to_owned).to_vec();
    let draft = Draft {
        question: "Which name?".to_owned(),
        options,
        sample_size: Some(size),
        wave_of: wave_of.map(|report| report.to_string()),
        ..Draft::default()
    };
    Brief::parse(draft).unwrap()
}

fn steps_of(steps: &[(String, String)]) -> Vec<Step> {
    steps.iter().map(|(key, output)| Step { key: key.clone(), output: output.clone() }).collect()
}

/// A survey as a person's browser names it: the rest of the row is not looked at.
fn survey(id: SurveyId, report: ReportId, account: AccountId) -> Survey {
    Survey {
        id,
        report,
        account,
        token: String::new(),
        quota: 0,
        complete: 0,
        marked: 0,
        unfinished: 0,
        screened_out: 0,
        ends_at: None,
        is_closed: false,
        is_one_time: false,
        settle_close: false,
        links: 0,
        links_used: 0,
        asker: None,
        sheet: String::new(),
        created_at: 0,
    }
}

impl Call {
    /// Makes the call. `anybody` stands where the store looks at no account.
    pub async fn send(&self, store: &Store, anybody: AccountId, now: UnixMs) -> Result<Response, Failed> {
        match self {
            Self::Grant { account, entry, credits } => respond(store.grant(*account, *entry, *credits, now).await?),
            Self::Open { account, id, entry, size, key, wave_of } => {
                let new = NewReport {
                    id: *id,
                    ledger_id: *entry,
                    public_token: &token(id),
                    brief: &brief(*size, *wave_of),
                    seed: 7,
                    visibility: Visibility::ByLink,
                    idempotency_key: key.as_deref(),
                    unfinished_max: UNFINISHED_MAX,
                };
                match store.open_report(*account, new, now).await {
                    Ok(opened) => respond(opened),
                    Err(OpenError::Store(error)) => Err(error.into()),
                    Err(refused) => respond(refused),
                }
            }
            Self::Cancel { account, report, entry } => {
                match store.cancel_report(*account, *report, "cancelled", *entry, now).await {
                    Ok(cancelled) => respond(cancelled),
                    Err(CancelError::Store(error)) => Err(error.into()),
                    Err(refused) => respond(refused),
                }
            }
            Self::DeleteReport { account, report, entry } => {
                match store.delete_report(*account, *report, *entry, now).await {
                    Ok(deletion) => respond(deletion),
                    Err(CancelError::Store(error)) => Err(error.into()),
                    Err(refused) => respond(refused),
                }
            }
            Self::ForgetKeys => respond(store.forget_deleted_keys(now).await?),
            Self::Claim { owner } => Ok(claimed(store.claim(owner, LEASE, TRIES_MAX).await?)),
            Self::ClaimPastGracePeriod { owner } => {
                let claimed = store.claim_past_grace_period(owner, LEASE, PATIENCE).await?.map(|(lease, _)| lease);
                let report = claimed.map(|lease| lease.report);
                Ok(Response { text: format!("{report:?}"), lease: claimed })
            }
            Self::EngineIsAway => respond(store.record_engine_outage().await?),
            Self::EngineAnswers => respond(store.clear_engine_outage().await?),
            Self::Work { held, work } => match work.send(store, held.lease, now).await {
                Ok(answer) => respond(answer),
                Err(FenceError::Lost) => respond("lost"),
                Err(FenceError::Store(error)) => Err(error.into()),
            },
            Self::Beat => respond(store.beat().await?),
            Self::Forget { before, ran_ms } => respond(store.forget_people(*before, *ran_ms).await?),
            _ => self.send_of_people(store, anybody, now).await,
        }
    }

    async fn send_of_people(&self, store: &Store, anybody: AccountId, now: UnixMs) -> Result<Response, Failed> {
        match self {
            Self::OpenSurvey { account, report, id, quota, ends_at, links } => {
                let links: Vec<SecretHash> = links.iter().map(|link| link_hash(*link)).collect();
                let new = NewSurvey {
                    id: *id,
                    token: &token(id),
                    quota: *quota,
                    ends_at: *ends_at,
                    settle_close: false,
                    asker: None,
                    sheet: "{}",
                    links: &links,
                };
                respond(store.open_survey(*account, *report, new, now).await?)
            }
            Self::ChangeSurvey { account, report, change } => {
                let change = SurveyChange {
                    is_closed: change.is_closed,
                    quota: change.quota,
                    ends_at: change.ends_at,
                    links: change.links.iter().map(|link| link_hash(*link)).collect(),
                };
                respond(store.change_survey(*account, *report, &change).await?)
            }
            Self::DeleteSurvey { account, report } => respond(store.delete_survey(*account, *report).await?),
            Self::Begin { survey: id, report, answer, browser, link } => {
                let survey = survey(*id, *report, anybody);
                let link = link.map(link_hash);
                respond(store.begin_answer(&survey, (*answer, browser_hash(*browser)), link, now).await?)
            }
            Self::Record { survey: id, report, browser, part } => {
                let survey = survey(*id, *report, anybody);
                let part = AnswerPart {
                    question: part.question,
                    value: part.value.clone(),
                    choice: part.choice,
                    comment: part.comment.as_deref(),
                    about: part.about,
                    screening: &[SCREENING.to_owned()],
                    last_question: QUESTIONS[QUESTIONS.len() - 1],
                    is_trapped: part.is_trapped,
                    fast_ms: FAST_MS,
                };
                respond(store.record_answer(&survey, browser_hash(*browser), part, now).await?)
            }
            Self::Keep { account, report, answer, is_kept } => {
                let change = AnswerChange { is_kept: Some(*is_kept), ..AnswerChange::default() };
                let changed = store.change_answer(*account, *report, *answer, change).await?;
                respond(changed.map(|answer| answer.is_counted()))
            }
            Self::Delete { account, report, deleting } => {
                respond(store.delete_answers(*account, *report, *deleting).await?)
            }
            Self::Upload { account, report, batch, rows, key, are_other_people, people } => {
                let people: Vec<NewPerson> = people.iter().map(|id| person(*id)).collect();
                let new = NewBatch {
                    id: *batch,
                    rows_hash: Sha256::digest([*rows]).into(),
                    idempotency_key: key.as_deref(),
                    are_other_people: *are_other_people,
                    people: &people,
                };
                respond(store.add_people(*account, *report, new, now).await?)
            }
            _ => Err(Failed::Broken(format!("{self:?} is not about people"))),
        }
    }
}

impl Work {
    async fn send(&self, store: &Store, lease: Lease, now: UnixMs) -> Result<i64, FenceError> {
        let nothing = |()| 0;
        match self {
            Self::Enter(status) => store.enter(lease, *status).await.map(nothing),
            Self::BeginSteps(steps) => store.begin_steps(lease, &steps_of(steps)).await.map(nothing),
            Self::Checkpoint(steps, done) => {
                let advance = Advance { begun: *done, done: *done };
                store.checkpoint(lease, &steps_of(steps), advance).await.map(nothing)
            }
            Self::Note(key, output) => {
                store.note(lease, &Step { key: key.clone(), output: output.clone() }).await.map(nothing)
            }
            Self::Renew => store.renew(lease, LEASE).await.map(nothing),
            Self::Tries => store.tries(lease).await,
            Self::HandBack => store.hand_back(lease).await.map(nothing),
            Self::Retry { backoff_ms } => {
                let backoff = Duration::from_millis(backoff_ms.unsigned_abs());
                store.retry_later(lease, backoff).await.map(nothing)
            }
            Self::WaitForEngine => store.wait_for_engine(lease).await.map(nothing),
            Self::Finish { sampled, entry } => {
                let body = OpenBody::without_credits_left(body_of(lease.report, 0).as_bytes()).unwrap();
                let finished = Finished { body, sampled: *sampled, summary: &Summary::default() };
                store.finish_report(lease, finished, *entry, now).await
            }
            Self::Fail { entry } => store.fail_report(lease, "failed", *entry, now).await.map(nothing),
        }
    }
}

fn claimed(claim: Option<Claim>) -> Response {
    match claim {
        None => Response { text: "nothing waits".to_owned(), lease: None },
        Some(Claim::Run(run)) => {
            let steps: Vec<(String, String)> = run.steps.into_iter().map(|step| (step.key, step.output)).collect();
            let so_far = (run.tries, run.status, run.respondents_done, run.respondents_begun, steps);
            Response { text: format!("run {} {so_far:?}", run.lease.report), lease: Some(run.lease) }
        }
        Some(Claim::Exhausted(lease, _)) => {
            Response { text: format!("exhausted {}", lease.report), lease: Some(lease) }
        }
        Some(Claim::Unreadable(lease, error)) => {
            Response { text: format!("unreadable {} {error:?}", lease.report), lease: None }
        }
    }
}

fn person(id: AnswerId) -> NewPerson {
    NewPerson {
        id,
        choice: 1,
        age_band: None,
        sex: None,
        country: None,
        weight: None,
        comment: None,
        eligibility: Eligibility::Unscreened,
    }
}
