//! Reports beside each other: a chart, the differences in sentences and one table, for the reports that were ticked in the list.

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use contract::{Comparison, ComparisonColumn, ComparisonError, ComparisonPair, ComparisonSource};
use pages::comparison::Chart;
use url::form_urlencoded;
use wording::Locale;

use super::fault::Fault;
use super::session::Member;
use super::shell::{Section, Shell, framed};
use crate::app::{App, CompareError, compared_ids};
use crate::page::{download, show};

#[derive(Template)]
#[template(path = "workspace/comparison.html")]
struct ComparisonPage {
    shell: Shell,
    beside: Beside,
    /// Link to the same as CSV.
    table: String,
}

/// A comparison as pages show it.
pub(super) struct Beside {
    pub(super) locale: Locale,
    pub(super) comparison: Comparison,
}

/// Says why the reports can't be compared.
#[derive(Template)]
#[template(path = "workspace/comparison_refused.html")]
struct RefusedPage {
    shell: Shell,
    reason: String,
}

framed!(ComparisonPage, RefusedPage);

impl Beside {
    fn chart(&self) -> Chart<'_> {
        Chart::of(&self.comparison)
    }

    /// Returns how many forecasts are compared.
    pub(super) fn forecasts(&self) -> usize {
        self.comparison.columns.iter().filter(|column| column.source == ComparisonSource::Forecast).count()
    }

    pub(super) fn has_people(&self) -> bool {
        self.forecasts() < self.comparison.columns.len()
    }

    pub(super) fn percent(&self, share: &f64) -> String {
        wording::percent(self.locale, *share)
    }

    pub(super) fn range(&self, interval: &[f64; 2]) -> String {
        wording::percent_range(self.locale, *interval)
    }

    /// Returns what a column is: a forecast, by which engine and when, or people, and when they answered.
    pub(super) fn described(&self, column: &ComparisonColumn) -> String {
        let is_people = column.source == ComparisonSource::People;
        let what = wording::comparison::of_column(self.locale, is_people, column.respondents);
        let day = match (&column.answered_on, &column.finished_on) {
            (Some(days), _) => Some(wording::comparison::answered_on(self.locale, days)),
            (None, Some(day)) => Some(wording::day(self.locale, day)),
            (None, None) => None,
        };
        [Some(what), column.engine.clone(), day].into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    fn only_here(&self, column: &ComparisonColumn) -> Option<String> {
        let options = (!column.only_here.is_empty()).then(|| column.only_here.join(" · "))?;
        Some(wording::say(self.locale, "compare-only-here", &[("options", options.into())]))
    }

    pub(super) fn title_of(&self, pair: &ComparisonPair) -> String {
        let label = |name: &str| self.comparison.column(name).map_or(name, |column| column.label.as_str()).to_owned();
        let names = [("to", label(&pair.to).into()), ("from", label(&pair.from).into())];
        wording::say(self.locale, "compare-pair", &names)
    }
}

pub async fn page(
    State(app): State<App>,
    member: Member,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let shell = Shell::of(&member, Section::Reports);
    let mut ids = compared_ids(query.as_deref());
    // Ticks have no order, and ids sort by the time of creation: later reports are compared with the earliest.
    ids.sort_unstable();
    let mut response = match app.compare(member.id(), &ids, Some(shell.locale)).await {
        Ok(comparison) => {
            let query = form_urlencoded::Serializer::new(String::new())
                .extend_pairs(ids.iter().map(|id| ("report", id)))
                .finish();
            let table = format!("/reports/compare.csv?{query}");
            let beside = Beside { locale: shell.locale, comparison };
            show(StatusCode::OK, &headers, &ComparisonPage { shell, beside, table })
        }
        Err(CompareError::Refused(refused)) if !matches!(refused, ComparisonError::Unknown { .. }) => {
            let reason = refused.message(shell.locale);
            show(StatusCode::BAD_REQUEST, &headers, &RefusedPage { shell, reason })
        }
        Err(error) => return Err(fault(error)),
    };
    // After signing out, the browser must have no cached copy.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    Ok(response)
}

pub async fn download_table(
    State(app): State<App>,
    member: Member,
    RawQuery(query): RawQuery,
) -> Result<Response, Fault> {
    let locale = Shell::of(&member, Section::Reports).locale;
    let comparison = app.compare(member.id(), &compared_ids(query.as_deref()), Some(locale)).await.map_err(fault)?;
    let table = pages::comparison::csv(&comparison)?;
    Ok(download("text/csv; charset=utf-8", "attachment; filename=\"comparison.csv\"".to_owned(), table))
}

pub(super) fn fault(error: CompareError) -> Fault {
    match error {
        CompareError::Refused(ComparisonError::Unknown { .. }) => Fault::NotFound,
        CompareError::Refused(_) => Fault::Malformed,
        CompareError::Busy => Fault::Busy,
        CompareError::Store(error) => error.into(),
        CompareError::Broken(error) => error.into(),
    }
}
