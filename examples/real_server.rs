//! Makes a report of 50 respondents per language, or in those named, over the chat server at the given address, and
//! prints its time and usage; for `scripts/real-server`. Fails if the server could not be asked. Unreadable documents
//! of a small model, and the forecast parts lost with them, are only counted.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)] // A check reads the clock and may fail.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use engine::openai::OpenAiSettings;
use engine::{DocumentRequest, Engine, EngineCard, EngineError, Failure, OpenAi, Reply};
use forecast::{Forecast, Part};
use language::brief::{Brief, Draft};
use pipeline::elicit;
use pipeline::{self, Checkpoints, Design, Job, Journal, JournalError, PipelineError, Progress, Stage, Voices};
use serde_json::Value;

/// The server has one model, whatever name is requested.
const MODEL: &str = "default";

/// An engine that records its failures. It is asked for documents alone.
struct Witnessed {
    engine: OpenAi,
    failures: Mutex<Vec<String>>,
}

#[async_trait]
impl Engine for Witnessed {
    fn card(&self) -> EngineCard {
        self.engine.card()
    }
    async fn document(&self, ask: DocumentRequest<'_>) -> Result<Reply<Value>, Failure> {
        let name = ask.name;
        let reply = self.engine.document(ask).await;
        if let Err(failure) = &reply {
            self.failures.lock().unwrap().push(format!("{name}: {failure}"));
        }
        reply
    }
    async fn ready(&self) -> Result<(), EngineError> {
        self.engine.ready().await
    }
    async fn probe(&self) -> Result<(), EngineError> {
        self.engine.probe().await
    }
}

/// Which parts of the forecast and which open answers arrived.
#[derive(Default)]
struct RecordingJournal {
    parts: Mutex<Vec<(String, bool)>>,
    texts: Mutex<Vec<bool>>,
}

#[async_trait]
impl Journal for RecordingJournal {
    async fn entered(&self, _: Stage) -> Result<(), JournalError> {
        Ok(())
    }
    async fn designed(&self, _: &Design) -> Result<(), JournalError> {
        Ok(())
    }
    async fn asked(&self, part: &Part, _: Progress) -> Result<(), JournalError> {
        self.parts.lock().unwrap().push((part.ask.key(), part.said.is_some()));
        Ok(())
    }
    async fn forecast(&self, _: &Forecast, _: usize, _: Progress) -> Result<(), JournalError> {
        Ok(())
    }
    async fn spoken(&self, voices: &Voices, _: Progress) -> Result<(), JournalError> {
        self.texts.lock().unwrap().extend(voices.texts.iter().map(Option::is_some));
        Ok(())
    }
}

#[tokio::main]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().expect("usage: real_server BASE_URL [en|es|zh …]");
    let named: Vec<String> = arguments.collect();
    println!("reports of 50 over {address}");
    for (language, question, options) in [
        ("en", "Which drink do you prefer in the morning?", ["Coffee", "Tea", "Water"]),
        ("es", "¿Qué bebida prefiere por la mañana?", ["Café", "Té", "Agua"]),
        ("zh", "早上您更喜欢喝什么？", ["咖啡", "茶", "水"]),
    ] {
        if named.is_empty() || named.iter().any(|it| it == language) {
            report(&address, language, question, options).await;
        }
    }
}

async fn report(address: &str, language: &str, question: &str, options: [&str; 3]) {
    let mut settings = OpenAiSettings::new(address, MODEL).unwrap();
    // A small machine may take long for one reply, and the proposals of its model are not worth waiting for.
    settings.designs = false;
    settings.timeout = Duration::from_secs(300);
    let engine = Witnessed { engine: OpenAi::new(settings).unwrap(), failures: Mutex::default() };
    engine.ready().await.unwrap();
    let draft = Draft {
        question: question.to_owned(),
        options: options.map(str::to_owned).to_vec(),
        sample_size: Some(50),
        audience_description: None,
        language: Some(language.to_owned()),
        ..Draft::default()
    };
    let job = Job {
        brief: Brief::parse(draft).unwrap(),
        seed: 1,
        concurrency: 8,
        calibration: elicit::unmeasured(&engine.card()),
        panel: None,
        own_studies: None,
        tokens_max: None,
    };
    let (begun, told) = (Instant::now(), RecordingJournal::default());
    let made = pipeline::run(&job, &engine, Checkpoints::default(), &told).await;
    println!("{language}: {:.1} s", begun.elapsed().as_secs_f64());
    tell(language, told);
    match made {
        Ok(findings) => {
            let used = findings.method.usage;
            println!("{language}: {}, {used:?}", findings.analysis.overview.headline);
            assert!(used.prompt_tokens > 0 && used.completion_tokens > 0, "the server counts what it does");
        }
        Err(PipelineError::Lost(failure)) => println!("{language}: no forecast: {failure}"),
        Err(error) => panic!("{language}: {error:?}"),
    }
    let failures = engine.failures.into_inner().unwrap();
    failures.iter().collect::<BTreeSet<_>>().into_iter().for_each(|reason| println!("{language}: {reason}"));
    let is_models_own = |reason: &String| reason.contains("can't be read");
    assert!(failures.iter().all(is_models_own), "the server could not be asked: {failures:?}");
}

fn tell(language: &str, told: RecordingJournal) {
    let (parts, texts) = (told.parts.into_inner().unwrap(), told.texts.into_inner().unwrap());
    let lost: Vec<&str> = parts.iter().filter(|(_, is_said)| !is_said).map(|(key, _)| key.as_str()).collect();
    println!("{language}: {} parts of a forecast, {} lost: {lost:?}", parts.len(), lost.len());
    println!("{language}: {} of {} texts were written", texts.iter().filter(|is_said| **is_said).count(), texts.len());
}
