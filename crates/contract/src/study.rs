//! A study on the wire: one question asked in waves, and what the respondents of its waves were asked next.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wording::{Locale, say};

use crate::{Comparison, ComparisonSource};

/// A report that was asked again or followed up, with the reports that did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Study {
    /// Id of the first report. It stays the study's when that report is deleted.
    pub study_id: String,
    /// Oldest first, without deleted ones.
    pub waves: Vec<StudyReport>,
    /// Follow-ups to the respondents of its reports, oldest first.
    pub follow_ups: Vec<StudyReport>,
    /// The last waves that are completed, six at most, beside each other; null while fewer than two are.
    pub comparison: Option<Comparison>,
}

/// One report of a study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StudyReport {
    pub request_id: String,
    pub status: String,
    /// The number of a wave, from 1; null for a follow-up and for a wave that failed.
    pub wave: Option<u32>,
    pub question: String,
    /// Id of the report whose respondents were asked; null for a wave.
    pub same_panel_as: Option<String>,
}

impl Comparison {
    /// Labels the columns by the waves of a study instead of letters. `number` gives that of a report.
    pub fn name_by_wave(&mut self, locale: Locale, number: impl Fn(&str) -> Option<usize>) {
        for column in &mut self.columns {
            let Some(number) = number(&column.report) else { continue };
            let number = i64::try_from(number).unwrap_or(i64::MAX);
            let name = say(locale, "study-wave", &[("n", wording::integer(locale, number).into())]);
            column.label = match column.source {
                ComparisonSource::Forecast => name,
                ComparisonSource::People => say(locale, "compare-label-people", &[("name", name.into())]),
            };
        }
    }
}
