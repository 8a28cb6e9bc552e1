//! What interviews give: readings (an engine's calibrated distributions), and interviews (the answers drawn from them).
//! A respondent whose engine fails for good has no answers, only a reason; nothing is ever made up in their place.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::report::AnswerValue;

/// Probabilities are kept to this many decimals, which also makes them survive JSON to the last bit.
const DECIMALS_KEPT: i32 = 6;

/// What one respondent's engine said in one wave of questions, as checkpoints store it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    pub respondent_id: String,
    /// Waves are asked one after the other, for later questions depend on the answers drawn to earlier ones.
    pub wave: usize,
    pub outcome: ReadOutcome,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadOutcome {
    /// By ask (a question's id, or `worst_of` it): a probability for each of the question's answers in their own order,
    /// zero where an answer was not shown.
    Read(BTreeMap<String, Vec<f64>>),
    Failed {
        reason: String,
    },
}

/// The ask for the worst of a list, beside that for the best, which goes by the question's id.
pub fn worst_of(question_id: &str) -> String {
    format!("{question_id}.worst")
}

/// One respondent's finished interview, as checkpoints store it.
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

/// Why an engine's numbers are no distribution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DistributionError {
    #[error("{given} probabilities for {expected} options")]
    WrongLength { given: usize, expected: usize },
    #[error("a probability is negative or not a number")]
    NotAProbability,
    #[error("the probabilities add up to nothing")]
    Empty,
}

/// Checks, normalises, shrinks toward uniform by `lambda` and rounds what an engine returned.
pub fn calibrate(raw: &[f64], options: usize, lambda: f64) -> Result<Vec<f64>, DistributionError> {
    if raw.len() != options {
        return Err(DistributionError::WrongLength { given: raw.len(), expected: options });
    }
    if raw.iter().any(|p| !p.is_finite() || *p < 0.0) {
        return Err(DistributionError::NotAProbability);
    }
    let total: f64 = raw.iter().sum();
    if total <= 0.0 || !total.is_finite() {
        return Err(DistributionError::Empty);
    }
    let uniform = 1.0 / options as f64;
    let mut kept: Vec<f64> = raw.iter().map(|p| round(lambda * p / total + (1.0 - lambda) * uniform)).collect();
    // The largest takes up what rounding left, so that the parts add up to one.
    let rest = 1.0 - kept.iter().sum::<f64>();
    if let Some(largest) = kept.iter_mut().max_by(|a, b| a.total_cmp(b)) {
        *largest = round(*largest + rest);
    }
    Ok(kept)
}

fn round(p: f64) -> f64 {
    let scale = 10f64.powi(DECIMALS_KEPT);
    (p * scale).round() / scale
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
    use proptest::prelude::*;

    #[test]
    fn shrinking_moves_toward_uniform() {
        assert_eq!(calibrate(&[1.0, 0.0], 2, 0.5).unwrap(), [0.75, 0.25]);
        assert_eq!(calibrate(&[3.0, 1.0], 2, 1.0).unwrap(), [0.75, 0.25]);
    }

    #[test]
    fn what_is_no_distribution_is_refused() {
        assert_eq!(calibrate(&[1.0], 2, 1.0), Err(DistributionError::WrongLength { given: 1, expected: 2 }));
        assert_eq!(calibrate(&[f64::NAN, 1.0], 2, 1.0), Err(DistributionError::NotAProbability));
        assert_eq!(calibrate(&[-0.1, 1.1], 2, 1.0), Err(DistributionError::NotAProbability));
        assert_eq!(calibrate(&[0.0, 0.0], 2, 1.0), Err(DistributionError::Empty));
    }

    #[test]
    fn taking_an_answer_leaves_the_rest_in_proportion() {
        assert_eq!(without(&[0.5, 0.3, 0.2, 0.0], 0, |_| true), [0.0, 0.6, 0.4, 0.0]);
        assert_eq!(without(&[1.0, 0.0, 0.0, 0.0], 0, |answer| answer < 3), [0.0, 0.5, 0.5, 0.0]);
    }

    #[test]
    fn an_interview_survives_json_to_the_last_bit() {
        let probabilities = calibrate(&[0.1, 0.2, 1.0 / 3.0], 3, 0.7).unwrap();
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

    proptest! {
        #[test]
        fn a_calibrated_distribution_adds_up_to_one(
            raw in prop::collection::vec(0.0f64..10.0, 2..=20), lambda in 0.0f64..=1.0,
        ) {
            prop_assume!(raw.iter().sum::<f64>() > 0.0);
            let kept = calibrate(&raw, raw.len(), lambda).unwrap();
            prop_assert!((kept.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!(kept.iter().all(|p| *p >= 0.0));
        }
    }
}
