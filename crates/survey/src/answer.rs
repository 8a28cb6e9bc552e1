//! What interviews give: answers, and the distributions that they were drawn from. A respondent who fails has no answers,
//! only a reason; nothing is ever made up in their place.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::report::AnswerValue;

/// The ask for the worst of a list, beside that for the best, which goes by the question's id.
pub fn worst_of(question_id: &str) -> String {
    format!("{question_id}.worst")
}

/// One respondent's finished interview.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Interview {
    pub respondent_id: String,
    pub outcome: Outcome,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Answered {
        /// By question id.
        answers: BTreeMap<String, AnswerValue>,
        /// By ask and answer.
        distributions: BTreeMap<String, BTreeMap<String, f64>>,
    },
    Failed {
        reason: String,
    },
}

impl Interview {
    pub fn is_answered(&self) -> bool {
        matches!(self.outcome, Outcome::Answered { .. })
    }
}

/// The distribution once one answer is taken: the rest in proportion, or evenly where nothing else was likely at all.
/// `shown` are the answers that stood to choose from.
pub fn without(probabilities: &[f64], taken: usize, shown: impl Fn(usize) -> bool) -> Vec<f64> {
    let is_left = |answer: usize| answer != taken && shown(answer);
    let rest: f64 = probabilities.iter().enumerate().filter(|(answer, _)| is_left(*answer)).map(|(_, p)| p).sum();
    let left = (0..probabilities.len()).filter(|answer| is_left(*answer)).count();
    let share = |(answer, p): (usize, &f64)| match is_left(answer) {
        false => 0.0,
        true if rest > 0.0 => p / rest,
        true => 1.0 / left as f64,
    };
    probabilities.iter().enumerate().map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::Calibration;

    #[test]
    fn taking_an_answer_leaves_the_rest_in_proportion() {
        assert_eq!(without(&[0.5, 0.3, 0.2, 0.0], 0, |_| true), [0.0, 0.6, 0.4, 0.0]);
        assert_eq!(without(&[1.0, 0.0, 0.0, 0.0], 0, |answer| answer < 3), [0.0, 0.5, 0.5, 0.0]);
    }

    #[test]
    fn an_interview_survives_json_to_the_last_bit() {
        let probabilities = Calibration::cautious().apply(&[0.1, 0.2, 1.0 / 3.0], &[1.0 / 3.0; 3]).unwrap();
        let named = ["a", "b", "c"].map(str::to_owned).into_iter().zip(probabilities).collect();
        let outcome = Outcome::Answered {
            answers: BTreeMap::from([
                ("preference".to_owned(), AnswerValue::Text("a".to_owned())),
                ("likelihood".to_owned(), AnswerValue::Rating(4)),
            ]),
            distributions: BTreeMap::from([("preference".to_owned(), named)]),
        };
        let interview = Interview { respondent_id: "r0001".to_owned(), outcome };
        let json = serde_json::to_string(&interview).unwrap();
        assert_eq!(serde_json::from_str::<Interview>(&json).unwrap(), interview);
    }
}
