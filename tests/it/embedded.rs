//! The embedded engine with the real small model: whole reports, in every language, the same bits each time.

use std::path::PathBuf;
use std::sync::Mutex;

use async_trait::async_trait;
use canvass::engine::{
    Choice, ClosedAsk, Embedded, EmbeddedSettings, Engine, Given, Pick, ServedForm, ServedOption, ServedQuestion,
    Subject,
};
use canvass::pipeline::{self, Checkpoints, Design, Job, Journal, JournalError, PipelineError, Stage};
use survey::answer::{Interview, Reading};
use survey::brief::{Brief, Draft, Language};
use survey::questionnaire::{LIKELIHOOD, PREFERENCE};
use survey::report::{AskedOf, Everyone, Findings, Inquiry, Profile, Question, QuestionKind, Scale};

fn small() -> Embedded {
    let folder = std::env::var_os("CANVASS_TEST_MODELS_DIR").expect("CANVASS_TEST_MODELS_DIR names the models' folder");
    let file = PathBuf::from(folder).join("smollm2-135m-instruct-q4_1.gguf");
    let settings = EmbeddedSettings {
        file: &file,
        hash: "unknown".to_owned(),
        name: "small".to_owned(),
        threads: None,
        context_tokens: 4096,
    };
    Embedded::open(settings).unwrap()
}

/// Keeps what a store would keep; refuses to go on after `stop_after` steps.
#[derive(Default)]
struct Notebook {
    kept: Mutex<Checkpoints>,
    stop_after: Option<usize>,
}

impl Notebook {
    fn keep(&self, note: impl FnOnce(&mut Checkpoints)) -> Result<(), JournalError> {
        let mut kept = self.kept.lock().unwrap();
        if self.stop_after.is_some_and(|limit| kept.readings.len() + kept.interviews.len() >= limit) {
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
    async fn read(&self, reading: &Reading) -> Result<(), JournalError> {
        self.keep(|kept| kept.readings.push(reading.clone()))
    }
    async fn interviewed(&self, interview: &Interview) -> Result<(), JournalError> {
        self.keep(|kept| kept.interviews.push(interview.clone()))
    }
}

fn job() -> Job {
    let draft = Draft {
        question: "Which drink do you prefer?".to_owned(),
        options: ["Tea", "Coffee"].map(str::to_owned).to_vec(),
        sample_size: Some(50),
        audience_description: Some("adults in the United States".to_owned()),
        language: None,
    };
    Job { brief: Brief::parse(draft).unwrap(), seed: 7, concurrency: 8 }
}

/// What must not depend on when and beside what a report was made; how many tokens it took may.
fn lasting(mut findings: Findings) -> Findings {
    findings.method.usage = Default::default();
    findings
}

#[tokio::test]
async fn a_report_is_the_same_after_a_stop_and_beside_other_work() {
    let engine = small();
    let whole = pipeline::run(&job(), &engine, Checkpoints::default(), &Notebook::default()).await.unwrap();
    let method = &whole.method;
    assert_eq!((method.engine.as_str(), method.model.as_deref()), ("embedded", Some("small")));
    assert_eq!((method.skill, method.calibration.measured.is_none()), (None, true), "never measured");
    assert!(method.usage.cached_tokens > method.usage.prompt_tokens / 2, "{:?}", method.usage);
    let texts = whole.sample_data.respondents.iter().filter(|respondent| respondent.answers.contains_key("reason"));
    // A model this small may have nothing to say; then the respondent fails, and is counted.
    let failed = whole.statistics.failed_respondent_count as usize;
    assert!(texts.count() + failed == 16 && failed <= 3, "a sub-sample is asked why; {failed} failed");
    // The engine has kept readings by now; a new one has not, and is asked other things at the same time.
    let engine = small();
    let stopped = Notebook { stop_after: Some(60), ..Notebook::default() };
    let error = pipeline::run(&job(), &engine, Checkpoints::default(), &stopped).await.unwrap_err();
    assert!(matches!(error, PipelineError::Journal(_)), "{error}");
    let done = stopped.kept.into_inner().unwrap();
    let (job, notebook) = (job(), Notebook::default());
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

/// What is put to one respondent, in English.
fn ask<'a>(
    form: &'a ServedForm<'a>,
    profile: &'a Profile,
    question: &'a Question,
    options: &'a [ServedOption<'a>],
) -> ClosedAsk<'a> {
    ClosedAsk {
        seed: 1,
        language: Language::En,
        inquiry: Inquiry::Preference,
        form,
        respondent: Subject { id: "r0001", profile, description: "", traits: &[] },
        question,
        pick: Pick::Best,
        options,
        given: &[],
    }
}

/// One question put to one respondent.
async fn asked(engine: &Embedded, language: Language) -> Vec<f64> {
    let profile = Profile { sex: Some("female".to_owned()), age: Some(34), ..Profile::default() };
    asked_beside(engine, language, &profile, None).await
}

/// The same with another question on the form.
async fn asked_beside(engine: &Embedded, language: Language, profile: &Profile, other: Option<&Question>) -> Vec<f64> {
    let (title, options, audience) = match language {
        Language::En => ("Which drink do you prefer?", ["Tea", "Coffee", "Water"], "adults"),
        Language::Es => ("¿Qué bebida prefiere?", ["Té", "Café", "Agua"], "adultos"),
        Language::Zh => ("您更喜欢喝什么？", ["茶", "咖啡", "水"], "成年人"),
    };
    let question = Question {
        id: PREFERENCE.to_owned(),
        title: title.to_owned(),
        kind: QuestionKind::SingleChoice,
        options: options.map(str::to_owned).to_vec(),
        scale: None,
        asked_of: AskedOf::Everyone(Everyone::All),
    };
    let options: Vec<ServedOption<'_>> =
        options.iter().enumerate().map(|(index, text)| ServedOption { index, text }).collect();
    let served = ServedQuestion { question: &question, options: options.clone() };
    let others = other.map(|question| ServedQuestion { question, options: Vec::new() });
    let choice = Choice { question: title, options: question.options.iter().map(String::as_str).collect() };
    let form = ServedForm {
        number: 0,
        audience,
        countries: Vec::new(),
        choice,
        questions: std::iter::once(served).chain(others).collect(),
    };
    let ask = ClosedAsk { language, ..ask(&form, profile, &question, &options) };
    engine.distribution(ask).await.unwrap().value
}

#[tokio::test]
async fn a_question_is_read_the_same_each_time() {
    let engine = small();
    let first = asked(&engine, Language::En).await;
    assert_eq!(first, asked(&engine, Language::En).await, "read once and kept");
    assert_eq!(first, asked(&small(), Language::En).await, "and the same in a new process");
}

#[tokio::test]
async fn a_form_too_long_for_the_model_leaves_what_people_in_general_answer() {
    let engine = small();
    let essay = Question {
        id: "essay".to_owned(),
        title: "why ".repeat(5000),
        kind: QuestionKind::OpenText,
        options: Vec::new(),
        scale: None,
        asked_of: AskedOf::Everyone(Everyone::All),
    };
    let person = Profile { sex: Some("female".to_owned()), age: Some(34), ..Profile::default() };
    let in_general = asked_beside(&engine, Language::En, &Profile::default(), None).await;
    assert_eq!(asked_beside(&engine, Language::En, &person, Some(&essay)).await, in_general);
    assert_ne!(asked_beside(&engine, Language::En, &person, None).await, in_general);
}

/// One of the three drinks, put to somebody in a list of some of them or, without a list, as a whole.
async fn listed(engine: &Embedded, list: Option<&[usize]>, pick: Pick) -> Vec<f64> {
    listed_in(engine, list, pick, &[("MX", 1.0)]).await
}

/// The same, where others who are asked live in these countries.
async fn listed_in(engine: &Embedded, list: Option<&[usize]>, pick: Pick, countries: &[(&str, f64)]) -> Vec<f64> {
    let drinks = ["Tea", "Coffee", "Water"];
    let question = Question {
        id: list.map_or(PREFERENCE, |_| "preference_1").to_owned(),
        title: "Which drink do you prefer?".to_owned(),
        kind: if list.is_some() { QuestionKind::BestWorst } else { QuestionKind::SingleChoice },
        options: drinks.map(str::to_owned).to_vec(),
        scale: None,
        asked_of: AskedOf::Everyone(Everyone::All),
    };
    let shown = list.unwrap_or(&[0, 1, 2]).iter();
    let options: Vec<ServedOption<'_>> = shown.map(|at| ServedOption { index: *at, text: drinks[*at] }).collect();
    let form = ServedForm {
        number: 0,
        audience: "adults",
        countries: countries.to_vec(),
        choice: Choice { question: "Which drink do you prefer?", options: drinks.to_vec() },
        questions: vec![ServedQuestion { question: &question, options: options.clone() }],
    };
    let country = Some("MX".to_owned());
    let profile = Profile { country, sex: Some("female".to_owned()), age: Some(34), ..Profile::default() };
    let ask = ClosedAsk { pick, ..ask(&form, &profile, &question, &options) };
    engine.distribution(ask).await.unwrap().value
}

#[tokio::test]
async fn a_list_is_answered_as_the_whole_choice_is_and_its_last_is_what_is_least_put_first() {
    let engine = small();
    let whole = listed(&engine, None, Pick::Best).await;
    let first = listed(&engine, Some(&[2, 0]), Pick::Best).await;
    let last = listed(&engine, Some(&[2, 0]), Pick::Worst).await;
    assert!((first[0] / first[1] - whole[2] / whole[0]).abs() < 1e-9, "{first:?} of {whole:?}");
    assert!((last[0] - first[1]).abs() < 1e-9 && last[0] != last[1], "{last:?} beside {first:?}");
}

#[tokio::test]
async fn a_country_matters_where_others_live_elsewhere() {
    let engine = small();
    let alone = listed(&engine, None, Pick::Best).await;
    let among = listed_in(&engine, None, Pick::Best, &[("CN", 0.5), ("MX", 0.5)]).await;
    let mostly = listed_in(&engine, None, Pick::Best, &[("CN", 0.001), ("MX", 0.999)]).await;
    assert!(alone != among && among != mostly, "{alone:?} {among:?} {mostly:?}");
}

/// How likely somebody who chose this drink is to buy it, one to five.
async fn likelihood_after(engine: &Embedded, chosen: Option<usize>) -> Vec<f64> {
    let drinks = ["Tea", "Coffee", "Water"];
    let asked = |id: &str, kind, title: &str, options: &[&str], scale| Question {
        id: id.to_owned(),
        title: title.to_owned(),
        kind,
        options: options.iter().map(|text| (*text).to_owned()).collect(),
        scale,
        asked_of: AskedOf::Everyone(Everyone::All),
    };
    let choice = asked(PREFERENCE, QuestionKind::SingleChoice, "Which drink do you prefer?", &drinks, None);
    let scale = Scale { min: 1, max: 5, min_label: "Not likely".to_owned(), max_label: "Very likely".to_owned() };
    let likelihood = asked(LIKELIHOOD, QuestionKind::Rating, "How likely are you to buy it?", &[], Some(scale));
    let served = |texts: &[&'static str]| -> Vec<ServedOption<'static>> {
        texts.iter().enumerate().map(|(index, text)| ServedOption { index, text }).collect()
    };
    let (drinks_served, ratings) = (served(&drinks), served(&["1", "2", "3", "4", "5"]));
    let form = ServedForm {
        number: 0,
        audience: "adults",
        countries: vec![("MX", 1.0)],
        choice: Choice { question: "Which drink do you prefer?", options: drinks.to_vec() },
        questions: vec![
            ServedQuestion { question: &choice, options: drinks_served.clone() },
            ServedQuestion { question: &likelihood, options: ratings.clone() },
        ],
    };
    let profile = Profile { country: Some("MX".to_owned()), age: Some(34), ..Profile::default() };
    let given: Vec<Given<'_>> =
        chosen.iter().map(|at| Given { question: &choice, picked: vec![drinks_served[*at]] }).collect();
    let ask = ClosedAsk { given: &given, ..ask(&form, &profile, &likelihood, &ratings) };
    engine.distribution(ask).await.unwrap().value
}

#[tokio::test]
async fn what_was_chosen_moves_the_answers_that_follow() {
    let engine = small();
    let (before, tea, water) = (
        likelihood_after(&engine, None).await,
        likelihood_after(&engine, Some(0)).await,
        likelihood_after(&engine, Some(2)).await,
    );
    assert!(before != tea && tea != water, "{before:?} {tea:?} {water:?}");
}

#[test]
fn its_card_says_how_it_wants_to_be_asked() {
    let engine = small();
    for language in Language::ALL {
        let card = engine.card(language);
        assert!(!card.designs && !card.scripted && card.price.is_none());
        assert!(card.open_answers_max.is_some() && card.texts_together > 1);
    }
}
