//! People's answers as figures are made of them. Stored answers are places in lists, keyed by question id; a value that does
//! not have the form that the sheet writes is ignored.

use forecast::joint::ListAnswer;
use population::census::AGE_BANDS;
use questionnaire::QuestionId;
use serde_json::{Map, Value};

use super::eligibility::{Ages, Eligibility};

/// Place of "none of them" among the answers to the acceptance question.
const NONE_PLACE: usize = 1;

/// All answers of people to one report.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct People {
    /// Complete answers that are not flagged, or that the owner kept. Only these enter figures.
    pub counted: Vec<CountedAnswer>,
    /// Number of complete answers that are flagged as automated and that the owner has not kept.
    pub flagged: u32,
    /// Number of answers by link that were begun and not completed.
    pub unfinished: u32,
    /// Number of people who do not belong to the audience, by link and from files.
    pub screened_out: u32,
    /// How the counted answers were collected.
    pub collected: Collected,
}

/// How answers were collected, for the disclosure.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Collected {
    /// Who asked, as people were told.
    pub asker: Option<String>,
    /// Number of counted answers by a link that works for everybody, by links that work once, and from files.
    pub by_link: u32,
    pub by_one_time_link: u32,
    pub by_file: u32,
    /// Days of the first and the last counted answer in UTC, as in 2026-01-31; of a file, of its upload.
    pub first_day: Option<String>,
    pub last_day: Option<String>,
}

/// One person's counted answer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CountedAnswer {
    /// The final choice, as the option's place in the client's order.
    pub choice: Option<usize>,
    pub details: Details,
    /// Weight that a file supplied. `None` is raked, which a supplied 1 is not.
    pub weight: Option<f64>,
    /// Age in years, known only of a file that is not stored.
    pub age: Option<u8>,
    pub age_band: Option<String>,
    pub sex: Option<String>,
    pub country: Option<String>,
    /// Whether a file states that the person belongs to the audience.
    pub is_eligible: Option<bool>,
    pub eligibility: Eligibility,
    /// The person's words, verbatim; `None` where they wrote none or the owner hides them.
    pub comment: Option<String>,
}

impl CountedAnswer {
    /// Whether it contains a choice among the options.
    pub fn has_choice(&self) -> bool {
        self.choice.is_some() || !self.details.lists.is_empty()
    }

    /// Returns whether the person was shown every option: in one list, or in short lists that together hold all of them.
    pub fn saw_all(&self, options: usize) -> bool {
        let lists = &self.details.lists;
        let is_shown = |option: usize| lists.iter().any(|it| it.list.contains(&option));
        lists.is_empty() || (0..options).all(is_shown)
    }

    /// Returns the ages that the person may have, where something is known of it.
    pub fn ages(&self) -> Option<Ages> {
        let exact = self.age.map(|age| (age, Some(age)));
        let band = || AGE_BANDS.iter().find(|band| Some(band.code) == self.age_band.as_deref());
        exact.or_else(|| band().map(|band| band.within(None, None)))
    }
}

/// Answers to the other questions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Details {
    /// Best-worst answers on short lists, where there are many options, and the final choice among the best.
    pub lists: Vec<ListAnswer>,
    /// Whether they would rather have none of the options.
    pub wants_none: Option<bool>,
    /// Step on the likelihood scale, from 0.
    pub likelihood: Option<usize>,
    /// Reasons for the choice, as places in the question's list; `None` where the question was not answered.
    pub drivers: Option<Vec<usize>>,
    /// Main concern, as its place in the question's list.
    pub concern: Option<usize>,
}

impl Details {
    /// Reads stored answers, keyed by question id. `choice` is the final choice.
    pub fn read(answers: &Map<String, Value>, choice: Option<usize>) -> Self {
        let mut lists: Vec<ListAnswer> = answers.values().filter_map(list).collect();
        let finalists: Vec<usize> = lists.iter().map(|list| list.best).collect();
        let last = choice.filter(|best| finalists.len() > 1 && finalists.contains(best));
        lists.extend(last.map(|best| ListAnswer { list: finalists, best, worst: None, weight: 1.0 }));
        Self {
            lists,
            wants_none: answers
                .get(&QuestionId::Acceptance.to_string())
                .and_then(place)
                .map(|place| place == NONE_PLACE),
            likelihood: answers.get(&QuestionId::Likelihood.to_string()).and_then(place),
            drivers: answers
                .get(&QuestionId::Drivers.to_string())
                .and_then(|picks| picks.as_array()?.iter().map(place).collect()),
            concern: answers.get(&QuestionId::Concern.to_string()).and_then(place),
        }
    }
}

fn list(value: &Value) -> Option<ListAnswer> {
    let offered: Vec<usize> = value.get("of")?.as_array()?.iter().map(place).collect::<Option<_>>()?;
    let best = place(value.get("best")?)?;
    Some(ListAnswer { list: offered, best, worst: value.get("worst").and_then(place), weight: 1.0 })
}

fn place(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lists_are_read_with_the_choice_among_their_best() {
        let answers = json!({
            "preference_1": { "best": 3, "worst": 1, "of": [1, 2, 3] },
            "preference_2": { "best": 0, "worst": 4, "of": [0, 4, 5] },
            "preference": 0, "acceptance": 1, "likelihood": 4, "drivers": [0, 2], "concern": 1, "reason": "words",
        });
        let details = Details::read(answers.as_object().unwrap(), Some(0));
        let read: Vec<_> = details.lists.iter().map(|it| (it.list.clone(), it.best, it.worst)).collect();
        assert_eq!(read, [(vec![1, 2, 3], 3, Some(1)), (vec![0, 4, 5], 0, Some(4)), (vec![3, 0], 0, None)]);
        assert_eq!((details.wants_none, details.likelihood), (Some(true), Some(4)));
        assert_eq!((details.drivers, details.concern), (Some(vec![0, 2]), Some(1)));
    }

    #[test]
    fn malformed_values_are_ignored() {
        let answers = json!({ "preference_1": { "best": "x", "of": [1] }, "acceptance": null, "likelihood": -1, "drivers": ["x"] });
        assert_eq!(Details::read(answers.as_object().unwrap(), Some(2)), Details::default());
    }
}
