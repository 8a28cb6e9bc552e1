//! What every HTML page has in common: its headers, the reader's language, and the pages for an address that leads
//! nowhere or a failure on our side. Text from users is data: the templates escape all of it.

use askama::Template;
use axum::Router;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use foundation::Language;
use pages::assets;

/// Nothing but our own files and forms: text that slipped through escaping still could neither run nor restyle.
const CONTENT_POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; \
     img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// When to come back to a service that is too busy, in seconds.
const RETRY_AFTER_S: u16 = 5;

/// Holds the language that a person chose.
pub const LANGUAGE_COOKIE: &str = "canvass_language";

/// The files that pages are made with.
pub fn router() -> Router {
    Router::new().route("/static/{name}", get(asset))
}

async fn asset(name: Result<Path<String>, PathRejection>, uri: Uri, headers: HeaderMap) -> Response {
    let Some(asset) = name.ok().and_then(|Path(name)| assets::find(&name)) else {
        return not_found(headers).await;
    };
    let etag = format!("\"{}\"", asset.hash);
    let has_current =
        headers.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok()).is_some_and(|tags| tags.contains(&etag));
    // Only an address with the right hash may be kept unasked: any other may lead to something else tomorrow.
    let is_pinned = uri.query().and_then(|query| query.strip_prefix("v=")) == Some(asset.hash.as_str());
    let keep = if is_pinned { "public, max-age=31536000, immutable" } else { "public, no-cache" };
    let kept = [(header::CACHE_CONTROL, HeaderValue::from_static(keep))];
    if has_current {
        return (StatusCode::NOT_MODIFIED, kept, [(header::ETAG, etag)]).into_response();
    }
    let content = [(header::CONTENT_TYPE, HeaderValue::from_static(asset.content_type))];
    (kept, content, [(header::ETAG, etag)], asset.text.as_ref()).into_response()
}

#[derive(Template)]
#[template(path = "message.html")]
struct MessagePage {
    language: Language,
    heading: String,
    explanation: String,
}

impl MessagePage {
    fn new(language: Language, heading: &str, explanation: &str) -> Self {
        let heading = wording::say(language, heading, &[]);
        Self { language, heading, explanation: wording::say(language, explanation, &[]) }
    }

    fn language(&self) -> Language {
        self.language
    }

    fn say(&self, id: &str) -> String {
        wording::say(self.language, id, &[])
    }
}

/// A page for an address that leads nowhere, with a way out.
pub async fn not_found(headers: HeaderMap) -> Response {
    message(StatusCode::NOT_FOUND, &headers, "web-not-found", "web-not-found-explained")
}

/// A page for a failure on our side; what failed goes to the log alone.
pub fn trouble(headers: &HeaderMap, error: &anyhow::Error) -> Response {
    tracing::error!(error = format!("{error:#}"), "page failed");
    message(StatusCode::INTERNAL_SERVER_ERROR, headers, "web-trouble", "web-trouble-explained")
}

/// A page for a request that took or waited longer than it may.
pub fn too_slow(headers: &HeaderMap) -> Response {
    let mut response = message(StatusCode::SERVICE_UNAVAILABLE, headers, "web-slow", "web-slow-explained");
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(RETRY_AFTER_S));
    response
}

pub fn message(status: StatusCode, headers: &HeaderMap, heading: &str, explanation: &str) -> Response {
    show(status, headers, &MessagePage::new(preferred_language(headers), heading, explanation))
}

/// Renders a page; a template that fails has nothing better to show than the bare status.
pub fn show(status: StatusCode, headers: &HeaderMap, template: &impl Template) -> Response {
    match template.render() {
        Ok(text) => html(status, text),
        Err(error) => {
            tracing::error!(%error, language = %preferred_language(headers), "a template failed");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// Finished HTML with the headers that every page carries.
pub fn html(status: StatusCode, text: String) -> Response {
    (status, headers("text/html; charset=utf-8"), text).into_response()
}

/// A file that the browser keeps instead of showing, as the offer names it.
pub fn download(content_type: &'static str, offer: String, bytes: Vec<u8>) -> Response {
    (headers(content_type), [(header::CONTENT_DISPOSITION, offer)], bytes).into_response()
}

/// The headers of a page that is the same for every reader, whatever their language.
pub fn headers_for_all(content_type: &'static str) -> HeaderMap {
    let mut all = HeaderMap::from_iter(headers(content_type));
    all.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    all
}

fn headers(content_type: &'static str) -> [(HeaderName, HeaderValue); 6] {
    [
        (header::CONTENT_TYPE, HeaderValue::from_static(content_type)),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_POLICY)),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache")),
        (header::VARY, HeaderValue::from_static("accept-language, cookie")),
        (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex")),
    ]
}

/// What people chose on a page, else the first language their browser names that we speak; English otherwise.
pub fn preferred_language(headers: &HeaderMap) -> Language {
    if let Some(chosen) = cookie(headers, LANGUAGE_COOKIE).and_then(|code| code.parse().ok()) {
        return chosen;
    }
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let primary = |range: &str| range.trim().split(['-', ';']).next().unwrap_or("").to_ascii_lowercase();
    wanted.split(',').find_map(|range| primary(range).parse().ok()).unwrap_or(Language::En)
}

/// The value of a cookie that the browser sent.
pub fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(cookie, _)| *cookie == name).map(|(_, value)| value)
}
