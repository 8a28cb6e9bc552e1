//! The progress of a report in the reader's language, as one snapshot type for the page, the event stream and pages
//! that poll.

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
/// Maximum polls per event stream; the page then opens another. It bounds the life of a connection that nobody reads.
const LOOKS_MAX: u32 = 600;
/// How long a browser waits before it reopens a lost stream.
const RECONNECT_AFTER: Duration = Duration::from_secs(3);
/// Below this percentage of work done, no remaining time is estimated.
const ESTIMATED_FROM_PERCENT: i64 = 4;

/// A snapshot of a report's progress.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Progress {
    pub status: &'static str,
    pub status_label: String,
    pub is_finished: bool,
    pub percent: i64,
    pub respondents: String,
    /// The estimated remaining time once there is one, or what the report waits for.
    pub estimate: Option<String>,
    /// What cancelling would cost now.
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

/// Returns the label of a report's status. A cancelled report is labelled as such and not as failed.
pub fn status_label(shell: &Shell, report: &OwnReport) -> String {
    let name = if report.is_cancelled { "cancelled" } else { report.status.as_str() };
    shell.say(&format!("web-status-{}", name.replace('_', "-")))
}

/// Returns the share of the expected work that is done, in percent.
pub fn percent(report: &OwnReport) -> i64 {
    report.respondents_done * 100 / report.respondents_total.max(1)
}

/// Returns the message id of a confidence level.
pub fn level(level: ConfidenceLevel) -> &'static str {
    match level {
        ConfidenceLevel::Low => "level-low",
        ConfidenceLevel::Medium => "level-medium",
        ConfidenceLevel::High => "level-high",
    }
}

/// Returns the message id of a verdict.
pub fn verdict(kind: Verdict) -> &'static str {
    match kind {
        Verdict::Clear => "work-verdict-clear",
        Verdict::Leaning => "work-verdict-leaning",
        Verdict::Shortlist => "work-verdict-shortlist",
        Verdict::Open => "work-verdict-open",
        Verdict::None => "work-verdict-none",
    }
}

/// Describes the usual duration of a report: that of the engine's latest reports, or a general text if there are
/// none.
pub fn usual_time(shell: &Shell, usual_ms: Option<i64>) -> String {
    match usual_ms.map(|ms| ms / 1000) {
        None => shell.say("work-takes-unknown"),
        Some(..=9) => shell.say("work-takes-moments"),
        Some(seconds @ 10..=89) => shell.counted("work-takes-seconds", (seconds + 5) / 10 * 10),
        Some(seconds @ 90..=5399) => shell.counted("work-takes-minutes", (seconds + 30) / 60),
        Some(seconds) => shell.counted("work-takes-hours", (seconds + 1800) / 3600),
    }
}

/// Extrapolates the remaining time in seconds from the speed so far.
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

/// The visual style of a status.
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

    /// Returns the CSS class.
    pub fn class(self) -> &'static str {
        match self {
            Self::Waiting | Self::CalledOff => "",
            Self::Running => "info",
            Self::Good => "good",
            Self::Bad => "bad",
        }
    }
}

/// Returns one snapshot, for pages that cannot use the event stream or when too many streams are open.
pub async fn once(
    State(app): State<App>,
    member: Member,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, Fault> {
    let report = own_report(&app, member.id(), id).await?;
    let progress = Progress::of(&Shell::of(&member, Section::Reports), &report);
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(progress)).into_response())
}

/// Streams a snapshot for every change, until the report has ended.
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
    // Turns off response buffering in a reverse proxy, which would delay the events indefinitely.
    response.headers_mut().insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(response)
}

/// Returns a report of this account; any other id gives a 404.
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

    /// Returns the next snapshot that differs from the last one; `None` at the end of the stream.
    async fn next(&mut self) -> Option<Progress> {
        while !self.is_over && self.looks < LOOKS_MAX {
            if self.looks > 0 {
                tokio::select! {
                    () = self.app.closing.cancelled() => return None,
                    () = tokio::time::sleep(LOOK_EVERY) => {}
                }
            }
            self.looks += 1;
            // A store error ends the stream; the page reconnects by itself.
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
