//! What the worker makes of an engine that fails, breaks or hangs, of being stopped, and of having died.

use std::collections::BTreeSet;
use std::time::Duration;

use canvass::worker::Workshop;
use serde_json::json;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::engines::{Begun, Mood, Moody};
use crate::on_both;
use crate::support::{Caller, TestApp, brief};

fn start(workshop: &Workshop) -> (JoinHandle<()>, CancellationToken) {
    let stop = CancellationToken::new();
    (tokio::spawn(workshop.clone().work(stop.clone())), stop)
}

/// Has a worker run a new report until the engine hangs, then stops the worker; answers which report it was.
async fn stopped_while_hanging<F>(app: &mut TestApp, caller: &Caller, engine: Moody<F>) -> String
where
    F: Fn(usize) -> Mood + Send + Sync + 'static,
{
    let hanging = engine.hanging();
    app.set_engine(engine);
    let id = caller.created(&brief()).await;
    let (working, stop) = start(&app.workshop);
    hanging.notified().await;
    stop.cancel();
    working.await.unwrap();
    id
}

/// Respondents whose choice is on record for the only report, which is given back untouched.
async fn finished_choices(app: &TestApp) -> BTreeSet<String> {
    let report = app.claim_run().await;
    app.app.store.hand_back(report.lease).await.unwrap();
    report.steps.iter().filter_map(|step| step.key.strip_prefix("3/reading/0/")).map(str::to_owned).collect()
}

on_both! {
    with |flags| (flags.concurrency, flags.tries_max, flags.retry_backoff_ms) = (Some(1), Some(3), Some(1000));
    async fn an_engine_that_stays_down_is_tried_again_with_backoff_and_the_last_failure_voids_the_hold(app: TestApp) {
        app.freeze_lease_clock().await;
        let begun = Begun::default();
        app.set_engine(Moody::new(&begun, |_| Mood::Unavailable));
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        // The design is progress, so the first try is the first without any; then the waits double.
        for (tried, backoff_ms) in [(1, 1000), (2, 2000)] {
            assert_eq!(app.run_jobs().await, 1, "try {tried}");
            assert_eq!(caller.report(&id).await["status"], "sampling");
            assert_eq!(caller.credits_left().await, 0);
            app.advance_lease_clock(Duration::from_millis(backoff_ms - 1)).await;
            assert!(!app.app.store.has_waiting().await.unwrap(), "try {tried}");
            app.advance_lease_clock(Duration::from_millis(1)).await;
        }
        assert_eq!(app.run_jobs().await, 1);
        let report = caller.report(&id).await;
        let error = json!({
            "code": "report_generation_failed", "message": "The engine that answers for respondents was unavailable.",
        });
        assert_eq!((&report["status"], &report["error"]), (&json!("failed"), &error));
        assert_eq!(caller.credits_left().await, 50);
    }
}

on_both! {
    with |flags| (flags.concurrency, flags.tries_max) = (Some(1), Some(2));
    async fn an_engine_that_fails_now_and_then_ends_in_a_report_as_long_as_each_try_makes_progress(app: TestApp) {
        app.freeze_lease_clock().await;
        let begun = Begun::default();
        // Ten interviews, then eight failed calls in a row, which end the try.
        app.set_engine(Moody::new(&begun, |call| if (call - 1) % 18 < 10 { Mood::Answers } else { Mood::Unavailable }));
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        let mut tries = 0;
        while caller.report(&id).await.get("progress").is_some() {
            tries += app.run_jobs().await;
            app.advance_lease_clock(Duration::from_secs(60)).await;
        }
        assert_eq!(caller.report(&id).await["status"], "completed");
        assert_eq!(tries, 5);
        // Fifty interviews, and eight failed calls at the end of each try but the last.
        assert_eq!(begun.total(), 50 + 4 * 8);
    }
}

on_both! {
    with |flags| flags.concurrency = Some(1);
    async fn respondents_who_cannot_be_reached_fail_and_the_report_does_not(app: TestApp) {
        app.freeze_lease_clock().await;
        let begun = Begun::default();
        app.set_engine(Moody::new(&begun, |call| if call % 10 == 0 { Mood::Unavailable } else { Mood::Answers }));
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        assert_eq!(app.run_jobs().await, 1);
        let statistics = &caller.report(&id).await["result"]["statistics"];
        assert_eq!(statistics["failed_respondent_count"], 5);
        assert_eq!(statistics["successful_respondent_count"], 45);
    }
}

on_both! {
    with |flags| (flags.concurrency, flags.tries_max) = (Some(1), Some(2));
    async fn an_engine_that_breaks_takes_no_worker_down(app: TestApp) {
        app.freeze_lease_clock().await;
        app.set_engine(Moody::new(&Begun::default(), |_| Mood::Panics));
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        for _ in 0..2 {
            assert_eq!(app.run_jobs().await, 1);
            app.advance_lease_clock(Duration::from_secs(60)).await;
        }
        let report = caller.report(&id).await;
        let message = "The report could not be generated because of an internal error.";
        assert_eq!((&report["status"], &report["error"]["message"]), (&json!("failed"), &json!(message)));
        assert_eq!(caller.credits_left().await, 50);
    }
}

on_both! {
    with |flags| flags.concurrency = Some(1);
    async fn a_stopped_worker_hands_its_report_back_at_once(app: TestApp) {
        app.freeze_lease_clock().await;
        let begun = Begun::default();
        let engine = Moody::new(&begun, |interview| if interview > 40 { Mood::Hangs } else { Mood::Answers });
        let caller = app.caller(50).await;
        let id = stopped_while_hanging(&mut app, &caller, engine).await;
        let report = app.claim_run().await;
        assert_eq!((report.tries, report.lease.report.to_string()), (1, id.clone()));
        app.app.store.hand_back(report.lease).await.unwrap();
        // An interview takes three steps, and the first of them was taken for forty respondents.
        assert_eq!(caller.report(&id).await["progress"]["respondents_done"], 13);
        assert_eq!(caller.report(&id).await["progress"]["percent"], 26);
    }
}

on_both! {
    with |flags| flags.concurrency = Some(1);
    async fn respondents_who_failed_count_as_done(app: TestApp) {
        app.freeze_lease_clock().await;
        let begun = Begun::default();
        let engine = Moody::new(&begun, |interview| match interview {
            ..=20 => Mood::Refuses,
            21..=40 => Mood::Answers,
            _ => Mood::Hangs,
        });
        let caller = app.caller(50).await;
        let id = stopped_while_hanging(&mut app, &caller, engine).await;
        // Of four steps, three for each who refused and one for each who answered.
        assert_eq!(caller.report(&id).await["progress"]["respondents_done"], (20 * 3 + 20) / 4);
    }
}

on_both! {
    with |flags| flags.concurrency = Some(1);
    async fn a_report_whose_worker_died_is_resumed_and_no_finished_step_is_repeated(app: TestApp) {
        app.freeze_lease_clock().await;
        let begun = Begun::default();
        let engine = Moody::new(&begun, |interview| if interview > 20 { Mood::Hangs } else { Mood::Answers });
        let hanging = engine.hanging();
        app.set_engine(engine);
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        let workshop = app.workshop.clone();
        // One after the other in one task, so that nothing of it outlives the end of that task.
        let working = tokio::spawn(async move { workshop.work_through().await });
        hanging.notified().await;
        working.abort();
        assert!(working.await.unwrap_err().is_cancelled());
        assert!(app.claim().await.is_none(), "the lease of the dead still runs");
        app.advance_lease_clock(app.app.config.lease).await;
        let finished = finished_choices(&app).await;
        assert_eq!(finished.len(), 20);
        begun.clear();
        app.set_engine(Moody::new(&begun, |_| Mood::Answers));
        app.run_jobs().await;
        let resumed: BTreeSet<String> = begun.respondents().into_iter().collect();
        assert_eq!((begun.total(), resumed.len()), (30, 30));
        assert!(resumed.is_disjoint(&finished));
        let report = caller.report(&id).await;
        assert_eq!(report["result"]["statistics"]["successful_respondent_count"], 50);
        assert_eq!(caller.credits_left().await, 0);
    }
}

on_both! {
    with |flags| flags.poll_ms = Some(600_000);
    async fn an_idle_worker_starts_a_new_report_when_the_bell_rings(app: TestApp) {
        let begun = Begun::default();
        let engine = Moody::new(&begun, |_| Mood::Hangs);
        let hanging = engine.hanging();
        app.set_engine(engine);
        let (working, stop) = start(&app.workshop);
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        hanging.notified().await;
        assert_eq!(caller.report(&id).await["status"], "sampling");
        stop.cancel();
        working.await.unwrap();
    }
}

on_both! {
    with |flags| (flags.lease_ms, flags.concurrency) = (Some(300), Some(1));
    async fn a_worker_whose_lease_was_taken_stops_and_settles_nothing(app: TestApp) {
        let begun = Begun::default();
        let engine = Moody::new(&begun, |interview| if interview > 20 { Mood::Hangs } else { Mood::Answers });
        let hanging = engine.hanging();
        app.set_engine(engine);
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        let workshop = app.workshop.clone();
        let running = tokio::spawn(async move { workshop.work_through().await.unwrap() });
        hanging.notified().await;
        // Another worker takes over, as after a pause of the whole process.
        app.database.run("UPDATE reports SET fence = fence + 1, visible_at = 9000000000000").await;
        assert_eq!(running.await.unwrap(), 1);
        let report = caller.report(&id).await;
        assert_eq!((&report["status"], &report["progress"]["respondents_done"]), (&json!("sampling"), &json!(6)));
        assert_eq!(caller.credits_left().await, 0);
    }
}
