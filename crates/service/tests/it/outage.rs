//! Engine outages: reports wait instead of failing, up to the configured grace period.

use std::time::Duration;

use axum::http::StatusCode;
use engine::EngineError;
use store::ReportFilter;
use tokio_util::sync::CancellationToken;

use testing::engines::{Asked, Fault, FaultInjecting, Switched};
use testing::on_both;
use testing::support::{Caller, TestApp, brief};
use testing::support::{SOON, until};

fn refused() -> EngineError {
    EngineError::Unavailable { message: "no connection to 192.0.2.1:8000".to_owned() }
}

fn denied() -> EngineError {
    EngineError::Denied { message: "HTTP 401 from 192.0.2.1:8000".to_owned() }
}

/// Creates reports that wait, as after a detected outage.
async fn waiting(app: &mut TestApp, reports: usize) -> (Caller, Vec<String>, Switched) {
    app.freeze_lease_clock().await;
    let engine = Switched::away(refused());
    app.set_engine(engine.clone());
    let caller = app.caller(50 * reports as i64).await;
    let ids = caller.created_many(reports, &brief()).await;
    assert_eq!(app.run_jobs().await, 1, "the first finds the outage, and nothing more is taken");
    app.build_worker.expire_waiting_reports().await;
    (caller, ids, engine)
}

on_both! {
    async fn while_the_engine_is_away_reports_wait_and_say_so(app: TestApp) {
        let (caller, ids, _) = waiting(&mut app, 3).await;
        for id in &ids {
            let report = caller.report(id).await;
            assert_eq!(report["progress"]["waiting_for"], "engine", "{report}");
            assert_eq!(report["progress"]["stage"], report["status"]);
        }
        assert_eq!(caller.credits_left().await, 0);
        let tries = app.database.integer("SELECT MAX(tries) FROM reports").await;
        assert_eq!(tries, 0, "waiting is no try");
    }
}

on_both! {
    with |flags| flags.retry_backoff_ms = Some(10);
    async fn reports_go_on_by_themselves_when_the_engine_is_back(app: TestApp) {
        let engine = Switched::away(refused());
        app.set_engine(engine.clone());
        let caller = app.caller(250).await;
        let ids = caller.created_many(5, &brief()).await;
        let stop = CancellationToken::new();
        let working = tokio::spawn(app.build_worker.clone().work(stop.clone()));
        until("all wait", SOON, || async {
            let reports = futures::future::join_all(ids.iter().map(|id| caller.report(id))).await;
            reports.iter().all(|report| report["progress"]["waiting_for"] == "engine").then_some(())
        })
        .await;
        engine.answers();
        until("all are completed", SOON, || async {
            let reports = futures::future::join_all(ids.iter().map(|id| caller.report(id))).await;
            reports.iter().all(|report| report["status"] == "completed").then_some(())
        })
        .await;
        stop.cancel();
        working.await.unwrap();
        assert_eq!(app.build_worker.availability.outage(), None);
        assert_eq!(caller.credits_left().await, 0, "each is charged once");
    }
}

on_both! {
    with |flags| flags.engine_patience_s = Some(60);
    async fn a_report_fails_and_is_not_charged_when_patience_runs_out(app: TestApp) {
        let (caller, ids, _) = waiting(&mut app, 2).await;
        app.advance_lease_clock(Duration::from_millis(59_999)).await;
        app.build_worker.expire_waiting_reports().await;
        assert_eq!(caller.report(&ids[0]).await["progress"]["waiting_for"], "engine");
        app.advance_lease_clock(Duration::from_millis(1)).await;
        app.build_worker.expire_waiting_reports().await;
        for id in &ids {
            let report = caller.report(id).await;
            assert_eq!(report["status"], "failed");
            let message = report["error"]["message"].as_str().unwrap();
            assert!(message.contains("unavailable for too long"), "{message}");
        }
        assert_eq!(caller.credits_left().await, 100);
    }
}

on_both! {
    with |flags| flags.engine_patience_s = Some(60);
    async fn a_backlog_is_not_killed_by_the_first_blip(app: TestApp) {
        app.freeze_lease_clock().await;
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        // It was queued for hours while the engine was available.
        app.advance_lease_clock(Duration::from_secs(7200)).await;
        app.set_engine(Switched::away(refused()));
        app.run_jobs().await;
        app.build_worker.expire_waiting_reports().await;
        assert_eq!(caller.report(&id).await["progress"]["waiting_for"], "engine");
        // A past outage does not count towards the next.
        app.advance_lease_clock(Duration::from_secs(40)).await;
        app.app.store.clear_engine_outage().await.unwrap();
        assert_eq!(caller.report(&id).await["progress"].get("waiting_for"), None);
        app.build_worker.expire_waiting_reports().await;
        app.advance_lease_clock(Duration::from_secs(40)).await;
        app.build_worker.expire_waiting_reports().await;
        assert_eq!(caller.report(&id).await["progress"]["waiting_for"], "engine");
    }
}

on_both! {
    with |flags| (flags.engine_patience_s, flags.concurrency) = (Some(60), Some(1));
    async fn patience_counts_from_the_last_checkpoint_and_what_is_answered_is_kept(app: TestApp) {
        app.freeze_lease_clock().await;
        let engine = Switched::answering();
        let switch = engine.clone();
        app.set_engine(engine.over(FaultInjecting::new(&Asked::default(), move |_, number| {
            if number > 5 { switch.leaves(refused()); }
            Fault::Answers
        })));
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        app.run_jobs().await;
        let done = caller.report(&id).await["progress"]["respondents_done"].as_i64().unwrap();
        assert!(done > 0, "{done}");
        app.advance_lease_clock(Duration::from_secs(59)).await;
        app.build_worker.expire_waiting_reports().await;
        assert_eq!(caller.report(&id).await["progress"]["respondents_done"], done);
        assert_eq!(app.claim_run().await.tries, 1);
    }
}

on_both! {
    async fn an_outage_under_way_is_known_to_a_process_that_starts_in_it(app: TestApp) {
        let (caller, ids, engine) = waiting(&mut app, 1).await;
        app.build_worker.availability = std::sync::Arc::default();
        engine.answers();
        let stop = CancellationToken::new();
        let working = tokio::spawn(app.build_worker.clone().work(stop.clone()));
        until("it is completed", SOON, || async {
            (caller.report(&ids[0]).await["status"] == "completed").then_some(())
        })
        .await;
        stop.cancel();
        working.await.unwrap();
    }
}

on_both! {
    async fn an_engine_that_is_away_takes_no_server_out_of_rotation(app: TestApp) {
        let anyone = app.stranger(None);
        app.build_worker.availability.record_outage(&refused());
        let ready = anyone.get("/readyz").await;
        let text = "ready: database; reports wait: the engine scripted can't be reached\n";
        assert_eq!((ready.status, ready.text().as_str()), (StatusCode::OK, text));
        app.build_worker.availability.record_outage(&denied());
        let ready = anyone.get("/readyz").await.text();
        assert!(ready.contains("an operator must put its key, model or quota right"), "{ready}");
        assert!(!ready.contains("192.0.2.1"), "whose server it is is nobody's business: {ready}");
        let caller = app.caller(50).await;
        assert_eq!(caller.create(&brief()).await.status, StatusCode::ACCEPTED);
    }
}

on_both! {
    async fn a_stored_brief_that_cannot_be_read_fails_by_itself_and_the_next_is_claimed(app: TestApp) {
        let caller = app.caller(100).await;
        let ids = caller.created_many(2, &brief()).await;
        let damaged = format!("UPDATE reports SET brief = '{{\"question\": 5}}' WHERE id = '{}'", ids[0]);
        app.database.run(&damaged).await;
        assert_eq!(app.run_jobs().await, 2);
        assert_eq!(caller.report(&ids[0]).await["status"], "failed");
        assert_eq!(caller.report(&ids[1]).await["status"], "completed");
        assert_eq!(caller.credits_left().await, 50, "what the damaged one held is released");
        let browser = app.browser_of(caller.account.unwrap()).await;
        let list = browser.get("/reports").await;
        assert_eq!(list.status, StatusCode::OK, "its owner sees the others");
        assert!(list.text().contains(&ids[1]));
        let page = app.app.store.own_reports(caller.account.unwrap(), &ReportFilter::default(), 1).await.unwrap();
        assert!(page.has_more, "whichever of the two is older, the damaged one is no end of the list");
    }
}

on_both! {
    async fn the_workspace_says_what_a_report_waits_for_in_three_languages(app: TestApp) {
        let (caller, ids, _) = waiting(&mut app, 1).await;
        let browser = app.browser_of(caller.account.unwrap()).await;
        for (language, words) in [("en", "will continue automatically"), ("es", "continuará solo"), ("zh", "自动继续")] {
            let page = browser.get_with(&format!("/reports/{}", ids[0]), &[("accept-language", language)]).await;
            assert!(page.text().contains(words), "{language}: {}", page.text());
        }
    }
}

on_both! {
    with |flags| flags.engine_patience_s = Some(60);
    async fn patience_that_a_clock_ahead_began_is_counted_anew_by_the_right_clock(app: TestApp) {
        app.freeze_lease_clock().await;
        app.set_clocks(Duration::from_secs(2 * 60 * 60)).await;
        app.set_engine(Switched::away(refused()));
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        app.run_jobs().await;
        app.set_clocks(Duration::ZERO).await;
        app.build_worker.expire_waiting_reports().await;
        app.advance_lease_clock(Duration::from_millis(59_999)).await;
        app.build_worker.expire_waiting_reports().await;
        assert_eq!(caller.report(&id).await["progress"]["waiting_for"], "engine");
        app.advance_lease_clock(Duration::from_millis(1)).await;
        app.build_worker.expire_waiting_reports().await;
        assert_eq!(caller.report(&id).await["status"], "failed", "not only two hours later");
    }
}
