//! What may be learned from people who were asked about a report: which shares they gave, and which the sealed result had
//! forecast before any of them answered. Nobody's single answer is in it.

use contract::ReportResult;
use statistics::kish;

use super::joined::{Counted, own_shares};
use super::view::{Answered, counted, forecast};

/// People's shares beside the forecast, in the client's order.
#[derive(Debug, Clone, PartialEq)]
pub struct Learned {
    pub shares: Vec<f64>,
    pub forecast: Vec<f64>,
    /// How many chose, and how many equally weighted people they are worth.
    pub people: usize,
    pub people_worth: f64,
}

/// `None` where nobody chose.
pub fn study(result: &ReportResult, answers: &[Answered]) -> Option<Learned> {
    let options = result.research_input.options.len();
    let people: Vec<Counted> = answers.iter().filter_map(|answer| counted(answer, options)).collect();
    let (shares, _) = own_shares(options, &people)?;
    Some(Learned {
        shares,
        forecast: forecast(result).shares,
        people: people.len(),
        people_worth: kish(people.iter().map(|person| person.weight)),
    })
}
