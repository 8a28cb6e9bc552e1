//! A report of 50 respondents in each language, or those named, over the chat server at the address given, and what it
//! took: for `scripts/real-server`. Fails where anybody could not be asked; a small model's answers that can't be read are
//! counted.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)] // A check reads the clock and may fail.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use canvass::engine::openai::OpenAiSettings;
use canvass::engine::{Engine, OpenAi};
use canvass::pipeline::{self, Checkpoints, Design, Job, Journal, JournalError, PipelineError, Stage};
use survey::answer::{Interview, Outcome, Reading};
use survey::brief::{Brief, Draft};

/// The server has one model, whatever it is asked for.
const MODEL: &str = "default";

/// Why interviews failed.
#[derive(Default)]
struct Failures(Mutex<Vec<String>>);

#[async_trait]
impl Journal for Failures {
    async fn entered(&self, _: Stage) -> Result<(), JournalError> {
        Ok(())
    }
    async fn designed(&self, _: &Design) -> Result<(), JournalError> {
        Ok(())
    }
    async fn read(&self, _: &Reading) -> Result<(), JournalError> {
        Ok(())
    }
    async fn interviewed(&self, interview: &Interview) -> Result<(), JournalError> {
        if let Outcome::Failed { reason } = &interview.outcome {
            self.0.lock().unwrap().push(reason.clone());
        }
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
    // One reply of a small machine's model may take its time, and its proposals are not worth waiting for.
    settings.designs = false;
    settings.timeout = Duration::from_secs(300);
    let engine = OpenAi::new(settings).unwrap();
    engine.ready().await.unwrap();
    let draft = Draft {
        question: question.to_owned(),
        options: options.map(str::to_owned).to_vec(),
        sample_size: Some(50),
        audience_description: None,
        language: Some(language.to_owned()),
    };
    let job = Job { brief: Brief::parse(draft).unwrap(), seed: 1, concurrency: 8 };
    let (begun, failures) = (Instant::now(), Failures::default());
    let made = pipeline::run(&job, &engine, Checkpoints::default(), &failures).await;
    let failures = failures.0.into_inner().unwrap();
    println!("{language}: {:.1} s, {} of 50 failed", begun.elapsed().as_secs_f64(), failures.len());
    failures.iter().collect::<BTreeSet<_>>().into_iter().for_each(|reason| println!("{language}: {reason}"));
    match made {
        Ok(findings) => {
            let used = findings.method.usage;
            println!("{language}: {}, {used:?}", findings.analysis.overview.headline);
            assert!(used.prompt_tokens > 0 && used.completion_tokens > 0, "the server counts what it does");
        }
        Err(PipelineError::TooFewAnswers { message, .. }) => println!("{language}: {message}"),
        Err(error) => panic!("{language}: {error:?}"),
    }
    let is_models_own = |reason: &String| reason.contains("can't be read");
    assert!(failures.iter().all(is_models_own), "somebody could not be asked: {failures:?}");
}
