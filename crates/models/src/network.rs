//! The servers that a pull may reach: the hub, the operator's mirror and the addresses of the catalogue, with the HTTP client for
//! them. Redirects are followed here, one by one, so that the hub's token is sent to the hub alone.

use std::net::IpAddr;
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue, LOCATION, RANGE};
use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use url::{Host, Url};

use super::ModelError;
use super::fault::{Fault, MinimumSpeed};
use super::source::Mirror;

const CONNECT_TIME_MAX: Duration = Duration::from_secs(20);
const REDIRECTS_MAX: usize = 8;
/// The SHA-256 of a large file, which the hub states before it redirects to the server that holds the file.
const STATED_HASH: &str = "x-linked-etag";

/// At this speed the default model would take three days.
const MINIMUM_SPEED: MinimumSpeed = MinimumSpeed { window: Duration::from_secs(60), bytes_min: 256 << 10 };

/// The servers that a pull uses, and how.
pub struct Network {
    client: Client,
    /// For servers on this machine, which no proxy can reach.
    direct: Client,
    pub(super) hub: Url,
    token: Option<HeaderValue>,
    pub(super) mirror: Option<Mirror>,
    pub(super) minimum_speed: MinimumSpeed,
}

/// A reply that is not a redirect.
pub(super) struct Reply {
    pub(super) response: Response,
    /// The SHA-256 that the server states, if any, in lower-case hexadecimal.
    pub(super) stated: Option<String>,
}

impl Network {
    /// Creates the clients. The token is the one that Hugging Face's own tools keep in their folder (`HF_HOME`).
    pub fn new(tls: &rustls::ClientConfig, hub: Url, mirror: Option<Mirror>) -> Result<Self, ModelError> {
        let token = hf_hub::Cache::from_env().token();
        Self::with(tls, hub, token.as_deref(), mirror, MINIMUM_SPEED)
    }

    pub(super) fn with(
        tls: &rustls::ClientConfig,
        hub: Url,
        token: Option<&str>,
        mirror: Option<Mirror>,
        minimum_speed: MinimumSpeed,
    ) -> Result<Self, ModelError> {
        let builder = || {
            let client = Client::builder().tls_backend_preconfigured(tls.clone()).redirect(Policy::none());
            client.referer(false).connect_timeout(CONNECT_TIME_MAX.min(minimum_speed.window))
        };
        let no_client = |error: reqwest::Error| ModelError::NoClient { message: error.to_string() };
        let client = builder().build().map_err(no_client)?;
        let direct = builder().no_proxy().build().map_err(no_client)?;
        let token = token.map(bearer).transpose()?;
        Ok(Self { client, direct, hub, token, mirror, minimum_speed })
    }

    /// Requests a file from byte `start` on, and follows redirects. The token is sent to the hub only: from the first redirect to
    /// another origin on, no request carries it.
    pub(super) async fn get(&self, address: &Url, start: u64) -> Result<Reply, Fault> {
        let mut url = address.clone();
        let mut is_first_origin = true;
        let mut stated = None;
        for _ in 0..=REDIRECTS_MAX {
            is_first_origin &= url.origin() == address.origin();
            let token = self.token.as_ref().filter(|_| is_first_origin && url.origin() == self.hub.origin());
            let response = self.ask(&url, start, token).await?;
            if is_first_origin {
                stated = stated.or_else(|| stated_hash(response.headers()));
            }
            match redirect_target(&url, &response)? {
                Some(target) => url = target,
                None => return Ok(Reply { response, stated }),
            }
        }
        Err(Fault::Redirect("it redirects without end"))
    }

    async fn ask(&self, url: &Url, start: u64, token: Option<&HeaderValue>) -> Result<Response, Fault> {
        let client = if is_on_this_machine(url) { &self.direct } else { &self.client };
        let mut request = client.get(url.clone());
        if start > 0 {
            request = request.header(RANGE, format!("bytes={start}-"));
        }
        if let Some(token) = token {
            request = request.header(AUTHORIZATION, token);
        }
        match tokio::time::timeout(self.minimum_speed.window, request.send()).await {
            Err(_) => Err(Fault::Slow(self.minimum_speed)),
            Ok(Err(error)) if error.is_timeout() => Err(Fault::Slow(self.minimum_speed)),
            // Without its URL, which may contain a signature.
            Ok(Err(error)) => Err(Fault::Unreachable(causes(&error.without_url()))),
            Ok(Ok(response)) => Ok(response),
        }
    }
}

fn bearer(token: &str) -> Result<HeaderValue, ModelError> {
    let mut value = HeaderValue::try_from(format!("Bearer {token}")).map_err(|_| ModelError::BadToken)?;
    value.set_sensitive(true);
    Ok(value)
}

/// Returns the address that a response redirects to; `None` if it does not redirect.
fn redirect_target(from: &Url, response: &Response) -> Result<Option<Url>, Fault> {
    if !response.status().is_redirection() {
        return Ok(None);
    }
    let location = response.headers().get(LOCATION).and_then(|value| value.to_str().ok());
    let location = location.ok_or(Fault::Status(response.status().as_u16()))?;
    resolved(from, location).map(Some)
}

/// Resolves the address of a redirect. A redirect from https to another scheme is an error.
fn resolved(from: &Url, location: &str) -> Result<Url, Fault> {
    let target = from.join(location).map_err(|_| Fault::Redirect("it redirects to no address"))?;
    match (from.scheme(), target.scheme()) {
        (_, "https") | ("http", "http") => Ok(target),
        _ => Err(Fault::Redirect("it redirects to an address that is not https")),
    }
}

fn stated_hash(headers: &HeaderMap) -> Option<String> {
    let text = headers.get(STATED_HASH)?.to_str().ok()?.trim_matches('"');
    let is_hash = text.len() == super::fingerprint::HEX_CHARS && text.bytes().all(|c| c.is_ascii_hexdigit());
    is_hash.then(|| text.to_ascii_lowercase())
}

fn is_on_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => IpAddr::from(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::from(address).is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

/// Returns the error with its causes, since the outermost one only says that sending failed.
pub(super) fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redirect_never_leads_from_https_to_another_scheme() {
        let [plain, safe] = ["http://hub/a", "https://hub/a"].map(|text| Url::parse(text).unwrap());
        assert_eq!(resolved(&safe, "/b").unwrap().as_str(), "https://hub/b");
        assert_eq!(resolved(&plain, "https://cdn/b").unwrap().as_str(), "https://cdn/b");
        assert_eq!(resolved(&plain, "http://cdn/b").unwrap().as_str(), "http://cdn/b");
        for (from, to) in [(&safe, "http://hub/b"), (&plain, "file:///etc/passwd"), (&safe, "http://")] {
            assert!(matches!(resolved(from, to), Err(Fault::Redirect(_))), "{to}");
        }
    }
}
