//! Makes the raw data behind the findings, so that a reader can recount them.

use std::collections::BTreeMap;

use analysis::interviews::{DistributionKey, Interview};
use foundation::OptionId;
use population::Respondent;
use questionnaire::form::{self, Form};
use questionnaire::order::{RATINGS, order};
use questionnaire::{Question, QuestionId, QuestionKind};

use super::ReportInputs;
use crate::{
    AnswerValue, AskedOf, Everyone, FormRecord, Question as QuestionRecord, Questionnaire, RespondentRecord,
    SampleData, Scale,
};

/// The questionnaire and everyone who answered it, in the order of the sample.
pub(super) fn sample_data(made: &ReportInputs<'_>) -> SampleData {
    let everybody = made.respondents.iter().zip(made.interviews);
    let answered = everybody.filter_map(|(respondent, own)| Some(record(made, respondent, own.as_ref()?)));
    SampleData {
        questionnaire: Questionnaire {
            questions: made.questionnaire.questions.iter().map(QuestionRecord::from).collect(),
        },
        forms: made.forms.iter().enumerate().map(|(number, form)| form_record(made, number, form)).collect(),
        respondents: answered.collect(),
    }
}

impl From<&Question> for QuestionRecord {
    fn from(of: &Question) -> Self {
        Self {
            id: of.id.to_string(),
            title: of.title.clone(),
            kind: of.kind.into(),
            options: of.options.clone(),
            scale: of.scale.as_ref().map(|scale| Scale {
                min: scale.min,
                max: scale.max,
                min_label: scale.min_label.clone(),
                max_label: scale.max_label.clone(),
            }),
            asked_of: of.asked_of.map_or(AskedOf::Everyone(Everyone::All), AskedOf::Some),
        }
    }
}

fn record(made: &ReportInputs<'_>, respondent: &Respondent, own: &Interview) -> RespondentRecord {
    let form = form::dealt(made.forms, respondent.id);
    RespondentRecord {
        respondent_id: respondent.id.to_string(),
        display_name: wording::person::shown_name(made.brief.language(), respondent),
        profile: (&respondent.profile).into(),
        weight: respondent.weight,
        form_number: form_number(form::number(made.forms, respondent.id)),
        form: form.iter().map(|OptionId(option)| made.brief.options()[*option].clone()).collect(),
        answers: answers(made, own),
        distributions: distributions(made, own, form),
    }
}

fn answers(made: &ReportInputs<'_>, own: &Interview) -> BTreeMap<String, AnswerValue> {
    let picked = made.questionnaire.questions.iter().filter_map(|question| {
        let picked = own.picks.get(&question.id)?;
        Some((question.id.to_string(), value(question, picked)))
    });
    let text = own.text.iter().map(|text| (QuestionId::Reason.to_string(), AnswerValue::Text(text.clone())));
    picked.chain(text).collect()
}

fn distributions(
    made: &ReportInputs<'_>,
    own: &Interview,
    form: &[OptionId],
) -> BTreeMap<String, BTreeMap<String, f64>> {
    let mut all = BTreeMap::new();
    for question in &made.questionnaire.questions {
        for ask in [DistributionKey::of(question.id), DistributionKey::worst_of(question.id)] {
            let Some(probabilities) = own.distributions.get(&ask) else { continue };
            let shown = own.shown(question, form, made.brief.options().len());
            let each = shown.into_iter().map(|at| (name(question, at), probabilities[at]));
            all.insert(ask.to_string(), each.collect());
        }
    }
    all
}

fn name(question: &Question, at: usize) -> String {
    if question.kind == QuestionKind::Rating { RATINGS[at].to_owned() } else { question.options[at].clone() }
}

fn value(question: &Question, picked: &[usize]) -> AnswerValue {
    match (question.kind, picked) {
        (QuestionKind::Rating, [at, ..]) => AnswerValue::Rating(*at as i64 + 1),
        (QuestionKind::BestWorst, [best, worst, ..]) => {
            AnswerValue::BestWorst { best: name(question, *best), worst: name(question, *worst) }
        }
        (QuestionKind::MultipleChoice, picked) => {
            AnswerValue::Choices(picked.iter().map(|at| name(question, *at)).collect())
        }
        (_, picked) => AnswerValue::Text(picked.first().map_or_else(String::new, |at| name(question, *at))),
    }
}

/// Readers count from one.
fn form_number(place: usize) -> u32 {
    u32::try_from(place + 1).unwrap_or(u32::MAX)
}

fn form_record(made: &ReportInputs<'_>, number: usize, form: &Form) -> FormRecord {
    let options = made.brief.options().len();
    let served = made.questionnaire.questions.iter().filter(|question| question.kind != QuestionKind::Rating);
    let orders = served.map(|question| {
        let order = order(question, options, form, number);
        (question.id.to_string(), order.into_iter().map(|answer| question.options[answer].clone()).collect::<Vec<_>>())
    });
    FormRecord { number: form_number(number), orders: orders.filter(|(_, order)| !order.is_empty()).collect() }
}
