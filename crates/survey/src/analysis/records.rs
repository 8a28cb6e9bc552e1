//! The raw data behind the findings, so that a reader can recount them.

use std::collections::BTreeMap;

use super::{Evidence, count};
use crate::answer::{Interview, Outcome};
use crate::form;
use crate::order::order;
use crate::report::{FormRecord, QuestionKind, RespondentRecord, SampleData};

/// The questionnaire and everyone who answered it, in the order of the sample.
pub(super) fn sample_data(evidence: &Evidence<'_>) -> SampleData {
    let interviews: BTreeMap<&str, &Interview> =
        evidence.interviews.iter().map(|interview| (interview.respondent_id.as_str(), interview)).collect();
    let options = evidence.brief.options();
    let respondents = evidence.respondents.iter().enumerate().filter_map(|(index, respondent)| {
        let Outcome::Answered { answers, distributions } = &interviews.get(respondent.id.as_str())?.outcome else {
            return None;
        };
        let order = form::dealt(evidence.forms, index);
        Some(RespondentRecord {
            respondent_id: respondent.id.clone(),
            display_name: respondent.shown_name(evidence.brief.language()),
            profile: respondent.profile.clone(),
            weight: respondent.weight,
            form_number: form_number(index % evidence.forms.len().max(1)),
            form: order.iter().map(|option| options[*option].clone()).collect(),
            answers: answers.clone(),
            distributions: distributions.clone(),
        })
    });
    SampleData {
        respondents: respondents.collect(),
        forms: evidence.forms.iter().enumerate().map(|(number, form)| form_record(evidence, number, form)).collect(),
        questionnaire: evidence.questionnaire.clone(),
    }
}

/// Readers count from one.
fn form_number(place: usize) -> u32 {
    count(place + 1)
}

fn form_record(evidence: &Evidence<'_>, number: usize, form: &[usize]) -> FormRecord {
    let options = evidence.brief.options().len();
    let served = evidence.questionnaire.questions.iter().filter(|question| question.kind != QuestionKind::Rating);
    let orders = served.map(|question| {
        let order = order(question, options, form, number);
        (question.id.clone(), order.into_iter().map(|answer| question.options[answer].clone()).collect::<Vec<_>>())
    });
    FormRecord { number: form_number(number), orders: orders.filter(|(_, order)| !order.is_empty()).collect() }
}
