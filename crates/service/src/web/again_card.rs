//! The card that asks a completed report again: what that costs, and the button.

use super::fault::Fault;
use super::shell::Shell;
use crate::app::App;
use primitives::ids::ReportId;
use primitives::secret::PlainToken;
use store::OwnReport;

/// What the card shows.
pub(super) struct AgainCard {
    /// The report that is asked again.
    pub(super) report: ReportId,
    /// How many are asked, by which engine, and what it costs.
    pub(super) explained: String,
    /// Idempotency key, new for each card shown, so that a button pressed twice creates one report.
    pub(super) form_key: String,
}

impl AgainCard {
    /// Returns the card of a completed report, unless it is a follow-up: that asks the respondents of another report.
    pub(super) async fn of(app: &App, shell: &Shell, report: &OwnReport) -> Result<Option<Self>, Fault> {
        if report.brief.same_panel_as().is_some() {
            return Ok(None);
        }
        let engine = app.engine_in_use().await?.model_names();
        let size = i64::from(report.brief.sample_size());
        let args = [
            ("n_count", size.into()),
            ("n", shell.number(size).into()),
            ("credits", shell.counted("work-credits", size).into()),
            ("engine", engine.into()),
        ];
        Ok(Some(Self {
            report: report.id,
            explained: shell.say_with("study-again-explained", &args),
            form_key: PlainToken::generate(&app.chance).reveal().to_owned(),
        }))
    }
}
