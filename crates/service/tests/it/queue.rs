//! The queue: the order in which reports are claimed, and what happens to reports of dead workers.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::http::StatusCode;
use futures::future::join_all;
use primitives::ids::ReportId;
use serde_json::json;
use store::{Advance, Claim, FenceError, Finished, Lease, Step, Summary};

use testing::on_both;
use testing::support::{Caller, TestApp, brief, brief_with};

const ONE: Advance = Advance { begun: 1, done: 1 };

fn step(key: &str) -> Step {
    Step { key: key.to_owned(), output: "{}".to_owned() }
}

/// Claims until this report comes up and returns the number of claims.
async fn claims_until(app: &TestApp, id: &str) -> usize {
    for claims in 1.. {
        if app.claim_run().await.lease.report.to_string() == id {
            return claims;
        }
    }
    unreachable!()
}

on_both! {
    async fn twenty_claimers_get_different_reports_and_all_of_them(app: TestApp) {
        let caller = app.caller(5000).await;
        let created: BTreeSet<String> = caller.created_many(60, &brief()).await.into_iter().collect();
        let claimed = join_all((0..20).map(|_| async {
            let mut mine = Vec::new();
            while let Some(Claim::Run(report)) = app.claim().await {
                mine.push(report.lease.report.to_string());
            }
            mine
        }))
        .await
        .concat();
        assert_eq!(claimed.len(), created.len());
        assert_eq!(claimed.into_iter().collect::<BTreeSet<_>>(), created);
    }
}

on_both! {
    async fn a_hundred_waiting_reports_do_not_starve_another_accounts_one(app: TestApp) {
        let (busy, newcomer) = (app.caller(5000).await, app.caller(50).await);
        busy.created_many(100, &brief()).await;
        let one = newcomer.created(&brief()).await;
        assert!(claims_until(&app, &one).await <= 2);
    }
}

on_both! {
    async fn a_newcomer_does_not_wait_while_a_busy_account_is_served(app: TestApp) {
        let (busy, newcomer) = (app.caller(5000).await, app.caller(50).await);
        busy.created_many(100, &brief()).await;
        for _ in 0..30 {
            app.claim_run().await;
        }
        let one = newcomer.created(&brief()).await;
        assert!(claims_until(&app, &one).await <= 2);
    }
}

on_both! {
    async fn thousands_of_earlier_reports_hold_nobody_up(app: TestApp) {
        let (old, newcomer) = (app.caller(5000).await, app.caller(5000).await);
        old.created(&brief()).await;
        app.run_jobs().await;
        // As if the account had already used a hundred thousand respondents.
        app.database.run("UPDATE reports SET turn = turn + 100000").await;
        app.database.run("UPDATE accounts SET queue_tail = queue_tail + 100000 WHERE queue_tail > 0").await;
        old.created_many(20, &brief()).await;
        let one = newcomer.created(&brief()).await;
        assert!(claims_until(&app, &one).await <= 2);
        // Nor does past use delay the old account behind a newcomer's fifty reports.
        while app.run_jobs().await > 0 {}
        newcomer.created_many(50, &brief()).await;
        let another = old.created(&brief()).await;
        assert!(claims_until(&app, &another).await <= 3);
    }
}

on_both! {
    async fn an_account_that_was_away_gains_no_lead_by_it(app: TestApp) {
        let (regular, returning) = (app.caller(5000).await, app.caller(5000).await);
        returning.created(&brief()).await;
        app.run_jobs().await;
        regular.created_many(20, &brief()).await;
        app.run_jobs().await;
        returning.created_many(50, &brief()).await;
        let one = regular.created(&brief()).await;
        assert!(claims_until(&app, &one).await <= 3);
    }
}

/// Cancels an account's report.
async fn cancel(app: &TestApp, owner: &Caller, id: &str) {
    let (id, now) = (ReportId::parse(id).unwrap(), app.app.clock.now());
    let cancelled = app.app.store.cancel_report(owner.account.unwrap(), id, "cancelled", app.ledger_id(), now).await;
    cancelled.unwrap().unwrap();
}

on_both! {
    async fn what_an_account_calls_off_does_not_hold_its_other_reports_up(app: TestApp) {
        let (busy, other) = (app.caller(5000).await, app.caller(5000).await);
        let mine = busy.created_many(20, &brief()).await;
        other.created_many(40, &brief()).await;
        for id in &mine[..19] {
            cancel(&app, &busy, id).await;
        }
        assert!(claims_until(&app, &mine[19]).await <= 2, "behind respondents that nobody will ask");
    }
}

on_both! {
    async fn what_an_account_called_off_does_not_hold_up_what_it_asks_for_next(app: TestApp) {
        let (busy, other) = (app.caller(5000).await, app.caller(5000).await);
        let mine = busy.created_many(20, &brief()).await;
        other.created_many(40, &brief()).await;
        // In any order, including reports that have started.
        for id in mine.iter().rev() {
            cancel(&app, &busy, id).await;
        }
        let next = busy.created(&brief()).await;
        assert!(claims_until(&app, &next).await <= 2);
    }
}

on_both! {
    async fn calling_off_half_way_leaves_the_account_what_it_used(app: TestApp) {
        let (busy, other) = (app.caller(5000).await, app.caller(5000).await);
        let mine = busy.created_many(3, &brief()).await;
        other.created_many(40, &brief()).await;
        let running = app.claim_run().await;
        let (first, owner) = if mine.contains(&running.lease.report.to_string()) {
            (running, &busy)
        } else {
            (app.claim_run().await, &busy)
        };
        let id = first.lease.report.to_string();
        assert!(mine.contains(&id));
        app.app.store.enter(first.lease, store::Status::Sampling).await.unwrap();
        app.app.store.checkpoint(first.lease, &[], Advance { begun: 20, done: 20 }).await.unwrap();
        cancel(&app, owner, &id).await;
        let rest = mine.iter().filter(|other| **other != id);
        let mut turns = Vec::new();
        for id in rest {
            turns.push(app.database.integer(&format!("SELECT turn FROM reports WHERE id = '{id}'")).await);
        }
        turns.sort_unstable();
        assert_eq!(turns, [20, 70], "behind the 20 that were asked, one after the other");
        let tail = format!("SELECT queue_tail FROM accounts WHERE id = '{}'", busy.account.unwrap());
        assert_eq!(app.database.integer(&tail).await, 120);
    }
}

on_both! {
    async fn calling_off_gains_nobody_a_lead(app: TestApp) {
        let (clever, regular) = (app.caller(50_000).await, app.caller(5000).await);
        let mine = clever.created_many(2, &brief_with(&json!({ "sample_size": 1000 }))).await;
        regular.created_many(60, &brief()).await;
        // The queue position reaches 950 while the first large report is running or waiting to be claimed again.
        let mut first = None;
        for _ in 0..21 {
            let claimed = app.claim_run().await;
            if mine.contains(&claimed.lease.report.to_string()) {
                first = Some(claimed);
            } else {
                app.app.store.fail_report(claimed.lease, "done", app.ledger_id(), 0).await.unwrap();
            }
        }
        let first = first.expect("a place of its own at the start").lease.report.to_string();
        cancel(&app, &clever, &first).await;
        let second = mine.iter().find(|id| **id != first).unwrap();
        let turn = app.database.integer(&format!("SELECT turn FROM reports WHERE id = '{second}'")).await;
        assert_eq!(turn, 950, "where the line has got to, and not before it");
    }
}

on_both! {
    async fn twenty_reports_called_off_at_once_do_not_wait_for_each_other(app: TestApp) {
        let (busy, other) = (app.caller(5000).await, app.caller(5000).await);
        let mine = busy.created_many(21, &brief()).await;
        other.created_many(40, &brief()).await;
        join_all(mine[..20].iter().map(|id| cancel(&app, &busy, id))).await;
        assert!(claims_until(&app, &mine[20]).await <= 2);
    }
}

on_both! {
    async fn a_leased_report_is_not_claimed_again_until_the_lease_runs_out(app: TestApp) {
        app.freeze_lease_clock().await;
        app.caller(50).await.created(&brief()).await;
        let first = app.claim_run().await;
        let lease_time = app.app.config.lease;
        app.advance_lease_clock(lease_time - Duration::from_millis(1)).await;
        assert!(app.claim().await.is_none() && !app.app.store.has_waiting().await.unwrap());
        app.advance_lease_clock(Duration::from_millis(1)).await;
        assert!(app.app.store.has_waiting().await.unwrap());
        let second = app.claim_run().await;
        assert_eq!((first.lease.report, second.tries), (second.lease.report, 2));
    }
}

on_both! {
    async fn renewing_keeps_a_lease_alive(app: TestApp) {
        app.freeze_lease_clock().await;
        app.caller(50).await.created(&brief()).await;
        let lease = app.claim_run().await.lease;
        let length = app.app.config.lease;
        for _ in 0..3 {
            app.advance_lease_clock(length - Duration::from_millis(1)).await;
            app.app.store.renew(lease, length).await.unwrap();
        }
        assert!(app.claim().await.is_none());
    }
}

/// Asserts that every write of a worker with this lease is refused.
async fn assert_can_write_nothing(app: &TestApp, lease: Lease) {
    let (store, now, length) = (&app.app.store, app.app.clock.now(), app.app.config.lease);
    let body = store::body::OpenBody::without_credits_left(br#"{"result":{"credits_left":0}}"#).unwrap();
    let writes = [
        ("enter", store.enter(lease, store::Status::Sampling).await),
        ("checkpoint", store.checkpoint(lease, &[step("stale")], ONE).await),
        ("renew", store.renew(lease, length).await),
        ("hand_back", store.hand_back(lease).await),
        ("retry_later", store.retry_later(lease, length).await),
        ("fail", store.fail_report(lease, "stale", app.ledger_id(), now).await),
        (
            "finish",
            store
                .finish_report(
                    lease,
                    Finished { body, sampled: 50, summary: &Summary::default() },
                    app.ledger_id(),
                    now,
                )
                .await
                .map(drop),
        ),
    ];
    for (write, outcome) in writes {
        assert!(matches!(outcome, Err(FenceError::Lost)), "{write}: {outcome:?}");
    }
}

on_both! {
    async fn a_worker_that_lost_its_lease_can_write_nothing(app: TestApp) {
        app.freeze_lease_clock().await;
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        let stale = app.claim_run().await.lease;
        app.advance_lease_clock(app.app.config.lease).await;
        let current = app.claim_run().await.lease;
        app.app.store.enter(current, store::Status::Sampling).await.unwrap();
        let before = caller.report(&id).await;
        assert_can_write_nothing(&app, stale).await;
        assert_eq!(caller.report(&id).await, before);
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM steps").await, 0);
        // The worker that took over is not affected.
        app.app.store.checkpoint(current, &[step("fresh")], ONE).await.unwrap();
    }
}

on_both! {
    async fn handing_back_is_immediate_and_is_not_a_try(app: TestApp) {
        app.freeze_lease_clock().await;
        app.caller(50).await.created(&brief()).await;
        for _ in 0..app.app.config.tries_max + 3 {
            let report = app.claim_run().await;
            assert_eq!(report.tries, 1);
            app.app.store.hand_back(report.lease).await.unwrap();
            assert_can_write_nothing(&app, report.lease).await;
        }
    }
}

on_both! {
    async fn a_report_tried_too_often_without_progress_fails_and_is_released(app: TestApp) {
        app.freeze_lease_clock().await;
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        for tries in 1..=app.app.config.tries_max {
            assert_eq!(app.claim_run().await.tries, tries);
            app.advance_lease_clock(app.app.config.lease).await;
        }
        app.run_jobs().await;
        let report = caller.report(&id).await;
        assert_eq!(
            (&report["status"], &report["error"]["code"]),
            (&"failed".into(), &"report_generation_failed".into())
        );
        assert_eq!(caller.credits_left().await, 50);
    }
}

on_both! {
    async fn progress_forgives_earlier_tries(app: TestApp) {
        app.freeze_lease_clock().await;
        app.caller(50).await.created(&brief()).await;
        for round in 0..3 {
            let mut report = app.claim_run().await;
            while report.tries < app.app.config.tries_max {
                app.advance_lease_clock(app.app.config.lease).await;
                report = app.claim_run().await;
            }
            app.app.store.checkpoint(report.lease, &[step(&format!("step {round}"))], ONE).await.unwrap();
            app.advance_lease_clock(app.app.config.lease).await;
        }
        let report = app.claim_run().await;
        assert_eq!((report.tries, report.steps.len()), (2, 3));
    }
}

on_both! {
    async fn a_failed_claim_of_one_report_does_not_hold_up_the_next(app: TestApp) {
        app.freeze_lease_clock().await;
        let caller = app.caller(100).await;
        caller.created_many(2, &brief()).await;
        let first = app.claim_run().await;
        app.app.store.retry_later(first.lease, Duration::from_secs(60)).await.unwrap();
        let second = app.claim_run().await;
        assert_ne!(first.lease.report, second.lease.report);
        assert!(app.claim().await.is_none());
        app.advance_lease_clock(Duration::from_secs(59)).await;
        assert_eq!(app.claim_run().await.lease.report, second.lease.report);
        app.advance_lease_clock(Duration::from_secs(1)).await;
        assert_eq!(app.claim_run().await.lease.report, first.lease.report);
    }
}

on_both! {
    async fn a_balance_for_twenty_lets_exactly_twenty_of_200_concurrent_creates_through(app: TestApp) {
        for _ in 0..3 {
            let caller = app.caller(1000).await;
            let body = brief();
            let answers = join_all((0..200).map(|_| {
                let (caller, body) = (caller.clone(), body.clone());
                tokio::spawn(async move { caller.create(&body).await.status })
            }))
            .await;
            let counted = |status| answers.iter().filter(|answer| *answer.as_ref().unwrap() == status).count();
            assert_eq!((counted(StatusCode::ACCEPTED), counted(StatusCode::PAYMENT_REQUIRED)), (20, 180));
            let account = app.app.store.account(caller.account.unwrap()).await.unwrap().unwrap();
            assert_eq!((account.available, account.held), (0, 1000));
            app.assert_ledger_adds_up().await;
        }
    }
}
