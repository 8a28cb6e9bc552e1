//! Tests of the group commit on SQLite: writes that wait for the one writer are committed all or none, each is acknowledged only
//! after the commit, and a write that fails by itself does not affect the others.

#![allow(clippy::unwrap_used)]

use std::task::Poll;
use std::time::Duration;

use futures::future::join_all;
use language::brief::{Brief, Draft};
use primitives::chance::Chance;
use primitives::ids::{AccountId, LedgerId, ReportId};
use store::{DatabaseUrl, Fault, NewAccount, NewReport, OpenError, Opened, Store, Visibility};

const NOW: i64 = 1_767_225_600_000;
const SIZE: i64 = 50;

struct Database {
    store: Store,
    chance: Chance,
    account: AccountId,
    _folder: tempfile::TempDir,
}

impl Database {
    /// Opens a database with one account that can pay for this many reports.
    async fn open(reports: i64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&DatabaseUrl::sqlite_file(&folder.path().join("a.db")), 1).await.unwrap();
        let chance = Chance::seeded(1);
        let account = AccountId::new(NOW, &chance);
        let grant = LedgerId::new(NOW, &chance);
        let new = NewAccount { id: account, email: "a@example.com", credits: reports * SIZE, grant };
        store.add_account(new, NOW).await.unwrap();
        Self { store, chance, account, _folder: folder }
    }

    async fn ask(&self, key: Option<&str>) -> Result<Opened, OpenError> {
        let options = ["Nod", "Lull"].map(str::to_owned).to_vec();
        let question = "Which name?".to_owned();
        let draft = Draft { question, options, sample_size: Some(SIZE), ..Draft::default() };
        let (id, ledger_id) = (ReportId::new(NOW, &self.chance), LedgerId::new(NOW, &self.chance));
        let new = NewReport {
            id,
            ledger_id,
            public_token: &id.to_string().chars().filter(char::is_ascii_alphanumeric).collect::<String>(),
            brief: &Brief::parse(draft).unwrap(),
            seed: 7,
            visibility: Visibility::ByLink,
            idempotency_key: key,
            unfinished_max: 100,
        };
        self.store.open_report(self.account, new, NOW).await
    }

    async fn waiting(&self) -> i64 {
        self.store.queue_depth().await.unwrap().waiting
    }

    async fn grant(&self) -> bool {
        self.store.grant(self.account, LedgerId::new(NOW, &self.chance), SIZE, NOW).await.is_ok()
    }
}

#[tokio::test]
async fn writes_that_wait_are_committed_together() {
    let database = Database::open(20).await;
    let before = database.store.commits();
    let opened = join_all((0..20).map(|_| database.ask(None))).await;
    assert!(opened.iter().all(Result::is_ok), "{opened:?}");
    assert_eq!((database.waiting().await, database.store.commits() - before), (20, 1));
}

#[tokio::test]
async fn a_commit_that_fails_fails_every_write_of_its_group_and_none_after_it() {
    for fault in [Fault::CommitFails, Fault::RollbackFails] {
        let database = Database::open(20).await;
        database.store.faults().arm(fault, 0);
        let opened = join_all((0..5).map(|_| database.ask(None))).await;
        let is_outage =
            |opened: &Result<Opened, OpenError>| matches!(opened, Err(OpenError::Store(error)) if error.is_outage());
        assert!(opened.iter().all(is_outage), "{opened:?}");
        assert_eq!(database.waiting().await, 0);
        assert!(database.ask(None).await.is_ok());
        assert_eq!(database.waiting().await, 1);
    }
}

#[tokio::test]
async fn a_write_that_is_refused_takes_no_other_with_it() {
    let database = Database::open(2).await;
    let opened = join_all((0..4).map(|_| database.ask(None))).await;
    let refused = |opened: &&Result<Opened, OpenError>| matches!(opened, Err(OpenError::InsufficientCredits { .. }));
    assert_eq!(opened.iter().filter(refused).count(), 2, "{opened:?}");
    assert_eq!(database.waiting().await, 2);
}

#[tokio::test]
async fn nothing_is_told_of_a_write_that_is_not_committed() {
    let database = Database::open(2).await;
    database.store.faults().arm(Fault::CommitFails, 0);
    // The second one finds the first one's report under its key, and the third one no credits for another.
    let (first, second, third) =
        tokio::join!(database.ask(Some("key")), database.ask(Some("key")), database.ask(Some("other")));
    assert!([&first, &second, &third].iter().all(|told| told.is_err()), "{first:?} {second:?} {third:?}");
    assert_eq!(database.waiting().await, 0);
}

#[tokio::test]
async fn a_call_that_is_dropped_half_way_takes_no_other_with_it() {
    // The one that is dropped opened the group, or joined it.
    for passing in [0, 1, 3] {
        let database = Database::open(20).await;
        database.store.faults().arm(Fault::StopsBeforeCommit, passing);
        let mut calls: Vec<_> = (0..4).map(|_| Some(Box::pin(database.ask(None)))).collect();
        let mut told = 0;
        std::future::poll_fn(|context| {
            for call in &mut calls {
                if call.as_mut().is_some_and(|call| call.as_mut().poll(context).is_ready()) {
                    *call = None;
                    told += 1;
                }
            }
            if let Poll::Ready(()) = std::pin::pin!(database.store.faults().stopped()).poll(context) {
                calls[passing as usize] = None;
            }
            if calls.iter().all(Option::is_none) { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        assert_eq!((told, database.waiting().await), (3, 3), "{passing}");
    }
}

/// Polls a call this many times at most, then drops it.
async fn dropped_after<T>(polls: usize, call: impl Future<Output = T>) {
    let (mut call, mut left) = (std::pin::pin!(call), polls);
    std::future::poll_fn(|context| {
        left -= 1;
        if call.as_mut().poll(context).is_ready() || left == 0 { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

#[tokio::test]
async fn a_call_that_is_dropped_at_any_point_fails_no_other() {
    for polls in 1..40 {
        let database = Database::open(20).await;
        let others = join_all((0..3).map(|_| database.ask(None)));
        let (first, (), others) = tokio::join!(database.ask(None), dropped_after(polls, database.ask(None)), others);
        assert!(first.is_ok() && others.iter().all(Result::is_ok), "{polls}: {first:?} {others:?}");
    }
}

#[tokio::test]
async fn a_write_of_its_own_keeps_its_place_among_those_that_share_a_commit() {
    let database = Database::open(1).await;
    let before = database.store.commits();
    // The second report is paid by the grant between them.
    let (first, granted, second) = tokio::join!(database.ask(None), database.grant(), database.ask(None));
    assert!(first.is_ok() && granted && second.is_ok(), "{first:?} {second:?}");
    assert_eq!(database.store.commits() - before, 3);
}

#[tokio::test]
async fn writes_that_come_during_a_slow_commit_share_the_next_one() {
    let database = Database::open(20).await;
    database.store.faults().slow_commits(Duration::from_millis(50));
    let before = database.store.commits();
    let many = async {
        database.ask(None).await.unwrap();
        join_all((0..9).map(|_| database.ask(None))).await
    };
    let (one, many) = tokio::join!(database.ask(None), many);
    assert!(one.is_ok() && many.iter().all(Result::is_ok));
    assert_eq!((database.waiting().await, database.store.commits() - before), (11, 2));
}
