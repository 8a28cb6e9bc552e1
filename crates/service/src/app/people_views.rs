//! Work that follows a change of people's answers: it rebuilds the public view, closes a survey that is settled, and
//! updates the account's study. One background task per process handles one report at a time and merges changes of a
//! report that is still queued. Readers wait a bounded time for it and otherwise get the previous view.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use super::App;
use super::people::FieldworkError;
use contract::PeopleView;
use primitives::ids::ReportId;
use store::{JointFinding, KeptPeopleView, OwnReport, PublicReport, StoreError, SurveyChange};

/// The longest that a reader waits for a view that includes the latest answers.
const READER_WAITS_MAX: Duration = Duration::from_secs(2);
/// The task sleeps as long as its last report took, but no longer than this, and so uses at most half of one CPU.
const REST_MAX: Duration = Duration::from_secs(2);

/// The queue of reports whose answers changed, by first change, each with the readers that wait for it.
#[derive(Default)]
pub struct PeopleChanges(Mutex<Changes>);

#[derive(Default)]
struct Changes {
    queue: VecDeque<ReportId>,
    readers: HashMap<ReportId, Vec<oneshot::Sender<()>>>,
    is_followed: bool,
}

impl PeopleChanges {
    fn lock(&self) -> MutexGuard<'_, Changes> {
        // Nothing panics while the lock is held, and the lists are valid in any state.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a report. Returns whether the caller must start the background task.
    fn note(&self, report: ReportId, reader: Option<oneshot::Sender<()>>) -> bool {
        let mut changes = self.lock();
        if !changes.readers.contains_key(&report) {
            changes.queue.push_back(report);
        }
        changes.readers.entry(report).or_default().extend(reader);
        !std::mem::replace(&mut changes.is_followed, true)
    }

    /// Takes the next report and its waiting readers. Returns `None` if the queue is empty; the task must then end.
    fn next(&self) -> Option<(ReportId, Vec<oneshot::Sender<()>>)> {
        let mut changes = self.lock();
        let Some(report) = changes.queue.pop_front() else {
            changes.is_followed = false;
            return None;
        };
        Some((report, changes.readers.remove(&report).into_iter().flatten().collect()))
    }
}

impl App {
    /// Queues the follow-up work for a report whose answers changed, and returns at once.
    pub fn people_changed(&self, report: ReportId) {
        self.note_change(report, None);
    }

    /// Returns once the follow-up work for a report's current answers is done.
    pub async fn people_followed(&self, report: ReportId) {
        let (reader, made) = oneshot::channel();
        self.note_change(report, Some(reader));
        // An error means that the task ended without handling the report, so there is nothing to wait for.
        let _ = made.await;
    }

    /// Returns the view of people's answers to a published report, with the `people_version` it was made from.
    pub async fn public_people(
        &self,
        token: &str,
        report: &PublicReport,
    ) -> Result<(i64, Option<PeopleView>), StoreError> {
        if report.people_version == 0 {
            return Ok((0, None));
        }
        let kept = self.store.public_people_view(token).await?.as_ref().and_then(read);
        if let Some((people_version, view)) = kept
            && people_version >= report.people_version
        {
            return Ok((people_version, view));
        }
        let (reader, made) = oneshot::channel();
        self.note_change(report.id, Some(reader));
        // After a timeout or a failure, the reader gets the previous view.
        let _ = tokio::time::timeout(READER_WAITS_MAX, made).await;
        Ok(self.store.public_people_view(token).await?.as_ref().and_then(read).unwrap_or((0, None)))
    }

    /// Waits a bounded time until the views of these reports are computed from their latest answers by this release.
    /// Returns whether any of them had to be.
    pub async fn people_views_made(&self, reports: &[OwnReport]) -> bool {
        let stale = reports.iter().filter(|report| is_stale(report)).map(|report| report.id);
        let waits: Vec<oneshot::Receiver<()>> = stale
            .map(|report| {
                let (reader, made) = oneshot::channel();
                self.note_change(report, Some(reader));
                made
            })
            .collect();
        let is_any = !waits.is_empty();
        // After a timeout or a failure, the reader gets the previous views.
        let _ = tokio::time::timeout(READER_WAITS_MAX, futures::future::join_all(waits)).await;
        is_any
    }

    fn note_change(&self, report: ReportId, reader: Option<oneshot::Sender<()>>) {
        if self.people_changes.note(report, reader) {
            let app = self.clone();
            tokio::spawn(async move { app.follow_changes().await });
        }
    }

    async fn follow_changes(&self) {
        let changes = Arc::clone(&self.people_changes);
        while let Some((report, readers)) = changes.next() {
            let began = tokio::time::Instant::now();
            // A panic must not end this task or the process. The next change of the report retries the work.
            let followed = tokio::spawn({
                let app = self.clone();
                async move { app.follow(report).await }
            });
            match followed.await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => {
                    let error = format!("{:#}", anyhow::Error::new(error));
                    tracing::warn!(error, request_id = %report, "the follow-up to a change of people's answers failed");
                }
                Err(_) => {
                    tracing::error!(request_id = %report, "the follow-up to a change of people's answers panicked");
                }
            }
            for reader in readers {
                // A reader that timed out no longer listens.
                let _ = reader.send(());
            }
            tokio::time::sleep(began.elapsed().min(REST_MAX)).await;
        }
    }

    async fn follow(&self, report: ReportId) -> Result<(), FieldworkError> {
        // The version is read before the answers, so that a view never claims to include answers it lacks.
        let Some((account, people_version)) = self.store.people_version(report).await? else { return Ok(()) };
        let result = self.finished_result(account, report).await?;
        let people = self.people_of(account, report).await?;
        let made = tokio::task::spawn_blocking(move || {
            let view = PeopleView::of_counted(&result, &people);
            (view, result, people)
        });
        let (view, result, people) = made.await.map_err(anyhow::Error::new)?;
        let body = view.as_ref().map(serde_json::to_string).transpose().map_err(anyhow::Error::new)?;
        let finding = view.as_ref().and_then(JointFinding::of);
        let kept = KeptPeopleView { people_version, made_by: made_by(), body, finding };
        self.store.keep_people_view(report, &kept).await?;
        if view.is_some_and(|view| view.is_settled) {
            self.close_settled(report, account).await?;
        }
        self.learn_from((account, report, people_version), result, &people).await?;
        Ok(())
    }

    /// Closes the survey if its owner asked for that once the result is settled.
    async fn close_settled(&self, report: ReportId, account: primitives::ids::AccountId) -> Result<(), FieldworkError> {
        let survey = self.store.survey(account, report).await?;
        if survey.is_some_and(|survey| survey.settle_close && !survey.is_closed) {
            let change = SurveyChange { is_closed: Some(true), ..SurveyChange::default() };
            self.store.change_survey(account, report, &change).await?;
        }
        Ok(())
    }
}

/// Decodes a stored view with its `people_version`. Returns `None` if a release with other view rules made it.
fn read(kept: &KeptPeopleView) -> Option<(i64, Option<PeopleView>)> {
    let view = kept.body.as_deref().map(serde_json::from_str).transpose().ok()?;
    (kept.made_by == made_by()).then_some((kept.people_version, view))
}

/// Returns whether the stored view lacks the report's latest answers, or another release made it.
fn is_stale(report: &OwnReport) -> bool {
    let is_current = report.view_version.is_some_and(|version| version >= report.people_version)
        && report.view_made_by.as_deref() == Some(made_by().as_str());
    report.people_version > 0 && !is_current
}

fn made_by() -> String {
    format!("{} {}", contract::ANALYSIS_VERSION, contract::VIEW_VERSION)
}
