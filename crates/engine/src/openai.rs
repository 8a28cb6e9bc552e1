//! The engine for servers with OpenAI's chat completions API. Label probabilities come from the first token's
//! alternatives, where the server returns them; documents are requested by JSON schema, or found in the model's text.
//! The engine limits, retries, hedges and paces its calls. Within a process it learns which request fields the server
//! rejects and how long calls take.
//!
//! tower's layers do not fit: `ConcurrencyLimit` and `Timeout` are fixed, while the window and the deadlines here follow
//! the server's latency, and `Hedge` sends one copy outside the limit and without a budget, where a try may need two.

mod fault;
mod features;
mod hedging;
mod labels;
mod latency;
mod limiter;
mod retry;
mod settings;
mod transport;
mod trial;
mod wire;
mod words;

use std::time::Duration;

use async_trait::async_trait;
use foundation::Language;
use foundation::chance::stream;
use futures::future::join_all;
use rand::RngExt;
use serde_json::Value;

use fault::Fault;
use features::{Feature, ServerFeatures};
use hedging::{HedgedTry, TryOutcome};
use labels::Reading;
use latency::LatencyTracker;
use limiter::Limiter;
use retry::{RetryBudget, RetryState};
use transport::Transport;
use wire::{CallKind, Completion, ModelRequest, OutputFormat, Turn};

use super::prompt;
use super::{
    DocumentRequest, Engine, EngineCard, EngineError, Failure, LabelRequest, Reply, TextRequest, VOICES_MAX, after,
};

pub use settings::{ApiKey, Effort, OpenAiSettings, SettingsError};
pub use trial::{Documents, Trial, TrialError};
pub(crate) use wire::ListedModel;

/// Longest duration of one call, including its time in the queue and all retries.
const CALL_TIMEOUT_MS: u64 = 30 * 60 * 1000;
const TEXT_TOKENS_MAX: u32 = 200;
/// High enough that the answers of similar respondents differ.
const TEXT_TEMPERATURE: f32 = 0.8;
/// How much of an unusable reply is quoted in the request to repair it.
const FLAWED_CHARS_MAX: usize = 2_000;
/// Prompt of a probe, which only checks that the server answers.
const PROBE: &str = "Reply with OK.";
const PROBE_TIMEOUT: Duration = Duration::from_secs(30);

pub struct OpenAi {
    settings: OpenAiSettings,
    transport: Transport,
    limiter: Limiter,
    latency: LatencyTracker,
    retries: RetryBudget,
    hedges: RetryBudget,
    features: ServerFeatures,
}

impl OpenAi {
    pub fn new(settings: OpenAiSettings) -> Result<Self, SettingsError> {
        if settings.concurrency_max == 0 {
            return Err(SettingsError::ConcurrencyMax);
        }
        Ok(Self {
            transport: Transport::new(&settings)?,
            limiter: Limiter::new(settings.concurrency_max),
            latency: LatencyTracker::new(settings.timeout),
            retries: RetryBudget::of_retries(settings.concurrency_max),
            hedges: RetryBudget::of_hedges(),
            features: ServerFeatures::without(&settings.rejected_features()),
            settings,
        })
    }

    async fn read(&self, ask: &LabelRequest) -> Result<Reply<Vec<f64>>, Failure> {
        let prompt = ask.prompt();
        let model_request = ModelRequest {
            kind: CallKind::Label,
            seed: own_seed(0, &prompt),
            turns: vec![Turn::User(prompt)],
            tokens_max: 1,
            temperature: 0.0,
            shape: OutputFormat::Token,
        };
        let completion = self.ask(&model_request).await?;
        match self.label_reading(&completion, &ask.labels) {
            Some(value) => Ok(Reply { value, usage: completion.usage }),
            None => Err(Failure { error: unreadable("the reply begins with no label"), usage: completion.usage }),
        }
    }

    /// Returns the distribution over the labels. Without one, records in `features` what that says about the server.
    fn label_reading(&self, completion: &Completion, labels: &[String]) -> Option<Vec<f64>> {
        match labels::read_tokens(&completion.tokens, labels) {
            Reading::Read(distribution) => {
                self.features.note_labels(true);
                return Some(distribution);
            }
            // An empty reply has no first token, so it does not show that the server lacks logprobs.
            Reading::Nothing if !completion.text.is_empty() => self.features.give_up(Feature::Logprobs),
            Reading::Nothing | Reading::Stray => self.features.note_labels(false),
        }
        None
    }

    async fn write(&self, ask: &TextRequest) -> Result<Reply<String>, Failure> {
        let model_request = ModelRequest {
            kind: CallKind::Text,
            turns: vec![Turn::User(format!("{}{}", ask.shared, ask.own))],
            tokens_max: TEXT_TOKENS_MAX,
            temperature: TEXT_TEMPERATURE,
            seed: own_seed(ask.seed, &ask.label),
            shape: OutputFormat::Words,
        };
        let Completion { text, is_cut, usage, .. } = self.ask(&model_request).await?;
        match words::short_answer(&text, is_cut) {
            Some(value) => Ok(Reply { value, usage }),
            None => Err(Failure { error: unreadable("an empty text"), usage }),
        }
    }

    /// Requests a document that `read` accepts. If the first reply is unusable, asks once more and states the flaw.
    async fn checked<T>(
        &self,
        mut model_request: ModelRequest,
        language: Language,
        fields: &[String],
        read: impl Fn(&Value) -> Result<T, Flaw>,
    ) -> Result<Reply<T>, Failure> {
        // A model that reasons in its reply writes the final document last.
        let judge = |text: &str| {
            let found = words::objects(text);
            let last = found.iter().rev().map(&read).find(Result::is_ok);
            last.or_else(|| found.first().map(&read)).unwrap_or(Err(Flaw::NoJson))
        };
        let first = self.ask(&model_request).await?;
        let flaw = match judge(&first.text) {
            Ok(value) => return Ok(Reply { value, usage: first.usage }),
            Err(flaw) => flaw,
        };
        let repair = prompt::repair(language, flaw.as_str(), fields);
        let flawed: String = first.text.chars().take(FLAWED_CHARS_MAX).collect();
        // Servers reject empty turns, and two consecutive turns of the same role.
        match model_request.turns.last_mut() {
            Some(Turn::User(text)) if flawed.trim().is_empty() => text.push_str(&format!("\n\n{repair}")),
            _ => model_request.turns.extend([Turn::Assistant(flawed), Turn::User(repair)]),
        }
        let second = self.ask(&model_request).await.map(|Completion { text, usage, .. }| Reply { value: text, usage });
        let Reply { value: text, usage } = after(first.usage, second)?;
        match judge(&text) {
            Ok(value) => Ok(Reply { value, usage }),
            Err(flaw) => Err(Failure { error: EngineError::Unreadable { message: flaw.message().to_owned() }, usage }),
        }
    }

    /// Sends the request and retries transient faults, until there is
    /// a reply or the call's tries, time or retry budget are used up.
    async fn ask(&self, model_request: &ModelRequest) -> Result<Completion, Failure> {
        let jitter = stream(model_request.seed.unsigned_abs(), "openai/backoff");
        let mut retry_state = RetryState::new(self.settings.timeout, self.settings.backoff, jitter);
        self.retries.earn();
        self.hedges.earn();
        let mut given_up = 0;
        loop {
            // While this call was queued, another one may have found that the server returns no logprobs.
            if matches!(model_request.shape, OutputFormat::Token) && !self.features.has(Feature::Logprobs) {
                return Ok(Completion::default());
            }
            let tried = self.attempt(model_request, &mut retry_state).await;
            given_up += tried.given_up;
            let fault = match tried.outcome.map(|completion| completion.with_given_up(given_up)) {
                Ok(Completion { is_refusal: true, usage, .. }) => {
                    return Err(Failure {
                        error: EngineError::Refused { message: "the model declined".to_owned() },
                        usage,
                    });
                }
                Ok(completion) => return Ok(completion),
                Err(Fault::Unsupported(feature)) => {
                    self.features.give_up(feature);
                    continue;
                }
                Err(fault) => fault,
            };
            if let Fault::Overloaded { wait: Some(wait), .. } = fault {
                retry_state.used(wait);
            }
            let Some(wait) = retry_state.wait(&fault, &self.retries) else {
                return Err(EngineError::from(fault).into());
            };
            tracing::debug!(?fault, ?wait, "a call failed, trying again");
            tokio::time::sleep(wait).await;
        }
    }

    async fn attempt(&self, model_request: &ModelRequest, retry_state: &mut RetryState) -> TryOutcome {
        let permit = match self.limiter.enter(retry_state.left()).await {
            Ok(permit) => permit,
            Err(pause) => return TryOutcome { outcome: Err(self.pause_requested(pause)), given_up: 0 },
        };
        let (request, carried) = wire::request(&self.settings, model_request, &self.features);
        let hedged_try = HedgedTry::new(self, model_request.kind, &request, &carried);
        let tried = hedged_try.run(permit, retry_state).await;
        retry_state.used(hedged_try.elapsed());
        tried
    }

    fn pause_requested(&self, pause: Duration) -> Fault {
        let (host, pause) = (self.transport.host(), pause.as_secs());
        Fault::PauseRequested { message: format!("{host} asks for a pause of {pause} s") }
    }
}

#[async_trait]
impl Engine for OpenAi {
    fn card(&self) -> EngineCard {
        EngineCard {
            name: "openai".to_owned(),
            model: Some(self.settings.model.clone()),
            model_hash: None,
            adapter: None,
            scripted: false,
            designs: self.settings.designs,
            names_reasons: self.settings.designs,
            writes_documents: true,
            reads_labels: self.features.has(Feature::Logprobs),
            is_own: self.settings.is_on_this_machine(),
            voices_max: VOICES_MAX,
            fail_rate: 0.0,
            retries: true,
            call_timeout_ms: CALL_TIMEOUT_MS,
            price: self.settings.price,
        }
    }

    async fn labels(&self, asks: &[LabelRequest]) -> Vec<Result<Reply<Vec<f64>>, Failure>> {
        join_all(asks.iter().map(|ask| self.read(ask))).await
    }

    async fn document(&self, ask: DocumentRequest<'_>) -> Result<Reply<Value>, Failure> {
        let model_request = ModelRequest {
            kind: CallKind::Document,
            turns: vec![Turn::User(ask.prompt.to_owned())],
            tokens_max: self.settings.document_tokens_max,
            temperature: 0.0,
            seed: own_seed(ask.seed, ask.prompt),
            shape: OutputFormat::Json { name: ask.name.to_owned(), schema: ask.schema.clone() },
        };
        let fields: Vec<String> = ask.needs.iter().map(|field| (*field).to_owned()).collect();
        let read = |document: &Value| match words::fits(document, ask.schema, ask.needs) {
            true => Ok(document.clone()),
            false => Err(Flaw::OutputFormat),
        };
        self.checked(model_request, ask.language, &fields, read).await
    }

    async fn texts(&self, asks: &[TextRequest]) -> Vec<Result<Reply<String>, Failure>> {
        join_all(asks.iter().map(|ask| self.write(ask))).await
    }

    async fn ready(&self) -> Result<(), EngineError> {
        self.transport.reach().await.map_err(EngineError::from)
    }

    /// Sends one request for one token outside the queue, so that a probe does not
    /// wait behind calls that hang. A rejected request counts as an answer. While
    /// the server asks for a pause (`Retry-After`), fails without sending anything.
    async fn probe(&self) -> Result<(), EngineError> {
        let model_request = ModelRequest {
            kind: CallKind::Text,
            turns: vec![Turn::User(PROBE.to_owned())],
            tokens_max: 1,
            temperature: 0.0,
            seed: 0,
            shape: OutputFormat::Words,
        };
        let time_limit = PROBE_TIMEOUT.min(self.settings.timeout);
        if let Some(pause) = self.limiter.pause_left() {
            return Err(self.pause_requested(pause).into());
        }
        loop {
            let (request, carried) = wire::request(&self.settings, &model_request, &self.features);
            let answered = tokio::time::timeout(time_limit, self.transport.complete(&request, &carried)).await;
            return match answered {
                Ok(Ok(_) | Err(Fault::Rejected { .. } | Fault::TooLarge { .. })) => Ok(()),
                Ok(Err(Fault::Unsupported(feature))) => {
                    self.features.give_up(feature);
                    continue;
                }
                Ok(Err(fault)) => {
                    if let Fault::Overloaded { wait: Some(wait), .. } = fault {
                        self.limiter.pause(wait);
                    }
                    Err(fault.into())
                }
                Err(_) => Err(Fault::timed_out(time_limit).into()),
            };
        }
    }
}

/// Returns the sampling seed of one reply: 31 bits, since servers accept at least 32-bit integers.
fn own_seed(seed: u64, label: &str) -> i64 {
    i64::from(stream(seed, &format!("openai/{label}")).random::<u32>() >> 1)
}

fn unreadable(message: &str) -> EngineError {
    EngineError::Unreadable { message: message.to_owned() }
}

/// Why a document can't be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flaw {
    NoJson,
    OutputFormat,
}

impl Flaw {
    /// Returns the name of the flaw in the template `repair.txt`.
    fn as_str(self) -> &'static str {
        match self {
            Self::NoJson => "no_json",
            Self::OutputFormat => "shape",
        }
    }

    fn message(self) -> &'static str {
        match self {
            Self::NoJson => "the reply holds no JSON document",
            Self::OutputFormat => "the document has another shape",
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
