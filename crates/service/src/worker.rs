//! The worker: claims reports, runs the pipeline on them and settles them. It is the only place that uses both the
//! pipeline and the store. It decides what a failure means: wait for the engine, retry later, or fail the report for
//! good and release its hold.

mod gathering;
mod journal;
mod measuring;
mod outage;
mod panel;
mod store_outage;
mod studies;

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use contract::{CompletedReport, CompletedStatus, Report};
use foundation::Language;
use futures::FutureExt;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::{AbortOnDropHandle, TaskTracker};
use tracing::Instrument;

use crate::config::Config;
use engine::{Availability, Engine};
use journal::StoreJournal;
use pipeline::{self, Job, JournalError, PipelineError};
use primitives::chance::Chance;
use primitives::clock::Clock;
use primitives::ids::LedgerId;
use store::body::OpenBody;
use store::{Claim, ClaimedReport, FenceError, Finding, Finished, Lease, Store, Summary};
use store_outage::Backoff;

pub use gathering::GATHERING;
pub use measuring::{DatabaseReadings, holding, load_shipped, measured_key, row};
pub use studies::{case_of, forecasts, scored};

const BACKOFF_MAX: Duration = Duration::from_secs(60);
const BACKOFF_DOUBLINGS_MAX: u32 = 16;
/// Renewals per lease duration: with several, one slow write does not lose the lease.
const RENEWALS_PER_LEASE: u32 = 3;

/// Everything that a worker needs. Cheap to clone.
#[derive(Clone)]
pub struct Worker {
    pub config: Arc<Config>,
    pub store: Store,
    pub engine: Arc<dyn Engine>,
    /// Whether the engine answers, shared by all tasks of this process.
    pub availability: Arc<Availability>,
    pub clock: Clock,
    pub chance: Chance,
    /// Notified when this process accepts a report.
    pub work_bell: Arc<Notify>,
    /// Identifies this process among all processes on all machines, as the owner of its leases.
    pub name: String,
    /// Leases of this process whose last renewal failed.
    pub unrenewed: Arc<Mutex<Vec<Lease>>>,
    /// Cancelled when another engine was chosen: the worker claims nothing more and lets its runs finish.
    pub retired: CancellationToken,
    /// Reports that are run concurrently.
    pub reports_max: usize,
    /// How long a finished step waits for others, to share their commit.
    pub gathering: Duration,
}

impl Worker {
    /// Claims and runs reports until `stop`, then hands unfinished ones back and returns. Once retired, it returns when its
    /// runs have finished.
    pub async fn work(self, stop: CancellationToken) {
        let slots = Arc::new(Semaphore::new(self.reports_max));
        let runs = TaskTracker::new();
        let claims_end = either(&stop, &self.retired);
        self.resume_outage(&claims_end).await;
        let measuring = runs.spawn(self.clone().measure_in_background(claims_end.clone()));
        let mut pauses = Backoff::new(self.config.retry_backoff);
        while let Some(slot) = free_slot(&slots, &claims_end).await {
            if self.availability.outage().is_some() {
                self.wait_for_engine_recovery(&claims_end).await;
                continue;
            }
            let claimed = self.claim().await;
            if claimed.is_ok() {
                pauses.reset();
            }
            match claimed {
                Ok(Some(claim)) => drop(runs.spawn(self.clone().handle(claim, slot, stop.clone()))),
                Ok(None) => self.wait_for_work(&claims_end).await,
                Err(error) => {
                    tracing::error!(error = format!("{:#}", anyhow::Error::new(error)), "no report could be claimed");
                    pauses.pause(&claims_end).await;
                }
            }
        }
        measuring.abort();
        runs.close();
        runs.wait().await;
    }

    /// Runs the waiting reports one after the other and returns their number. For tests, which want no background
    /// tasks.
    pub async fn work_through(&self) -> Result<usize, FenceError> {
        let mut worked = 0;
        let slots = Arc::new(Semaphore::new(1));
        let never = CancellationToken::new();
        while self.availability.outage().is_none()
            && let Some(claim) = self.claim().await?
        {
            if let Some(slot) = free_slot(&slots, &never).await {
                self.clone().handle(claim, slot, never.clone()).await;
                worked += 1;
            }
        }
        Ok(worked)
    }

    async fn claim(&self) -> Result<Option<Claim>, FenceError> {
        self.renew_leases().await?;
        Ok(self.store.claim(&self.name, self.config.lease, self.config.tries_max).await?)
    }

    /// Returns when a report may be waiting: at once if this process accepted one, else at the next poll.
    async fn wait_for_work(&self, stop: &CancellationToken) {
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = self.work_bell.notified() => return,
                () = tokio::time::sleep(self.config.poll) => match self.store.has_waiting().await {
                    Ok(false) => {}
                    // If the store fails, the claim reports it.
                    Ok(true) | Err(_) => return,
                },
            }
        }
    }

    async fn handle(self, claim: Claim, slot: OwnedSemaphorePermit, stop: CancellationToken) {
        let lease = match &claim {
            Claim::Run(report) => report.lease,
            Claim::Exhausted(lease, _) | Claim::Unreadable(lease, _) => *lease,
        };
        let span = tracing::info_span!("report", request_id = %lease.report);
        let settled = async {
            match claim {
                Claim::Run(report) => self.run(*report, &stop).await,
                Claim::Exhausted(lease, language) => {
                    self.fail(lease, &wording::say(language, "failure-exhausted", &[]), &stop).await
                }
                Claim::Unreadable(lease, error) => {
                    tracing::error!(error = format!("{:#}", anyhow::Error::new(error)), "the stored report is damaged");
                    self.fail(lease, &wording::say(Language::En, "failure-internal", &[]), &stop).await
                }
            }
        };
        match settled.instrument(span.clone()).await {
            Ok(()) => {}
            Err(FenceError::Lost) => span.in_scope(|| {
                tracing::warn!("this run has lost its report: another worker took over, or its owner cancelled it");
            }),
            // The lease will expire, and the report will be retried from its checkpoints.
            Err(FenceError::Store(error)) => {
                span.in_scope(|| tracing::error!(error = format!("{:#}", anyhow::Error::new(error)), "not settled"));
            }
        }
        drop(slot);
    }

    async fn run(&self, report: ClaimedReport, stop: &CancellationToken) -> Result<(), FenceError> {
        let (lease, tries) = (report.lease, report.tries);
        tracing::info!(tries, resumed_steps = report.steps.len(), waited_ms = report.waited_ms, "report started");
        if tries == 1 && report.steps.is_empty() {
            metrics::histogram!("canvass_report_wait_seconds").record(report.waited_ms as f64 / 1000.0);
        }
        let lost = CancellationToken::new();
        let _heartbeat = self.keep_lease(lease, lost.clone());
        let outcome = tokio::select! {
            biased;
            () = lost.cancelled() => return Err(FenceError::Lost),
            () = stop.cancelled() => return self.hand_back(lease).await,
            () = self.availability.wait_for_outage() => return self.leave_to_engine(lease, stop).await,
            outcome = AssertUnwindSafe(self.produce(&report, stop)).catch_unwind() => outcome,
        };
        match outcome {
            Ok(Ok(findings)) => self.finish(&report, findings, stop).await,
            Ok(Err(error)) => self.settle_failure(&report, error, stop).await,
            Err(_panic) => self.fail_or_retry(&report, &internal_failure(&report), stop).await,
        }
    }

    async fn produce(&self, report: &ClaimedReport, stop: &CancellationToken) -> Result<Report, PipelineError> {
        let checkpoints = journal::read_checkpoints(&report.steps, &self.engine.card());
        let brief = report.brief.clone();
        let journal = StoreJournal::new(self, report, &checkpoints, stop);
        let (calibration, own_studies) = match &checkpoints.design {
            Some(design) => (design.calibration.clone(), design.own_studies.clone()),
            None => {
                let known = || async { Ok(self.known_of_engine(brief.language(), report.lease).await?) };
                self.retry_during_outage(stop, known).await.map_err(JournalError::new)?
            }
        };
        let panel = self.panel(report, stop).await?;
        let job = Job {
            brief,
            panel,
            seed: report.seed,
            concurrency: self.config.concurrency,
            calibration,
            own_studies,
            tokens_max: self.config.report_tokens_max,
        };
        pipeline::run(&job, &*self.engine, checkpoints, &journal).await
    }

    async fn finish(
        &self,
        report: &ClaimedReport,
        findings: Report,
        stop: &CancellationToken,
    ) -> Result<(), FenceError> {
        let sampled = i64::from(findings.statistics.sampled_respondent_count);
        let summary = Summary { finding: Some(Finding::of(&findings.analysis)), engine: Some(self.engine.card().name) };
        let report_url = format!("{}/r/{}", self.config.public_url, report.public_token);
        let request_id = report.lease.report.to_string();
        let packed = tokio::task::spawn_blocking(move || pack(request_id, report_url, sampled, findings)).await;
        let body = match packed {
            Ok(Ok(body)) => body,
            Ok(Err(error)) => return self.unpackable(report, &error, stop).await,
            Err(_) => return self.unpackable(report, &anyhow::anyhow!("compressing a result panicked"), stop).await,
        };
        let (entry, now) = self.new_entry();
        let finished = || Finished { body: body.clone(), sampled, summary: &summary };
        let used =
            self.retry_during_outage(stop, || self.store.finish_report(report.lease, finished(), entry, now)).await?;
        metrics::counter!("canvass_credits_posted_total").increment(used.unsigned_abs());
        metrics::counter!("canvass_reports_total", "outcome" => "completed").increment(1);
        tracing::info!(credits_used = used, "report completed");
        // The engine has just answered here, although another process may have recorded an outage.
        self.note_engine_answers().await;
        Ok(())
    }

    async fn unpackable(
        &self,
        report: &ClaimedReport,
        error: &anyhow::Error,
        stop: &CancellationToken,
    ) -> Result<(), FenceError> {
        tracing::error!(error = format!("{error:#}"), "the result could not be compressed");
        self.fail_or_retry(report, &internal_failure(report), stop).await
    }

    async fn settle_failure(
        &self,
        report: &ClaimedReport,
        error: PipelineError,
        stop: &CancellationToken,
    ) -> Result<(), FenceError> {
        let (is_transient, message) = (error.is_transient(), error.public_message(report.brief.language()));
        if matches!(error, PipelineError::Engine(_)) && is_transient {
            tokio::select! {
                biased;
                () = stop.cancelled() => return self.hand_back(report.lease).await,
                is_away = self.is_engine_away() => if is_away {
                    return self.leave_to_engine(report.lease, stop).await;
                },
            }
        }
        let cause = format!("{:#}", anyhow::Error::new(error));
        tracing::warn!(error = cause, tries = report.tries, transient = is_transient, "report failed");
        match is_transient {
            true => self.fail_or_retry(report, &message, stop).await,
            false => self.fail(report.lease, &message, stop).await,
        }
    }

    async fn fail_or_retry(
        &self,
        report: &ClaimedReport,
        message: &str,
        stop: &CancellationToken,
    ) -> Result<(), FenceError> {
        let tries = self.retry_during_outage(stop, || self.store.tries(report.lease)).await?;
        if tries >= self.config.tries_max {
            return self.fail(report.lease, message, stop).await;
        }
        let doublings = u32::try_from(tries - 1).unwrap_or(0).min(BACKOFF_DOUBLINGS_MAX);
        let backoff = (self.config.retry_backoff * 2_u32.pow(doublings)).min(BACKOFF_MAX);
        self.retry_during_outage(stop, || self.store.retry_later(report.lease, backoff)).await
    }

    async fn fail(&self, lease: Lease, message: &str, stop: &CancellationToken) -> Result<(), FenceError> {
        self.retry_during_outage(stop, || self.fail_once(lease, message)).await
    }

    async fn fail_once(&self, lease: Lease, message: &str) -> Result<(), FenceError> {
        let (entry, now) = self.new_entry();
        self.store.fail_report(lease, message, entry, now).await?;
        metrics::counter!("canvass_reports_total", "outcome" => "failed").increment(1);
        tracing::info!("report failed for good, its hold is released");
        Ok(())
    }

    async fn hand_back(&self, lease: Lease) -> Result<(), FenceError> {
        tracing::info!("report returned to the queue");
        self.store.hand_back(lease).await
    }

    fn new_entry(&self) -> (LedgerId, i64) {
        let now = self.clock.now();
        (LedgerId::new(now, &self.chance), now)
    }

    /// Renews the lease in a separate task, so that a busy run does not miss a renewal.
    fn keep_lease(&self, lease: Lease, lost: CancellationToken) -> AbortOnDropHandle<()> {
        let build_worker = self.clone();
        let length = self.config.lease;
        AbortOnDropHandle::new(tokio::spawn(async move {
            loop {
                tokio::time::sleep(length / RENEWALS_PER_LEASE).await;
                match build_worker.store.renew(lease, length).await {
                    Ok(()) => {}
                    Err(FenceError::Lost) => return lost.cancel(),
                    // If another process claims the report meanwhile, the fence token keeps this run from writing.
                    Err(FenceError::Store(error)) => {
                        tracing::warn!(%error, "the lease was not renewed");
                        build_worker.note_unrenewed(lease);
                    }
                }
            }
        }))
    }
}

fn internal_failure(report: &ClaimedReport) -> String {
    wording::say(report.brief.language(), "failure-internal", &[])
}

/// Returns a token that is cancelled with either of two.
fn either(stop: &CancellationToken, retired: &CancellationToken) -> CancellationToken {
    let (both, retired) = (stop.child_token(), retired.clone());
    let ended = both.clone();
    tokio::spawn(async move {
        tokio::select! {
            () = retired.cancelled() => ended.cancel(),
            () = ended.cancelled() => {}
        }
    });
    both
}

/// Waits for a free slot. Returns `None` if `stop` is cancelled first.
async fn free_slot(slots: &Arc<Semaphore>, stop: &CancellationToken) -> Option<OwnedSemaphorePermit> {
    tokio::select! {
        biased;
        () = stop.cancelled() => None,
        slot = Arc::clone(slots).acquire_owned() => slot.ok(),
    }
}

async fn wait(time: Duration, stop: &CancellationToken) {
    tokio::select! {
        () = stop.cancelled() => {}
        () = tokio::time::sleep(time) => {}
    }
}

/// Compresses the response body without `credits_left`, which the store adds when it settles the report.
fn pack(request_id: String, report_url: String, credits_used: i64, findings: Report) -> anyhow::Result<OpenBody> {
    let result = findings.into_result(report_url, credits_used, 0);
    let body = serde_json::to_vec(&CompletedReport { request_id, status: CompletedStatus::Completed, result })?;
    Ok(OpenBody::without_credits_left(&body)?)
}
