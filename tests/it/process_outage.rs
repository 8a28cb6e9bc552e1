//! A model server that refuses connections, answers 503, recovers and then hangs, with a real Canvass server. Five
//! reports wait throughout; nothing is lost and nothing is charged twice.

use serde_json::Value;

use crate::chat_server::{ChatServer, Mode};
use crate::process::{Client, SOON, Site, http, until};
use crate::processes_on_both;
use testing::support::{Backend, brief};

const REPORTS: usize = 5;

async fn site(backend: Backend, server: &ChatServer) -> Site {
    Site::create(backend)
        .await
        .with("ENGINE", "openai")
        .with("OPENAI_BASE_URL", &server.base_url())
        .with("OPENAI_MODEL", "small")
        .with("OPENAI_API_KEY", "sk-very-secret")
        .with("OPENAI_TIMEOUT_MS", "2000")
        .with("RETRY_BACKOFF_MS", "50")
}

async fn reports(client: &Client, ids: &[String]) -> Vec<Value> {
    let mut reports = Vec::new();
    for id in ids {
        reports.push(client.report(id).await);
    }
    reports
}

/// Polls one report after the other, since polling all would slow the server down.
async fn until_all(what: &str, client: &Client, ids: &[String], holds: impl Fn(&Value) -> bool) {
    for id in ids {
        until(what, 2 * SOON, || async { holds(&client.report(id).await).then_some(()) }).await;
    }
}

fn waits(report: &Value) -> bool {
    report["progress"]["waiting_for"] == "engine"
}

/// Returns the log events at this level.
fn said(stderr: &str, level: &str) -> Vec<String> {
    let events = stderr.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    events.filter(|event| event["level"] == level).map(|event| event.to_string()).collect()
}

processes_on_both! {
    async fn five_reports_outlast_a_bad_day(backend: Backend) {
        let mut server = ChatServer::start().await;
        let site = site(backend, &server).await;
        let client = site.client("patient@example.com", 2 * 50 * REPORTS as i64);
        let canvass = site.serve().await;

        server.close().await;
        let mut ids = Vec::new();
        for _ in 0..REPORTS {
            ids.push(client.created(&brief()).await);
        }
        until_all("all wait while connections are refused", &client, &ids, waits).await;
        server.set(Mode::Status(503));
        server.reopen();
        canvass.says("HTTP 503").await;
        assert!(reports(&client, &ids).await.iter().all(waits));
        server.set(Mode::Answers);
        until_all("all are completed", &client, &ids, |report| report["status"] == "completed").await;

        server.set(Mode::Hangs);
        let mut later = Vec::new();
        for _ in 0..REPORTS {
            later.push(client.created(&brief()).await);
        }
        until_all("all wait while nobody is answered", &client, &later, waits).await;
        server.set(Mode::Answers);
        until_all("all are completed, too", &client, &later, |report| report["status"] == "completed").await;

        for report in reports(&client, &ids).await.iter().chain(&reports(&client, &later).await) {
            assert_eq!(report["result"]["credits_used"], 50);
            assert_eq!(report["result"]["statistics"]["failed_respondent_count"], 0);
        }
        assert_eq!(client.credits_left().await, 0, "ten reports of fifty, each charged once");
        let (outcome, _) = canvass.stop("-TERM").await;
        let errors = said(&outcome.stderr, "ERROR");
        // One error per state change (refused, 503, hanging) with its cause, not one per call.
        assert!((3..=6).contains(&errors.len()), "{errors:#?}");
        assert!(errors[0].contains("no connection") && errors[0].contains("the engine is unavailable"), "{errors:#?}");
        let warnings = said(&outcome.stderr, "WARN");
        assert!(warnings.iter().all(|warning| warning.contains("never held against people")), "{warnings:#?}");
        assert_eq!(said(&outcome.stderr, "INFO").iter().filter(|line| line.contains("answers again")).count(), 2);
        assert!(!outcome.stderr.contains("sk-very-secret") && !outcome.stderr.contains("calm sleep app"));
        site.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_is_turned_away_is_an_outage_for_the_operator_and_said_at_once() {
    let server = ChatServer::start().await;
    server.set(Mode::Status(401));
    let site = site(Backend::Sqlite, &server).await;
    let client = site.client("denied@example.com", 50);
    let canvass = site.serve().await;
    let id = client.created(&brief()).await;
    until_all("it waits", &client, std::slice::from_ref(&id), waits).await;
    let ready = http().get(format!("{}/readyz", site.base())).send().await.unwrap();
    assert_eq!(ready.status(), 200);
    assert!(ready.text().await.unwrap().contains("turns us away"));
    server.set(Mode::Answers);
    until_all("it is completed", &client, &[id], |report| report["status"] == "completed").await;
    let (outcome, _) = canvass.stop("-TERM").await;
    let errors = said(&outcome.stderr, "ERROR");
    assert!(errors.len() == 1 && errors[0].contains("HTTP 401 (told_to)"), "{errors:#?}");
    assert!(errors[0].contains("key, model or quota"), "{errors:#?}");
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_probes_send_the_provider_one_request() {
    let server = ChatServer::start().await;
    let site = site(Backend::Sqlite, &server).await;
    let canvass = site.serve().await;
    let address = format!("{}/readyz", site.base());
    let browser = http();
    let probes = (0..100).map(|_| browser.get(&address).send());
    for answer in futures::future::join_all(probes).await {
        assert_eq!(answer.unwrap().text().await.unwrap(), "ready: database, engine openai\n");
    }
    assert_eq!(server.looks(), 1);
    drop(canvass);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_only_takes_reports_in_loads_no_model() {
    let site = Site::create(Backend::Sqlite).await.with("ENGINE", "embedded").with("WORKER_REPORTS_MAX", "0");
    let client = site.client("front@example.com", 50);
    let canvass = site.serve().await;
    let id = client.created(&brief()).await;
    assert_eq!(client.report(&id).await["status"], "queued");
    let ready = http().get(format!("{}/readyz", site.base())).send().await.unwrap();
    assert_eq!(ready.status(), 200, "{:?}", ready.text().await);
    drop(canvass);
    // Doctor would rightly report the missing model.
    site.database.drop().await;
}
