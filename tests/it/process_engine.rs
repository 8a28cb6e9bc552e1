//! The engine found, chosen and taken up by real processes, from the command line, on both databases.

use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::chat_server::{ChatServer, Mode};
use crate::process::{Process, Site, run, until};
use crate::processes_on_both;
use testing::support::{Backend, SOON};

const SECRET: &str = "sk-a-very-secret-key";

async fn site(backend: Backend) -> Site {
    Site::create(backend).await.without("ENGINE")
}

fn asked() -> Value {
    json!({ "question": "Which name fits a calm sleep app best?", "options": ["Drift", "Lull"], "sample_size": 50 })
}

async fn model_of_next_report(client: &crate::process::Client) -> String {
    let id = client.created(&asked()).await;
    let report = client.ended(&id).await;
    assert_eq!(report["status"], "completed", "{report}");
    report["result"]["method"]["model"].as_str().unwrap().to_owned()
}

/// Waits until the process has begun to work with `count` engines, one after the other.
async fn worked_with(process: &Process, count: usize) {
    until("another engine is taken up", SOON, || async { (process.heard("\"working\"") >= count).then_some(()) }).await;
}

processes_on_both! {
    async fn a_running_service_takes_up_another_engine_without_a_restart(backend: Backend) {
        let (site, first, second) = (site(backend).await, ChatServer::start().await, ChatServer::start().await);
        let chosen = site.json(&["engine", "use", &first.base_url(), "--model", "first"]);
        assert_eq!((&chosen["model"], &chosen["json_schema"]), (&json!("first"), &json!(true)), "{chosen}");
        let serving = site.serve().await;
        let working = site.worker(&[]).await;
        let client = site.client("ana@example.com", 1000);
        assert_eq!(model_of_next_report(&client).await, "first");
        site.json(&["engine", "use", &second.base_url(), "--model", "second"]);
        worked_with(&serving, 2).await;
        worked_with(&working, 2).await;
        assert_eq!(model_of_next_report(&client).await, "second");
        // A server that fails its trial changes nothing.
        first.set(Mode::Says("I would rather not."));
        let refused = site.run(&["engine", "use", &first.base_url(), "--model", "first"]);
        assert!(!refused.status.success() && refused.stderr.contains("plain text"), "{}", refused.stderr);
        assert_eq!(model_of_next_report(&client).await, "second");
        drop((serving, working));
        site.end().await;
    }
}

processes_on_both! {
    async fn a_killed_choice_leaves_the_old_one(backend: Backend) {
        let (site, first, second) = (site(backend).await, ChatServer::start().await, ChatServer::start().await);
        site.json(&["engine", "use", &first.base_url(), "--model", "first"]);
        second.set(Mode::Hangs);
        let choosing = Process::start(&mut site.command(&["engine", "use", &second.base_url(), "--model", "second"]));
        choosing.says("trying second").await;
        drop(choosing);
        assert_eq!(site.texts("SELECT model FROM engine_choice").await, ["first"]);
        site.database.drop().await;
    }
}

processes_on_both! {
    async fn a_process_without_the_key_claims_nothing_and_says_so(backend: Backend) {
        let (site, server) = (site(backend).await, ChatServer::start().await);
        let mut choosing =
            site.command(&["engine", "use", &server.base_url(), "--model", "m", "--key-from", "MY_PROVIDERS_KEY"]);
        let chosen = run(choosing.env("MY_PROVIDERS_KEY", SECRET));
        assert!(chosen.status.success() && !chosen.stdout.contains(SECRET), "{}", chosen.stderr);
        let serving = site.serve().await;
        let client = site.client("ana@example.com", 100);
        let id = client.created(&asked()).await;
        let ready = client.get("/readyz").send().await.unwrap().text().await.unwrap();
        assert!(ready.contains("claims no reports: the variable MY_PROVIDERS_KEY is not set"), "{ready}");
        assert_eq!(client.report(&id).await["status"], "queued");
        let working = site.worker(&[("MY_PROVIDERS_KEY", SECRET)]).await;
        assert_eq!(client.ended(&id).await["status"], "completed");
        for process in [serving, working] {
            assert!(process.lines().iter().all(|line| !line.contains(SECRET)));
        }
        let checked = site.run(&["doctor"]);
        assert!(checked.stderr.contains("MY_PROVIDERS_KEY is not set"), "{}", checked.stderr);
        site.database.drop().await;
    }
}

processes_on_both! {
    async fn a_key_from_standard_input_is_kept_in_one_file_and_nowhere_else(backend: Backend) {
        let (site, server) = (site(backend).await, ChatServer::start().await);
        let mut choosing = site.command(&["engine", "use", &server.base_url(), "--model", "m", "--key-stdin"]);
        let mut child = choosing.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(SECRET.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(!said.contains(SECRET));
        let folder = site.database.folder().join("engine-keys");
        if backend == Backend::Postgres {
            assert!(!output.status.success() && said.contains("PostgreSQL") && !folder.exists(), "{said}");
            return site.database.drop().await;
        }
        assert!(output.status.success(), "{said}");
        let files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap()).collect();
        assert_eq!((files.len(), files[0].metadata().unwrap().mode() & 0o777), (1, 0o600));
        let serving = site.serve().await;
        let client = site.client("ana@example.com", 1000);
        assert_eq!(model_of_next_report(&client).await, "m");
        let backup = site.database.folder().join("copy.db");
        site.json(&["backup", backup.to_str().unwrap()]);
        let copied = std::fs::read(&backup).unwrap();
        assert!(!copied.windows(SECRET.len()).any(|bytes| bytes == SECRET.as_bytes()), "it is in the backup");
        let metrics = client.get("/metrics").send().await.unwrap().text().await.unwrap();
        assert!(!metrics.contains(SECRET) && serving.lines().iter().all(|line| !line.contains(SECRET)));
        site.json(&["engine", "use", &server.base_url(), "--model", "other"]);
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "the key goes with its choice");
        drop(serving);
        site.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_a_setting_decides_nothing_is_changed() {
    let (site, server) = (Site::create(Backend::Sqlite).await, ChatServer::start().await);
    let refused = site.run(&["engine", "use", &server.base_url(), "--model", "m"]);
    assert!(
        !refused.status.success() && refused.stderr.contains("CANVASS_ENGINE decides the engine"),
        "{}",
        refused.stderr
    );
    let found = site.json(&["engine", "find"]);
    assert!(found["servers"].is_array() && found["providers"] == json!([]), "{found}");
    let keyed = run(site.command(&["engine", "find"]).env("OPENAI_API_KEY", SECRET));
    assert!(keyed.stdout.contains("OPENAI_API_KEY is set") && !keyed.stdout.contains(SECRET), "{}", keyed.stdout);
    site.database.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_in_the_place_of_its_variable_is_not_repeated() {
    let (site, server) = (site(Backend::Sqlite).await, ChatServer::start().await);
    for key in [SECRET, "gsk_a_key_that_could_be_a_variable"] {
        let refused = site.run(&["engine", "use", &server.base_url(), "--model", "m", "--key-from", key]);
        let said = format!("{}{}", refused.stdout, refused.stderr);
        assert!(!refused.status.success() && said.contains("--key-stdin") && !said.contains(key), "{said}");
    }
    assert_eq!(site.texts("SELECT model FROM engine_choice").await, Vec::<String>::new());
    site.database.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_names_administrators() {
    let site = Site::create(Backend::Sqlite).await;
    site.json(&["account", "add", "ana@example.com"]);
    assert_eq!(site.json(&["account", "list"])[0]["administrator"], false);
    assert_eq!(site.json(&["account", "admin", "ana@example.com"])["administrator"], true);
    assert_eq!(site.json(&["account", "list"])[0]["administrator"], true);
    assert_eq!(site.json(&["account", "admin", "ana@example.com", "--remove"])["administrator"], false);
    site.end().await;
}
