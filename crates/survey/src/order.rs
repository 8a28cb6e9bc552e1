//! In which order a form serves each question's answers. Options follow the form; lists of reasons and concerns turn with
//! it and keep their residual answer last; scales and yes-or-no answers stay as they are.

use crate::form;
use crate::questionnaire::{CONCERN, DRIVERS, PREFERENCE, list_ids};
use crate::report::{Question, QuestionKind};

/// Ratings as they are served.
pub const RATINGS: [&str; 5] = ["1", "2", "3", "4", "5"];

/// Places of a question's own answers in the order served; empty where each respondent's own answers decide, or where
/// there are none. `options` is how many the client has, `number` the form's place among the forms.
pub fn order(question: &Question, options: usize, form: &[usize], number: usize) -> Vec<usize> {
    let lists = list_ids(options);
    match (question.kind, question.id.as_str()) {
        (QuestionKind::OpenText, _) => Vec::new(),
        (QuestionKind::Rating, _) => (0..RATINGS.len()).collect(),
        (QuestionKind::BestWorst, id) => {
            lists.iter().position(|list| list == id).map_or_else(Vec::new, |at| form::list(form, at).to_vec())
        }
        // After lists, everyone chooses among the ones they put first themselves.
        (_, PREFERENCE) if !lists.is_empty() => Vec::new(),
        (_, PREFERENCE) => form.to_vec(),
        (_, DRIVERS | CONCERN) => form::rotated(question.options.len(), number, 1),
        _ => (0..question.options.len()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brief::{Brief, Draft};
    use crate::questionnaire::questionnaire;
    use crate::served;

    fn orders(options: usize, number: usize) -> Vec<(String, Vec<usize>)> {
        let names = (0..options).map(|index| format!("Option {index}")).collect();
        let brief = Brief::parse(Draft { question: "Which?".to_owned(), options: names, ..Draft::default() }).unwrap();
        let form = &form::forms(options, 1)[number];
        let questions = questionnaire(&brief, &served::optimize(&brief)).questions;
        questions.into_iter().map(|question| (question.id.clone(), order(&question, options, form, number))).collect()
    }

    fn of<'a>(orders: &'a [(String, Vec<usize>)], id: &str) -> &'a [usize] {
        &orders.iter().find(|(question, _)| question == id).unwrap().1
    }

    #[test]
    fn one_list_follows_the_form_and_the_others_turn_with_it() {
        let orders = orders(4, 2);
        assert_eq!(of(&orders, "preference"), form::forms(4, 1)[2]);
        assert_eq!(of(&orders, "drivers"), [2, 3, 4, 5, 6, 0, 1, 7]);
        assert_eq!(of(&orders, "likelihood"), [0, 1, 2, 3, 4]);
        assert!(of(&orders, "reason").is_empty());
    }

    #[test]
    fn short_lists_are_parts_of_the_form_and_the_final_choice_is_the_respondents_own() {
        let orders = orders(9, 3);
        let form = &form::forms(9, 1)[3];
        assert_eq!([of(&orders, "preference_1"), of(&orders, "preference_2")].concat(), *form);
        assert!(of(&orders, "preference").is_empty());
    }
}
