//! Protection against DNS rebinding and cross-site requests, from the `Host`, `Origin` and `Sec-Fetch-Site` headers.
//! The workspace answers only under its own host names, and accepts changes only from forms of its own pages. Clients
//! that send none of these headers are no browsers and carry no session that another site could misuse.

use std::net::{Ipv4Addr, Ipv6Addr};

use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use url::Url;

use crate::config::Config;

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");

/// The host names and ports under which the service may be reached.
#[derive(Debug, Clone)]
pub struct Origins {
    /// The origin of `public_url`.
    origin: String,
    host: String,
    /// The port that `public_url` names explicitly, if any.
    port: Option<u16>,
    /// The port that the process listens on; 0 if the system chose one.
    served_port: u16,
    behind_proxy: bool,
}

impl Origins {
    pub fn new(config: &Config) -> Self {
        // Settings reject an invalid URL. If it is invalid all the same, only loopback names are accepted.
        let url = Url::parse(&config.public_url).ok();
        let url = url.as_ref();
        Self {
            origin: url.map_or_else(String::new, |url| url.origin().ascii_serialization()),
            host: url.and_then(Url::host_str).unwrap_or("").to_ascii_lowercase(),
            port: url.and_then(Url::port),
            served_port: config.listen.port(),
            behind_proxy: config.behind_proxy,
        }
    }

    /// Returns whether a workspace request was sent to a host of this service: that of `public_url`, or a loopback
    /// name. Behind a proxy every host is accepted: the proxy decides which it serves, and may put its own in `Host`.
    pub fn is_our_host(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        let in_uri = uri.authority().map(|authority| authority.as_str());
        let in_headers = headers.get_all(header::HOST).into_iter().map(|host| host.to_str().unwrap_or("unreadable"));
        self.behind_proxy || in_uri.into_iter().chain(in_headers).all(|host| self.is_ours(host))
    }

    fn is_ours(&self, host: &str) -> bool {
        let Some((name, port)) = parts(host) else { return false };
        let is_public = name == self.host && (port == self.port || port == default_port(&self.origin));
        let is_served = self.served_port == 0 || port.unwrap_or(80) == self.served_port;
        is_public || (is_loopback(&name) && is_served)
    }

    /// Returns whether a workspace form was sent from a page of the workspace. The `Host` header was checked before.
    pub fn is_our_form(&self, headers: &HeaderMap) -> bool {
        if let Some(site) = text(headers, &FETCH_SITE) {
            // `none` means that the user entered the address.
            return matches!(site, "same-origin" | "none");
        }
        let Some(origin) = text(headers, &header::ORIGIN) else { return true };
        // The same host under another scheme, such as plain http, may be an attacker on the network path.
        if origin == self.origin || host_of(origin) == host_of(&self.origin) {
            return origin == self.origin;
        }
        // The host that the request was sent to is accepted too, such as localhost on a laptop.
        host_of(origin).is_some() && host_of(origin) == text(headers, &header::HOST)
    }

    /// Returns whether a survey form was sent from a page of the same host. Surveys have no accounts and may be
    /// reached under any name, so a form is refused only if the browser reports another origin.
    pub fn is_form_of_same_host(&self, headers: &HeaderMap) -> bool {
        if let Some(site) = text(headers, &FETCH_SITE) {
            return matches!(site, "same-origin" | "none");
        }
        // Older browsers send `null`, because our pages set `Referrer-Policy: no-referrer`.
        let Some(origin) = text(headers, &header::ORIGIN).filter(|origin| *origin != "null") else { return true };
        let forwarded = text(headers, &FORWARDED_HOST).filter(|_| self.behind_proxy);
        let served_from = [text(headers, &header::HOST), forwarded];
        origin == self.origin || host_of(origin).is_some_and(|host| served_from.contains(&Some(host)))
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("unreadable"))
}

fn host_of(origin: &str) -> Option<&str> {
    origin.split_once("://").map(|(_, host)| host)
}

/// Splits a `Host` header into the lower-case name and the port. Returns `None` if it contains anything else.
fn parts(host: &str) -> Option<(String, Option<u16>)> {
    let authority: Authority = host.parse().ok().filter(|_| !host.contains('@'))?;
    let name = authority.host().to_ascii_lowercase();
    // The rest is either empty or a colon and a port.
    let port = host.get(name.len()..).unwrap_or("");
    match port.strip_prefix(':') {
        None => port.is_empty().then_some((name, None)),
        Some(digits) => digits.parse().ok().map(|port| (name, Some(port))),
    }
}

fn is_loopback(name: &str) -> bool {
    let in_brackets = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    name == "localhost"
        || name.parse().is_ok_and(|address: Ipv4Addr| address.is_loopback())
        || in_brackets.is_some_and(|name| name.parse().is_ok_and(|address: Ipv6Addr| address.is_loopback()))
}

fn default_port(origin: &str) -> Option<u16> {
    Url::parse(origin).ok().and_then(|url| url.port_or_known_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::SettingFlags;

    fn origins(listen: &str, public_url: &str, behind_proxy: bool) -> Origins {
        let flags = SettingFlags {
            listen: Some(listen.parse().unwrap()),
            public_url: Some(public_url.to_owned()),
            behind_proxy: Some(behind_proxy),
            engine: Some("scripted".to_owned()),
            ..SettingFlags::default()
        };
        Origins::new(&Config::load(&flags).unwrap())
    }

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pair = |(name, value): &(&'static str, &'static str)| {
            (HeaderName::from_static(name), HeaderValue::from_static(value))
        };
        pairs.iter().map(pair).collect()
    }

    fn is_our_host(origins: &Origins, host: &'static str) -> bool {
        origins.is_our_host(&Uri::from_static("/"), &headers(&[("host", host)]))
    }

    #[test]
    fn a_default_server_answers_under_this_machines_own_names_alone() {
        let local = origins("127.0.0.1:8080", "", false);
        for host in ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "127.9.9.9:8080", "[::1]:8080"] {
            assert!(is_our_host(&local, host), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:8080",
            "127.0.0.1",
            "127.0.0.1:9090",
            "localhost.evil.example:8080",
            "127.0.0.1.evil.example:8080",
            "localhost:8080@evil.example",
            "user@localhost:8080",
            "localhost:8080:8080",
            "localhost:8080/",
            "localhost.:8080",
            "192.168.1.5:8080",
            "[::2]:8080",
            "",
            " ",
        ] {
            assert!(!is_our_host(&local, host), "{host}");
        }
        let several = headers(&[("host", "127.0.0.1:8080")]);
        assert!(!local.is_our_host(&Uri::from_static("http://evil.example/"), &several), "in the request's first line");
        let mut twice = several;
        twice.append("host", HeaderValue::from_static("evil.example"));
        assert!(!local.is_our_host(&Uri::from_static("/"), &twice));
        assert!(local.is_our_host(&Uri::from_static("/"), &HeaderMap::new()), "no browser leaves it out");
    }

    #[test]
    fn the_public_address_is_ours_with_its_port_or_its_schemes_own() {
        let public = origins("0.0.0.0:8080", "https://Canvass.example/base", false);
        for host in ["canvass.example", "canvass.example:443", "Canvass.Example", "localhost:8080"] {
            assert!(is_our_host(&public, host), "{host}");
        }
        for host in ["canvass.example:8080", "canvass.example:80", "www.canvass.example", "10.0.0.7:8080"] {
            assert!(!is_our_host(&public, host), "{host}");
        }
        let with_port = origins("0.0.0.0:8080", "http://canvass.example:9000", false);
        assert!(is_our_host(&with_port, "canvass.example:9000") && !is_our_host(&with_port, "canvass.example"));
        assert!(is_our_host(&origins("127.0.0.1:80", "", false), "localhost"), "the scheme's own port");
    }

    #[test]
    fn behind_a_proxy_the_proxy_decides() {
        let proxied = origins("0.0.0.0:8080", "https://canvass.example", true);
        for host in ["canvass.example", "upstream:8080", "canvass_server"] {
            assert!(is_our_host(&proxied, host), "{host}");
        }
    }

    #[test]
    fn what_the_browser_says_of_itself_decides() {
        let public = origins("127.0.0.1:8080", "https://canvass.example/base", false);
        let said = |site| headers(&[("sec-fetch-site", site), ("origin", "https://canvass.example")]);
        assert!(public.is_our_form(&said("same-origin")));
        for site in ["cross-site", "same-site", "unheard-of"] {
            let said = said(site);
            assert!(!public.is_our_form(&said) && !public.is_form_of_same_host(&said), "{site}");
        }
    }

    #[test]
    fn an_older_browser_is_judged_by_its_origin() {
        let public = origins("127.0.0.1:8080", "https://canvass.example/base", false);
        let own = |pairs: &[(&'static str, &'static str)]| public.is_our_form(&headers(pairs));
        assert!(own(&[("origin", "https://canvass.example"), ("host", "10.0.0.7:8080")]));
        assert!(own(&[("origin", "http://localhost:8080"), ("host", "localhost:8080")]));
        for origin in ["https://evil.example", "https://canvass.example.evil", "http://canvass.example", "null"] {
            assert!(!own(&[("origin", origin), ("host", "canvass.example")]), "{origin}");
        }
        assert!(own(&[]), "a program without a browser");
    }

    #[test]
    fn a_surveys_form_stands_on_the_host_that_it_is_sent_to() {
        let of = |behind_proxy, pairs: &[(&'static str, &'static str)]| {
            origins("0.0.0.0:8080", "https://canvass.example", behind_proxy).is_form_of_same_host(&headers(pairs))
        };
        for pairs in [
            &[("origin", "http://10.0.0.7:8080"), ("host", "10.0.0.7:8080")][..],
            &[("origin", "https://canvass.example"), ("host", "upstream:8080")],
            &[("origin", "null"), ("sec-fetch-site", "same-origin")],
            &[("origin", "null"), ("host", "10.0.0.7:8080")],
            &[],
        ] {
            assert!(of(false, pairs), "{pairs:?}");
        }
        let elsewhere = [("origin", "https://evil.example"), ("host", "canvass.example")];
        assert!(!of(false, &elsewhere) && !of(true, &elsewhere));
        let forwarded =
            [("origin", "https://alias.example"), ("host", "upstream:8080"), ("x-forwarded-host", "alias.example")];
        assert!(of(true, &forwarded) && !of(false, &forwarded), "only a proxy's word counts");
    }
}
