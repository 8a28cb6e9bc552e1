//! The public report page: what anyone who was given its unguessable address may read. Everything on it comes from the
//! stored result and is escaped as data.

use askama::Template;
use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::get;
use survey::brief::Language;
use survey::report::{CompletedReport, ConfidenceLevel, Estimator, OptionShare, ReportResult, Severity};
use survey::wording::{self, FluentValue};

use crate::app::App;
use crate::body::unpack;
use crate::page;
use crate::secret::is_public_token;

const CHART_WIDTH: f64 = 600.0;
/// A smaller one would be printed as zero, which no p-value is.
const P_VALUE_SHOWN_MIN: f64 = 0.001;

pub fn router(app: &App) -> Router {
    Router::new().route("/r/{token}", get(read)).with_state(app.clone())
}

async fn read(State(app): State<App>, token: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Response {
    let Some(Path(token)) = token.ok().filter(|Path(token)| is_public_token(token)) else {
        return page::not_found(headers).await;
    };
    match app.store.public_report(&token).await {
        Ok(Some(report)) => match render(report.gzip).await {
            Ok(html) => page::html(StatusCode::OK, html),
            Err(error) => page::trouble(&headers, &error),
        },
        Ok(None) => page::not_found(headers).await,
        Err(error) => page::trouble(&headers, &error.into()),
    }
}

/// Parsing and laying out megabytes takes too long for a thread that others wait for.
async fn render(gzip: Vec<u8>) -> anyhow::Result<String> {
    let rendered = tokio::task::spawn_blocking(move || {
        let report: CompletedReport = serde_json::from_slice(&unpack(&gzip)?)?;
        page(report.result)
    });
    rendered.await?
}

/// The page of a result, whoever shows it.
pub fn page(result: ReportResult) -> anyhow::Result<String> {
    Ok(ReportPage { result }.render()?)
}

#[derive(Template)]
#[template(path = "report.html")]
struct ReportPage {
    result: ReportResult,
}

/// One bar of the chart, in its own units.
struct Bar<'a> {
    share: &'a OptionShare,
    width: String,
    low: String,
    high: String,
}

impl ReportPage {
    fn language(&self) -> Language {
        self.result.research_input.language
    }

    fn say(&self, id: &str) -> String {
        wording::say(self.language(), id, &[])
    }

    fn say_with(&self, id: &str, args: &[(&str, FluentValue<'_>)]) -> String {
        wording::say(self.language(), id, args)
    }

    fn asked_who(&self) -> String {
        let language = self.language();
        let n = self.result.statistics.successful_respondent_count;
        let spoken = wording::say(language, &format!("language-{language}"), &[]);
        let args = [
            ("n_count", n.into()),
            ("n", wording::integer(language, n.into()).into()),
            ("language", spoken.into()),
            ("engine", self.result.method.engine.as_str().into()),
        ];
        wording::say(language, "page-asked-who", &args)
    }

    fn percent(&self, fraction: &f64) -> String {
        wording::percent(self.language(), *fraction)
    }

    fn probability(&self, probability: &f64) -> String {
        wording::probability(self.language(), *probability)
    }

    fn range(&self, interval: &[f64; 2]) -> String {
        wording::percent_range(self.language(), *interval)
    }

    fn integer<N: Copy + TryInto<i64>>(&self, number: &N) -> String {
        wording::integer(self.language(), (*number).try_into().unwrap_or(i64::MAX))
    }

    fn decimal(&self, number: &f64) -> String {
        wording::decimal(self.language(), *number, 3)
    }

    fn p_value(&self, p: &f64) -> String {
        let shown = self.decimal(&p.max(P_VALUE_SHOWN_MIN));
        if *p < P_VALUE_SHOWN_MIN { format!("<{shown}") } else { shown }
    }

    fn is_listed(&self) -> bool {
        self.result.analysis.winner.estimator == Estimator::PlackettLuce
    }

    fn title_of(&self, question: &str) -> &str {
        let asked = self.result.sample_data.questionnaire.questions.iter().find(|asked| asked.id == question);
        asked.map_or("", |asked| asked.title.as_str())
    }

    fn answer_of(&self, question: &str, place: usize) -> &str {
        let asked = self.result.sample_data.questionnaire.questions.iter().find(|asked| asked.id == question);
        asked.and_then(|asked| asked.options.get(place)).map_or("", String::as_str)
    }

    fn decimal_range(&self, mean: &f64, interval: &[f64; 2]) -> String {
        let [mean, low, high] =
            [*mean, interval[0], interval[1]].map(|figure| wording::decimal(self.language(), figure, 1));
        format!("{mean} ({})", self.say_with("range", &[("low", low.into()), ("high", high.into())]))
    }

    /// Each rating with its count, from the lowest.
    fn ratings<'a>(&self, counts: &'a [u32]) -> Vec<(usize, &'a u32)> {
        counts.iter().enumerate().map(|(at, count)| (at + 1, count)).collect()
    }

    fn lift(&self, lift: &f64) -> String {
        self.say_with("page-lift-explained", &[("lift", wording::decimal(self.language(), *lift, 1).into())])
    }

    fn alike(&self, count: &u32) -> String {
        self.say_with("page-alike", &[("n", self.integer(count).into())])
    }

    fn people(&self, size: &f64) -> String {
        self.say_with("page-people", &[("n", wording::integer(self.language(), size.round() as i64).into())])
    }

    fn attribute(&self, attribute: &str) -> String {
        wording::attribute(self.language(), attribute)
    }

    fn value(&self, attribute: &str, value: &str) -> String {
        wording::value(self.language(), attribute, value)
    }

    fn level(&self, level: &ConfidenceLevel) -> String {
        self.say(match level {
            ConfidenceLevel::Low => "level-low",
            ConfidenceLevel::Medium => "level-medium",
            ConfidenceLevel::High => "level-high",
        })
    }

    fn severity(&self, severity: &Severity) -> String {
        self.say(match severity {
            Severity::Low => "level-low",
            Severity::Medium => "level-medium",
            Severity::High => "level-high",
        })
    }

    fn shares_by_size(&self) -> Vec<&OptionShare> {
        let mut shares: Vec<&OptionShare> = self.result.analysis.winner.shares.iter().collect();
        shares.sort_by(|a, b| b.share.total_cmp(&a.share));
        shares
    }

    fn bars(&self) -> Vec<Bar<'_>> {
        let across = |fraction: f64| format!("{:.1}", fraction * CHART_WIDTH);
        let bar = |share| Bar {
            share,
            width: across(share.share),
            low: across(share.interval[0]),
            high: across(share.interval[1]),
        };
        self.shares_by_size().into_iter().map(bar).collect()
    }
}
