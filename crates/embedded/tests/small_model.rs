//! Tests with the real small model in the folder `CANVASS_TEST_MODELS_DIR`; `make test` downloads it.

#![allow(clippy::unwrap_used, clippy::disallowed_methods)] // A test may panic.

use std::path::PathBuf;
use std::sync::LazyLock;

use embedded::llama::{AskError, Branch, LabelRead, LabelTail, Llama, OpenError, Options, Text, TextRequest};
use serde_json::json;

const MODEL: &str = "smollm2-135m-instruct-q4_1.gguf";

fn model() -> PathBuf {
    let folder = std::env::var_os("CANVASS_TEST_MODELS_DIR").expect("CANVASS_TEST_MODELS_DIR names the models' folder");
    PathBuf::from(folder).join(MODEL)
}

/// One instance for all tests, which use it concurrently.
fn small() -> Llama {
    static SMALL: LazyLock<Llama> =
        LazyLock::new(|| Llama::open(&model(), None, Options { context_tokens: 2048, ..Options::default() }).unwrap());
    SMALL.clone()
}

const FORM: &str =
    "A survey.\n1. Which drink?\n   A) Tea\n   B) Coffee\n   C) Water\n2. How often?\n   A) Daily\n   B) Never\n";

fn tail(text: &str, labels: &[&str]) -> LabelTail {
    let labels = labels.iter().map(|label| (*label).to_owned()).collect();
    LabelTail { text: text.to_owned(), labels }
}

fn person(stem: &str) -> Branch<LabelTail> {
    let tails = vec![
        tail("Question 1: the letter alone.", &["A", "B", "C"]),
        tail("Question 2: the letter alone.", &["A", "B"]),
    ];
    Branch { stem: stem.to_owned(), tails }
}

async fn read(llama: &Llama, stems: &[&str]) -> Vec<Vec<LabelRead>> {
    llama.labels(stems.iter().map(|stem| person(&format!("{FORM}{stem}"))).collect()).await.unwrap().value
}

fn text(prompt: &str, seed: u32, tokens_max: u32) -> TextRequest {
    TextRequest { prompt: prompt.to_owned(), tokens_max, stops: vec!["\n".to_owned()], temperature: 0.8, seed }
}

#[tokio::test]
async fn every_label_has_a_probability_and_the_rest_is_outside() {
    let answered = read(&small(), &["The person: a nurse of 34.\n"]).await;
    assert_eq!(answered[0].iter().map(|read| read.probabilities.len()).collect::<Vec<_>>(), [3, 2]);
    for read in &answered[0] {
        assert!(read.probabilities.iter().all(|p| *p > 0.0), "{read:?}");
        assert!((read.probabilities.iter().sum::<f64>() + read.outside - 1.0).abs() < 1e-9, "{read:?}");
    }
}

#[tokio::test]
async fn a_panic_on_the_models_thread_is_told_to_its_caller_and_closes_the_model() {
    let own = Llama::open(&model(), None, Options { context_tokens: 2048, ..Options::default() }).unwrap();
    assert!(own.is_open());
    let (crashed, waiting) = tokio::join!(own.crash(), own.labels(vec![person(FORM)]));
    assert_eq!((crashed, waiting), (Err(AskError::Crashed), Err(AskError::Closed)));
    own.closed().await;
    assert!(!own.is_open());
    assert_eq!(own.crash().await, Err(AskError::Closed));
}

#[tokio::test]
async fn the_same_group_gives_the_same_bits_whatever_else_is_asked() {
    let llama = small();
    let alone = read(&llama, &["The person: a nurse.\n", "The person: a pilot.\n"]).await;
    let another = llama.labels(vec![person("Another survey.\nSomebody.\n")]);
    let (again, others, texts) = tokio::join!(
        read(&llama, &["The person: a nurse.\n", "The person: a pilot.\n"]),
        another,
        llama.texts(FORM.to_owned(), vec![text("Say hello.", 1, 8), text("Say goodbye.", 2, 8)]),
    );
    assert_eq!(alone, again);
    assert!(others.is_ok() && texts.is_ok());
    let fresh = Llama::open(&model(), None, Options { context_tokens: 2048, ..Options::default() }).unwrap();
    assert_eq!(alone, read(&fresh, &["The person: a nurse.\n", "The person: a pilot.\n"]).await);
}

#[tokio::test]
async fn a_beginning_encoded_before_is_not_encoded_again() {
    let llama = small();
    let beginning = "A beginning of its own, that no other test has.\n";
    let first = llama.labels(vec![person(beginning)]).await.unwrap().tokens;
    let second = llama.labels(vec![person(beginning)]).await.unwrap().tokens;
    assert!(second.encoded < first.encoded && second.reused > first.reused, "{first:?} {second:?}");
}

#[tokio::test]
async fn a_shared_beginning_reads_as_a_prompt_of_its_own() {
    let shared = read(&small(), &["The person: a nurse.\n"]).await;
    let whole = Branch {
        stem: String::new(),
        tails: vec![tail(&format!("{FORM}The person: a nurse.\nQuestion 1: the letter alone."), &["A", "B", "C"])],
    };
    let whole = small().labels(vec![whole]).await.unwrap().value;
    for (a, b) in shared[0][0].probabilities.iter().zip(&whole[0][0].probabilities) {
        assert!((a - b).abs() < 0.03, "{shared:?} {whole:?}");
    }
}

/// With the adapter of `tests/data`: one layer, rank two, made for this model (`canvass_training.adapter.write`).
#[tokio::test]
async fn an_adapter_changes_what_is_read_and_is_the_same_each_time() {
    let options = Options { context_tokens: 2048, ..Options::default() };
    let adapter = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/tiny-adapter.gguf");
    let taught = Llama::open(&model(), Some(&adapter), options).unwrap();
    let (with, without) = (read(&taught, &["A nurse.\n"]).await, read(&small(), &["A nurse.\n"]).await);
    assert_ne!(with, without);
    assert_eq!(with, read(&taught, &["A nurse.\n"]).await, "from its kept beginning");
    let again = Llama::open(&model(), Some(&adapter), options).unwrap();
    assert_eq!(with, read(&again, &["A nurse.\n"]).await, "and in a new process");
}

#[test]
fn what_is_no_adapter_of_this_model_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let garbage = folder.path().join("garbage.gguf");
    std::fs::write(&garbage, "no adapter at all").unwrap();
    for path in [garbage, model()] {
        let refused = Llama::open(&model(), Some(&path), Options::default()).unwrap_err();
        assert!(matches!(refused, OpenError::NotAnAdapter { .. }), "{refused}");
    }
    let missing = Llama::open(&model(), Some(&folder.path().join("none.gguf")), Options::default()).unwrap_err();
    assert!(matches!(missing, OpenError::Unreadable { .. }), "{missing}");
}

#[tokio::test]
async fn more_texts_than_sequences_are_all_written_and_the_same_for_the_same_seed() {
    let asks: Vec<TextRequest> = (0..40).map(|seed| text("Say what you like about tea.", seed, 6)).collect();
    let first = small().texts(FORM.to_owned(), asks.clone()).await.unwrap();
    let second = small().texts(FORM.to_owned(), asks).await.unwrap();
    assert_eq!(first.value, second.value);
    let written: Vec<&Text> = first.value.iter().flatten().collect();
    assert_eq!(written.len(), 40);
    assert!(written.iter().all(|text| !text.text.contains('\n')), "{written:?}");
    assert!(written.iter().any(|text| *text != written[0]), "seeds differ");
    assert!(written.iter().any(|text| text.is_cut), "six tokens are too few for some");
    assert!((40..=240).contains(&first.tokens.generated));
}

#[tokio::test]
async fn a_document_is_of_its_schema() {
    let schema = json!({
        "type": "object", "required": ["question", "count"], "additionalProperties": false,
        "properties": { "question": { "type": "string", "maxLength": 20 }, "count": { "type": "integer", "minimum": 0, "maximum": 9 } }
    });
    let prompt = "Write a JSON document with a short question and a count.".to_owned();
    let document = small().document(prompt, schema.clone(), 120, 1).await.unwrap().value;
    assert!(document["question"].is_string() && document["count"].is_u64(), "{document}");
    assert_eq!(document.as_object().unwrap().len(), 2);
    let cut = small().document("Write it.".to_owned(), schema, 2, 1).await;
    assert_eq!(cut.unwrap_err(), AskError::Unfinished);
    let wrong = small().document("Write it.".to_owned(), json!({ "type": "no such type" }), 2, 1).await;
    assert!(matches!(wrong, Err(AskError::Schema { .. })), "{wrong:?}");
}

#[tokio::test]
async fn what_does_not_fit_is_refused_and_the_next_is_answered() {
    let llama = small();
    let long = "word ".repeat(3000);
    let refused = llama.labels(vec![person(&long)]).await.unwrap_err();
    assert!(matches!(refused, AskError::TooLong { .. }), "{refused:?}");
    let late = Branch { stem: FORM.to_owned(), tails: vec![tail(&long, &["A"])] };
    let refused = llama.labels(vec![late]).await.unwrap_err();
    assert!(matches!(refused, AskError::TooLong { .. }), "{refused:?}");
    let texts = llama.texts(FORM.to_owned(), vec![text(&long, 1, 5), text("Say hello.", 1, 5)]).await.unwrap().value;
    assert!(matches!(texts[0], Err(AskError::TooLong { .. })) && texts[1].is_ok(), "{texts:?}");
    let unknown = Branch { stem: FORM.to_owned(), tails: vec![tail("Which?", &["A", "no single token"])] };
    let refused = llama.labels(vec![unknown]).await.unwrap_err();
    assert!(refused.to_string().contains("no single token"), "{refused}");
    assert_eq!(read(&llama, &["A nurse.\n"]).await.len(), 1);
}

#[tokio::test]
async fn nothing_asked_is_nothing_answered() {
    assert!(small().labels(Vec::new()).await.unwrap().value.is_empty());
    assert!(small().texts(FORM.to_owned(), Vec::new()).await.unwrap().value.is_empty());
}

#[tokio::test]
async fn whoever_stops_waiting_has_the_work_stopped() {
    let llama = small();
    let asks: Vec<TextRequest> = (0..64).map(|seed| text("Tell a very long story.", seed, 400)).collect();
    let long = tokio::spawn({
        let llama = llama.clone();
        async move { llama.texts(String::new(), asks).await }
    });
    tokio::task::yield_now().await;
    long.abort();
    assert!(long.await.unwrap_err().is_cancelled());
    // 25,600 tokens would take minutes; the reply comes as soon as the current step is done.
    assert_eq!(read(&llama, &["A nurse.\n"]).await.len(), 1);
}

#[test]
fn a_file_that_is_no_model_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let missing = Llama::open(&folder.path().join("none.gguf"), None, Options::default()).unwrap_err();
    assert!(matches!(missing, OpenError::Unreadable { .. }), "{missing}");
    let garbage = folder.path().join("garbage.gguf");
    std::fs::write(&garbage, "no model at all").unwrap();
    let refused = Llama::open(&garbage, None, Options::default()).unwrap_err();
    assert!(refused.to_string().contains("no model that llama.cpp can load"), "{refused}");
    let cut = folder.path().join("cut.gguf");
    let bytes = std::fs::read(model()).unwrap();
    std::fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
    let refused = Llama::open(&cut, None, Options::default()).unwrap_err();
    assert!(matches!(refused, OpenError::NotAModel { .. }), "{refused}");
}

#[test]
fn a_model_without_a_chat_template_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bare.gguf");
    let mut bytes = std::fs::read(model()).unwrap();
    let key = b"tokenizer.chat_template";
    let at = bytes.windows(key.len()).position(|window| window == key).unwrap();
    bytes[at + key.len() - 1] = b'x';
    std::fs::write(&path, bytes).unwrap();
    let refused = Llama::open(&path, None, Options::default()).unwrap_err();
    assert!(matches!(refused, OpenError::NoChatTemplate { .. }), "{refused}");
}

#[test]
fn a_context_too_small_is_refused_with_the_least_that_will_do() {
    let refused = Llama::open(&model(), None, Options { context_tokens: 100, ..Options::default() }).unwrap_err();
    assert!(refused.to_string().contains("512"), "{refused}");
}
