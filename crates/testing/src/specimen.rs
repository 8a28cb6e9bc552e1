//! Responses over the life of a completed and of a failed report, recorded once per database and shared, so that each
//! row of the contract's tables is a separate test without its own report.

use engine::Scripted;
use serde_json::{Value, json};
use store::Status;
use tokio::sync::OnceCell;

use crate::support::{Answer, Backend, TestApp};

pub const CREDITS: i64 = 1000;
pub const SAMPLE_SIZE: i64 = 200;

pub struct Specimen {
    pub request: Value,
    pub balance: Answer,
    pub accepted: Answer,
    /// In the order of the contract: queued, generating_questionnaire, sampling.
    pub running: Vec<Value>,
    pub completed: Value,
    pub balance_after: i64,
    pub failed: Value,
    pub balance_after_failure: i64,
}

/// Returns one specimen per database.
pub async fn specimens() -> &'static [Specimen] {
    static TAKEN: OnceCell<Vec<Specimen>> = OnceCell::const_new();
    TAKEN.get_or_init(|| async { vec![take(Backend::Sqlite).await, take(Backend::Postgres).await] }).await
}

/// Checks the result of a completed report on both databases.
pub async fn of_each_result(check: impl Fn(&Specimen, &Value)) {
    for specimen in specimens().await {
        check(specimen, &specimen.completed["result"]);
    }
}

async fn take(backend: Backend) -> Specimen {
    // Some calls fail, so that no figure is correct trivially.
    let mut app = TestApp::start_with(backend, |flags| flags.scripted_fail_rate = Some(0.1)).await;
    let caller = app.caller(CREDITS).await;
    let balance = caller.get("/api/v1/credits").await;
    let request = json!({
        "question": "Which name fits a calm sleep app best?",
        "options": ["Drift", "Lull", "Nod"],
        "sample_size": SAMPLE_SIZE,
        "audience_description": "people who sleep badly",
    });
    let accepted = caller.create(&request).await;
    let id = accepted.json()["request_id"].as_str().unwrap().to_owned();
    let mut running = vec![caller.report(&id).await];
    let lease = app.claim_run().await.lease;
    for status in [Status::GeneratingQuestionnaire, Status::Sampling] {
        app.app.store.enter(lease, status).await.unwrap();
        running.push(caller.report(&id).await);
    }
    app.app.store.hand_back(lease).await.unwrap();
    app.run_jobs().await;
    let completed = caller.report(&id).await;
    let balance_after = caller.credits_left().await;
    app.set_engine(Scripted::new(0, 1.0));
    let failing = caller.created(&request).await;
    app.run_jobs().await;
    let failed = caller.report(&failing).await;
    let balance_after_failure = caller.credits_left().await;
    app.assert_ledger_adds_up().await;
    app.stop().await;
    Specimen { request, balance, accepted, running, completed, balance_after, failed, balance_after_failure }
}

/// Returns the JSON value at a pointer such as `/result/analysis`, which must exist.
#[track_caller]
pub fn at<'a>(body: &'a Value, pointer: &str) -> &'a Value {
    body.pointer(pointer).unwrap_or_else(|| panic!("nothing at {pointer}"))
}
