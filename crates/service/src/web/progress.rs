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
use contract::{ConfidenceLevel, Openness, Verdict};
use futures::stream::{self, Stream};
use serde::Serialize;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::Instant;

use super::fault::Fault;
use super::session::Member;
use super::shell::{Section, Shell};
use crate::app::{App, Phase};
use primitives::ids::{AccountId, ReportId};
use store::{OwnReport, Status, StoreError};

const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Maximum polls per event stream; the page then opens another. It bounds the life of a connection that nobody reads.
const LOOKS_MAX: u32 = 600;
/// How long a browser waits before it reopens a lost stream.
const RECONNECT_AFTER: Duration = Duration::from_secs(3);
/// Below this percentage of work done, no remaining time is estimated.
const ESTIMATED_FROM_PERCENT: i64 = 4;
/// How far the remaining time must exceed what was shown to be shown anew, beside half of that.
const DELAY_S: i64 = 20;

/// A snapshot of a report's progress.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Progress {
    pub status: &'static str,
    pub status_label: String,
    pub is_finished: bool,
    pub percent: i64,
    /// The share of the work that is done, and what the engine is being asked. Nobody is asked one by one, so respondents
    /// are not counted.
    pub done: String,
    /// The estimated remaining time once there is one, or what the report waits for.
    pub estimate: Option<String>,
    /// What cancelling would cost now.
    pub cancelling: String,
}

impl Progress {
    /// Returns the progress now.
    pub async fn read(app: &App, shell: &Shell, account: AccountId, report: &OwnReport) -> Result<Self, StoreError> {
        Ok(Self::of(shell, report, phase(app, account, report).await?, remaining_s(report)))
    }

    fn of(shell: &Shell, report: &OwnReport, phase: Option<Phase>, remaining_s: Option<i64>) -> Self {
        let done = wording::percent(shell.locale, percent(report) as f64 / 100.0);
        let done = shell.say_of("work-done", "percent", done);
        Self {
            status: report.status.as_str(),
            status_label: status_label(shell, report),
            is_finished: report.finished_at.is_some(),
            percent: percent(report),
            done: match phase {
                Some(phase) => format!("{done} · {}", shell.say(phase_message(phase))),
                None => done,
            },
            estimate: if report.is_waiting_for_engine {
                Some(shell.say("work-waiting-for-engine"))
            } else {
                remaining_s.map(|seconds| worded_time(shell, seconds))
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

/// Returns the message id of a verdict. An engine that can't tell is not the same as options that are close.
pub fn verdict(kind: Verdict, open: Option<Openness>) -> &'static str {
    match kind {
        Verdict::Open if open == Some(Openness::Guess) => "work-verdict-guess",
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

/// Extrapolates the remaining time in seconds from the speed up to the last checkpoint. It passes between checkpoints, and
/// stops at half of what the remaining work takes at that speed while a checkpoint is overdue.
fn remaining_s(report: &OwnReport) -> Option<i64> {
    let elapsed_ms = report.working_ms?;
    let idle_ms = report.idle_ms.unwrap_or(0).clamp(0, elapsed_ms.max(0));
    remaining_after(elapsed_ms, idle_ms, (report.respondents_done, report.respondents_total))
}

fn remaining_after(elapsed_ms: i64, idle_ms: i64, (done, total): (i64, i64)) -> Option<i64> {
    if done == 0 || done * 100 < total * ESTIMATED_FROM_PERCENT {
        return None;
    }
    let then_ms = (elapsed_ms - idle_ms).saturating_mul(total - done) / done;
    Some((then_ms - idle_ms).max(then_ms / 2) / 1000)
}

/// Returns the remaining time to show `passed_s` after `shown_s` was: it falls with the clock and never rises, unless the work
/// takes so much longer than expected that the old figure would be wrong.
fn steady(shown_s: i64, passed_s: i64, now_s: i64) -> i64 {
    let expected_s = (shown_s - passed_s).max(0);
    let is_delayed = now_s > expected_s + expected_s / 2 + DELAY_S;
    if is_delayed { now_s } else { now_s.min(expected_s) }
}

async fn phase(app: &App, account: AccountId, report: &OwnReport) -> Result<Option<Phase>, StoreError> {
    match report.status {
        Status::Sampling => app.phase(account, report.id).await.map(Some),
        _ => Ok(None),
    }
}

/// Returns the message id of a phase.
fn phase_message(phase: Phase) -> &'static str {
    match phase {
        Phase::Whole => "work-phase-whole",
        Phase::Groups => "work-phase-groups",
        Phase::Reasons => "work-phase-reasons",
        Phase::Voices => "work-phase-voices",
    }
}

fn worded_time(shell: &Shell, seconds: i64) -> String {
    match seconds {
        ..=9 => shell.say("work-estimate-moments"),
        10..=89 => shell.counted("work-estimate-seconds", (seconds + 5) / 10 * 10),
        90..=5399 => shell.counted("work-estimate-minutes", (seconds + 30) / 60),
        _ => shell.counted("work-estimate-hours", (seconds + 1800) / 3600),
    }
}

/// Says what cancelling would cost now.
pub fn cancelling(shell: &Shell, report: &OwnReport) -> String {
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
    let progress = Progress::read(&app, &Shell::of(&member, Section::Reports), member.id(), &report).await?;
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
        shown_remaining: None,
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
    /// The remaining time in seconds that was estimated last, and when.
    shown_remaining: Option<(Instant, i64)>,
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
                    () = tokio::time::sleep(POLL_INTERVAL) => {}
                }
            }
            self.looks += 1;
            // A store error ends the stream; the page reconnects by itself.
            let report = self.app.store.own_report(self.account, self.report).await.ok()??;
            let phase = phase(&self.app, self.account, &report).await.ok()?;
            let remaining_s = self.remaining(&report);
            let progress = Progress::of(&self.shell, &report, phase, remaining_s);
            self.is_over = progress.is_finished;
            if self.last.as_ref() != Some(&progress) {
                self.last = Some(progress.clone());
                return Some(progress);
            }
        }
        None
    }

    /// Estimates the remaining time, given what this stream has shown.
    fn remaining(&mut self, report: &OwnReport) -> Option<i64> {
        let (now, now_s) = (Instant::now(), remaining_s(report)?);
        let remaining_s = match self.shown_remaining {
            Some((at, shown_s)) => steady(shown_s, now.duration_since(at).as_secs() as i64, now_s),
            None => now_s,
        };
        // The time that passed is counted in whole seconds, so the moment stays while the figure does.
        if self
            .shown_remaining
            .is_none_or(|(at, shown_s)| shown_s - now.duration_since(at).as_secs() as i64 != remaining_s)
        {
            self.shown_remaining = Some((now, remaining_s));
        }
        Some(remaining_s)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A report of 100 units of work that takes a second for each, in checkpoints of `chunk`, after `at_s` seconds.
    fn report(at_s: i64, chunk: i64) -> (i64, i64) {
        let done = at_s.min(100) / chunk * chunk;
        (done, at_s - done)
    }

    fn remaining(at_s: i64, chunk: i64) -> Option<i64> {
        let (done, idle_s) = report(at_s, chunk);
        remaining_after(at_s * 1000, idle_s * 1000, (done, 100))
    }

    #[test]
    fn the_remaining_time_never_grows_while_work_goes_on_as_expected() {
        for chunk in [1, 4, 10, 25, 33, 50] {
            let shown: Vec<i64> = (0..100).filter_map(|at_s| remaining(at_s, chunk)).collect();
            assert!(shown.len() > 40 && shown.windows(2).all(|two| two[1] <= two[0]), "{chunk}: {shown:?}");
        }
    }

    #[test]
    fn what_was_shown_falls_with_the_clock_and_grows_only_after_a_delay() {
        assert_eq!(steady(100, 1, 99), 99);
        assert_eq!(steady(100, 1, 60), 60, "faster than expected");
        assert_eq!(steady(100, 1, 115), 99, "a little slower");
        assert_eq!(steady(100, 30, 300), 300, "delayed");
        assert_eq!(steady(5, 9, 7), 0);
    }
}
