//! The [`Engine`] trait and its implementations. An engine forecasts how an audience would answer: it returns the
//! probabilities of answer labels, JSON documents of a schema, and short texts.
//!
//! Knows `foundation`, `language`, `forecast`, `questionnaire` and `wording`. It sends HTTP requests ([`openai`]),
//! reads the monotonic clock, and draws random numbers only from the seed of a request. It must not know respondents,
//! reports, the store, settings files or the pipeline; `pipeline::elicit` composes the requests of a forecast.
//!
//! Start with the trait below and `reply` (outcomes and errors), then [`prompt`] (templates), then [`openai`] (served
//! models) or [`scripted`] (tests and demonstrations).

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod availability;
pub mod blend;
pub mod openai;
pub mod outbound;
pub mod prompt;
pub mod providers;
mod reply;
pub mod scripted;
pub mod sentences;

use std::sync::Arc;

use async_trait::async_trait;
pub use forecast::{Price, Usage};
use foundation::Language;
use foundation::data::DataError;
use serde_json::Value;

pub use availability::{Availability, EngineState, Outage, probe_until_up};
pub use blend::Blend;
pub use openai::OpenAi;
pub use reply::{EngineError, Failure, Reply, after, took};
pub use scripted::Scripted;

/// Checks that every compiled-in prompt template parses and uses exactly the variables that it is given.
pub fn check_data() -> Result<(), DataError> {
    prompt::check()?;
    providers::check()
}

/// A source of forecasts: a served model, a model in this process, a script, or a blend of these.
#[async_trait]
pub trait Engine: Send + Sync + 'static {
    /// Returns the engine's name, model, capabilities and limits.
    fn card(&self) -> EngineCard;

    /// Returns the probability of each label as the next token after each prompt, normalised over the labels.
    async fn labels(&self, asks: &[LabelRequest]) -> Vec<Result<Reply<Vec<f64>>, Failure>> {
        asks.iter().map(|_| Err(unable("this engine's tokens can't be read"))).collect()
    }

    /// Writes a JSON document of the requested schema. Callers must validate its content.
    async fn document(&self, _: DocumentRequest<'_>) -> Result<Reply<Value>, Failure> {
        Err(unable("this engine makes no documents"))
    }

    /// Writes one short text per prompt.
    async fn texts(&self, asks: &[TextRequest]) -> Vec<Result<Reply<String>, Failure>> {
        asks.iter().map(|_| Err(unable("this engine writes no texts"))).collect()
    }

    /// Returns the members of a blend; empty for any other engine.
    fn members(&self) -> &[Arc<dyn Engine>] {
        &[]
    }

    /// Checks that the engine is reachable, without using tokens.
    async fn ready(&self) -> Result<(), EngineError> {
        Ok(())
    }

    /// Waits until the engine can't recover within this process, which
    /// should then exit and be restarted. Never returns for most engines.
    async fn broken(&self) {
        std::future::pending::<()>().await;
    }

    /// Checks that the engine answers, with the smallest possible request. It may cost a token, so callers use it
    /// only when the engine may be down.
    async fn probe(&self) -> Result<(), EngineError> {
        self.ready().await
    }
}

fn unable(message: &str) -> Failure {
    EngineError::Refused { message: message.to_owned() }.into()
}

/// Properties of an engine, printed with every report that it made.
#[derive(Debug, Clone, PartialEq)]
pub struct EngineCard {
    pub name: String,
    pub model: Option<String>,
    /// SHA-256 of the model file, if there is one.
    pub model_hash: Option<String>,
    /// The fine-tuned adapter loaded beside the model.
    pub adapter: Option<AdapterCard>,
    /// Whether answers are made up without a model.
    pub scripted: bool,
    /// Whether it is capable enough to propose wordings.
    pub designs: bool,
    /// Whether it can propose reasons and concerns that fit a subject.
    pub names_reasons: bool,
    /// Whether its documents are good enough to take a forecast from.
    pub writes_documents: bool,
    /// Whether the probabilities of its tokens may be available.
    pub reads_labels: bool,
    /// Whether asking it costs nothing but time: a model in this process, or a server on this machine.
    pub is_own: bool,
    /// Most respondents per report for whom it writes open answers; 0 if its texts are unusable.
    pub voices_max: u32,
    /// Share of respondents who fail on purpose, for demonstrations.
    pub fail_rate: f64,
    /// Whether it retries transient failures itself.
    pub retries: bool,
    /// Longest duration of one call in milliseconds, including the engine's queue and retries.
    pub call_timeout_ms: u64,
    /// Price of its tokens, if known.
    pub price: Option<Price>,
}

/// An adapter loaded beside a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdapterCard {
    pub name: String,
    /// SHA-256 of its file.
    pub hash: String,
}

/// Most respondents of one report who get an open answer; readers would not read more.
pub const VOICES_MAX: u32 = 24;
pub const CALL_TIMEOUT_MS: u64 = 30_000;
/// How often within an hour a crashed engine is reloaded before its process gives up.
pub const RELOADS_PER_HOUR: usize = 3;

/// A prompt, and the labels whose probabilities as the next token are requested. They are normalised to sum to 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelRequest {
    /// Start of the prompt that other requests share; an engine may encode it once for all of them.
    pub beginning: String,
    pub rest: String,
    pub labels: Vec<String>,
}

impl LabelRequest {
    pub fn prompt(&self) -> String {
        format!("{}{}", self.beginning, self.rest)
    }
}

/// A request for one document.
#[derive(Debug, Clone, Copy)]
pub struct DocumentRequest<'a> {
    pub seed: u64,
    pub language: Language,
    /// Name of the schema, such as `forecast_whole`.
    pub name: &'a str,
    pub prompt: &'a str,
    /// JSON Schema of the document.
    pub schema: &'a Value,
    /// Fields that the document must have; other fields of the schema are optional.
    pub needs: &'a [&'a str],
}

/// A request for one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextRequest {
    pub seed: u64,
    /// Distinguishes the texts of one report, so that each is sampled with its own seed.
    pub label: String,
    /// Start of the prompt, shared by all texts of one request.
    pub shared: String,
    pub own: String,
}
