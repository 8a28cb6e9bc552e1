//! Whoever answers for the respondents. An engine gives probabilities and texts; it draws nothing, counts nothing and
//! knows no report, store or pipeline.

pub mod scripted;

use async_trait::async_trait;
use survey::brief::Language;
use survey::report::{Profile, Question};

pub use scripted::Scripted;

/// Something that can be interviewed on behalf of a described person.
#[async_trait]
pub trait Engine: Send + Sync + 'static {
    fn card(&self) -> EngineCard;

    /// Probabilities over `ask.options`, in the order given.
    async fn distribution(&self, ask: ClosedAsk<'_>) -> Result<Vec<f64>, EngineError>;

    /// A short answer in the respondent's own words.
    async fn text(&self, ask: OpenAsk<'_>) -> Result<String, EngineError>;
}

/// What is known of an engine, printed with every report it made.
#[derive(Debug, Clone, PartialEq)]
pub struct EngineCard {
    pub name: String,
    pub model: Option<String>,
    /// SHA-256 of the model's file, where there is one.
    pub model_hash: Option<String>,
    /// Whether answers are made up without a model.
    pub scripted: bool,
    /// How much of the engine's distribution to keep against a uniform one: 1 keeps it as it is.
    pub lambda: f64,
    /// Measured skill against people, 0 to 100.
    pub skill: Option<f64>,
    pub winner_accuracy: Option<f64>,
}

/// Who is to answer.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    pub id: &'a str,
    pub profile: &'a Profile,
    /// The profile in a sentence or two of the report's language.
    pub description: &'a str,
    /// Conditions taken as true of everyone.
    pub traits: &'a [String],
}

/// An option as served; `index` is its place in the client's order.
#[derive(Debug, Clone, Copy)]
pub struct ServedOption<'a> {
    pub index: usize,
    pub text: &'a str,
}

/// An answer given earlier in the same interview.
#[derive(Debug, Clone, Copy)]
pub struct Given<'a> {
    pub question: &'a Question,
    /// The answer as served: an option's text or a rating's digit.
    pub answer: &'a str,
    /// Place of that answer among the question's own answers, in the client's order.
    pub index: usize,
}

/// A question with given answers.
#[derive(Debug, Clone, Copy)]
pub struct ClosedAsk<'a> {
    pub seed: u64,
    pub language: Language,
    pub respondent: Subject<'a>,
    pub question: &'a Question,
    /// In the order served.
    pub options: &'a [ServedOption<'a>],
    pub given: &'a [Given<'a>],
}

/// A question answered in words.
#[derive(Debug, Clone, Copy)]
pub struct OpenAsk<'a> {
    pub seed: u64,
    pub language: Language,
    pub respondent: Subject<'a>,
    pub question: &'a Question,
    pub given: &'a [Given<'a>],
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    #[error("the engine can't be reached: {message}")]
    Unavailable { message: String },
    #[error("the engine did not answer within {timeout_ms} ms")]
    TimedOut { timeout_ms: u64 },
    #[error("the engine refused to answer: {message}")]
    Refused { message: String },
    #[error("the engine's answer can't be read: {message}")]
    Unreadable { message: String },
}

impl EngineError {
    /// Whether asking again later may succeed.
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Unavailable { .. } | Self::TimedOut { .. })
    }
}
