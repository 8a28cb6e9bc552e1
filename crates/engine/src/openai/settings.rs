//! Settings of the engine: server, key, model, limits and timeouts.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use async_openai::types::chat::ReasoningEffort;
use url::Url;

use super::features::Feature;
use crate::Price;
use crate::providers::{KeyHeader, Provider};

#[derive(Debug, Clone)]
pub struct OpenAiSettings {
    /// Address up to and including the version, such as `https://host/v1`.
    pub base_url: Url,
    pub api_key: Option<ApiKey>,
    pub model: String,
    /// The known provider at this address; `None` for any other server, whose features are found out by trying.
    pub provider: Option<&'static Provider>,
    /// Whether the model is capable enough to propose wordings.
    pub designs: bool,
    /// Most calls in flight at once; the limiter may allow fewer.
    pub concurrency_max: usize,
    /// Longest duration of one try, from connecting to the reply's last byte; shorter once the usual latency is known.
    pub timeout: Duration,
    /// Backoff before the first retry; it doubles with each further one.
    pub backoff: Duration,
    pub price: Option<Price>,
    /// Token limit of a document, including the reasoning before its figures.
    pub document_tokens_max: u32,
    /// Reasoning effort requested for documents; `None` leaves it to the model.
    pub reasoning_effort: Option<Effort>,
}

/// Reasoning effort, with the levels of OpenAI's API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    Minimal,
    Low,
    Medium,
    High,
}

impl FromStr for Effort {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "minimal" => Ok(Self::Minimal),
            "low" => Ok(Self::Low),
            "medium" => Ok(Self::Medium),
            "high" => Ok(Self::High),
            _ => Err(()),
        }
    }
}

impl From<Effort> for ReasoningEffort {
    fn from(effort: Effort) -> Self {
        match effort {
            Effort::Minimal => Self::Minimal,
            Effort::Low => Self::Low,
            Effort::Medium => Self::Medium,
            Effort::High => Self::High,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    #[error("the address is not an http:// or https:// address without user, password, query and fragment")]
    BaseUrl,
    #[error("the key is empty, or has a letter that no key has")]
    ApiKey,
    #[error("the model has no name")]
    Model,
    #[error("the number of concurrent calls must be at least 1")]
    ConcurrencyMax,
    #[error("the HTTP client can't be set up")]
    Client,
}

impl OpenAiSettings {
    pub const CONCURRENCY_MAX: usize = 64;
    pub const TIMEOUT: Duration = Duration::from_secs(60);
    pub const BACKOFF: Duration = Duration::from_millis(250);
    pub const DOCUMENT_TOKENS_MAX: u32 = 8_000;

    /// Returns default settings for a server, with no key and no
    /// price. Fails if the address or the model's name is invalid.
    pub fn new(base_url: &str, model: &str) -> Result<Self, SettingsError> {
        let settings = Self {
            base_url: parse_base_url(base_url)?,
            api_key: None,
            provider: None,
            model: model.trim().to_owned(),
            designs: true,
            concurrency_max: Self::CONCURRENCY_MAX,
            timeout: Self::TIMEOUT,
            backoff: Self::BACKOFF,
            price: None,
            document_tokens_max: Self::DOCUMENT_TOKENS_MAX,
            reasoning_effort: None,
        };
        if settings.model.is_empty() { Err(SettingsError::Model) } else { Ok(settings) }
    }

    pub(super) fn key_header(&self) -> KeyHeader {
        self.provider.map_or_else(KeyHeader::default, |provider| provider.key_header)
    }

    /// Returns the request fields that the server is known to reject, so that no request is spent on finding out.
    pub(super) fn rejected_features(&self) -> Vec<Feature> {
        let Some(provider) = self.provider else { return vec![Feature::JsonMode] };
        let lacks = [
            (Feature::Schema, !provider.json_schema),
            (Feature::JsonMode, provider.json_schema || !provider.json_mode),
            (Feature::Logprobs, !provider.logprobs),
            (Feature::TokensMax, provider.max_completion_tokens),
            (Feature::Seed, !provider.seed),
            (Feature::ReasoningEffort, !provider.reasoning_effort),
        ];
        lacks.into_iter().filter(|(_, lacks)| *lacks).map(|(feature, _)| feature).collect()
    }

    /// Returns the URL of one of the server's operations.
    pub(super) fn address(&self, operation: &str) -> Result<Url, SettingsError> {
        let base = format!("{}/", self.base_url.as_str().trim_end_matches('/'));
        Url::parse(&base).and_then(|base| base.join(operation)).map_err(|_| SettingsError::BaseUrl)
    }

    /// Returns host and port, the only part of the address shown in messages: the rest may contain secrets.
    pub(super) fn host(&self) -> String {
        let host = self.base_url.host_str().unwrap_or("?");
        self.base_url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    pub fn is_on_this_machine(&self) -> bool {
        match self.base_url.host() {
            Some(url::Host::Domain(name)) => name == "localhost",
            Some(url::Host::Ipv4(address)) => address.is_loopback(),
            Some(url::Host::Ipv6(address)) => address.is_loopback(),
            None => false,
        }
    }
}

fn parse_base_url(text: &str) -> Result<Url, SettingsError> {
    let url = Url::parse(text.trim()).map_err(|_| SettingsError::BaseUrl)?;
    let is_plain =
        url.username().is_empty() && url.password().is_none() && url.query().is_none() && url.fragment().is_none();
    let is_http = matches!(url.scheme(), "http" | "https") && url.has_host();
    if is_http && is_plain { Ok(url) } else { Err(SettingsError::BaseUrl) }
}

/// An API key in the clear; neither `Debug` nor `Display` shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

impl ApiKey {
    pub fn parse(text: &str) -> Result<Self, SettingsError> {
        let text = text.trim();
        if Self::is_sendable(text) { Ok(Self(text.to_owned())) } else { Err(SettingsError::ApiKey) }
    }

    /// Returns whether a header can carry the text as a key.
    pub fn is_sendable(text: &str) -> bool {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
    }

    pub(super) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey(…)")
    }
}

impl fmt::Display for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_could_carry_a_secret_or_is_none_is_refused() {
        for text in ["", "host/v1", "ftp://host/v1", "https://me:secret@host/v1", "https://host/v1?key=secret"] {
            assert_eq!(OpenAiSettings::new(text, "m").unwrap_err(), SettingsError::BaseUrl, "{text}");
        }
        for text in ["http://127.0.0.1:8000/v1", "https://host/some/path/v1/"] {
            let settings = OpenAiSettings::new(text, "m").unwrap();
            let address = settings.address("chat/completions").unwrap();
            assert!(address.path().ends_with("/v1/chat/completions"), "{address}");
        }
        assert_eq!(OpenAiSettings::new("http://host/v1", " ").unwrap_err(), SettingsError::Model);
    }

    #[test]
    fn a_servers_name_is_its_host_and_port_alone() {
        for (address, host) in [
            ("http://127.0.0.1:8000/tenant/secret/v1", "127.0.0.1:8000"),
            ("https://api.example.com/v1", "api.example.com"),
            ("http://[::1]:9/v1", "[::1]:9"),
        ] {
            assert_eq!(OpenAiSettings::new(address, "m").unwrap().host(), host);
        }
    }

    #[test]
    fn a_key_prints_itself_nowhere() {
        let key = ApiKey::parse("sk-secret").unwrap();
        let mut settings = OpenAiSettings::new("http://host/v1", "m").unwrap();
        settings.api_key = Some(key.clone());
        for shown in [format!("{key}"), format!("{key:?}"), format!("{settings:?}"), format!("{settings:#?}")] {
            assert!(!shown.contains("secret"), "{shown}");
        }
        assert!(ApiKey::parse("").is_err() && ApiKey::parse("two\nlines").is_err());
    }
}
