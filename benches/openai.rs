//! Calls and seconds of a report over a loopback chat server with 100 ms per call, for 100 and 1,000 respondents.
//! Calls must not grow with respondents, and time must stay within 1.25 of the ideal: sequential calls × latency,
//! plus computation. Then the cost of hung calls: with 50 ms per call and 1 call in 25 never answered, a report may
//! take 3 s longer, which is the shortest deadline and a retry. Last, the throughput of a worker on SQLite, in reports a minute, by
//! the number of concurrent reports, also with 30 ms added to each commit, as by an fsync on a busy disk.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)] // A bench reads the clock and may fail.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use engine::openai::OpenAiSettings;
use engine::{DocumentRequest, Engine, OpenAi, Scripted};
use forecast::calibration::Calibration;
use forecast::{Forecast, Part};
use foundation::Language;
use language::brief::{Brief, Draft};
use pipeline::{self, Checkpoints, Design, Job, Journal, JournalError, Progress, Stage, Voices};
use serde_json::{Map, Value, json};
use store::QueueDepth;
use testing::support::{Backend, TestApp, brief_with};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

const CONCURRENCY: usize = 64;
/// Calls of one report in parallel, as by default.
const CALLS_OF_A_REPORT: usize = 32;
const LATENCY: Duration = Duration::from_millis(100);
const CALLS_MAX: usize = 60;
const RATIO_MAX: f64 = 1.25;

const FEW_RESPONDENTS: u32 = 100;
const SHORT_LATENCY: Duration = Duration::from_millis(50);
const HANGS_EVERY: usize = 25;
const HANGING_SECONDS_MAX: f64 = 3.0;
const ROUNDS: usize = 5;

/// Reports in the queue when the worker starts.
const QUEUED_REPORTS: usize = 64;
/// Concurrent reports: the defaults with an embedded model and over a server.
const CONCURRENT_REPORTS: [i64; 2] = [4, 16];
const SLOW_COMMIT: Duration = Duration::from_millis(30);
const COMMITS_PER_REPORT_MAX: f64 = 8.0;

struct Server {
    places: Semaphore,
    calls: AtomicUsize,
    latency: Duration,
    /// One in this many calls hangs; 0 means none.
    hangs_every: AtomicUsize,
}

impl Server {
    /// Starts a server, and an engine that calls it. The server runs for as long as the bench does.
    async fn start(latency: Duration) -> (Arc<Self>, OpenAi) {
        let (places, calls, hangs_every) = (Semaphore::new(CONCURRENCY), AtomicUsize::new(0), AtomicUsize::new(0));
        let server = Arc::new(Self { places, calls, latency, hangs_every });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().route("/v1/chat/completions", post(answer)).with_state(Arc::clone(&server));
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        let mut settings = OpenAiSettings::new(&format!("http://{address}/v1"), "fixed").unwrap();
        settings.concurrency_max = CONCURRENCY;
        (server, OpenAi::new(settings).unwrap())
    }
}

/// A journal whose writes take time, as a database's do.
struct SlowJournal(Duration);

impl SlowJournal {
    async fn written(&self) -> Result<(), JournalError> {
        tokio::time::sleep(self.0).await;
        Ok(())
    }
}

#[async_trait]
impl Journal for SlowJournal {
    async fn entered(&self, _: Stage) -> Result<(), JournalError> {
        Ok(())
    }
    async fn designed(&self, _: &Design) -> Result<(), JournalError> {
        self.written().await
    }
    async fn asked(&self, _: &Part, _: Progress) -> Result<(), JournalError> {
        self.written().await
    }
    async fn forecast(&self, _: &Forecast, _: usize, _: Progress) -> Result<(), JournalError> {
        self.written().await
    }
    async fn spoken(&self, _: &Voices, _: Progress) -> Result<(), JournalError> {
        self.written().await
    }
}

/// A report to measure.
struct Measured {
    respondents: u32,
    options: usize,
    write: Duration,
    /// Sequential rounds of calls: wording, audience, reasons, forecast, voices; and one for the parts of a forecast
    /// that exceed the 16 calls of an engine's initial window.
    rounds: u32,
}

#[tokio::main]
async fn main() {
    // Warm-up, so that what a process loads once does not count.
    seconds(&job(3, 50), &Scripted::new(0, 0.0), Duration::ZERO).await;
    println!("{LATENCY:?} a call, {CALLS_OF_A_REPORT} calls at once\n");
    println!(
        "{:<12} {:>7} {:>8} {:>6} {:>8} {:>11} {:>6}",
        "respondents", "options", "write ms", "calls", "ideal s", "measured s", "ratio"
    );
    let slow = Duration::from_millis(10);
    let mut measured = Vec::new();
    for report in [
        Measured { respondents: 100, options: 3, write: Duration::ZERO, rounds: 5 },
        Measured { respondents: 1_000, options: 3, write: Duration::ZERO, rounds: 5 },
        Measured { respondents: 1_000, options: 3, write: slow, rounds: 5 },
        Measured { respondents: 1_000, options: 12, write: Duration::ZERO, rounds: 6 },
    ] {
        measured.push(measure(&report).await);
    }
    let slowest_s = measure_hanging().await;
    let commits = measure_queue().await;
    assert_eq!(measured[0].0, measured[1].0, "more respondents take more calls");
    assert!(measured.iter().all(|(calls, _)| *calls <= CALLS_MAX), "more calls than the project allows");
    assert!(measured.iter().all(|(_, ratio)| *ratio <= RATIO_MAX), "slower than the project allows");
    assert!(slowest_s <= HANGING_SECONDS_MAX, "calls that hang cost more than the project allows");
    assert!(commits <= COMMITS_PER_REPORT_MAX, "a report takes more commits than the project allows");
}

/// Returns the number of calls, and the ratio of measured to ideal time.
async fn measure(report: &Measured) -> (usize, f64) {
    let Measured { respondents, options, write, rounds } = *report;
    let job = job(options, respondents);
    let computed = seconds(&job, &Scripted::new(0, 0.0), Duration::ZERO).await;
    let (server, engine) = Server::start(LATENCY).await;
    let measured = seconds(&job, &engine, write).await;
    let calls = server.calls.load(Ordering::Relaxed);
    let ideal = (rounds * LATENCY).as_secs_f64() + computed;
    let (ratio, write) = (measured / ideal, write.as_millis());
    println!("{respondents:<12} {options:>7} {write:>8} {calls:>6} {ideal:>8.2} {measured:>11.2} {ratio:>6.3}");
    (calls, ratio)
}

/// Returns how much longer the slowest report with hung calls takes than one without, in seconds.
async fn measure_hanging() -> f64 {
    println!(
        "\n{FEW_RESPONDENTS} respondents, {SHORT_LATENCY:?} a call, one call in {HANGS_EVERY} is never answered\n"
    );
    println!("{:<12} {:>6} {:>10} {:>11} {:>7}", "round", "calls", "without s", "measured s", "more s");
    let job = job(3, FEW_RESPONDENTS);
    let (server, engine) = Server::start(SHORT_LATENCY).await;
    // An engine that is new to its server does not know the usual latency yet.
    seconds(&job, &engine, Duration::ZERO).await;
    let without = seconds(&job, &engine, Duration::ZERO).await;
    server.hangs_every.store(HANGS_EVERY, Ordering::Relaxed);
    let mut slowest = f64::MIN;
    for round in 1..=ROUNDS {
        let before = server.calls.load(Ordering::Relaxed);
        let measured = seconds(&job, &engine, Duration::ZERO).await;
        let (calls, more) = (server.calls.load(Ordering::Relaxed) - before, measured - without);
        println!("{round:<12} {calls:>6} {without:>10.2} {measured:>11.2} {more:>7.2}");
        slowest = slowest.max(more);
    }
    slowest
}

/// Measures a worker on a full queue. Returns the largest mean number of commits per report.
async fn measure_queue() -> f64 {
    println!("\n{QUEUED_REPORTS} reports of {FEW_RESPONDENTS} wait, {LATENCY:?} a call, one worker on SQLite\n");
    println!("{:<8} {:>14} {:>17} {:>17}", "at once", "commit more ms", "reports a minute", "commits a report");
    let mut most = f64::MIN;
    for slowed_by in [Duration::ZERO, SLOW_COMMIT] {
        for at_once in CONCURRENT_REPORTS {
            let (seconds, commits) = drain_queue(at_once, slowed_by).await;
            let (a_minute, commits) = (60.0 * QUEUED_REPORTS as f64 / seconds, commits as f64 / QUEUED_REPORTS as f64);
            println!("{at_once:<8} {:>14} {a_minute:>17.0} {commits:>17.2}", slowed_by.as_millis());
            most = most.max(commits);
        }
    }
    most
}

/// Returns the seconds and the commits that a worker takes for all queued reports.
async fn drain_queue(at_once: i64, slowed_by: Duration) -> (f64, u64) {
    let (_server, engine) = Server::start(LATENCY).await;
    let mut app = TestApp::start_with(Backend::Sqlite, |flags| {
        flags.worker_reports_max = Some(at_once);
        flags.unfinished_reports_max = Some(QUEUED_REPORTS as i64);
    })
    .await;
    app.set_engine(engine);
    let caller = app.caller(QUEUED_REPORTS as i64 * i64::from(FEW_RESPONDENTS)).await;
    caller.created_many(QUEUED_REPORTS, &brief_with(&json!({ "sample_size": FEW_RESPONDENTS }))).await;
    let store = app.app.store.clone();
    store.faults().slow_commits(slowed_by);
    let (stop, before, begun) = (CancellationToken::new(), store.commits(), Instant::now());
    let working = tokio::spawn(app.build_worker.clone().work(stop.clone()));
    while store.queue_depth().await.unwrap() != QueueDepth::default() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let measured = (begun.elapsed().as_secs_f64(), store.commits() - before);
    stop.cancel();
    working.await.unwrap();
    let completed = app.database.integer("SELECT COUNT(*) FROM reports WHERE status = 'completed'").await;
    assert_eq!(completed, QUEUED_REPORTS as i64, "a report has failed");
    app.stop().await;
    measured
}

/// Returns the duration of a report in seconds.
async fn seconds(job: &Job, engine: &dyn Engine, write: Duration) -> f64 {
    let begun = Instant::now();
    let findings = pipeline::run(job, engine, Checkpoints::default(), &SlowJournal(write)).await.unwrap();
    let took = begun.elapsed().as_secs_f64();
    let statistics = &findings.statistics;
    assert_eq!((statistics.failed_respondent_count, statistics.partial_respondent_count), (0, 0), "a part is lost");
    took
}

/// Returns a job that also asks about groups, as for an engine with measured skill in groups.
fn job(options: usize, respondents: u32) -> Job {
    let draft = Draft {
        question: "Which one would you choose?".to_owned(),
        options: (1..=options).map(|number| format!("Option {number}")).collect(),
        sample_size: Some(respondents.into()),
        audience_description: Some("adults in Mexico".to_owned()),
        language: None,
        ..Draft::default()
    };
    Job {
        brief: Brief::parse(draft).unwrap(),
        seed: 1,
        concurrency: CALLS_OF_A_REPORT,
        calibration: Calibration { group_weight: 1.0, ..Calibration::identity() },
        panel: None,
        own_studies: None,
        tokens_max: None,
    }
}

async fn answer(State(server): State<Arc<Server>>, Json(body): Json<Value>) -> Json<Value> {
    let number = server.calls.fetch_add(1, Ordering::Relaxed) + 1;
    let hangs_every = server.hangs_every.load(Ordering::Relaxed);
    if hangs_every > 0 && number.is_multiple_of(hangs_every) {
        return std::future::pending().await;
    }
    let _place = server.places.acquire().await.unwrap();
    tokio::time::sleep(server.latency).await;
    let content = document(&body, number).await.to_string();
    Json(json!({
        "choices": [{ "message": { "content": content }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 600, "completion_tokens": 200 },
    }))
}

/// Returns what the scripted engine would write, which takes no time to compute; no two voices are alike.
async fn document(body: &Value, number: usize) -> Value {
    let asked = &body["response_format"]["json_schema"];
    let (name, schema) = (asked["name"].as_str().unwrap(), &asked["schema"]);
    if name == "voices" {
        let words = |person: &String| format!("It suits my days, and my diary has {number}{person} reasons for it.");
        let people = schema["properties"]["voices"]["properties"].as_object().unwrap().keys();
        let spoken: Map<String, Value> = people.map(|person| (person.clone(), Value::String(words(person)))).collect();
        return json!({ "voices": spoken });
    }
    let prompt = body["messages"][0]["content"].as_str().unwrap();
    let ask = DocumentRequest { seed: 1, language: Language::En, name, prompt, schema, needs: &[] };
    Scripted::new(0, 0.0).document(ask).await.map_or_else(|_| blank(schema), |reply| reply.value)
}

/// Returns a proposal that has all required fields and that the rules ignore.
fn blank(schema: &Value) -> Value {
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let empty = |name: &str| if schema["properties"][name]["type"] == "array" { json!([]) } else { json!("") };
    Value::Object(required.map(|name| (name.to_owned(), empty(name))).collect())
}
