//! How near a report over a chat server comes to what the server allows: 1,000 respondents, a server on loopback that
//! takes 100 ms for every call and 64 calls at once. The ideal is calls ÷ concurrency × latency; the limit is 1.15 of it.
//! Then what calls that hang cost: 100 respondents, 50 ms a call, and one call in 25 that is never answered; the limit is
//! three times the report without.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)] // A bench reads the clock and may fail.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use canvass::engine::openai::OpenAiSettings;
use canvass::engine::{OpenAi, Scripted};
use canvass::pipeline::{self, Checkpoints, Design, Job, Journal, JournalError, Stage};
use serde_json::{Value, json};
use survey::answer::{Interview, Reading};
use survey::brief::{Brief, Draft};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

const RESPONDENTS: u32 = 1000;
const CONCURRENCY: usize = 64;
const LATENCY: Duration = Duration::from_millis(100);
const RATIO_MAX: f64 = 1.15;
/// Interviews side by side: more than calls, so that a place that falls free is taken while others are written down.
const INTERVIEWS: usize = 2 * CONCURRENCY;

const FEW_RESPONDENTS: u32 = 100;
const SHORT_LATENCY: Duration = Duration::from_millis(50);
const HANGS_EVERY: usize = 25;
const HANGING_RATIO_MAX: f64 = 3.0;
/// Interviews side by side as they are by default.
const FEW_INTERVIEWS: usize = 32;
const ROUNDS: usize = 5;

struct Server {
    places: Semaphore,
    calls: AtomicUsize,
    latency: Duration,
    hangs_every: Option<usize>,
}

impl Server {
    fn new(latency: Duration, hangs_every: Option<usize>) -> Arc<Self> {
        let (places, calls) = (Semaphore::new(CONCURRENCY), AtomicUsize::new(0));
        Arc::new(Self { places, calls, latency, hangs_every })
    }
}

/// Takes its time for every write, as a database would.
struct SlowPaper(Duration);

#[async_trait]
impl Journal for SlowPaper {
    async fn entered(&self, _: Stage) -> Result<(), JournalError> {
        Ok(())
    }
    async fn designed(&self, _: &Design) -> Result<(), JournalError> {
        Ok(())
    }
    async fn read(&self, _: &Reading) -> Result<(), JournalError> {
        tokio::time::sleep(self.0).await;
        Ok(())
    }
    async fn interviewed(&self, _: &Interview) -> Result<(), JournalError> {
        tokio::time::sleep(self.0).await;
        Ok(())
    }
}

#[tokio::main]
async fn main() {
    println!("{RESPONDENTS} respondents, {LATENCY:?} a call, {CONCURRENCY} calls at once\n");
    println!("{:<26} {:>6} {:>8} {:>11} {:>6}", "report", "calls", "ideal s", "measured s", "ratio");
    // What a process loads once is not the report's.
    pipeline::run(&job(3, 50), &Scripted::new(0, 0.0), Checkpoints::default(), &SlowPaper(Duration::ZERO))
        .await
        .unwrap();
    let mut ratios = Vec::new();
    for (name, options, write) in [
        ("3 options", 3, Duration::ZERO),
        ("3 options, 10 ms to write", 3, Duration::from_millis(10)),
        ("12 options", 12, Duration::ZERO),
    ] {
        ratios.push(measure(name, options, write).await);
    }
    let worst = measure_hanging().await;
    assert!(ratios.iter().all(|ratio| *ratio <= RATIO_MAX), "slower than the project allows");
    assert!(worst <= HANGING_RATIO_MAX, "calls that hang cost more than the project allows");
}

/// The worst of some reports with calls that hang, each against one without.
async fn measure_hanging() -> f64 {
    println!(
        "\n{FEW_RESPONDENTS} respondents, {SHORT_LATENCY:?} a call, one call in {HANGS_EVERY} is never answered\n"
    );
    println!("{:<26} {:>6} {:>8} {:>11} {:>6}", "round", "calls", "without", "measured s", "ratio");
    let mut worst: f64 = 0.0;
    for round in 1..=ROUNDS {
        let job = Job { concurrency: FEW_INTERVIEWS, ..job(3, FEW_RESPONDENTS) };
        let without = report(&job, &Server::new(SHORT_LATENCY, None), Duration::ZERO).await;
        let server = Server::new(SHORT_LATENCY, Some(HANGS_EVERY));
        let measured = report(&job, &server, Duration::ZERO).await;
        let (calls, ratio) = (server.calls.load(Ordering::Relaxed), measured / without);
        println!("{round:<26} {calls:>6} {without:>8.2} {measured:>11.2} {ratio:>6.3}");
        worst = worst.max(ratio);
    }
    worst
}

/// How many seconds a report takes.
async fn report(job: &Job, server: &Arc<Server>, write: Duration) -> f64 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = Router::new().route("/v1/chat/completions", post(answer)).with_state(Arc::clone(server));
    let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    let mut settings = OpenAiSettings::new(&format!("http://{address}/v1"), "fixed").unwrap();
    (settings.concurrency_max, settings.designs) = (CONCURRENCY, false);
    let engine = OpenAi::new(settings).unwrap();
    let begun = Instant::now();
    let findings = pipeline::run(job, &engine, Checkpoints::default(), &SlowPaper(write)).await.unwrap();
    let measured = begun.elapsed().as_secs_f64();
    serving.abort();
    assert_eq!(findings.statistics.failed_respondent_count, 0);
    measured
}

async fn measure(name: &str, options: usize, write: Duration) -> f64 {
    let server = Server::new(LATENCY, None);
    let measured = report(&job(options, RESPONDENTS), &server, write).await;
    let calls = server.calls.load(Ordering::Relaxed);
    let ideal = calls as f64 / CONCURRENCY as f64 * LATENCY.as_secs_f64();
    let ratio = measured / ideal;
    println!("{name:<26} {calls:>6} {ideal:>8.2} {measured:>11.2} {ratio:>6.3}");
    ratio
}

fn job(options: usize, respondents: u32) -> Job {
    let draft = Draft {
        question: "Which one would you choose?".to_owned(),
        options: (1..=options).map(|number| format!("Option {number}")).collect(),
        sample_size: Some(respondents.into()),
        audience_description: Some("adults in Mexico".to_owned()),
        language: None,
    };
    Job { brief: Brief::parse(draft).unwrap(), seed: 1, concurrency: INTERVIEWS }
}

async fn answer(State(server): State<Arc<Server>>, Json(body): Json<Value>) -> Json<Value> {
    let number = server.calls.fetch_add(1, Ordering::Relaxed) + 1;
    if server.hangs_every.is_some_and(|every| number.is_multiple_of(every)) {
        return std::future::pending().await;
    }
    let _place = server.places.acquire().await.unwrap();
    tokio::time::sleep(server.latency).await;
    let alternatives = if body["logprobs"] == true {
        let is_rating = body["messages"][0]["content"].as_str().unwrap().contains("number alone");
        let labels = if is_rating { ["3", "4", "5"] } else { ["A", "B", "C"] };
        let each: Vec<Value> = labels.iter().map(|label| json!({ "token": label, "logprob": -1.1 })).collect();
        json!({ "content": [{ "token": labels[0], "logprob": -1.1, "top_logprobs": each }] })
    } else {
        Value::Null
    };
    Json(json!({
        "choices": [{ "message": { "content": "It suits my days." }, "finish_reason": "stop", "logprobs": alternatives }],
        "usage": { "prompt_tokens": 600, "completion_tokens": 1 },
    }))
}
