//! The scripted engine with some of its documents replaced; it records its calls.

use serde_json::Value;

use super::*;
use engine::after;

pub(super) type CallResult = Result<Reply<Value>, Failure>;
pub(super) type Instead = dyn Fn(&DocumentRequest<'_>) -> Option<CallResult> + Send + Sync;

pub(super) struct Altered {
    pub(super) card: EngineCard,
    /// Returns `None` to let the scripted engine answer.
    pub(super) instead: Box<Instead>,
    /// The outcome of a probe.
    pub(super) probe: Result<(), EngineError>,
    /// The usage of each call, whatever its outcome.
    pub(super) usage: Usage,
    /// Names of the documents, in the order of the calls.
    pub(super) asked: Mutex<Vec<String>>,
}

pub(super) fn scripted_card() -> EngineCard {
    Scripted::new(0, 0.0).card()
}

impl Altered {
    pub(super) fn new(instead: impl Fn(&DocumentRequest<'_>) -> Option<CallResult> + Send + Sync + 'static) -> Self {
        Self {
            card: scripted_card(),
            instead: Box::new(instead),
            probe: Ok(()),
            usage: Usage::default(),
            asked: Mutex::default(),
        }
    }

    /// The unaltered scripted engine.
    pub(super) fn in_nothing() -> Self {
        Self::new(|_| None)
    }

    pub(super) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    pub(super) fn times_asked(&self, name: &str) -> usize {
        self.asked.lock().unwrap().iter().filter(|asked| *asked == name).count()
    }
}

#[async_trait]
impl Engine for Altered {
    fn card(&self) -> EngineCard {
        self.card.clone()
    }

    async fn document(&self, ask: DocumentRequest<'_>) -> CallResult {
        assert_eq!(ask.schema["type"], "object", "{}", ask.name);
        self.asked.lock().unwrap().push(ask.name.to_owned());
        let reply = match (self.instead)(&ask) {
            Some(reply) => reply,
            None => Scripted::new(0, 0.0).document(ask).await,
        };
        after(self.usage, reply)
    }

    async fn probe(&self) -> Result<(), EngineError> {
        self.probe.clone()
    }
}

/// A permanent failure.
pub(super) fn refused() -> CallResult {
    Err(EngineError::Refused { message: "no".to_owned() }.into())
}

/// A transient failure.
pub(super) fn out_of_reach() -> CallResult {
    Err(away().into())
}

pub(super) fn away() -> EngineError {
    EngineError::Unavailable { message: "down".to_owned() }
}

/// Items listed in a prompt on lines `1) text` or `A) text`, with their marks.
pub(super) fn listed(prompt: &str) -> impl Iterator<Item = (&str, &str)> {
    prompt.lines().filter_map(|line| line.split_once(") "))
}

/// The option whose choosers a document is about.
pub(super) fn chosen(prompt: &str) -> &str {
    let letter = prompt.lines().find_map(|line| line.strip_prefix("Chosen: ")).unwrap();
    listed(prompt).find(|(mark, _)| *mark == letter).unwrap().1
}

/// Whether a document is about the sexes.
pub(super) fn is_about_the_sexes(prompt: &str) -> bool {
    listed(prompt).any(|group| group == ("1", "Female"))
}
