//! Whole reports over a chat server on loopback.

use std::time::Duration;

use tokio::time::Instant;

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

/// How long a report of 100 takes over a server of 50 ms that lets one in so many of the respondents' calls hang.
async fn time_of_a_report(hangs_every: usize) -> Duration {
    let asked = AtomicUsize::new(0);
    let server = ChatServer::start(move |_, body| {
        // No copy is sent of a document, and what the rules can do without is not what a report waits for.
        let is_document = !body["response_format"].is_null();
        let is_stuck = !is_document && asked.fetch_add(1, Ordering::SeqCst) % hangs_every == hangs_every - 1;
        let answer = || Reaction::Late(Duration::from_millis(50), Box::new(sensible(body, true)));
        if is_stuck { Reaction::Hang } else { answer() }
    })
    .await;
    let job = job_of(numbered(3), Language::En, 100, 32);
    let begun = Instant::now();
    let findings = run(&job, &server.engine(), Checkpoints::default(), &Notebook::default()).await.unwrap();
    let took = begun.elapsed();
    assert_eq!(findings.statistics.failed_respondent_count, 0);
    took
}

#[tokio::test]
async fn a_server_that_never_answers_one_call_in_25_makes_a_report_at_most_three_times_as_long() {
    let without = time_of_a_report(usize::MAX).await;
    let with = time_of_a_report(25).await;
    assert!(with <= 3 * without, "{with:?} instead of {without:?}");
}
