//! The embedded engine with the real small model: complete reports in every language, bit-identical each time.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use async_trait::async_trait;
use contract::Report;
use embedded::{Embedded, EmbeddedSettings};
use engine::prompt::{self, AudiencePrompt, AudienceQuestion, Subgroup};
use engine::{Engine, EngineError, Failure, LabelRequest, Reply, probe_until_up};
use forecast::calibration::Way;
use forecast::{Forecast, Part};
use foundation::Language;
use language::brief::{Brief, Draft};
use pipeline::elicit::{unmeasured, way_of};
use pipeline::{self, Checkpoints, Design, Job, Journal, JournalError, PipelineError, Progress, Stage, Voices};
use questionnaire::Scale;
fn small() -> Embedded {
    let folder = std::env::var_os("CANVASS_TEST_MODELS_DIR").expect("CANVASS_TEST_MODELS_DIR names the models' folder");
    let file = PathBuf::from(folder).join("smollm2-135m-instruct-q4_1.gguf");
    let settings = EmbeddedSettings {
        file: &file,
        hash: "unknown".to_owned(),
        name: "small".to_owned(),
        adapter: None,
        threads: None,
        context_tokens: 4096,
    };
    Embedded::open(settings).unwrap()
}

/// Keeps checkpoints in memory; fails after `stop_after` parts of the forecast.
#[derive(Default)]
struct Notebook {
    kept: Mutex<Checkpoints>,
    stop_after: Option<usize>,
}

impl Notebook {
    fn keep(&self, note: impl FnOnce(&mut Checkpoints)) -> Result<(), JournalError> {
        let mut kept = self.kept.lock().unwrap();
        if self.stop_after.is_some_and(|limit| kept.parts.len() >= limit) {
            return Err(JournalError::new("stopped"));
        }
        note(&mut kept);
        Ok(())
    }
}

#[async_trait]
impl Journal for Notebook {
    async fn entered(&self, _: Stage) -> Result<(), JournalError> {
        Ok(())
    }
    async fn designed(&self, design: &Design) -> Result<(), JournalError> {
        self.keep(|kept| kept.design = Some(design.clone()))
    }
    async fn asked(&self, part: &Part, _: Progress) -> Result<(), JournalError> {
        self.keep(|kept| kept.parts.push(part.clone()))
    }
    async fn forecast(&self, forecast: &Forecast, _: usize, _: Progress) -> Result<(), JournalError> {
        self.keep(|kept| kept.forecast = Some(forecast.clone()))
    }
    async fn spoken(&self, voices: &Voices, _: Progress) -> Result<(), JournalError> {
        self.keep(|kept| kept.voices.push(voices.clone()))
    }
}

fn job(engine: &Embedded) -> Job {
    let draft = Draft {
        question: "Which drink do you prefer?".to_owned(),
        options: ["Tea", "Coffee"].map(str::to_owned).to_vec(),
        sample_size: Some(50),
        audience_description: Some("adults in the United States".to_owned()),
        language: None,
        ..Draft::default()
    };
    let calibration = unmeasured(&engine.card());
    Job {
        brief: Brief::parse(draft).unwrap(),
        seed: 7,
        concurrency: 8,
        calibration,
        panel: None,
        own_studies: None,
        tokens_max: None,
    }
}

/// Removes what may depend on when and beside what a report was made: the token usage.
fn lasting(mut findings: Report) -> Report {
    findings.method.usage = Default::default();
    findings
}

#[tokio::test]
async fn a_report_is_the_same_after_a_stop_and_beside_other_work() {
    let engine = small();
    let whole = pipeline::run(&job(&engine), &engine, Checkpoints::default(), &Notebook::default()).await.unwrap();
    let method = &whole.method;
    assert_eq!((method.engine.as_str(), method.model.as_deref()), ("embedded", Some("small")));
    assert_eq!((method.skill, method.calibration.measured.is_none()), (None, true), "never measured");
    assert!(method.elicitation.starts_with("labels-") && method.usage.calls > 0, "{method:?}");
    assert_eq!(whole.statistics.successful_respondent_count, 50);
    assert_eq!(whole.statistics.open_answer_count, 0, "a model this small is not asked for words");
    // By now the engine has cached readings. A new one has not, and also answers other calls at the same time.
    let engine = small();
    let stopped = Notebook { stop_after: Some(2), ..Notebook::default() };
    let job = job(&engine);
    let error = pipeline::run(&job, &engine, Checkpoints::default(), &stopped).await.unwrap_err();
    assert!(matches!(error, PipelineError::Journal(_)), "{error}");
    let (done, notebook) = (stopped.kept.into_inner().unwrap(), Notebook::default());
    assert_eq!((done.parts.len(), done.forecast.is_none()), (2, true));
    let (resumed, es, zh) = tokio::join!(
        pipeline::run(&job, &engine, done, &notebook),
        asked(&engine, Language::Es),
        asked(&engine, Language::Zh),
    );
    assert_eq!(lasting(resumed.unwrap()), lasting(whole));
    for distribution in [es, zh] {
        assert!((distribution.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{distribution:?}");
    }
}

/// Returns the same question and audience in each language.
fn question(language: Language) -> (AudienceQuestion<'static>, [&'static str; 3]) {
    let (title, options, audience) = match language {
        Language::En => ("Which drink do you prefer?", ["Tea", "Coffee", "Water"], "adults"),
        Language::Es => ("¿Qué bebida prefiere?", ["Té", "Café", "Agua"], "adultos"),
        Language::Zh => ("您更喜欢喝什么？", ["茶", "咖啡", "水"], "成年人"),
    };
    (AudienceQuestion { language, audience, topic: None, title, scale: None }, options)
}

fn by_letter(prompt: AudiencePrompt) -> LabelRequest {
    LabelRequest { beginning: prompt.beginning, rest: prompt.rest, labels: prompt.labels }
}

/// Reads one prompt by itself.
async fn read(engine: &Embedded, ask: LabelRequest) -> Result<Reply<Vec<f64>>, Failure> {
    engine.labels(&[ask]).await.pop().unwrap()
}

/// Returns the shares for the whole audience.
async fn asked(engine: &Embedded, language: Language) -> Vec<f64> {
    let (ask, options) = question(language);
    read(engine, by_letter(prompt::general(ask, Subgroup::Everybody, &options))).await.unwrap().value
}

#[tokio::test]
async fn a_question_is_read_the_same_each_time() {
    let engine = small();
    let first = asked(&engine, Language::En).await;
    assert_eq!(first, asked(&engine, Language::En).await, "read once and kept");
    assert_eq!(first, asked(&small(), Language::En).await, "and the same in a new process");
}

#[tokio::test]
async fn questions_that_are_read_together_are_read_as_each_alone() {
    let engine = small();
    let ask = |language: Language| {
        let (ask, options) = question(language);
        by_letter(prompt::general(ask, Subgroup::Everybody, &options))
    };
    let together = engine.labels(&Language::ALL.map(ask)).await;
    assert_eq!(together.len(), Language::ALL.len());
    for (language, reading) in Language::ALL.into_iter().zip(together) {
        let (alone, together) = (read(&engine, ask(language)).await.unwrap().value, reading.unwrap().value);
        // Other prompts in a batch move the figures of so small a model by a point or two; another order would move
        // them more.
        assert!(alone.iter().zip(&together).all(|(a, b)| (a - b).abs() < 0.05), "{language}: {alone:?} {together:?}");
    }
}

#[tokio::test]
async fn a_prompt_too_long_for_the_model_is_refused_and_the_next_is_read() {
    let engine = small();
    let (ask, options) = question(Language::En);
    let essay = "why ".repeat(5000);
    let refused = read(
        &engine,
        by_letter(prompt::general(AudienceQuestion { title: &essay, ..ask }, Subgroup::Everybody, &options)),
    )
    .await;
    let failure = refused.unwrap_err();
    assert!(!failure.is_transient(), "{failure}");
    assert_eq!(asked(&engine, Language::En).await.len(), 3);
    engine.ready().await.unwrap();
}

#[tokio::test]
async fn who_is_asked_moves_the_answer() {
    let engine = small();
    let (ask, options) = question(Language::En);
    let children = AudienceQuestion { audience: "children of five", ..ask };
    let of_children =
        read(&engine, by_letter(prompt::general(children, Subgroup::Everybody, &options))).await.unwrap().value;
    assert_ne!(of_children, asked(&engine, Language::En).await);
}

#[tokio::test]
async fn what_was_chosen_moves_the_answers_that_follow() {
    let engine = small();
    let (ask, options) = question(Language::En);
    let scale = Scale { min: 1, max: 5, min_label: "Not likely".to_owned(), max_label: "Very likely".to_owned() };
    let rated =
        AudienceQuestion { topic: Some(ask.title), title: "How likely are you to buy it?", scale: Some(&scale), ..ask };
    let ratings = ["1", "2", "3", "4", "5"];
    let mut after = Vec::new();
    for chosen in [options[0], options[2]] {
        after.push(
            read(&engine, by_letter(prompt::general(rated, Subgroup::Choosers(chosen), &ratings))).await.unwrap().value,
        );
    }
    let before = read(&engine, by_letter(prompt::general(rated, Subgroup::Everybody, &ratings))).await.unwrap().value;
    assert!(before != after[0] && after[0] != after[1], "{before:?} {after:?}");
}

#[test]
fn its_card_says_how_it_wants_to_be_asked() {
    let card = small().card();
    assert!(!card.designs && !card.scripted && !card.writes_documents && card.price.is_none());
    assert!(card.reads_labels && card.is_own);
    assert_eq!((card.voices_max, way_of(&card)), (0, Way::Labels), "it is too small to speak for anybody");
}

#[tokio::test]
async fn a_model_whose_thread_panicked_is_loaded_again_and_says_the_same() {
    let engine = small();
    let ask = |language: Language| {
        let (ask, options) = question(language);
        by_letter(prompt::general(ask, Subgroup::Everybody, &options))
    };
    let ((), waiting) = tokio::join!(engine.crash(), read(&engine, ask(Language::Es)));
    assert_eq!(waiting.unwrap_err().error, EngineError::Reloading, "its caller is not to blame");
    assert_eq!(engine.ready().await, Err(EngineError::Reloading));
    let answers = probe_until_up(&engine, Duration::from_millis(10), |_, pause| async move {
        tokio::time::sleep(pause).await;
        true
    });
    assert!(answers.await);
    assert_eq!(asked(&engine, Language::Zh).await, asked(&small(), Language::Zh).await);
}
