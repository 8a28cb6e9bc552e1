//! A model in this process, offline and without a key. A closed question is read twice: once as a question to people in
//! general, in every order of its answers and in their own words, and once for each aspect of a person, against others.
//! The first says what is likely, the second how such a person differs; no answer is written out.

mod aspects;
mod general;
mod kept;
mod reading;

use std::num::NonZeroU32;
use std::path::Path;

use async_trait::async_trait;
use llama::{AskError, Llama, OpenError, Options, Text, TextAsk, Tokens};
use serde_json::Value;
use survey::brief::Language;
use survey::chance;

use super::calibrations;
use super::prompt;
use super::sentences;
use super::{
    ClosedAsk, DocumentAsk, EFFECTIVE_SIZE_UNMEASURED, Engine, EngineCard, EngineError, Failure, OpenAsk, Reply, Usage,
};
use general::General;
use reading::People;

/// A question takes seconds on a laptop, but many of other reports may be waiting before it.
const CALL_TIMEOUT_MS: u64 = 60 * 60 * 1000;
/// Texts written side by side: more would not make the arithmetic faster.
const TEXTS_TOGETHER: usize = 32;
/// Texts take ten times as long as closed answers.
const OPEN_ANSWERS_MAX: u32 = 16;
const TEXT_TOKENS_MAX: u32 = 64;
const TEXT_TEMPERATURE: f32 = 0.8;
const DOCUMENT_TOKENS_MAX: u32 = 1_000;

pub struct Embedded {
    llama: Llama,
    model: String,
    model_hash: String,
    general: General,
    people: People,
}

/// Which file, and how much of the machine it may use.
#[derive(Debug, Clone)]
pub struct EmbeddedSettings<'a> {
    pub file: &'a Path,
    /// SHA-256 of the file.
    pub hash: String,
    /// What reports call it.
    pub name: String,
    /// All cores where it is none.
    pub threads: Option<NonZeroU32>,
    pub context_tokens: u32,
}

impl Embedded {
    /// Loads the model; takes a second or two.
    pub fn open(settings: EmbeddedSettings<'_>) -> Result<Self, OpenError> {
        let defaults = Options::default();
        let options = Options {
            threads: settings.threads.unwrap_or(defaults.threads),
            context_tokens: settings.context_tokens,
            ..defaults
        };
        let llama = Llama::open(settings.file, options)?;
        Ok(Self {
            general: General::default(),
            people: People::default(),
            llama,
            model: settings.name,
            model_hash: settings.hash,
        })
    }
}

#[async_trait]
impl Engine for Embedded {
    fn card(&self, language: Language) -> EngineCard {
        EngineCard {
            name: "embedded".to_owned(),
            model: Some(self.model.clone()),
            model_hash: Some(self.model_hash.clone()),
            scripted: false,
            designs: false,
            calibration: calibrations::of("embedded", &self.model_hash, language),
            effective_size: EFFECTIVE_SIZE_UNMEASURED,
            open_answers_max: Some(OPEN_ANSWERS_MAX),
            texts_together: TEXTS_TOGETHER,
            retries: false,
            call_timeout_ms: CALL_TIMEOUT_MS,
            price: None,
        }
    }

    async fn distribution(&self, ask: ClosedAsk<'_>) -> Result<Reply<Vec<f64>>, Failure> {
        let mut replies = self.distributions(&[ask]).await;
        replies.pop().unwrap_or_else(|| Err(unreadable("no answer at all").into()))
    }

    async fn text(&self, ask: OpenAsk<'_>) -> Result<Reply<String>, Failure> {
        let mut replies = self.texts(&[ask]).await;
        replies.pop().unwrap_or_else(|| Err(unreadable("no answer at all").into()))
    }

    async fn distributions(&self, asks: &[ClosedAsk<'_>]) -> Vec<Result<Reply<Vec<f64>>, Failure>> {
        let mut replies = Vec::with_capacity(asks.len());
        for own in asks.chunk_by(|one, next| one.respondent.id == next.respondent.id) {
            match self.read(own).await {
                Ok(read) => replies.extend(read.into_iter().map(Ok)),
                Err(error) => replies.extend(own.iter().map(|_| Err(error.clone().into()))),
            }
        }
        replies
    }

    async fn texts(&self, asks: &[OpenAsk<'_>]) -> Vec<Result<Reply<String>, Failure>> {
        let mut replies = Vec::with_capacity(asks.len());
        for alike in asks.chunk_by(|one, next| one.question.id == next.question.id) {
            match self.write(alike).await {
                Ok(written) => replies.extend(written),
                Err(error) => replies.extend(alike.iter().map(|_| Err(error.clone().into()))),
            }
        }
        replies
    }

    async fn document(&self, ask: DocumentAsk<'_>) -> Result<Reply<Value>, Failure> {
        let seed = chance::seed32(ask.seed, "embedded/document");
        let answered = self.llama.document(ask.prompt.to_owned(), ask.schema.clone(), DOCUMENT_TOKENS_MAX, seed).await;
        let answered = answered.map_err(|error| refused(&error))?;
        let usage = shares_of(answered.tokens, 1).sum();
        Ok(Reply { value: answered.value, usage })
    }

    async fn ready(&self) -> Result<(), EngineError> {
        if self.llama.is_open() { Ok(()) } else { Err(refused(&AskError::Closed)) }
    }
}

impl Embedded {
    /// All texts of one question together: they need no form, so the forms need not be kept apart.
    async fn write(&self, asks: &[OpenAsk<'_>]) -> Result<Vec<Result<Reply<String>, Failure>>, EngineError> {
        let Some(first) = asks.first() else { return Ok(Vec::new()) };
        let shared = prompt::voice(first).shared;
        let text_ask = |ask: &OpenAsk<'_>| TextAsk {
            prompt: prompt::voice(ask).own,
            lead: String::new(),
            tokens_max: TEXT_TOKENS_MAX,
            stops: vec!["\n".to_owned()],
            temperature: TEXT_TEMPERATURE,
            seed: chance::seed32(ask.seed, &format!("embedded/{}/{}", ask.question.id, ask.respondent.id)),
        };
        let answered =
            self.llama.texts(shared, asks.iter().map(text_ask).collect()).await.map_err(|error| refused(&error))?;
        let usage = shares_of(answered.tokens, asks.len());
        let said = |text: Text| match text.is_cut {
            true => sentences::whole(&text.text).to_owned(),
            false => text.text,
        };
        let texts = answered.value.into_iter().map(|text| text.map(said).map_err(|error| refused(&error)));
        Ok(texts
            .zip(usage)
            .map(|(text, usage)| match text {
                Ok(value) => Ok(Reply { value, usage }),
                Err(error) => Err(Failure { error, usage }),
            })
            .collect())
    }
}

/// What a group took, split among its asks; the first takes what is left over.
fn shares_of(tokens: Tokens, asks: usize) -> impl Iterator<Item = Usage> {
    let parts = asks.max(1) as u64;
    (0..parts).map(move |at| {
        let part = |total: u64| total / parts + if at == 0 { total % parts } else { 0 };
        Usage {
            calls: 1,
            prompt_tokens: part(tokens.encoded.saturating_sub(tokens.generated) + tokens.reused),
            cached_tokens: part(tokens.reused),
            completion_tokens: part(tokens.generated),
        }
    })
}

fn refused(error: &AskError) -> EngineError {
    match error {
        AskError::Closed => EngineError::Unavailable { message: error.to_string() },
        _ => EngineError::Refused { message: error.to_string() },
    }
}

fn unreadable(message: &str) -> EngineError {
    EngineError::Unreadable { message: message.to_owned() }
}
