//! Tests of the client against a misbehaving server: what is retried, what is not, and that no retry charges twice.

use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use language::brief::Draft;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_util::task::AbortOnDropHandle;

use super::*;
use primitives::clock::UnixMs;

type Script = dyn Fn(usize) -> Response + Send + Sync;

#[derive(Clone)]
struct Shared {
    script: Arc<Script>,
    seen: Arc<Mutex<Vec<(HeaderMap, Bytes)>>>,
}

/// A server that answers each request as scripted.
struct Server {
    address: String,
    shared: Shared,
    _serving: AbortOnDropHandle<()>,
}

impl Server {
    async fn start(script: impl Fn(usize) -> Response + Send + Sync + 'static) -> Self {
        let shared = Shared { script: Arc::new(script), seen: Arc::default() };
        let routes = Router::new()
            .route("/api/v1/reports", post(answer))
            .route("/api/v1/reports/{id}", get(answer))
            .route("/api/v1/credits", get(answer))
            .with_state(shared.clone());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        let serving = tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        Self { address, shared, _serving: AbortOnDropHandle::new(serving) }
    }

    fn client(&self) -> Client {
        let chance = Chance::seeded(3);
        let key = PlainKey::generate(&chance);
        Client::new(&self.address, &key.reveal().into(), chance).unwrap()
    }

    fn seen(&self) -> Vec<(HeaderMap, Bytes)> {
        self.shared.seen.lock().unwrap().clone()
    }
}

async fn answer(State(shared): State<Shared>, headers: HeaderMap, body: Bytes) -> Response {
    let number = {
        let mut seen = shared.seen.lock().unwrap();
        seen.push((headers, body));
        seen.len() - 1
    };
    (shared.script)(number)
}

fn accepted() -> Response {
    let body = json!({ "request_id": "req_1", "status": "queued", "credits_estimated": 100, "credits_left": 900 });
    (StatusCode::ACCEPTED, Json(body)).into_response()
}

fn busy(retry_after: &'static str) -> Response {
    let body = json!({ "error": { "code": "rate_limited", "message": "too many" } });
    (StatusCode::TOO_MANY_REQUESTS, [("retry-after", retry_after)], Json(body)).into_response()
}

fn brief(question: &str) -> Brief {
    let options = vec!["a".to_owned(), "b".to_owned()];
    Brief::parse(Draft { question: question.to_owned(), options, ..Draft::default() }).unwrap()
}

#[tokio::test]
async fn a_create_is_tried_again_with_the_same_key_and_body() {
    let server = Server::start(|number| match number {
        0 => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        1 => busy("0"),
        _ => accepted(),
    })
    .await;
    let client = server.client();
    assert_eq!(client.create(&brief("Which?"), "one-key").await.unwrap().credits_left, 900);
    let seen = server.seen();
    assert_eq!(seen.len(), 3);
    assert!(seen.iter().all(|(headers, body)| headers["idempotency-key"] == "one-key" && *body == seen[0].1));
}

#[tokio::test]
async fn what_is_refused_is_not_tried_again_and_says_why() {
    let server = Server::start(|_| {
        let error = json!({ "code": "insufficient_credits", "message": "100 are needed", "credits_left": 3 });
        (StatusCode::PAYMENT_REQUIRED, Json(json!({ "error": error }))).into_response()
    })
    .await;
    let error = server.client().create(&brief("Which?"), "k").await.unwrap_err();
    let code = "insufficient_credits".to_owned();
    assert_eq!(error, ClientError::Refused { status: 402, code, message: "100 are needed".to_owned() });
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn a_server_that_wants_to_be_left_alone_for_long_has_refused() {
    let server = Server::start(|_| busy("600")).await;
    assert!(matches!(server.client().credits_left().await, Err(ClientError::Refused { status: 429, .. })));
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_keeps_failing_is_left_alone_after_some_tries() {
    let server = Server::start(|_| StatusCode::BAD_GATEWAY.into_response()).await;
    assert!(matches!(server.client().credits_left().await, Err(ClientError::Unreachable { .. })));
    assert_eq!(server.seen().len(), 5);
}

#[tokio::test]
async fn the_key_goes_to_the_server_named_and_nowhere_else() {
    let elsewhere = Server::start(|_| accepted()).await;
    let there = elsewhere.address.clone();
    let server =
        Server::start(move |_| (StatusCode::TEMPORARY_REDIRECT, [("location", there.clone())]).into_response()).await;
    let error = server.client().credits_left().await.unwrap_err();
    assert!(matches!(error, ClientError::Refused { status: 307, .. }), "{error}");
    assert!(elsewhere.seen().is_empty());
}

#[tokio::test]
async fn answers_that_are_no_answers_are_named() {
    for body in ["", "nonsense", "[]", "{\"credits_left\":\"many\"}"] {
        let server = Server::start(move |_| body.into_response()).await;
        assert!(matches!(server.client().credits_left().await, Err(ClientError::Garbled(_))), "{body}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_report_is_watched_until_it_ends() {
    let running = |stage: &str, done: u32| {
        let progress = json!({ "stage": stage, "respondents_done": done, "respondents_total": 100 });
        Json(json!({ "request_id": "req_1", "status": stage, "progress": progress })).into_response()
    };
    let server = Server::start(move |number| match number {
        0 => running("queued", 0),
        1 => running("generating_questionnaire", 0),
        2 => running("sampling", 40),
        _ => Json(json!({ "request_id": "req_1", "status": "completed", "result": { "title": "t" } })).into_response(),
    })
    .await;
    let seen = Mutex::new(Vec::new());
    let id = ReportId::new(0, &Chance::seeded(1));
    let note = |progress: &Progress| seen.lock().unwrap().push((progress.stage.clone(), progress.respondents_done));
    let ended = server.client().wait_until_ended(id, &note).await.unwrap();
    assert_eq!(ended, Report::Completed(Box::new(json!({ "title": "t" }))));
    let stages: Vec<String> = seen.into_inner().unwrap().into_iter().map(|(stage, _)| stage).collect();
    assert_eq!(stages, ["queued", "generating_questionnaire", "sampling"]);
}

#[test]
fn no_error_and_no_address_holds_a_secret() {
    let key = |text: &str| Client::new("http://localhost", &text.into(), Chance::seeded(1)).err();
    assert_eq!(key("cvs_hunter2"), Some(ClientError::Key));
    let plain = PlainKey::generate(&Chance::seeded(1));
    for server in ["ftp://x", "http://ann:hunter2@x", "http://x?key=hunter2", "nonsense"] {
        let error = Client::new(server, &plain.reveal().into(), Chance::seeded(1)).err();
        assert_eq!(error, Some(ClientError::Address), "{server}");
    }
}

const NOW: UnixMs = 1_800_000_000_000;

#[test]
fn a_create_whose_answer_was_lost_is_sent_again_under_its_old_key() {
    let folder = tempfile::tempdir().unwrap();
    let open = || CreatedReports::open(folder.path()).unwrap();
    let key = |brief: &Brief, new: &str, now: UnixMs| {
        open().begin("http://a", brief, new.to_owned(), now).unwrap().idempotency_key
    };
    assert_eq!(key(&brief("Which?"), "first", NOW), "first");
    assert_eq!(key(&brief("Which?"), "second", NOW + 1), "first");
    assert_eq!(key(&brief("Another?"), "third", NOW + 1), "third");
    let begun = open().begin("http://a", &brief("Which?"), "x".to_owned(), NOW).unwrap();
    let (request_id, status) = ("req_1".to_owned(), "queued".to_owned());
    let accepted = ReportAccepted { request_id, status, credits_estimated: 100, credits_left: 0, warnings: Vec::new() };
    open().append(begun.accepted(&accepted)).unwrap();
    assert_eq!(key(&brief("Which?"), "fourth", NOW + 2), "fourth", "one that was answered is a report of its own");
    assert_eq!(key(&brief("Another?"), "fifth", NOW + 24 * 60 * 60 * 1000), "fifth", "servers forget keys after a day");
}

#[test]
fn a_line_cut_off_costs_only_itself() {
    let folder = tempfile::tempdir().unwrap();
    let mut list = CreatedReports::open(folder.path()).unwrap();
    list.begin("http://a", &brief("One?"), "1".to_owned(), NOW).unwrap();
    list.begin("http://a", &brief("Two?"), "2".to_owned(), NOW).unwrap();
    let path = folder.path().join("client-reports.jsonl");
    let text = std::fs::read(&path).unwrap();
    std::fs::write(&path, &text[..text.len() - 9]).unwrap();
    let mut list = CreatedReports::open(folder.path()).unwrap();
    list.begin("http://a", &brief("Three?"), "3".to_owned(), NOW).unwrap();
    let questions =
        |list: &CreatedReports| -> Vec<Value> { list.all().iter().map(|one| json!(one.question)).collect() };
    assert_eq!(questions(&CreatedReports::open(folder.path()).unwrap()), [json!("One?"), json!("Three?")]);
}
