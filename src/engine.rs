//! Whoever answers for the respondents. An engine gives probabilities and texts; it draws nothing, counts nothing and
//! knows no report, store or pipeline.

mod availability;
pub mod blend;
pub mod calibrations;
pub mod embedded;
pub mod openai;
pub mod prompt;
mod reply;
pub mod scripted;
mod sentences;

use async_trait::async_trait;
use futures::future::join_all;
use serde_json::Value;
use survey::brief::Language;
use survey::calibration::Calibration;
use survey::data::DataError;
use survey::report::{Inquiry, Profile, Question};
pub use survey::usage::{Price, Usage};

pub use availability::{Availability, Outage, Sighting, until_it_answers};
pub use blend::Blend;
pub use embedded::{Embedded, EmbeddedSettings};
pub use openai::OpenAi;
pub use reply::{EngineError, Failure, Reply, after, took};
pub use scripted::Scripted;

/// Whether what is compiled in for engines can be read.
pub fn check_data() -> Result<(), DataError> {
    prompt::check()?;
    calibrations::check()
}

/// Something that can be interviewed on behalf of a described person.
#[async_trait]
pub trait Engine: Send + Sync + 'static {
    /// What is known of it, in this language.
    fn card(&self, language: Language) -> EngineCard;

    /// Probabilities over `ask.options`, in the order given.
    async fn distribution(&self, ask: ClosedAsk<'_>) -> Result<Reply<Vec<f64>>, Failure>;

    /// A short answer in the respondent's own words.
    async fn text(&self, ask: OpenAsk<'_>) -> Result<Reply<String>, Failure>;

    /// One respondent's asks of a wave.
    async fn distributions(&self, asks: &[ClosedAsk<'_>]) -> Vec<Result<Reply<Vec<f64>>, Failure>> {
        join_all(asks.iter().map(|ask| self.distribution(*ask))).await
    }

    /// Several texts at once.
    async fn texts(&self, asks: &[OpenAsk<'_>]) -> Vec<Result<Reply<String>, Failure>> {
        join_all(asks.iter().map(|ask| self.text(*ask))).await
    }

    /// A document of the schema asked for. Only an engine whose card says that it designs is asked, and what it proposes
    /// is checked against the rules before it counts.
    async fn document(&self, _: DocumentAsk<'_>) -> Result<Reply<Value>, Failure> {
        Err(EngineError::Refused { message: "this engine makes no documents".to_owned() }.into())
    }

    /// Whether it is there, by a look that costs nothing.
    async fn ready(&self) -> Result<(), EngineError> {
        Ok(())
    }

    /// Whether it answers, by asking the least that can be asked. It may cost a token, so it is only for a time of doubt.
    async fn probe(&self) -> Result<(), EngineError> {
        self.ready().await
    }
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
    /// Whether it is capable enough to propose wordings.
    pub designs: bool,
    /// What turns its distributions into a respondent's, and what was measured of it, in this language.
    pub calibration: Calibration,
    /// How many people's answers any number of its answers are worth at most.
    pub effective_size: f64,
    /// How many respondents it has time to put an open question to; all of them where there is no limit.
    pub open_answers_max: Option<u32>,
    /// How many texts it wants to be asked for at once.
    pub texts_together: usize,
    /// Whether it tries again by itself when a failure may pass.
    pub retries: bool,
    /// How long one call may take, with all that the engine does by itself.
    pub call_timeout_ms: u64,
    /// What its tokens cost, where that is known.
    pub price: Option<Price>,
}

/// A strong model's answers were worth about this many people's (elicitation evidence); one never measured gets no more.
pub const EFFECTIVE_SIZE_UNMEASURED: f64 = 50.0;
pub const CALL_TIMEOUT_MS: u64 = 30_000;

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

/// The questionnaire as those who were dealt one form see it, so that an engine can take it in once for all of them.
#[derive(Debug, Clone)]
pub struct ServedForm<'a> {
    pub number: usize,
    /// Who is asked, in words.
    pub audience: &'a str,
    /// Where the people asked live, with the part of each country.
    pub countries: Vec<(&'a str, f64)>,
    pub choice: Choice<'a>,
    pub questions: Vec<ServedQuestion<'a>>,
}

/// What the report is about, as served: the client's question, and all options in the client's order, whichever of them
/// a form shows.
#[derive(Debug, Clone, Default)]
pub struct Choice<'a> {
    pub question: &'a str,
    pub options: Vec<&'a str>,
}

#[derive(Debug, Clone)]
pub struct ServedQuestion<'a> {
    pub question: &'a Question,
    /// In the order served; empty where it depends on the respondent, or where there are none.
    pub options: Vec<ServedOption<'a>>,
}

/// An answer as served; `index` is its place among the question's own answers, the client's order for options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServedOption<'a> {
    pub index: usize,
    pub text: &'a str,
}

/// An answer given earlier in the same interview.
#[derive(Debug, Clone)]
pub struct Given<'a> {
    pub question: &'a Question,
    /// What was picked, as served: one answer, two reasons, or best and worst.
    pub picked: Vec<ServedOption<'a>>,
}

/// Which end of a list is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pick {
    Best,
    Worst,
}

/// A question with given answers.
#[derive(Debug, Clone, Copy)]
pub struct ClosedAsk<'a> {
    pub seed: u64,
    pub language: Language,
    pub inquiry: Inquiry,
    pub form: &'a ServedForm<'a>,
    pub respondent: Subject<'a>,
    pub question: &'a Question,
    pub pick: Pick,
    /// In the order served.
    pub options: &'a [ServedOption<'a>],
    pub given: &'a [Given<'a>],
}

/// A question answered in words.
#[derive(Debug, Clone, Copy)]
pub struct OpenAsk<'a> {
    pub seed: u64,
    pub language: Language,
    pub inquiry: Inquiry,
    pub form: &'a ServedForm<'a>,
    pub respondent: Subject<'a>,
    pub question: &'a Question,
    pub given: &'a [Given<'a>],
}

/// A document to write.
#[derive(Debug, Clone, Copy)]
pub struct DocumentAsk<'a> {
    pub seed: u64,
    pub language: Language,
    pub prompt: &'a str,
    /// JSON Schema of the document.
    pub schema: &'a Value,
}
