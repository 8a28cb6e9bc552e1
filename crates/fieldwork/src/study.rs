//! What an account may learn from a study: the shares that people gave beside those forecast before any of them answered.
//! It contains no single person's answer.

use super::answer::People;
use super::report::SurveyedReport;

/// People's shares beside the forecast, in the client's order.
#[derive(Debug, Clone, PartialEq)]
pub struct StudyOutcome {
    pub shares: Vec<f64>,
    pub forecast: Vec<f64>,
    /// Number of people who chose.
    pub people: usize,
    /// Effective sample size of their weighted answers.
    pub effective_size: f64,
}

/// Returns the outcome with people weighted to the report's audience; `None` where nobody chose, and for prices.
pub fn study(report: &SurveyedReport, people: &People) -> Option<StudyOutcome> {
    // Prices are asked in another way than all other questions, so they say nothing of how an engine does on those.
    if report.ladder().is_some() {
        return None;
    }
    let people = people.screened(&report.screening);
    let answers = report.audience.answers(&people.counted);
    let shares: Vec<f64> = answers.alone().iter().map(|estimate| estimate.value).collect();
    (!shares.is_empty()).then(|| StudyOutcome {
        shares,
        forecast: report.forecast.shares.clone(),
        people: people.counted.len(),
        effective_size: answers.size(),
    })
}
