//! Engines that misbehave on cue: the scripted one, with every call counted and a word to say before each.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use canvass::engine::{ClosedAsk, Engine, EngineCard, EngineError, Failure, OpenAsk, Reply, Scripted};
use survey::brief::Language;
use survey::questionnaire::PREFERENCE;
use tokio::sync::Notify;

/// What an engine does when a respondent's interview begins.
pub enum Mood {
    Answers,
    Unavailable,
    Refuses,
    Panics,
    Hangs,
}

/// How often each respondent's interview was begun, over all runs.
#[derive(Clone, Default)]
pub struct Begun(Arc<Mutex<BTreeMap<String, usize>>>);

impl Begun {
    pub fn total(&self) -> usize {
        self.0.lock().unwrap().values().sum()
    }

    pub fn respondents(&self) -> Vec<String> {
        self.0.lock().unwrap().keys().cloned().collect()
    }

    pub fn clear(&self) {
        self.0.lock().unwrap().clear();
    }

    /// Answers which interview this is, from 1.
    fn note(&self, respondent: &str) -> usize {
        let mut begun = self.0.lock().unwrap();
        *begun.entry(respondent.to_owned()).or_default() += 1;
        begun.values().sum()
    }
}

/// Decides by the number of the interview, from 1.
pub struct Moody<F> {
    scripted: Scripted,
    begun: Begun,
    hanging: Arc<Notify>,
    mood: F,
}

impl<F: Fn(usize) -> Mood> Moody<F> {
    pub fn new(begun: &Begun, mood: F) -> Self {
        Self { scripted: Scripted::new(0, 0.0), begun: begun.clone(), hanging: Arc::default(), mood }
    }

    /// Rung when an interview hangs.
    pub fn hanging(&self) -> Arc<Notify> {
        Arc::clone(&self.hanging)
    }
}

#[async_trait]
impl<F: Fn(usize) -> Mood + Send + Sync + 'static> Engine for Moody<F> {
    fn card(&self, language: Language) -> EngineCard {
        // Nobody is to wait between tries.
        EngineCard { retries: true, ..self.scripted.card(language) }
    }

    async fn distribution(&self, ask: ClosedAsk<'_>) -> Result<Reply<Vec<f64>>, Failure> {
        if ask.question.id == PREFERENCE {
            match (self.mood)(self.begun.note(ask.respondent.id)) {
                Mood::Answers => {}
                Mood::Unavailable => return Err(EngineError::Unavailable { message: "down".to_owned() }.into()),
                Mood::Refuses => return Err(EngineError::Refused { message: "no".to_owned() }.into()),
                Mood::Panics => panic!("the engine broke, as this test asked it to"),
                Mood::Hangs => {
                    self.hanging.notify_one();
                    std::future::pending::<()>().await;
                }
            }
        }
        self.scripted.distribution(ask).await
    }

    async fn text(&self, ask: OpenAsk<'_>) -> Result<Reply<String>, Failure> {
        self.scripted.text(ask).await
    }
}

/// An engine that can leave and come back, for whoever holds a copy of it.
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

    /// The same switch before another engine.
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
    fn card(&self, language: Language) -> EngineCard {
        EngineCard { retries: true, ..self.engine.card(language) }
    }

    async fn distribution(&self, ask: ClosedAsk<'_>) -> Result<Reply<Vec<f64>>, Failure> {
        self.is_there()?;
        self.engine.distribution(ask).await
    }

    async fn text(&self, ask: OpenAsk<'_>) -> Result<Reply<String>, Failure> {
        self.is_there()?;
        self.engine.text(ask).await
    }

    async fn ready(&self) -> Result<(), EngineError> {
        self.is_there()
    }
}
