//! What all calls to other servers share: trusted certificates, and the `Retry-After` header.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};

/// Longest pause that is honoured; a longer one is cut to this.
const RETRY_AFTER_MAX: Duration = Duration::from_secs(600);

/// Returns a TLS configuration that trusts Mozilla's root
/// certificates and those of this machine, such as a private CA's.
pub fn tls() -> Result<rustls::ClientConfig, rustls::Error> {
    let mut roots: rustls::RootCertStore = webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let versions = rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    Ok(versions?.with_root_certificates(roots).with_no_client_auth())
}

/// Returns whether a request failed in the TLS handshake, for example because of an unknown certificate. Also looks inside I/O
/// errors, whose inner error is not in the chain of sources.
pub fn is_tls(error: &(dyn Error + 'static)) -> bool {
    let wrapped = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
    error.is::<rustls::Error>() || wrapped.is_some_and(|inner| is_tls(inner)) || error.source().is_some_and(is_tls)
}

/// Returns the pause that the server asks for, in seconds or until a date. A date is compared with the reply's `Date`
/// header, not with the local clock.
pub fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let asked = text(RETRY_AFTER)?;
    if let Ok(seconds) = asked.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok().map(|wait| wait.min(RETRY_AFTER_MAX));
    }
    let date = |text: &str| -> Option<SystemTime> { httpdate::parse_http_date(text).ok() };
    Some(date(asked)?.duration_since(date(text(DATE)?)?).unwrap_or(Duration::ZERO).min(RETRY_AFTER_MAX))
}

#[cfg(test)]
mod tests {
    use reqwest::header::HeaderValue;

    use super::*;

    fn asked(retry_after_header: &str, date: Option<&str>) -> Option<Duration> {
        let mut headers = HeaderMap::new();
        headers.insert(RETRY_AFTER, HeaderValue::from_str(retry_after_header).unwrap());
        date.map(|date| headers.insert(DATE, HeaderValue::from_str(date).unwrap()));
        retry_after(&headers)
    }

    #[test]
    fn a_pause_is_read_in_seconds_and_as_a_date_of_the_servers_clock() {
        let now = Some("Wed, 21 Oct 2015 07:28:00 GMT");
        assert_eq!(asked("3", None), Some(Duration::from_secs(3)));
        assert_eq!(asked("0.25", None), Some(Duration::from_millis(250)));
        assert_eq!(asked("Wed, 21 Oct 2015 07:28:30 GMT", now), Some(Duration::from_secs(30)));
        assert_eq!(asked("Wed, 21 Oct 2015 07:27:30 GMT", now), Some(Duration::ZERO));
        for (text, date) in [("soon", now), ("-1", now), ("Wed, 21 Oct 2015 07:28:30 GMT", None)] {
            assert_eq!(asked(text, date), None, "{text}");
        }
    }
}
