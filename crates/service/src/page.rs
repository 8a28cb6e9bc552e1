//! What all HTML pages share: headers, choice of language, static assets, and the error pages. User text is data: the
//! templates escape all of it.

use askama::Template;
use axum::Router;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use foundation::Language;
use pages::assets;

/// Content security policy: only our own files and forms. Text that slipped through escaping could neither run nor
/// style.
const CONTENT_POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; \
     img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// `Retry-After` of an overloaded service, in seconds.
const RETRY_AFTER_S: u16 = 5;

/// Cookie with the language that the reader chose.
pub const LANGUAGE_COOKIE: &str = "canvass_language";

/// Serves the static assets.
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
    // Only a URL with the current hash may be cached without revalidation: any other may change with the next
    // release.
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

/// Renders the page for an unknown address.
pub async fn not_found(headers: HeaderMap) -> Response {
    message(StatusCode::NOT_FOUND, &headers, "web-not-found", "web-not-found-explained")
}

/// Renders the page for an internal error. The cause goes to the log only.
pub fn trouble(headers: &HeaderMap, error: &anyhow::Error) -> Response {
    tracing::error!(error = format!("{error:#}"), "page failed");
    message(StatusCode::INTERNAL_SERVER_ERROR, headers, "web-trouble", "web-trouble-explained")
}

/// Renders the page for a request that exceeded its time limit.
pub fn too_slow(headers: &HeaderMap) -> Response {
    let mut response = message(StatusCode::SERVICE_UNAVAILABLE, headers, "web-slow", "web-slow-explained");
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(RETRY_AFTER_S));
    response
}

pub fn message(status: StatusCode, headers: &HeaderMap, heading: &str, explanation: &str) -> Response {
    show(status, headers, &MessagePage::new(preferred_language(headers), heading, explanation))
}

/// Renders a template. If rendering fails, the response is a bare status 500.
pub fn show(status: StatusCode, headers: &HeaderMap, template: &impl Template) -> Response {
    match template.render() {
        Ok(text) => html(status, text),
        Err(error) => {
            tracing::error!(%error, language = %preferred_language(headers), "a template failed");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// Wraps rendered HTML in a response with the common headers.
pub fn html(status: StatusCode, text: String) -> Response {
    (status, headers("text/html; charset=utf-8"), text).into_response()
}

/// Returns a file download; `offer` is its `Content-Disposition` header.
pub fn download(content_type: &'static str, offer: String, bytes: Vec<u8>) -> Response {
    (headers(content_type), [(header::CONTENT_DISPOSITION, offer)], bytes).into_response()
}

/// Returns the headers of a page that does not depend on the reader's language.
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

/// Returns the language of the cookie, else the first supported one in `Accept-Language`, else English.
pub fn preferred_language(headers: &HeaderMap) -> Language {
    if let Some(chosen) = cookie(headers, LANGUAGE_COOKIE).and_then(|code| code.parse().ok()) {
        return chosen;
    }
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let primary = |range: &str| range.trim().split(['-', ';']).next().unwrap_or("").to_ascii_lowercase();
    wanted.split(',').find_map(|range| primary(range).parse().ok()).unwrap_or(Language::En)
}

/// Returns the value of a request cookie.
pub fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(cookie, _)| *cookie == name).map(|(_, value)| value)
}
