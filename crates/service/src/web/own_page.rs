//! A finished report for its owner, complete and whether or not it is published. Page, respondents and downloads are
//! those of the public page, under URLs that require the owner's session.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use contract::{CompletedReport, ReportResult};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::fault::Fault;
use super::progress::own_report;
use super::session::Member;
use crate::app::App;
use crate::page;
use contract::PeopleView;
use pages::report_page::{self, ExplorerRequest, Links, Picture};
use store::body::read_json;
use store::{BodyForm, SurveyIntake};

const WAIT_MAX: Duration = Duration::from_secs(10);

type Id = Result<Path<String>, PathRejection>;

pub async fn read(State(app): State<App>, member: Member, id: Id) -> Result<Response, Fault> {
    answer(&app, &member, id, |own| Ok(page::html(StatusCode::OK, own.page()?))).await
}

pub async fn explore(
    State(app): State<App>,
    member: Member,
    id: Id,
    RawQuery(query): RawQuery,
) -> Result<Response, Fault> {
    answer(&app, &member, id, move |own| {
        let request = ExplorerRequest::parse(query.as_deref().unwrap_or(""));
        Ok(page::html(StatusCode::OK, report_page::explorer(&own.result, &own.links, request, own.people.as_ref())?))
    })
    .await
}

pub async fn download_respondents(State(app): State<App>, member: Member, id: Id) -> Result<Response, Fault> {
    answer(&app, &member, id, |own| {
        Ok(page::download("text/csv; charset=utf-8", own.offer("respondents.csv"), report_page::csv(&own.result)?))
    })
    .await
}

pub async fn download_report(State(app): State<App>, member: Member, id: Id) -> Result<Response, Fault> {
    answer(&app, &member, id, |own| {
        Ok(page::download("application/json", own.offer("report.json"), report_page::json(own.result)?))
    })
    .await
}

pub async fn download_summary(State(app): State<App>, member: Member, id: Id) -> Result<Response, Fault> {
    answer(&app, &member, id, |own| {
        let text = report_page::markdown(&own.result, &own.links, own.finished_at, own.people.as_ref())?;
        Ok(page::download("text/markdown; charset=utf-8", own.offer("report.md"), text.into_bytes()))
    })
    .await
}

pub async fn picture(
    State(app): State<App>,
    member: Member,
    path: Result<Path<(String, String)>, PathRejection>,
) -> Result<Response, Fault> {
    let Path((id, name)) = path.map_err(|_| Fault::NotFound)?;
    // Ownership is checked first, so that an invalid picture name does not reveal that a report exists.
    let named = Picture::parse(&name);
    let drawn = answer(&app, &member, Ok(Path(id)), move |own| {
        let Some((picture, format)) = named else { return Ok(StatusCode::NOT_FOUND.into_response()) };
        let drawn = picture.drawn(format, &own.result, own.people.as_ref())?;
        let Some(drawn) = drawn else { return Ok(StatusCode::NOT_FOUND.into_response()) };
        Ok(page::download(drawn.content_type, own.offer(&name), drawn.bytes))
    });
    let drawn = drawn.await?;
    if drawn.status() == StatusCode::NOT_FOUND { Err(Fault::NotFound) } else { Ok(drawn) }
}

struct OwnReport {
    result: ReportResult,
    links: Links,
    finished_at: Option<i64>,
    /// Present if real people answered as well.
    people: Option<PeopleView>,
}

impl OwnReport {
    fn page(&self) -> anyhow::Result<String> {
        Ok(report_page::render_with_people(&self.result, &self.links, self.finished_at, self.people.as_ref())?)
    }
}

impl OwnReport {
    fn offer(&self, what: &str) -> String {
        report_page::offer(&self.result, self.finished_at, what)
    }
}

/// Renders a finished report of the signed-in account; any other id gives a 404.
async fn answer(
    app: &App,
    member: &Member,
    id: Id,
    show: impl FnOnce(OwnReport) -> anyhow::Result<Response> + Send + 'static,
) -> Result<Response, Fault> {
    let report = own_report(app, member.id(), id).await?;
    let turn = next_turn(&app.own_pages).await?;
    let body = app.store.result_body(member.id(), report.id, BodyForm::Plain).await?.ok_or(Fault::NotFound)?;
    let open = app.store.survey(member.id(), report.id).await?.filter(|survey| {
        // Whoever has a link for one answer each gets it from the owner; the survey's own opens for nobody.
        survey.intake(app.clock.now()) == SurveyIntake::Open && !survey.is_one_time
    });
    let survey = open.map(|survey| app.survey_url(&survey.token));
    let links = Links { survey, ..Links::own(&format!("/reports/{}", report.id), report.is_published) };
    let people = app.people_of(member.id(), report.id).await?;
    // Parsing and rendering megabytes would block the async runtime for too long.
    let made = tokio::task::spawn_blocking(move || {
        let result = read_json::<CompletedReport>(&body)?.result;
        let people = PeopleView::of_counted(&result, &people);
        let _turn = turn;
        show(OwnReport { result, links, finished_at: report.finished_at, people })
    });
    let mut response = made.await??;
    // After signing out, the browser must have no cached copy.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    Ok(response)
}

/// Waits a bounded time for a rendering slot. Slots are few, so that one account cannot use all CPUs.
pub(super) async fn next_turn(turns: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Fault> {
    let turn = timeout(WAIT_MAX, Arc::clone(turns).acquire_owned()).await;
    Ok(turn.map_err(|_| Fault::Busy)??)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_owner_whose_turn_does_not_come_is_told_to_come_back() {
        let turns = Arc::new(Semaphore::new(1));
        let taken = next_turn(&turns).await.unwrap();
        assert!(matches!(next_turn(&turns).await, Err(Fault::Busy)));
        drop(taken);
        assert!(next_turn(&turns).await.is_ok());
    }
}
