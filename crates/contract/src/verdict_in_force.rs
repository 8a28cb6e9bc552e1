//! Which verdict a report has: the forecast's, or from ten counted answers of people on the joint one. Every surface asks
//! here, so that a report has one verdict wherever it is read. The `result` of a report is final and keeps the forecast's.

use crate::{Analysis, Openness, PeopleView, ReportResult, Verdict};

/// Number of counted answers from which the joint verdict is the report's.
pub const JOINT_VERDICT_PEOPLE_MIN: u32 = 10;

/// Returns how many more counted answers there must be until the joint verdict is the report's; 0 where it is.
pub fn people_to_joint_verdict(people: u32) -> u32 {
    JOINT_VERDICT_PEOPLE_MIN.saturating_sub(people)
}

/// The verdict of a report.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VerdictInForce<'a> {
    /// The verdict in one sentence, in the report's language.
    pub headline: &'a str,
    /// Absent in reports made before there were verdicts.
    pub verdict: Option<Verdict>,
    pub open: Option<Openness>,
    /// The option to choose, the one that leads, or those to keep.
    pub options: &'a [String],
    /// People's answers, where the verdict rests on them.
    pub people: Option<&'a PeopleView>,
}

impl<'a> VerdictInForce<'a> {
    /// Returns the verdict of a report; `people` are the counted answers, if there are any.
    pub fn of(result: &'a ReportResult, people: Option<&'a PeopleView>) -> Self {
        people.and_then(Self::of_people).unwrap_or_else(|| Self::of_forecast(&result.analysis))
    }

    /// Returns the joint verdict; `None` while the forecast's is in force.
    pub fn of_people(view: &'a PeopleView) -> Option<Self> {
        let ruling = view.verdict.as_ref()?;
        Some(Self {
            headline: &ruling.headline,
            verdict: Some(ruling.verdict),
            open: ruling.open,
            options: &ruling.options,
            people: Some(view),
        })
    }

    /// Returns the forecast's verdict, which is in force while there is no joint one.
    pub fn of_forecast(analysis: &'a Analysis) -> Self {
        let overview = &analysis.overview;
        let ruling = overview.ruling.as_ref();
        Self {
            headline: &overview.headline,
            verdict: ruling.map(|ruling| ruling.verdict),
            open: ruling.and_then(|ruling| ruling.open),
            options: ruling.map_or(&[], |ruling| ruling.options.as_slice()),
            people: None,
        }
    }

    /// Whether it rests on forecast and people together.
    pub fn is_joint(&self) -> bool {
        self.people.is_some()
    }

    /// Whether it is about the option: the one to choose, those to keep, or the upper end of a scale. Charts emphasise these.
    pub fn is_about(&self, analysis: &Analysis, option: &str) -> bool {
        match self.people {
            Some(_) => self.options.iter().any(|own| own == option),
            None => analysis.is_verdict_about(option),
        }
    }

    /// Returns how far the joint verdict is settled; `None` of a forecast's.
    pub fn settlement(&self, locale: impl Into<wording::Locale>) -> Option<String> {
        self.people?.settlement(locale)
    }
}
