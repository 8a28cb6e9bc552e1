//! Measuring engines against people's answers, with real processes and a server that replays a capable model's
//! forecasts: a skilled engine is used, an unskilled one is detected, and neither takes many calls.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use forecast::human::{self, Case, Prediction, Score};
use serde_json::{Value, json};

use crate::process::{Client, SOON, Site, http, until};
use crate::recorded_server::{Behaviour, Mode, Recording, serve};
use testing::support::Backend;

/// The recording, and its cases: 59 from ten surveys.
const FORECASTS: &str = include_str!("data/recorded_forecasts.json");
const CASES: &str = include_str!("../../crates/forecast/data/human/cases.json");
const CASES_COUNT: u64 = 59;
/// Readings of the total per case and per report.
const WHOLES: u64 = 4;
/// Maximum calls per report, whatever its sample size.
const CALLS_MAX: u64 = 60;
/// Documents that repeat rejected open answers, and hedged requests.
const CALLS_APART_MAX: u64 = 6;
const STEAK: &str = "fte-steak-doneness";

/// A server of one kind, and a site that uses it.
struct RecordedSite {
    site: Site,
    server: String,
}

impl RecordedSite {
    async fn serve(mode: Mode) -> Self {
        let recording = Arc::new(Recording::parse(FORECASTS, CASES).unwrap());
        let behaviour = Behaviour { mode, latency: Duration::ZERO };
        let address = serve(SocketAddr::from(([127, 0, 0, 1], 0)), recording, behaviour).await.unwrap();
        let server = format!("http://{address}");
        let site = Site::create(Backend::Sqlite)
            .await
            .with("ENGINE", "openai")
            .with("OPENAI_BASE_URL", &format!("{server}/v1"))
            .with("OPENAI_MODEL", "recorded");
        std::fs::write(site.database.folder().join("cases.json"), CASES).unwrap();
        Self { site, server }
    }

    fn measure(&self, arguments: &[&str]) -> Value {
        let measured = self.site.json(&[&["engine", "measure", "--cases", "cases.json", "--yes"], arguments].concat());
        assert_eq!(measured.as_array().unwrap().len(), 1, "one language: {measured}");
        measured[0].clone()
    }

    /// Returns this engine's record.
    fn shown(&self) -> Value {
        let shown = self.site.json(&["engine", "show"]);
        let own = shown.as_array().unwrap().iter().find(|known| known["engine"] == "openai");
        own.unwrap_or_else(|| panic!("nothing is known of it: {shown}")).clone()
    }

    /// Returns the number of requests for each kind of document so far. None may be about an unknown question.
    async fn asked(&self) -> Asked {
        let calls: Value = http().get(format!("{}/calls", self.server)).send().await.unwrap().json().await.unwrap();
        assert_eq!(calls["unmatched"], 0, "{calls}");
        Asked(serde_json::from_value(calls["by_name"].clone()).unwrap())
    }
}

/// Calls by document name.
#[derive(Debug, Clone)]
struct Asked(BTreeMap<String, u64>);

impl Asked {
    fn of(&self, name: &str) -> u64 {
        self.0.get(name).copied().unwrap_or(0)
    }

    /// Returns all calls except capability probes and refused requests.
    fn documents(&self) -> u64 {
        self.0.values().sum::<u64>() - self.of("plain") - self.of("refused")
    }

    fn since(&self, before: &Self) -> Self {
        Self(self.0.iter().map(|(name, count)| (name.clone(), count - before.of(name))).collect())
    }
}

/// Returns the question about steaks with this sample size.
fn steak(sample_size: u32) -> Value {
    let cases: Vec<Value> = serde_json::from_str(CASES).unwrap();
    let case = cases.iter().find(|case| case["id"] == STEAK).unwrap();
    json!({
        "question": case["question"], "options": case["options"], "sample_size": sample_size,
        "audience_description": "adults in the United States who eat steak",
    })
}

async fn completed(client: &Client, request: &Value) -> Value {
    let report = client.ended(&client.created(request).await).await;
    assert_eq!(report["status"], "completed", "{report}");
    report["result"].clone()
}

/// Returns the recorded shares of a case's options, in their order.
fn recorded_shares(case: &Case, readings: &[&str]) -> Vec<f64> {
    let forecasts: Value = serde_json::from_str(FORECASTS).unwrap();
    let share = |option: &String| {
        let of = |reading: &&str| forecasts[&case.id][*reading][option].as_f64().unwrap();
        readings.iter().map(of).sum::<f64>() / readings.len() as f64
    };
    case.options.iter().map(share).collect()
}

/// Returns the skill of the recording itself.
fn own_skill(cases: &[Case]) -> f64 {
    let predicted = |case| Prediction { case, shares: recorded_shares(case, &["shares"]) };
    Score::of(&cases.iter().map(predicted).collect::<Vec<_>>()).unwrap().skill.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_with_skill_gets_weight_once_it_was_measured() {
    let recorded = RecordedSite::serve(Mode::Recorded).await;
    let measured = recorded.measure(&[]);
    assert_eq!((&measured["cases"], &measured["surveys"], &measured["knows"]), (&json!(59), &json!(10), &json!(true)));
    assert!(measured["lambda"].as_f64().unwrap() >= 0.95, "{measured}");
    assert!(measured["coverage"].as_f64().unwrap() >= 0.9, "{measured}");
    assert_eq!(recorded.shown()["calibration"], measured["calibration"]);

    let cases = human::parse(CASES).unwrap();
    let found = recorded.site.json(&["bench", "human", "--cases", "cases.json"]);
    assert_eq!((&found["measured"], &found["failed"]), (&json!(true), &json!([])));
    let (skill, own) = (found["skill"].as_f64().unwrap(), own_skill(&cases));
    assert!(own > 60.0 && skill >= 0.9 * own, "{skill} of {own}");
    assert!(found["lambda"].as_f64().unwrap() >= 0.95, "{found}");

    let (client, server) = (recorded.site.client("ann@example.com", 1000), recorded.site.serve().await);
    let case = cases.iter().find(|case| case.id == STEAK).unwrap();
    let expected = recorded_shares(case, &["shares", "shares_again"]);
    let mut asked = Vec::new();
    for sample_size in [100, 300] {
        let before = recorded.asked().await;
        let result = completed(&client, &steak(sample_size)).await;
        asked.push(recorded.asked().await.since(&before));
        let shares = result["analysis"]["winner"]["shares"].as_array().unwrap();
        let off = shares.iter().zip(&expected).map(|(share, said)| (share["share"].as_f64().unwrap() - said).abs());
        let off = off.sum::<f64>() / expected.len() as f64;
        assert!(off <= 0.03, "{off}: {shares:?} for {expected:?}");
        assert_eq!((&result["method"]["readings"], &result["method"]["skill"]), (&json!(4), &measured["skill"]));
        assert!(!result["method"]["notice"].as_str().unwrap().contains("never been tested against"), "{result}");
        assert!(result["statistics"]["open_answer_count"].as_u64().unwrap() > 0);
    }
    let calls = asked.iter().map(Asked::documents).collect::<Vec<_>>();
    assert!(calls.iter().all(|calls| *calls <= CALLS_MAX), "{asked:?}");
    assert!(calls[0].abs_diff(calls[1]) <= CALLS_APART_MAX, "three times the respondents: {asked:?}");
    drop(server);
    recorded.site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_measurement_goes_on_from_what_was_answered_and_asks_nothing_twice() {
    let recorded = RecordedSite::serve(Mode::Recorded).await;
    assert_eq!(recorded.measure(&["--limit", "20"])["cases"], 20);
    let first = recorded.asked().await;
    assert!(first.of("forecast_whole") >= 20 * WHOLES, "{first:?}");
    let whole = recorded.measure(&[]);
    assert_eq!(whole["cases"], CASES_COUNT);
    let second = recorded.asked().await.since(&first);
    let (asked, left) = (second.of("forecast_whole"), (CASES_COUNT - 20) * WHOLES);
    // Slow calls are hedged with a second request.
    assert!(asked >= left && asked < left + 10 * WHOLES, "{asked} for {left}");

    let before = recorded.asked().await;
    let again = recorded.measure(&[]);
    assert_eq!(recorded.asked().await.since(&before).documents(), 0, "all of it was known");
    assert_eq!(again["calibration"], whole["calibration"]);
    recorded.site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_accounts_own_study_is_shown_and_measured_by_beside_the_others() {
    let recorded = RecordedSite::serve(Mode::Recorded).await;
    let (client, server) = (recorded.site.client("ann@example.com", 100), recorded.site.serve().await);
    recorded.site.database.run("UPDATE accounts SET learns = 1").await;
    let id = client.created(&steak(50)).await;
    let result = client.ended(&id).await["result"].clone();
    let first = result["analysis"]["winner"]["shares"][0]["option"].as_str().unwrap();
    let people = serde_json::to_vec(&vec![first; 40]).unwrap();
    let added = http()
        .post(format!("{}/api/v1/reports/{id}/people", recorded.site.base()))
        .bearer_auth(&client.key)
        .header("content-type", "application/json")
        .body(people);
    assert_eq!(added.send().await.unwrap().status().as_u16(), 201);

    let own = recorded.site.json(&["engine", "show", "--account", "ann@example.com"]);
    assert_eq!((&own["own_studies"]["studies"], &own["own_studies"]["people"]), (&json!(1), &json!(40)), "{own}");
    assert_eq!((&own["studies"][0]["request_id"], &own["studies"][0]["people"]), (&json!(id), &json!(40)), "{own}");
    assert_eq!(own["studies"][0]["skill"], own["own_studies"]["skill"]);
    let listed = recorded.site.run(&["engine", "show", "--account", "ann@example.com"]).stdout;
    assert!(listed.contains(&id) && listed.contains("1 study of its own with 40 people: skill "), "{listed}");
    assert!(recorded.site.run(&["engine", "show"]).stdout.contains("ann@example.com: 1 study of its own"));

    let measured = recorded.measure(&["--account", "ann@example.com"]);
    assert_eq!((&measured["cases"], &measured["surveys"]), (&json!(60), &json!(11)), "{measured}");
    assert!(measured["account"].is_string(), "{measured}");
    assert_eq!(recorded.measure(&[])["cases"], CASES_COUNT, "nobody else is measured by it");
    drop(server);
    recorded.site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_without_skill_is_found_by_measuring_and_its_reports_say_so() {
    for mode in [Mode::Uniform, Mode::First, Mode::Anti] {
        let recorded = RecordedSite::serve(mode).await;
        recorded.measure(&["--limit", "30"]);
        let known = recorded.shown();
        assert_eq!(known["knows"], false, "{mode:?}: {known}");
        let (client, server) = (recorded.site.client("ann@example.com", 100), recorded.site.serve().await);
        let result = completed(&client, &steak(50)).await;
        let notice = result["method"]["notice"].as_str().unwrap();
        assert!(notice.contains("did no better than guessing"), "{mode:?}: {notice}");
        let confidence = &result["analysis"]["confidence"];
        assert_eq!(confidence["level"], "low", "{mode:?}");
        assert!(confidence["reason"].as_str().unwrap().contains("guessing"), "{mode:?}: {confidence}");
        drop(server);
        recorded.site.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_was_never_measured_gets_little_weight_and_its_reports_say_so() {
    let recorded = RecordedSite::serve(Mode::Recorded).await;
    let (client, server) = (recorded.site.client("ann@example.com", 100), recorded.site.serve().await);
    let result = completed(&client, &steak(50)).await;
    let notice = result["method"]["notice"].as_str().unwrap();
    assert!(notice.contains("never been tested against real people"), "{notice}");
    assert_eq!((&result["method"]["lambda"], &result["method"]["skill"]), (&json!(0.22), &Value::Null));
    assert_eq!(result["analysis"]["confidence"]["level"], "low");
    drop(server);
    recorded.site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_talks_or_thinks_before_its_documents_gives_a_whole_report() {
    for mode in [Mode::Prose, Mode::Think] {
        let recorded = RecordedSite::serve(mode).await;
        let (client, server) = (recorded.site.client("ann@example.com", 100), recorded.site.serve().await);
        let result = completed(&client, &steak(50)).await;
        let statistics = &result["statistics"];
        assert_eq!(
            (&statistics["failed_respondent_count"], &statistics["partial_respondent_count"]),
            (&json!(0), &json!(0))
        );
        assert!(statistics["open_answer_count"].as_u64().unwrap() > 0, "{mode:?}: {statistics}");
        assert_eq!(result["method"]["readings"], WHOLES, "{mode:?}");
        let asked = recorded.asked().await;
        assert!(asked.documents() <= CALLS_MAX && asked.of("refused") > 0, "{mode:?}: {asked:?}");
        drop(server);
        recorded.site.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_on_this_machine_is_measured_by_itself_where_that_is_allowed() {
    let recorded = RecordedSite::serve(Mode::Recorded).await;
    let site = recorded.site.with("ENGINE_MEASURE", "auto");
    let server = site.serve().await;
    until("it was measured", 3 * SOON, || async { (server.heard("the engine was measured") == 3).then_some(()) }).await;
    let shown = site.json(&["engine", "show"]);
    let own: Vec<&Value> = shown.as_array().unwrap().iter().filter(|known| known["engine"] == "openai").collect();
    assert_eq!(own.len(), 3, "one for each language: {shown}");
    assert!(own.iter().all(|known| known["current"] == true && known["cases"].as_u64().unwrap() > 0), "{shown}");
    drop(server);
    site.end().await;
}
