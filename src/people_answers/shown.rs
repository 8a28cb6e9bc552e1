//! Whether a report's page has anything of people to show.

use contract::ReportResult;

use super::told::Answered;
use super::view::{PeopleView, view};

/// What is shown of people beside a forecast, once somebody has chosen; whoever only began or stopped before the choice
/// makes a forecast no report about people.
pub fn shown(result: &ReportResult, answers: &[Answered]) -> Option<PeopleView> {
    answers.iter().any(Answered::counts).then(|| view(result, answers))
}
