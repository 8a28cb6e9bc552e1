//! A full database: writers get an error, the service reports that it is not ready, running reports wait without
//! losing anything, and everything resumes by itself when there is space.

use std::time::Duration;

use axum::http::StatusCode;
use store::Store;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use testing::engines::{Asked, Fault, FaultInjecting};
use testing::on_both;
use testing::support::{Backend, TestApp, brief};
use testing::support::{SOON, until};

/// Simulates a full disk: SQLite's file can't grow, PostgreSQL refuses writes that need space.
async fn fill(app: &TestApp) {
    if is_sqlite(app) {
        return app.app.store.set_full(true).await.unwrap();
    }
    app.database
        .run(
            "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$",
        )
        .await;
    for table in ["steps", "results", "heartbeat"] {
        app.database
            .run(&format!("CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON {table} EXECUTE FUNCTION no_room()"))
            .await;
    }
}

async fn make_room(app: &TestApp) {
    match is_sqlite(app) {
        true => app.app.store.set_full(false).await.unwrap(),
        false => app.database.run("DROP FUNCTION no_room CASCADE").await,
    }
}

fn is_sqlite(app: &TestApp) -> bool {
    app.database.url.starts_with("sqlite")
}

/// Advances the runtime's clock; only for single-threaded runtimes.
async fn pass(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

#[tokio::test]
async fn a_full_sqlite_file_works_again_by_itself_when_there_is_room() {
    let app = TestApp::start_with(Backend::Sqlite, |_| {}).await;
    let caller = app.caller(5_000).await;
    let first = caller.created(&brief()).await;
    app.app.store.set_full(true).await.unwrap();
    let mut refused = 0;
    for _ in 0..60 {
        let answer = caller.create(&brief()).await;
        refused += usize::from(answer.status == StatusCode::INTERNAL_SERVER_ERROR);
    }
    assert!(refused > 10, "{refused}");
    let ready = caller.get("/readyz").await;
    assert_eq!(ready.status, StatusCode::SERVICE_UNAVAILABLE, "{}", ready.text());
    assert!(ready.text().contains("takes no writes"), "{}", ready.text());
    assert_eq!(caller.report(&first).await["status"], "queued", "what is there can be read");
    app.app.store.set_full(false).await.unwrap();
    assert_eq!(caller.create(&brief()).await.status, StatusCode::ACCEPTED, "no restart is needed");
    pass(Duration::from_secs(5)).await;
    assert_eq!(caller.get("/readyz").await.status, StatusCode::OK);
    app.assert_ledger_adds_up().await;
    app.stop().await;
}

#[tokio::test]
async fn while_a_disk_has_room_for_little_the_service_is_not_ready() {
    let app = TestApp::start_with(Backend::Sqlite, |_| {}).await;
    let caller = app.caller(5_000).await;
    app.app.store.set_full(true).await.unwrap();
    while caller.create(&brief()).await.status == StatusCode::ACCEPTED {}
    for _ in 0..3 {
        assert!(app.app.store.beat().await.is_ok(), "one small row still fits");
        pass(Duration::from_secs(5)).await;
        assert_eq!(caller.get("/readyz").await.status, StatusCode::SERVICE_UNAVAILABLE);
    }
    app.stop().await;
}

#[tokio::test]
async fn a_crowd_that_asks_whether_the_service_is_ready_costs_one_write_in_five_seconds() {
    let app = TestApp::start_with(Backend::Sqlite, |_| {}).await;
    app.freeze_lease_clock().await;
    let caller = app.stranger(None);
    let written = "SELECT beat_at - (SELECT now_ms FROM clock) FROM heartbeat";
    pass(Duration::from_secs(5)).await;
    for _ in 0..20 {
        assert_eq!(caller.get("/readyz").await.status, StatusCode::OK);
        assert!(app.database.integer(written).await <= 0);
        app.advance_lease_clock(Duration::from_millis(1)).await;
    }
    assert_eq!(app.database.integer(written).await, -20, "the first of them wrote, and nobody after it");
    pass(Duration::from_secs(5)).await;
    caller.get("/readyz").await;
    assert_eq!(app.database.integer(written).await, 0);
    app.stop().await;
}

on_both! {
    with |flags| (flags.retry_backoff_ms, flags.tries_max) = (Some(10), Some(1));
    async fn a_report_waits_while_the_database_is_full_and_goes_on_when_there_is_room(app: TestApp) {
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        fill(&app).await;
        let stop = CancellationToken::new();
        let working = tokio::spawn(app.build_worker.clone().work(stop.clone()));
        until("the report was started", SOON, || async {
            (caller.report(&id).await["status"] == "generating_questionnaire").then_some(())
        })
        .await;
        until("the service is not ready", SOON, || async {
            (caller.get("/readyz").await.status == StatusCode::SERVICE_UNAVAILABLE).then_some(())
        })
        .await;
        assert!(caller.report(&id).await.get("progress").is_some(), "it has not failed");
        make_room(&app).await;
        until("the report is completed", SOON, || async {
            (caller.report(&id).await["status"] == "completed").then_some(())
        })
        .await;
        stop.cancel();
        working.await.unwrap();
        assert_eq!(caller.credits_left().await, 0, "it is charged once");
    }
}

/// Blocks the current thread; needs a multi-threaded runtime.
fn filled_up(store: &Store) {
    tokio::task::block_in_place(|| Handle::current().block_on(store.set_full(true))).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_file_may_fill_up_at_any_call_of_a_report() {
    for fills_at in [1, 3, 6, 10] {
        let mut app = TestApp::start_with(Backend::Sqlite, |flags| {
            (flags.retry_backoff_ms, flags.tries_max, flags.concurrency) = (Some(10), Some(1), Some(1));
        })
        .await;
        let (asked, store) = (Asked::default(), app.app.store.clone());
        app.set_engine(FaultInjecting::new(&asked, move |_, number| {
            if number == fills_at {
                filled_up(&store);
            }
            Fault::Answers
        }));
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        let stop = CancellationToken::new();
        let working = tokio::spawn(app.build_worker.clone().work(stop.clone()));
        until("it is full", SOON, || async { (!app.app.store.takes_writes().await).then_some(()) }).await;
        assert!(caller.report(&id).await.get("progress").is_some(), "full at call {fills_at}: it has not failed");
        app.app.store.set_full(false).await.unwrap();
        until("the report is completed", SOON, || async {
            (caller.report(&id).await["status"] == "completed").then_some(())
        })
        .await;
        stop.cancel();
        working.await.unwrap();
        let prompts = asked.prompts();
        let distinct: std::collections::BTreeSet<&String> = prompts.iter().collect();
        assert_eq!(distinct.len(), prompts.len(), "nothing was asked twice");
        app.assert_ledger_adds_up().await;
        app.stop().await;
    }
}

on_both! {
    with |flags| flags.tries_max = Some(1);
    async fn a_worker_renews_its_own_leases_after_an_outage_before_it_claims_anything(app: TestApp) {
        app.freeze_lease_clock().await;
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        let running = app.claim_run().await;
        // Its renewals failed for longer than the lease.
        app.build_worker.unrenewed.lock().unwrap().push(running.lease);
        app.advance_lease_clock(app.app.config.lease * 2).await;
        assert_eq!(app.run_jobs().await, 0, "it has not been taken from itself");
        app.app.store.renew(running.lease, app.app.config.lease).await.unwrap();
        assert!(caller.report(&id).await.get("progress").is_some());
    }
}
