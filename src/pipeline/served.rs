//! What each form looks like to those who are dealt it: every question with its answers as served.

use survey::form::Form;
use survey::order::{RATINGS, order};
use survey::questionnaire::is_preference;
use survey::report::{Question, QuestionKind};

use super::Design;
use crate::engine::{ServedForm, ServedOption, ServedQuestion};

/// All forms of a design.
pub(super) fn forms(design: &Design) -> Vec<ServedForm<'_>> {
    let form = |(number, form): (usize, &Form)| ServedForm {
        number,
        audience: &design.audience.description,
        questions: design
            .questionnaire
            .questions
            .iter()
            .map(|question| ServedQuestion { question, options: options(design, question, form, number) })
            .collect(),
    };
    design.forms.iter().enumerate().map(form).collect()
}

/// A question's answers in the order that a form serves them; none where the respondent's own answers decide.
pub(super) fn options<'a>(
    design: &'a Design,
    question: &'a Question,
    form: &[usize],
    number: usize,
) -> Vec<ServedOption<'a>> {
    let order = order(question, design.optimized.options.len(), form, number);
    order.into_iter().map(|index| option(design, question, index)).collect()
}

/// An answer as served: the client's options in their served wording, everything else as it is.
pub(super) fn option<'a>(design: &'a Design, question: &'a Question, index: usize) -> ServedOption<'a> {
    let text = match question.kind {
        QuestionKind::Rating => RATINGS[index],
        _ if is_preference(&question.id) => &design.optimized.options[index],
        _ => &question.options[index],
    };
    ServedOption { index, text }
}
