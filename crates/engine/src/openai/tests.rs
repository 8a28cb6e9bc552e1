//! Tests of the engine against a server on loopback: requests, replies and failures.

mod faults;
mod hanging;

use serde_json::json;

use super::*;
use crate::{Price, Usage};
use chat_server::{ChatServer, KEY, Reaction, said, tokens};

/// Returns an engine for this server, with a short backoff.
fn engine_of(server: &ChatServer) -> OpenAi {
    OpenAi::new(settings_of(server)).unwrap()
}

fn settings_of(server: &ChatServer) -> OpenAiSettings {
    let mut settings = OpenAiSettings::new(&server.base_url, "small").unwrap();
    settings.api_key = Some(ApiKey::parse(KEY).unwrap());
    settings.backoff = Duration::from_millis(2);
    settings
}

const DOCUMENT: &str = "{\"question\": \"Which?\"}";

fn letters(prompt: &str) -> LabelRequest {
    LabelRequest {
        beginning: prompt.to_owned(),
        rest: String::new(),
        labels: ["A", "B", "C"].map(str::to_owned).to_vec(),
    }
}

/// Asks for one of three letters after each prompt.
async fn choices(engine: &OpenAi, prompts: &[&str]) -> Vec<Result<Reply<Vec<f64>>, Failure>> {
    engine.labels(&prompts.iter().map(|prompt| letters(prompt)).collect::<Vec<_>>()).await
}

async fn choice(engine: &OpenAi) -> Result<Reply<Vec<f64>>, Failure> {
    choices(engine, &["Which?"]).await.remove(0)
}

fn voice(own: &str) -> TextRequest {
    TextRequest { seed: 3, label: own.to_owned(), shared: "Why tea?\n\n".to_owned(), own: own.to_owned() }
}

async fn reason(engine: &OpenAi) -> Result<Reply<String>, Failure> {
    engine.texts(&[voice("A nurse")]).await.remove(0)
}

async fn wording(engine: &OpenAi) -> Result<Reply<Value>, Failure> {
    let schema = json!({
        "type": "object", "required": ["question"], "properties": { "question": { "type": "string" } },
        "additionalProperties": false,
    });
    let (name, prompt, needs) = ("wording", "Correct this.", &["question"]);
    engine.document(DocumentRequest { seed: 3, language: Language::En, name, prompt, schema: &schema, needs }).await
}

fn near(read: &[f64], expected: &[f64]) -> bool {
    read.len() == expected.len() && read.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9)
}

#[tokio::test]
async fn a_choice_is_read_from_the_first_tokens_alternatives() {
    let server = ChatServer::start(|_, _| tokens(&[("A", 0.3), (" A", 0.1), ("b", 0.4), ("No", 0.2)])).await;
    let reply = choice(&engine_of(&server)).await.unwrap();
    assert!(near(&reply.value, &[0.5, 0.5, 0.0]), "{reply:?}");
    let asked = &server.seen()[0];
    assert_eq!(
        (&asked["logprobs"], &asked["top_logprobs"], &asked["max_tokens"]),
        (&json!(true), &json!(20), &json!(1))
    );
    assert_eq!((&asked["model"], &asked["temperature"]), (&json!("small"), &json!(0.0)));
    assert_eq!(server.seen_headers()[0]["authorization"], format!("Bearer {KEY}"));
}

#[tokio::test]
async fn each_ask_has_its_own_reply_whichever_comes_first() {
    let server = ChatServer::start(|_, body| match body["messages"][0]["content"] == "slow" {
        true => Reaction::Late(Duration::from_millis(100), Box::new(tokens(&[("A", 1.0)]))),
        false => tokens(&[("B", 1.0)]),
    })
    .await;
    let replies = choices(&engine_of(&server), &["slow", "quick"]).await;
    let read: Vec<Vec<f64>> = replies.into_iter().map(|reply| reply.unwrap().value).collect();
    assert_eq!(read, [vec![1.0, 0.0, 0.0], vec![0.0, 1.0, 0.0]]);
}

#[tokio::test]
async fn a_server_that_gives_no_tokens_is_asked_for_none_from_then_on() {
    for refusal in ["null", "400", "500"] {
        let server = ChatServer::start(move |_, _| match refusal {
            "null" => said("A"),
            status => {
                let message = json!({ "error": { "message": "logprobs is not supported here" } });
                Reaction::Status(status.parse().unwrap(), message)
            }
        })
        .await;
        let engine = engine_of(&server);
        assert!(engine.card().reads_labels);
        for _ in 0..2 {
            let error = choice(&engine).await.unwrap_err().error;
            assert!(matches!(error, EngineError::Unreadable { .. }) && !error.is_transient(), "{refusal}: {error}");
        }
        assert!(!engine.card().reads_labels);
        assert_eq!(server.seen().len(), 1, "{refusal}: tokens are tried once");
    }
}

#[tokio::test]
async fn a_reply_that_is_no_label_is_never_guessed_from_and_eight_in_a_row_are_the_last() {
    let server = ChatServer::start(|_, _| tokens(&[("The", 0.7), ("A", 0.3)])).await;
    let engine = engine_of(&server);
    let Failure { error, usage } = choice(&engine).await.unwrap_err();
    assert!(matches!(error, EngineError::Unreadable { .. }), "{error}");
    let paid = Usage { calls: 1, prompt_tokens: 100, cached_tokens: 0, completion_tokens: 1 };
    assert_eq!(usage, paid, "what failed was paid for too");
    for _ in 1..10 {
        assert!(choice(&engine).await.is_err());
    }
    assert_eq!((server.seen().len(), engine.card().reads_labels), (8, false));
}

#[tokio::test]
async fn a_document_is_asked_for_by_its_schema_and_the_schemas_name() {
    let server = ChatServer::start(|_, _| said(DOCUMENT)).await;
    assert_eq!(wording(&engine_of(&server)).await.unwrap().value, json!({ "question": "Which?" }));
    let asked = &server.seen()[0];
    let format = &asked["response_format"]["json_schema"];
    assert_eq!((&format["name"], &format["strict"]), (&json!("wording"), &json!(true)));
    assert_eq!(format["schema"]["required"], json!(["question"]));
    assert_eq!(asked["messages"], json!([{ "role": "user", "content": "Correct this." }]));
    assert_eq!(asked["max_tokens"], json!(OpenAiSettings::DOCUMENT_TOKENS_MAX));
}

#[tokio::test]
async fn a_document_is_the_last_that_fits_whatever_was_thought_before_it() {
    for text in [
        "At first {\"question\": \"What?\"}, but {that} is vague. So: {\"question\": \"Which?\"}",
        "{\"question\": \"Which?\"} It is short: {\"words\": 1}",
        "<think>Perhaps {\"question\": \"What?\"}</think>\n```json\n{\"question\": \"Which?\"}\n```",
    ] {
        let server = ChatServer::start(move |_, _| said(text)).await;
        let reply = wording(&engine_of(&server)).await.unwrap();
        assert_eq!((reply.value, reply.usage.calls), (json!({ "question": "Which?" }), 1), "{text}");
    }
}

#[tokio::test]
async fn a_server_that_knows_no_schema_is_asked_in_words() {
    let server = ChatServer::start(|_, body| match body.get("response_format") {
        Some(_) => Reaction::Status(400, json!({ "detail": [{ "loc": ["body", "response_format"], "msg": "extra" }] })),
        None => said("Here you are: {\"question\": \"Which?\"}"),
    })
    .await;
    let engine = engine_of(&server);
    for _ in 0..2 {
        assert_eq!(wording(&engine).await.unwrap().value, json!({ "question": "Which?" }));
    }
    assert_eq!(server.seen().len(), 3);
}

#[tokio::test]
async fn a_flawed_document_is_repaired_once_with_what_was_wrong_with_it() {
    // Reasoning that was cut short contains no document either.
    for flawed in ["I can't write JSON", "<think>Perhaps {\"question\": \"What?\"}"] {
        let server = ChatServer::start(move |number, _| said(if number == 0 { flawed } else { DOCUMENT })).await;
        let reply = wording(&engine_of(&server)).await.unwrap();
        assert_eq!(reply.value, json!({ "question": "Which?" }));
        let usage = Usage { calls: 2, prompt_tokens: 200, cached_tokens: 160, completion_tokens: 14 };
        assert_eq!(reply.usage, usage, "both calls are counted");
        let price = Price { input_per_million: 10.0, cached_per_million: 1.0, output_per_million: 100.0 };
        assert!((usage.cost(&price) - (40.0 * 10.0 + 160.0 + 1_400.0) / 1e6).abs() < 1e-12);
        let turns = &server.seen()[1]["messages"];
        assert_eq!(turns[1], json!({ "role": "assistant", "content": flawed }));
        assert!(turns[2]["content"].as_str().unwrap().contains("it holds no JSON document"), "{turns}");
    }
}

#[tokio::test]
async fn a_document_of_another_shape_is_asked_for_twice_and_never_bent() {
    let stubborn = ChatServer::start(|_, _| said("{\"question\": 1}")).await;
    let Failure { error, usage } = wording(&engine_of(&stubborn)).await.unwrap_err();
    assert!(matches!(&error, EngineError::Unreadable { message } if message.contains("another shape")), "{error}");
    assert_eq!(usage.calls, 2, "what failed was paid for too");
    let seen = stubborn.seen();
    assert_eq!(seen.len(), 2);
    assert!(seen[1]["messages"][2]["content"].as_str().unwrap().contains("\"question\""), "{}", seen[1]);
}

#[tokio::test]
async fn a_reply_with_nothing_in_it_is_not_shown_to_the_server_again() {
    let server = ChatServer::start(|number, _| said(if number == 0 { " \n" } else { DOCUMENT })).await;
    wording(&engine_of(&server)).await.unwrap();
    let turns = server.seen()[1]["messages"].as_array().unwrap().clone();
    let asked = turns[0]["content"].as_str().unwrap();
    assert!(turns.len() == 1 && asked.starts_with("Correct this.\n\n") && asked.contains("no JSON"), "{turns:?}");
}

#[tokio::test]
async fn an_answer_in_words_is_short_and_never_empty() {
    let server = ChatServer::start(|number, _| match number {
        0 => said("\n \"It is cheap.\"\n\nIs there anything else?"),
        _ => said("  "),
    })
    .await;
    let engine = engine_of(&server);
    let reply = reason(&engine).await.unwrap();
    assert_eq!(reply.value, "It is cheap.");
    assert_eq!(reply.usage, Usage { calls: 1, prompt_tokens: 100, cached_tokens: 80, completion_tokens: 7 });
    let Failure { error, usage } = reason(&engine).await.unwrap_err();
    assert!(matches!(error, EngineError::Unreadable { .. }) && usage == reply.usage, "{error}: {usage:?}");
    assert!(server.seen()[0].get("response_format").is_none());
}

#[tokio::test]
async fn the_shared_part_of_texts_comes_first_and_each_has_its_own_seed() {
    let server = ChatServer::start(|_, _| said("It is cheap.")).await;
    let engine = engine_of(&server);
    assert!(engine.texts(&[voice("A nurse"), voice("A cook")]).await.iter().all(Result::is_ok));
    let seen = server.seen();
    let mut prompts: Vec<&str> = seen.iter().map(|body| body["messages"][0]["content"].as_str().unwrap()).collect();
    prompts.sort_unstable();
    assert_eq!(prompts, ["Why tea?\n\nA cook", "Why tea?\n\nA nurse"]);
    assert_ne!(seen[0]["seed"], seen[1]["seed"]);
}

#[tokio::test]
async fn a_model_that_wants_another_spelling_of_a_limit_gets_it() {
    let message = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
    let server = ChatServer::start(move |_, body| {
        if body.get("max_tokens").is_some() {
            return Reaction::Status(400, json!({ "error": { "message": message, "param": "max_tokens" } }));
        }
        if body.get("temperature").is_some() {
            return Reaction::Status(400, json!({ "error": { "message": "default only", "param": "temperature" } }));
        }
        said("It is cheap.")
    })
    .await;
    let engine = engine_of(&server);
    assert!(reason(&engine).await.is_ok() && reason(&engine).await.is_ok());
    let seen = server.seen();
    assert_eq!(seen.len(), 4);
    assert!(seen[3].get("max_completion_tokens").is_some(), "{}", seen[3]);
}

#[tokio::test]
async fn a_limit_that_the_server_calls_too_large_is_no_longer_sent() {
    let message = "'max_tokens' or 'max_completion_tokens' is too large: the maximum context length is 4096 tokens.";
    let server = ChatServer::start(move |_, body| {
        match body.get("max_tokens").is_some() || body.get("max_completion_tokens").is_some() {
            true => Reaction::Status(400, json!({ "error": { "message": message, "code": 400 } })),
            false => said(DOCUMENT),
        }
    })
    .await;
    let engine = engine_of(&server);
    assert!(wording(&engine).await.is_ok() && wording(&engine).await.is_ok());
    assert_eq!(server.seen().len(), 3);
}

#[tokio::test]
async fn how_hard_to_think_is_said_with_documents_alone_and_where_it_is_understood() {
    let thinking = |server: &ChatServer| {
        OpenAi::new(OpenAiSettings { reasoning_effort: Some(Effort::High), ..settings_of(server) }).unwrap()
    };
    let server = ChatServer::start(|_, _| said(DOCUMENT)).await;
    let engine = thinking(&server);
    assert!(wording(&engine).await.is_ok() && reason(&engine).await.is_ok());
    let efforts: Vec<Value> = server.seen().iter().map(|body| body["reasoning_effort"].clone()).collect();
    assert_eq!(efforts, [json!("high"), Value::Null]);
    let plain = ChatServer::start(|_, body| match body.get("reasoning_effort") {
        Some(_) => Reaction::Status(400, json!({ "error": { "message": "unknown", "param": "reasoning_effort" } })),
        None => said(DOCUMENT),
    })
    .await;
    let engine = thinking(&plain);
    assert!(wording(&engine).await.is_ok() && wording(&engine).await.is_ok());
    assert_eq!(plain.seen().len(), 3);
}
