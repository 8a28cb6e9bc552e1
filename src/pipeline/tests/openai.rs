//! Whole reports over a chat server on loopback.

use super::*;
use crate::engine::openai::tests::server::{ChatServer, Reaction, sensible};

#[tokio::test]
async fn a_server_that_gives_tokens_makes_a_whole_report_in_every_language() {
    for language in Language::ALL {
        let server = ChatServer::start(|_, body| sensible(body, true)).await;
        let job = job_of(numbered(3), language, 60, 16);
        let findings = run(&job, &server.engine(), Checkpoints::default(), &Notebook::default()).await.unwrap();
        assert_recounts(&findings);
        assert_systematic(&findings);
        assert_eq!(findings.statistics.failed_respondent_count, 0);
        let method = &findings.method;
        assert_eq!((method.engine.as_str(), method.model.as_deref()), ("openai", Some("small")));
        assert_eq!(method.prompt_hashes.len(), 16);
        assert!(method.usage.calls > 60 && method.cost.is_none(), "{:?}", method.usage);
    }
}

#[tokio::test]
async fn a_server_that_gives_none_makes_one_as_well() {
    for language in Language::ALL {
        let server = ChatServer::start(|_, body| sensible(body, false)).await;
        let job = job_of(numbered(7), language, 60, 16);
        let findings = run(&job, &server.engine(), Checkpoints::default(), &Notebook::default()).await.unwrap();
        assert_recounts(&findings);
        assert_eq!(findings.statistics.failed_respondent_count, 0);
    }
}

#[tokio::test]
async fn a_server_that_fails_every_seventh_call_costs_nobody() {
    let server = ChatServer::start(|number, body| match number % 7 {
        0 => Reaction::Status(500, serde_json::json!(null)),
        _ => sensible(body, true),
    })
    .await;
    let job = job_of(numbered(3), Language::En, 60, 16);
    let findings = run(&job, &server.engine(), Checkpoints::default(), &Notebook::default()).await.unwrap();
    assert_eq!(findings.statistics.failed_respondent_count, 0);
}

#[tokio::test]
async fn a_server_that_goes_away_ends_the_attempt_as_one_that_may_succeed_later() {
    let server = ChatServer::start(|number, body| match number {
        ..100 => sensible(body, true),
        _ => Reaction::Status(401, serde_json::json!(null)),
    })
    .await;
    let job = job_of(numbered(3), Language::En, 60, 16);
    let notebook = Notebook::default();
    let error = run(&job, &server.engine(), Checkpoints::default(), &notebook).await.unwrap_err();
    assert!(error.is_transient() && notebook.steps() > 50, "{error}");
    let back = ChatServer::start(|_, body| sensible(body, true)).await;
    let findings = run(&job, &back.engine(), notebook.into_checkpoints(), &Notebook::default()).await.unwrap();
    assert_eq!(findings.statistics.failed_respondent_count, 0);
}
