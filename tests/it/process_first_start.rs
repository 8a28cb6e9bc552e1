//! The first start: its output works when pasted, is printed only once, and no secret reaches the logs.

use std::process::Command;

use serde_json::{Value, json};

use crate::process::{Process, Site, http, run};
use crate::processes_on_both;
use testing::support::{Backend, brief};

/// Part of the last line of the welcome text.
const LAST_OF_WELCOME: &str = "\"options\"";

/// Returns what follows `label` at the beginning of a line.
fn labelled(lines: &[String], label: &str) -> String {
    let found = lines.iter().find_map(|line| line.trim().strip_prefix(label));
    found.unwrap_or_else(|| panic!("no {label:?} in {lines:#?}")).trim().to_owned()
}

fn curl_command(lines: &[String]) -> String {
    let start = lines.iter().position(|line| line.starts_with("curl ")).unwrap();
    let end = start + lines[start..].iter().position(|line| !line.ends_with('\\')).unwrap();
    lines[start..=end].join("\n")
}

processes_on_both! {
    async fn the_first_start_prints_a_link_a_key_and_a_curl_that_works_and_the_second_prints_nothing(backend: Backend) {
        let site = Site::create(backend).await;
        let server = site.serve().await;
        let welcome = server.prints(LAST_OF_WELCOME).await;
        let key = labelled(&welcome, "API key");
        let mut shell = Command::new("sh");
        site.enclose(&mut shell);
        let pasted = run(shell.args(["-c", &curl_command(&welcome)]));
        let accepted: Value = serde_json::from_str(&pasted.stdout).unwrap_or_else(|_| panic!("{pasted:?}"));
        assert_eq!((&accepted["status"], &accepted["credits_left"]), (&json!("queued"), &json!(900)), "{accepted}");
        let client = site.client_with(&key);
        let report = client.ended(accepted["request_id"].as_str().unwrap()).await;
        assert_eq!(report["status"], "completed");
        assert!(report["result"]["report_url"].as_str().unwrap().starts_with(&site.base()));

        let link = labelled(&welcome, "Sign in");
        assert!(link.starts_with(&format!("{}/sign-in/", site.base())), "{link}");
        assert_eq!(http().get(&link).send().await.unwrap().status(), 200);
        assert_eq!(http().post(&link).send().await.unwrap().status(), 303);
        assert_eq!(http().post(&link).send().await.unwrap().status(), 404, "it works once");
        server.stop("-TERM").await;

        let again = site.serve().await;
        assert_eq!(client.credits_left().await, 900);
        let (outcome, _) = again.stop("-TERM").await;
        assert!(outcome.status.success() && outcome.stdout.is_empty() && !outcome.stderr.contains(&key), "{outcome:?}");
        site.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_start_with_json_prints_one_document() {
    let site = Site::create(Backend::Sqlite).await;
    let server = Process::start(&mut site.command(&["serve", "--json"]));
    server.says("serving").await;
    let welcome: Value = serde_json::from_str(&server.prints("}").await.join("\n")).unwrap();
    assert_eq!((&welcome["email"], &welcome["credits_left"]), (&json!("owner@localhost"), &json!(1000)));
    assert_eq!(site.client_with(welcome["api_key"].as_str().unwrap()).credits_left().await, 1000);
    assert!(welcome["sign_in_link"].as_str().unwrap().contains("/sign-in/"));
    drop(server);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_secret_reaches_the_logs_even_at_trace_level() {
    let mut site = Site::create(Backend::Postgres).await.with("LOG", "trace");
    // The test server trusts everyone, so any password works.
    let url = format!("{}&password=hunter2-of-the-database", site.database.url);
    site.set("DATABASE_URL", &url);
    let server = site.serve().await;
    let welcome = server.prints(LAST_OF_WELCOME).await;
    let (key, link) = (labelled(&welcome, "API key"), labelled(&welcome, "Sign in"));
    let client = site.client_with(&key);
    let report = client.ended(&client.created(&brief()).await).await;
    let page = report["result"]["report_url"].as_str().unwrap();
    assert_eq!(http().get(page).send().await.unwrap().status(), 200);
    let signed_in = http().post(&link).send().await.unwrap();
    let cookie = signed_in.headers()["set-cookie"].to_str().unwrap().to_owned();
    let session = cookie.split(['=', ';']).nth(1).unwrap();
    let reports = http().get(format!("{}/reports", site.base()));
    let reports = reports.header("cookie", format!("canvass_session={session}")).send().await.unwrap();
    assert!(reports.text().await.unwrap().contains("owner@localhost"));
    let added = site.json(&["key", "add", "owner@localhost", "--name", "second"]);
    let second = added["api_key"].as_str().unwrap();
    site.client_with(second).credits_left().await;

    let doctor = site.run(&["doctor"]);
    let (outcome, _) = server.stop("-TERM").await;
    assert!(outcome.stderr.contains("\"DEBUG\""), "the log says all it can");
    let link_token = link.rsplit('/').next().unwrap();
    let page_token = page.rsplit('/').next().unwrap();
    for secret in [&key, second, link_token, session, page_token, "hunter2-of-the-database"] {
        for text in [&outcome.stderr, &doctor.stdout, &doctor.stderr] {
            let leak = text.lines().find(|line| line.contains(secret));
            assert_eq!(leak, None, "{secret}");
        }
    }
    site.end().await;
}
