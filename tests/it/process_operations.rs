//! Health, readiness, metrics and logs of the real processes.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::process::{Process, SOON, Site, http, own_address, until};
use crate::processes_on_both;
use testing::support::{Backend, brief};

/// Parses Prometheus text into `name{labels}` → value; every line must be a sample or a comment.
fn parse_metrics(text: &str) -> BTreeMap<String, f64> {
    let samples = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    samples
        .map(|line| {
            let (name, value) = line.rsplit_once(' ').unwrap_or_else(|| panic!("{line}"));
            (name.to_owned(), value.parse().unwrap_or_else(|_| panic!("{line}")))
        })
        .collect()
}

async fn scrape(url: &str) -> BTreeMap<String, f64> {
    parse_metrics(&http().get(url).send().await.unwrap().error_for_status().unwrap().text().await.unwrap())
}

processes_on_both! {
    async fn the_metrics_of_one_report_have_its_figures(backend: Backend) {
        let listen = own_address();
        let site = Site::create(backend).await.with("METRICS_LISTEN", &listen.to_string()).with("SCRIPTED_FAIL_RATE", "0.1");
        let client = site.client("measured@example.com", 120);
        let server = site.serve().await;
        let report = client.ended(&client.created(&brief()).await).await;
        let statistics = &report["result"]["statistics"];
        let url = format!("http://{listen}/metrics");
        // The counters change just after the report is completed.
        let found = until("the report is counted", SOON, || async {
            let found = scrape(&url).await;
            found.contains_key("canvass_reports_total{outcome=\"completed\"}").then_some(found)
        })
        .await;
        let figure = |name: &str| *found.get(name).unwrap_or_else(|| panic!("no {name} in {found:#?}"));
        assert_eq!(figure("canvass_reports_total{outcome=\"completed\"}"), 1.0);
        assert_eq!(figure("canvass_credits_posted_total"), 50.0);
        assert_eq!(figure("canvass_credits_held"), 0.0);
        assert_eq!(figure("canvass_queue_waiting"), 0.0);
        assert_eq!(figure("canvass_queue_running"), 0.0);
        assert_eq!(figure("canvass_queue_oldest_seconds"), 0.0);
        let answered = statistics["successful_respondent_count"].as_f64().unwrap();
        let failed = statistics["failed_respondent_count"].as_f64().unwrap();
        assert!(failed > 0.0);
        assert_eq!(figure("canvass_respondents_total{outcome=\"answered\"}"), answered);
        assert_eq!(figure("canvass_respondents_total{outcome=\"failed\"}"), failed);
        assert_eq!(figure("canvass_report_wait_seconds_count"), 1.0);
        for stage in ["generating_questionnaire", "sampling"] {
            assert_eq!(figure(&format!("canvass_stage_seconds_count{{stage=\"{stage}\"}}")), 1.0);
        }
        let sum = |words: &[&str]| -> f64 {
            found.iter().filter(|(name, _)| words.iter().all(|word| name.contains(word))).map(|(_, value)| value).sum()
        };
        // Four readings of the total, three options' choosers, groups and open answers, whatever the sample size.
        let documents = sum(&["canvass_engine_calls_total", "\"document\"", "\"ok\""]);
        assert!((10.0..=60.0).contains(&documents), "{documents}");
        assert_eq!(sum(&["canvass_engine_calls_total"]), documents, "nothing else, and none that failed");
        assert_eq!(sum(&["canvass_http_requests_total", "method=\"POST\"", "status=\"202\""]), 1.0);
        assert!(sum(&["canvass_http_requests_total", "route=\"/api/v1/reports/{request_id}\"", "status=\"200\""]) >= 1.0);
        assert_eq!(client.get("/metrics").send().await.unwrap().status(), 404, "not on the public address");
        drop(server);
        site.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_show_what_waits_and_are_public_only_when_asked_for() {
    let site = Site::create(Backend::Sqlite).await.with("METRICS_PUBLIC", "true").with("WORKER_REPORTS_MAX", "0");
    let client = site.client("waiting@example.com", 120);
    let server = site.serve().await;
    client.created(&brief()).await;
    let found = scrape(&format!("{}/metrics", site.base())).await;
    assert_eq!((found["canvass_queue_waiting"], found["canvass_queue_running"]), (1.0, 0.0));
    assert_eq!(found["canvass_credits_held"], 50.0);
    until("the waiting report ages", SOON, || async {
        let found = scrape(&format!("{}/metrics", site.base())).await;
        (found["canvass_queue_oldest_seconds"] > 0.0).then_some(())
    })
    .await;
    drop(server);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_its_database_is_up_and_not_ready() {
    let site = Site::create(Backend::Postgres).await;
    let server = site.serve().await;
    let base = site.base();
    let get = async |path: &str| http().get(format!("{base}{path}")).send().await.unwrap();
    assert_eq!(get("/healthz").await.status(), 200);
    let ready = get("/readyz").await;
    assert_eq!(
        (ready.status().as_u16(), ready.text().await.unwrap()),
        (200, "ready: database, engine scripted\n".into())
    );
    site.database.drop().await;
    let unready = get("/readyz").await;
    assert_eq!(unready.status(), 503);
    assert_eq!(unready.text().await.unwrap(), "the database does not answer\n");
    assert_eq!(get("/healthz").await.status(), 200);
    drop(server);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_request_is_one_log_line_that_names_its_route_and_status() {
    let site = Site::create(Backend::Sqlite).await;
    let client = site.client("logged@example.com", 0);
    let server = site.serve().await;
    for path in ["/api/v1/credits", "/api/v1/reports/req_0", "/healthz", "/nowhere"] {
        client.get(path).header("x-request-id", format!("id-of{path}")).send().await.unwrap();
    }
    let (outcome, _) = server.stop("-TERM").await;
    let events: Vec<Value> = outcome.stderr.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let lines: Vec<String> = events
        .iter()
        .filter(|event| event["message"] == "answered")
        .map(|event| {
            let span = &event["span"];
            assert!(
                event["elapsed_ms"].is_f64() && event["timestamp"].is_string() && event["level"] == "INFO",
                "{event}"
            );
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            format!(
                "{} {} {} {}",
                text(&span["request_id"]),
                text(&span["method"]),
                text(&span["route"]),
                event["status"]
            )
        })
        .collect();
    assert_eq!(
        lines,
        [
            "id-of/api/v1/credits GET /api/v1/credits 200",
            "id-of/api/v1/reports/req_0 GET /api/v1/reports/{request_id} 404",
            "id-of/healthz GET /healthz 200",
            "id-of/nowhere GET none 404",
        ]
    );
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn text_logs_are_one_plain_line_each() {
    let site = Site::create(Backend::Sqlite).await.with("LOG_FORMAT", "text");
    let server = Process::start(&mut site.command(&["serve"]));
    server.says("serving").await;
    http().get(format!("{}/healthz", site.base())).send().await.unwrap();
    let (outcome, _) = server.stop("-TERM").await;
    assert!(outcome.status.success());
    for line in outcome.stderr.lines() {
        let (time, rest) = line.split_once(' ').unwrap();
        let level = rest.trim_start().split(' ').next();
        // A machine that is slow enough adds warnings, such as those of slow statements.
        assert!(time.ends_with('Z') && matches!(level, Some("INFO" | "WARN")), "{line:?}");
        assert!(!line.contains('\u{1b}'), "colours belong on a terminal: {line:?}");
    }
    assert_eq!(
        outcome.stderr.lines().filter(|line| line.contains("answered") && line.contains("status=200")).count(),
        1
    );
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn health_succeeds_while_the_process_is_up_and_fails_when_it_is_not() {
    let metrics = own_address().to_string();
    let site = Site::create(Backend::Sqlite).await;
    let worker = site.worker(&[("CANVASS_METRICS_LISTEN", &metrics)]).await;
    let server = site.serve().await;
    let at_worker = ["health", "--worker", "--metrics-listen", &metrics];
    assert_eq!(site.json(&["health"])["url"], format!("{}/healthz", site.base()));
    assert_eq!(site.json(&["health", "--ready"])["url"], format!("{}/readyz", site.base()));
    assert_eq!(site.json(&at_worker)["url"], format!("http://{metrics}/healthz"));
    server.stop("-TERM").await;
    worker.stop("-TERM").await;
    for arguments in [&["health"][..], &["health", "--ready"], &at_worker] {
        let failed = site.run(arguments);
        assert!(!failed.status.success() && failed.stderr.contains("does not answer"), "{failed:?}");
    }
    let nowhere = site.run(&["health", "--worker"]);
    assert!(!nowhere.status.success() && nowhere.stderr.contains("metrics_listen"), "{nowhere:?}");
    site.end().await;
}
