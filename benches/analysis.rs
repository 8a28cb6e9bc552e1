//! How long the analysis of a large report takes: 1,000 respondents, 8 questions, from one list and from several, and
//! the themes of their open answers apart. The limits are the project's own: 50 ms and 1 s.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)] // A bench reads the clock and may fail.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use canvass::engine::{Engine, Scripted};
use canvass::forecast::unmeasured;
use canvass::pipeline::{self, Checkpoints, Design, Job, Journal, JournalError, Progress, Stage, Voices};
use survey::analysis::{self, EngineStanding, Evidence};
use survey::answer::{Interview, Outcome};
use survey::brief::{Brief, Draft};
use survey::forecast::{Forecast, Part};
use survey::questionnaire::REASON;
use survey::report::{AnswerValue, RespondentRecord};
use survey::sample;
use survey::themes::{self, OpenAnswer};

const RESPONDENTS: u32 = 1000;
const ROUNDS: usize = 21;
const ANALYSIS_MAX: Duration = Duration::from_millis(50);
const THEMES_MAX: Duration = Duration::from_secs(1);

/// Keeps what the analysis works on.
#[derive(Default)]
struct Kept {
    design: Mutex<Option<Design>>,
}

#[async_trait]
impl Journal for Kept {
    async fn entered(&self, _: Stage) -> Result<(), JournalError> {
        Ok(())
    }
    async fn designed(&self, design: &Design) -> Result<(), JournalError> {
        *self.design.lock().unwrap() = Some(design.clone());
        Ok(())
    }
    async fn asked(&self, _: &Part, _: Progress) -> Result<(), JournalError> {
        Ok(())
    }
    async fn forecast(&self, _: &Forecast, _: usize, _: Progress) -> Result<(), JournalError> {
        Ok(())
    }
    async fn spoken(&self, _: &Voices, _: Progress) -> Result<(), JournalError> {
        Ok(())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    println!("{RESPONDENTS} respondents; medians of {ROUNDS} rounds\n");
    println!("{:<10} {:<9} {:>12} {:>12}", "options", "language", "analysis ms", "themes ms");
    for (options, language) in [(4, "en"), (10, "en"), (20, "en"), (10, "es"), (10, "zh")] {
        measure(options, language).await;
    }
}

async fn measure(options: usize, language: &str) {
    let draft = Draft {
        question: "Which one would you choose?".to_owned(),
        options: (1..=options).map(|number| format!("Option {number}")).collect(),
        sample_size: Some(RESPONDENTS.into()),
        audience_description: Some("adults in Mexico".to_owned()),
        language: Some(language.to_owned()),
    };
    let engine = Scripted::new(0, 0.0);
    let calibration = unmeasured(&engine.card());
    let job = Job { brief: Brief::parse(draft).unwrap(), seed: 1, concurrency: 8, calibration, tokens_max: None };
    let kept = Kept::default();
    let findings = pipeline::run(&job, &engine, Checkpoints::default(), &kept).await.unwrap();
    let design = kept.design.into_inner().unwrap().unwrap();
    let interviews: Vec<Interview> = findings.sample_data.respondents.into_iter().map(interview).collect();
    let texts: Vec<(String, String)> = interviews.iter().filter_map(open_answer).collect();
    let closed: Vec<Interview> = interviews.into_iter().map(without_text).collect();
    let respondents = sample::draw(&design.audience, RESPONDENTS, job.seed).unwrap();
    let evidence = Evidence {
        brief: &job.brief,
        served: &design.optimized,
        questionnaire: &design.questionnaire,
        candidates: design.candidates,
        forms: &design.forms,
        respondents: &respondents,
        interviews: &closed,
        seed: job.seed,
        engine: &EngineStanding {
            measured: None,
            effective_size: 50.0,
            scale_size: 50.0,
            readings_apart: 0.0,
            is_scripted: true,
        },
    };
    let analysis = median(|| drop(analysis::analyze(&evidence)));
    let answers: Vec<OpenAnswer<'_>> =
        texts.iter().map(|(respondent_id, text)| OpenAnswer { respondent_id, text }).collect();
    let quoted: Vec<&str> = job.brief.options().iter().map(String::as_str).collect();
    let themes = median(|| drop(themes::find(job.brief.language(), &answers, &quoted)));
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    println!("{options:<10} {language:<9} {:>12.1} {:>12.1}", ms(analysis), ms(themes));
    assert!(analysis < ANALYSIS_MAX && themes < THEMES_MAX, "slower than the project allows");
}

fn interview(record: RespondentRecord) -> Interview {
    let outcome = Outcome::Answered { answers: record.answers, distributions: record.distributions };
    Interview { respondent_id: record.respondent_id, outcome }
}

fn open_answer(interview: &Interview) -> Option<(String, String)> {
    match &interview.outcome {
        Outcome::Answered { answers, .. } => match answers.get(REASON)? {
            AnswerValue::Text(text) => Some((interview.respondent_id.clone(), text.clone())),
            _ => None,
        },
        Outcome::Failed { .. } => None,
    }
}

fn without_text(mut interview: Interview) -> Interview {
    if let Outcome::Answered { answers, .. } = &mut interview.outcome {
        answers.remove(REASON);
    }
    interview
}

fn median(mut work: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let begun = Instant::now();
            work();
            begun.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[ROUNDS / 2]
}
