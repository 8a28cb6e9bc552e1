//! A language model in this process, through llama.cpp. One thread owns the model; everybody else sends it groups of
//! asks through a bounded queue. What the asks of a group have in common is encoded once, and kept for later groups. An
//! adapter beside the model changes what it says; it belongs to one model and is loaded with it.
//!
//! A group is worked off alone and always in the same way, from an empty memory: what it returns depends on the group
//! and the model's file, never on what else is asked at the time. That is why groups are not merged with one another.

mod adapter;
mod asks;
mod cpu;
mod document;
mod grammar;
mod labels;
mod memory;
mod owner;
mod plan;
mod text;
mod vocabulary;

use std::num::NonZeroU32;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

pub use asks::{LabelRead, LabelTail, Text, TextAsk};

/// How much of the machine the model may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    pub threads: NonZeroU32,
    /// Tokens that the prefix and everything under way may take together.
    pub context_tokens: u32,
    /// Tokens computed in one go.
    pub batch_tokens: u32,
    /// Sequences under way at once.
    pub sequences_max: u32,
    /// Encoded prefixes that are kept for the next group.
    pub prefixes_bytes_max: usize,
    /// Groups that may wait.
    pub queue_max: usize,
}

impl Options {
    /// A context that holds less can't take one question with its answers.
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

/// What the model's file says about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelFacts {
    pub name: String,
    pub parameters: u64,
    /// Tokens of context it was trained for.
    pub context_tokens: u32,
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
    /// The thread is gone after it, and the model with it.
    #[error("the model's thread panicked while it worked on this")]
    Crashed,
    #[error("the model has been closed")]
    Closed,
}

/// Tokens that a group took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tokens {
    /// Computed to read the prompts.
    pub encoded: u64,
    /// Taken from a prefix encoded earlier, or shared within the group.
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

/// A beginning that is encoded once and kept, with the questions that continue it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch<T> {
    pub stem: String,
    pub tails: Vec<T>,
}

/// The model, open. Cheap to clone; the last one dropped ends the thread.
#[derive(Debug, Clone)]
pub struct Llama {
    jobs: mpsc::Sender<owner::Job>,
    facts: ModelFacts,
}

impl Llama {
    /// Loads the model, and the adapter beside it, which takes a while, and starts the thread that owns them.
    pub fn open(path: &Path, adapter: Option<&Path>, options: Options) -> Result<Self, OpenError> {
        let (jobs, facts) = owner::start(path, adapter, options)?;
        Ok(Self { jobs, facts })
    }

    pub fn facts(&self) -> &ModelFacts {
        &self.facts
    }

    /// Whether it can still be asked.
    pub fn is_open(&self) -> bool {
        !self.jobs.is_closed()
    }

    /// Returns when it can no longer be asked. By then its memory is free.
    pub async fn closed(&self) {
        self.jobs.closed().await;
    }

    /// Makes the model's thread panic: for tests of what comes after.
    #[doc(hidden)]
    pub async fn crash(&self) -> Result<(), AskError> {
        self.send(|reply| owner::Job::Crash { reply }).await
    }

    /// How probable each tail's labels are as the next token, branch by branch.
    pub async fn labels(&self, branches: Vec<Branch<LabelTail>>) -> Result<Answered<Vec<Vec<LabelRead>>>, AskError> {
        self.send(|reply| owner::Job::Labels { branches, reply }).await
    }

    /// A short text for each ask, or why there is none.
    pub async fn texts(
        &self,
        prefix: String,
        asks: Vec<TextAsk>,
    ) -> Result<Answered<Vec<Result<Text, AskError>>>, AskError> {
        self.send(|reply| owner::Job::Texts { prefix, asks, reply }).await
    }

    /// A document of the schema.
    pub async fn document(
        &self,
        prompt: String,
        schema: Value,
        tokens_max: u32,
        seed: u32,
    ) -> Result<Answered<Value>, AskError> {
        self.send(|reply| owner::Job::Document { prompt, schema, tokens_max, seed, reply }).await
    }

    /// Waits for a place in the queue, then for the answer. If the caller stops waiting, the work stops too.
    async fn send<T>(&self, job: impl FnOnce(Reply<T>) -> owner::Job) -> Result<T, AskError> {
        let (reply, answer) = oneshot::channel();
        self.jobs.send(job(reply)).await.map_err(|_| AskError::Closed)?;
        answer.await.map_err(|_| AskError::Closed)?
    }
}

type Reply<T> = oneshot::Sender<Result<T, AskError>>;
