//! Tries out a server before it is chosen: one request for a document and one for a label, without retries. A failure is
//! classified by what a person can do about it.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, timeout};

use super::fault::{BrokenAt, Fault};
use super::features::{Denial, Feature};
use super::wire::{self, CallKind, Completion, ListedModel, ModelRequest, OutputFormat, Turn};
use super::{OpenAi, words};
use crate::Usage;
use crate::providers::names;

const DOCUMENT_PROMPT: &str = "Of 100 adults in your country, how many would rather drink tea and how many coffee? \
    Answer with a JSON document of two numbers: {\"tea\": …, \"coffee\": …}.";
const LABEL_PROMPT: &str = "Which do you like better?\nA) tea\nB) coffee\nAnswer with one letter.\nAnswer:";
const LABELS: [&str; 2] = ["A", "B"];

/// What a server can do, as shown by one document and one label reading.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    pub documents: Documents,
    /// Whether it returns the probabilities of the first token's alternatives.
    pub reads_labels: bool,
    /// Time until the document was complete, retries without a rejected field included.
    pub latency: Duration,
    /// Tokens of both requests.
    pub usage: Usage,
}

/// How a server produces documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Documents {
    /// The server enforces the JSON schema.
    BySchema,
    /// The server takes no JSON schema; documents are found in the model's text.
    InText,
}

/// Why a server can't be used. Contains no text of the server, which may repeat the key. `service::engines` renders each for a
/// reader, with what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TrialError {
    #[error("the server does not accept the key")]
    WrongKey,
    #[error("the server has no model of this name")]
    UnknownModel,
    #[error("the account has no quota or credit left")]
    NoQuota,
    #[error("the address leads elsewhere, or has no chat completions")]
    WrongAddress,
    #[error("a web page came back, such as a proxy's")]
    WebPage,
    #[error("the model answers in prose instead of a JSON document")]
    Prose,
    #[error("the server's certificate was not accepted")]
    Tls,
    #[error("no server answers at this address")]
    Unreachable,
    #[error("the server did not answer in time")]
    TimedOut,
    #[error("the server is overloaded")]
    Overloaded,
    #[error("{0}")]
    Other(String),
}

impl OpenAi {
    /// Tries the server out. Uses a few hundred tokens.
    pub async fn try_out(&self) -> Result<Trial, TrialError> {
        let began = Instant::now();
        let document = self.single(&document_request(self.settings.document_tokens_max)).await?;
        let latency = began.elapsed();
        let fits = |found: &Value| words::fits(found, &schema(), &["tea", "coffee"]);
        if !words::objects(&document.text).iter().any(fits) {
            return Err(TrialError::Prose);
        }
        let documents = match self.features.has(Feature::Schema) {
            true => Documents::BySchema,
            false => Documents::InText,
        };
        let mut usage = document.usage;
        let mut reads_labels = false;
        if self.features.has(Feature::Logprobs)
            && let Ok(label) = self.single(&label_request()).await
        {
            usage += label.usage;
            reads_labels = self.label_reading(&label, &LABELS.map(str::to_owned)).is_some();
        }
        Ok(Trial { documents, reads_labels, latency, usage })
    }

    /// Returns the names of the server's models: those that its documentation suggests if its list has another form or takes
    /// another key, and none if it has no list.
    pub async fn models(&self) -> Result<Vec<String>, TrialError> {
        if let Some(provider) = self.settings.provider.filter(|provider| !provider.models_list) {
            return Ok(provider.suggested_models.clone());
        }
        match self.listed().await {
            Err(TrialError::WrongAddress) => Ok(Vec::new()),
            listed => Ok(names(listed?)),
        }
    }

    pub(crate) async fn listed(&self) -> Result<Vec<ListedModel>, TrialError> {
        Ok(self.transport.models().await?)
    }

    /// Sends a request. Repeats it only if the server rejects one of its fields, and then without that field.
    async fn single(&self, model_request: &ModelRequest) -> Result<Completion, TrialError> {
        loop {
            let (request, carried) = wire::request(&self.settings, model_request, &self.features);
            match timeout(self.settings.timeout, self.transport.complete(&request, &carried)).await {
                Ok(Ok(completion)) => return Ok(completion),
                Ok(Err(Fault::Unsupported(feature))) => self.features.give_up(feature),
                Ok(Err(fault)) => return Err(fault.into()),
                Err(_) => return Err(TrialError::TimedOut),
            }
        }
    }
}

impl From<Fault> for TrialError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Denied { denial, .. } => match denial {
                Denial::Key => Self::WrongKey,
                Denial::Model => Self::UnknownModel,
                Denial::Quota => Self::NoQuota,
                Denial::Address => Self::WrongAddress,
                Denial::Page => Self::WebPage,
            },
            Fault::Broken { place: BrokenAt::Tls, .. } => Self::Tls,
            Fault::Broken { place: BrokenAt::Connecting, .. } => Self::Unreachable,
            Fault::Garbled { is_page: true, .. } | Fault::Broken { place: BrokenAt::Proxy, .. } => Self::WebPage,
            Fault::TimedOut { .. } => Self::TimedOut,
            Fault::Overloaded { .. } | Fault::PauseRequested { .. } => Self::Overloaded,
            Fault::Garbled { is_page: false, .. } => Self::WrongAddress,
            Fault::Broken { message, .. } | Fault::Rejected { message } | Fault::TooLarge { message } => {
                Self::Other(message)
            }
            Fault::Unsupported(feature) => Self::Other(format!("the server knows no {feature:?}")),
        }
    }
}

fn document_request(tokens_max: u32) -> ModelRequest {
    ModelRequest {
        kind: CallKind::Document,
        turns: vec![Turn::User(DOCUMENT_PROMPT.to_owned())],
        tokens_max,
        temperature: 0.0,
        seed: 1,
        shape: OutputFormat::Json { name: "trial".to_owned(), schema: schema() },
    }
}

fn label_request() -> ModelRequest {
    ModelRequest {
        kind: CallKind::Label,
        turns: vec![Turn::User(LABEL_PROMPT.to_owned())],
        tokens_max: 1,
        temperature: 0.0,
        seed: 1,
        shape: OutputFormat::Token,
    }
}

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": { "tea": { "type": "number" }, "coffee": { "type": "number" } },
        "required": ["tea", "coffee"],
        "additionalProperties": false,
    })
}

#[cfg(test)]
mod tests {
    use chat_server::{ChatServer, KEY, Reaction};

    use super::super::OpenAiSettings;
    use super::super::settings::ApiKey;
    use super::*;

    fn reply(text: &str) -> Reaction {
        Reaction::Reply(json!({
            "choices": [{ "message": { "role": "assistant", "content": text }, "finish_reason": "stop" }],
            "usage": { "prompt_tokens": 40, "completion_tokens": 9 },
        }))
    }

    async fn tried(react: impl Fn(&Value) -> Reaction + Send + Sync + 'static) -> Result<Trial, TrialError> {
        let server = ChatServer::start(move |_, body| react(body)).await;
        engine(&server.base_url).try_out().await
    }

    fn engine(base_url: &str) -> OpenAi {
        let mut settings = OpenAiSettings::new(base_url, "m").unwrap();
        settings.api_key = Some(ApiKey::parse(KEY).unwrap());
        settings.timeout = Duration::from_secs(2);
        OpenAi::new(settings).unwrap()
    }

    #[tokio::test]
    async fn a_server_that_writes_documents_by_schema_is_tried_with_two_requests() {
        let server = ChatServer::start(|_, _| reply("{\"tea\": 40, \"coffee\": 60}")).await;
        let trial = engine(&server.base_url).try_out().await.unwrap();
        assert_eq!((trial.documents, trial.reads_labels), (Documents::BySchema, false));
        assert_eq!((trial.usage.prompt_tokens, server.seen().len()), (80, 2));
    }

    #[tokio::test]
    async fn a_server_without_json_mode_is_asked_once_more_without_it() {
        let trial = tried(|body| match body.get("response_format") {
            Some(_) => Reaction::Status(400, json!({ "error": { "message": "response_format is not supported" } })),
            None => reply("Here it is: {\"tea\": 40, \"coffee\": 60}"),
        });
        assert_eq!(trial.await.unwrap().documents, Documents::InText);
    }

    #[tokio::test]
    async fn every_failure_has_its_reason() {
        let error = |status, code: &str, message: &str| {
            Reaction::Status(status, json!({ "error": { "code": code, "message": message } }))
        };
        let failed = async |react: Box<dyn Fn(&Value) -> Reaction + Send + Sync>| tried(react).await.unwrap_err();
        assert_eq!(failed(Box::new(move |_| error(401, "invalid_api_key", "no"))).await, TrialError::WrongKey);
        let unknown = "The model `m` does not exist";
        assert_eq!(failed(Box::new(move |_| error(404, "model_not_found", unknown))).await, TrialError::UnknownModel);
        assert_eq!(failed(Box::new(move |_| error(429, "insufficient_quota", "pay"))).await, TrialError::NoQuota);
        assert_eq!(failed(Box::new(|_| Reaction::Redirect("http://x/".to_owned()))).await, TrialError::WrongAddress);
        assert_eq!(failed(Box::new(|_| Reaction::Page(200))).await, TrialError::WebPage);
        for status in [400, 403, 407, 502] {
            assert_eq!(failed(Box::new(move |_| Reaction::Page(status))).await, TrialError::WebPage, "{status}");
        }
        assert_eq!(
            failed(Box::new(move |_| error(400, "400", "m is not a valid model ID"))).await,
            TrialError::UnknownModel
        );
        assert_eq!(
            failed(Box::new(move |_| error(400, "-", "Your credit balance is too low"))).await,
            TrialError::NoQuota
        );
        assert_eq!(failed(Box::new(move |_| error(400, "-", "API key not valid."))).await, TrialError::WrongKey);
        assert_eq!(failed(Box::new(|_| reply("I would say about forty."))).await, TrialError::Prose);
        assert_eq!(failed(Box::new(|_| Reaction::Reply(json!({ "ok": true })))).await, TrialError::WrongAddress);
        assert_eq!(failed(Box::new(|_| Reaction::Hang)).await, TrialError::TimedOut);
        assert_eq!(failed(Box::new(|_| Reaction::Busy("1"))).await, TrialError::Overloaded);
    }

    #[tokio::test]
    async fn an_address_that_nobody_listens_at_or_that_speaks_no_tls_is_told_apart() {
        let server = ChatServer::start(|_, _| reply("{}")).await;
        let plain = server.base_url.replace("http://", "https://");
        assert_eq!(engine(&plain).try_out().await, Err(TrialError::Tls));
        let address = server.base_url.clone();
        drop(server);
        assert_eq!(engine(&address).try_out().await, Err(TrialError::Unreachable));
    }
}
