//! A chat server on loopback that answers a report's calls until a test makes it fail: it then refuses connections,
//! answers with an error, or accepts requests and never answers. It keeps its address throughout.

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
    /// Answers every request with this text.
    Says(&'static str),
    Status(u16),
    Hangs,
}

#[derive(Clone)]
struct Shared {
    mode: Arc<Mutex<Mode>>,
    looks: Arc<Mutex<usize>>,
    /// Numbers the texts, so that no two are alike.
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
        // An address that stays free while this server is closed.
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

    /// Returns the number of requests for the list of models.
    pub fn looks(&self) -> usize {
        *self.shared.looks.lock().unwrap()
    }

    /// Refuses connections from here on and breaks open ones.
    pub async fn close(&mut self) {
        if let Some(serving) = self.serving.take() {
            serving.abort();
            let _ = serving.await;
        }
    }

    /// Accepts connections again, at the same address.
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
        // Documents that reports can do without.
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

/// Returns a document of this schema: sibling numbers are equal parts of 100, and no two texts are similar.
fn document(schema: &Value, texts: &AtomicUsize) -> Value {
    let properties = schema["properties"].as_object().unwrap();
    let figures = properties.values().filter(|property| property["type"] == "number").count();
    let field = |property: &Value| match property["type"].as_str() {
        Some("object") => document(property, texts),
        // A single number is not a share.
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
