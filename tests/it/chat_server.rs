//! A chat server on loopback that answers what a report asks, until a test tells it to be away: its address then refuses
//! connections, answers with an error, or takes requests and never answers. It keeps its address throughout.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Map, Value, json};
use tokio::net::{TcpListener, TcpSocket};
use tokio_util::task::AbortOnDropHandle;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Answers,
    Status(u16),
    Hangs,
}

#[derive(Clone)]
struct Shared {
    mode: Arc<Mutex<Mode>>,
    looks: Arc<Mutex<usize>>,
}

pub struct ChatServer {
    address: SocketAddr,
    shared: Shared,
    serving: Option<AbortOnDropHandle<()>>,
}

impl ChatServer {
    pub async fn start() -> Self {
        let shared = Shared { mode: Arc::new(Mutex::new(Mode::Answers)), looks: Arc::default() };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
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
    let text = match asked["response_format"]["json_schema"]["schema"]["properties"].as_object() {
        // A document of the design, which the rules can do without.
        Some(fields) if fields.keys().any(|name| name.len() > 1) => "{}".to_owned(),
        Some(fields) => {
            let share = 1.0 / fields.len() as f64;
            Value::Object(fields.keys().map(|label| (label.clone(), json!(share))).collect::<Map<_, _>>()).to_string()
        }
        None => "Because it suits my days and costs little.".to_owned(),
    };
    let reply = json!({
        "choices": [{ "message": { "content": text }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 100, "completion_tokens": 7 },
    });
    react(&shared, reply).await
}

async fn react(shared: &Shared, reply: Value) -> Response {
    let mode = *shared.mode.lock().unwrap();
    match mode {
        Mode::Answers => Json(reply).into_response(),
        Mode::Status(status) => {
            (StatusCode::from_u16(status).unwrap(), Json(json!({ "error": { "type": "told_to" } }))).into_response()
        }
        Mode::Hangs => std::future::pending().await,
    }
}
