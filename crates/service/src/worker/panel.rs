//! The respondents of an earlier report that a brief asks again, read from its stored result.

use std::sync::Arc;

use contract::{CompletedReport, Panel};
use tokio_util::sync::CancellationToken;

use super::Worker;
use pipeline::{JournalError, PipelineError};
use primitives::ids::ReportId;
use store::body::{UnreadableJson, read_json};
use store::{BodyForm, ClaimedReport};

impl Worker {
    /// Returns the panel of a follow-up; `None` for a report that draws its own respondents. The earlier report may have been
    /// deleted since the follow-up was created.
    pub(super) async fn panel(
        &self,
        report: &ClaimedReport,
        stop: &CancellationToken,
    ) -> Result<Option<Arc<Panel>>, PipelineError> {
        let Some(named) = report.brief.same_panel_as() else { return Ok(None) };
        let id = ReportId::parse(named).ok_or(PipelineError::NoPanel)?;
        let account = report.lease.account;
        let read = || async { Ok(self.store.result_body(account, id, BodyForm::Plain).await?) };
        let body = self.retry_during_outage(stop, read).await.map_err(JournalError::new)?;
        let body = body.ok_or(PipelineError::NoPanel)?;
        let named = named.to_owned();
        // Parsing megabytes would block the async runtime for too long.
        let panel = tokio::task::spawn_blocking(move || -> Result<Panel, UnreadableJson> {
            Ok(Panel::of(&named, &read_json::<CompletedReport>(&body)?.result))
        });
        let panel = panel.await.map_err(PipelineError::Computation)?.map_err(JournalError::new)?;
        if panel.respondents.is_empty() {
            return Err(PipelineError::NoPanel);
        }
        Ok(Some(Arc::new(panel)))
    }
}
