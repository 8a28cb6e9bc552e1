//! Asking engines of every kind: the prompts, and how replies are parsed.

mod prices;

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use questionnaire::{QuestionId, QuestionKind};
use serde_json::{Value, json};

use super::*;
use engine::{Blend, DocumentRequest, Engine, LabelRequest, Scripted};

/// Answers documents by a function of schema and prompt, and records its calls.
struct Teller<F> {
    tell: F,
    asked: Mutex<Vec<(String, String)>>,
}

impl<F: Fn(&str, &str) -> Value + Send + Sync + 'static> Teller<F> {
    fn new(tell: F) -> Self {
        Self { tell, asked: Mutex::default() }
    }
}

#[async_trait]
impl<F: Fn(&str, &str) -> Value + Send + Sync + 'static> Engine for Teller<F> {
    fn card(&self) -> EngineCard {
        EngineCard { retries: true, ..Scripted::new(0, 0.0).card() }
    }

    async fn document(&self, ask: DocumentRequest<'_>) -> Result<Reply<Value>, Failure> {
        self.asked.lock().unwrap().push((ask.name.to_owned(), ask.prompt.to_owned()));
        let usage = Usage { calls: 1, prompt_tokens: 100, cached_tokens: 0, completion_tokens: 50 };
        Ok(Reply { value: (self.tell)(ask.name, ask.prompt), usage })
    }
}

/// Reads labels: each has half the probability of the one before it, whatever it stands for, except for "tea".
struct Letters;

#[async_trait]
impl Engine for Letters {
    fn card(&self) -> EngineCard {
        EngineCard { writes_documents: false, reads_labels: true, retries: true, ..Scripted::new(0, 0.0).card() }
    }

    async fn labels(&self, asks: &[LabelRequest]) -> Vec<Result<Reply<Vec<f64>>, Failure>> {
        let read = |ask: &LabelRequest| {
            let weight = |(at, label): (usize, &String)| {
                let likes = ask.beginning.contains(&format!("{label}) tea"));
                if likes { 4.0 } else { 0.5_f64.powi(at as i32) }
            };
            Ok(ask.labels.iter().enumerate().map(weight).collect::<Vec<f64>>().into())
        };
        asks.iter().map(read).collect()
    }
}

const OPTIONS: [&str; 3] = ["tea", "coffee", "water"];

fn subject() -> Subject<'static> {
    Subject {
        seed: 1,
        language: Language::En,
        audience: "adults",
        question: "Which drink?",
        options: &OPTIONS,
        prices: None,
    }
}

/// Returns a document that gives tea its share, wherever it is listed.
fn tea(prompt: &str) -> Value {
    let share = |letter: &str| if prompt.contains(&format!("{letter}) tea")) { 60 } else { 20 };
    json!({ "A": share("A"), "B": share("B"), "C": share("C") })
}

fn question(id: QuestionId, kind: QuestionKind, options: &[&str]) -> Question {
    Question {
        id,
        title: format!("{id}?"),
        kind,
        options: options.iter().map(|text| (*text).to_owned()).collect(),
        scale: None,
        asked_of: None,
    }
}

fn whole(said: Response) -> Vec<f64> {
    let Response::Whole { shares, .. } = said else { panic!("{said:?}") };
    shares
}

#[tokio::test]
async fn shares_come_back_by_option_whatever_order_they_were_listed_in() {
    let engine = Teller::new(|_, prompt| json!({ "shares": tea(prompt) }));
    let asker = Asker::unlimited(&engine);
    let session = Session { asker: &asker, way: Way::Documents, subject: subject() };
    assert_eq!(session.readings(), 4);
    for reading in 0..4 {
        assert_eq!(whole(session.whole(reading).await.unwrap().value), [0.6, 0.2, 0.2]);
    }
    let asked = engine.asked.lock().unwrap();
    let orders: std::collections::BTreeSet<Vec<&str>> = asked
        .iter()
        .map(|(_, prompt)| {
            prompt.lines().filter(|line| OPTIONS.iter().any(|it| line.ends_with(&format!(") {it}")))).collect()
        })
        .collect();
    assert!(orders.len() >= 2, "{orders:?}");
    assert!(asked.iter().all(|(name, _)| name == "forecast_whole"));
    let framing = |at: usize| asked[at].1.lines().filter(|line| !line.contains(") ")).collect::<Vec<_>>();
    assert_eq!(framing(0), framing(1));
    assert_ne!(framing(0), framing(2), "two framings");
}

#[tokio::test]
async fn groups_come_back_by_their_value_and_one_that_cannot_be_read_is_left_away() {
    let engine = Teller::new(|_, prompt| json!({ "groups": { "1": tea(prompt), "2": { "A": "many" } } }));
    let asker = Asker::unlimited(&engine);
    let session = Session { asker: &asker, way: Way::Documents, subject: subject() };
    let groups = vec![("female".to_owned(), "Women".to_owned()), ("male".to_owned(), "Men".to_owned())];
    let ask = GroupsAsk { attribute: "sex".to_owned(), name: "sex".to_owned(), groups };
    let Response::Groups(said) = session.groups(&ask).await.unwrap().value else { panic!() };
    assert_eq!(said.into_iter().collect::<Vec<_>>(), [("female".to_owned(), vec![0.6, 0.2, 0.2])]);
}

#[tokio::test]
async fn choosers_are_asked_about_the_option_by_its_letter() {
    let engine = Teller::new(|_, _| {
        json!({
            "reasons": { "1": 75, "2": 25 }, "concerns": { "1": 10, "2": 90 }, "none": 12,
            "likelihood": { "1": 5, "2": 10, "3": 25, "4": 40, "5": 20 },
        })
    });
    let (drivers, concern) = (
        question(QuestionId::Drivers, QuestionKind::MultipleChoice, &["price", "taste"]),
        question(QuestionId::Concern, QuestionKind::SingleChoice, &["cost", "none"]),
    );
    let likelihood = question(QuestionId::Likelihood, QuestionKind::Rating, &[]);
    let scale = Scale { min: 1, max: 5, min_label: "no".to_owned(), max_label: "yes".to_owned() };
    let follow_ups = FollowUps {
        drivers: &drivers,
        concern: &concern,
        acceptance_title: "Any?",
        acceptance: ["any", "none of them"],
        likelihood: &likelihood,
        scale: &scale,
    };
    let asker = Asker::unlimited(&engine);
    for way in [Way::Documents] {
        let session = Session { asker: &asker, way, subject: subject() };
        let Response::Choosers(said) = session.choosers(1, &follow_ups).await.unwrap().value else { panic!() };
        assert_eq!((said.reasons, said.concerns, said.none), (vec![0.75, 0.25], vec![0.1, 0.9], 0.12));
    }
    let prompt = engine.asked.lock().unwrap()[0].1.clone();
    let chosen = prompt.lines().find_map(|line| line.strip_prefix("Chosen: ")).unwrap();
    assert!(prompt.lines().any(|line| line == format!("{chosen}) coffee")), "{prompt}");
    let labels = Asker::unlimited(&Letters);
    let session = Session { asker: &labels, way: Way::Labels, subject: subject() };
    let Response::Choosers(said) = session.choosers(0, &follow_ups).await.unwrap().value else { panic!() };
    assert_eq!((said.reasons.len(), said.likelihood.len()), (2, 5));
    assert!((said.reasons[0] - 0.5).abs() < 1e-9, "what only the place decides is even: {said:?}");
}

#[tokio::test]
async fn asking_in_both_orders_cancels_the_effect_of_position() {
    let asker = Asker::unlimited(&Letters);
    let session = Session { asker: &asker, way: Way::Labels, subject: subject() };
    let shares = whole(session.whole(0).await.unwrap().value);
    assert!(shares[0] > 0.5 && (shares[1] - shares[2]).abs() < 1e-9, "{shares:?}");
}

#[tokio::test]
async fn engines_of_a_blend_are_asked_each_in_its_own_way_and_count_alike() {
    let document: Arc<dyn Engine> = Arc::new(Teller::new(|_, prompt| json!({ "shares": tea(prompt) })));
    let alone = {
        let asker = Asker::unlimited(&Letters);
        whole(Session { asker: &asker, way: Way::Labels, subject: subject() }.whole(0).await.unwrap().value)
    };
    let blend = Blend::new(vec![document, Arc::new(Letters)]).unwrap();
    let asker = Asker::unlimited(&blend);
    let session = Session { asker: &asker, way: Way::Documents, subject: subject() };
    assert_eq!(session.readings(), 1);
    let both = session.whole(0).await.unwrap();
    assert!((whole(both.value)[0] - (0.6 + alone[0]) / 2.0).abs() < 1e-6);
    assert_eq!(both.usage.calls, 4);
}

#[tokio::test]
async fn a_document_whose_figures_are_no_shares_is_a_failure_that_was_paid_for() {
    let engine = Teller::new(|_, _| json!({ "shares": { "A": "all" } }));
    let asker = Asker::unlimited(&engine);
    let failure = Session { asker: &asker, way: Way::Documents, subject: subject() }.whole(0).await.unwrap_err();
    assert!(matches!(failure.error, EngineError::Unreadable { .. }) && failure.usage.calls == 1, "{failure:?}");
}

#[tokio::test]
async fn no_call_begins_once_the_token_limit_is_reached() {
    let engine = Teller::new(|_, prompt| json!({ "shares": tea(prompt) }));
    let asker = Asker::new(&engine, TokenBudget::new(Some(200), Usage::default()));
    let session = Session { asker: &asker, way: Way::Documents, subject: subject() };
    let reply = [session.whole(0).await.is_ok(), session.whole(1).await.is_ok(), session.whole(2).await.is_ok()];
    assert_eq!(reply, [true, true, false], "the second began before the limit was reached");
    assert_eq!(engine.asked.lock().unwrap().len(), 2);
}

#[test]
fn each_prompt_and_language_has_its_own_elicitation_name() {
    let names: std::collections::BTreeSet<String> = Language::ALL
        .into_iter()
        .flat_map(|language| {
            [elicitation(Way::Documents, language), elicitation(Way::Labels, language), price_elicitation(language)]
        })
        .collect();
    assert_eq!(names.len(), 9);
}
