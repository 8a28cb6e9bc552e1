//! Measuring an engine against people's answers.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use forecast::human::Known;
use serde_json::{Map, Value, json};

use super::*;
use engine::{DocumentRequest, EngineCard, Failure, Reply, Scripted};
use pipeline::elicit::{EngineIdentity, unmeasured};

/// An engine that computes each share by a rule from people's share and the option's position. It counts its calls.
struct Ruled<F> {
    rule: F,
    asked: AtomicUsize,
    fails_on: Mutex<Option<(&'static str, EngineError)>>,
}

impl<F: Fn(f64, usize) -> f64 + Send + Sync + 'static> Ruled<F> {
    fn new(rule: F) -> Self {
        Self { rule, asked: AtomicUsize::new(0), fails_on: Mutex::new(None) }
    }

    fn shares(&self, prompt: &str, case: &Case) -> Value {
        let lines = prompt.lines().filter_map(|line| line.split_once(") "));
        let options = lines.filter_map(|(letter, text)| {
            let at = case.options.iter().position(|option| option.split_whitespace().eq(text.split_whitespace()))?;
            (letter.len() == 1 && letter.chars().all(char::is_alphabetic)).then_some((letter, case.shares[at]))
        });
        let shares =
            options.enumerate().map(|(place, (letter, share))| (letter.to_owned(), json!((self.rule)(share, place))));
        Value::Object(shares.collect::<Map<_, _>>())
    }
}

#[async_trait]
impl<F: Fn(f64, usize) -> f64 + Send + Sync + 'static> Engine for Ruled<F> {
    fn card(&self) -> EngineCard {
        let card = Scripted::new(0, 0.0).card();
        EngineCard {
            name: "openai".to_owned(),
            model: Some("ruled".to_owned()),
            scripted: false,
            retries: true,
            ..card
        }
    }

    async fn document(&self, ask: DocumentRequest<'_>) -> Result<Reply<Value>, Failure> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let is_it = |case: &&Case| ask.prompt.contains(&case.question.split_whitespace().collect::<Vec<_>>().join(" "));
        let case = human::open().iter().find(is_it).unwrap();
        if let Some((id, error)) = self.fails_on.lock().unwrap().as_ref()
            && case.id == *id
        {
            return Err(error.clone().into());
        }
        match ask.name {
            "forecast_whole" => Ok(json!({ "shares": self.shares(ask.prompt, case) }).into()),
            _ => Err(EngineError::Refused { message: "no groups".to_owned() }.into()),
        }
    }
}

const PLAN: Plan = Plan { way: Way::Documents, group_cases: 0, concurrency: 3 };

fn cases(count: usize) -> Vec<&'static Case> {
    let distinct = |case: &&Case| human::open().iter().filter(|other| other.question == case.question).count() == 1;
    human::open().iter().filter(distinct).take(count).collect()
}

async fn read_in<'a>(folder: &std::path::Path, engine: &dyn Engine, cases: &[&'a Case]) -> Readings<'a> {
    let reading_store = FileReadingStore::open(folder, false).unwrap();
    read(engine, cases, PLAN, &reading_store, &|| ()).await.unwrap()
}

#[tokio::test]
async fn readings_come_back_in_the_order_of_the_cases_own_options() {
    let folder = tempfile::tempdir().unwrap();
    let readings = read_in(folder.path(), &Ruled::new(|share, _| share * 100.0), &cases(12)).await;
    assert_eq!((readings.readings.len(), readings.read_now), (12, 12));
    for it in &readings.readings {
        assert!(it.shares.iter().zip(&it.case.shares).all(|(a, b)| (a - b).abs() < 0.02), "{}", it.case.id);
    }
}

#[tokio::test]
async fn reading_in_reversed_orders_cancels_a_preference_for_the_first_option() {
    let folder = tempfile::tempdir().unwrap();
    let first = Ruled::new(|_, place| if place == 0 { 90.0 } else { 10.0 });
    for it in read_in(folder.path(), &first, &cases(12)).await.readings {
        let top = it.shares.iter().copied().fold(0.0, f64::max);
        // Each order is also read in reverse, so at most two positions of four can share the first one.
        assert!(top < 0.75, "{}: {:?}", it.case.id, it.shares);
    }
}

#[tokio::test]
async fn what_was_read_before_is_not_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Ruled::new(|share, _| share);
    let first = read_in(folder.path(), &engine, &cases(3)).await;
    let asked = engine.asked.load(Ordering::Relaxed);
    let second = read_in(folder.path(), &engine, &cases(4)).await;
    assert_eq!((second.read_now, engine.asked.load(Ordering::Relaxed) - asked), (1, 4));
    assert_eq!(first.readings[..], second.readings[..3]);
}

#[tokio::test]
async fn a_case_that_fails_is_named_and_the_others_count() {
    let folder = tempfile::tempdir().unwrap();
    let (engine, cases) = (Ruled::new(|share, _| share), cases(4));
    let refused = EngineError::Refused { message: "not this one".to_owned() };
    *engine.fails_on.lock().unwrap() = Some((&cases[1].id, refused));
    let readings = read_in(folder.path(), &engine, &cases).await;
    assert_eq!((readings.readings.len(), readings.read_now), (3, 3));
    assert!(readings.unread[0].case == cases[1].id && readings.unread[0].reason.contains("not this one"));
}

#[tokio::test]
async fn an_engine_that_cannot_be_reached_ends_the_run_and_what_was_read_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (engine, cases) = (Ruled::new(|share, _| share), cases(4));
    *engine.fails_on.lock().unwrap() = Some((&cases[3].id, EngineError::Unavailable { message: "gone".to_owned() }));
    let reading_store = FileReadingStore::open(folder.path(), false).unwrap();
    let ended = read(&engine, &cases, Plan { concurrency: 1, ..PLAN }, &reading_store, &|| ()).await;
    assert!(matches!(ended, Err(MeasureError::Engine(EngineError::Unavailable { .. }))));
    *engine.fails_on.lock().unwrap() = None;
    assert_eq!(read_in(folder.path(), &engine, &cases).await.read_now, 1);
}

async fn measured(engine: &dyn Engine) -> Measured {
    let folder = tempfile::tempdir().unwrap();
    let reading_store = FileReadingStore::open(folder.path(), false).unwrap();
    measure(engine, &cases(40), human::open(), 4, &reading_store, &|| ()).await.unwrap()
}

#[tokio::test]
async fn measuring_tells_an_engine_with_skill_from_engines_without() {
    let english = |measured: Measured| measured.calibrations[&Language::En].clone();
    let knows = english(measured(&Ruled::new(|share, _| share)).await);
    assert!(knows.lambda >= 0.95 && knows.measured.as_ref().unwrap().knows, "{knows:?}");
    assert!(knows.effective_size().people() > 60.0, "{}", knows.effective_size().people());
    for guessing in [
        english(measured(&Ruled::new(|_, _| 1.0)).await),
        english(measured(&Ruled::new(|_, place| if place == 0 { 9.0 } else { 1.0 })).await),
        english(measured(&Ruled::new(|share, _| 1.0 / (share + 0.02))).await),
    ] {
        assert!(!guessing.measured.as_ref().unwrap().knows, "{guessing:?}");
        assert!(guessing.effective_size().people() < knows.effective_size().people() / 2.0);
    }
}

#[tokio::test]
async fn a_record_counts_for_its_engine_its_language_and_its_way_of_asking() {
    let engine = Ruled::new(|share, _| share);
    let (card, identity) = (engine.card(), EngineIdentity::of(&engine.card()));
    let calibration = Calibration { lambda: 0.7, ..Calibration::identity() };
    let record = EngineRecord::new(&identity, Language::Es, calibration.clone(), 5);
    let mut records = Records { record: vec![record.clone()] };
    assert_eq!(records.in_force(&card, Language::Es), calibration);
    assert_eq!(records.in_force(&card, Language::Zh), unmeasured(&card));
    assert_eq!(records.in_force(&Scripted::new(0, 0.0).card(), Language::Es).lambda, 1.0, "another engine");
    let void = EngineRecord { elicitation: "documents-of-another-prompt".to_owned(), measured_at: 9, ..record.clone() };
    records.take(vec![void]);
    assert_eq!(records.in_force(&card, Language::Es), calibration, "asked otherwise, it counts for nothing");
    let newer = EngineRecord { calibration: Calibration { lambda: 0.9, ..calibration }, measured_at: 7, ..record };
    records.take(vec![newer]);
    assert_eq!((records.in_force(&card, Language::Es).lambda, records.record.len()), (0.9, 2));
}

#[test]
fn records_outlive_their_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = RecordsFile::in_folder(folder.path());
    let identity = EngineIdentity { engine: "openai".to_owned(), model: "m".to_owned(), adapter: String::new() };
    let record = EngineRecord::new(&identity, Language::En, Calibration::identity(), 1);
    file.keep(vec![record.clone()]).unwrap();
    assert!(file.read().unwrap().record.contains(&record));
    std::fs::write(folder.path().join("calibrations.toml"), "colour = 'red'").unwrap();
    assert!(matches!(file.read(), Err(RecordError::Malformed { .. })));
}

#[test]
fn what_ships_was_measured_as_engines_are_asked_now() {
    check().unwrap();
    for language in Language::ALL {
        let own = shipped().iter().filter(|record| record.language == language);
        assert!(own.clone().count() >= 1, "nothing is shipped in {language}");
        assert!(own.clone().all(EngineRecord::is_current), "measure the default model again: its prompts have changed");
        let worth = |record: &EngineRecord| record.calibration.measured.as_ref().unwrap().worth.clone();
        assert!(own.clone().all(|record| !worth(record).is_empty()), "`cargo run -p lab --example refit`");
    }
}

#[test]
fn cases_say_how_widely_their_result_is_known() {
    let little = human::open().iter().filter(|case| case.known == Known::Little).count();
    assert!(little >= 150 && little < human::open().len(), "{little}");
}
