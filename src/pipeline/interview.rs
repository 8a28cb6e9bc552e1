//! One respondent's part of a wave: distributions from the engine for closed questions, and at the end the open question
//! in the light of everything answered, for as many respondents together as the engine wants. Draws nothing itself: answers
//! are drawn for all respondents at once.

use std::collections::BTreeMap;

use survey::answer::{self, Interview, Outcome, ReadOutcome, Reading};
use survey::form;
use survey::order::RATINGS;
use survey::prior::Prior;
use survey::questionnaire::{PREFERENCE, is_preference};
use survey::report::{AnswerValue, AskedOf, Question, QuestionKind};
use survey::sample::Respondent;

use super::calls::{self, Kind};
use super::{Design, Job, served};
use crate::engine::{
    ClosedAsk, Engine, EngineCard, EngineError, Failure, Given, OpenAsk, Pick, Reply, ServedForm, ServedOption,
    Subject, Usage, took,
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

/// A respondent who is asked: their place in the sample and what they answered so far.
pub(super) type Asked<'a> = (usize, &'a Picks);

/// One respondent's questions of a wave.
struct Sheet<'a> {
    index: usize,
    given: Vec<Given<'a>>,
    lines: Vec<Line<'a>>,
}

struct Line<'a> {
    question: &'a Question,
    pick: Pick,
    shown: Vec<ServedOption<'a>>,
}

/// Reads a wave's distributions for one respondent. A failure for good is a failed respondent; one that may pass is an
/// error.
pub(super) async fn read(
    context: &Context<'_>,
    asked: Asked<'_>,
    wave: usize,
    questions: &[&Question],
) -> Result<Reading, Failure> {
    let sheet = sheet(context, asked, questions);
    let asks: Vec<ClosedAsk<'_>> = closed_asks(context, &sheet).collect();
    let engine = context.engine;
    let replies =
        calls::call_all(
            context.card,
            Kind::Distribution,
            &asks,
            |asks| async move { engine.distributions(&asks).await },
        );
    let replies = replies.await;
    let usage = replies.iter().map(took).sum();
    let outcome = match distributions(context, &sheet, replies) {
        Ok(read) => ReadOutcome::Read(read),
        Err(error) if error.is_transient() => return Err(Failure { error, usage }),
        Err(error) => ReadOutcome::Failed { reason: error.to_string() },
    };
    Ok(Reading { respondent_id: context.respondents[asked.0].id.clone(), wave, outcome, usage })
}

/// Ends the interviews of a block: the open question where it is put to them, and all answers by name.
pub(super) async fn close(
    context: &Context<'_>,
    block: &[(Asked<'_>, &Distributions)],
) -> Result<Vec<Interview>, Failure> {
    let given: Vec<Vec<Given<'_>>> = block.iter().map(|((_, picks), _)| given(context.design, picks)).collect();
    let mut asks = Vec::new();
    for (((index, _), _), given) in block.iter().zip(&given) {
        asks.extend(open_questions(context, *index).map(|question| open_ask(context, *index, question, given)));
    }
    let engine = context.engine;
    let replies = calls::call_all(context.card, Kind::Text, &asks, |asks| async move { engine.texts(&asks).await });
    let replies = replies.await;
    let usage_of_all = replies.iter().map(took).sum();
    let mut replies = replies.into_iter();
    let interviews = block.iter().map(|((index, picks), distributions)| {
        let mut texts = BTreeMap::new();
        let mut usage = Usage::default();
        let mut failure = None;
        for (question, reply) in open_questions(context, *index).zip(replies.by_ref()) {
            usage += took(&reply);
            match reply.map_err(|failure| failure.error).and_then(|reply| said(&reply.value)) {
                Ok(text) => {
                    texts.insert(question.id.clone(), AnswerValue::Text(text));
                }
                Err(error) if error.is_transient() => return Err(Failure { error, usage: usage_of_all }),
                Err(error) => failure = Some(error.to_string()),
            }
        }
        let outcome = match failure {
            None => named(context, *index, picks, distributions, texts),
            Some(reason) => Outcome::Failed { reason },
        };
        Ok(Interview { respondent_id: context.respondents[*index].id.clone(), outcome, usage })
    });
    interviews.collect()
}

fn sheet<'a>(context: &Context<'a>, (index, picks): Asked<'_>, questions: &[&'a Question]) -> Sheet<'a> {
    let mut lines = Vec::new();
    for question in questions {
        let shown = shown(context, index, question, picks);
        if question.kind == QuestionKind::BestWorst {
            lines.push(Line { question, pick: Pick::Best, shown: shown.clone() });
            lines.push(Line { question, pick: Pick::Worst, shown });
        } else {
            lines.push(Line { question, pick: Pick::Best, shown });
        }
    }
    Sheet { index, given: given(context.design, picks), lines }
}

fn closed_asks<'a>(context: &Context<'a>, sheet: &'a Sheet<'a>) -> impl Iterator<Item = ClosedAsk<'a>> {
    let (seed, language) = (context.job.seed, context.job.brief.language());
    let (inquiry, form) = (context.design.optimized.inquiry, &context.forms[sheet.index % context.forms.len()]);
    let respondent = subject(context, sheet.index);
    sheet.lines.iter().map(move |Line { question, pick, shown }| ClosedAsk {
        seed,
        language,
        inquiry,
        form,
        respondent,
        question,
        pick: *pick,
        options: shown,
        given: &sheet.given,
    })
}

/// Calibrated, and by ask.
fn distributions(
    context: &Context<'_>,
    sheet: &Sheet<'_>,
    replies: Vec<Result<Reply<Vec<f64>>, Failure>>,
) -> Result<Distributions, EngineError> {
    let mut read = Distributions::new();
    for (line, reply) in sheet.lines.iter().zip(replies) {
        let raw = reply.map_err(|failure| failure.error)?.value;
        let ask = match line.pick {
            Pick::Best => line.question.id.clone(),
            Pick::Worst => answer::worst_of(&line.question.id),
        };
        read.insert(ask, calibrated(context, line, &raw)?);
    }
    Ok(read)
}

/// Probabilities over the question's own answers.
fn calibrated(context: &Context<'_>, line: &Line<'_>, raw: &[f64]) -> Result<Vec<f64>, EngineError> {
    let by_place = context.card.calibration.apply(raw, &prior(context, line));
    let by_place = by_place.map_err(|error| EngineError::Unreadable { message: error.to_string() })?;
    let is_rating = line.question.kind == QuestionKind::Rating;
    let mut probabilities = vec![0.0; if is_rating { RATINGS.len() } else { line.question.options.len() }];
    line.shown.iter().zip(by_place).for_each(|(option, p)| probabilities[option.index] = p);
    Ok(probabilities)
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

/// What people's answers to such options look like in general. Nothing is known of what they would put last.
fn prior(context: &Context<'_>, line: &Line<'_>) -> Vec<f64> {
    if line.pick == Pick::Worst {
        return vec![1.0 / line.shown.len() as f64; line.shown.len()];
    }
    let texts: Vec<&str> = line.shown.iter().map(|option| option.text).collect();
    Prior::shipped().shares(context.job.brief.language(), &texts)
}

/// The open questions that are put to this respondent.
pub(super) fn open_questions<'a>(context: &Context<'a>, index: usize) -> impl Iterator<Item = &'a Question> {
    let respondents = context.respondents.len();
    let open = context.design.questionnaire.questions.iter().filter(|asked| asked.kind == QuestionKind::OpenText);
    open.filter(move |question| is_asked(&question.asked_of, index, respondents))
}

fn open_ask<'a>(context: &Context<'a>, index: usize, question: &'a Question, given: &'a [Given<'a>]) -> OpenAsk<'a> {
    OpenAsk {
        seed: context.job.seed,
        language: context.job.brief.language(),
        inquiry: context.design.optimized.inquiry,
        form: &context.forms[index % context.forms.len()],
        respondent: subject(context, index),
        question,
        given,
    }
}

fn said(text: &str) -> Result<String, EngineError> {
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
        (_, picked) => AnswerValue::Text(picked.first().map_or_else(String::new, |at| name(question, *at))),
    }
}
