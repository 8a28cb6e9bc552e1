//! One HTTP call with retries on connection errors, server errors (5xx) and rate limits (429). A `Retry-After` header
//! determines the delay.

use std::time::Duration;

use rand::RngExt;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::{Method, Response, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::timeout;
use url::Url;

use engine::outbound;
use primitives::chance::Chance;
use primitives::ids::ReportId;
use primitives::secret::PlainKey;

pub(super) const JSON: &str = "application/json";
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const CALL_TIMEOUT: Duration = Duration::from_secs(60);
/// A result with a thousand respondents takes some megabytes.
const ANSWER_BYTES_MAX: usize = 64 * 1024 * 1024;
const TRIES_MAX: u32 = 5;
const BACKOFF_FIRST: Duration = Duration::from_millis(500);
/// A longer `Retry-After` is treated as a refusal.
const WAIT_MAX: Duration = Duration::from_secs(60);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    #[error("the server's address must begin with http:// or https:// and hold no user, password or query")]
    Address,
    #[error("that is not an API key of Canvass; it begins with cvs_ and one character may be missing or mistyped")]
    Key,
    #[error("the client can't be set up")]
    Setup,
    #[error("the server refused ({status}): {message}")]
    Refused { status: u16, code: String, message: String },
    #[error("{report} is not a completed report of this account, so it can't be asked again")]
    NoWave { report: ReportId },
    #[error("{server} can't be reached: {message}")]
    Unreachable { server: String, message: String },
    #[error("the server's answer can't be understood: {0}; check that the address is that of a Canvass server")]
    Garbled(&'static str),
}

pub(super) struct Post<'a> {
    pub(super) body: Vec<u8>,
    pub(super) content_type: &'static str,
    pub(super) idempotency_key: Option<&'a str>,
}

pub(super) struct Transport {
    http: reqwest::Client,
    /// Without a trailing slash.
    server: String,
}

/// A failed attempt, and whether a retry may help.
struct Fault {
    error: ClientError,
    is_transient: bool,
    wait: Option<Duration>,
}

impl Transport {
    /// Redirects are not followed, so that the API key is sent only to this server.
    pub(super) fn new(server: &Url, key: &PlainKey) -> Result<Self, ClientError> {
        let mut bearer = HeaderValue::from_str(&format!("Bearer {}", key.reveal())).map_err(|_| ClientError::Key)?;
        bearer.set_sensitive(true);
        let mut client = reqwest::Client::builder()
            .tls_backend_preconfigured(outbound::tls().map_err(|_| ClientError::Setup)?)
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(CONNECT_TIMEOUT)
            .default_headers(HeaderMap::from_iter([(AUTHORIZATION, bearer)]));
        if is_on_this_machine(server) {
            client = client.no_proxy();
        }
        let http = client.build().map_err(|_| ClientError::Setup)?;
        Ok(Self { http, server: server.as_str().trim_end_matches('/').to_owned() })
    }

    pub(super) fn server(&self) -> &str {
        &self.server
    }

    pub(super) async fn call<T: DeserializeOwned>(
        &self,
        method: &Method,
        path: &str,
        post: Option<&Post<'_>>,
        chance: &Chance,
    ) -> Result<T, ClientError> {
        let mut jitter = ChaCha8Rng::seed_from_u64(chance.u64());
        let mut backoff = BACKOFF_FIRST;
        let mut tries = 1;
        loop {
            let fault = match self.attempt(method.clone(), path, post).await {
                Ok(answer) => return Ok(answer),
                Err(fault) => fault,
            };
            let wait = fault.wait.unwrap_or_else(|| backoff.mul_f64(jitter.random_range(0.5..1.0)));
            if !fault.is_transient || tries >= TRIES_MAX || wait > WAIT_MAX {
                return Err(fault.error);
            }
            tokio::time::sleep(wait).await;
            backoff *= 2;
            tries += 1;
        }
    }

    async fn attempt<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        post: Option<&Post<'_>>,
    ) -> Result<T, Fault> {
        let mut request = self.http.request(method, format!("{}/{path}", self.server));
        if let Some(post) = post {
            request = request.header(CONTENT_TYPE, post.content_type).body(post.body.clone());
            if let Some(key) = post.idempotency_key {
                request = request.header("idempotency-key", key);
            }
        }
        let exchange = async {
            let mut response = request.send().await.map_err(|error| self.unreachable(&cause(&error)))?;
            let body = self.read(&mut response).await?;
            Ok((response.status(), std::mem::take(response.headers_mut()), body))
        };
        let exchanged = timeout(CALL_TIMEOUT, exchange).await;
        let (status, headers, body) = exchanged.unwrap_or_else(|_| Err(self.unreachable("no answer in time")))?;
        if !status.is_success() {
            return Err(self.refusal(status, &headers, &body));
        }
        // A deletion is answered without a body.
        let body: &[u8] = if status == StatusCode::NO_CONTENT { b"null" } else { &body };
        serde_json::from_slice(body).map_err(|_| permanent(ClientError::Garbled("it is not what the contract says")))
    }

    async fn read(&self, response: &mut Response) -> Result<Vec<u8>, Fault> {
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.unreachable(&cause(&error)))? {
            if body.len() + chunk.len() > ANSWER_BYTES_MAX {
                return Err(permanent(ClientError::Garbled("it is too large")));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    fn unreachable(&self, message: &str) -> Fault {
        let error = ClientError::Unreachable { server: self.server.clone(), message: message.to_owned() };
        Fault { error, is_transient: true, wait: None }
    }

    fn refusal(&self, status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Fault {
        if status.is_redirection() {
            return permanent(refused(
                status,
                "redirect",
                "it redirects to another address; give that address as the server",
            ));
        }
        let reply: Value = serde_json::from_slice(body).unwrap_or(Value::Null);
        let text = |value: &Value| value.as_str().map(in_one_line);
        let message = text(&reply["error"]["message"]).or_else(|| text(&reply["message"]));
        let message = message.map(|message| with_rows(message, &reply["rows"]));
        let message = message.unwrap_or_else(|| status.canonical_reason().unwrap_or("unknown").to_owned());
        if status.is_server_error() {
            let fault = self.unreachable(&format!("HTTP {}: {message}", status.as_u16()));
            return Fault { wait: outbound::retry_after(headers), ..fault };
        }
        let code = text(&reply["error"]["code"]).unwrap_or_else(|| "invalid".to_owned());
        let is_transient = status == StatusCode::TOO_MANY_REQUESTS;
        Fault { error: refused(status, &code, &message), is_transient, wait: outbound::retry_after(headers) }
    }
}

/// Joins lines, so that a server's text cannot imitate the command's own output.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Appends one line for each rejected row of an upload.
fn with_rows(message: String, rows: &Value) -> String {
    let line = |row: &Value| {
        let column = row["column"].as_str().map_or_else(String::new, |column| format!(", {}", in_one_line(column)));
        let message = row["message"].as_str().map_or_else(|| "can't be read".to_owned(), in_one_line);
        format!("\nrow {}{column}: {message}", row["row"])
    };
    rows.as_array().into_iter().flatten().map(line).fold(message, |message, line| message + &line)
}

fn refused(status: StatusCode, code: &str, message: &str) -> ClientError {
    ClientError::Refused { status: status.as_u16(), code: code.to_owned(), message: message.to_owned() }
}

fn permanent(error: ClientError) -> Fault {
    Fault { error, is_transient: false, wait: None }
}

/// Returns the root cause, without the URL that reqwest would print.
fn cause(error: &reqwest::Error) -> String {
    let mut root: &dyn std::error::Error = error;
    while let Some(source) = root.source() {
        root = source;
    }
    root.to_string()
}

fn is_on_this_machine(server: &Url) -> bool {
    match server.host() {
        Some(url::Host::Domain(name)) => name == "localhost",
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
