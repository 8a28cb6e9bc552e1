//! deploy/compose.yaml without a container engine: it matches the format's schema, its settings exist, and its
//! processes, started locally, form a working service.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::process::{Process, SOON, Site, run, until};
use testing::support::{Backend, brief};

const PASSWORD: &str = "not-so-secret";

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the script that reads compose.yaml, with only this test's settings.
fn on_one_machine(does: &str) -> Command {
    let mut command = Command::new(project().join("deploy/on-one-machine"));
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CANVASS_")) {
        command.env_remove(name);
    }
    command.arg(does).env("POSTGRES_PASSWORD", PASSWORD);
    command
}

fn compose() -> Value {
    let printed = run(&mut on_one_machine("config"));
    assert!(printed.status.success(), "{}", printed.stderr);
    serde_json::from_str(&printed.stdout).unwrap()
}

#[test]
fn the_compose_file_keeps_to_the_schema_of_its_format() {
    let schema: Value = serde_json::from_str(include_str!("fixtures/compose_spec.json")).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let mut compose = compose();
    let findings = |compose: &Value| schema.iter_errors(compose).map(|error| error.to_string()).collect::<Vec<_>>();
    assert_eq!(findings(&compose), Vec::<String>::new());
    compose["services"]["server"]["healtcheck"] = json!({});
    assert_eq!(findings(&compose).len(), 1, "a typo is found");
}

#[test]
fn the_compose_file_has_a_database_one_server_two_workers_and_optional_parts_by_profile() {
    let compose = compose();
    let services = &compose["services"];
    assert_eq!(services["server"]["command"], json!(["serve"]));
    assert_eq!(
        (&services["worker"]["command"], &services["worker"]["deploy"]["replicas"]),
        (&json!(["worker"]), &json!(2))
    );
    for (name, service) in services.as_object().unwrap() {
        let is_optional = service.get("profiles").is_some();
        assert_eq!(is_optional, ["vllm", "model"].contains(&name.as_str()), "{name}");
        assert!(is_optional || service["restart"] == "unless-stopped", "{name} comes back after a crash");
        assert!(name == "model" || service["healthcheck"]["test"][0] == "CMD", "{name} has a health check");
        let needs = service["depends_on"]["db"]["condition"].as_str();
        assert!(["db", "vllm"].contains(&name.as_str()) || needs == Some("service_healthy"), "{name}");
        for volume in service["volumes"].as_array().unwrap() {
            let volume = volume.as_str().unwrap().split(':').next().unwrap();
            assert!(compose["volumes"].as_object().unwrap().contains_key(volume), "{volume}");
        }
    }
}

#[test]
fn the_compose_file_names_only_settings_that_exist_and_no_secret() {
    let known: toml::Table = include_str!("../../config.default.toml").parse().unwrap();
    let compose = compose();
    for (service, settings) in compose["services"].as_object().unwrap() {
        for name in settings["environment"].as_object().unwrap().keys() {
            let Some(setting) = name.strip_prefix("CANVASS_") else { continue };
            assert!(known.contains_key(&setting.to_lowercase()), "{service}: there is no setting {name}");
        }
    }
    assert!(compose.to_string().contains(PASSWORD), "it comes from the environment");
    let without = run(on_one_machine("config").env_remove("POSTGRES_PASSWORD"));
    assert!(!without.status.success() && without.stderr.contains("POSTGRES_PASSWORD is missing"), "{without:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_compose_file_starts_completes_reports_and_replaces_a_dead_worker() {
    let site = Site::create(Backend::Postgres).await;
    let mut command = on_one_machine("up");
    command.env("DATABASE_URL", &site.database.url).env("CANVASS_ENGINE", "scripted");
    // A test polls far more often than a client should.
    command.env("CANVASS_RATE_LIMIT_PER_SECOND", "0");
    let compose = Process::start(command.env("CANVASS_BIN", env!("CARGO_BIN_EXE_canvass")));
    let started = compose.prints("processes").await;
    let started: Value = serde_json::from_str(started.iter().find(|line| line.contains("processes")).unwrap()).unwrap();
    let processes = started["processes"].as_array().unwrap();
    let services: Vec<&str> = processes.iter().map(|process| process["service"].as_str().unwrap()).collect();
    assert_eq!(services, ["server", "worker", "worker"]);

    let mut client = site.client("composed@example.com", 200);
    client.base = format!("http://{}", processes[0]["listen"].as_str().unwrap());
    let report = client.ended(&client.created(&brief()).await).await;
    assert_eq!(report["status"], "completed");
    let link = report["result"]["report_url"].as_str().unwrap();
    assert!(link.starts_with(&client.base), "{link}");

    let worker = processes[1]["pid"].to_string();
    assert!(Command::new("kill").args(["-9", &worker]).status().unwrap().success());
    until("a third worker", SOON, || async { (compose.heard("\"working\"") == 3).then_some(()) }).await;
    assert_eq!(client.ended(&client.created(&brief()).await).await["status"], "completed");

    let (outcome, _) = compose.stop("-TERM").await;
    assert!(outcome.status.success(), "{}", outcome.stderr);
    assert!(client.http.get(&client.base).send().await.is_err(), "nothing is left running");
    site.end().await;
}

#[test]
fn the_binary_runs_alone_in_an_empty_folder_with_the_source_tree_out_of_sight() {
    let alone: PathBuf = project().join("scripts/alone");
    let outcome = run(Command::new(alone).arg(env!("CARGO_BIN_EXE_canvass")));
    assert!(outcome.status.success(), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("completed a report and showed its page"), "{outcome:?}");
}
