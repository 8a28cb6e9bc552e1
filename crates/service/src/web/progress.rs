//! How far a report has got, in the reader's language: one picture of it for the page, for the stream of events and for
//! pages that ask again and again.

use std::convert::Infallible;
use std::time::Duration;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use contract::{ConfidenceLevel, Verdict};
use futures::stream::{self, Stream};
use serde::Serialize;
use tokio::sync::OwnedSemaphorePermit;

use super::fault::Fault;
use super::session::Member;
use super::shell::{Section, Shell};
use crate::app::App;
use primitives::ids::{AccountId, ReportId};
use store::{OwnReport, Status};

const LOOK_EVERY: Duration = Duration::from_secs(1);
/// A stream ends after as many looks, and the page opens another: a connection that nobody reads is not kept for good.
const LOOKS_MAX: u32 = 600;
/// A browser that lost the stream waits as long before it opens another.
const RECONNECT_AFTER: Duration = Duration::from_secs(3);
/// Before that share of the work is done, nothing can be said about the rest.
const ESTIMATED_FROM_PERCENT: i64 = 4;

/// What a page shows of a report that runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Progress {
    pub status: &'static str,
    pub status_label: String,
    pub is_finished: bool,
    pub percent: i64,
    pub respondents: String,
    /// How long the rest will take, once that can be said, or what it waits for.
    pub estimate: Option<String>,
    /// What it costs to call it off now.
    pub cancelling: String,
}

impl Progress {
    pub fn of(shell: &Shell, report: &OwnReport) -> Self {
        let (done, total) = (report.respondents_done, report.respondents_total);
        let numbers = [("done", shell.number(done).into()), ("total", shell.number(total).into())];
        Self {
            status: report.status.as_str(),
            status_label: status_label(shell, report),
            is_finished: report.finished_at.is_some(),
            percent: percent(report),
            respondents: shell.say_with("work-respondents-done", &numbers),
            estimate: if report.is_waiting_for_engine {
                Some(shell.say("work-waiting-for-engine"))
            } else {
                remaining_s(report).map(|seconds| worded_time(shell, seconds))
            },
            cancelling: cancelling(shell, report),
        }
    }
}

/// Where a report stands, in words; one that was called off is no failure to its owner.
pub fn status_label(shell: &Shell, report: &OwnReport) -> String {
    let name = if report.is_cancelled { "cancelled" } else { report.status.as_str() };
    shell.say(&format!("web-status-{}", name.replace('_', "-")))
}

/// Work done of all that is expected, in respondents' worth.
pub fn percent(report: &OwnReport) -> i64 {
    report.respondents_done * 100 / report.respondents_total.max(1)
}

/// The message that names a level of confidence.
pub fn level(level: ConfidenceLevel) -> &'static str {
    match level {
        ConfidenceLevel::Low => "level-low",
        ConfidenceLevel::Medium => "level-medium",
        ConfidenceLevel::High => "level-high",
    }
}

/// The message that names a kind of verdict.
pub fn verdict(kind: Verdict) -> &'static str {
    match kind {
        Verdict::Clear => "work-verdict-clear",
        Verdict::Leaning => "work-verdict-leaning",
        Verdict::Shortlist => "work-verdict-shortlist",
        Verdict::Open => "work-verdict-open",
        Verdict::None => "work-verdict-none",
    }
}

/// How long a report takes here: as long as the engine's last ones, or what is usual where there are none.
pub fn usual_time(shell: &Shell, usual_ms: Option<i64>) -> String {
    match usual_ms.map(|ms| ms / 1000) {
        None => shell.say("work-takes-unknown"),
        Some(..=9) => shell.say("work-takes-moments"),
        Some(seconds @ 10..=89) => shell.counted("work-takes-seconds", (seconds + 5) / 10 * 10),
        Some(seconds @ 90..=5399) => shell.counted("work-takes-minutes", (seconds + 30) / 60),
        Some(seconds) => shell.counted("work-takes-hours", (seconds + 1800) / 3600),
    }
}

/// If the rest goes on as it went so far.
fn remaining_s(report: &OwnReport) -> Option<i64> {
    let (done, total) = (report.respondents_done, report.respondents_total);
    let is_telling = done * 100 >= total * ESTIMATED_FROM_PERCENT && done > 0;
    let elapsed_ms = report.working_ms.filter(|_| is_telling)?;
    Some(elapsed_ms.saturating_mul(total - done) / done / 1000)
}

fn worded_time(shell: &Shell, seconds: i64) -> String {
    match seconds {
        ..=9 => shell.say("work-estimate-moments"),
        10..=89 => shell.counted("work-estimate-seconds", (seconds + 5) / 10 * 10),
        90..=5399 => shell.counted("work-estimate-minutes", (seconds + 30) / 60),
        _ => shell.counted("work-estimate-hours", (seconds + 1800) / 3600),
    }
}

fn cancelling(shell: &Shell, report: &OwnReport) -> String {
    let (used, released) = (report.respondents_begun, report.respondents_total - report.respondents_begun);
    if used == 0 {
        return shell.counted("work-cancel-free", released);
    }
    let numbers = [
        ("used_count", used.into()),
        ("used", shell.number(used).into()),
        ("released_count", released.into()),
        ("released", shell.number(released).into()),
    ];
    shell.say_with("work-cancel-costs", &numbers)
}

/// The tone in which a status is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    Waiting,
    Running,
    Good,
    Bad,
    CalledOff,
}

impl Tone {
    pub fn of(report: &OwnReport) -> Self {
        match report.status {
            Status::Queued => Self::Waiting,
            Status::GeneratingQuestionnaire | Status::Sampling => Self::Running,
            Status::Completed => Self::Good,
            Status::Failed if report.is_cancelled => Self::CalledOff,
            Status::Failed => Self::Bad,
        }
    }

    /// As the stylesheet calls it.
    pub fn class(self) -> &'static str {
        match self {
            Self::Waiting | Self::CalledOff => "",
            Self::Running => "info",
            Self::Good => "good",
            Self::Bad => "bad",
        }
    }
}

/// For pages that can't follow the stream of events, or when too many follow it already.
pub async fn once(
    State(app): State<App>,
    member: Member,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, Fault> {
    let report = own_report(&app, member.id(), id).await?;
    let progress = Progress::of(&Shell::of(&member, Section::Reports), &report);
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(progress)).into_response())
}

/// Tells a page of every change, until the report has ended.
pub async fn events(
    State(app): State<App>,
    member: Member,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, Fault> {
    let permit = app.watchers.clone().try_acquire_owned().map_err(|_| Fault::TooManyWatchers)?;
    let report = own_report(&app, member.id(), id).await?;
    let watch = Watch {
        shell: Shell::of(&member, Section::Reports),
        account: member.id(),
        report: report.id,
        last: None,
        looks: 0,
        is_over: false,
        _permit: permit,
        app,
    };
    let mut response = Sse::new(watch.told()).keep_alive(KeepAlive::default()).into_response();
    // A proxy that collects an answer before it passes it on would collect for ever.
    response.headers_mut().insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(response)
}

/// A report of the account that asks; any other is not found.
pub async fn own_report(
    app: &App,
    account: AccountId,
    id: Result<Path<String>, PathRejection>,
) -> Result<OwnReport, Fault> {
    let Path(id) = id.map_err(|_| Fault::NotFound)?;
    let id = ReportId::parse(&id).ok_or(Fault::NotFound)?;
    app.store.own_report(account, id).await?.ok_or(Fault::NotFound)
}

struct Watch {
    app: App,
    shell: Shell,
    account: AccountId,
    report: ReportId,
    last: Option<Progress>,
    looks: u32,
    is_over: bool,
    _permit: OwnedSemaphorePermit,
}

impl Watch {
    fn told(self) -> impl Stream<Item = Result<Event, Infallible>> {
        stream::unfold(self, |mut watch| async move {
            let progress = watch.next().await?;
            let event = Event::default().event("progress").retry(RECONNECT_AFTER).json_data(&progress).ok()?;
            Some((Ok(event), watch))
        })
    }

    /// The next picture that differs from the last one; `None` when there is no more to say.
    async fn next(&mut self) -> Option<Progress> {
        while !self.is_over && self.looks < LOOKS_MAX {
            if self.looks > 0 {
                tokio::select! {
                    () = self.app.closing.cancelled() => return None,
                    () = tokio::time::sleep(LOOK_EVERY) => {}
                }
            }
            self.looks += 1;
            // A store that fails ends the stream; the page comes back by itself.
            let report = self.app.store.own_report(self.account, self.report).await.ok()??;
            let progress = Progress::of(&self.shell, &report);
            self.is_over = progress.is_finished;
            if self.last.as_ref() != Some(&progress) {
                self.last = Some(progress.clone());
                return Some(progress);
            }
        }
        None
    }
}
