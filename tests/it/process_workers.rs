//! Several processes on one PostgreSQL database: work is shared, a dead worker's reports are taken over, and an idle
//! worker starts at once.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::process::{Process, SOON, Site, report_of, said, until};
use crate::processes_on_both;
use testing::support::{Backend, brief};

/// Follows from the default lease of 10 s.
const TAKE_OVER_MAX: Duration = Duration::from_secs(15);
/// The target is 100 ms; a busy test machine gets more.
const START_MEDIAN_MAX_MS: i64 = 250;

fn long_brief() -> Value {
    json!({ "question": "Which name is best?", "options": ["Drift", "Lull"], "sample_size": 150 })
}

fn reports_said(process: &Process, message: &str) -> BTreeSet<String> {
    said(&process.events(), message).map(report_of).collect()
}

/// Returns the wait of each of ten reports once all are in the log.
async fn ten_waits_ms(process: &Process) -> Vec<i64> {
    until("ten reports in the log", SOON, || async {
        let events = process.events();
        let waits: Vec<i64> =
            said(&events, "report started").map(|event| event["waited_ms"].as_i64().unwrap()).collect();
        (waits.len() == 10).then_some(waits)
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_workers_share_the_work_of_one_server() {
    let site = Site::create(Backend::Postgres).await.with("SCRIPTED_LATENCY_MS", "50").with("WORKER_REPORTS_MAX", "1");
    let client = site.client("shared@example.com", 500);
    let server = Process::start(site.command(&["serve"]).env("CANVASS_WORKER_REPORTS_MAX", "0"));
    server.says("serving").await;
    let workers = [site.worker(&[]).await, site.worker(&[]).await];
    let mut accepted = BTreeSet::new();
    for _ in 0..10 {
        accepted.insert(client.created(&brief()).await);
    }
    for id in &accepted {
        assert_eq!(client.ended(id).await["status"], "completed");
    }
    let [one, other] = until("the logs have every report", SOON, || async {
        let completed = workers.each_ref().map(|worker| reports_said(worker, "report completed"));
        (&completed[0] | &completed[1] == accepted).then_some(completed)
    })
    .await;
    assert!(!one.is_empty() && !other.is_empty() && one.is_disjoint(&other), "{} and {}", one.len(), other.len());
    assert_eq!(reports_said(&server, "report started"), BTreeSet::new());
    assert_eq!(client.credits_left().await, 0);
    println!("the workers completed {} and {} reports", one.len(), other.len());
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_worker_is_replaced_within_the_default_lease() {
    let site = Site::create(Backend::Postgres)
        .await
        .with("SCRIPTED_LATENCY_MS", "1000")
        .with("CONCURRENCY", "1")
        .with("LOG", "info,canvass::interview=debug");
    let client = site.client("taken@example.com", 600);
    let server = Process::start(site.command(&["serve"]).env("CANVASS_WORKER_REPORTS_MAX", "0"));
    server.says("serving").await;
    let doomed = site.worker(&[("CANVASS_WORKER_REPORTS_MAX", "2")]).await;
    let mut accepted = BTreeSet::new();
    for _ in 0..4 {
        accepted.insert(client.created(&long_brief()).await);
    }
    let events = doomed.events();
    let name = said(&events, "working").next().unwrap()["process"].as_str().unwrap().to_owned();
    let owned = format!("owner = '{name}' AND respondents_done > 0");
    let held = until("the doomed worker has progress", SOON, || async {
        let held = site.texts(&format!("SELECT id FROM reports WHERE {owned}")).await;
        (!held.is_empty()).then_some(held)
    })
    .await;
    // Started only now, or it could claim every report before the doomed one; without latency, to finish soon.
    let survivor = site.worker(&[("CANVASS_SCRIPTED_LATENCY_MS", "0")]).await;
    drop(doomed.kill());
    let killed = Instant::now();
    let finished = "SELECT report_id || '/' || REPLACE(SUBSTR(key, 3), 'part/', '') FROM steps WHERE key NOT IN ('5/design', '5/engine')";
    let steps: BTreeSet<String> = site.texts(finished).await.into_iter().collect();
    let held: BTreeSet<String> = held.into_iter().collect();
    until("the survivor takes over", TAKE_OVER_MAX, || async {
        held.is_subset(&reports_said(&survivor, "report started")).then_some(())
    })
    .await;
    println!("taken over after {:.1} s", killed.elapsed().as_secs_f64());
    for id in &accepted {
        assert_eq!(client.ended(id).await["status"], "completed");
    }
    let events = survivor.events();
    let taken_over: Vec<_> = said(&events, "step started").filter(|event| held.contains(&report_of(event))).collect();
    assert!(!steps.is_empty() && !taken_over.is_empty());
    for event in taken_over {
        let step = format!("{}/{}", report_of(event), event["step"].as_str().unwrap());
        assert!(!steps.contains(&step), "{step} was finished before");
    }
    assert_eq!(client.credits_left().await, 0);
    site.end().await;
}

processes_on_both! {
    async fn an_idle_server_starts_a_new_report_at_once(backend: Backend) {
        let site = Site::create(backend).await;
        let client = site.client("idle@example.com", 500);
        let server = site.serve().await;
        for _ in 0..10 {
            client.ended(&client.created(&brief()).await).await;
        }
        assert_median(&format!("serve on {backend:?}"), ten_waits_ms(&server).await);
        site.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_worker_of_another_process_starts_a_new_report_at_once() {
    let site = Site::create(Backend::Postgres).await;
    let client = site.client("idle@example.com", 500);
    let server = Process::start(site.command(&["serve"]).env("CANVASS_WORKER_REPORTS_MAX", "0"));
    server.says("serving").await;
    let worker = site.worker(&[]).await;
    for _ in 0..10 {
        client.ended(&client.created(&brief()).await).await;
    }
    assert_median("serve and worker", ten_waits_ms(&worker).await);
    site.end().await;
}

fn assert_median(who: &str, mut waits_ms: Vec<i64>) {
    waits_ms.sort_unstable();
    println!("{who}: a report waited {} ms (median), {} ms at most", waits_ms[5], waits_ms[9]);
    assert!(waits_ms[5] < START_MEDIAN_MAX_MS, "{waits_ms:?}");
}
