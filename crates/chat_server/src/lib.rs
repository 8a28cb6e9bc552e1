//! A chat server on loopback, for tests only, that answers or misbehaves as the test's script says.
//!
//! Knows no other crate of this workspace and nothing of the engines that call it. It listens on a free port of
//! 127.0.0.1, sleeps where the script says so, and draws no random numbers.
//!
//! Start with [`ChatServer::start`] and [`Reaction`]. A test connects its engine with [`ChatServer::base_url`] and
//! [`KEY`]; [`sensible`] answers every request that a report makes.

#![allow(clippy::unwrap_used)]

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use futures::{StreamExt, stream};
use serde_json::{Map, Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_util::task::AbortOnDropHandle;

pub const KEY: &str = "sk-very-secret";

/// What the server does with one request.
pub enum Reaction {
    Reply(Value),
    Status(u16, Value),
    /// Status 429 with this `Retry-After` header.
    Busy(&'static str),
    Redirect(String),
    /// Never answers.
    Hang,
    /// Reacts after a delay.
    Late(Duration, Box<Reaction>),
    /// Reacts once a later request has arrived.
    Overtaken(Box<Reaction>),
    /// Sends part of a body, then closes the connection.
    Cut,
    /// Sends one byte at a time, without end.
    Drip,
    Huge,
    /// Sends a body that is not JSON.
    Garbage,
    /// Sends a web page with this status, as a proxy does.
    Page(u16),
}

type Script = dyn Fn(usize, &Value) -> Reaction + Send + Sync;

#[derive(Clone)]
struct Shared {
    script: Arc<Script>,
    seen: Arc<watch::Sender<Vec<(HeaderMap, Value)>>>,
    /// Requests that hang and whose clients still wait.
    hanging: Arc<watch::Sender<usize>>,
}

struct Hanging(Arc<watch::Sender<usize>>);

impl Hanging {
    fn new(count: &Arc<watch::Sender<usize>>) -> Self {
        count.send_modify(|count| *count += 1);
        Self(Arc::clone(count))
    }
}

impl Drop for Hanging {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

pub struct ChatServer {
    pub base_url: String,
    shared: Shared,
    _serving: AbortOnDropHandle<()>,
}

impl ChatServer {
    /// Starts a server. The script gets the number of each request, from 0, and its body.
    pub async fn start(script: impl Fn(usize, &Value) -> Reaction + Send + Sync + 'static) -> Self {
        let shared = Shared { script: Arc::new(script), seen: Arc::default(), hanging: Arc::default() };
        let router = Router::new()
            .route("/v1/chat/completions", axum::routing::post(answer))
            .route("/v1/models", axum::routing::get(|| async { Json(json!({ "data": [] })) }))
            .with_state(shared.clone());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { base_url, shared, _serving: AbortOnDropHandle::new(serving) }
    }

    pub fn seen(&self) -> Vec<Value> {
        self.shared.seen.borrow().iter().map(|(_, body)| body.clone()).collect()
    }

    /// Waits until the clients of all hanging requests have given up.
    pub async fn nothing_hangs(&self) {
        self.shared.hanging.subscribe().wait_for(|count| *count == 0).await.unwrap();
    }

    pub fn seen_headers(&self) -> Vec<HeaderMap> {
        self.shared.seen.borrow().iter().map(|(headers, _)| headers.clone()).collect()
    }
}

/// A server that has a list of models and nothing else.
pub struct ListServer {
    pub base_url: String,
    asked: Arc<watch::Sender<usize>>,
    _serving: AbortOnDropHandle<()>,
}

impl ListServer {
    pub async fn start(list: Value) -> Self {
        let asked: Arc<watch::Sender<usize>> = Arc::default();
        let (seen, list) = (Arc::clone(&asked), Arc::new(list));
        let listed = async move || {
            seen.send_modify(|count| *count += 1);
            Json(Value::clone(&list))
        };
        let router = Router::new().route("/v1/models", axum::routing::get(listed));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { base_url, asked, _serving: AbortOnDropHandle::new(serving) }
    }

    /// Returns how often the list was asked for.
    pub fn asked(&self) -> usize {
        *self.asked.borrow()
    }
}

async fn answer(State(shared): State<Shared>, headers: HeaderMap, Json(body): Json<Value>) -> Response {
    let mut number = 0;
    shared.seen.send_modify(|seen| {
        number = seen.len();
        seen.push((headers, body.clone()));
    });
    let reaction = match (shared.script)(number, &body) {
        Reaction::Late(wait, later) => {
            tokio::time::sleep(wait).await;
            *later
        }
        Reaction::Overtaken(later) => {
            shared.seen.subscribe().wait_for(|seen| seen.len() > number + 1).await.unwrap();
            *later
        }
        at_once => at_once,
    };
    match reaction {
        Reaction::Reply(reply) => Json(reply).into_response(),
        Reaction::Status(status, said) => (StatusCode::from_u16(status).unwrap(), Json(said)).into_response(),
        Reaction::Busy(retry_after) => (StatusCode::TOO_MANY_REQUESTS, [("retry-after", retry_after)]).into_response(),
        Reaction::Redirect(to) => (StatusCode::TEMPORARY_REDIRECT, [("location", to)]).into_response(),
        Reaction::Hang => {
            let _hanging = Hanging::new(&shared.hanging);
            std::future::pending().await
        }
        Reaction::Late(..) | Reaction::Overtaken(..) => unreachable!("it was waited for"),
        Reaction::Cut => {
            let parts = [Ok("{\"choices\": ["), Err(std::io::Error::other("cut"))];
            Body::from_stream(stream::iter(parts)).into_response()
        }
        Reaction::Drip => {
            let drops = stream::repeat(()).then(|()| async {
                tokio::time::sleep(Duration::from_millis(5)).await;
                Ok::<_, Infallible>(" ")
            });
            Body::from_stream(drops).into_response()
        }
        Reaction::Huge => {
            let chunk = "x".repeat(64 * 1024);
            Body::from_stream(stream::repeat(Ok::<_, Infallible>(chunk))).into_response()
        }
        Reaction::Page(status) => {
            (StatusCode::from_u16(status).unwrap(), axum::response::Html("<!doctype html><p>Sign in")).into_response()
        }
        Reaction::Garbage => "<html>It works!</html>\u{0}".into_response(),
    }
}

/// Returns a reply with this text.
pub fn said(text: &str) -> Reaction {
    Reaction::Reply(json!({
        "choices": [{ "message": { "content": text }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 100, "completion_tokens": 7, "prompt_tokens_details": { "cached_tokens": 80 } },
    }))
}

/// Returns a reply of one token, with its alternatives and their probabilities.
pub fn tokens(alternatives: &[(&str, f64)]) -> Reaction {
    let each: Vec<Value> =
        alternatives.iter().map(|(token, p)| json!({ "token": token, "logprob": p.ln(), "bytes": null })).collect();
    Reaction::Reply(json!({
        "choices": [{
            "message": { "content": alternatives[0].0 },
            "finish_reason": "length",
            "logprobs": { "content": [{ "token": alternatives[0].0, "logprob": -0.5, "top_logprobs": each }] },
        }],
        "usage": { "prompt_tokens": 100, "completion_tokens": 1 },
    }))
}

/// Returns a plausible reply to any request of a report: logprobs if they are requested and `gives_tokens` is set, a
/// document if a schema is given, else text.
pub fn sensible(body: &Value, gives_tokens: bool) -> Reaction {
    let prompt = body["messages"][0]["content"].as_str().unwrap_or("");
    if body["logprobs"] == true && gives_tokens {
        let is_rating = ["number alone", "solo con el número", "只回复数字"].iter().any(|words| prompt.contains(words));
        return if is_rating {
            tokens(&[("4", 0.5), (" 3", 0.2), ("5", 0.2)])
        } else {
            tokens(&[("A", 0.4), (" B", 0.3), ("C", 0.2), ("The", 0.1)])
        };
    }
    let asked = &body["response_format"]["json_schema"];
    match asked["name"].as_str() {
        Some("voices") => said(&voices(prompt, &asked["schema"]).to_string()),
        Some(_) => said(&filled(&asked["schema"]).to_string()),
        None => said("Because it suits my days and costs little."),
    }
}

/// Returns a document with all fields that its schema requires: shares that sum to 100, a fixed text, and empty
/// lists. The rules for proposals ignore such content.
fn filled(schema: &Value) -> Value {
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let property = |name: &str| schema["properties"][name].clone();
    let are_shares = required.iter().all(|name| property(name)["type"] == "number");
    let field = |name: &str| match property(name)["type"].as_str() {
        Some("number") if are_shares => json!(100.0 / required.len() as f64),
        Some("number") => json!(20),
        Some("array") => json!([]),
        Some("object") => filled(&property(name)),
        _ => json!("People answer as they do."),
    };
    Value::Object(required.iter().map(|name| ((*name).to_owned(), field(name))).collect())
}

/// Returns a sentence for each person, in the prompt's language; no two are near-duplicates.
fn voices(prompt: &str, schema: &Value) -> Value {
    let own_words = |number: &String| {
        let count = crc32fast::hash(format!("{number}/{prompt}").as_bytes());
        let word = |first: char, letters: u32, at: u32| {
            let places = (0..24).map(|place| crc32fast::hash(format!("{place}/{at}/{count}").as_bytes()) % letters);
            places.filter_map(|place| char::from_u32(u32::from(first) + place)).collect::<String>()
        };
        let named = |first, letters| [0, 1, 2].map(|at| word(first, letters, at));
        let words = if prompt.contains("用中文") {
            format!("我觉得它很适合我，日记里记下了{}。", named('一', 2000)[..2].join("、"))
        } else if prompt.contains("en español") {
            format!("Me va bien para mi día a día, como a mis amigos {}.", named('a', 26).join(", "))
        } else {
            format!("It suits my days, as it does for my friends {}.", named('a', 26).join(", "))
        };
        (number.clone(), Value::String(words))
    };
    let people = schema["properties"]["voices"]["properties"].as_object();
    let spoken: Map<String, Value> = people.into_iter().flat_map(|people| people.keys()).map(own_words).collect();
    json!({ "voices": spoken })
}
