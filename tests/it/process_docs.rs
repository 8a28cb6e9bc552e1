//! The guides work as written. Every `sh` block is run, in order per document, against a running service. A following
//! `text` or `json` block is its expected output, in which `…` matches anything. `text embedded` and `json embedded`
//! show output of the default model, which takes minutes. `console` blocks are not run and may only use the programs
//! listed below.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use crate::process::{Site, own_address, run, until};
use crate::process_backup::postgres_programs;
use testing::support::Backend;

const GUIDES: [&str; 13] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "deploy/README.md",
    "docs/api.md",
    "docs/engines.md",
    "docs/extending.md",
    "docs/internals.md",
    "docs/method.md",
    "docs/operating.md",
    "docs/people.md",
    "docs/security.md",
    "docs/studies.md",
];
/// Prefixes of commands that a test can't run: container engines, system services, model downloads and builds that
/// take minutes, files that exist only on a reader's machine.
const NOT_RUN_HERE: [&str; 33] = [
    "python -m canvass_training.",
    "CANVASS_ADAPTER=mine.gguf ",
    "docker ",
    "sudo ",
    "make run ",
    "make test ",
    "make bench ",
    "make dist ",
    "scripts/need ",
    "scripts/real-server ",
    "scripts/with-postgres ",
    "canvass model pull ",
    "sha256sum --check canvass-",
    "tar -xf canvass-",
    "cp deploy/env.example ",
    "openssl rand ",
    "cargo test ",
    "SIMULATOR_SEEDS=20000 cargo test ",
    "PROPTEST_RNG_SEED=$RANDOM PROPTEST_CASES=5000 cargo test -p language",
    "cargo bench ",
    "cargo run -p forecast --example together ",
    "canvass bench human ",
    "canvass engine measure ",
    "canvass engine use ",
    "canvass engine find ",
    "CANVASS_ENGINE=openai CANVASS_OPENAI_BASE_URL=http://127.0.0.1:8000/v1 CANVASS_OPENAI_MODEL=NAME ",
    "CANVASS_ENGINE=openai,embedded … make run ",
    "CANVASS_ENGINE=scripted make run ",
    "CANVASS_MODEL=hf:owner/repo/file.gguf canvass model pull ",
    "CANVASS_MODEL=hf:owner/repo/file.gguf make run ",
    "CANVASS_MODEL=./some/model.gguf canvass serve ",
    "CANVASS_DATABASE_URL=postgres://canvass@db/",
    "POSTGRES_PASSWORD=unused ",
];
/// Output that belongs to no command of the document and is compared by a separate test.
const SHOWN_ALONE: [(&str, &str); 2] =
    [("README.md", "Welcome to Canvass."), ("docs/api.md", "\"status\":\"sampling\"")];
/// Languages of blocks that are neither commands nor output.
const FILES: [&str; 8] = ["map", "jsonc", "toml", "yaml", "rust", "ini", "http", "python"];
/// Addresses in the guides, which are replaced with those of the test's service.
const SERVED_AT: &str = "127.0.0.1:8080";
const METRICS_AT: &str = "127.0.0.1:9464";
const MARK: &str = "--- block ";

#[derive(Debug, Clone, PartialEq)]
struct Block {
    line: usize,
    kind: String,
    text: String,
}

/// Returns the fenced blocks of a document with their first lines.
fn blocks(document: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut is_open = false;
    for (at, line) in document.lines().enumerate() {
        match (line.trim_start().strip_prefix("```"), is_open) {
            (Some(kind), false) => {
                found.push(Block { line: at + 1, kind: kind.trim().to_owned(), text: String::new() });
                is_open = true;
            }
            (Some(_), true) => is_open = false,
            (None, true) => {
                let block = found.last_mut().unwrap();
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, false) => {}
        }
    }
    assert!(!is_open, "a block is never closed");
    found
}

fn read(guide: &str) -> Vec<Block> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(guide);
    blocks(&std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{guide}: {error}")))
}

/// Whether the text matches the pattern, in which `…` matches anything; trailing space is ignored.
fn matches(pattern: &str, text: &str) -> bool {
    let trimmed = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim().to_owned();
    let (pattern, text) = (trimmed(pattern), trimmed(text));
    let mut pieces = pattern.split('…');
    let Some(mut rest) = pieces.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let pieces: Vec<&str> = pieces.collect();
    let Some((last, between)) = pieces.split_last() else { return rest.is_empty() };
    for piece in between {
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last)
}

/// Joins a guide's blocks into one shell script, each preceded by a marker.
fn script(blocks: &[(usize, &Block)], served: &str, metrics: &str) -> String {
    let mut script = "set -euo pipefail\n".to_owned();
    for (index, block) in blocks {
        // Reports take milliseconds here.
        let text = block.text.replace(SERVED_AT, served).replace(METRICS_AT, metrics).replace("sleep 5", "sleep 0.1");
        script.push_str(&format!("echo '{MARK}{index}'\n{text}"));
    }
    script
}

async fn run_guide(guide: &str, kind: &str, backend: Backend) {
    let all = read(guide);
    let chosen: Vec<(usize, &Block)> = all.iter().enumerate().filter(|(_, block)| block.kind == kind).collect();
    if chosen.is_empty() {
        return;
    }
    let metrics = own_address().to_string();
    let mut site = Site::create(backend).await.with("METRICS_LISTEN", &metrics);
    if backend == Backend::Sqlite {
        site = site.without("DATABASE_URL");
    }
    let server = site.serve().await;
    let new = Site::create(backend).await;
    let binary = Path::new(env!("CARGO_BIN_EXE_canvass")).parent().unwrap().to_owned();
    let path = std::env::join_paths(
        [binary, postgres_programs()]
            .into_iter()
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let mut shell = Command::new("bash");
    shell.env_clear();
    // The shell inherits the settings that a reader would have.
    shell.envs(site.command(&[]).get_envs().filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned()))));
    // A second process could not bind the same metrics address.
    shell.env_remove("CANVASS_METRICS_LISTEN").env("NEW_DATABASE_URL", &new.database.url);
    shell.env("PATH", path.unwrap()).current_dir(site.database.folder());
    let outcome = run(shell.args(["-c", &script(&chosen, &site.address.to_string(), &metrics)]));
    let reached =
        outcome.stdout.rsplit(MARK).next().and_then(|rest| rest.lines().next()).unwrap_or_default().to_owned();
    assert!(outcome.status.success(), "{guide}, block {reached}: {}\n{}", outcome.stderr, outcome.stdout);
    for (index, block) in chosen {
        let (_, rest) = outcome.stdout.split_once(&format!("{MARK}{index}\n")).unwrap();
        let printed = rest.split(MARK).next().unwrap();
        let printed = printed.replace(&site.address.to_string(), SERVED_AT).replace(&metrics, METRICS_AT);
        if let Some(expected) = all.get(index + 1).filter(|next| ["text", "json"].contains(&next.kind.as_str())) {
            let line = block.line;
            assert!(matches(&expected.text, &printed), "{guide}:{line} printed\n{printed}\nand not\n{}", expected.text);
        }
    }
    drop(server);
    new.database.drop().await;
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_command_of_the_guides_works_and_prints_what_they_show() {
    for guide in GUIDES {
        run_guide(guide, "sh", Backend::Sqlite).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_command_for_postgresql_works() {
    for guide in GUIDES {
        run_guide(guide, "sh postgres", Backend::Postgres).await;
    }
}

#[test]
fn a_block_is_run_is_shown_as_an_answer_or_is_on_the_list_of_what_cannot_be_run() {
    for guide in GUIDES {
        let all = read(guide);
        for (index, block) in all.iter().enumerate() {
            let at = format!("{guide}:{}", block.line);
            let follows_command = index > 0 && all[index - 1].kind.starts_with("sh");
            match block.kind.as_str() {
                "sh" | "sh postgres" => {}
                "text" | "json" | "text embedded" | "json embedded" => {
                    let is_alone = SHOWN_ALONE.iter().any(|(own, text)| *own == guide && block.text.contains(text));
                    assert!(follows_command || is_alone, "{at}: what printed this?");
                }
                "console" => {
                    for line in block.text.lines().filter_map(|line| line.strip_prefix("$ ")) {
                        let is_listed = NOT_RUN_HERE.iter().any(|start| format!("{line} ").starts_with(start));
                        assert!(is_listed, "{at}: could be run, so mark it `sh`: {line}");
                    }
                }
                kind => assert!(FILES.contains(&kind), "{at}: no kind of block: {kind:?}"),
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_start_prints_the_welcome_that_the_readme_shows() {
    let shown = read("README.md").into_iter().find(|block| block.text.starts_with("Welcome to Canvass.")).unwrap();
    let site = Site::create(Backend::Sqlite).await;
    let server = site.serve().await;
    let printed = server.prints("API key").await.join("\n").replace(&site.address.to_string(), SERVED_AT);
    assert!(matches(&format!("{}…", shown.text), &printed), "{printed}");
    drop(server);
    site.end().await;
}

/// Returns the structure of a document: the same names with all values removed.
fn shape(value: &Value) -> Value {
    match value {
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), shape(value))).collect(),
        Value::String(_) => "text".into(),
        Value::Number(_) => "number".into(),
        other => other.clone(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_under_way_looks_as_the_guide_shows_it() {
    let shown = read("docs/api.md").into_iter().find(|block| block.text.contains("\"status\":\"sampling\"")).unwrap();
    let shown: Value = serde_json::from_str(&shown.text).unwrap();
    let site = Site::create(Backend::Sqlite).await.with("SCRIPTED_LATENCY_MS", "1000").with("CONCURRENCY", "1");
    let server = site.serve().await;
    let client = site.client("guide@example.com", 1000);
    let id = client.created(&json!({ "question": "Tea or coffee?", "options": ["Tea", "Coffee"] })).await;
    let under_way = until("a report under way", Duration::from_secs(60), || async {
        let report = client.report(&id).await;
        assert_ne!(report["status"], "completed", "too quick to be seen");
        (report["status"] == "sampling" && report["progress"]["respondents_done"] != 0).then_some(report)
    });
    assert_eq!(shape(&under_way.await), shape(&shown));
    drop(server);
    site.end().await;
}

#[test]
fn an_answer_in_a_guide_is_compared_word_for_word_but_for_what_is_left_open() {
    assert!(matches("a … c\n", "a b c"));
    assert!(matches("{\"id\":\"…\",\"n\":5}", "{\"id\":\"req_1\",\"n\":5}\n"));
    assert!(!matches("{\"id\":\"…\",\"n\":5}", "{\"id\":\"req_1\",\"n\":6}"));
    assert!(!matches("a", "a b") && !matches("a…", "b") && matches("a…", "abc"));
    let found = blocks("x\n```sh\nls\n```\n\n```text\ny\n```\n");
    assert_eq!(
        found.iter().map(|block| (block.line, block.kind.as_str())).collect::<Vec<_>>(),
        [(2, "sh"), (6, "text")]
    );
}
