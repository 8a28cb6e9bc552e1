//! Engines with controlled misbehaviour: a scripted one that counts every document and may fail before each, one with
//! outages, and one with biased answers.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use engine::{DocumentRequest, Engine, EngineCard, EngineError, Failure, Reply, Scripted, Usage};
use serde_json::{Map, Value, json};
use tokio::sync::Notify;

/// What an engine does when a document is requested.
pub enum Fault {
    Answers,
    Unavailable,
    Refuses,
    /// Fails after using this many tokens.
    Wastes(u64),
    Panics,
    Hangs,
}

/// Name and prompt of every document requested over all runs, in order.
#[derive(Clone, Default)]
pub struct Asked(Arc<Mutex<Vec<(String, String)>>>);

impl Asked {
    pub fn total(&self) -> usize {
        self.0.lock().unwrap().len()
    }

    /// Returns how many documents of this name were requested.
    pub fn of(&self, name: &str) -> usize {
        self.0.lock().unwrap().iter().filter(|(own, _)| own == name).count()
    }

    pub fn prompts(&self) -> Vec<String> {
        self.0.lock().unwrap().iter().map(|(_, prompt)| prompt.clone()).collect()
    }

    pub fn clear(&self) {
        self.0.lock().unwrap().clear();
    }

    /// Records the request and returns its number, from 1.
    fn note(&self, ask: &DocumentRequest<'_>) -> usize {
        let mut asked = self.0.lock().unwrap();
        asked.push((ask.name.to_owned(), ask.prompt.to_owned()));
        asked.len()
    }
}

/// Decides by the document's name and number, from 1. A report requests, in order, four readings of the total, each
/// option's choosers, the groups of each attribute, and the open answers.
pub struct FaultInjecting<F> {
    scripted: Scripted,
    asked: Asked,
    hanging: Arc<Notify>,
    mood: F,
}

impl<F: Fn(&str, usize) -> Fault> FaultInjecting<F> {
    pub fn new(asked: &Asked, mood: F) -> Self {
        Self { scripted: Scripted::new(0, 0.0), asked: asked.clone(), hanging: Arc::default(), mood }
    }

    /// Notified when a call hangs.
    pub fn hanging(&self) -> Arc<Notify> {
        Arc::clone(&self.hanging)
    }
}

#[async_trait]
impl<F: Fn(&str, usize) -> Fault + Send + Sync + 'static> Engine for FaultInjecting<F> {
    fn card(&self) -> EngineCard {
        // Avoids waiting between retries.
        EngineCard { retries: true, ..self.scripted.card() }
    }

    async fn document(&self, ask: DocumentRequest<'_>) -> Result<Reply<Value>, Failure> {
        let number = self.asked.note(&ask);
        match (self.mood)(ask.name, number) {
            Fault::Answers => self.scripted.document(ask).await,
            Fault::Unavailable => Err(EngineError::Unavailable { message: "down".to_owned() }.into()),
            Fault::Refuses => Err(EngineError::Refused { message: "no".to_owned() }.into()),
            Fault::Wastes(tokens) => Err(Failure {
                error: EngineError::Refused { message: "no".to_owned() },
                usage: Usage { calls: 1, prompt_tokens: tokens, ..Usage::default() },
            }),
            Fault::Panics => panic!("the engine broke, as this test asked it to"),
            Fault::Hangs => {
                self.hanging.notify_one();
                std::future::pending().await
            }
        }
    }
}

/// An engine whose outages are controlled through any clone of it.
#[derive(Clone)]
pub struct Switched {
    engine: Arc<dyn Engine>,
    absence: Arc<Mutex<Option<EngineError>>>,
}

impl Switched {
    pub fn answering() -> Self {
        Self { engine: Arc::new(Scripted::new(0, 0.0)), absence: Arc::default() }
    }

    pub fn away(error: EngineError) -> Self {
        let engine = Self::answering();
        engine.leaves(error);
        engine
    }

    /// Returns the same switch in front of another engine.
    pub fn over(&self, engine: impl Engine) -> Self {
        Self { engine: Arc::new(engine), ..self.clone() }
    }

    pub fn leaves(&self, error: EngineError) {
        *self.absence.lock().unwrap() = Some(error);
    }

    pub fn answers(&self) {
        *self.absence.lock().unwrap() = None;
    }

    fn is_there(&self) -> Result<(), EngineError> {
        self.absence.lock().unwrap().clone().map_or(Ok(()), Err)
    }
}

#[async_trait]
impl Engine for Switched {
    fn card(&self) -> EngineCard {
        EngineCard { retries: true, ..self.engine.card() }
    }

    async fn document(&self, ask: DocumentRequest<'_>) -> Result<Reply<Value>, Failure> {
        self.is_there()?;
        self.engine.document(ask).await
    }

    async fn ready(&self) -> Result<(), EngineError> {
        self.is_there()
    }
}

/// An engine biased towards the first position, towards one option among women, and towards none of the options.
pub struct Slanted;

#[async_trait]
impl Engine for Slanted {
    fn card(&self) -> EngineCard {
        EngineCard { scripted: false, ..Scripted::new(0, 0.0).card() }
    }

    async fn document(&self, ask: DocumentRequest<'_>) -> Result<Reply<Value>, Failure> {
        let options = listed(ask.prompt, |mark| mark.chars().all(char::is_alphabetic));
        match ask.name {
            "forecast_whole" => Ok(json!({ "shares": first_and_favourite(&options) }).into()),
            "forecast_groups" => {
                let women = wording::value(ask.language, "sex", "female");
                let groups = listed(ask.prompt, |mark| mark.chars().all(|c| c.is_ascii_digit()));
                let divides = groups.iter().any(|(_, name)| *name == women);
                let share = |name: &str| match divides {
                    true if name == women => 80.0,
                    true => 20.0,
                    false => 50.0,
                };
                let each = groups.iter().map(|(mark, name)| ((*mark).to_owned(), favouring(&options, share(name))));
                Ok(json!({ "groups": each.collect::<Map<_, _>>() }).into())
            }
            "forecast_choosers" => Ok(json!({
                "reasons": falling(&ask.schema["properties"]["reasons"]),
                "concerns": falling(&ask.schema["properties"]["concerns"]),
                "none": 60.0,
                "likelihood": falling(&ask.schema["properties"]["likelihood"]),
            })
            .into()),
            _ => Scripted::new(0, 0.0).document(ask).await,
        }
    }
}

/// Returns mark and text of each line such as `A) text` in a prompt.
fn listed(prompt: &str, is_mark: impl Fn(&str) -> bool) -> Vec<(&str, &str)> {
    prompt
        .lines()
        .filter_map(|line| line.split_once(") "))
        .filter(|(mark, _)| mark.len() < 3 && is_mark(mark))
        .collect()
}

/// Gives the alphabetically first option this share, whatever its position.
fn favouring(options: &[(&str, &str)], share: f64) -> Value {
    let favourite = options.iter().map(|(_, text)| *text).min().unwrap();
    let rest = (100.0 - share) / (options.len() - 1) as f64;
    let each = options.iter().map(|(mark, text)| {
        let share = if *text == favourite { share } else { rest };
        ((*mark).to_owned(), json!(share))
    });
    Value::Object(each.collect())
}

/// Gives that option half, after 30% went to the first position.
fn first_and_favourite(options: &[(&str, &str)]) -> Value {
    let mut shares = favouring(options, 50.0);
    for (place, (mark, _)) in options.iter().enumerate() {
        let share = 0.7 * shares[*mark].as_f64().unwrap();
        shares[*mark] = json!(if place == 0 { share + 30.0 } else { share });
    }
    shares
}

/// Returns decreasing numbers for the fields of a schema.
fn falling(schema: &Value) -> Value {
    let names = schema["properties"].as_object().unwrap().keys();
    Value::Object(names.enumerate().map(|(place, name)| (name.clone(), json!(100.0 / (place as f64 + 1.0)))).collect())
}
