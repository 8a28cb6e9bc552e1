//! Whether people have settled which option is first: all that closing a survey needs. It takes microseconds, where what is
//! shown of people (`view`) simulates how many more would settle it; so it can be asked after every answer.

use contract::ReportResult;
use forecast::together::{Answers, Study, Worth};
use serde::{Deserialize, Serialize};

/// What a report expects of people, as far as closing needs it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Expected {
    /// In the client's order.
    shares: Vec<f64>,
    /// How many people's answers the forecast is worth.
    effective_size: f64,
}

impl Expected {
    pub fn of(result: &ReportResult) -> Self {
        let found = |option: &String| result.analysis.winner.shares.iter().find(|share| share.option == *option);
        let shares = result.research_input.options.iter().map(|option| found(option).map_or(0.0, |share| share.share));
        Self { shares: shares.collect(), effective_size: result.method.effective_size }
    }

    /// `choices` are the places of the options that people chose, with their weights.
    pub fn is_settled_by(&self, choices: impl IntoIterator<Item = (usize, f64)>) -> bool {
        let options = self.shares.len();
        let answers = Answers::of(choices.into_iter().filter(|(choice, _)| *choice < options), options);
        let worth = Worth::about(self.effective_size);
        Study { forecast: &self.shares, worth: &worth, answers: &answers }.settled().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::super::joined::{Counted, Forecast, together};
    use super::*;

    #[test]
    fn it_is_settled_exactly_where_the_page_says_so() {
        let expected = Expected { shares: vec![0.5, 0.3, 0.2], effective_size: 20.0 };
        let shown = Forecast {
            shares: expected.shares.clone(),
            intervals: vec![[0.0, 1.0]; 3],
            effective_size: expected.effective_size,
        };
        let mut seen = Vec::new();
        for people in [0, 1, 10, 30, 100] {
            for one_in in [2, 5, 20] {
                let choices: Vec<usize> = (0..people).map(|at| usize::from(at % one_in != 0)).collect();
                let counted =
                    |choice: &usize| Counted { choice: *choice, weight: 1.0, age_band: None, sex: None, country: None };
                let counted: Vec<Counted> = choices.iter().map(counted).collect();
                let is_settled = expected.is_settled_by(choices.iter().map(|choice| (*choice, 1.0)));
                assert_eq!(is_settled, together(&shown, &counted).is_settled, "{people} {one_in}");
                seen.push(is_settled);
            }
        }
        assert!(seen.contains(&true) && seen.contains(&false));
    }
}
