//! Random sequences of all operations on reports and credits on PostgreSQL, compared with an in-memory model that knows who
//! holds which lease. After every step the database must agree with the model, and the ledger must balance. On SQLite the
//! simulator does this and more (`crates/store/tests/simulator`); it starts no server, so PostgreSQL keeps this test.

use std::time::Duration;

use primitives::ids::{AccountId, ReportId};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::json;
use store::body::OpenBody;
use store::{Advance, Cancelled, Claim, FenceError, Finished, Lease, ReportState, Status, Step, Store, Summary};

use testing::support::{Backend, Caller, TestApp, brief_with};

const LEASE: Duration = Duration::from_secs(10);
const TRIES_MAX: i64 = 3;
const ACCOUNTS: usize = 2;
const CASES: u32 = 16;

#[derive(Debug, Clone)]
enum Action {
    Grant {
        account: usize,
        credits: i64,
    },
    Create {
        account: usize,
        size: i64,
    },
    Claim,
    /// Advances the clock of the leases; workers that did not renew have lost theirs.
    Pass {
        ms: u64,
    },
    /// By the owner or another account, of one of the newest reports.
    Cancel {
        account: usize,
        report: usize,
    },
    /// With any lease ever granted, current or stale.
    Write {
        lease: usize,
        write: Write,
    },
}

#[derive(Debug, Clone)]
enum Write {
    Enter(Status),
    Checkpoint { interviews: i64 },
    Renew,
    HandBack,
    Retry { backoff_ms: u64 },
    Finish { sampled: i64 },
    Fail,
}

fn actions() -> impl Strategy<Value = Vec<Action>> {
    let write = prop_oneof![
        2 => Just(Write::Enter(Status::GeneratingQuestionnaire)),
        4 => Just(Write::Enter(Status::Sampling)),
        3 => (0i64..30).prop_map(|interviews| Write::Checkpoint { interviews }),
        1 => Just(Write::Renew),
        1 => Just(Write::HandBack),
        2 => (0u64..20_000).prop_map(|backoff_ms| Write::Retry { backoff_ms }),
        3 => (0i64..120).prop_map(|sampled| Write::Finish { sampled }),
        1 => Just(Write::Fail),
    ];
    // Mostly the newest leases, which are more likely to be current.
    let newest = prop_oneof![4 => 0usize..3, 1 => 0usize..20];
    let action = prop_oneof![
        1 => (0..ACCOUNTS, 1i64..200).prop_map(|(account, credits)| Action::Grant { account, credits }),
        4 => (0..ACCOUNTS, 50i64..100).prop_map(|(account, size)| Action::Create { account, size }),
        5 => Just(Action::Claim),
        3 => prop_oneof![Just(10_000), Just(9_999), 0u64..20_000].prop_map(|ms| Action::Pass { ms }),
        1 => (0..ACCOUNTS, 0usize..3).prop_map(|(account, report)| Action::Cancel { account, report }),
        9 => (newest, write).prop_map(|(lease, write)| Action::Write { lease, write }),
    ];
    prop::collection::vec(action, 1..50)
}

struct Report {
    id: ReportId,
    account: usize,
    hold: i64,
    status: Status,
    done: i64,
    tries: i64,
    visible_at: u64,
    steps: usize,
    /// The only lease that may write.
    lease: Option<Lease>,
}

struct Model {
    app: TestApp,
    callers: Vec<Caller>,
    available: Vec<i64>,
    reports: Vec<Report>,
    /// Every lease ever granted, the newest last.
    leases: Vec<Lease>,
    now: u64,
}

impl Model {
    async fn start() -> Self {
        let app = TestApp::start_with(Backend::Postgres, |flags| {
            (flags.tries_max, flags.lease_ms) = (Some(TRIES_MAX), Some(10_000));
        })
        .await;
        app.freeze_lease_clock().await;
        let mut callers = Vec::new();
        for _ in 0..ACCOUNTS {
            callers.push(app.caller(150).await);
        }
        Self { app, callers, available: vec![150; ACCOUNTS], reports: Vec::new(), leases: Vec::new(), now: 0 }
    }

    fn store(&self) -> &Store {
        &self.app.app.store
    }

    fn account(&self, index: usize) -> AccountId {
        self.callers[index].account.unwrap()
    }

    async fn act(&mut self, action: &Action) {
        match action {
            Action::Grant { account, credits } => {
                self.available[*account] += credits;
                let (id, now) = (self.app.ledger_id(), self.app.app.clock.now());
                let left = self.store().grant(self.account(*account), id, *credits, now).await.unwrap();
                assert_eq!(left, Some(self.available[*account]));
            }
            Action::Create { account, size } => self.create(*account, *size).await,
            Action::Claim => self.claim().await,
            Action::Pass { ms } => {
                self.now += ms;
                self.app.advance_lease_clock(Duration::from_millis(*ms)).await;
            }
            Action::Cancel { account, report } => self.cancel(*account, *report).await,
            Action::Write { lease, write } => {
                if let Some(lease) = self.leases.iter().rev().nth(*lease).copied() {
                    self.write(lease, write).await;
                }
            }
        }
    }

    async fn cancel(&mut self, account: usize, newest: usize) {
        let Some(at) = self.reports.len().checked_sub(newest + 1) else { return };
        let (entry, now, id) = (self.app.ledger_id(), self.app.app.clock.now(), self.reports[at].id);
        let cancelled = self.store().cancel_report(self.account(account), id, "cancelled", entry, now).await.unwrap();
        let report = &mut self.reports[at];
        if report.account != account || report.status >= Status::Completed {
            assert_eq!(cancelled, None, "another account's report, or one that has ended");
            return;
        }
        let released = report.hold - report.done;
        assert_eq!(cancelled, Some(Cancelled { credits_used: report.done, credits_released: released }));
        (report.status, report.lease) = (Status::Failed, None);
        self.available[account] += released;
    }

    async fn create(&mut self, account: usize, hold: i64) {
        let answer = self.callers[account].create(&brief_with(&json!({ "sample_size": hold }))).await;
        if self.available[account] < hold {
            assert_eq!(answer.status, 402, "{}", answer.text());
            return;
        }
        self.available[account] -= hold;
        assert_eq!(answer.json()["credits_left"], self.available[account], "{}", answer.text());
        let id = ReportId::parse(answer.json()["request_id"].as_str().unwrap()).unwrap();
        let status = Status::Queued;
        self.reports.push(Report {
            id,
            account,
            hold,
            status,
            done: 0,
            tries: 0,
            visible_at: 0,
            steps: 0,
            lease: None,
        });
    }

    async fn claim(&mut self) {
        let now = self.now;
        let is_waiting = |report: &Report| report.status < Status::Completed && report.visible_at <= now;
        let claim = self.app.claim().await;
        let Some(claim) = claim else {
            assert!(!self.reports.iter().any(is_waiting), "a report waits and was not claimed");
            return;
        };
        let (lease, tries) = match &claim {
            Claim::Run(run) => (run.lease, Some((run.tries, run.steps.len(), run.status))),
            Claim::Exhausted(lease, _) => (*lease, None),
            Claim::Unreadable(_, error) => panic!("{error}"),
        };
        let report = self.reports.iter_mut().find(|report| report.id == lease.report).unwrap();
        assert!(is_waiting(report), "{:?} was claimed and does not wait", report.id);
        report.tries += 1;
        report.status = report.status.max(Status::GeneratingQuestionnaire);
        let expected = (report.tries <= TRIES_MAX).then_some((report.tries, report.steps, report.status));
        assert_eq!(tries, expected);
        report.visible_at = now + LEASE.as_millis() as u64;
        report.lease = Some(lease);
        self.leases.push(lease);
    }

    async fn write(&mut self, lease: Lease, write: &Write) {
        let at = self.reports.iter().position(|report| report.id == lease.report).unwrap();
        let step = Step { key: format!("step {}", self.reports[at].steps), output: "{}".to_owned() };
        let advance = |wanted: i64| {
            let done = (self.reports[at].done + wanted).min(self.reports[at].hold);
            Advance { begun: done, done }
        };
        let (store, entry, now) = (self.store(), self.app.ledger_id(), self.app.app.clock.now());
        let outcome = match write {
            Write::Enter(status) => store.enter(lease, *status).await,
            Write::Checkpoint { interviews: wanted } => store.checkpoint(lease, &[step], advance(*wanted)).await,
            Write::Renew => store.renew(lease, LEASE).await,
            Write::HandBack => store.hand_back(lease).await,
            Write::Retry { backoff_ms } => store.retry_later(lease, Duration::from_millis(*backoff_ms)).await,
            Write::Finish { sampled } => {
                let body = OpenBody::without_credits_left(br#"{"result":{"credits_left":0}}"#).unwrap();
                store
                    .finish_report(
                        lease,
                        Finished { body, sampled: *sampled, summary: &Summary::default() },
                        entry,
                        now,
                    )
                    .await
                    .map(drop)
            }
            Write::Fail => store.fail_report(lease, "failed", entry, now).await,
        };
        let report = &mut self.reports[at];
        let finishes_early = matches!(write, Write::Finish { .. }) && report.status != Status::Sampling;
        if report.lease != Some(lease) || finishes_early {
            assert!(matches!(outcome, Err(FenceError::Lost)), "{write:?} with a stale lease: {outcome:?}");
            return;
        }
        outcome.unwrap();
        self.available[report.account] += report.apply(write, self.now);
    }

    /// Asserts that the API, the account and the ledger agree with the model.
    async fn assert_agrees(&self) {
        for (index, available) in self.available.iter().enumerate() {
            let open =
                self.reports.iter().filter(|report| report.account == index && report.status < Status::Completed);
            let account = self.store().account(self.account(index)).await.unwrap().unwrap();
            assert_eq!((account.available, account.held), (*available, open.map(|report| report.hold).sum::<i64>()));
        }
        for report in &self.reports {
            let seen = self.store().report_state(self.account(report.account), report.id).await.unwrap().unwrap();
            match seen {
                ReportState::Running { status, respondents_done, respondents_total, .. } => {
                    assert_eq!(
                        (status, respondents_done, respondents_total),
                        (report.status, report.done, report.hold)
                    );
                }
                ReportState::Failed { .. } => assert_eq!(report.status, Status::Failed),
                ReportState::Completed { .. } => assert_eq!(report.status, Status::Completed),
            }
        }
        self.app.assert_ledger_adds_up().await;
    }
}

impl Report {
    /// Applies a write by the lease's holder and returns the credits released.
    fn apply(&mut self, write: &Write, now: u64) -> i64 {
        match write {
            Write::Enter(status) => self.status = self.status.max(*status),
            Write::Checkpoint { interviews } => {
                (self.done, self.steps, self.tries) = ((self.done + interviews).min(self.hold), self.steps + 1, 1);
            }
            Write::Renew => self.visible_at = now + LEASE.as_millis() as u64,
            Write::HandBack => (self.visible_at, self.lease, self.tries) = (now, None, self.tries - 1),
            Write::Retry { backoff_ms } => (self.visible_at, self.lease) = (now + backoff_ms, None),
            Write::Finish { sampled } => {
                (self.status, self.lease) = (Status::Completed, None);
                return self.hold - sampled.min(&self.hold);
            }
            Write::Fail => {
                (self.status, self.lease) = (Status::Failed, None);
                return self.hold;
            }
        }
        0
    }
}

#[test]
fn any_sequence_of_events_keeps_reports_leases_and_credits_right_on_postgres() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new(config).run(&actions(), |actions| {
        runtime.block_on(async {
            let mut model = Model::start().await;
            for action in &actions {
                model.act(action).await;
                model.assert_agrees().await;
            }
            model.app.stop().await;
        });
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}
