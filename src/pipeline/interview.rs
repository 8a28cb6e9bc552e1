//! One respondent's part of a wave: distributions from the engine for closed questions, and at the end the open question
//! in the light of everything answered. Draws nothing itself: answers are drawn for all respondents at once.

use std::collections::BTreeMap;

use survey::answer::{self, Interview, Outcome, ReadOutcome, Reading};
use survey::form;
use survey::order::RATINGS;
use survey::questionnaire::{PREFERENCE, is_preference};
use survey::report::{AnswerValue, AskedOf, Question, QuestionKind};
use survey::sample::Respondent;

use super::calls::{self, Kind};
use super::{Design, Job, served};
use crate::engine::{
    ClosedAsk, Engine, EngineCard, EngineError, Given, OpenAsk, Pick, ServedForm, ServedOption, Subject,
};

/// What all interviews of a report share.
pub(super) struct Context<'a> {
    pub job: &'a Job,
    pub engine: &'a dyn Engine,
    pub card: &'a EngineCard,
    pub design: &'a Design,
    pub forms: &'a [ServedForm<'a>],
    pub respondents: &'a [Respondent],
    /// Every respondent's profile in words, in the same order.
    pub descriptions: &'a [String],
}

/// One respondent's answers so far: by question, the places of what was picked among the question's own answers.
pub(super) type Picks = BTreeMap<String, Vec<usize>>;
/// The distributions that they were drawn from, by ask.
pub(super) type Distributions = BTreeMap<String, Vec<f64>>;

/// Reads a wave's distributions for the respondent at this place of the sample. A failure for good is a failed
/// respondent; one that may pass is an error.
pub(super) async fn read(
    context: &Context<'_>,
    index: usize,
    wave: usize,
    questions: &[&Question],
    picks: &Picks,
) -> Result<Reading, EngineError> {
    let respondent = &context.respondents[index];
    let outcome = match ask_all(context, index, questions, picks).await {
        Ok(distributions) => ReadOutcome::Read(distributions),
        Err(error) if error.is_transient() => return Err(error),
        Err(error) => ReadOutcome::Failed { reason: error.to_string() },
    };
    Ok(Reading { respondent_id: respondent.id.clone(), wave, outcome })
}

/// Ends the respondent's interview: the open question where it is put to them, and all answers by name.
pub(super) async fn close(
    context: &Context<'_>,
    index: usize,
    picks: &Picks,
    distributions: &Distributions,
) -> Result<Interview, EngineError> {
    let outcome = match open_answers(context, index, picks).await {
        Ok(texts) => named(context, index, picks, distributions, texts),
        Err(error) if error.is_transient() => return Err(error),
        Err(error) => Outcome::Failed { reason: error.to_string() },
    };
    Ok(Interview { respondent_id: context.respondents[index].id.clone(), outcome })
}

async fn ask_all(
    context: &Context<'_>,
    index: usize,
    questions: &[&Question],
    picks: &Picks,
) -> Result<Distributions, EngineError> {
    let given = given(context.design, picks);
    let mut read = Distributions::new();
    for question in questions {
        let shown = shown(context, index, question, picks);
        read.insert(question.id.clone(), closed(context, index, question, Pick::Best, &shown, &given).await?);
        if question.kind == QuestionKind::BestWorst {
            let worst = closed(context, index, question, Pick::Worst, &shown, &given).await?;
            read.insert(answer::worst_of(&question.id), worst);
        }
    }
    Ok(read)
}

/// The answers that this respondent is shown, in the order served.
pub(super) fn shown<'a>(
    context: &Context<'a>,
    index: usize,
    question: &'a Question,
    picks: &Picks,
) -> Vec<ServedOption<'a>> {
    let number = index % context.design.forms.len().max(1);
    let options = served::options(context.design, question, form::dealt(&context.design.forms, index), number);
    if !options.is_empty() || question.id != PREFERENCE {
        return options;
    }
    // The ones put first in the lists, in the order of the lists.
    let lists = picks.iter().filter(|(id, _)| is_preference(id) && *id != PREFERENCE);
    let firsts = lists.filter_map(|(_, picked)| picked.first().copied());
    firsts.map(|at| served::option(context.design, question, at)).collect()
}

/// Calibrated probabilities over the question's own answers.
async fn closed(
    context: &Context<'_>,
    index: usize,
    question: &Question,
    pick: Pick,
    shown: &[ServedOption<'_>],
    given: &[Given<'_>],
) -> Result<Vec<f64>, EngineError> {
    let ask = ClosedAsk {
        seed: context.job.seed,
        language: context.job.brief.language(),
        inquiry: context.design.optimized.inquiry,
        form: &context.forms[index % context.forms.len()],
        respondent: subject(context, index),
        question,
        pick,
        options: shown,
        given,
    };
    let raw = calls::call(&context.card.name, Kind::Distribution, || context.engine.distribution(ask)).await?;
    let by_place = answer::calibrate(&raw, shown.len(), context.card.lambda)
        .map_err(|error| EngineError::Unreadable { message: error.to_string() })?;
    let answers = if question.kind == QuestionKind::Rating { RATINGS.len() } else { question.options.len() };
    let mut probabilities = vec![0.0; answers];
    shown.iter().zip(by_place).for_each(|(option, p)| probabilities[option.index] = p);
    Ok(probabilities)
}

async fn open_answers(
    context: &Context<'_>,
    index: usize,
    picks: &Picks,
) -> Result<BTreeMap<String, AnswerValue>, EngineError> {
    let mut texts = BTreeMap::new();
    let open = context.design.questionnaire.questions.iter().filter(|asked| asked.kind == QuestionKind::OpenText);
    for question in open.filter(|question| is_asked(&question.asked_of, index, context.respondents.len())) {
        texts.insert(question.id.clone(), AnswerValue::Text(open_answer(context, index, question, picks).await?));
    }
    Ok(texts)
}

async fn open_answer(
    context: &Context<'_>,
    index: usize,
    question: &Question,
    picks: &Picks,
) -> Result<String, EngineError> {
    let given = given(context.design, picks);
    let ask = OpenAsk {
        seed: context.job.seed,
        language: context.job.brief.language(),
        inquiry: context.design.optimized.inquiry,
        form: &context.forms[index % context.forms.len()],
        respondent: subject(context, index),
        question,
        given: &given,
    };
    let text = calls::call(&context.card.name, Kind::Text, || context.engine.text(ask)).await?;
    match text.trim() {
        "" => Err(EngineError::Unreadable { message: "an empty text".to_owned() }),
        text => Ok(text.to_owned()),
    }
}

fn subject<'a>(context: &Context<'a>, index: usize) -> Subject<'a> {
    let respondent = &context.respondents[index];
    Subject {
        id: &respondent.id,
        profile: &respondent.profile,
        description: &context.descriptions[index],
        traits: &context.design.audience.traits,
    }
}

/// A sub-sample is spread evenly over the respondents, who stand in the order of their attributes.
pub(super) fn is_asked(asked_of: &AskedOf, index: usize, respondents: usize) -> bool {
    match asked_of {
        AskedOf::Everyone(_) => true,
        AskedOf::Some(some) => {
            let asked_before = |index: usize| index * *some as usize / respondents.max(1);
            asked_before(index + 1) > asked_before(index)
        }
    }
}

/// What the respondent answered before, in the order of the questionnaire.
fn given<'a>(design: &'a Design, picks: &Picks) -> Vec<Given<'a>> {
    let answered =
        design.questionnaire.questions.iter().filter_map(|question| Some((question, picks.get(&question.id)?)));
    answered
        .map(|(question, picked)| Given {
            question,
            picked: picked.iter().map(|at| served::option(design, question, *at)).collect(),
        })
        .collect()
}

/// Everything answered, in the words that results use: the client's own for options.
fn named(
    context: &Context<'_>,
    index: usize,
    picks: &Picks,
    distributions: &Distributions,
    texts: BTreeMap<String, AnswerValue>,
) -> Outcome {
    let mut answers = texts;
    let mut named = BTreeMap::new();
    for question in &context.design.questionnaire.questions {
        let Some(picked) = picks.get(&question.id) else { continue };
        answers.insert(question.id.clone(), value(question, picked));
        let shown = shown(context, index, question, picks);
        for ask in [question.id.clone(), answer::worst_of(&question.id)] {
            let Some(probabilities) = distributions.get(&ask) else { continue };
            let each = shown.iter().map(|option| (name(question, option.index), probabilities[option.index]));
            named.insert(ask, each.collect());
        }
    }
    Outcome::Answered { answers, distributions: named }
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
        (_, picked) => AnswerValue::Text(picked.first().map(|at| name(question, *at)).unwrap_or_default()),
    }
}
