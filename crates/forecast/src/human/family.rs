//! The record by family of question. It is computed from the same predictions as the overall record; nothing is asked or fitted
//! again.

use language::QuestionFamily;

use super::score::{skill, uniform};
use super::tune::{preferring_little_known, surveys_of};
use super::{Prediction, gains, rounded, top_agreement};
use crate::calibration::FamilyRecord;
use foundation::Language;

/// Smallest number of cases and of surveys for a record. A family with fewer in a language is pooled over all languages; with fewer
/// even then it has no record. With five surveys, the standard error over surveys has four degrees of freedom.
const CASES_MIN: usize = 8;
const SURVEYS_MIN: usize = 5;

/// Returns the record of each family in a language. `uncalibrated` and `predictions` hold the uncalibrated and the cross-validated
/// shares of the same cases.
pub(super) fn by_family<'a>(
    uncalibrated: &[Prediction<'a>],
    predictions: &[Prediction<'a>],
    language: Language,
) -> Vec<FamilyRecord> {
    let of = |family| record(uncalibrated, predictions, family, language);
    QuestionFamily::ALL.into_iter().filter_map(of).collect()
}

/// Returns whether predictions are closer to people's shares than a uniform guess, by more than two standard errors over surveys.
pub(super) fn beats_guessing(predictions: &[Prediction<'_>]) -> bool {
    let guess = |it: &Prediction<'_>| uniform(it.case);
    let guessed: Vec<Prediction<'_>> =
        predictions.iter().map(|it| Prediction { case: it.case, shares: guess(it) }).collect();
    gains(predictions, &guessed).is_sure()
}

fn record<'a>(
    uncalibrated: &[Prediction<'a>],
    predictions: &[Prediction<'a>],
    family: QuestionFamily,
    language: Language,
) -> Option<FamilyRecord> {
    let of_language = |predictions| of_family(predictions, family, Some(language));
    let (raw, calibrated, pooled) = match (of_language(uncalibrated), of_language(predictions)) {
        (Some(raw), Some(calibrated)) => (raw, calibrated, false),
        _ => (of_family(uncalibrated, family, None)?, of_family(predictions, family, None)?, true),
    };
    let knows = beats_guessing(&raw);
    // As in the overall record: if the engine only guesses, good predictions are due to the prior, so its raw shares are scored.
    let credited = if knows { &calibrated } else { &raw };
    let mean =
        |figure: fn(&Prediction<'_>) -> f64| calibrated.iter().map(figure).sum::<f64>() / calibrated.len() as f64;
    Some(FamilyRecord {
        family,
        cases: u32::try_from(calibrated.len()).unwrap_or(u32::MAX),
        surveys: u32::try_from(surveys_of(&calibrated).len()).unwrap_or(u32::MAX),
        pooled,
        skill: rounded(skill(credited).unwrap_or(0.0), 2),
        knows,
        winner_accuracy: rounded(mean(|it| top_agreement(&it.case.shares, &it.shares)), 4),
        chance: rounded(mean(|it| 1.0 / it.case.options.len() as f64), 4),
    })
}

/// Returns the predictions that count for a family, in one language or in all; `None` if they are too few for a record.
fn of_family<'a>(
    predictions: &[Prediction<'a>],
    family: QuestionFamily,
    language: Option<Language>,
) -> Option<Vec<Prediction<'a>>> {
    let is_one =
        |it: &&Prediction<'a>| it.case.family == family && language.is_none_or(|language| it.case.language == language);
    let counted: Vec<Prediction<'a>> =
        preferring_little_known(predictions.iter().filter(is_one).collect(), SURVEYS_MIN)
            .into_iter()
            .cloned()
            .collect();
    let is_enough = counted.len() >= CASES_MIN && surveys_of(&counted).len() >= SURVEYS_MIN;
    is_enough.then_some(counted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::human::Case;
    use crate::human::tests::made;

    /// Six surveys of two cases with people's answers far from a uniform guess.
    fn cases(family: QuestionFamily, language: Language) -> Vec<Case> {
        let mut cases = made(6, 2, 3);
        for case in &mut cases {
            (case.family, case.language, case.shares) = (family, language, vec![0.7, 0.2, 0.1]);
            case.survey = format!("{family:?}-{language}-{}", case.survey);
        }
        cases
    }

    fn said(cases: &[Case], shares: [f64; 3]) -> Vec<Prediction<'_>> {
        cases.iter().map(|case| Prediction { case, shares: shares.to_vec() }).collect()
    }

    #[test]
    fn an_engine_may_know_opinions_and_guess_at_choices() {
        let opinions = cases(QuestionFamily::Opinions, Language::En);
        let choices = cases(QuestionFamily::Choices, Language::En);
        let all = [said(&opinions, [0.6, 0.3, 0.1]), said(&choices, [0.1, 0.2, 0.7])].concat();
        let found = by_family(&all, &all, Language::En);
        assert_eq!(found.iter().map(|it| it.family).collect::<Vec<_>>(), QuestionFamily::ALL[..2]);
        assert!(found[0].knows && found[0].skill > 50.0 && found[0].winner_accuracy == 1.0);
        assert!(!found[1].knows && found[1].skill < 0.0 && found[1].winner_accuracy == 0.0);
        assert_eq!((found[0].cases, found[0].surveys, found[0].pooled), (12, 6, false));
    }

    #[test]
    fn a_language_with_few_cases_borrows_those_of_the_others() {
        let english = cases(QuestionFamily::Choices, Language::En);
        let few = cases(QuestionFamily::Choices, Language::Es)[..2].to_vec();
        let all = [said(&english, [0.6, 0.3, 0.1]), said(&few, [0.6, 0.3, 0.1])].concat();
        let spanish = by_family(&all, &all, Language::Es);
        assert_eq!((spanish[0].cases, spanish[0].surveys, spanish[0].pooled), (14, 7, true));
        assert!(by_family(&all[12..], &all[12..], Language::Es).is_empty(), "too few even together");
    }
}
