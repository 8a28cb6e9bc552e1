//! The report whose respondents a follow-up asks, as the form for a new report shows it.

use super::fault::Fault;
use super::session::Member;
use super::shell::Shell;
use crate::app::{App, DraftError};
use store::OwnReport;

/// The report whose respondents are asked again, as the form names it.
pub(super) struct PanelView {
    pub(super) id: String,
    /// Names the respondents and the earlier question.
    pub(super) said: String,
}

impl PanelView {
    pub(super) fn of(earlier: &OwnReport, shell: &Shell) -> Self {
        let size = i64::from(earlier.brief.sample_size());
        let args = [("n", shell.number(size).into()), ("question", earlier.brief.question().into())];
        Self { id: earlier.id.to_string(), said: shell.say_with("work-same-panel", &args) }
    }
}

/// Returns the completed report whose respondents are asked again.
pub(super) async fn panel(app: &App, member: &Member, id: &str) -> Result<OwnReport, Fault> {
    app.panel_report(member.id(), id).await.map_err(|error| match error {
        DraftError::Refused(_) | DraftError::Deleted => Fault::NotFound,
        DraftError::Store(error) => error.into(),
    })
}
