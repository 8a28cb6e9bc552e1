//! A finished report, as far as fieldwork uses it. `contract` makes it from a stored result.

use foundation::Language;
use language::Inquiry;
use questionnaire::Question;

use super::audience::Audience;
use super::joint::{Criterion, Forecast};
use super::prices::Ladder;
use super::screening::Screening;

/// The report that people are asked about. Options go by their place in the client's order.
#[derive(Debug, Clone, PartialEq)]
pub struct SurveyedReport {
    pub language: Language,
    /// The client's question, verbatim.
    pub question: String,
    /// The client's options, verbatim.
    pub options: Vec<String>,
    pub inquiry: Inquiry,
    pub questions: Vec<Question>,
    pub forecast: Forecast,
    pub audience: Audience,
    /// Who belongs to the audience.
    pub screening: Screening,
    /// Forecast share of each step of the likelihood question, not normalised; `None` where it was not asked.
    pub likelihood: Option<Vec<f64>>,
}

impl SurveyedReport {
    /// Returns the prices, where people are asked for the dearest one at which they would buy.
    pub fn ladder(&self) -> Option<&Ladder> {
        match &self.forecast.criterion {
            Criterion::DearestPrice(ladder) => Some(ladder),
            _ => None,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use questionnaire::{QuestionId, QuestionKind};

    use super::*;

    /// A report on two names with three listed reasons, of which the last is the residual one.
    pub(crate) fn report() -> SurveyedReport {
        let reasons = Question {
            id: QuestionId::Drivers,
            title: "Why?".to_owned(),
            kind: QuestionKind::MultipleChoice,
            options: ["Calm", "Easy", "Something else"].map(str::to_owned).to_vec(),
            scale: None,
            asked_of: None,
        };
        SurveyedReport {
            language: Language::En,
            question: "Which name?".to_owned(),
            options: vec!["Drift".to_owned(), "Lull".to_owned()],
            inquiry: Inquiry::Naming,
            questions: vec![reasons],
            forecast: Forecast {
                shares: vec![0.6, 0.4],
                intervals: vec![[0.4, 0.8], [0.2, 0.6]],
                effective_size: 10.0,
                effective_sizes: Vec::new(),
                criterion: Criterion::Choice,
                none: None,
            },
            audience: Audience::new([], 2),
            screening: Screening::default(),
            likelihood: None,
        }
    }
}
