//! `canvass doctor` and common misconfigurations: each is found, with advice.

use std::net::TcpListener;

use serde_json::Value;

use crate::process::Site;
use crate::processes_on_both;
use testing::support::Backend;

/// Runs doctor with these flags; it must fail.
fn found(site: &Site, flags: &[&str]) -> Value {
    let outcome = site.run(&[&["doctor", "--json"], flags].concat());
    assert_eq!(outcome.status.code(), Some(1), "{outcome:?}");
    serde_json::from_str(&outcome.stdout).unwrap()
}

/// Asserts that the check failed with this detail and advice.
#[track_caller]
fn assert_bad(check: &Value, detail: &str, advice: &str) {
    assert_eq!(check["ok"], false, "{check}");
    assert!(check["detail"].as_str().unwrap().contains(detail), "{check}");
    assert!(check["advice"].as_str().unwrap_or_default().contains(advice), "{check}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_port_is_taken_by_another_program_or_by_this_service() {
    let site = Site::create(Backend::Sqlite).await;
    let other = TcpListener::bind(site.address).unwrap();
    assert_bad(&found(&site, &[])["port"], "another program has", "CANVASS_LISTEN");
    drop(other);
    assert_bad(
        &found(&site, &["--listen", "192.0.2.1:8080"])["port"],
        "not an address of this machine",
        "CANVASS_LISTEN",
    );
    let server = site.serve().await;
    let port = site.json(&["doctor"])["port"].clone();
    assert!(port["detail"].as_str().unwrap().contains("a Canvass answers"), "{port}");
    drop(server);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_cannot_be_written_to_is_named() {
    let site = Site::create(Backend::Sqlite).await;
    let file = site.database.folder().join("a-file");
    std::fs::write(&file, "").unwrap();
    let folder = file.join("data").display().to_string();
    let found = found(&site, &["--data-dir", &folder]);
    assert_bad(&found["folder"], "can't be written to", "CANVASS_DATA_DIR");
    assert_eq!(found["database"]["ok"], true, "the database lies elsewhere");
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_out_of_reach_is_told_by_what_is_wrong_with_it() {
    let site = Site::create(Backend::Sqlite).await;
    let refused = found(&site, &["--database-url", "postgres://ann:hunter2@127.0.0.1:9/x"]);
    assert_bad(&refused["database"], "Connection refused", "start PostgreSQL");
    assert!(refused["clock"].is_null() && !refused.to_string().contains("hunter2"), "{refused}");
    let file = site.database.folder().join("no-database");
    std::fs::write(&file, "this is text, and long enough to be read as a header of some hundred bytes. ".repeat(9))
        .unwrap();
    let damaged = found(&site, &["--database-url", &format!("sqlite://{}", file.display())]);
    assert_bad(&damaged["database"], "is not a SQLite database", "restore it from a backup");
    site.end().await;
}

processes_on_both! {
    async fn a_clock_that_is_off_is_found(backend: Backend) {
        let site = Site::create(backend).await;
        site.json(&["doctor"]);
        let (hide, show) = ("ALTER TABLE clock RENAME TO true_clock", "ALTER TABLE true_clock RENAME TO clock");
        let fake = "CREATE TABLE clock AS SELECT now_ms - 60000 AS now_ms FROM true_clock";
        if backend == Backend::Sqlite {
            // SQLite can't rename a view.
            site.database.run("CREATE VIEW true_clock AS SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now_ms").await;
            site.database.run("DROP VIEW clock").await;
        } else {
            site.database.run(hide).await;
        }
        site.database.run(fake).await;
        let found = found(&site, &[]);
        assert_bad(&found["clock"], "s ahead of the database's", "network time");
        site.database.run("DROP TABLE clock").await;
        if backend == Backend::Sqlite {
            site.database.run("CREATE VIEW clock AS SELECT now_ms FROM true_clock").await;
        } else {
            site.database.run(show).await;
        }
        site.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_model_comes_with_the_command_that_fetches_it() {
    let site = Site::create(Backend::Sqlite).await;
    let found = found(&site, &["--engine", "embedded"]);
    assert_eq!(found["model"]["ok"], false);
    assert!(found["model"]["detail"].as_str().unwrap().contains("canvass model pull"), "{found}");
    site.end().await;
}
