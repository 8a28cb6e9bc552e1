//! Injected failures: which are retried, which are not, and that no secret appears in an error or a log.

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;
use chat_server::{KEY, sensible};

const BRIEF: Duration = Duration::from_millis(250);

/// Returns an engine with a short timeout.
fn hasty(server: &ChatServer) -> OpenAi {
    OpenAi::new(OpenAiSettings { timeout: BRIEF, ..settings_of(server) }).unwrap()
}

/// Asserts that the message names host and port, and no other part of the address.
#[track_caller]
fn assert_names_the_host(error: &Failure, base_url: &str) {
    let host = base_url.trim_start_matches("http://").trim_end_matches("/v1");
    let said = error.to_string();
    assert!(said.contains(host) && !said.contains("//") && !said.contains("/v1"), "{said}");
}

#[tokio::test]
async fn a_transient_fault_is_tried_again_once() {
    let first: [fn() -> Reaction; 8] = [
        || Reaction::Busy("0"),
        || Reaction::Status(500, json!({ "error": { "message": "oops" } })),
        || Reaction::Status(503, json!(null)),
        || Reaction::Hang,
        || Reaction::Cut,
        || Reaction::Drip,
        || Reaction::Garbage,
        || Reaction::Reply(json!({ "choices": [] })),
    ];
    for (case, fault) in first.into_iter().enumerate() {
        let server = ChatServer::start(move |number, body| match number {
            0 => fault(),
            _ => sensible(body, true),
        })
        .await;
        let engine =
            if matches!(fault(), Reaction::Hang | Reaction::Drip) { hasty(&server) } else { engine_of(&server) };
        let reply = choice(&engine).await;
        assert!(reply.is_ok(), "{case}: {reply:?}");
        assert_eq!(server.seen().len(), 2, "{case}");
    }
}

#[tokio::test]
async fn a_document_and_a_text_are_tried_again_as_well() {
    let server = ChatServer::start(|number, _| match number % 2 {
        0 => Reaction::Status(503, json!(null)),
        _ => said(DOCUMENT),
    })
    .await;
    let engine = engine_of(&server);
    assert_eq!(wording(&engine).await.unwrap().usage.calls, 1, "what brought no reply is not counted");
    assert!(reason(&engine).await.is_ok());
    assert_eq!(server.seen().len(), 4);
}

#[tokio::test]
async fn a_fault_that_stays_is_tried_four_times_and_reported_as_transient() {
    type Fault = fn() -> Reaction;
    let always: [(Fault, &str); 4] = [
        (|| Reaction::Status(500, json!({ "error": { "type": "server_error" } })), "HTTP 500 (server_error)"),
        (|| Reaction::Cut, "broke"),
        (|| Reaction::Garbage, "no completion"),
        (|| Reaction::Reply(json!({ "choices": [] })), "no choices"),
    ];
    for (fault, words) in always {
        let server = ChatServer::start(move |_, _| fault()).await;
        let error = choice(&engine_of(&server)).await.unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
        assert_names_the_host(&error, &server.base_url);
        assert_eq!(server.seen().len(), 4, "{words}");
    }
    let server = ChatServer::start(|_, _| Reaction::Hang).await;
    let error = choice(&hasty(&server)).await.unwrap_err();
    assert!(matches!(error.error, EngineError::TimedOut { timeout_ms: 250 }) && error.is_transient());
}

#[tokio::test]
async fn a_permanent_refusal_is_not_tried_again() {
    let refusal = |code: &str| json!({ "error": { "message": format!("{KEY} and the prompt"), "code": code } });
    for (status, code, is_denied) in [
        (400, "context_length_exceeded", false),
        (422, "invalid", false),
        (401, "invalid_api_key", true),
        (403, "forbidden", true),
        (404, "model_not_found", true),
        (429, "insufficient_quota", true),
    ] {
        let said = refusal(code);
        let server = ChatServer::start(move |_, _| Reaction::Status(status, said.clone())).await;
        let error = choice(&engine_of(&server)).await.unwrap_err();
        assert!(error.to_string().contains(&format!("HTTP {status} ({code})")), "{error}");
        assert_names_the_host(&error, &server.base_url);
        // An operator can fix a wrong key or model, so the report need not fail for it.
        assert_eq!(matches!(error.error, EngineError::Denied { .. }), is_denied, "{error}");
        assert_eq!((error.is_transient(), server.seen().len()), (is_denied, 1), "{error}");
    }
    let filtered = json!({ "choices": [{ "message": { "refusal": "I can't" }, "finish_reason": "stop" }] });
    let server = ChatServer::start(move |_, _| Reaction::Reply(filtered.clone())).await;
    let Failure { error, usage } = choice(&engine_of(&server)).await.unwrap_err();
    assert!(matches!(error, EngineError::Refused { .. }) && usage.calls == 1, "{error}: {usage:?}");
    let server = ChatServer::start(|_, _| Reaction::Huge).await;
    let error = choice(&engine_of(&server)).await.unwrap_err();
    assert!(error.to_string().contains("larger than 1048576 bytes"), "{error}");
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn a_redirect_is_not_followed_and_the_key_stays_here() {
    let elsewhere = ChatServer::start(|_, body| sensible(body, true)).await;
    let address = format!("{}/chat/completions", elsewhere.base_url);
    let server = ChatServer::start(move |_, _| Reaction::Redirect(address.clone())).await;
    let error = choice(&engine_of(&server)).await.unwrap_err();
    assert!(error.to_string().contains("redirects are not followed"), "{error}");
    assert!(elsewhere.seen().is_empty());
}

#[tokio::test]
async fn a_pause_that_is_too_long_is_not_waited_for_by_anyone() {
    let server = ChatServer::start(|_, _| Reaction::Busy("3600")).await;
    let engine = engine_of(&server);
    for _ in 0..3 {
        let error = choice(&engine).await.unwrap_err();
        assert!(matches!(error.error, EngineError::Unavailable { .. }), "{error}");
        assert_names_the_host(&error, &server.base_url);
    }
    assert_eq!(server.seen().len(), 1, "whoever comes later does not even ask");
}

#[tokio::test]
async fn a_server_that_is_broken_for_everybody_is_not_hammered() {
    let server = ChatServer::start(|_, _| Reaction::Status(500, json!(null))).await;
    let engine = OpenAi::new(OpenAiSettings { concurrency_max: 4, ..settings_of(&server) }).unwrap();
    assert!(choices(&engine, &["Which?"; 100]).await.iter().all(Result::is_err));
    let seen = server.seen().len();
    assert!((100..=130).contains(&seen), "100 calls, a fifth of them again, and the first filling of 8: {seen}");
}

#[tokio::test]
async fn bytes_that_are_no_http_break_the_connection_only() {
    // Not 127.0.0.1, where another test may get the port once this one is closed.
    let listener = TcpListener::bind("127.0.0.2:0").await.unwrap();
    let host = listener.local_addr().unwrap();
    let settings = OpenAiSettings::new(&format!("http://{host}/v1"), "m").unwrap();
    let engine = OpenAi::new(OpenAiSettings { backoff: Duration::from_millis(1), ..settings }).unwrap();
    let serving = async {
        for _ in 0..4 {
            let (mut client, _) = listener.accept().await.unwrap();
            let _ = client.read(&mut [0; 1024]).await;
            let _ = client.write_all(&[0xFF, 0x00, 0x13, 0x37, b'\r', b'\n', b'\r', b'\n']).await;
        }
    };
    let (error, ()) = tokio::join!(choice(&engine), serving);
    assert!(matches!(error.unwrap_err().error, EngineError::Unavailable { .. }));
    drop(listener);
    let error = choice(&engine).await.unwrap_err();
    assert!(error.to_string().ends_with(&format!("no connection to {host}: connection refused")), "{error}");
    assert!(engine.ready().await.is_err());
}

#[tokio::test]
async fn a_server_is_ready_when_it_is_there_and_lets_us_in() {
    let server = ChatServer::start(|_, _| said("")).await;
    assert!(engine_of(&server).ready().await.is_ok());
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn neither_key_nor_prompt_reaches_a_log_or_an_error() {
    // `tracing` caches for each callsite whether a subscriber is interested. A
    // concurrent test might cache "no" just as this test installs its subscriber;
    // so every callsite has logged before, and the cache is rebuilt for each case.
    let busy = ChatServer::start(|_, _| Reaction::Status(500, json!({}))).await;
    assert!(choice(&hasty(&busy)).await.is_err());
    let log = Log::default();
    let writer = log.clone();
    let subscriber =
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(move || writer.clone()).finish();
    let _logging = tracing::subscriber::set_default(subscriber);
    let echo = |body: &Value| {
        let prompt = &body["messages"][0]["content"];
        json!({ "error": { "message": format!("{KEY}: {prompt}"), "code": KEY, "type": format!("{prompt}") } })
    };
    let mut errors = Vec::new();
    for status in [400, 401, 429, 500] {
        tracing::callsite::rebuild_interest_cache();
        let server = ChatServer::start(move |_, body| Reaction::Status(status, echo(body))).await;
        let engine = hasty(&server);
        let error = choices(&engine, &["a secretive person"]).await.remove(0).unwrap_err();
        errors.push(format!("{error} {error:?}"));
    }
    // A model's text may repeat its prompt as well.
    let babbling = ChatServer::start(|_, _| said("no JSON from a secretive person")).await;
    let error = wording(&hasty(&babbling)).await.unwrap_err();
    errors.push(format!("{error} {error:?}"));
    let logged = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(logged.contains("trying again"), "the log was looked at");
    for shown in errors.iter().chain([&logged]) {
        assert!(!shown.contains(KEY) && !shown.contains("secretive"), "{shown}");
    }
}
