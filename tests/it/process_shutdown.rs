//! A stopping process releases its reports at once, and the next one resumes them from their checkpoints.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use crate::process::{Process, SOON, Site, report_of, said, until};
use crate::processes_on_both;
use testing::support::{Backend, brief};

/// Far less than the report would still take.
const PROMPTLY: Duration = Duration::from_secs(5);

processes_on_both! {
    async fn a_stopping_server_hands_its_report_back_and_the_next_start_resumes_it(backend: Backend) {
        stop_and_resume(Site::create(backend).await, "serve", "-TERM").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopping_worker_hands_its_report_back_and_the_next_start_resumes_it() {
    let site = Site::create(Backend::Postgres).await.with("WORKER_REPORTS_MAX", "0");
    let server = site.serve().await;
    stop_and_resume(site.with("WORKER_REPORTS_MAX", "1"), "worker", "-INT").await;
    drop(server);
}

async fn stop_and_resume(mut site: Site, command: &str, signal: &str) {
    site.set("SCRIPTED_LATENCY_MS", "1000");
    site.set("CONCURRENCY", "1");
    site.set("LOG", "info,canvass::interview=debug");
    let client = site.client("stopped@example.com", 500);
    let process = Process::start(&mut site.command(&[command]));
    process.says("ing\",").await;
    let accepted = until("the server answers", SOON, || async {
        let brief = json!({ "question": "Which is best?", "options": ["Drift", "Lull"], "sample_size": 400 });
        let answer = client.post(&brief).header("idempotency-key", "one").send().await.ok()?;
        answer.json::<Value>().await.ok()
    })
    .await;
    let id = accepted["request_id"].as_str().unwrap();
    until("some steps are finished", SOON, || async {
        (site.database.integer("SELECT COUNT(*) FROM steps WHERE key NOT IN ('5/design', '5/engine')").await >= 2)
            .then_some(())
    })
    .await;

    let (outcome, took) = process.stop(signal).await;
    assert!(outcome.status.success(), "{outcome:?}");
    assert!(took < PROMPTLY, "{took:?}");
    let handed_back = "SELECT COUNT(*) FROM reports WHERE owner IS NULL AND tries = 0 AND finished_at IS NULL
        AND visible_at <= (SELECT now_ms FROM clock)";
    assert_eq!(site.database.integer(handed_back).await, 1);
    let parts = "SELECT REPLACE(SUBSTR(key, 3), 'part/', '') FROM steps WHERE key NOT IN ('5/design', '5/engine')";
    let done: BTreeSet<String> = site.texts(parts).await.into_iter().collect();
    assert!(done.contains("whole/0") && done.contains("whole/1"), "{done:?}");

    site.set("SCRIPTED_LATENCY_MS", "0");
    let process = Process::start(&mut site.command(&[command]));
    process.says("report started").await;
    process.says("report completed").await;
    let events = process.events();
    let started = said(&events, "report started").next().unwrap();
    assert_eq!((report_of(started).as_str(), &started["tries"]), (id, &json!(1)));
    assert_eq!(started["resumed_steps"], done.len() + 2, "engine, design and every finished step");
    let repeated = said(&events, "step started").filter(|event| done.contains(event["step"].as_str().unwrap()));
    assert_eq!(repeated.count(), 0);
    assert_eq!(client.ended(id).await["result"]["credits_used"], 400);
    println!("{command} stopped within {} ms", took.as_millis());
    drop(process);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_is_under_way_is_still_answered() {
    let site = Site::create(Backend::Sqlite).await.with("WORKER_REPORTS_MAX", "0");
    let client = site.client("late@example.com", 50);
    let server = site.serve().await;
    let body = brief().to_string();
    let mut stream = TcpStream::connect(site.address).unwrap();
    stream.set_read_timeout(Some(SOON)).unwrap();
    let head = format!(
        "POST /api/v1/reports HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nexpect: 100-continue\r\n\r\n",
        client.key,
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut go_on = [0; 25];
    stream.read_exact(&mut go_on).unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n", "the server waits for the body");
    server.signal("-TERM");
    server.says("stopping").await;
    stream.write_all(body.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 202"), "{answer}");
    assert!(server.ended().await.status.success());
    assert_eq!(site.database.integer("SELECT COUNT(*) FROM reports WHERE status = 'queued'").await, 1);
    site.end().await;
}
