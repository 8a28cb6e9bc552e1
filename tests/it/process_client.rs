//! `canvass client` against a real server: create, watch, fetch, export, list, and error messages.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use crate::process::{Outcome, Site, http, run};
use crate::processes_on_both;
use testing::support::Backend;

const CREATE: [&str; 9] = ["client", "create", "Which name fits best?", "-o", "Drift", "-o", "Lull", "--sample", "50"];

/// Runs the command with an API key in its environment.
fn with_key(site: &Site, key: &str, arguments: &[&str]) -> Outcome {
    run(site.command(arguments).env("CANVASS_API_KEY", key))
}

fn json_with_key(site: &Site, key: &str, arguments: &[&str]) -> Value {
    let outcome = with_key(site, key, &[arguments, &["--json"]].concat());
    assert!(outcome.status.success(), "{arguments:?}: {}", outcome.stderr);
    serde_json::from_str(&outcome.stdout).unwrap()
}

processes_on_both! {
    async fn a_report_is_created_watched_fetched_exported_and_listed(backend: Backend) {
        let site = Site::create(backend).await;
        let key = site.client("ann@example.com", 120).key;
        let server = site.serve().await;
        assert_eq!(json_with_key(&site, &key, &["client", "credits"])["credits_left"], 120);
        let accepted = json_with_key(&site, &key, &CREATE);
        assert_eq!((&accepted["credits_estimated"], &accepted["credits_left"]), (&50.into(), &70.into()));
        let id = accepted["request_id"].as_str().unwrap();

        let watched = with_key(&site, &key, &["client", "watch", id]);
        assert!(watched.status.success() && watched.stdout.contains("Simulated, not surveyed"), "{watched:?}");
        let fetched = json_with_key(&site, &key, &["client", "fetch", id]);
        assert_eq!((&fetched["status"], &fetched["result"]["credits_left"]), (&"completed".into(), &70.into()));
        let exported = json_with_key(&site, &key, &["client", "export", id]);
        let page = site.database.folder().join(exported["report_html"].as_str().unwrap());
        assert!(fs::read_to_string(page).unwrap().contains("Which name fits best?"));
        let listed = json_with_key(&site, &key, &["client", "list"]);
        assert_eq!((&listed[0]["request_id"], &listed[0]["status"]), (&id.into(), &"completed".into()));

        let watched = json_with_key(&site, &key, &[&CREATE[..], &["--watch"]].concat());
        assert_eq!(watched["credits_used"], 50);
        let refused = with_key(&site, &key, &CREATE);
        assert_eq!(refused.status.code(), Some(4), "{refused:?}");
        assert!(refused.stderr.contains("402") && refused.stderr.contains("50 credits are needed"), "{refused:?}");
        drop(server);
        site.end().await;
    }
}

processes_on_both! {
    async fn a_report_that_its_owner_called_off_is_shown_as_cancelled(backend: Backend) {
        let site = Site::create(backend).await.with("WORKER_REPORTS_MAX", "0");
        let key = site.client("ann@example.com", 120).key;
        let server = site.serve().await;
        let accepted = json_with_key(&site, &key, &[&CREATE[..], &["--language", "es"]].concat());
        let id = accepted["request_id"].as_str().unwrap();
        let link = site.json(&["account", "sign-in", "ann@example.com"]);
        let http = http();
        let entrance = http.post(link["url"].as_str().unwrap()).send().await.unwrap();
        let cookie = entrance.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
        let cancel = http.post(format!("{}/reports/{id}/cancel", site.base())).header("cookie", cookie);
        assert_eq!(cancel.send().await.unwrap().status(), 303);

        let watched = with_key(&site, &key, &["client", "watch", id]);
        assert_eq!(watched.status.code(), Some(3), "{watched:?}");
        assert!(watched.stderr.contains("canvass: cancelled: Su propietario canceló el informe."), "{watched:?}");
        let listed = with_key(&site, &key, &["client", "list"]);
        assert!(listed.stdout.contains(&format!("{id}  cancelled  Which name")), "{listed:?}");
        let listed = json_with_key(&site, &key, &["client", "list"]);
        assert_eq!((&listed[0]["status"], &listed[0]["reason"]), (&"failed".into(), &"cancelled".into()));
        let fetched = json_with_key(&site, &key, &["client", "fetch", id]);
        assert_eq!((&fetched["status"], &fetched["error"]["reason"]), (&"failed".into(), &"cancelled".into()));
        assert_eq!(fetched["error"]["code"], "report_generation_failed");
        drop(server);
        site.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_given_idempotency_key_never_spends_twice() {
    let site = Site::create(Backend::Sqlite).await;
    let key = site.client("ann@example.com", 100).key;
    let server = site.serve().await;
    let create = [&CREATE[..], &["--idempotency-key", "once"]].concat();
    let first = json_with_key(&site, &key, &create);
    assert_eq!(json_with_key(&site, &key, &create)["request_id"], first["request_id"]);
    assert_eq!(json_with_key(&site, &key, &["client", "credits"])["credits_left"], 50);
    drop(server);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_key_may_lie_in_a_file_that_nobody_else_can_read() {
    let site = Site::create(Backend::Sqlite).await;
    let key = site.client("ann@example.com", 7).key;
    let server = site.serve().await;
    let file = site.database.folder().join("client.toml");
    fs::write(&file, format!("api_key = \"{key}\"\n")).unwrap();
    let credits = ["client", "credits", "--json", "--client-config", "client.toml"];
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    let refused = site.run(&credits);
    assert!(!refused.status.success() && refused.stderr.contains("chmod 600"), "{refused:?}");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    assert!(site.run(&credits).stdout.contains("7"));
    drop(server);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_cannot_succeed_says_why_and_never_shows_its_key() {
    let site = Site::create(Backend::Sqlite).await;
    let key = site.client("ann@example.com", 7).key;
    let nobody = site.client("bob@example.com", 7).key;
    site.json(&["key", "revoke", site.json(&["key", "list", "bob@example.com"])[0]["key_id"].as_str().unwrap()]);
    let server = site.serve().await;
    for (key, arguments, code, words) in [
        (key.as_str(), &["client", "fetch", "req_nonsense"][..], 1, "is not a report's id"),
        (key.as_str(), &["client", "fetch", "req_01ARZ3NDEKTSV4RRFFQ69G5FAV"], 4, "404"),
        (nobody.as_str(), &["client", "credits"], 4, "401"),
        ("cvs_mistyped", &["client", "credits"], 4, "is not an API key"),
        ("", &["client", "credits"], 1, "CANVASS_API_KEY"),
        (key.as_str(), &["client", "credits", "--server", "ftp://x"], 1, "http://"),
    ] {
        let failed = with_key(&site, key, arguments);
        assert_eq!(failed.status.code(), Some(code), "{failed:?}");
        assert!(failed.stderr.contains(words) && failed.stdout.is_empty(), "{failed:?}");
        assert!(key.is_empty() || !failed.stderr.contains(key), "{failed:?}");
    }
    drop(server);
    site.end().await;
}

processes_on_both! {
    async fn an_audience_is_saved_listed_asked_and_deleted(backend: Backend) {
        let site = Site::create(backend).await;
        let key = site.client("ann@example.com", 200).key;
        let server = site.serve().await;
        let save = ["client", "audiences", "create", "Nurses", "--audience", "nurses in Spain", "--sample", "60"];
        let saved = json_with_key(&site, &key, &save);
        let id = saved["audience_id"].as_str().unwrap();
        assert_eq!((&saved["audience_filters"]["countries"], &saved["default_sample_size"]), (&vec!["ES"].into(), &60.into()));
        let shown = with_key(&site, &key, &["client", "audiences", "list"]);
        assert!(shown.stdout.contains(id) && shown.stdout.contains("Nurses"), "{shown:?}");
        let ask = ["client", "create", "Which name fits best?", "-o", "Drift", "-o", "Lull"];
        let accepted = json_with_key(&site, &key, &[&ask[..], &["--audience-id", id]].concat());
        assert_eq!(accepted["credits_estimated"], 60, "its usual sample");

        let filters = json_with_key(&site, &key, &["client", "audiences", "list"])["audiences"][0].clone();
        fs::write(site.database.folder().join("filters.json"), filters.to_string()).unwrap();
        let given = [&ask[..], &["--sample", "50", "--audience-filters", "filters.json", "--watch"]].concat();
        let result = json_with_key(&site, &key, &given);
        assert_eq!(result["research_input"]["audience_filters"]["countries"], filters["audience_filters"]["countries"]);

        let deleted = with_key(&site, &key, &["client", "audiences", "delete", id]);
        assert!(deleted.status.success() && deleted.stdout.contains("is deleted"), "{deleted:?}");
        let gone = with_key(&site, &key, &[&ask[..], &["--sample", "50", "--audience-id", id]].concat());
        assert!(!gone.status.success() && gone.stderr.contains("audience_id must be the id of an audience"), "{gone:?}");
        assert_eq!(json_with_key(&site, &key, &["client", "credits"])["credits_left"], 90);
        drop(server);
        site.end().await;
    }
}
