//! What one person told, as far as it is counted. Answers are kept as places by the ids of questions; whatever does not read as
//! the sheet wrote it is passed over.

use contract::ids::{ACCEPTANCE, LIKELIHOOD};
use forecast::together::ListAnswer;
use serde_json::{Map, Value};

/// The place of "none of them" among the answers to whether one would do.
const NONE_PLACE: usize = 1;

/// What people answered to a report.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct People {
    /// Whole answers without marks of a program, or kept by the owner in spite of them. Nothing else enters a figure.
    pub counted: Vec<Answered>,
    /// Number of whole answers with marks that the owner has not kept.
    pub marked: u32,
    /// Number of answers by link that were begun and not finished.
    pub unfinished: u32,
}

/// One person's counted answer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answered {
    pub choice: Option<usize>,
    pub told: Told,
    pub weight: f64,
    pub age_band: Option<String>,
    pub sex: Option<String>,
    pub country: Option<String>,
}

impl Answered {
    /// Whether it says anything about the options.
    pub fn counts(&self) -> bool {
        self.choice.is_some() || !self.told.lists.is_empty()
    }
}

/// What was answered beside the choice.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Told {
    /// Best and worst of short lists, where there are many options, and the choice among the best.
    pub lists: Vec<ListAnswer>,
    /// Whether they would rather have none of the options.
    pub wants_none: Option<bool>,
    /// How likely they are to act on it, counted from zero.
    pub likelihood: Option<usize>,
}

impl Told {
    /// Reads a person's answers by the ids of questions; `choice` is the one they made in the end.
    pub fn read(answers: &Map<String, Value>, choice: Option<usize>) -> Self {
        let mut lists: Vec<ListAnswer> = answers.values().filter_map(list).collect();
        let finalists: Vec<usize> = lists.iter().map(|list| list.best).collect();
        let last = choice.filter(|best| finalists.len() > 1 && finalists.contains(best));
        lists.extend(last.map(|best| ListAnswer { list: finalists, best, worst: None, weight: 1.0 }));
        Self {
            lists,
            wants_none: answers.get(ACCEPTANCE).and_then(place).map(|place| place == NONE_PLACE),
            likelihood: answers.get(LIKELIHOOD).and_then(place),
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
            "preference": 0, "acceptance": 1, "likelihood": 4, "reason": "words",
        });
        let told = Told::read(answers.as_object().unwrap(), Some(0));
        let read: Vec<_> = told.lists.iter().map(|it| (it.list.clone(), it.best, it.worst)).collect();
        assert_eq!(read, [(vec![1, 2, 3], 3, Some(1)), (vec![0, 4, 5], 0, Some(4)), (vec![3, 0], 0, None)]);
        assert_eq!((told.wants_none, told.likelihood), (Some(true), Some(4)));
    }

    #[test]
    fn what_does_not_read_as_the_sheet_wrote_it_is_passed_over() {
        let answers = json!({ "preference_1": { "best": "x", "of": [1] }, "acceptance": null, "likelihood": -1 });
        assert_eq!(Told::read(answers.as_object().unwrap(), Some(2)), Told::default());
    }
}
