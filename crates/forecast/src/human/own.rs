//! Scores the forecasts of an account's reports against the people who answered the same question afterwards.

use serde::{Deserialize, Serialize};

use super::score::skill;
use super::{Prediction, rounded, top_agreement};

/// Record of the forecasts on an account's studies. Each forecast precedes its answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OwnStudies {
    pub studies: u32,
    /// Total over all studies.
    pub people: u32,
    /// 0 equals a uniform guess, 100 is perfect.
    pub skill: f64,
    /// How often the top option was people's first choice.
    pub winner_accuracy: f64,
}

impl OwnStudies {
    /// Scores the forecasts; `None` without any, or if people answered uniformly in all of them.
    pub fn of(forecasts: &[Prediction<'_>]) -> Option<Self> {
        let skill = skill(forecasts)?;
        let right: f64 = forecasts.iter().map(|it| top_agreement(&it.case.shares, &it.shares)).sum();
        Some(Self {
            studies: u32::try_from(forecasts.len()).unwrap_or(u32::MAX),
            people: forecasts.iter().map(|it| it.case.n).fold(0, u32::saturating_add),
            skill: rounded(skill, 1),
            winner_accuracy: rounded(right / forecasts.len() as f64, 4),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::human::open;

    #[test]
    fn own_studies_are_scored_as_engines_are() {
        let cases = &open()[..3];
        let exact: Vec<Prediction<'_>> =
            cases.iter().map(|case| Prediction { case, shares: case.shares.clone() }).collect();
        let found = OwnStudies::of(&exact).unwrap();
        assert_eq!((found.studies, found.skill, found.winner_accuracy), (3, 100.0, 1.0));
        assert_eq!(found.people, cases.iter().map(|case| case.n).sum::<u32>());
        let even = |case| Prediction { case, shares: super::super::score::uniform(case) };
        let guessed: Vec<Prediction<'_>> = cases.iter().map(even).collect();
        assert_eq!(OwnStudies::of(&guessed).unwrap().skill, 0.0);
    }

    #[test]
    fn without_studies_there_is_nothing_to_say() {
        assert_eq!(OwnStudies::of(&[]), None);
    }
}
