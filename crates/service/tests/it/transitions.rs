//! The contract's state transitions (3): their order, their effect on credits, and that final states are final.

use engine::Scripted;
use primitives::ids::ReportId;
use serde_json::json;
use store::body::OpenBody;
use store::{Advance, FenceError, Finished, Status, Summary};

use testing::engines::{Asked, Fault, FaultInjecting};
use testing::on_both;
use testing::support::{TestApp, brief, brief_with};

/// Makes the database record each change of a status.
async fn record_statuses(app: &TestApp) {
    app.database.run("CREATE TABLE history (seq INTEGER NOT NULL, status TEXT NOT NULL)").await;
    let note = "INSERT INTO history (seq, status) VALUES ((SELECT COUNT(*) FROM history), NEW.status);";
    if app.database.url.starts_with("sqlite") {
        app.database
            .run(&format!(
                "CREATE TRIGGER note AFTER UPDATE OF status ON reports WHEN OLD.status <> NEW.status BEGIN {note} END"
            ))
            .await;
    } else {
        let function =
            format!("CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {note} RETURN NEW; END $$");
        app.database.run(&function).await;
        app.database
            .run(
                "CREATE TRIGGER note AFTER UPDATE ON reports FOR EACH ROW
                 WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION note()",
            )
            .await;
    }
}

async fn assert_history(app: &TestApp, statuses: &[&str]) {
    assert_eq!(app.database.integer("SELECT COUNT(*) FROM history").await, statuses.len() as i64);
    for (seq, status) in statuses.iter().enumerate() {
        let sql = format!("SELECT COUNT(*) FROM history WHERE seq = {seq} AND status = '{status}'");
        assert_eq!(app.database.integer(&sql).await, 1, "{seq}: {status}");
    }
}

on_both! {
    async fn a_report_passes_through_every_status_in_order(app: TestApp) {
        record_statuses(&app).await;
        app.caller(100).await.created(&brief()).await;
        app.run_jobs().await;
        assert_history(&app, &["generating_questionnaire", "sampling", "completed"]).await;
    }
}

on_both! {
    async fn a_pipeline_that_fails_ends_in_failed(app: TestApp) {
        record_statuses(&app).await;
        app.set_engine(Scripted::new(0, 1.0));
        app.caller(100).await.created(&brief()).await;
        app.run_jobs().await;
        assert_history(&app, &["generating_questionnaire", "sampling", "failed"]).await;
    }
}

on_both! {
    async fn creating_reserves_completing_settles(app: TestApp) {
        let caller = app.caller(1000).await;
        let account = async || app.app.store.account(caller.account.unwrap()).await.unwrap().unwrap();
        caller.created(&brief_with(&json!({ "sample_size": 300 }))).await;
        assert_eq!((account().await.available, account().await.held), (700, 300));
        app.run_jobs().await;
        assert_eq!((account().await.available, account().await.held), (700, 0));
        let lines = app.app.store.ledger(caller.account.unwrap(), None, 10).await.unwrap().items;
        let mut kinds: Vec<&str> = lines.iter().map(|line| line.kind.as_str()).collect();
        kinds.sort_unstable();
        assert_eq!(kinds, ["grant", "hold", "post"]);
    }
}

on_both! {
    async fn failing_releases_the_reservation_and_the_report_can_be_resubmitted(app: TestApp) {
        let caller = app.caller(50).await;
        app.set_engine(Scripted::new(0, 1.0));
        let first = caller.created(&brief()).await;
        assert_eq!(caller.credits_left().await, 0);
        app.run_jobs().await;
        assert_eq!(caller.report(&first).await["status"], "failed");
        assert_eq!(caller.credits_left().await, 50);
        app.set_engine(Scripted::new(0, 0.0));
        let second = caller.created(&brief()).await;
        assert_ne!(first, second);
        app.run_jobs().await;
        assert_eq!(caller.report(&second).await["status"], "completed");
        assert_eq!(caller.report(&first).await["status"], "failed");
    }
}

on_both! {
    with |flags| flags.scripted_fail_rate = Some(0.5);
    async fn half_of_the_respondents_must_succeed(app: TestApp) {
        let caller = app.caller(1000).await;
        let mut completed = 0;
        for seed in 1..=16 {
            let id = caller.created(&brief()).await;
            app.database.run(&format!("UPDATE reports SET seed = {seed} WHERE id = '{id}'")).await;
            app.run_jobs().await;
            let report = caller.report(&id).await;
            if report["status"] == "completed" {
                completed += 1;
                let result = &report["result"];
                assert!(result["statistics"]["successful_respondent_count"].as_i64().unwrap() >= 25, "{seed}");
                // All sampled respondents are charged, whether they succeeded or not.
                assert_eq!(result["credits_used"], 50);
            } else {
                let message = report["error"]["message"].as_str().unwrap();
                let rest = message.strip_prefix("Only ").unwrap();
                let (successful, rest) = rest.split_once(' ').unwrap();
                assert_eq!(rest, "of 50 respondents could be simulated; a report needs at least half.");
                assert!(successful.parse::<i64>().unwrap() < 25, "{message}");
            }
        }
        assert!((1..16).contains(&completed), "{completed}");
        assert_eq!(caller.credits_left().await, 1000 - 50 * completed);
    }
}

on_both! {
    with |flags| (flags.lease_ms, flags.concurrency) = (Some(300), Some(1));
    async fn cancelling_costs_nothing_before_the_forecast_is_whole_and_everybody_after(app: TestApp) {
        let caller = app.caller(200).await;
        for (hangs_at, used, left) in [("forecast_groups", 0, 200), ("voices", 50, 150)] {
            let engine = FaultInjecting::new(&Asked::default(), move |name, _| {
                if name == hangs_at { Fault::Hangs } else { Fault::Answers }
            });
            let hanging = engine.hanging();
            app.set_engine(engine);
            let id = caller.created(&brief()).await;
            let build_worker = app.build_worker.clone();
            let running = tokio::spawn(async move { build_worker.work_through().await.unwrap() });
            hanging.notified().await;
            let (report, now) = (ReportId::parse(&id).unwrap(), app.app.clock.now());
            let account = caller.account.unwrap();
            let cancelled = app.app.store.cancel_report(account, report, "cancelled", app.ledger_id(), now).await;
            let cancelled = cancelled.unwrap().unwrap();
            assert_eq!((cancelled.credits_used, cancelled.credits_released), (used, 50 - used), "{hangs_at}");
            assert_eq!(caller.credits_left().await, left, "{hangs_at}");
            // The worker learns of it when it next renews its lease.
            assert_eq!(running.await.unwrap(), 1);
        }
    }
}

on_both! {
    async fn a_report_is_never_charged_more_than_its_estimate(app: TestApp) {
        let caller = app.caller(1000).await;
        caller.created(&brief()).await;
        let lease = app.claim_run().await.lease;
        app.app.store.enter(lease, Status::Sampling).await.unwrap();
        let body = OpenBody::without_credits_left(br#"{"result":{"credits_left":0}}"#).unwrap();
        let used = app.app.store.finish_report(lease, Finished { body, sampled: 999, summary: &Summary::default() }, app.ledger_id(), app.app.clock.now()).await.unwrap();
        assert_eq!((used, caller.credits_left().await), (50, 950));
    }
}

on_both! {
    async fn final_states_are_final(app: TestApp) {
        let caller = app.caller(1000).await;
        let (store, now) = (&app.app.store, app.app.clock.now());
        for completes in [true, false] {
            let id = caller.created(&brief()).await;
            let lease = app.claim_run().await.lease;
            store.enter(lease, Status::Sampling).await.unwrap();
            let body = || OpenBody::without_credits_left(br#"{"result":{"credits_left":0}}"#).unwrap();
            if completes {
                store.finish_report(lease, Finished { body: body(), sampled: 50, summary: &Summary::default() }, app.ledger_id(), now).await.unwrap();
            } else {
                store.fail_report(lease, "why", app.ledger_id(), now).await.unwrap();
            }
            let (report, credits) = (caller.report(&id).await, caller.credits_left().await);
            let again = [
                store.enter(lease, Status::GeneratingQuestionnaire).await,
                store.checkpoint(lease, &[], Advance { begun: 1, done: 1 }).await,
                store.renew(lease, app.app.config.lease).await,
                store.hand_back(lease).await,
                store.retry_later(lease, app.app.config.lease).await,
                store.fail_report(lease, "again", app.ledger_id(), now).await,
                store.finish_report(lease, Finished { body: body(), sampled: 50, summary: &Summary::default() }, app.ledger_id(), now).await.map(drop),
            ];
            for (write, outcome) in again.into_iter().enumerate() {
                assert!(matches!(outcome, Err(FenceError::Lost)), "write {write}: {outcome:?}");
            }
            assert!(app.claim().await.is_none());
            assert_eq!((caller.report(&id).await, caller.credits_left().await), (report, credits));
        }
    }
}

on_both! {
    async fn a_report_does_not_go_back_to_an_earlier_status(app: TestApp) {
        let caller = app.caller(1000).await;
        let id = caller.created(&brief()).await;
        let lease = app.claim_run().await.lease;
        for (entered, shown) in [
            (Status::Sampling, "sampling"),
            (Status::GeneratingQuestionnaire, "sampling"),
            (Status::Sampling, "sampling"),
        ] {
            app.app.store.enter(lease, entered).await.unwrap();
            assert_eq!(caller.report(&id).await["status"], shown);
        }
    }
}
