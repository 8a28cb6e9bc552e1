//! One run: a store on a file of its own, the model beside it, and everything that may go wrong with a call. A step is one call
//! or one fault, and is looked at when it is over.

use std::path::{Path, PathBuf};
use std::time::Duration;

use futures::future::join_all;
use primitives::chance::Chance;
use primitives::clock::{Clock, UnixMs};
use primitives::ids::{AccountId, LedgerId};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor, Row};
use store::{DatabaseUrl, Fault, LEASE_MAX, NewAccount, Status, Store};

use crate::calls::{Call, Failed, Held, Response, Work};
use crate::checks;
use crate::model::{Account, Model, Report};
use crate::random::Random;

/// 2026-01-01, where both clocks stand at first.
pub const START_MS: UnixMs = 1_767_225_600_000;
const FIRST_CREDITS: i64 = 1_500;
const ACCOUNTS: usize = 2;
/// The digits of an id.
const ULID_SIGNS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// A readiness probe tries a write again after this time.
const PROBE_AFTER: Duration = Duration::from_secs(6);

pub struct Simulation {
    pub random: Random,
    pub chance: Chance,
    pub model: Model,
    pub store: Store,
    /// The same file, looked at from outside.
    pub outside: AnyConnection,
    /// The service's clock: the `now` of each call.
    pub clock: Clock,
    folder: tempfile::TempDir,
    path: PathBuf,
    kills: usize,
    pub is_full: bool,
    /// What the worker of this process runs. A kill forgets it.
    pub runs: Vec<Held>,
    /// Every lease that was ever given.
    pub leases: Vec<Held>,
    /// Calls that failed or were broken off; their callers may repeat them.
    pub unanswered: Vec<Call>,
    /// Calls that were made.
    pub made: Vec<Call>,
    pub trace: Vec<String>,
}

/// Makes a database as `Store::open` leaves it, with a clock that moves only by `move_clocks`.
pub async fn make_template(path: &Path) {
    let url = DatabaseUrl::sqlite_file(path);
    Store::open(&url, 1).await.unwrap().close().await;
    let mut connection = open_outside(path).await;
    let clock = format!(
        "DROP VIEW clock; CREATE TABLE clock (now_ms INTEGER NOT NULL); INSERT INTO clock (now_ms) VALUES ({START_MS})"
    );
    connection.execute(AssertSqlSafe(clock)).await.unwrap();
    connection.close().await.unwrap();
}

async fn open_outside(path: &Path) -> AnyConnection {
    let mut connection = AnyConnection::connect(&format!("sqlite://{}", path.display())).await.unwrap();
    connection.execute("PRAGMA busy_timeout = 10000").await.unwrap();
    connection
}

/// A folder in memory, where there is one: nothing here must outlive the machine.
pub fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory).unwrap() } else { tempfile::tempdir().unwrap() }
}

/// A text with each id as the database has it, instead of the number that `Debug` writes.
pub fn readable(text: &str) -> String {
    let mut parts = text.split("(Ulid(");
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (number, rest) = part.split_once("))").unwrap_or((part, ""));
        let number: u128 = number.parse().unwrap_or(0);
        let sign = |place: u32| char::from(ULID_SIGNS[(number >> (5 * place) & 31) as usize]);
        shown.push(' ');
        shown.extend((0..26).rev().map(sign));
        shown.push_str(rest);
    }
    shown
}

impl Simulation {
    pub async fn start(seed: u64, template: &Path) -> Self {
        let folder = folder();
        let path = folder.path().join("0.db");
        std::fs::copy(template, &path).unwrap();
        let store = Store::open(&DatabaseUrl::sqlite_file(&path), 1).await.unwrap();
        let outside = open_outside(&path).await;
        let mut simulation = Self {
            random: Random::new(seed),
            chance: Chance::seeded(seed),
            model: Model { now: START_MS, lease_now: START_MS, ..Model::default() },
            store,
            outside,
            clock: Clock::manual(START_MS),
            folder,
            path,
            kills: 0,
            is_full: false,
            runs: Vec::new(),
            leases: Vec::new(),
            unanswered: Vec::new(),
            made: Vec::new(),
            trace: Vec::new(),
        };
        for _ in 0..ACCOUNTS {
            simulation.add_account().await;
        }
        simulation
    }

    async fn add_account(&mut self) {
        let (id, grant) = (AccountId::new(START_MS, &self.chance), self.entry());
        let new = NewAccount { id, email: &format!("{id}@example.com"), credits: FIRST_CREDITS, grant };
        self.store.add_account(new, START_MS).await.unwrap();
        self.model.accounts.push(Account { id, available: FIRST_CREDITS, held: 0 });
        self.model.ledger.push(format!("entry {grant} {id} - grant {FIRST_CREDITS} 0 {START_MS}"));
    }

    pub fn entry(&self) -> LedgerId {
        LedgerId::new(self.clock.now(), &self.chance)
    }

    pub fn note(&mut self, what: &str) {
        self.trace.push(readable(what));
    }

    /// Compares the database with the model, and proves what must always hold.
    pub async fn check(&mut self) -> Result<(), String> {
        checks::compare_rows(&mut self.outside, &mut self.model).await?;
        checks::check_invariants(&mut self.outside, &self.store).await
    }

    /// Makes a call, with a fault armed or without, and compares its response and its effect with the model.
    pub async fn perform(&mut self, call: Call, fault: Option<(Fault, u32)>, dies: bool) -> Result<(), String> {
        let mut after = self.model.clone();
        let expected = after.apply(&call);
        if let Some((fault, passing)) = fault {
            self.store.faults().arm(fault, passing);
        }
        let store = self.store.clone();
        let mut sending = Box::pin(call.send(&store, self.model.accounts[0].id, self.clock.now()));
        let done = tokio::select! {
            biased;
            done = &mut sending => Some(done),
            () = store.faults().stopped() => None,
        };
        let fault = fault.map(|(fault, _)| fault).filter(|_| store.faults().disarm());
        // The process dies with the call as it stands: what is on the disk now is all that the next one finds.
        let image = (done.is_none() && dies).then(|| self.crash_image());
        drop(sending);
        self.note(&format!("{call:?} {fault:?}{} → {done:?}", if image.is_some() { " killed" } else { "" }));
        let is_applied = match (&done, fault) {
            (Some(Ok(_)), None) => true,
            (Some(Err(Failed::Outage)), Some(fault)) => fault == Fault::AnswerLost,
            (Some(Err(Failed::Outage)), None) if self.is_full => false,
            (None, Some(fault)) => fault == Fault::StopsAfterCommit,
            (Some(Ok(_)), Some(fault)) => return Err(format!("{call:?} was acknowledged in spite of {fault:?}")),
            _ => return Err(format!("{call:?} failed and no fault is to blame: {done:?}")),
        };
        if let Some(image) = image {
            self.restart(image).await;
        }
        match done {
            Some(Ok(done)) => {
                self.model = after;
                self.observe(&call, &expected, &done)?;
            }
            _ => {
                if matches!(call, Call::Forget { .. }) {
                    self.forgot_in_part(&call).await?;
                } else if is_applied {
                    self.model = after;
                }
                self.unanswered.push(call.clone());
            }
        }
        self.made.push(call);
        self.check().await
    }

    /// Makes calls at the same time, with a fault armed or without. The one writer serves them in the order in which
    /// they come; a commit that fails takes with it all that share it.
    pub async fn perform_concurrently(&mut self, calls: Vec<Call>, fault: Option<Fault>) -> Result<(), String> {
        let (store, now, anybody) = (self.store.clone(), self.clock.now(), self.model.accounts[0].id);
        if let Some(fault) = fault {
            store.faults().arm(fault, 0);
        }
        let all = join_all(calls.iter().map(|call| call.send(&store, anybody, now))).await;
        let fault = fault.filter(|_| store.faults().disarm());
        for (call, done) in calls.iter().zip(all) {
            self.note(&format!("concurrently: {call:?} {fault:?} → {done:?}"));
            match done {
                Ok(done) => {
                    let expected = self.model.apply(call);
                    self.observe(call, &expected, &done)?;
                }
                Err(Failed::Outage) if self.is_full || fault.is_some() => {
                    if fault == Some(Fault::AnswerLost) && !self.is_full {
                        self.model.apply(call);
                    }
                    self.unanswered.push(call.clone());
                }
                Err(failed) => return Err(format!("{call:?} failed and no fault is to blame: {failed:?}")),
            }
        }
        self.made.extend(calls);
        self.check().await
    }

    /// Compares a response with the expected one, and keeps the leases that it gave or ended.
    fn observe(&mut self, call: &Call, expected: &str, response: &Response) -> Result<(), String> {
        if response.text != expected {
            return Err(format!("{call:?} returned {}, expected {expected}", response.text));
        }
        if let Some(lease) = response.lease {
            let fence = self.model.report(lease.report).map_or(0, |report| report.fence);
            self.runs.push(Held { lease, fence });
            self.leases.push(Held { lease, fence });
        }
        // A worker learns that its lease is lost when it writes, and not before.
        if let Call::Work { held, .. } = call
            && !self.model.is_current(*held)
        {
            self.runs.retain(|run| run != held);
        }
        Ok(())
    }

    /// Old answers are deleted in several transactions, so a failure may leave some done. What is gone was due.
    async fn forgot_in_part(&mut self, call: &Call) -> Result<(), String> {
        let Call::Forget { before, ran_ms } = call else { return Ok(()) };
        let rows = sqlx::query("SELECT id, aged_at_ran_ms FROM survey_answers").fetch_all(&mut self.outside).await;
        let rows = rows.map_err(|error| error.to_string())?;
        let there: Vec<(String, Option<i64>)> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
        for report in &mut self.model.reports {
            let had = report.answers.len();
            let mut kept = Vec::new();
            for mut answer in std::mem::take(&mut report.answers) {
                let aged = Report::aged_after(&answer, *before, *ran_ms);
                let found = there.iter().find(|(id, _)| *id == answer.id.to_string());
                match found {
                    Some((_, mark)) if *mark == aged || *mark == answer.aged_at => {
                        answer.aged_at = *mark;
                        kept.push(answer);
                    }
                    None if Report::is_due(&answer, *before, *ran_ms) => {}
                    _ => return Err(format!("{} was aged {found:?} by {call:?}", answer.id)),
                }
            }
            report.answers = kept;
            if report.answers.len() < had {
                report.people_version += 1;
                report.forget_empty_batches();
            }
        }
        Ok(())
    }

    /// What a process that starts now would find: the file and its log, as they are.
    pub fn crash_image(&mut self) -> PathBuf {
        self.kills += 1;
        let image = self.folder.path().join(format!("{}.db", self.kills));
        std::fs::copy(&self.path, &image).unwrap();
        let log = |path: &Path| PathBuf::from(format!("{}-wal", path.display()));
        if log(&self.path).exists() {
            std::fs::copy(log(&self.path), log(&image)).unwrap();
        }
        image
    }

    /// Goes on with another process on this file. Whatever was in memory is gone.
    pub async fn restart(&mut self, image: PathBuf) {
        let store = Store::open(&DatabaseUrl::sqlite_file(&image), 1).await.unwrap();
        let outside = open_outside(&image).await;
        std::mem::replace(&mut self.store, store).close().await;
        std::mem::replace(&mut self.outside, outside).close().await.unwrap();
        std::fs::remove_file(&self.path).unwrap();
        self.path = image;
        self.runs.clear();
        if self.is_full {
            self.store.set_full(true).await.unwrap();
        }
    }

    pub async fn kill(&mut self) -> Result<(), String> {
        self.note("killed between two calls");
        let image = self.crash_image();
        self.restart(image).await;
        self.check().await
    }

    pub async fn set_full(&mut self, is_full: bool) -> Result<(), String> {
        self.note(&format!("disk full: {is_full}"));
        self.is_full = is_full;
        self.store.set_full(is_full).await.map_err(|error| format!("{error:?}"))
    }

    /// Moves the service's clock, the database's, or both.
    pub async fn move_clocks(&mut self, service_ms: i64, lease_ms: i64) -> Result<(), String> {
        self.note(&format!("clocks move by {service_ms} and {lease_ms} ms"));
        self.model.now += service_ms;
        self.model.lease_now += lease_ms;
        let Clock::Manual(at) = &self.clock else { return Err("the clock is not moved by hand".to_owned()) };
        at.store(self.model.now, std::sync::atomic::Ordering::SeqCst);
        self.write_outside(&format!("UPDATE clock SET now_ms = {}", self.model.lease_now)).await
    }

    /// As if the service had run for this long with its heart beating.
    pub async fn run_on(&mut self, ms: i64) -> Result<(), String> {
        self.move_clocks(ms, ms).await?;
        let (beat_at, ran_ms) = (self.model.lease_now, self.model.beat.1 + ms);
        self.model.beat = (beat_at, ran_ms);
        self.write_outside(&format!("UPDATE heartbeat SET beat_at = {beat_at}, ran_ms = {ran_ms}")).await
    }

    pub async fn write_outside(&mut self, sql: &str) -> Result<(), String> {
        let written = self.outside.execute(AssertSqlSafe(sql.to_owned())).await;
        written.map(drop).map_err(|error| error.to_string())
    }

    /// Faults are over: every report ends, nothing stays held, and the next process finds it all.
    pub async fn settle(&mut self) -> Result<(), String> {
        if self.is_full {
            self.set_full(false).await?;
        }
        for _ in 0..4 * self.model.reports.len() + 4 {
            if !self.model.reports.iter().any(Report::is_unfinished) {
                break;
            }
            self.runs.clear();
            self.perform(Call::Claim { owner: "the last worker".to_owned() }, None, false).await?;
            match self.runs.first().copied() {
                None => {
                    let lease_ms = LEASE_MAX.as_millis() as i64;
                    self.move_clocks(lease_ms, lease_ms).await?;
                }
                Some(held) => self.run_to_its_end(held).await?,
            }
        }
        if let Some(report) = self.model.reports.iter().find(|report| report.is_unfinished()) {
            return Err(format!("{} never ends", report.id));
        }
        if let Some(account) = self.model.accounts.iter().find(|account| account.held != 0) {
            return Err(format!("{} credits of {} stay held", account.held, account.id));
        }
        tokio::time::advance(PROBE_AFTER).await;
        if !self.store.takes_writes().await {
            return Err("the service is not ready, and no fault is left".to_owned());
        }
        // The probe has written the heartbeat.
        self.model.apply(&Call::Beat);
        self.check().await?;
        for report in &self.model.reports {
            checks::check_reads(&self.store, report).await?;
        }
        self.kill().await?;
        checks::check_file(&mut self.outside).await
    }

    async fn run_to_its_end(&mut self, held: Held) -> Result<(), String> {
        let (entry, hold) = (self.entry(), self.model.report(held.lease.report).map_or(0, |report| report.hold));
        let last = match self.model.report(held.lease.report).is_some_and(Report::is_exhausted) {
            true => vec![Work::Fail { entry }],
            false => vec![Work::Enter(Status::Sampling), Work::Finish { sampled: hold, entry }],
        };
        for work in last {
            self.perform(Call::Work { held, work }, None, false).await?;
        }
        Ok(())
    }

    pub async fn stop(self) {
        self.outside.close().await.unwrap();
        self.store.close().await;
    }
}
