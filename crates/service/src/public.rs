//! The public report pages, readable by anyone with the unguessable URL. A revoked URL and one that never existed show
//! the same page; the URL of a deleted report answers 410. Every request asks the store whether its URL is open, so
//! revoking one takes effect at once in all processes. Rendered pages are cached (`rendered`).

mod admission;
mod person;
mod person_page;
mod rendered;

use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use contract::{CompletedReport, ReportResult};

use crate::app::App;
use crate::negotiation::{accepts_gzip, has_current};
use crate::page;
use contract::PeopleView;
use pages::report_page::{self, ExplorerIndex, ExplorerRequest, Links, Picture};
use primitives::secret::is_public_token;
use rendered::{Document, RenderCache, RenderError, RenderKey, Rendered, Turn, View};
use store::body::{read_json, unpack};
use store::{PublicAddress, PublicReport};

type Token = Result<Path<String>, PathRejection>;

#[derive(Clone)]
struct Public {
    app: App,
    renderings: Arc<RenderCache>,
}

pub fn router(app: &App) -> Router {
    let renderings = Arc::new(RenderCache::new(app.config.public_cache_bytes_max));
    Router::new()
        .route("/r/{token}", get(read))
        .route("/r/{token}/respondents", get(explore))
        .route("/r/{token}/respondents.csv", get(download_respondents))
        .route("/r/{token}/report.json", get(download_report))
        .route("/r/{token}/report.md", get(download_summary))
        .route("/r/{token}/{picture}", get(picture))
        .with_state(Public { app: app.clone(), renderings })
        .route_layer(from_fn_with_state(app.clone(), admission::admit_report))
        .merge(person::router(app).route_layer(from_fn_with_state(app.clone(), admission::admit_survey)))
}

async fn read(State(public): State<Public>, token: Token, headers: HeaderMap) -> Response {
    answer(&public, token, headers, View::Page, |opened| {
        let OpenedReport { result, links, finished_at, people, .. } = opened;
        Ok(Document::html(report_page::render_with_people(&result, &links, finished_at, people.as_ref())?))
    })
    .await
}

async fn explore(
    State(public): State<Public>,
    token: Token,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let request = ExplorerRequest::parse(query.as_deref().unwrap_or(""));
    let found = async {
        let (token, report) = find(&public, token).await?;
        if report.are_respondents_hidden {
            return Err(Missing::Nowhere);
        }
        let of = report.etag.clone();
        let index = |opened: OpenedReport| Ok(ExplorerIndex::of(&opened.result));
        let indexed = |turn| read_report(&public.app, token.clone(), (report.clone(), None), index, turn);
        let request = public.renderings.index(&of, indexed).await?.canonical(request);
        let view = View::Explorer(request.canonical_query());
        let show = move |opened: OpenedReport| {
            Ok(Document::html(report_page::explorer(&opened.result, &opened.links, request, opened.people.as_ref())?))
        };
        render(&public, token, report, &headers, view, show).await
    };
    shown_or_missing(found.await, headers).await
}

async fn download_respondents(State(public): State<Public>, token: Token, headers: HeaderMap) -> Response {
    answer(&public, token, headers, View::Respondents, |opened| {
        let csv = report_page::csv(&opened.result)?;
        Ok(Document::file("text/csv; charset=utf-8", Some(opened.offer("respondents.csv")), csv))
    })
    .await
}

async fn download_report(State(public): State<Public>, token: Token, headers: HeaderMap) -> Response {
    answer(&public, token, headers, View::Findings, |opened| {
        let offer = opened.offer("report.json");
        let is_whole = !opened.are_respondents_hidden;
        let shown = if is_whole { opened.result } else { report_page::without_respondents(opened.result) };
        Ok(Document::file("application/json", Some(offer), report_page::json(shown)?))
    })
    .await
}

async fn download_summary(State(public): State<Public>, token: Token, headers: HeaderMap) -> Response {
    answer(&public, token, headers, View::Summary, |opened| {
        let OpenedReport { result, links, finished_at, people, .. } = &opened;
        let text = report_page::markdown(result, links, *finished_at, people.as_ref())?;
        Ok(Document::file("text/markdown; charset=utf-8", Some(opened.offer("report.md")), text.into_bytes()))
    })
    .await
}

type TokenAndPicture = Result<Path<(String, String)>, PathRejection>;

/// Serves the preview card inline, or a chart as a download. A report that lacks the chart answers 404.
async fn picture(State(public): State<Public>, path: TokenAndPicture, headers: HeaderMap) -> Response {
    let found = path.ok().and_then(|Path((token, name))| Some((token, Picture::parse(&name)?)));
    let Some((token, (picture, format))) = found else { return page::not_found(headers).await };
    answer(&public, Ok(Path(token)), headers, View::Picture(picture, format), move |opened| {
        let drawn = picture.drawn(format, &opened.result, opened.people.as_ref())?;
        let Some(drawn) = drawn else { return Ok(Document::nothing()) };
        let extension = if drawn.content_type == "image/png" { "png" } else { "svg" };
        let name = format!("{}.{extension}", picture.name());
        let offer = (picture != Picture::Card).then(|| opened.offer(&name));
        Ok(Document::file(drawn.content_type, offer, drawn.bytes))
    })
    .await
}

struct OpenedReport {
    result: ReportResult,
    links: Links,
    finished_at: Option<i64>,
    are_respondents_hidden: bool,
    /// Present if real people answered as well.
    people: Option<PeopleView>,
}

impl OpenedReport {
    fn offer(&self, what: &str) -> String {
        report_page::offer(&self.result, self.finished_at, what)
    }
}

/// Why no page can be shown.
enum Missing {
    Nowhere,
    /// The owner deleted the report while its URL was open.
    Deleted,
    /// No rendering slot became free in time.
    Busy,
    Broken(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for Missing {
    fn from(error: E) -> Self {
        Self::Broken(error.into())
    }
}

impl From<RenderError<Missing>> for Missing {
    fn from(missed: RenderError<Missing>) -> Self {
        match missed {
            RenderError::Busy => Self::Busy,
            RenderError::Failed(missing) => missing,
        }
    }
}

/// Finds the report and renders the view; every unknown URL gets the same page.
async fn answer(
    public: &Public,
    token: Token,
    headers: HeaderMap,
    view: View,
    show: impl FnOnce(OpenedReport) -> anyhow::Result<Document> + Send + 'static,
) -> Response {
    let found = async {
        let (token, report) = find(public, token).await?;
        // Individual respondents are shown only if the owner shares them.
        if report.are_respondents_hidden && view == View::Respondents {
            return Err(Missing::Nowhere);
        }
        render(public, token, report, &headers, view, show).await
    };
    shown_or_missing(found.await, headers).await
}

async fn find(public: &Public, token: Token) -> Result<(String, PublicReport), Missing> {
    let Path(token) = token.ok().filter(|Path(token)| is_public_token(token)).ok_or(Missing::Nowhere)?;
    match public.app.store.public_report(&token).await? {
        Some(PublicAddress::Open(report)) => Ok((token, report)),
        Some(PublicAddress::Deleted) => Err(Missing::Deleted),
        None => Err(Missing::Nowhere),
    }
}

async fn shown_or_missing(found: Result<Response, Missing>, headers: HeaderMap) -> Response {
    match found {
        Ok(response) => response,
        Err(Missing::Nowhere) => page::not_found(headers).await,
        Err(Missing::Deleted) => page::message(StatusCode::GONE, &headers, "web-deleted", "web-deleted-explained"),
        Err(Missing::Busy) => page::too_slow(&headers),
        Err(Missing::Broken(error)) => page::trouble(&headers, &error),
    }
}

/// Returns a view of a report, from the cache or rendered now.
async fn render(
    public: &Public,
    token: String,
    report: PublicReport,
    headers: &HeaderMap,
    view: View,
    show: impl FnOnce(OpenedReport) -> anyhow::Result<Document> + Send + 'static,
) -> Result<Response, Missing> {
    let (of, are_respondents_hidden) = (report.etag.clone(), report.are_respondents_hidden);
    let (people_version, people) = public.app.public_people(&token, &report).await?;
    let made = RenderKey { token, of, are_respondents_hidden, people_version, view };
    let packed = |opened: OpenedReport| anyhow::Ok(show(opened)?.pack()?);
    let rendering = |turn| read_report(&public.app, made.token.clone(), (report, people), packed, turn);
    let rendered = public.renderings.get(&made, rendering).await?;
    if rendered.is_nothing() {
        return Err(Missing::Nowhere);
    }
    respond(rendered, headers).await
}

/// Reads a report from the store and passes it to `make` on a blocking thread.
async fn read_report<T: Send + 'static>(
    app: &App,
    token: String,
    (report, people): (PublicReport, Option<PeopleView>),
    make: impl FnOnce(OpenedReport) -> anyhow::Result<T> + Send + 'static,
    turn: Turn,
) -> Result<T, Missing> {
    // There is no body if the URL was revoked or changed since it was looked up.
    let gzip = app.store.public_body(&token, &report.etag).await?.ok_or(Missing::Nowhere)?;
    let public_url = app.config.public_url.clone();
    // Parsing and rendering megabytes would block the async runtime for too long.
    let made = tokio::task::spawn_blocking(move || {
        let made = make(open(&gzip, &report, people, &public_url, &token)?)?;
        drop(turn);
        anyhow::Ok(made)
    });
    Ok(made.await.map_err(|_| anyhow::anyhow!("rendering a report page panicked"))??)
}

fn open(
    gzip: &[u8],
    report: &PublicReport,
    people: Option<PeopleView>,
    public_url: &str,
    token: &str,
) -> anyhow::Result<OpenedReport> {
    let body: CompletedReport = read_json(&unpack(gzip)?)?;
    let are_respondents_hidden = report.are_respondents_hidden;
    let links = Links::published(public_url, token, are_respondents_hidden);
    let result = if are_respondents_hidden { report_page::without_voices(body.result) } else { body.result };
    let people = if are_respondents_hidden { people.map(PeopleView::without_quotes) } else { people };
    Ok(OpenedReport { result, links, finished_at: report.finished_at, are_respondents_hidden, people })
}

/// Builds the response. Clients that accept gzip, nearly all of them, get the cached bytes as they are.
async fn respond(rendered: Arc<Rendered>, asked: &HeaderMap) -> Result<Response, Missing> {
    let mut headers = page::headers_for_all(rendered.content_type);
    headers.insert(header::ETAG, HeaderValue::try_from(rendered.etag.as_str())?);
    if has_current(asked, &rendered.etag) {
        headers.remove(header::CONTENT_TYPE);
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    if let Some(offer) = &rendered.offer {
        headers.insert(header::CONTENT_DISPOSITION, HeaderValue::try_from(offer.as_str())?);
    }
    if accepts_gzip(asked) {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        return Ok((headers, rendered.gzip.clone()).into_response());
    }
    let unpacked = tokio::task::spawn_blocking(move || unpack(&rendered.gzip));
    let plain = unpacked.await.map_err(|_| anyhow::anyhow!("decompressing a page panicked"))??;
    Ok((headers, plain).into_response())
}
