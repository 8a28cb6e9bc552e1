//! The sample report that visitors can read without an account: a complete report made by `scripts/sample-report` and
//! compiled in, one per language. It uses the same page as every report.

use std::sync::LazyLock;
use std::time::Duration;

use axum::extract::RawQuery;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use contract::ReportResult;
use foundation::{Language, for_each_language};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::fault::Fault;
use crate::page::{download, html, preferred_language};
use pages::report_page::{self, ExplorerRequest, Links};
use store::body::read_json;

const PATH: &str = "/sample";
const AT_ONCE_MAX: usize = 2;
const WAIT_MAX: Duration = Duration::from_secs(3);

static TURNS: Semaphore = Semaphore::const_new(AT_ONCE_MAX);

macro_rules! shipped {
    ([$(($language:ident, $code:literal)),*]) => {
        [$((Language::$language, include_str!(concat!("../../../pages/data/samples/", $code, ".json")))),*]
    };
}

/// The samples with their rendered pages.
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

pub async fn page(headers: HeaderMap) -> Result<Response, Fault> {
    shown(&headers, |sample| Ok(html(StatusCode::OK, sample.page.clone()))).await
}

pub async fn explore(RawQuery(query): RawQuery, headers: HeaderMap) -> Result<Response, Fault> {
    shown(&headers, move |sample| {
        let request = ExplorerRequest::parse(query.as_deref().unwrap_or(""));
        Ok(html(StatusCode::OK, report_page::explorer(&sample.result, &Links::sample(PATH), request, None)?))
    })
    .await
}

pub async fn download_respondents(headers: HeaderMap) -> Result<Response, Fault> {
    shown(&headers, |sample| {
        let offer = report_page::offer(&sample.result, None, "respondents.csv");
        Ok(download("text/csv; charset=utf-8", offer, report_page::csv(&sample.result)?))
    })
    .await
}

pub async fn download_report(headers: HeaderMap) -> Result<Response, Fault> {
    shown(&headers, |sample| {
        let offer = report_page::offer(&sample.result, None, "report.json");
        Ok(download("application/json", offer, report_page::json(sample.result.clone())?))
    })
    .await
}

/// Shows the sample in the reader's language, on a blocking thread. It has its own slots and a bounded wait, so that
/// visitors do not delay anybody else.
async fn shown(
    headers: &HeaderMap,
    show: impl FnOnce(&Sample) -> anyhow::Result<Response> + Send + 'static,
) -> Result<Response, Fault> {
    let turn = timeout(WAIT_MAX, TURNS.acquire()).await.map_err(|_| Fault::Busy)??;
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

    #[tokio::test(start_paused = true)]
    async fn who_waits_too_long_for_a_sample_is_told_to_come_back() {
        let taken = TURNS.acquire_many(AT_ONCE_MAX as u32).await.unwrap();
        assert!(matches!(page(HeaderMap::new()).await, Err(Fault::Busy)));
        drop(taken);
        assert_eq!(page(HeaderMap::new()).await.unwrap().status(), StatusCode::OK);
    }

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
