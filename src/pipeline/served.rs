//! What each form looks like to those who are dealt it: every question with its answers as served.

use survey::form::Form;
use survey::order::{RATINGS, order};
use survey::questionnaire::is_preference;
use survey::report::{Question, QuestionKind};
use survey::sample::{Respondent, countries};

use super::Design;
use crate::engine::{Choice, ServedForm, ServedOption, ServedQuestion};

/// All forms of a design, as these respondents are served them.
pub(super) fn forms<'a>(design: &'a Design, respondents: &'a [Respondent]) -> Vec<ServedForm<'a>> {
    let countries = countries(respondents);
    let form = |(number, form): (usize, &Form)| ServedForm {
        number,
        audience: &design.audience.description,
        countries: countries.clone(),
        choice: Choice {
            question: &design.optimized.question,
            options: design.optimized.options.iter().map(String::as_str).collect(),
        },
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
