//! One case put to an engine: a form of one question, its options in an order that follows from the seed and never from
//! the survey, asked of some people of the survey's population.

use rand::Rng;
use rand::seq::SliceRandom;
use survey::calibration::Calibration;
use survey::chance::stream;
use survey::human::Case;
use survey::questionnaire::PREFERENCE;
use survey::report::{AskedOf, Everyone, Inquiry, Question, QuestionKind};
use survey::sample::{Respondent, countries, describe};

use super::audience::{Panel, panel};
use crate::engine::{Choice, ClosedAsk, Engine, EngineError, Pick, ServedForm, ServedOption, ServedQuestion, Subject};
use crate::pipeline::calls::{Kind, call_all};

/// The same people and orders in every run, so that readings can be kept and engines compared.
pub(super) const SEED: u64 = 2026;

/// The mean of the respondents' distributions over the case's options, in the case's order. All of them have to answer.
pub(super) async fn ask(engine: &dyn Engine, case: &Case, respondents: u32) -> Result<Vec<f64>, EngineError> {
    let mut chance = stream(SEED, &format!("bench/{}", case.id));
    let seed = chance.next_u64();
    let mut order: Vec<usize> = (0..case.options.len()).collect();
    order.shuffle(&mut chance);
    let panel = panel(case, respondents, seed)
        .map_err(|error| EngineError::Refused { message: format!("nobody to ask: {error}") })?;
    let descriptions: Vec<String> = panel.respondents.iter().map(|it| describe(case.language, it)).collect();
    // The question itself has the shuffled order: an engine that looks at it learns nothing from the survey's.
    let question = question(case, &order);
    let options = served(&question);
    let asked = ServedQuestion { question: &question, options: options.clone() };
    let choice = Choice { question: &question.title, options: question.options.iter().map(String::as_str).collect() };
    let countries = countries(&panel.respondents);
    let form = ServedForm { number: 0, audience: &case.population, countries, choice, questions: vec![asked] };
    let each = panel.respondents.iter().zip(&descriptions);
    let asks: Vec<ClosedAsk<'_>> = each
        .map(|(respondent, description)| ClosedAsk {
            seed,
            language: case.language,
            inquiry: Inquiry::default(),
            form: &form,
            respondent: subject(respondent, description, &panel),
            question: &question,
            pick: Pick::Best,
            options: &options,
            given: &[],
        })
        .collect();
    let card = engine.card(case.language);
    let replies =
        call_all(&card, Kind::Distribution, &asks, |asks| async move { engine.distributions(&asks).await }).await;
    let mut distributions = Vec::with_capacity(replies.len());
    for reply in replies {
        distributions.push(distribution(&reply.map_err(|failure| failure.error)?.value, order.len())?);
    }
    distribution(&in_own_order(&mean(&distributions), &order), order.len())
}

fn question(case: &Case, order: &[usize]) -> Question {
    Question {
        id: PREFERENCE.to_owned(),
        title: case.question.clone(),
        kind: QuestionKind::SingleChoice,
        options: order.iter().map(|at| case.options[*at].clone()).collect(),
        scale: None,
        asked_of: AskedOf::Everyone(Everyone::All),
    }
}

fn served(question: &Question) -> Vec<ServedOption<'_>> {
    question.options.iter().enumerate().map(|(index, text)| ServedOption { index, text }).collect()
}

fn subject<'a>(respondent: &'a Respondent, description: &'a str, panel: &'a Panel) -> Subject<'a> {
    Subject { id: &respondent.id, profile: &respondent.profile, description, traits: &panel.traits }
}

/// Adding up to one, and rounded so that it survives being kept.
pub(super) fn distribution(raw: &[f64], options: usize) -> Result<Vec<f64>, EngineError> {
    let unused = vec![1.0 / options as f64; options];
    let read = Calibration::as_it_is().apply(raw, &unused);
    read.map_err(|error| EngineError::Unreadable { message: error.to_string() })
}

fn mean(distributions: &[Vec<f64>]) -> Vec<f64> {
    let options = distributions.first().map_or(0, Vec::len);
    let at = |option: usize| distributions.iter().map(|it| it[option]).sum::<f64>() / distributions.len() as f64;
    (0..options).map(at).collect()
}

fn in_own_order(shares: &[f64], order: &[usize]) -> Vec<f64> {
    let mut own = vec![0.0; order.len()];
    order.iter().zip(shares).for_each(|(at, share)| own[*at] = *share);
    own
}
