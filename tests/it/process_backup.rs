//! Backups of both databases, taken while the service runs, and restored.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{Client, Site, run};
use testing::support::{Backend, brief};

/// Creates a service with one finished report; returns the client and the report's id too.
async fn site_with_a_report(backend: Backend) -> (Site, Client, String) {
    let site = Site::create(backend).await;
    let client = site.client("kept@example.com", 80);
    let server = site.serve().await;
    let id = client.created(&brief()).await;
    assert_eq!(client.ended(&id).await["status"], "completed");
    drop(server);
    (site, client, id)
}

async fn body(client: &Client, site: &Site, id: &str) -> bytes::Bytes {
    let client = site.client_with(&client.key);
    let answer = client.get(&format!("/api/v1/reports/{id}")).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    answer.bytes().await.unwrap()
}

/// Asserts that the restored site returns the same report and balance for the same key, and that its ledger balances.
async fn assert_same(client: &Client, original: Site, restored: Site, id: &str) {
    let server = original.serve().await;
    let before = body(client, &original, id).await;
    drop(server);
    let server = restored.serve().await;
    assert_eq!(body(client, &restored, id).await, before);
    assert_eq!(restored.client_with(&client.key).credits_left().await, 30);
    drop(server);
    original.end().await;
    restored.end().await;
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_a_serving_sqlite_database_restores_to_the_same_reports_and_balance() {
    let (site, client, id) = site_with_a_report(Backend::Sqlite).await;
    let server = site.serve().await;
    let copy = site.database.folder().join("kept.db");
    let document = site.json(&["backup", copy.to_str().unwrap()]);
    drop(server);
    let metadata = std::fs::metadata(&copy).unwrap();
    assert_eq!(document["bytes"], metadata.len());
    assert_eq!(metadata.permissions().mode() & 0o777, 0o600, "it holds what everybody asked");

    let restored = Site::create(Backend::Sqlite).await;
    std::fs::copy(&copy, restored.database.folder().join("canvass.db")).unwrap();
    assert_same(&client, site, restored, &id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_cannot_be_made_says_why_and_leaves_nothing() {
    let site = Site::create(Backend::Sqlite).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept.db");
    let path = file.to_str().unwrap();
    let missing = site.run(&["backup", path]);
    assert!(!missing.status.success() && missing.stderr.contains("copying the database"), "{missing:?}");
    assert_eq!(names_in(folder.path()), Vec::<String>::new());

    site.json(&["account", "add", "ann@example.com"]);
    std::fs::write(&file, "something else").unwrap();
    let taken = site.run(&["backup", path]);
    assert!(!taken.status.success() && taken.stderr.contains("exists already"), "{taken:?}");
    assert_eq!(std::fs::read(&file).unwrap(), b"something else");
    assert_eq!(names_in(folder.path()), ["kept.db"]);

    let nowhere = site.run(&["backup", folder.path().join("none/kept.db").to_str().unwrap()]);
    assert!(!nowhere.status.success() && nowhere.stderr.contains("none"), "{nowhere:?}");
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_postgresql_dump_restores_to_the_same_reports_and_balance() {
    let (site, client, id) = site_with_a_report(Backend::Postgres).await;
    let dump = site.database.folder().join("kept.dump");
    let server = site.serve().await;
    let refused = site.run(&["backup", dump.to_str().unwrap()]);
    assert!(!refused.status.success() && refused.stderr.contains("pg_dump"), "{refused:?}");
    let restored = Site::create(Backend::Postgres).await;
    let file = format!("--file={}", dump.display());
    postgres(&site, "pg_dump", &["--format=custom", &file, &site.database.url]);
    drop(server);
    let into = format!("--dbname={}", restored.database.url);
    postgres(&site, "pg_restore", &["--exit-on-error", "--no-owner", &into, dump.to_str().unwrap()]);
    assert_same(&client, site, restored, &id).await;
}

fn postgres(site: &Site, program: &str, arguments: &[&str]) {
    let mut command = Command::new(postgres_programs().join(program));
    site.enclose(&mut command);
    let outcome = run(command.args(arguments));
    assert!(outcome.status.success(), "{program}: {}", outcome.stderr);
}

/// Returns the folder of PostgreSQL's programs.
pub fn postgres_programs() -> PathBuf {
    let found = run(&mut Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/postgres-bin")));
    PathBuf::from(found.stdout.trim())
}
