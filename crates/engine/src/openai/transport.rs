//! One HTTP exchange with the server: a request, and a completion or a classified fault in return, within a size
//! limit. Redirects are not followed, so the key goes to the configured address only.

use std::error::Error;
use std::time::Duration;

use async_openai::types::chat::CreateChatCompletionRequest;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, Response, StatusCode};
use serde_json::Value;
use tokio::time::timeout;
use url::Url;

use super::fault::{BrokenAt, Fault};
use super::features::{self, Denial, Feature};
use super::settings::{ApiKey, OpenAiSettings, SettingsError};
use super::wire::{Completion, ListedModel, WireModels, WireReply};
use crate::outbound;
use crate::providers::KeyHeader;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);
const READY_TIMEOUT: Duration = Duration::from_secs(5);
const REPLY_BYTES_MAX: usize = 1024 * 1024;
/// Hosted providers list hundreds of models, each with its description.
const LIST_BYTES_MAX: usize = 8 * 1024 * 1024;
const NAME_CHARS_MAX: usize = 64;

pub(super) struct Transport {
    http: reqwest::Client,
    completions: Url,
    models: Url,
    /// Host and port, for messages.
    host: String,
    api_key: Option<ApiKey>,
    ready_timeout: Duration,
    /// Whether GET /models has OpenAI's form and takes the key in the same header.
    lists_models: bool,
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
            .default_headers(headers(settings)?);
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
            lists_models: settings.provider.is_none_or(|provider| provider.models_list),
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
            .map_err(|_| Fault::Rejected { message: "the request can't be written".to_owned() })?;
        let (status, headers, body) = self.exchange(Method::POST, &self.completions, body, REPLY_BYTES_MAX).await?;
        if !status.is_success() {
            return Err(self.refusal(status, &headers, &body, carried));
        }
        let reply: WireReply = serde_json::from_slice(&body).map_err(|_| self.garbled("is no completion", &body))?;
        reply.completion().ok_or_else(|| self.garbled("has no choices", &body))
    }

    /// Returns the server's list of models, in its order.
    pub(super) async fn models(&self) -> Result<Vec<ListedModel>, Fault> {
        let (status, headers, body) = self.list().await?;
        if !status.is_success() {
            return Err(self.refusal(status, &headers, &body, &[]));
        }
        let list: WireModels =
            serde_json::from_slice(&body).map_err(|_| self.garbled("is no list of models", &body))?;
        Ok(list.data)
    }

    /// Checks that the server is reachable and accepts the key. A server without a list of models (404 or 405) is reachable,
    /// too, and so is any answer of a provider whose list takes another key or has another form.
    pub(super) async fn reach(&self) -> Result<(), Fault> {
        let (status, headers, body) = self.list().await?;
        match status {
            _ if !self.lists_models => Ok(()),
            StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED => Ok(()),
            status if status.is_success() => Ok(()),
            status => Err(self.refusal(status, &headers, &body, &[])),
        }
    }

    async fn list(&self) -> Result<(StatusCode, HeaderMap, Vec<u8>), Fault> {
        let exchange = self.exchange(Method::GET, &self.models, Vec::new(), LIST_BYTES_MAX);
        let exchanged = timeout(self.ready_timeout, exchange).await;
        exchanged.unwrap_or_else(|_| Err(Fault::timed_out(self.ready_timeout)))
    }

    async fn exchange(
        &self,
        method: Method,
        address: &Url,
        body: Vec<u8>,
        bytes_max: usize,
    ) -> Result<(StatusCode, HeaderMap, Vec<u8>), Fault> {
        let sending = self.http.request(method, address.clone()).body(body).send();
        let mut response = sending.await.map_err(|error| self.broken(&error))?;
        let body = self.read(&mut response, bytes_max).await?;
        Ok((response.status(), std::mem::take(response.headers_mut()), body))
    }

    async fn read(&self, response: &mut Response, bytes_max: usize) -> Result<Vec<u8>, Fault> {
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.broken(&error))? {
            if body.len() + chunk.len() > bytes_max {
                let message = format!("the reply of {} is larger than {bytes_max} bytes", self.host);
                return Err(Fault::TooLarge { message });
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    fn refusal(&self, status: StatusCode, headers: &HeaderMap, body: &[u8], carried: &[Feature]) -> Fault {
        let reply: Value = serde_json::from_slice(body).unwrap_or(Value::Null);
        let message = self.message(status, &reply);
        if status.is_redirection() {
            let message = format!("{message}: redirects are not followed");
            return Fault::Denied { message, denial: Denial::Address };
        }
        // Some servers answer unknown fields with 500, so the message takes precedence over the status.
        if let Some(feature) = features::refused(carried, &reply).filter(|_| !is_overload(status)) {
            return Fault::Unsupported(feature);
        }
        let denied = |denial| Fault::Denied { message: message.clone(), denial };
        match status {
            status if is_overload(status) && features::denial(&reply) == Some(Denial::Quota) => denied(Denial::Quota),
            status if is_overload(status) => Fault::Overloaded { message, wait: outbound::retry_after(headers) },
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::NOT_FOUND | StatusCode::PAYMENT_REQUIRED => {
                denied(denial_of(status, &reply, body))
            }
            StatusCode::REQUEST_TIMEOUT | StatusCode::CONFLICT => Fault::Broken { message, place: BrokenAt::Later },
            status if status.is_server_error() && is_page(body) => Fault::Broken { message, place: BrokenAt::Proxy },
            status if status.is_server_error() => Fault::Broken { message, place: BrokenAt::Later },
            StatusCode::BAD_REQUEST | StatusCode::METHOD_NOT_ALLOWED | StatusCode::PROXY_AUTHENTICATION_REQUIRED
                if is_page(body) =>
            {
                denied(Denial::Page)
            }
            _ => features::denial(&reply).map_or_else(|| Fault::Rejected { message: message.clone() }, denied),
        }
    }

    /// Returns a message of status and host, with the error's name if the server gives a plain identifier.
    fn message(&self, status: StatusCode, reply: &Value) -> String {
        let error = &reply["error"];
        let is_name = |text: &&str| {
            text.len() <= NAME_CHARS_MAX
                && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
                && self.api_key.as_ref().is_none_or(|key| !text.contains(key.reveal()))
        };
        let names = [&error["code"], &error["type"], &reply["type"]];
        let (status, host) = (status.as_u16(), &self.host);
        match names.into_iter().filter_map(Value::as_str).find(is_name) {
            Some(name) => format!("HTTP {status} ({name}) from {host}"),
            None => format!("HTTP {status} from {host}"),
        }
    }

    fn garbled(&self, how: &str, body: &[u8]) -> Fault {
        Fault::Garbled { message: format!("the reply of {} {how}", self.host), is_page: is_page(body) }
    }

    /// Describes a connection failure by the host alone; the library's own message contains the full URL.
    fn broken(&self, error: &reqwest::Error) -> Fault {
        let host = &self.host;
        let place = match (error.is_connect(), outbound::is_tls(error)) {
            (_, true) => BrokenAt::Tls,
            (true, false) => BrokenAt::Connecting,
            (false, false) => BrokenAt::Later,
        };
        if error.is_timeout() {
            return Fault::Broken { message: format!("no connection to {host} in time"), place };
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
        Fault::Broken { message, place }
    }
}

/// Returns what an operator has to change after a request was denied with this status.
fn denial_of(status: StatusCode, reply: &Value, body: &[u8]) -> Denial {
    match status {
        _ if is_page(body) => Denial::Page,
        StatusCode::PAYMENT_REQUIRED => Denial::Quota,
        _ if features::denial(reply) == Some(Denial::Quota) => Denial::Quota,
        StatusCode::NOT_FOUND if reply.is_object() && features::names_model(reply) => Denial::Model,
        StatusCode::NOT_FOUND => Denial::Address,
        StatusCode::FORBIDDEN if features::names_model(reply) => Denial::Model,
        _ => Denial::Key,
    }
}

/// Returns whether a body is a web page instead of JSON.
fn is_page(body: &[u8]) -> bool {
    body.trim_ascii_start().starts_with(b"<")
}

fn headers(settings: &OpenAiSettings) -> Result<HeaderMap, SettingsError> {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Some(key) = &settings.api_key {
        let (name, value) = match settings.key_header() {
            KeyHeader::Authorization => (AUTHORIZATION, format!("Bearer {}", key.reveal())),
            KeyHeader::ApiKey => (HeaderName::from_static("api-key"), key.reveal().to_owned()),
        };
        let mut value = HeaderValue::from_str(&value).map_err(|_| SettingsError::ApiKey)?;
        value.set_sensitive(true);
        headers.insert(name, value);
    }
    Ok(headers)
}

fn is_overload(status: StatusCode) -> bool {
    const OVERLOADED: u16 = 529; // Not registered, but in use.
    matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) || status.as_u16() == OVERLOADED
}
