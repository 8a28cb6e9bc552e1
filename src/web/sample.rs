//! The sample report that strangers may read before they have an account: a whole report of the product's own, made by
//! `scripts/sample-report` and compiled in, one for each language. Its page is the page of every report.

use std::sync::LazyLock;

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use contract::ReportResult;
use foundation::{Language, for_each_language};

use super::fault::Fault;
use crate::app::App;
use crate::body::read_json;
use crate::page::{download, html, preferred_language};
use crate::report_page::{self, ExplorerRequest, Links};

const PATH: &str = "/sample";

macro_rules! shipped {
    ([$(($language:ident, $code:literal)),*]) => {
        [$((Language::$language, include_str!(concat!("../../data/samples/", $code, ".json")))),*]
    };
}

/// Each with its page, which is the same for everybody who reads the language.
static SAMPLES: LazyLock<Vec<Sample>> = LazyLock::new(|| {
    let read = |(language, text): (Language, &str)| {
        let result: ReportResult = read_json(text.as_bytes()).ok()?;
        let page = report_page::render(&result, &Links::sample(PATH), None).ok()?;
        Some(Sample { language, result, page })
    };
    for_each_language!(shipped!()).into_iter().filter_map(read).collect()
});

struct Sample {
    language: Language,
    result: ReportResult,
    page: String,
}

pub async fn page(State(app): State<App>, headers: HeaderMap) -> Result<Response, Fault> {
    shown(&app, &headers, |sample| Ok(html(StatusCode::OK, sample.page.clone()))).await
}

pub async fn explore(State(app): State<App>, RawQuery(query): RawQuery, headers: HeaderMap) -> Result<Response, Fault> {
    shown(&app, &headers, move |sample| {
        let request = ExplorerRequest::parse(query.as_deref().unwrap_or(""));
        Ok(html(StatusCode::OK, report_page::explorer(&sample.result, &Links::sample(PATH), request, None)?))
    })
    .await
}

pub async fn download_respondents(State(app): State<App>, headers: HeaderMap) -> Result<Response, Fault> {
    shown(&app, &headers, |sample| {
        let offer = report_page::offer(&sample.result, None, "respondents.csv");
        Ok(download("text/csv; charset=utf-8", offer, report_page::csv(&sample.result)?))
    })
    .await
}

pub async fn download_report(State(app): State<App>, headers: HeaderMap) -> Result<Response, Fault> {
    shown(&app, &headers, |sample| {
        let offer = report_page::offer(&sample.result, None, "report.json");
        Ok(download("application/json", offer, report_page::json(sample.result.clone())?))
    })
    .await
}

/// In the reader's language. A few at a time, on another thread: strangers must not keep everybody's threads busy.
async fn shown(
    app: &App,
    headers: &HeaderMap,
    show: impl FnOnce(&Sample) -> anyhow::Result<Response> + Send + 'static,
) -> Result<Response, Fault> {
    let turn = app.previews.clone().acquire_owned().await?;
    let language = preferred_language(headers);
    let shown = tokio::task::spawn_blocking(move || {
        let shown = SAMPLES.iter().find(|sample| sample.language == language).map(show);
        drop(turn);
        shown
    });
    Ok(shown.await?.ok_or(Fault::NotFound)??)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_a_sample_that_is_small_and_in_it() {
        assert_eq!(SAMPLES.iter().map(|sample| sample.language).collect::<Vec<_>>(), Language::ALL);
        for sample in SAMPLES.iter() {
            assert_eq!(sample.result.research_input.language, sample.language);
            assert!(sample.result.sample_data.respondents.len() <= 60);
            assert!(!sample.page.contains("class=\"other-language\""), "{}", sample.language);
        }
    }
}
