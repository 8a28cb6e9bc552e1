//! `canvass bench human`, mostly with the scripted engine: its output, its cache and its failures.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::chat_server::{ChatServer, Mode};
use crate::process::Site;
use testing::support::Backend;

/// The bundled cases, from ten surveys.
const CASES: &str = include_str!("../../crates/forecast/data/human/cases.json");

async fn site() -> Site {
    Site::create(Backend::Sqlite).await.with("ENGINE", "scripted")
}

fn kept(site: &Site) -> PathBuf {
    site.database.folder().join("bench").join("readings.jsonl")
}

/// Returns a file of one case, modified by the test.
fn case(change: impl FnOnce(&mut Value)) -> String {
    let mut case = json!({
        "id": "soup", "survey": "kitchen", "year": 2020, "country": "ES", "population": "Adultos de España",
        "language": "es", "question": "¿Caliente o fría?", "options": ["Caliente", "Fría"], "n": 400,
        "shares": { "Fría": 0.25, "Caliente": 0.75 },
    });
    change(&mut case);
    json!([case]).to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn skill_against_people_is_printed_for_tools_and_for_people() {
    let site = site().await;
    let found = site.json(&["bench", "human", "--limit", "3"]);
    assert_eq!((&found["cases"], &found["read_now"], &found["failed"]), (&json!(3), &json!(3), &json!([])));
    for part in [&found, &found["by_language"]["en"], &found["by_topic"]["food_drink"]] {
        for key in ["skill", "winner_accuracy", "chance", "human_ceiling", "lambda"] {
            assert!(part[key].is_f64(), "{key} in {part}");
        }
    }
    assert_eq!((&found["measured"], &found["leave_one_survey_out"]), (&json!(false), &Value::Null));
    let people = site.run(&["bench", "human", "--limit", "3"]);
    for words in ["skill", "winner right", "100 people", "too few surveys", "3 kept from before"] {
        assert!(people.stdout.contains(words), "no {words:?} in {people:?}");
    }
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_run_goes_on_where_it_was() {
    let site = site().await;
    let whole = site.json(&["bench", "human", "--limit", "4"]);
    let lines = std::fs::read_to_string(kept(&site)).unwrap();
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), 4);
    // Two complete lines and a truncated one.
    std::fs::write(kept(&site), format!("{}\n{}\n{}", lines[0], lines[1], &lines[2][..40])).unwrap();
    let resumed = site.json(&["bench", "human", "--limit", "4"]);
    assert_eq!(resumed["read_now"], 2);
    assert_eq!(resumed["skill"], whole["skill"]);
    assert_eq!(site.json(&["bench", "human", "--limit", "4"])["read_now"], 0);
    assert_eq!(site.json(&["bench", "human", "--limit", "4", "--fresh"])["read_now"], 4);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_calibration_is_fitted_with_each_survey_left_out_and_drawn() {
    let site = site().await;
    let folder = site.database.folder().to_owned();
    std::fs::write(folder.join("cases.json"), CASES).unwrap();
    let found = site.json(&["bench", "human", "--cases", "cases.json", "--plot", "bench.svg"]);
    let left_out = &found["leave_one_survey_out"];
    assert_eq!((&left_out["cases"], &left_out["surveys"]), (&json!(59), &json!(10)));
    assert_eq!(left_out["ablation"].as_array().unwrap().len(), 5);
    let levels = left_out["confidence"]["levels"].as_array().unwrap();
    assert_eq!(levels.iter().map(|level| level["cases"].as_u64().unwrap()).sum::<u64>(), 59);
    let calibrations = &left_out["calibrations"];
    assert!(calibrations["en"]["lambda"].is_f64() && calibrations.get("es").is_none(), "{calibrations}");
    assert_eq!(calibrations["en"]["measured"]["knows"], false, "answers from a seed know nothing of people");
    assert!(!folder.join("calibrations.toml").exists(), "only measuring puts something on record");
    let picture = std::fs::read_to_string(folder.join("bench.svg")).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("<circle"), "{picture}");
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_cases_that_cannot_be_used_says_which_case_and_why() {
    let site = site().await;
    let file = site.database.folder().join("cases.json");
    let fails = |text: &str, arguments: &[&str], words: &[&str]| {
        std::fs::write(&file, text).unwrap();
        let outcome = site.run(&[&["bench", "human", "--cases", "cases.json"], arguments].concat());
        assert!(!outcome.status.success() && outcome.stdout.is_empty(), "{outcome:?}");
        for word in words {
            assert!(outcome.stderr.contains(word), "no {word:?} in {}", outcome.stderr);
        }
    };
    fails(&case(|case| case["shares"]["Fría"] = json!(0.5)), &[], &["cases.json", "case `soup`", "sum to 1.25"]);
    fails(&case(|case| case["language"] = json!("fr")), &[], &["case `soup`", "none of en, es, zh"]);
    fails("not JSON", &[], &["cases.json", "not a JSON array"]);
    fails("[]", &[], &["no cases"]);
    fails(&case(|_| {}), &["--core"], &["no cases"]);
    fails(&case(|_| {}), &["--limit", "0"], &["--limit"]);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_in_which_every_case_fails_says_so() {
    let server = ChatServer::start().await;
    server.set(Mode::Says("I would rather not say."));
    let site = site().await.with("ENGINE", "openai").with("OPENAI_BASE_URL", &server.base_url());
    let site = site.with("OPENAI_MODEL", "shy");
    let outcome = site.run(&["bench", "human", "--limit", "2", "--json"]);
    assert!(!outcome.status.success() && outcome.stdout.is_empty(), "{outcome:?}");
    for words in ["no case could be read", "holds no JSON document"] {
        assert!(outcome.stderr.contains(words), "{outcome:?}");
    }
    site.end().await;
}
