//! Requests that change something must come from our own pages. A browser says where a request comes from; a program
//! that says nothing has no session of a person's to misuse.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use url::Url;

use super::fault::Fault;
use crate::app::App;

const FETCH_SITE: &str = "sec-fetch-site";

pub async fn same_site_only(State(app): State<App>, request: Request, next: Next) -> Response {
    let changes_nothing = matches!(*request.method(), Method::GET | Method::HEAD);
    if changes_nothing || is_our_own(request.headers(), &app.config.public_url) {
        next.run(request).await
    } else {
        Fault::CrossSite.into_response()
    }
}

fn is_our_own(headers: &HeaderMap, public_url: &str) -> bool {
    let text = |name| headers.get(name).map(|value: &header::HeaderValue| value.to_str().unwrap_or("unreadable"));
    // `none` is a person who typed the address.
    if let Some(site) = text(header::HeaderName::from_static(FETCH_SITE)) {
        return matches!(site, "same-origin" | "none");
    }
    let Some(origin) = text(header::ORIGIN) else { return true };
    // Settings refuse an address that can't be read, and no page could be ours by it.
    let Ok(ours) = Url::parse(public_url).map(|url| url.origin().ascii_serialization()) else { return false };
    // Our own host in another scheme, such as plain http, is somebody between us and the reader.
    if origin == ours || host_of(origin) == host_of(&ours) {
        return origin == ours;
    }
    // The host that the request was sent to counts as ours, too, such as localhost on a laptop.
    host_of(origin).is_some() && host_of(origin) == text(header::HOST)
}

fn host_of(origin: &str) -> Option<&str> {
    origin.split_once("://").map(|(_, host)| host)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn ours(pairs: &[(&'static str, &'static str)]) -> bool {
        let headers = pairs
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect();
        is_our_own(&headers, "https://canvass.example/base")
    }

    #[test]
    fn what_the_browser_says_of_itself_decides() {
        assert!(ours(&[("sec-fetch-site", "same-origin"), ("origin", "https://canvass.example")]));
        for site in ["cross-site", "same-site", "unheard-of"] {
            assert!(!ours(&[("sec-fetch-site", site), ("origin", "https://canvass.example")]), "{site}");
        }
    }

    #[test]
    fn an_older_browser_is_judged_by_its_origin() {
        assert!(ours(&[("origin", "https://canvass.example"), ("host", "10.0.0.7:8080")]));
        assert!(ours(&[("origin", "http://localhost:8080"), ("host", "localhost:8080")]));
        for origin in ["https://evil.example", "https://canvass.example.evil", "http://canvass.example", "null"] {
            assert!(!ours(&[("origin", origin), ("host", "canvass.example")]), "{origin}");
        }
        assert!(ours(&[]), "a program without a browser");
    }
}
