//! The engine that runs a language model in this process through llama.cpp, offline and without a key. Forecasts are
//! read from the probabilities of the next token; texts are written in parallel.
//!
//! Knows `engine` and `foundation`. It reads model files, owns one thread per model, reads the monotonic clock to
//! limit reloads, and samples only with the seed of a request. It must not know reports, settings or the store. This
//! is the only crate that compiles C++.
//!
//! Start with [`Embedded`], then [`llama`] (the thread that owns the model), then `supervised` (reloads after a
//! panic) and `reading_cache`.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod llama;
mod reading_cache;
mod supervised;

use std::future::Future;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use crate::llama::{AskError, Branch, LabelRead, LabelTail, Llama, OpenError, Options, Text, Tokens};
use async_trait::async_trait;
use foundation::chance;
use serde_json::Value;

use engine::sentences;
use engine::{
    AdapterCard, DocumentRequest, Engine, EngineCard, EngineError, Failure, LabelRequest, Reply, TextRequest, Usage,
};
use reading_cache::ReadingCache;
use supervised::Supervised;

/// A call takes seconds on a laptop, but may queue behind many calls of other reports.
const CALL_TIMEOUT_MS: u64 = 60 * 60 * 1000;
/// Texts take ten times as long as closed answers.
const VOICES_MAX: u32 = 12;
/// Fewest parameters of a model that writes open answers or proposes reasons. The default model has 1.5 billion: a
/// reader found 4 of its 174 texts that passed the gate sensible, and 67 of its 142 reasons and concerns. Where the
/// limit lies above it is a judgement.
const PARAMETERS_TO_WRITE_MIN: u64 = 3_000_000_000;
const TEXT_TOKENS_MAX: u32 = 64;
/// Low, since a small model writes nonsense at higher temperatures; the respondents differ enough.
const TEXT_TEMPERATURE: f32 = 0.4;
/// Two lists of short labels take half of it; anything longer is not a useful document.
const DOCUMENT_TOKENS_MAX: u32 = 400;
/// Least total probability of all labels as the next token.
const LABEL_MASS_MIN: f64 = 1e-4;

pub struct Embedded {
    llama: Supervised<Llama>,
    parameters: u64,
    model: String,
    model_hash: String,
    adapter: Option<AdapterCard>,
    /// By prompt, so that a repeated or resumed report computes nothing twice.
    readings: ReadingCache<Vec<Vec<f64>>>,
}

/// The model's file, and how much of the machine it may use.
#[derive(Debug, Clone)]
pub struct EmbeddedSettings<'a> {
    pub file: &'a Path,
    /// SHA-256 of the file.
    pub hash: String,
    /// Name of the model in reports.
    pub name: String,
    /// The adapter beside the model, if any.
    pub adapter: Option<AdapterSettings<'a>>,
    /// `None` means all cores.
    pub threads: Option<NonZeroU32>,
    pub context_tokens: u32,
}

/// The adapter to load beside the model.
#[derive(Debug, Clone)]
pub struct AdapterSettings<'a> {
    pub file: &'a Path,
    /// SHA-256 of the file.
    pub hash: String,
    pub name: String,
}

impl Embedded {
    /// Loads the model, which takes a second or two.
    pub fn open(settings: EmbeddedSettings<'_>) -> Result<Self, OpenError> {
        let defaults = Options::default();
        let options = Options {
            threads: settings.threads.unwrap_or(defaults.threads),
            context_tokens: settings.context_tokens,
            ..defaults
        };
        let adapter = settings.adapter;
        let (file, adapter_file): (PathBuf, Option<PathBuf>) =
            (settings.file.to_owned(), adapter.as_ref().map(|adapter| adapter.file.to_owned()));
        let first = Llama::open(&file, adapter_file.as_deref(), options)?;
        let parameters = first.parameters();
        let llama = Supervised::start(first, move || Llama::open(&file, adapter_file.as_deref(), options));
        let adapter = adapter.map(|AdapterSettings { name, hash, .. }| AdapterCard { name, hash });
        let (model, model_hash) = (settings.name, settings.hash);
        Ok(Self { readings: ReadingCache::default(), llama, parameters, model, model_hash, adapter })
    }

    /// Makes the model's thread panic, for tests of recovery.
    #[doc(hidden)]
    pub async fn crash(&self) {
        let _ = self.asked(|llama| async move { llama.crash().await }).await;
    }

    /// Sends a request to the model, and has the model reloaded if that crashed it.
    async fn asked<T, F>(&self, ask: impl FnOnce(Llama) -> F) -> Result<T, AskError>
    where
        F: Future<Output = Result<T, AskError>>,
    {
        let life = self.llama.get().ok_or(AskError::Closed)?;
        let answer = ask(life.model.clone()).await;
        if matches!(answer, Err(AskError::Crashed | AskError::Closed)) {
            self.llama.broke(&life);
        }
        answer
    }
}

#[async_trait]
impl Engine for Embedded {
    fn card(&self) -> EngineCard {
        let is_small = self.parameters < PARAMETERS_TO_WRITE_MIN;
        EngineCard {
            name: "embedded".to_owned(),
            model: Some(self.model.clone()),
            model_hash: Some(self.model_hash.clone()),
            adapter: self.adapter.clone(),
            scripted: false,
            designs: false,
            // A model learns this only from an adapter.
            names_reasons: self.adapter.is_some() && !is_small,
            writes_documents: false,
            reads_labels: true,
            is_own: true,
            voices_max: if is_small { 0 } else { VOICES_MAX },
            fail_rate: 0.0,
            retries: false,
            call_timeout_ms: CALL_TIMEOUT_MS,
            price: None,
        }
    }

    async fn labels(&self, asks: &[LabelRequest]) -> Vec<Result<Reply<Vec<f64>>, Failure>> {
        match self.read(asks).await {
            Ok(read) => read.into_iter().map(Ok).collect(),
            Err(error) => asks.iter().map(|_| Err(refused(&error).into())).collect(),
        }
    }

    async fn document(&self, ask: DocumentRequest<'_>) -> Result<Reply<Value>, Failure> {
        let seed = chance::seed32(ask.seed, "embedded/document");
        let (prompt, schema) = (ask.prompt.to_owned(), ask.schema.clone());
        let answered =
            self.asked(|llama| async move { llama.document(prompt, schema, DOCUMENT_TOKENS_MAX, seed).await }).await;
        let answered = answered.map_err(|error| refused(&error))?;
        let usage = shares_of(answered.tokens, 1).sum();
        Ok(Reply { value: answered.value, usage })
    }

    async fn texts(&self, asks: &[TextRequest]) -> Vec<Result<Reply<String>, Failure>> {
        let mut replies = Vec::with_capacity(asks.len());
        for alike in asks.chunk_by(|one, next| one.shared == next.shared) {
            match self.write(alike).await {
                Ok(written) => replies.extend(written),
                Err(error) => replies.extend(alike.iter().map(|_| Err(error.clone().into()))),
            }
        }
        replies
    }

    async fn ready(&self) -> Result<(), EngineError> {
        self.llama.get().map(drop).ok_or(EngineError::Reloading)
    }

    async fn broken(&self) {
        self.llama.broken().await;
    }
}

impl Embedded {
    /// Reads the asks as one group; the result of the same group is cached.
    async fn read(&self, asks: &[LabelRequest]) -> Result<Vec<Reply<Vec<f64>>>, AskError> {
        let (values, tokens) = self.readings.get(&format!("{asks:?}"), || self.read_now(asks)).await?;
        let replies = values.iter().cloned().zip(shares_of(tokens, asks.len()));
        Ok(replies.map(|(value, usage)| Reply { value, usage }).collect())
    }

    async fn read_now(&self, asks: &[LabelRequest]) -> Result<(Vec<Vec<f64>>, Tokens), AskError> {
        let tail = |ask: &LabelRequest| LabelTail { text: ask.rest.clone(), labels: ask.labels.clone() };
        let alike = asks.chunk_by(|one, next| one.beginning == next.beginning);
        let branches =
            alike.map(|asks| Branch { stem: asks[0].beginning.clone(), tails: asks.iter().map(tail).collect() });
        let branches: Vec<_> = branches.collect();
        let read = self.asked(|llama| async move { llama.labels(branches).await }).await?;
        let labels = read.value.iter().flatten().map(|tail| among_labels(tail).ok_or_else(no_label));
        Ok((labels.collect::<Result<_, _>>()?, read.tokens))
    }

    /// Writes all texts that share a prefix, as one group.
    async fn write(&self, asks: &[TextRequest]) -> Result<Vec<Result<Reply<String>, Failure>>, EngineError> {
        let Some(first) = asks.first() else { return Ok(Vec::new()) };
        let text_ask = |ask: &TextRequest| crate::llama::TextRequest {
            prompt: ask.own.clone(),
            tokens_max: TEXT_TOKENS_MAX,
            stops: vec!["\n".to_owned()],
            temperature: TEXT_TEMPERATURE,
            seed: chance::seed32(ask.seed, &format!("embedded/{}", ask.label)),
        };
        let (shared, texts): (String, Vec<_>) = (first.shared.clone(), asks.iter().map(text_ask).collect());
        let answered = self.asked(|llama| async move { llama.texts(shared, texts).await }).await;
        let answered = answered.map_err(|error| refused(&error))?;
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

/// Returns the probabilities normalised over the labels; `None` if the labels have almost no probability.
fn among_labels(read: &LabelRead) -> Option<Vec<f64>> {
    let total: f64 = read.probabilities.iter().sum();
    let is_answer = total.is_finite() && total >= LABEL_MASS_MIN;
    is_answer.then(|| read.probabilities.iter().map(|p| p / total).collect())
}

fn no_label() -> AskError {
    AskError::Failed { message: "the model answered with none of the labels".to_owned() }
}

/// Splits the tokens of a group evenly among its asks; the first gets the remainder.
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
        AskError::Closed => EngineError::Reloading,
        AskError::Crashed => EngineError::Crashed { message: error.to_string() },
        _ => EngineError::Refused { message: error.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_without_its_labels_is_no_answer() {
        let read = |probabilities: &[f64]| LabelRead { probabilities: probabilities.to_vec(), outside: 0.0 };
        assert_eq!(among_labels(&read(&[0.0, 0.0])), None);
        assert_eq!(among_labels(&read(&[f64::NAN, 0.5])), None);
        assert_eq!(among_labels(&read(&[0.2, 0.6])), Some(vec![0.25, 0.6 / 0.8]));
    }
}
