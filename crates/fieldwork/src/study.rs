//! What may be learned from people who were asked about a report: which shares they gave, and which the sealed result had
//! forecast before any of them answered. Nobody's single answer is in it.

use contract::ReportResult;

use super::audience::Audience;
use super::told::People;
use super::view::forecast_of;

/// People's shares beside the forecast, in the client's order.
#[derive(Debug, Clone, PartialEq)]
pub struct Learned {
    pub shares: Vec<f64>,
    pub forecast: Vec<f64>,
    /// How many chose, and how many equally weighted people they are worth.
    pub people: usize,
    pub people_worth: f64,
}

/// `None` where nobody chose. People are weighed to the report's audience, as they are where they are shown.
pub fn study(result: &ReportResult, people: &People) -> Option<Learned> {
    let said = Audience::of(result).answers(&people.counted);
    let shares: Vec<f64> = said.alone().iter().map(|estimate| estimate.value).collect();
    (!shares.is_empty()).then(|| Learned {
        shares,
        forecast: forecast_of(result).shares,
        people: people.counted.len(),
        people_worth: said.size(),
    })
}
