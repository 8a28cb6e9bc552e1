//! The sample report that visitors can read without an account: a complete report of a recorded capable model, compiled in, one
//! per language, with what the service's own engine is worth; and beside it the report on the same brief by the default
//! model. They use the same page as every report. The integration test `golden_briefs` makes the first, and
//! `scripts/default-samples` the second.

use std::sync::LazyLock;
use std::time::Duration;

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use contract::ReportResult;
use foundation::{Language, for_each_language};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::fault::Fault;
use crate::app::App;
use crate::page::{download, html, preferred_language};
use pages::report_page::{self, ExplorerRequest, Links, SampleNote};
use store::body::read_json;

const PATH: &str = "/sample";
const DEFAULT_PATH: &str = "/sample/default";
const AT_ONCE_MAX: usize = 2;
const WAIT_MAX: Duration = Duration::from_secs(3);

static TURNS: Semaphore = Semaphore::const_new(AT_ONCE_MAX);

macro_rules! shipped {
    ([$(($language:ident, $code:literal)),*]) => {
        [$((
            Language::$language,
            include_str!(concat!("../../../pages/data/samples/", $code, ".json")),
            include_str!(concat!("../../../pages/data/samples/", $code, ".default.json")),
        )),*]
    };
}

/// The samples.
static SAMPLES: LazyLock<Vec<Sample>> = LazyLock::new(|| {
    let read = |(language, capable, default): (Language, &str, &str)| {
        let (result, default) = (read_json(capable.as_bytes()).ok()?, read_json(default.as_bytes()).ok()?);
        Some(Sample { language, result, default })
    };
    for_each_language!(shipped!()).into_iter().filter_map(read).collect()
});

struct Sample {
    language: Language,
    result: ReportResult,
    /// By the default model.
    default: ReportResult,
}

pub async fn page(State(app): State<App>, headers: HeaderMap) -> Result<Response, Fault> {
    let links = links(&app, &headers).await?;
    shown(&headers, move |sample| Ok(html(StatusCode::OK, report_page::render(&sample.result, &links, None)?))).await
}

pub async fn explore(State(app): State<App>, RawQuery(query): RawQuery, headers: HeaderMap) -> Result<Response, Fault> {
    let links = links(&app, &headers).await?;
    shown(&headers, move |sample| {
        let request = ExplorerRequest::parse(query.as_deref().unwrap_or(""));
        Ok(html(StatusCode::OK, report_page::explorer(&sample.result, &links, request, None)?))
    })
    .await
}

/// The same brief by the default model.
pub async fn default_page(headers: HeaderMap) -> Result<Response, Fault> {
    shown(&headers, |sample| {
        let links = Links::sample_beside(DEFAULT_PATH, default_note(sample.language));
        Ok(html(StatusCode::OK, report_page::render(&sample.default, &links, None)?))
    })
    .await
}

/// Returns the links of the sample, with what the service's own engine is worth.
async fn links(app: &App, headers: &HeaderMap) -> Result<Links, Fault> {
    let language = preferred_language(headers);
    let introduction = app.engine_introduction(None, language, language).await?;
    Ok(Links::sample(PATH, note(language, introduction)))
}

fn note(language: Language, introduction: String) -> SampleNote {
    let text = wording::sentences(language, &[wording::say(language, "page-is-sample", &[]), introduction]);
    let beside_label = wording::say(language, "page-sample-default", &[]);
    SampleNote { text, beside: DEFAULT_PATH.to_owned(), beside_label }
}

fn default_note(language: Language) -> SampleNote {
    let say = |id: &str| wording::say(language, id, &[]);
    SampleNote {
        text: say("page-is-sample-default"),
        beside: PATH.to_owned(),
        beside_label: say("page-sample-capable"),
    }
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
        assert!(matches!(download_report(HeaderMap::new()).await, Err(Fault::Busy)));
        drop(taken);
        assert_eq!(download_report(HeaderMap::new()).await.unwrap().status(), StatusCode::OK);
    }

    #[test]
    fn beside_each_sample_is_the_same_brief_by_the_default_model() {
        for Sample { language, result, default } in SAMPLES.iter() {
            let [capable, beside] = [result, default].map(|result| &result.research_input);
            assert_eq!((&capable.question, &capable.options), (&beside.question, &beside.options), "{language}");
            assert_eq!(capable.audience_filters, beside.audience_filters, "{language}");
            assert_eq!((default.method.engine.as_str(), beside.language), ("embedded", *language));
        }
    }

    #[test]
    fn every_language_has_a_sample_that_is_small_and_in_it() {
        assert_eq!(SAMPLES.iter().map(|sample| sample.language).collect::<Vec<_>>(), Language::ALL);
        for sample in SAMPLES.iter() {
            assert_eq!(sample.result.research_input.language, sample.language);
            assert!(sample.result.sample_data.respondents.len() <= 60);
            let links = Links::sample(PATH, note(sample.language, String::new()));
            let page = report_page::render(&sample.result, &links, None).unwrap();
            assert!(!page.contains("class=\"other-language\""), "{}", sample.language);
        }
    }
}
