//! One HTTP exchange with the server: a request, and a completion or a classified fault in return, within a size
//! limit. Redirects are not followed, so the key goes to the configured address only.

use std::error::Error;
use std::time::Duration;

use async_openai::types::chat::CreateChatCompletionRequest;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::{Method, Response, StatusCode};
use serde_json::Value;
use tokio::time::timeout;
use url::Url;

use super::fault::Fault;
use super::features::{self, Feature};
use super::settings::{ApiKey, OpenAiSettings, SettingsError};
use super::wire::{Completion, WireReply};
use crate::outbound;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);
const READY_TIMEOUT: Duration = Duration::from_secs(5);
const REPLY_BYTES_MAX: usize = 1024 * 1024;
const NAME_CHARS_MAX: usize = 64;

pub(super) struct Transport {
    http: reqwest::Client,
    completions: Url,
    models: Url,
    /// Host and port, for messages.
    host: String,
    api_key: Option<ApiKey>,
    ready_timeout: Duration,
}

impl Transport {
    pub(super) fn new(settings: &OpenAiSettings) -> Result<Self, SettingsError> {
        let mut client = reqwest::Client::builder()
            .tls_backend_preconfigured(outbound::tls().map_err(|_| SettingsError::Client)?)
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            .connect_timeout(CONNECT_TIMEOUT.min(settings.timeout))
            .pool_max_idle_per_host(settings.concurrency_max)
            .pool_idle_timeout(IDLE_TIMEOUT)
            .default_headers(headers(settings.api_key.as_ref())?);
        if settings.is_on_this_machine() {
            client = client.no_proxy();
        }
        Ok(Self {
            http: client.build().map_err(|_| SettingsError::Client)?,
            completions: settings.address("chat/completions")?,
            models: settings.address("models")?,
            host: settings.host(),
            api_key: settings.api_key.clone(),
            ready_timeout: READY_TIMEOUT.min(settings.timeout),
        })
    }

    pub(super) fn host(&self) -> &str {
        &self.host
    }

    /// Sends one request. The caller sets the deadline; dropping the future closes the connection.
    pub(super) async fn complete(
        &self,
        request: &CreateChatCompletionRequest,
        carried: &[Feature],
    ) -> Result<Completion, Fault> {
        let body = serde_json::to_vec(request)
            .map_err(|_| Fault::Garbled { message: "the request can't be written".to_owned() })?;
        let (status, headers, body) = self.exchange(Method::POST, &self.completions, body).await?;
        if !status.is_success() {
            return Err(self.refusal(status, &headers, &body, carried));
        }
        let reply: WireReply = serde_json::from_slice(&body).map_err(|_| self.garbled("is no completion"))?;
        reply.completion().ok_or_else(|| self.garbled("has no choices"))
    }

    /// Checks that the server is reachable and accepts the key. A
    /// server without a list of models (404 or 405) is reachable, too.
    pub(super) async fn reach(&self) -> Result<(), Fault> {
        let exchange = self.exchange(Method::GET, &self.models, Vec::new());
        let exchanged = timeout(self.ready_timeout, exchange).await;
        let (status, headers, body) = exchanged.unwrap_or_else(|_| Err(Fault::timed_out(self.ready_timeout)))?;
        match status {
            StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED => Ok(()),
            status if status.is_success() => Ok(()),
            status => Err(self.refusal(status, &headers, &body, &[])),
        }
    }

    async fn exchange(
        &self,
        method: Method,
        address: &Url,
        body: Vec<u8>,
    ) -> Result<(StatusCode, HeaderMap, Vec<u8>), Fault> {
        let sending = self.http.request(method, address.clone()).body(body).send();
        let mut response = sending.await.map_err(|error| self.broken(&error))?;
        let body = self.read(&mut response).await?;
        Ok((response.status(), std::mem::take(response.headers_mut()), body))
    }

    async fn read(&self, response: &mut Response) -> Result<Vec<u8>, Fault> {
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.broken(&error))? {
            if body.len() + chunk.len() > REPLY_BYTES_MAX {
                let message = format!("the reply of {} is larger than {REPLY_BYTES_MAX} bytes", self.host);
                return Err(Fault::TooLarge { message });
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    fn refusal(&self, status: StatusCode, headers: &HeaderMap, body: &[u8], carried: &[Feature]) -> Fault {
        let said: Value = serde_json::from_slice(body).unwrap_or(Value::Null);
        let (message, name) = self.message(status, &said);
        if status.is_redirection() {
            return Fault::Denied { message: format!("{message}: redirects are not followed") };
        }
        // Some servers answer unknown fields with 500, so the message takes precedence over the status.
        if let Some(feature) = features::refused(carried, &said).filter(|_| !is_overload(status)) {
            return Fault::Unsupported(feature);
        }
        match status {
            _ if name.as_deref() == Some("insufficient_quota") => Fault::Denied { message },
            status if is_overload(status) => Fault::Overloaded { message, wait: outbound::retry_after(headers) },
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::NOT_FOUND | StatusCode::PAYMENT_REQUIRED => {
                Fault::Denied { message }
            }
            StatusCode::REQUEST_TIMEOUT | StatusCode::CONFLICT => Fault::Broken { message },
            status if status.is_server_error() => Fault::Broken { message },
            _ => Fault::Rejected { message },
        }
    }

    /// Returns a message of status and host, with the error's name if the server gives a plain identifier.
    fn message(&self, status: StatusCode, said: &Value) -> (String, Option<String>) {
        let error = &said["error"];
        let is_name = |text: &&str| {
            text.len() <= NAME_CHARS_MAX
                && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
                && self.api_key.as_ref().is_none_or(|key| !text.contains(key.reveal()))
        };
        let names = [&error["code"], &error["type"], &said["type"]];
        let name = names.into_iter().filter_map(Value::as_str).find(is_name).map(str::to_owned);
        let (status, host) = (status.as_u16(), &self.host);
        let message = match &name {
            Some(name) => format!("HTTP {status} ({name}) from {host}"),
            None => format!("HTTP {status} from {host}"),
        };
        (message, name)
    }

    fn garbled(&self, how: &str) -> Fault {
        Fault::Garbled { message: format!("the reply of {} {how}", self.host) }
    }

    /// Describes a connection failure by the host alone; the library's own message contains the full URL.
    fn broken(&self, error: &reqwest::Error) -> Fault {
        let host = &self.host;
        if error.is_timeout() {
            return Fault::Broken { message: format!("no connection to {host} in time") };
        }
        let mut root: &dyn Error = error;
        while let Some(source) = root.source() {
            root = source;
        }
        let cause = root.downcast_ref::<std::io::Error>().map_or_else(String::new, |io| format!(": {}", io.kind()));
        let message = match error.is_connect() {
            true => format!("no connection to {host}{cause}"),
            false => format!("the connection to {host} broke{cause}"),
        };
        Fault::Broken { message }
    }
}

fn headers(api_key: Option<&ApiKey>) -> Result<HeaderMap, SettingsError> {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Some(key) = api_key {
        let bearer = HeaderValue::from_str(&format!("Bearer {}", key.reveal()));
        let mut bearer = bearer.map_err(|_| SettingsError::ApiKey)?;
        bearer.set_sensitive(true);
        headers.insert(AUTHORIZATION, bearer);
    }
    Ok(headers)
}

fn is_overload(status: StatusCode) -> bool {
    const OVERLOADED: u16 = 529; // Not registered, but in use.
    matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) || status.as_u16() == OVERLOADED
}
