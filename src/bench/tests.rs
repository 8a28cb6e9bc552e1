//! Facts about putting cases to an engine.

use std::sync::Mutex;

use async_trait::async_trait;
use survey::brief::Language;
use survey::human::{self, SURVEYS_MIN};

use super::*;
use crate::engine::{ClosedAsk, EngineCard, Failure, OpenAsk, Reply, Scripted};

/// Answers by an option's words alone, so that orders show; and remembers which it was served, by question.
#[derive(Default)]
struct ByWords {
    orders: Mutex<Vec<(String, Vec<String>)>>,
    fails_on: Option<(&'static str, EngineError)>,
}

#[async_trait]
impl Engine for ByWords {
    fn card(&self, language: Language) -> EngineCard {
        EngineCard { retries: true, ..Scripted::new(0, 0.0).card(language) }
    }

    async fn distribution(&self, ask: ClosedAsk<'_>) -> Result<Reply<Vec<f64>>, Failure> {
        let texts = ask.options.iter().map(|option| option.text.to_owned());
        self.orders.lock().unwrap().push((ask.question.title.clone(), texts.collect()));
        match &self.fails_on {
            Some((question, error)) if ask.question.title.contains(question) => Err(error.clone().into()),
            _ => Ok(ask.options.iter().map(|option| option.text.len() as f64).collect::<Vec<_>>().into()),
        }
    }

    async fn text(&self, _: OpenAsk<'_>) -> Result<Reply<String>, Failure> {
        Err(EngineError::Refused { message: "asked for words".to_owned() }.into())
    }
}

const PLAN: Plan = Plan { respondents: 2, side_by_side: 3 };

fn cases(count: usize) -> Vec<&'static Case> {
    human::open().iter().take(count).collect()
}

async fn read_in<'a>(folder: &std::path::Path, engine: &ByWords, cases: &[&'a Case]) -> Readings<'a> {
    let mut cache = Cache::open(folder, false).unwrap();
    read(engine, cases, PLAN, &mut cache, || ()).await.unwrap()
}

#[tokio::test]
async fn readings_come_back_in_the_order_of_the_cases_own_options() {
    let folder = tempfile::tempdir().unwrap();
    let engine = ByWords::default();
    let readings = read_in(folder.path(), &engine, &cases(12)).await;
    assert_eq!((readings.raw.len(), readings.read_now), (12, 12));
    for it in &readings.raw {
        let total: usize = it.case.options.iter().map(String::len).sum();
        for (option, share) in it.case.options.iter().zip(&it.shares) {
            assert!((share - option.len() as f64 / total as f64).abs() < 1e-5, "{}: {option}", it.case.id);
        }
    }
}

#[tokio::test]
async fn the_surveys_first_option_is_served_first_no_more_often_than_by_chance() {
    let folder = tempfile::tempdir().unwrap();
    let engine = ByWords::default();
    let cases = cases(59);
    read_in(folder.path(), &engine, &cases).await;
    let orders = engine.orders.lock().unwrap();
    assert_eq!(orders.len(), cases.len() * 2);
    let first_is_first = |case: &&&Case| {
        let own = orders.iter().find(|(title, texts)| *title == case.question && texts.len() == case.options.len());
        own.is_some_and(|(_, texts)| texts[0] == case.options[0])
    };
    // By chance it would be 17 of them, give or take 3.
    let count = cases.iter().filter(first_is_first).count();
    assert!((9..=25).contains(&count), "{count}");
}

#[tokio::test]
async fn what_was_read_before_is_not_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let first = read_in(folder.path(), &ByWords::default(), &cases(3)).await;
    let engine = ByWords::default();
    let second = read_in(folder.path(), &engine, &cases(4)).await;
    assert_eq!((second.read_now, engine.orders.lock().unwrap().len()), (1, 2));
    assert_eq!(first.raw[..], second.raw[..3]);
}

#[test]
fn other_words_or_more_respondents_are_asked_anew() {
    let case = &human::open()[0];
    let reworded = Case { question: format!("{} Really?", case.question), ..case.clone() };
    let engine = ByWords::default();
    let key = cache::key(&engine, case, 2);
    assert_eq!(key, cache::key(&ByWords::default(), case, 2));
    assert_ne!(key, cache::key(&engine, &reworded, 2));
    assert_ne!(key, cache::key(&engine, case, 3));
}

#[tokio::test]
async fn a_case_that_fails_is_named_and_the_others_count() {
    let folder = tempfile::tempdir().unwrap();
    let refused = EngineError::Refused { message: "not this one".to_owned() };
    let cases = cases(4);
    let engine = ByWords { fails_on: Some((&cases[1].question, refused)), ..ByWords::default() };
    let readings = read_in(folder.path(), &engine, &cases).await;
    assert_eq!(readings.raw.len(), 3);
    assert_eq!(readings.failed[0].case, cases[1].id);
    assert!(readings.failed[0].reason.contains("not this one"));
    assert_eq!(readings.read_now, 3);
}

#[tokio::test]
async fn an_engine_that_cannot_be_reached_ends_the_run_and_what_was_read_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let cases = cases(4);
    let gone = EngineError::Unavailable { message: "gone".to_owned() };
    let engine = ByWords { fails_on: Some((&cases[3].question, gone)), ..ByWords::default() };
    let mut cache = Cache::open(folder.path(), false).unwrap();
    let one_by_one = Plan { side_by_side: 1, ..PLAN };
    let ended = read(&engine, &cases, one_by_one, &mut cache, || ()).await;
    assert!(matches!(ended, Err(BenchError::Engine(EngineError::Unavailable { .. }))));
    let again = read_in(folder.path(), &ByWords::default(), &cases).await;
    assert_eq!(again.read_now, 1);
}

#[tokio::test]
async fn a_picture_escapes_what_it_did_not_write() {
    let folder = tempfile::tempdir().unwrap();
    let engine = ByWords::default();
    let known = cases(8);
    let readings = read_in(folder.path(), &engine, &known).await;
    let mut results = Results::of(&engine, 2, readings, human::open()).unwrap().unwrap();
    assert!(results.leave_one_survey_out.is_none(), "fewer than {SURVEYS_MIN} surveys");
    results.model = Some("<script>&".to_owned());
    let picture = plot(&results).unwrap();
    assert!(!picture.contains("<script") && picture.contains("no confidence is stated"), "{picture}");
}
