//! Studies of an account: a report with its later waves, which are compared when they are read, and the follow-ups to their panels.

use contract::{Comparison, ComparisonError, StudyReport};
use wording::Locale;

use super::{App, CompareError};
use primitives::ids::{AccountId, ReportId};
use store::{OwnReport, Status};

/// The reports of a study that its owner has not deleted, oldest first.
#[derive(Debug)]
pub struct Study {
    /// The first report, which names the study. It may be deleted.
    pub first: ReportId,
    pub waves: Vec<OwnReport>,
    pub follow_ups: Vec<OwnReport>,
    /// The last completed waves beside each other; `None` while fewer than two are completed.
    pub compared: Option<Result<Comparison, ComparisonError>>,
}

impl Study {
    fn of(first: ReportId, reports: Vec<OwnReport>) -> Self {
        let (follow_ups, waves) = reports.into_iter().partition(|report| report.brief.same_panel_as().is_some());
        Self { first, waves, follow_ups, compared: None }
    }

    /// Returns the number of a wave, from 1. A wave that failed or was cancelled has none.
    pub fn number(&self, id: ReportId) -> Option<usize> {
        let mut counted = self.waves.iter().filter(|wave| wave.status != Status::Failed);
        counted.position(|wave| wave.id == id).map(|place| place + 1)
    }

    /// Returns the wave that the next one repeats.
    pub fn last_completed(&self) -> Option<&OwnReport> {
        self.waves.iter().rfind(|wave| wave.status == Status::Completed)
    }

    /// Returns the completed waves that are compared: the last ones.
    fn compared_ids(&self) -> Vec<String> {
        let completed = self.waves.iter().filter(|wave| wave.status == Status::Completed);
        let ids: Vec<String> = completed.map(|wave| wave.id.to_string()).collect();
        ids[ids.len().saturating_sub(Comparison::REPORTS_MAX)..].to_vec()
    }

    /// Returns the study as the wire spells it.
    pub fn wire(self) -> contract::Study {
        let report = |report: &OwnReport| StudyReport {
            request_id: report.id.to_string(),
            status: report.status.as_str().to_owned(),
            wave: self.number(report.id).and_then(|number| u32::try_from(number).ok()),
            question: report.brief.question().to_owned(),
            same_panel_as: report.brief.same_panel_as().map(str::to_owned),
        };
        contract::Study {
            study_id: self.first.to_string(),
            waves: self.waves.iter().map(report).collect(),
            follow_ups: self.follow_ups.iter().map(report).collect(),
            comparison: self.compared.and_then(Result::ok),
        }
    }
}

impl App {
    /// Returns the study that a report belongs to or began, or `None` if nothing of it is there. Sentences are in `locale`, or in the
    /// language of the first wave that is compared.
    pub async fn read_study(
        &self,
        account: AccountId,
        named: ReportId,
        locale: Option<Locale>,
    ) -> Result<Option<Study>, CompareError> {
        // A deleted first report still names the study.
        let first = self.store.own_report(account, named).await?.map_or(named, |report| report.study());
        let reports = self.store.study_reports(account, first).await?;
        if reports.is_empty() {
            return Ok(None);
        }
        let mut study = Study::of(first, reports);
        let ids = study.compared_ids();
        if ids.len() < Comparison::REPORTS_MIN {
            return Ok(Some(study));
        }
        study.compared = match self.compare(account, &ids, locale).await {
            Ok(mut comparison) => {
                let locale = locale.unwrap_or_else(|| study.waves[0].brief.language().into());
                let number = |report: &str| ReportId::parse(report).and_then(|id| study.number(id));
                comparison.name_by_wave(locale, number);
                Some(Ok(comparison))
            }
            // One of the waves was deleted meanwhile: the others are still there.
            Err(CompareError::Refused(refused)) => Some(Err(refused)),
            Err(error) => return Err(error),
        };
        Ok(Some(study))
    }
}
