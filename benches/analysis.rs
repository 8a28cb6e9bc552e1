//! Time to analyse a report of 1,000 respondents and 8 questions, with one list of options and with several. Fails
//! above the project's limit of 50 ms.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)] // A bench reads the clock and may fail.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use analysis::interviews::{self, Interview, InterviewInput};
use analysis::{self, EngineQuality, Evidence};
use async_trait::async_trait;
use engine::{Engine, Scripted};
use forecast::{Forecast, Part};
use language::brief::{Brief, Draft};
use pipeline::elicit::unmeasured;
use pipeline::{self, Checkpoints, Design, Job, Journal, JournalError, Progress, Stage, Voices};
use population::{Respondent, sample};

const RESPONDENTS: u32 = 1000;
const ROUNDS: usize = 21;
const ANALYSIS_MAX: Duration = Duration::from_millis(50);

/// Keeps the checkpoints that the analysis works on.
#[derive(Default)]
struct Kept {
    design: Mutex<Option<Design>>,
    forecast: Mutex<Option<Forecast>>,
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
    async fn forecast(&self, forecast: &Forecast, _: usize, _: Progress) -> Result<(), JournalError> {
        *self.forecast.lock().unwrap() = Some(forecast.clone());
        Ok(())
    }
    async fn spoken(&self, _: &Voices, _: Progress) -> Result<(), JournalError> {
        Ok(())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    println!("{RESPONDENTS} respondents; medians of {ROUNDS} rounds\n");
    println!("{:<10} {:<9} {:>12}", "options", "language", "analysis ms");
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
        ..Draft::default()
    };
    let engine = Scripted::new(0, 0.0);
    let calibration = unmeasured(&engine.card());
    let job = Job {
        brief: Brief::parse(draft).unwrap(),
        seed: 1,
        concurrency: 8,
        calibration,
        panel: None,
        own_studies: None,
        tokens_max: None,
    };
    let kept = Kept::default();
    pipeline::run(&job, &engine, Checkpoints::default(), &kept).await.unwrap();
    let design = kept.design.into_inner().unwrap().unwrap();
    let forecast = kept.forecast.into_inner().unwrap().unwrap();
    let respondents = sample::draw(&design.filters, RESPONDENTS, job.seed).unwrap();
    let present: Vec<&Respondent> = respondents.iter().collect();
    let drawn = InterviewInput {
        language: job.brief.language(),
        questionnaire: &design.questionnaire,
        options: &design.served.options,
        forms: &design.forms,
        present: &present,
        forecast: &forecast,
        calibration: &design.calibration,
        seed: job.seed,
    };
    let closed: Vec<Option<Interview>> = interviews::interviews(&drawn).unwrap().into_iter().map(Some).collect();
    let evidence = Evidence {
        brief: &job.brief,
        served: &design.served,
        questionnaire: &design.questionnaire,
        candidates: design.candidates,
        forms: &design.forms,
        respondents: &respondents,
        interviews: &closed,
        seed: job.seed,
        engine: &EngineQuality {
            measured: None,
            family: language::QuestionFamily::Choices,
            effective_size: forecast::joint::EffectiveSize::about(50.0),
            group_error: Some(0.046),
            scale_size: 50.0,
            readings_apart: 0.0,
            levelled: false,
            is_scripted: true,
        },
        earlier_forecast: &[],
    };
    let analysis = median(|| drop(analysis::analyze(&evidence)));
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    println!("{options:<10} {language:<9} {:>12.1}", ms(analysis));
    assert!(analysis < ANALYSIS_MAX, "slower than the project allows");
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
