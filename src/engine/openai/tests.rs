//! The engine against a server on loopback: what it asks, what it makes of replies, and what of failures.

pub(crate) mod server;

mod faults;
mod hanging;

use serde_json::json;
use survey::questionnaire::{PREFERENCE, REASON};
use survey::report::{AskedOf, Everyone, Inquiry, Profile, Question, QuestionKind};

use super::*;
use crate::engine::{Choice, Pick, Price, ServedForm, ServedOption, ServedQuestion, Subject};
use server::{ChatServer, Reaction, said, tokens};

fn question(id: &str, kind: QuestionKind) -> Question {
    Question {
        id: id.to_owned(),
        title: "Which?".to_owned(),
        kind,
        options: Vec::new(),
        scale: None,
        asked_of: AskedOf::Everyone(Everyone::All),
    }
}

/// Three options put to some respondents.
async fn choices(engine: &OpenAi, respondents: &[&str]) -> Vec<Result<Reply<Vec<f64>>, Failure>> {
    let question = question(PREFERENCE, QuestionKind::SingleChoice);
    let options: Vec<ServedOption<'_>> =
        ["tea", "coffee", "water"].iter().enumerate().map(|(index, text)| ServedOption { index, text }).collect();
    let served = ServedQuestion { question: &question, options: options.clone() };
    let form = ServedForm {
        number: 0,
        audience: "",
        countries: Vec::new(),
        choice: Choice::default(),
        questions: vec![served],
    };
    let profile = Profile::default();
    let ask = |id| ClosedAsk {
        seed: 3,
        language: Language::En,
        inquiry: Inquiry::Preference,
        form: &form,
        respondent: Subject { id, profile: &profile, description: id, traits: &[] },
        question: &question,
        pick: Pick::Best,
        options: &options,
        given: &[],
    };
    engine.distributions(&respondents.iter().map(|id| ask(*id)).collect::<Vec<_>>()).await
}

async fn choice(engine: &OpenAi) -> Result<Reply<Vec<f64>>, Failure> {
    choices(engine, &["r0001"]).await.remove(0)
}

async fn reason(engine: &OpenAi) -> Result<Reply<String>, Failure> {
    let question = question(REASON, QuestionKind::OpenText);
    let form = ServedForm {
        number: 0,
        audience: "",
        countries: Vec::new(),
        choice: Choice::default(),
        questions: vec![ServedQuestion { question: &question, options: Vec::new() }],
    };
    let profile = Profile::default();
    let ask = OpenAsk {
        seed: 3,
        language: Language::En,
        inquiry: Inquiry::Preference,
        form: &form,
        respondent: Subject { id: "r0001", profile: &profile, description: "Someone", traits: &[] },
        question: &question,
        given: &[],
    };
    engine.texts(&[ask]).await.remove(0)
}

async fn wording(engine: &OpenAi) -> Result<Reply<Value>, Failure> {
    let schema = json!({
        "type": "object", "required": ["question"], "properties": { "question": { "type": "string" } },
        "additionalProperties": false,
    });
    engine.document(DocumentAsk { seed: 3, language: Language::En, prompt: "Correct this.", schema: &schema }).await
}

fn near(read: &[f64], expected: &[f64]) -> bool {
    read.len() == expected.len() && read.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9)
}

#[tokio::test]
async fn a_choice_is_read_from_the_first_tokens_alternatives() {
    let server = ChatServer::start(|_, _| tokens(&[("A", 0.3), (" A", 0.1), ("b", 0.4), ("No", 0.2)])).await;
    let reply = choice(&server.engine()).await.unwrap();
    assert!(near(&reply.value, &[0.5, 0.5, 0.0]), "{reply:?}");
    let asked = &server.seen()[0];
    assert_eq!(
        (&asked["logprobs"], &asked["top_logprobs"], &asked["max_tokens"]),
        (&json!(true), &json!(20), &json!(1))
    );
    assert_eq!((&asked["model"], &asked["temperature"]), (&json!("small"), &json!(0.0)));
    assert_eq!(server.seen_headers()[0]["authorization"], format!("Bearer {}", server::KEY));
}

#[tokio::test]
async fn a_forms_text_is_the_same_for_everyone_and_comes_first() {
    let server = ChatServer::start(|_, _| tokens(&[("A", 1.0)])).await;
    let replies = choices(&server.engine(), &["r0001", "r0002", "r0003"]).await;
    assert!(replies.iter().all(Result::is_ok));
    let prompts: Vec<String> =
        server.seen().iter().map(|body| body["messages"][0]["content"].as_str().unwrap().to_owned()).collect();
    let shared = |a: &str, b: &str| a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let common = shared(&prompts[0], &prompts[1]).min(shared(&prompts[0], &prompts[2]));
    let form: String = prompts[0].chars().take(common).collect();
    assert!(form.contains("C) water") && form.ends_with("The person: r000"), "{form}");
}

#[tokio::test]
async fn a_server_that_gives_no_tokens_is_asked_for_probabilities_from_then_on() {
    for refusal in ["null", "400", "500"] {
        let server = ChatServer::start(move |_, body| match (body["logprobs"] == true, refusal) {
            (true, "null") => said("A"),
            (true, status) => {
                let message = json!({ "error": { "message": "logprobs is not supported here" } });
                Reaction::Status(status.parse().unwrap(), message)
            }
            (false, _) => said("{\"A\": 0.2, \"B\": 0.3, \"C\": 0.5}"),
        })
        .await;
        let engine = server.engine();
        for _ in 0..2 {
            let reply = choice(&engine).await.unwrap();
            assert!(near(&reply.value, &[0.2, 0.3, 0.5]), "{refusal}: {reply:?}");
        }
        let seen = server.seen();
        assert_eq!(seen.len(), 3, "{refusal}: tokens are tried once");
        assert_eq!(seen[2]["response_format"]["json_schema"]["schema"]["required"], json!(["A", "B", "C"]));
    }
}

#[tokio::test]
async fn a_reply_that_is_no_label_is_asked_for_in_probabilities() {
    let server = ChatServer::start(|_, body| match body["logprobs"] == true {
        true => tokens(&[("The", 0.7), ("A", 0.3)]),
        false => said("```json\n{\"A\": 20, \"B\": 30, \"C\": 50}\n```"),
    })
    .await;
    let engine = server.engine();
    let reply = choice(&engine).await.unwrap();
    assert!(near(&reply.value, &[0.2, 0.3, 0.5]));
    let usage = Usage { calls: 2, prompt_tokens: 200, cached_tokens: 80, completion_tokens: 8 };
    assert_eq!(reply.usage, usage, "both calls are counted");
    let price = Price { input_per_million: 10.0, cached_per_million: 1.0, output_per_million: 100.0 };
    assert!((usage.cost(&price) - (120.0 * 10.0 + 80.0 + 800.0) / 1e6).abs() < 1e-12);
}

#[tokio::test]
async fn a_server_that_knows_no_schema_is_asked_in_words() {
    let server = ChatServer::start(|_, body| match body.get("response_format") {
        Some(_) => Reaction::Status(400, json!({ "detail": [{ "loc": ["body", "response_format"], "msg": "extra" }] })),
        None => said("Here you are: {\"question\": \"Which?\"}"),
    })
    .await;
    let engine = server.engine();
    for _ in 0..2 {
        assert_eq!(wording(&engine).await.unwrap().value, json!({ "question": "Which?" }));
    }
    assert_eq!(server.seen().len(), 3);
}

#[tokio::test]
async fn a_flawed_document_is_repaired_once_with_what_was_wrong_with_it() {
    let server = ChatServer::start(|number, _| match number {
        0 => said("I can't write JSON"),
        _ => said("{\"question\": \"Which?\"}"),
    })
    .await;
    let reply = wording(&server.engine()).await.unwrap();
    assert_eq!((reply.value, reply.usage.calls), (json!({ "question": "Which?" }), 2));
    let turns = &server.seen()[1]["messages"];
    assert_eq!(turns[1], json!({ "role": "assistant", "content": "I can't write JSON" }));
    assert!(turns[2]["content"].as_str().unwrap().contains("it holds no JSON document"), "{turns}");
    let stubborn = ChatServer::start(|_, _| said("{\"question\": 1}")).await;
    let Failure { error, usage } = wording(&stubborn.engine()).await.unwrap_err();
    assert!(matches!(&error, EngineError::Unreadable { message } if message.contains("another shape")), "{error}");
    assert_eq!(usage.calls, 2, "what failed was paid for too");
    assert_eq!(stubborn.seen().len(), 2);
}

#[tokio::test]
async fn probabilities_that_do_not_make_one_are_repaired_and_never_guessed() {
    let server = ChatServer::start(|_, body| match body["logprobs"] == true {
        true => said("A"),
        false => said("{\"A\": 0.9, \"B\": 0.9, \"C\": 0.9}"),
    })
    .await;
    let Failure { error, usage } = choice(&server.engine()).await.unwrap_err();
    assert!(matches!(&error, EngineError::Unreadable { .. }) && !error.is_transient());
    assert_eq!(usage.calls, 3, "the label, the probabilities and their repair");
    assert!(server.seen()[2]["messages"][2]["content"].as_str().unwrap().contains("must make 1 together"));
}

#[tokio::test]
async fn an_answer_in_words_is_short_and_never_empty() {
    let server = ChatServer::start(|number, _| match number {
        0 => said("\n \"It is cheap.\"\n\nIs there anything else?"),
        _ => said("  "),
    })
    .await;
    let engine = server.engine();
    let reply = reason(&engine).await.unwrap();
    assert_eq!(reply.value, "It is cheap.");
    assert_eq!(reply.usage, Usage { calls: 1, prompt_tokens: 100, cached_tokens: 80, completion_tokens: 7 });
    let Failure { error, usage } = reason(&engine).await.unwrap_err();
    assert!(matches!(error, EngineError::Unreadable { .. }) && usage == reply.usage, "{error}: {usage:?}");
    assert!(server.seen()[0].get("response_format").is_none());
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
    let engine = server.engine();
    assert!(reason(&engine).await.is_ok() && reason(&engine).await.is_ok());
    assert_eq!(server.seen().len(), 4);
}
