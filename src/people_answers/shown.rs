//! Whether a report's page has anything of people to show.

use contract::ReportResult;

use super::view::{Answered, PeopleView, view};

/// What is shown of people beside a forecast, once somebody has chosen; whoever only began or stopped before the choice
/// makes a forecast no report about people.
pub fn shown(result: &ReportResult, answers: &[Answered]) -> Option<PeopleView> {
    answers.iter().any(|answer| answer.choice.is_some()).then(|| view(result, answers))
}
