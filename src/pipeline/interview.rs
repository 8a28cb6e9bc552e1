//! One interview: for each closed question a distribution from the engine and a draw on our side, then the open question
//! conditional on what was answered. Draws follow from seed and respondent, so an interview repeats itself exactly.

use std::collections::BTreeMap;

use survey::answer::{self, Interview, Outcome};
use survey::form;
use survey::report::{AnswerValue, Question, QuestionKind};
use survey::sample::{self, Respondent};

use super::calls::{self, Kind};
use super::{Design, Job};
use crate::engine::{ClosedAsk, Engine, EngineCard, EngineError, Given, OpenAsk, ServedOption, Subject};

/// What all interviews of a report share.
pub(super) struct Context<'a> {
    pub job: &'a Job,
    pub engine: &'a dyn Engine,
    pub card: &'a EngineCard,
    pub design: &'a Design,
}

/// A closed question's answers: as served, and as results name them, both in the client's order.
struct Choices<'a> {
    served: Vec<&'a str>,
    named: Vec<String>,
    order: Vec<usize>,
}

/// Answers and distributions so far.
#[derive(Default)]
struct Notes<'a> {
    given: Vec<Given<'a>>,
    answers: BTreeMap<String, AnswerValue>,
    distributions: BTreeMap<String, BTreeMap<String, f64>>,
}

const RATINGS: [&str; 5] = ["1", "2", "3", "4", "5"];

/// Interviews the respondent at this place of the sample. A failure for good is a failed respondent; one that may pass
/// is an error.
pub(super) async fn interview(
    context: &Context<'_>,
    index: usize,
    respondent: &Respondent,
) -> Result<Interview, EngineError> {
    tracing::debug!(target: "canvass::interview", respondent = %respondent.id, "interview started");
    let description = sample::describe(context.job.brief.language(), respondent);
    let subject = Subject {
        id: &respondent.id,
        profile: &respondent.profile,
        description: &description,
        traits: &context.design.audience.traits,
    };
    let outcome = match ask_all(context, index, subject).await {
        Ok(notes) => Outcome::Answered { answers: notes.answers, distributions: notes.distributions },
        Err(error) if error.is_transient() => return Err(error),
        Err(error) => Outcome::Failed { reason: error.to_string() },
    };
    let label = if matches!(outcome, Outcome::Answered { .. }) { "answered" } else { "failed" };
    metrics::counter!("canvass_respondents_total", "outcome" => label).increment(1);
    Ok(Interview { respondent_id: respondent.id.clone(), outcome })
}

async fn ask_all<'a>(context: &Context<'a>, index: usize, subject: Subject<'_>) -> Result<Notes<'a>, EngineError> {
    let mut notes = Notes::default();
    for question in &context.design.questionnaire.questions {
        match choices(context, question, index) {
            Some(choices) => closed(context, subject, question, &choices, &mut notes).await?,
            None => open(context, subject, question, &mut notes).await?,
        }
    }
    Ok(notes)
}

/// None for an open question.
fn choices<'a>(context: &Context<'a>, question: &'a Question, index: usize) -> Option<Choices<'a>> {
    match question.kind {
        QuestionKind::OpenText => None,
        QuestionKind::Rating => Some(Choices {
            served: RATINGS.to_vec(),
            named: RATINGS.map(str::to_owned).to_vec(),
            order: (0..RATINGS.len()).collect(),
        }),
        _ => Some(Choices {
            served: context.design.optimized.options.iter().map(String::as_str).collect(),
            named: question.options.clone(),
            order: form::dealt(&context.design.forms, index).to_vec(),
        }),
    }
}

async fn closed<'a>(
    context: &Context<'a>,
    subject: Subject<'_>,
    question: &'a Question,
    choices: &Choices<'a>,
    notes: &mut Notes<'a>,
) -> Result<(), EngineError> {
    let options: Vec<ServedOption<'_>> =
        choices.order.iter().map(|option| ServedOption { index: *option, text: choices.served[*option] }).collect();
    let ask = ClosedAsk {
        seed: context.job.seed,
        language: context.job.brief.language(),
        respondent: subject,
        question,
        options: &options,
        given: &notes.given,
    };
    let raw = calls::call(&context.card.name, Kind::Distribution, || context.engine.distribution(ask)).await?;
    let by_position = answer::calibrate(&raw, options.len(), context.card.lambda)
        .map_err(|error| EngineError::Unreadable { message: error.to_string() })?;
    let mut probabilities = vec![0.0; by_position.len()];
    for (option, p) in choices.order.iter().zip(by_position) {
        probabilities[*option] = p;
    }
    let drawn = answer::draw(&probabilities, context.job.seed, subject.id, &question.id);
    notes.given.push(Given { question, answer: choices.served[drawn], index: drawn });
    let value = match question.kind {
        QuestionKind::Rating => AnswerValue::Rating(drawn as i64 + 1),
        _ => AnswerValue::Text(choices.named[drawn].clone()),
    };
    notes.answers.insert(question.id.clone(), value);
    let named = choices.named.iter().cloned().zip(probabilities).collect();
    notes.distributions.insert(question.id.clone(), named);
    Ok(())
}

async fn open<'a>(
    context: &Context<'a>,
    subject: Subject<'_>,
    question: &'a Question,
    notes: &mut Notes<'a>,
) -> Result<(), EngineError> {
    let ask = OpenAsk {
        seed: context.job.seed,
        language: context.job.brief.language(),
        respondent: subject,
        question,
        given: &notes.given,
    };
    let text = calls::call(&context.card.name, Kind::Text, || context.engine.text(ask)).await?;
    let text = text.trim();
    if text.is_empty() {
        return Err(EngineError::Unreadable { message: "an empty text".to_owned() });
    }
    notes.answers.insert(question.id.clone(), AnswerValue::Text(text.to_owned()));
    Ok(())
}
