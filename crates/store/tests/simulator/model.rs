//! What the store must hold and say, in memory: an independent account of every call, without a database. Counts are never
//! kept here but counted from rows. This file has the accounts, the opening, cancelling and deleting of reports; `model/jobs.rs` what
//! workers do, `model/people.rs` surveys and answers.

mod jobs;
mod people;

use std::collections::BTreeMap;
use std::time::Duration;

use primitives::clock::UnixMs;
use primitives::ids::{AccountId, LedgerId, ReportId};
use store::{CancelError, Cancelled, Deletion, FREE_CANCELS_PER_HOUR, Heartbeat, OpenError, Opened, Status};

pub use people::{Answer, Batch, Survey};

use crate::calls::{Call, UNFINISHED_MAX};

pub const HOUR_MS: i64 = 60 * 60 * 1000;
pub const DAY_MS: i64 = 24 * HOUR_MS;
/// The most that one beat of the heart adds.
const BEAT_COUNTS_MAX_MS: i64 = 2 * 60 * 1000;

#[derive(Clone, Default)]
pub struct Model {
    /// The service's clock: the `now` of each call.
    pub now: UnixMs,
    /// The database's clock, which leases go by.
    pub lease_now: UnixMs,
    pub accounts: Vec<Account>,
    pub reports: Vec<Report>,
    /// The entries of the ledger, as the database shows them.
    pub ledger: Vec<String>,
    pub beat: (UnixMs, i64),
    /// Each report's place in the queue, as the database has it: the order is its affair, who may be claimed is not.
    pub turns: BTreeMap<String, i64>,
}

#[derive(Clone)]
pub struct Account {
    pub id: AccountId,
    pub available: i64,
    pub held: i64,
}

#[derive(Clone)]
pub struct Report {
    pub id: ReportId,
    pub account: AccountId,
    pub hold: i64,
    /// The report that its request names to ask again.
    pub wave_of: Option<ReportId>,
    /// The first report of its study, if it is a later one.
    pub first_report: Option<ReportId>,
    /// What was left when it was opened.
    pub credits_left: i64,
    pub key: Option<String>,
    pub status: Status,
    pub done: i64,
    pub fence: i64,
    pub tries: i64,
    pub owner: Option<String>,
    pub visible_at: UnixMs,
    pub cost: Option<i64>,
    pub error: Option<&'static str>,
    /// The plain result and its entity tag, once there is one.
    pub body: Option<(String, String)>,
    pub is_cancelled: bool,
    pub created_at: UnixMs,
    pub finished_at: Option<UnixMs>,
    pub away_since: Option<UnixMs>,
    pub checkpointed_at: Option<UnixMs>,
    /// By key: the output, and the fence of the run that wrote it.
    pub steps: BTreeMap<String, (String, i64)>,
    pub people_version: i64,
    pub deleted_at: Option<UnixMs>,
    pub survey: Option<Survey>,
    pub answers: Vec<Answer>,
    pub batches: Vec<Batch>,
}

impl Report {
    pub fn is_unfinished(&self) -> bool {
        self.finished_at.is_none()
    }

    pub fn is_deleted(&self) -> bool {
        self.deleted_at.is_some()
    }
}

impl Model {
    /// Carries out a call; returns what the store must say to it.
    pub fn apply(&mut self, call: &Call) -> String {
        match call {
            Call::Grant { account, entry, credits } => {
                self.account_mut(*account).available += credits;
                self.enter_line(*entry, (*account, None), "grant", (*credits, 0));
                format!("{:?}", Some(self.account_mut(*account).available))
            }
            Call::Open { account, id, entry, size, key, wave_of } => {
                match self.opens(*account, (*id, *entry), (*size, *wave_of), key) {
                    Ok(opened) => format!("{opened:?}"),
                    Err(refused) => format!("{refused:?}"),
                }
            }
            Call::Cancel { account, report, entry } => match self.cancels(*account, *report, *entry) {
                Ok(cancelled) => format!("{cancelled:?}"),
                Err(refused) => format!("{refused:?}"),
            },
            Call::DeleteReport { account, report, entry } => match self.deletes(*account, *report, *entry) {
                Ok(deletion) => format!("{deletion:?}"),
                Err(refused) => format!("{refused:?}"),
            },
            Call::ForgetKeys => self.forgets_keys().to_string(),
            Call::Claim { owner } => self.claims(owner),
            Call::ClaimPastGracePeriod { owner } => self.claims_out_of_patience(owner),
            Call::EngineIsAway => self.engine_is_away(),
            Call::EngineAnswers => self.engine_answers(),
            Call::Work { held, work } => self.apply_work(*held, work),
            Call::Beat => {
                let (beat_at, ran_ms) = self.beat;
                let passed = (self.lease_now - beat_at).clamp(0, BEAT_COUNTS_MAX_MS);
                self.beat = (self.lease_now, ran_ms + passed);
                format!("{:?}", Heartbeat { at: self.beat.0, ran_ms: self.beat.1 })
            }
            _ => self.apply_to_people(call),
        }
    }

    pub fn report(&self, id: ReportId) -> Option<&Report> {
        self.reports.iter().find(|report| report.id == id)
    }

    fn report_mut(&mut self, id: ReportId) -> Option<&mut Report> {
        self.reports.iter_mut().find(|report| report.id == id)
    }

    /// A report of this account; another's does not exist, nor does a deleted one.
    fn own_report(&mut self, account: AccountId, id: ReportId) -> Option<&mut Report> {
        self.report_mut(id).filter(|report| report.account == account && !report.is_deleted())
    }

    fn account_mut(&mut self, id: AccountId) -> &mut Account {
        self.accounts.iter_mut().find(|account| account.id == id).unwrap()
    }

    pub fn unfinished(&self, account: AccountId) -> i64 {
        self.reports.iter().filter(|report| report.account == account && report.is_unfinished()).count() as i64
    }

    fn enter_line(
        &mut self,
        id: LedgerId,
        (account, report): (AccountId, Option<ReportId>),
        kind: &str,
        (available, held): (i64, i64),
    ) {
        let report = report.map_or("-".to_owned(), |report| report.to_string());
        self.ledger.push(format!("entry {id} {account} {report} {kind} {available} {held} {}", self.now));
    }

    /// The first report of the study that an account's report belongs to, deleted or not.
    fn study_of(&self, account: AccountId, id: ReportId) -> Option<ReportId> {
        let report = self.reports.iter().find(|report| report.id == id && report.account == account)?;
        Some(report.first_report.unwrap_or(report.id))
    }

    fn opens(
        &mut self,
        account: AccountId,
        (id, entry): (ReportId, LedgerId),
        (hold, wave_of): (i64, Option<ReportId>),
        key: &Option<String>,
    ) -> Result<Opened, OpenError> {
        let now = self.now;
        let has_key = |report: &&mut Report| key.is_some() && report.account == account && report.key == *key;
        let earlier = self.reports.iter_mut().find(has_key);
        if let Some(first) = earlier.as_ref().filter(|first| first.created_at > now - DAY_MS) {
            if (first.hold, first.wave_of) != (hold, wave_of) {
                return Err(OpenError::KeyReused);
            }
            if first.is_deleted() {
                return Err(OpenError::Deleted);
            }
            let (id, credits_left) = (first.id, first.credits_left);
            return Ok(Opened { id, credits_estimated: hold, credits_left, replayed: true });
        }
        let unfinished = self.unfinished(account);
        let available = self.account_mut(account).available;
        if available < hold {
            return Err(OpenError::InsufficientCredits { available, required: hold });
        }
        if unfinished >= UNFINISHED_MAX {
            return Err(OpenError::TooManyUnfinished { unfinished });
        }
        if let Some(first) = self.reports.iter_mut().find(has_key) {
            first.key = None;
        }
        let credits_left = available - hold;
        let owner = self.account_mut(account);
        (owner.available, owner.held) = (credits_left, owner.held + hold);
        self.enter_line(entry, (account, Some(id)), "hold", (-hold, hold));
        let first_report = wave_of.and_then(|earlier| self.study_of(account, earlier));
        self.reports.push(Report {
            id,
            account,
            hold,
            wave_of,
            first_report,
            credits_left,
            key: key.clone(),
            status: Status::Queued,
            done: 0,
            fence: 0,
            tries: 0,
            owner: None,
            visible_at: 0,
            cost: None,
            error: None,
            body: None,
            is_cancelled: false,
            created_at: now,
            finished_at: None,
            away_since: None,
            checkpointed_at: None,
            steps: BTreeMap::new(),
            people_version: 0,
            deleted_at: None,
            survey: None,
            answers: Vec::new(),
            batches: Vec::new(),
        });
        Ok(Opened { id, credits_estimated: hold, credits_left, replayed: false })
    }

    fn cancels(&mut self, account: AccountId, id: ReportId, entry: LedgerId) -> Result<Option<Cancelled>, CancelError> {
        let now = self.now;
        let Some(report) = self.own_report(account, id).filter(|report| report.is_unfinished()) else {
            return Ok(None);
        };
        let (used, held) = (report.done, report.hold);
        if used == 0 && report.fence > 0 {
            self.check_free_cancels(account)?;
        }
        self.ends(id, entry, used, if used == 0 { "void" } else { "post" });
        let report = self.report_mut(id).unwrap();
        (report.status, report.error, report.is_cancelled) = (Status::Failed, Some("cancelled"), true);
        report.finished_at = Some(now);
        Ok(Some(Cancelled { credits_used: used, credits_released: held - used }))
    }

    fn deletes(&mut self, account: AccountId, id: ReportId, entry: LedgerId) -> Result<Deletion, CancelError> {
        let now = self.now;
        if self.own_report(account, id).is_none() {
            let is_gone = self.report(id).is_some_and(|report| report.account == account);
            return Ok(if is_gone { Deletion::Gone } else { Deletion::Missing });
        }
        let cancelled = self.cancels(account, id, entry)?;
        let report = self.report_mut(id).unwrap();
        (report.deleted_at, report.error, report.body) = (Some(now), report.error.map(|_| ""), None);
        (report.survey, report.answers, report.batches) = (None, Vec::new(), Vec::new());
        report.people_version += 1;
        if report.created_at <= now - DAY_MS {
            report.key = None;
        }
        Ok(Deletion::Deleted { cancelled })
    }

    fn forgets_keys(&mut self) -> u64 {
        let now = self.now;
        let is_old =
            |report: &&mut Report| report.is_deleted() && report.key.is_some() && report.created_at <= now - DAY_MS;
        self.reports.iter_mut().filter(is_old).map(|report| report.key = None).count() as u64
    }

    fn check_free_cancels(&self, account: AccountId) -> Result<(), CancelError> {
        let is_free =
            |report: &&Report| report.account == account && report.is_cancelled && report.fence > 0 && report.done == 0;
        let mut at: Vec<i64> = self.reports.iter().filter(is_free).filter_map(|report| report.finished_at).collect();
        at.retain(|at| (self.now - HOUR_MS + 1..=self.now + HOUR_MS).contains(at));
        at.sort_unstable_by(|a, b| b.cmp(a));
        let Some(last) = at.get(FREE_CANCELS_PER_HOUR as usize - 1) else { return Ok(()) };
        let wait_ms = (last + HOUR_MS - self.now).unsigned_abs();
        Err(CancelError::TooMany { retry_after: Duration::from_millis(wait_ms) })
    }

    /// Closes a report's hold: `used` is spent, the rest goes back. Returns what is available afterwards.
    fn ends(&mut self, id: ReportId, entry: LedgerId, used: i64, kind: &str) -> i64 {
        let report = self.report_mut(id).unwrap();
        let (account, held) = (report.account, report.hold);
        (report.owner, report.steps) = (None, BTreeMap::new());
        let owner = self.account_mut(account);
        owner.available += held - used;
        owner.held -= held;
        let available = owner.available;
        self.enter_line(entry, (account, Some(id)), kind, (held - used, -held));
        available
    }
}
