//! A language model in this process, through llama.cpp. One thread owns the model; callers send it groups of requests
//! through a bounded queue. The common prefix of a group is encoded once and cached. Each group is computed alone from
//! an empty KV cache, so that its result depends only on the group and the files; groups are therefore never merged.

mod adapter;
mod asks;
mod cpu;
mod document;
mod grammar;
mod kv_cache;
mod labels;
mod owner;
mod plan;
mod text;
mod vocabulary;

use std::num::NonZeroU32;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

pub use asks::{LabelRead, LabelTail, Text, TextRequest};

/// Resource limits of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    pub threads: NonZeroU32,
    /// Tokens that the prefix and all sequences in flight may take together.
    pub context_tokens: u32,
    /// Tokens per batch.
    pub batch_tokens: u32,
    /// Sequences in flight at once, including the prefix.
    pub sequences_max: u32,
    /// Size of the encoded prefixes that are kept for later groups.
    pub prefixes_bytes_max: usize,
    /// Groups that may wait in the queue.
    pub queue_max: usize,
}

impl Options {
    /// Smallest context that fits one question with its answers.
    pub const CONTEXT_TOKENS_MIN: u32 = 512;
}

impl Default for Options {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, |cores| u32::try_from(cores.get()).unwrap_or(1));
        Self {
            threads: NonZeroU32::new(cores).unwrap_or(NonZeroU32::MIN),
            context_tokens: 8192,
            batch_tokens: 512,
            sequences_max: 64,
            prefixes_bytes_max: 512 << 20,
            queue_max: 16,
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("{} can't be read: {error}", path.display())]
    Unreadable { path: PathBuf, error: std::io::Error },
    #[error(
        "{} is no model that llama.cpp can load: damaged, cut short, or of a kind this version doesn't know",
        path.display()
    )]
    NotAModel { path: PathBuf },
    #[error("{} is no adapter that llama.cpp can load beside this model", path.display())]
    NotAnAdapter { path: PathBuf },
    #[error("{} has no chat template that is understood here; choose a model tuned to follow instructions", path.display())]
    NoChatTemplate { path: PathBuf },
    #[error("a context of {given} tokens is too small; {min} is the least")]
    ContextTooSmall { given: u32, min: u32 },
    #[error("a context of {tokens} tokens can't be set up: {message}")]
    NoContext { tokens: u32, message: String },
    #[error(
        "this processor lacks {}, which this build of the embedded model needs; build it on this machine, or use another \
         engine", missing.join(", ")
    )]
    OldProcessor { missing: Vec<&'static str> },
    #[error("llama.cpp can't be started: {message}")]
    NoBackend { message: String },
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    #[error("the prompt takes {tokens} tokens, and the context holds {max}")]
    TooLong { tokens: usize, max: usize },
    #[error("the model has no single token for the answer label {label:?}")]
    UnknownLabel { label: String },
    #[error("the schema can't be turned into a grammar: {message}")]
    Schema { message: String },
    #[error("the text ended before the document did")]
    Unfinished,
    #[error("llama.cpp failed: {message}")]
    Failed { message: String },
    /// The thread has ended, and the model is gone.
    #[error("the model's thread panicked during this call")]
    Crashed,
    #[error("the model has been closed")]
    Closed,
}

/// Token counts of a group.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tokens {
    /// Computed by the model: prompts, and generated tokens that were fed back.
    pub encoded: u64,
    /// Reused from an encoded prefix, of this group or an earlier one.
    pub reused: u64,
    /// Written by the model.
    pub generated: u64,
}

impl AddAssign for Tokens {
    fn add_assign(&mut self, other: Self) {
        self.encoded += other.encoded;
        self.reused += other.reused;
        self.generated += other.generated;
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Answered<T> {
    pub value: T,
    pub tokens: Tokens,
}

/// A prefix that is encoded once and cached, and the questions that continue it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch<T> {
    pub stem: String,
    pub tails: Vec<T>,
}

/// A handle to an open model. Cheap to clone; dropping the last clone ends the thread.
#[derive(Debug, Clone)]
pub struct Llama {
    jobs: mpsc::Sender<owner::Job>,
    parameters: u64,
}

impl Llama {
    /// Loads the model and its adapter, which takes a while, and starts the thread that owns them.
    pub fn open(path: &Path, adapter: Option<&Path>, options: Options) -> Result<Self, OpenError> {
        let (jobs, parameters) = owner::start(path, adapter, options)?;
        Ok(Self { jobs, parameters })
    }

    /// Returns the number of parameters of the model.
    pub fn parameters(&self) -> u64 {
        self.parameters
    }

    /// Whether it still accepts requests.
    pub fn is_open(&self) -> bool {
        !self.jobs.is_closed()
    }

    /// Waits until it no longer accepts requests. By then its memory is free.
    pub async fn closed(&self) {
        self.jobs.closed().await;
    }

    /// Makes the model's thread panic, for tests of recovery.
    #[doc(hidden)]
    pub async fn crash(&self) -> Result<(), AskError> {
        self.send(|reply| owner::Job::Crash { reply }).await
    }

    /// Returns the probability of each tail's labels as the next token, branch by branch.
    pub async fn labels(&self, branches: Vec<Branch<LabelTail>>) -> Result<Answered<Vec<Vec<LabelRead>>>, AskError> {
        self.send(|reply| owner::Job::Labels { branches, reply }).await
    }

    /// Writes a short text for each ask; each has its own outcome.
    pub async fn texts(
        &self,
        prefix: String,
        asks: Vec<TextRequest>,
    ) -> Result<Answered<Vec<Result<Text, AskError>>>, AskError> {
        self.send(|reply| owner::Job::Texts { prefix, asks, reply }).await
    }

    /// Writes a JSON document of the schema.
    pub async fn document(
        &self,
        prompt: String,
        schema: Value,
        tokens_max: u32,
        seed: u32,
    ) -> Result<Answered<Value>, AskError> {
        self.send(|reply| owner::Job::Document { prompt, schema, tokens_max, seed, reply }).await
    }

    /// Waits for a place in the queue, then for the reply. Dropping the future cancels the work.
    async fn send<T>(&self, job: impl FnOnce(Reply<T>) -> owner::Job) -> Result<T, AskError> {
        let (reply, answer) = oneshot::channel();
        self.jobs.send(job(reply)).await.map_err(|_| AskError::Closed)?;
        answer.await.map_err(|_| AskError::Closed)?
    }
}

type Reply<T> = oneshot::Sender<Result<T, AskError>>;
