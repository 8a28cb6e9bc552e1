//! The public report: what anyone who was given its unguessable address may read. A report that was unpublished, or never
//! was there, is one and the same page.

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::get;
use survey::report::{CompletedReport, Findings, ReportResult};

use crate::app::App;
use crate::body::unpack;
use crate::page;
use crate::report_page::{self, ExplorerRequest, Links};
use crate::secret::is_public_token;
use crate::store::PublicReport;

type Token = Result<Path<String>, PathRejection>;

pub fn router(app: &App) -> Router {
    Router::new()
        .route("/r/{token}", get(read))
        .route("/r/{token}/respondents", get(explore))
        .route("/r/{token}/respondents.csv", get(download_respondents))
        .route("/r/{token}/report.json", get(download_report))
        .route("/r/{token}/card.svg", get(card))
        .with_state(app.clone())
}

async fn read(State(app): State<App>, token: Token, headers: HeaderMap) -> Response {
    answer(&app, token, headers, Data::Findings, |opened| {
        let html = report_page::render(&opened.result, &opened.links, opened.finished_at)?;
        Ok(page::html(StatusCode::OK, html))
    })
    .await
}

async fn explore(State(app): State<App>, token: Token, RawQuery(query): RawQuery, headers: HeaderMap) -> Response {
    answer(&app, token, headers, Data::Respondents, move |opened| {
        let request = ExplorerRequest::parse(query.as_deref().unwrap_or(""));
        Ok(page::html(StatusCode::OK, report_page::explorer(&opened.result, &opened.links, request)?))
    })
    .await
}

async fn download_respondents(State(app): State<App>, token: Token, headers: HeaderMap) -> Response {
    answer(&app, token, headers, Data::Respondents, |opened| {
        let csv = report_page::csv(&opened.result)?;
        Ok(page::file("text/csv; charset=utf-8", Some("respondents.csv"), csv))
    })
    .await
}

/// The result without what is between its owner and the service: address and credits.
async fn download_report(State(app): State<App>, token: Token, headers: HeaderMap) -> Response {
    answer(&app, token, headers, Data::Findings, |opened| {
        let mut findings = findings(opened.result);
        if opened.are_respondents_hidden {
            findings.sample_data.respondents.clear();
        }
        Ok(page::file("application/json", Some("report.json"), serde_json::to_vec(&findings)?))
    })
    .await
}

async fn card(State(app): State<App>, token: Token, headers: HeaderMap) -> Response {
    answer(&app, token, headers, Data::Findings, |opened| {
        Ok(page::file("image/svg+xml", None, report_page::card(&opened.result)?.into_bytes()))
    })
    .await
}

fn findings(result: ReportResult) -> Findings {
    Findings {
        title: result.title,
        research_input: result.research_input,
        statistics: result.statistics,
        analysis: result.analysis,
        method: result.method,
        sample_data: result.sample_data,
    }
}

/// What an address shows of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Data {
    Findings,
    /// Only where the owner shares them.
    Respondents,
}

struct OpenedReport {
    result: ReportResult,
    links: Links,
    finished_at: Option<i64>,
    are_respondents_hidden: bool,
}

/// Finds the report and shows it, or the one page for every address that leads nowhere.
async fn answer(
    app: &App,
    token: Token,
    headers: HeaderMap,
    data: Data,
    show: impl FnOnce(OpenedReport) -> anyhow::Result<Response> + Send + 'static,
) -> Response {
    let Some(Path(token)) = token.ok().filter(|Path(token)| is_public_token(token)) else {
        return page::not_found(headers).await;
    };
    let found = match app.store.public_report(&token).await {
        Ok(found) => found.filter(|report| data == Data::Findings || !report.are_respondents_hidden),
        Err(error) => return page::trouble(&headers, &error.into()),
    };
    let Some(report) = found else { return page::not_found(headers).await };
    let public_url = app.config.public_url.clone();
    // Parsing and laying out megabytes takes too long for a thread that others wait for.
    let shown = tokio::task::spawn_blocking(move || show(open(&report, &public_url, &token)?));
    shown.await.map_err(anyhow::Error::from).flatten().unwrap_or_else(|error| page::trouble(&headers, &error))
}

fn open(report: &PublicReport, public_url: &str, token: &str) -> anyhow::Result<OpenedReport> {
    let body: CompletedReport = serde_json::from_slice(&unpack(&report.gzip)?)?;
    let are_respondents_hidden = report.are_respondents_hidden;
    let links = Links::published(public_url, token, are_respondents_hidden);
    Ok(OpenedReport { result: body.result, links, finished_at: report.finished_at, are_respondents_hidden })
}
