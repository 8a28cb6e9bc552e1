//! The server's routes and its counts of calls. Replies come from the modules below; `main.rs` has the command line.

mod answers;
mod choosers;
mod figures;
mod fingerprint;
mod groups;
mod language;
mod mode;
mod prompt;
mod recording;
mod voices;

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::Mutex;

pub use mode::Mode;
pub use recording::{RecordedBrief, Recording};

use prompt::{MARK, Prompt};

/// Names in `GET /calls` of rejected requests, and of those that ask for no document.
const REFUSED: &str = "refused";
const PLAIN: &str = "plain";
const CHARS_PER_TOKEN: usize = 4;

/// The kind of model that the server simulates.
#[derive(Debug, Clone, Copy)]
pub struct Behaviour {
    pub mode: Mode,
    /// Latency of every reply.
    pub latency: Duration,
}

/// Requests so far.
#[derive(Debug, Clone, Default, Serialize)]
struct Calls {
    total: usize,
    by_name: BTreeMap<String, usize>,
    /// Requests for forecasts of questions that were not recorded.
    unmatched: usize,
}

impl Calls {
    fn note(&mut self, name: &str) {
        self.total += 1;
        *self.by_name.entry(name.to_owned()).or_insert(0) += 1;
    }
}

#[derive(Clone)]
struct Shared {
    recording: Arc<Recording>,
    behaviour: Behaviour,
    calls: Arc<Mutex<Calls>>,
}

/// Returns the routes of one server, whose counts start at zero.
pub fn router(recording: Arc<Recording>, behaviour: Behaviour) -> Router {
    Router::new()
        .route("/v1/chat/completions", post(complete))
        .route("/v1/models", get(models))
        .route("/calls", get(calls))
        .with_state(Shared { recording, behaviour, calls: Arc::default() })
}

/// Serves in the background for as long as the runtime lives. Returns the address that it listens on.
pub async fn serve(listen: SocketAddr, recording: Arc<Recording>, behaviour: Behaviour) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind(listen).await?;
    let address = listener.local_addr()?;
    let routes = router(recording, behaviour);
    tokio::spawn(async move { axum::serve(listener, routes).await });
    Ok(address)
}

async fn models() -> Json<Value> {
    Json(json!({ "object": "list", "data": [{ "id": "recorded", "object": "model" }] }))
}

async fn calls(State(shared): State<Shared>) -> Json<Calls> {
    Json(shared.calls.lock().await.clone())
}

async fn complete(State(shared): State<Shared>, Json(asked): Json<Value>) -> Response {
    let Behaviour { mode, latency } = shared.behaviour;
    if !latency.is_zero() {
        tokio::time::sleep(latency).await;
    }
    if let Some(refusal) = mode.refusal(&asked) {
        shared.calls.lock().await.note(REFUSED);
        return (StatusCode::BAD_REQUEST, Json(refusal)).into_response();
    }
    let text = last_prompt(&asked);
    let prompt = Prompt::new(&text);
    let name = answers::name_of(&asked, &prompt);
    let case = shared.recording.find(&prompt);
    {
        let mut calls = shared.calls.lock().await;
        calls.note(name.unwrap_or(PLAIN));
        calls.unmatched += usize::from(case.is_none() && name.is_some_and(|name| name.starts_with("forecast_")));
    }
    let document = name.map(|name| answers::document(name, &prompt, case, mode));
    let document = document.map(|document| with_analysis(document, &asked));
    Json(reply(&text, &mode.said(document.as_ref()))).into_response()
}

/// Fills in the field `analysis` if the schema has one.
fn with_analysis(mut document: Value, asked: &Value) -> Value {
    if asked["response_format"]["json_schema"]["schema"]["properties"]["analysis"].is_object() {
        document["analysis"] = json!("Habit and price weigh most here, and the rest is spread out.");
    }
    document
}

fn reply(prompt: &str, said: &str) -> Value {
    let tokens = |text: &str| text.chars().count() / CHARS_PER_TOKEN;
    json!({
        "object": "chat.completion",
        "model": "recorded",
        "choices": [{
            "index": 0,
            "message": { "role": "assistant", "content": said },
            "finish_reason": "stop",
        }],
        "usage": { "prompt_tokens": tokens(prompt), "completion_tokens": tokens(said) },
    })
}

/// Returns the last user message that contains material. Messages after it ask to repair a reply and contain none.
fn last_prompt(asked: &Value) -> String {
    let messages = asked["messages"].as_array().into_iter().flatten();
    let said: Vec<String> =
        messages.filter(|message| message["role"] == "user").map(|message| text_of(&message["content"])).collect();
    let with_material = said.iter().rev().find(|text| text.lines().any(|line| line.trim() == MARK));
    with_material.or(said.last()).map_or_else(String::new, String::clone)
}

/// Returns the text of a message, whose content is a string or a list of parts.
fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        parts => parts.as_array().into_iter().flatten().filter_map(|part| part["text"].as_str()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_mended_from_the_prompt_that_it_was_given_to() {
        let asked = json!({ "messages": [
            { "role": "user", "content": [{ "type": "text", "text": "Judge.\n===\nA) Tea\n===" }] },
            { "role": "assistant", "content": "{" },
            { "role": "user", "content": "That was no JSON." },
        ] });
        assert_eq!(last_prompt(&asked), "Judge.\n===\nA) Tea\n===");
        assert_eq!(
            last_prompt(&json!({ "messages": [{ "role": "user", "content": "Reply with OK." }] })),
            "Reply with OK."
        );
        assert_eq!(last_prompt(&json!({})), "");
    }

    #[test]
    fn room_to_think_is_used_where_the_schema_has_it() {
        let asked = json!({ "response_format": { "json_schema": { "schema": { "properties": { "analysis": {} } } } } });
        assert!(with_analysis(json!({ "shares": {} }), &asked)["analysis"].is_string());
        assert_eq!(with_analysis(json!({ "shares": {} }), &json!({})), json!({ "shares": {} }));
    }
}
