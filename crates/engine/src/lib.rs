//! Engines, which are asked how people would answer. An engine has three verbs: it reads the probabilities of labels,
//! writes a document of a schema, and writes texts. It knows no respondent, no report, no store and no pipeline;
//! `elicit` uses the verbs to ask for a forecast.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod availability;
pub mod blend;
pub mod openai;
pub mod outbound;
pub mod prompt;
mod reply;
pub mod scripted;
pub mod sentences;

use std::sync::Arc;

use async_trait::async_trait;
pub use forecast::{Price, Usage};
use foundation::Language;
use foundation::data::DataError;
use serde_json::Value;

pub use availability::{Availability, Outage, Sighting, until_it_answers};
pub use blend::Blend;
pub use openai::OpenAi;
pub use reply::{EngineError, Failure, Reply, after, took};
pub use scripted::Scripted;

/// Whether the prompts that are compiled in can be read.
pub fn check_data() -> Result<(), DataError> {
    prompt::check()
}

/// Something that can be asked.
#[async_trait]
pub trait Engine: Send + Sync + 'static {
    /// What is known of it.
    fn card(&self) -> EngineCard;

    /// How probable each label is after each prompt.
    async fn labels(&self, asks: &[LabelsAsk]) -> Vec<Result<Reply<Vec<f64>>, Failure>> {
        asks.iter().map(|_| Err(unable("this engine's tokens can't be read"))).collect()
    }

    /// A document of the schema asked for. What it says is checked before it counts.
    async fn document(&self, _: DocumentAsk<'_>) -> Result<Reply<Value>, Failure> {
        Err(unable("this engine makes no documents"))
    }

    /// Short texts, each from its own prompt.
    async fn texts(&self, asks: &[TextAsk]) -> Vec<Result<Reply<String>, Failure>> {
        asks.iter().map(|_| Err(unable("this engine writes no texts"))).collect()
    }

    /// The members of a blend; empty for a single engine.
    fn members(&self) -> &[Arc<dyn Engine>] {
        &[]
    }

    /// Whether it is there, by a look that costs nothing.
    async fn ready(&self) -> Result<(), EngineError> {
        Ok(())
    }

    /// Returns when the engine is beyond repair in this process, which should then end and be started anew. Most engines
    /// never are.
    async fn broken(&self) {
        std::future::pending::<()>().await;
    }

    /// Whether it answers, by asking as little as possible. It may cost a token, so it is only for times of doubt.
    async fn probe(&self) -> Result<(), EngineError> {
        self.ready().await
    }
}

fn unable(message: &str) -> Failure {
    EngineError::Refused { message: message.to_owned() }.into()
}

/// What is known of an engine, printed with every report it made.
#[derive(Debug, Clone, PartialEq)]
pub struct EngineCard {
    pub name: String,
    pub model: Option<String>,
    /// SHA-256 of the model's file, where there is one.
    pub model_hash: Option<String>,
    /// What the model was taught beyond what it came with.
    pub adapter: Option<AdapterCard>,
    /// Whether answers are made up without a model.
    pub scripted: bool,
    /// Whether it is capable enough to propose wordings.
    pub designs: bool,
    /// Whether it knows to name reasons and concerns that fit a subject.
    pub names_reasons: bool,
    /// Whether it writes documents well enough to be asked for a forecast by one.
    pub writes_documents: bool,
    /// Whether the probabilities of its tokens may be there to read.
    pub reads_labels: bool,
    /// Whether asking it costs nothing but time: a model in this process, or a server on this machine.
    pub is_own: bool,
    /// How many respondents it has the time and the words to speak for; none where its texts make no sense.
    pub voices_max: u32,
    /// The part of the respondents who are to fail, in a demonstration.
    pub fail_rate: f64,
    /// Whether it tries again by itself when a failure may pass.
    pub retries: bool,
    /// How long one call may take, with all that the engine does by itself.
    pub call_timeout_ms: u64,
    /// What its tokens cost, where that is known.
    pub price: Option<Price>,
}

/// An adapter beside a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdapterCard {
    pub name: String,
    /// SHA-256 of its file.
    pub hash: String,
}

/// At most so many respondents of a report speak: more would not be read.
pub const VOICES_MAX: u32 = 24;
pub const CALL_TIMEOUT_MS: u64 = 30_000;
/// How often within an hour an engine that broke is opened anew before its process gives up.
pub const RELOADS_PER_HOUR: usize = 3;

/// A prompt after which the next token is looked at: probabilities among the labels, which add up to one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelsAsk {
    /// What other asks begin with, too; it may be read once for all of them.
    pub beginning: String,
    pub rest: String,
    pub labels: Vec<String>,
}

impl LabelsAsk {
    pub fn prompt(&self) -> String {
        format!("{}{}", self.beginning, self.rest)
    }
}

/// A document to write.
#[derive(Debug, Clone, Copy)]
pub struct DocumentAsk<'a> {
    pub seed: u64,
    pub language: Language,
    /// What is asked, in a word.
    pub name: &'a str,
    pub prompt: &'a str,
    /// JSON Schema of the document.
    pub schema: &'a Value,
    /// The fields that it must have; others of the schema may be left out.
    pub needs: &'a [&'a str],
}

/// A text to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextAsk {
    pub seed: u64,
    /// Tells the texts of one report apart, so that each has its own chance.
    pub label: String,
    /// What all texts asked for at once have in common.
    pub shared: String,
    pub own: String,
}
