//! The order in which a form shows each question's answers. Options follow the form; "none of these prices" stays
//! last. Lists of reasons and concerns
//! are rotated and keep their residual answer last. Scales and yes-or-no answers are not reordered.

use foundation::OptionId;

use crate::design::lists;
use crate::form;
use crate::{Question, QuestionId, QuestionKind};

/// The points of the rating scale as shown.
pub const RATINGS: [&str; 5] = ["1", "2", "3", "4", "5"];

/// Returns the indices of a question's answers in the order shown.
///
/// `options` is the number of the client's options and `number` the form's index. The result is empty for open
/// questions and for the final choice after short lists, whose answers depend on the respondent's earlier answers.
pub fn order(question: &Question, options: usize, form: &[OptionId], number: usize) -> Vec<usize> {
    let places = |options: &[OptionId]| options.iter().map(|option| option.0).collect();
    match (question.kind, question.id) {
        (QuestionKind::OpenText, _) => Vec::new(),
        (QuestionKind::Rating, _) => (0..RATINGS.len()).collect(),
        (_, QuestionId::List(part)) => places(form::list(form, part - 1)),
        // After short lists, respondents choose among the options that they put first.
        (_, QuestionId::Preference) if question.options.len() > options => along(form, question),
        (_, QuestionId::Preference) if !lists(options).is_empty() => Vec::new(),
        (_, QuestionId::Preference) => places(form),
        (_, QuestionId::Drivers | QuestionId::Concern) => form::rotated(question.options.len(), number, 1),
        _ => (0..question.options.len()).collect(),
    }
}

/// Returns prices in the form's order; the answer that none of them will do stays last.
fn along(form: &[OptionId], question: &Question) -> Vec<usize> {
    form.iter().map(|option| option.0).chain(form.len()..question.options.len()).collect()
}

#[cfg(test)]
mod tests {
    use language::brief::{Brief, Draft};
    use language::served;

    use super::*;
    use crate::design::questionnaire;

    fn orders(options: usize, number: usize) -> Vec<(QuestionId, Vec<usize>)> {
        let names = (0..options).map(|index| format!("Option {index}")).collect();
        let brief = Brief::parse(Draft { question: "Which?".to_owned(), options: names, ..Draft::default() }).unwrap();
        let form = &form::forms(options, 1)[number];
        let questions = questionnaire(&brief, &served::optimize(&brief)).questions;
        questions.into_iter().map(|question| (question.id, order(&question, options, form, number))).collect()
    }

    fn of(orders: &[(QuestionId, Vec<usize>)], id: QuestionId) -> &[usize] {
        &orders.iter().find(|(question, _)| *question == id).unwrap().1
    }

    fn dealt(options: usize, number: usize) -> Vec<usize> {
        form::forms(options, 1)[number].iter().map(|option| option.0).collect()
    }

    #[test]
    fn one_list_follows_the_form_and_the_others_turn_with_it() {
        let orders = orders(4, 2);
        assert_eq!(of(&orders, QuestionId::Preference), dealt(4, 2));
        assert_eq!(of(&orders, QuestionId::Drivers), [2, 3, 4, 5, 6, 0, 1, 7]);
        assert_eq!(of(&orders, QuestionId::Likelihood), [0, 1, 2, 3, 4]);
        assert!(of(&orders, QuestionId::Reason).is_empty());
    }

    #[test]
    fn short_lists_are_parts_of_the_form_and_the_final_choice_is_the_respondents_own() {
        let orders = orders(9, 3);
        assert_eq!([1, 2].map(|part| of(&orders, QuestionId::List(part))).concat(), dealt(9, 3));
        assert!(of(&orders, QuestionId::Preference).is_empty());
    }
}
