//! A chat server on loopback that answers what a report asks, until a test tells it to be away: its address then refuses
//! connections, answers with an error, or takes requests and never answers. It keeps its address throughout.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Map, Value, json};
use tokio::net::{TcpListener, TcpSocket};
use tokio_util::task::AbortOnDropHandle;

use crate::process::own_address;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Answers,
    /// These words and nothing else, whatever is asked for.
    Says(&'static str),
    Status(u16),
    Hangs,
}

#[derive(Clone)]
struct Shared {
    mode: Arc<Mutex<Mode>>,
    looks: Arc<Mutex<usize>>,
    /// Tells all texts apart: nobody repeats another's words.
    texts: Arc<AtomicUsize>,
}

pub struct ChatServer {
    address: SocketAddr,
    shared: Shared,
    serving: Option<AbortOnDropHandle<()>>,
}

impl ChatServer {
    pub async fn start() -> Self {
        let shared = Shared { mode: Arc::new(Mutex::new(Mode::Answers)), looks: Arc::default(), texts: Arc::default() };
        // One that it can have again: nobody else takes it while this server is closed.
        let address = own_address();
        let listener = TcpListener::bind(address).await.unwrap();
        let mut server = Self { address, shared, serving: None };
        server.listen_on(listener);
        server
    }

    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    pub fn set(&self, mode: Mode) {
        *self.shared.mode.lock().unwrap() = mode;
    }

    /// How often it was asked for its list of models.
    pub fn looks(&self) -> usize {
        *self.shared.looks.lock().unwrap()
    }

    /// From here on connections are refused; those that are open break.
    pub async fn close(&mut self) {
        if let Some(serving) = self.serving.take() {
            serving.abort();
            let _ = serving.await;
        }
    }

    /// Takes connections again, at the same address.
    pub fn reopen(&mut self) {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_reuseaddr(true).unwrap();
        socket.bind(self.address).unwrap();
        self.listen_on(socket.listen(1024).unwrap());
    }

    fn listen_on(&mut self, listener: TcpListener) {
        let routes = Router::new()
            .route("/v1/chat/completions", post(complete))
            .route("/v1/models", get(models))
            .with_state(self.shared.clone());
        let serving = tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        self.serving = Some(AbortOnDropHandle::new(serving));
    }
}

async fn models(State(shared): State<Shared>) -> Response {
    *shared.looks.lock().unwrap() += 1;
    react(&shared, json!({ "data": [] })).await
}

async fn complete(State(shared): State<Shared>, Json(asked): Json<Value>) -> Response {
    let format = &asked["response_format"]["json_schema"];
    let mode = *shared.mode.lock().unwrap();
    let text = match (mode, format["name"].as_str()) {
        (Mode::Says(words), _) => words.to_owned(),
        // What the rules can do without.
        (_, Some("wording" | "audience" | "forecast_reasons" | "names")) => "{}".to_owned(),
        (_, Some(_)) => document(&format["schema"], &shared.texts).to_string(),
        (_, None) => "OK".to_owned(),
    };
    let reply = json!({
        "choices": [{ "message": { "content": text }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 100, "completion_tokens": 7 },
    });
    react(&shared, reply).await
}

/// A document of this schema: figures that stand side by side are equal parts of a hundred, and no two texts
/// are nearly the same.
fn document(schema: &Value, texts: &AtomicUsize) -> Value {
    let properties = schema["properties"].as_object().unwrap();
    let figures = properties.values().filter(|property| property["type"] == "number").count();
    let field = |property: &Value| match property["type"].as_str() {
        Some("object") => document(property, texts),
        // One that stands alone is no part of a whole.
        Some("number") if figures == 1 => json!(10.0),
        Some("number") => json!(100.0 / figures as f64),
        _ => {
            let count = texts.fetch_add(1, Ordering::Relaxed);
            let letter = |place: usize| char::from(b'a' + (place % 26) as u8).to_string().repeat(30);
            json!(format!("I like it because it suits my days in {}{}.", letter(count), letter(count / 26)))
        }
    };
    Value::Object(properties.iter().map(|(name, property)| (name.clone(), field(property))).collect::<Map<_, _>>())
}

async fn react(shared: &Shared, reply: Value) -> Response {
    let mode = *shared.mode.lock().unwrap();
    match mode {
        Mode::Answers | Mode::Says(_) => Json(reply).into_response(),
        Mode::Status(status) => {
            (StatusCode::from_u16(status).unwrap(), Json(json!({ "error": { "type": "told_to" } }))).into_response()
        }
        Mode::Hangs => std::future::pending().await,
    }
}
