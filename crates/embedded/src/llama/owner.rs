//! The thread that owns the model; no other thread touches llama.cpp.

use std::num::NonZeroU32;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::{OnceLock, mpsc as std_mpsc};

use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::model::params::LlamaModelParams;
use llama_cpp_2::model::{LlamaLoraAdapter, LlamaModel};
use llama_cpp_2::token::LlamaToken;
use serde_json::Value;
use tokio::sync::mpsc;

use crate::llama::asks::{LabelRead, LabelTail, Text, TextRequest};
use crate::llama::kv_cache::KvCache;
use crate::llama::vocabulary::{self, ChatTemplate, Labels};
use crate::llama::{Answered, AskError, Branch, OpenError, Options, Reply, adapter, cpu};

/// A group of requests, and the channel for its result.
#[derive(Debug)]
pub(crate) enum Job {
    Labels {
        branches: Vec<Branch<LabelTail>>,
        reply: Reply<Answered<Vec<Vec<LabelRead>>>>,
    },
    Texts {
        prefix: String,
        asks: Vec<TextRequest>,
        reply: Reply<Answered<Vec<Result<Text, AskError>>>>,
    },
    Document {
        prompt: String,
        schema: Value,
        tokens_max: u32,
        seed: u32,
        reply: Reply<Answered<Value>>,
    },
    /// Panics, for tests.
    Crash {
        reply: Reply<()>,
    },
}

/// The model with the state needed to serve requests.
pub(crate) struct Owner<'model> {
    pub(crate) model: &'model LlamaModel,
    pub(crate) memory: KvCache<'model>,
    frame: ChatTemplate,
    labels: Labels,
}

/// Number of parameters of the model.
type Started = Result<u64, OpenError>;

/// Starts the thread that owns the model, waits until the model is loaded, and returns the thread's queue.
pub(crate) fn start(
    path: &Path,
    adapter: Option<&Path>,
    options: Options,
) -> Result<(mpsc::Sender<Job>, u64), OpenError> {
    let missing = cpu::missing();
    if !missing.is_empty() {
        return Err(OpenError::OldProcessor { missing });
    }
    if options.context_tokens < Options::CONTEXT_TOKENS_MIN {
        return Err(OpenError::ContextTooSmall { given: options.context_tokens, min: Options::CONTEXT_TOKENS_MIN });
    }
    for path in [path].into_iter().chain(adapter) {
        std::fs::File::open(path).map_err(|error| OpenError::Unreadable { path: path.to_owned(), error })?;
    }
    let (jobs, queue) = mpsc::channel(options.queue_max);
    let (started, outcome) = std_mpsc::channel();
    let (path, adapter) = (path.to_owned(), adapter.map(Path::to_owned));
    let thread = std::thread::Builder::new().name("llama".to_owned());
    thread
        .spawn(move || own(&path, adapter.as_deref(), options, queue, &started))
        .map_err(|error| OpenError::NoBackend { message: error.to_string() })?;
    let ended = |_| OpenError::NoBackend { message: "its thread ended while loading".to_owned() };
    let parameters = outcome.recv().map_err(ended)??;
    Ok((jobs, parameters))
}

/// Runs the thread: loads the model, reports the outcome, then
/// serves one group after the other until no sender is left.
fn own(
    path: &Path,
    adapter: Option<&Path>,
    options: Options,
    mut queue: mpsc::Receiver<Job>,
    started: &std_mpsc::Sender<Started>,
) {
    let loaded = load(path).and_then(|mut model| {
        let adapter = adapter.map(|path| adapter::load(&mut model, path)).transpose()?;
        Ok((model, adapter))
    });
    let (model, mut adapter) = match loaded {
        Ok(loaded) => loaded,
        Err(error) => return drop(started.send(Err(error))),
    };
    let mut owner = match Owner::new(&model, adapter.as_mut(), path, options) {
        Ok(owner) => owner,
        Err(error) => return drop(started.send(Err(error))),
    };
    if started.send(Ok(model.n_params())).is_err() {
        return;
    }
    while let Some(job) = queue.blocking_recv() {
        owner.work(job);
    }
}

fn backend() -> Result<&'static LlamaBackend, OpenError> {
    static BACKEND: OnceLock<Result<LlamaBackend, String>> = OnceLock::new();
    let backend = BACKEND.get_or_init(|| {
        let mut backend = LlamaBackend::init().map_err(|error| error.to_string())?;
        // llama.cpp logs many lines a second in its own format; relevant failures are returned as errors.
        backend.void_logs();
        Ok(backend)
    });
    backend.as_ref().map_err(|message| OpenError::NoBackend { message: message.clone() })
}

fn load(path: &Path) -> Result<LlamaModel, OpenError> {
    let parameters = LlamaModelParams::default().with_n_gpu_layers(0);
    LlamaModel::load_from_file(backend()?, path, &parameters)
        .map_err(|_| OpenError::NotAModel { path: path.to_owned() })
}

impl<'model> Owner<'model> {
    fn new(
        model: &'model LlamaModel,
        adapter: Option<&mut LlamaLoraAdapter>,
        path: &Path,
        options: Options,
    ) -> Result<Self, OpenError> {
        let no_template = || OpenError::NoChatTemplate { path: PathBuf::from(path) };
        let frame = ChatTemplate::of(model).ok_or_else(no_template)?;
        // Beyond the context it was trained for, a model answers nonsense without an error.
        let options = Options { context_tokens: options.context_tokens.min(model.n_ctx_train()), ..options };
        let threads = i32::try_from(options.threads.get()).unwrap_or(1);
        let parameters = LlamaContextParams::default()
            .with_n_ctx(NonZeroU32::new(options.context_tokens))
            .with_n_batch(options.batch_tokens)
            .with_n_ubatch(options.batch_tokens)
            .with_n_seq_max(options.sequences_max)
            .with_kv_unified(true)
            .with_n_threads(threads)
            .with_n_threads_batch(threads);
        let mut context = model
            .new_context(backend()?, parameters)
            .map_err(|error| OpenError::NoContext { tokens: options.context_tokens, message: error.to_string() })?;
        if let Some(adapter) = adapter {
            context
                .lora_adapter_set(adapter, 1.0)
                .map_err(|error| OpenError::NoContext { tokens: options.context_tokens, message: error.to_string() })?;
        }
        Ok(Self { model, memory: KvCache::new(context, options), frame, labels: Labels::of(model) })
    }

    /// Serves one group. A group whose caller has stopped waiting is dropped before it costs anything.
    fn work(&mut self, job: Job) {
        match job {
            Job::Labels { branches, reply } => answer(reply, |reply| self.labels(&branches, reply)),
            Job::Texts { prefix, asks, reply } => answer(reply, |reply| self.texts(&prefix, &asks, reply)),
            Job::Document { prompt, schema, tokens_max, seed, reply } => {
                answer(reply, |reply| self.document(&prompt, &schema, tokens_max, seed, reply));
            }
            Job::Crash { reply } => answer(reply, |_| panic!("as a test asked for")),
        }
    }

    /// Puts the start of the user's message in place, as the chat template opens it.
    pub(crate) fn begin(&mut self, prefix: &str) -> Result<(), AskError> {
        let mut tokens = self.frame.open.clone();
        tokens.extend(self.plain(prefix));
        self.memory.begin(&tokens)
    }

    /// Returns the end of the message, and what the chat template puts before an answer.
    pub(crate) fn asked(&self, text: &str) -> Vec<LlamaToken> {
        let mut tokens = self.plain(text);
        tokens.extend(&self.frame.close);
        tokens
    }

    pub(crate) fn plain(&self, text: &str) -> Vec<LlamaToken> {
        vocabulary::plain(self.model, text)
    }

    pub(crate) fn label_tokens(&self, label: &str) -> Result<&[LlamaToken], AskError> {
        self.labels.tokens(label)
    }

    pub(crate) fn ends_text(&self, token: LlamaToken) -> bool {
        self.model.vocab().is_eog(token)
    }

    pub(crate) fn piece(&self, token: LlamaToken) -> Vec<u8> {
        self.model.vocab().token_to_piece(token, false, None)
    }
}

/// Serves one group. A panic is passed on, since the model's state can't be trusted after it and the thread must end.
/// The caller first learns that its group caused the panic; callers still waiting do not.
fn answer<T>(reply: Reply<T>, work: impl FnOnce(&Reply<T>) -> Result<T, AskError>) {
    if reply.is_closed() {
        return;
    }
    let worked = catch_unwind(AssertUnwindSafe(|| work(&reply)));
    let (result, panic) = match worked {
        Ok(result) => (result, None),
        Err(panic) => (Err(AskError::Crashed), Some(panic)),
    };
    // If the caller no longer waits, the result is not needed.
    let _ = reply.send(result);
    if let Some(panic) = panic {
        resume_unwind(panic);
    }
}
