//! How owners end a report: by cancelling a running one, or by deleting any. Both charge for the interviews begun.

use super::App;
use primitives::ids::{AccountId, LedgerId, ReportId};
use store::{CancelError, Cancelled, Deletion, OwnReport};

impl App {
    /// Cancels a report. Returns `None` if it has ended.
    pub async fn cancel_report(
        &self,
        account: AccountId,
        report: &OwnReport,
    ) -> Result<Option<Cancelled>, CancelError> {
        let now = self.clock.now();
        let message = wording::say(report.brief.language(), "work-failure-cancelled", &[]);
        let entry = LedgerId::new(now, &self.chance);
        let cancelled = self.store.cancel_report(account, report.id, &message, entry, now).await?;
        count(cancelled);
        Ok(cancelled)
    }

    /// Deletes a report for good. A running one is cancelled first.
    pub async fn delete_report(&self, account: AccountId, report: ReportId) -> Result<Deletion, CancelError> {
        let now = self.clock.now();
        let entry = LedgerId::new(now, &self.chance);
        let deletion = self.store.delete_report(account, report, entry, now).await?;
        if let Deletion::Deleted { cancelled } = deletion {
            count(cancelled);
        }
        Ok(deletion)
    }
}

fn count(cancelled: Option<Cancelled>) {
    if let Some(cancelled) = cancelled {
        metrics::counter!("canvass_credits_posted_total").increment(cancelled.credits_used.unsigned_abs());
        metrics::counter!("canvass_reports_total", "outcome" => "cancelled").increment(1);
    }
}
