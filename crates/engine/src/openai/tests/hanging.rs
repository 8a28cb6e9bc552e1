//! Calls that hang: when a hedged request is sent, how it is counted, and that nothing is left behind.

use std::time::Duration;

use futures::future::join_all;
use tokio::time::{Instant, timeout};

use super::*;
use crate::openai::latency::{CALLS_SEEN_MAX, TryLatency};
use crate::openai::wire::CallKind;
use chat_server::sensible;

const BRIEF: Duration = Duration::from_millis(500);
/// The usual latency that an engine knows after `acquaint`.
const USUAL: Duration = Duration::from_millis(150);
/// The shortest deadline.
const DEADLINE: Duration = Duration::from_secs(2);

async fn many(engine: &OpenAi, calls: usize) -> Vec<Result<Reply<Vec<f64>>, Failure>> {
    choices(engine, &vec!["Which?"; calls]).await
}

/// Makes enough calls for the usual latency to be known, then replaces the measured latencies by a fixed one, so that
/// tests don't depend on the machine's load: well above a real answer's, well below the limits in these tests.
async fn acquaint(engine: &OpenAi) {
    assert!(many(engine, 20).await.iter().all(Result::is_ok));
    let took = TryLatency { request: USUAL, whole_try: USUAL };
    for _ in 0..CALLS_SEEN_MAX {
        engine.latency.answered(CallKind::Label, took, Instant::now());
    }
}

fn hasty(server: &ChatServer) -> OpenAi {
    OpenAi::new(OpenAiSettings { timeout: BRIEF, ..settings_of(server) }).unwrap()
}

/// Returns the usage and the duration of a call.
async fn timed<T>(call: impl Future<Output = Result<Reply<T>, Failure>>) -> (Usage, Duration) {
    let begun = Instant::now();
    let reply = call.await.unwrap();
    (reply.usage, begun.elapsed())
}

#[tokio::test]
async fn a_call_that_takes_longer_than_usual_is_sent_twice_and_the_first_answer_wins() {
    let server = ChatServer::start(|number, body| match number {
        20 => Reaction::Hang,
        _ => sensible(body, true),
    })
    .await;
    let engine = engine_of(&server);
    acquaint(&engine).await;
    let (usage, took) = timed(choice(&engine)).await;
    assert!(took < DEADLINE, "{took:?}");
    assert_eq!((usage.calls, usage.prompt_tokens, usage.completion_tokens), (2, 200, 1));
    let seen = server.seen();
    assert_eq!(seen.len(), 22);
    assert_eq!(seen[20], seen[21], "the same request");
    server.nothing_hangs().await;
    assert_eq!(engine.limiter.free(), engine.limiter.size());
}

#[tokio::test]
async fn a_call_that_is_only_slow_wins_over_its_copies() {
    let server = ChatServer::start(|number, body| match number {
        20 => Reaction::Overtaken(Box::new(sensible(body, true))),
        21.. => Reaction::Hang,
        _ => sensible(body, true),
    })
    .await;
    let engine = engine_of(&server);
    acquaint(&engine).await;
    let (usage, took) = timed(choice(&engine)).await;
    assert!(took < DEADLINE && (2..=3).contains(&usage.calls), "{took:?}, {usage:?}");
    server.nothing_hangs().await;
}

#[tokio::test]
async fn a_copy_that_fails_leaves_the_call_to_the_other() {
    let server = ChatServer::start(|number, body| match number {
        20 => Reaction::Overtaken(Box::new(sensible(body, true))),
        21.. => Reaction::Status(500, json!(null)),
        _ => sensible(body, true),
    })
    .await;
    let engine = engine_of(&server);
    acquaint(&engine).await;
    let (usage, _) = timed(choice(&engine)).await;
    assert_eq!(usage.calls, 1, "what brought no reply is not counted");
}

#[tokio::test]
async fn a_call_that_began_before_latencies_were_known_is_hedged_once_they_are() {
    let server = ChatServer::start(|number, body| match number {
        3 => Reaction::Hang,
        _ => sensible(body, true),
    })
    .await;
    let begun = Instant::now();
    assert!(many(&engine_of(&server), 24).await.iter().all(Result::is_ok));
    assert!(begun.elapsed() < DEADLINE, "{:?}", begun.elapsed());
}

#[tokio::test]
async fn no_copy_is_sent_before_twenty_calls_were_seen() {
    let server = ChatServer::start(|number, body| match number {
        19 => Reaction::Hang,
        _ => sensible(body, true),
    })
    .await;
    let engine = hasty(&server);
    assert!(many(&engine, 19).await.iter().all(Result::is_ok));
    assert!(timed(choice(&engine)).await.1 >= BRIEF);
}

#[tokio::test]
async fn no_copy_is_sent_of_a_document() {
    let server = ChatServer::start(|number, _| match number {
        20 => Reaction::Hang,
        _ => said(DOCUMENT),
    })
    .await;
    let engine = hasty(&server);
    assert!(join_all((0..20).map(|_| wording(&engine))).await.iter().all(Result::is_ok));
    assert!(timed(wording(&engine)).await.1 >= BRIEF);
}

#[tokio::test]
async fn a_document_that_hangs_is_waited_for_no_longer_than_its_kind_takes() {
    let server = ChatServer::start(|number, _| match number {
        20 => Reaction::Hang,
        _ => said(DOCUMENT),
    })
    .await;
    let engine = engine_of(&server);
    assert!(join_all((0..20).map(|_| wording(&engine))).await.iter().all(Result::is_ok));
    let (usage, took) = timed(wording(&engine)).await;
    assert!((DEADLINE..2 * DEADLINE).contains(&took), "{took:?}");
    assert_eq!((usage.calls, server.seen().len()), (2, 22));
}

#[tokio::test]
async fn no_copy_is_sent_beyond_one_call_in_ten() {
    let server = ChatServer::start(|number, body| match number {
        20 => Reaction::Hang,
        _ => sensible(body, true),
    })
    .await;
    let engine = hasty(&server);
    acquaint(&engine).await;
    while engine.hedges.spend() {}
    assert!(timed(choice(&engine)).await.1 >= BRIEF);
}

#[tokio::test]
async fn without_a_free_permit_a_call_that_hangs_is_tried_again_after_its_deadline() {
    let server = ChatServer::start(|number, body| match number {
        20 => Reaction::Hang,
        _ => sensible(body, true),
    })
    .await;
    let engine = OpenAi::new(OpenAiSettings { concurrency_max: 1, ..settings_of(&server) }).unwrap();
    acquaint(&engine).await;
    let (usage, took) = timed(choice(&engine)).await;
    assert!((DEADLINE..2 * DEADLINE).contains(&took), "{took:?}");
    assert_eq!((usage.calls, server.seen().len()), (2, 22));
}

#[tokio::test]
async fn a_caller_that_stops_waiting_leaves_no_call_and_holds_no_permit() {
    let server = ChatServer::start(|number, body| match number {
        20.. => Reaction::Hang,
        _ => sensible(body, true),
    })
    .await;
    let engine = engine_of(&server);
    acquaint(&engine).await;
    assert!(timeout(BRIEF, choice(&engine)).await.is_err());
    assert!(server.seen().len() > 21, "a copy was under way");
    server.nothing_hangs().await;
    assert_eq!(engine.limiter.free(), engine.limiter.size());
}

#[tokio::test]
async fn calls_that_hang_do_not_count_as_load_while_others_are_answered() {
    let server = ChatServer::start(|number, _| match number % 25 {
        24 => Reaction::Hang,
        _ => said(DOCUMENT),
    })
    .await;
    let engine = hasty(&server);
    let size = engine.limiter.size();
    assert!(join_all((0..100).map(|_| wording(&engine))).await.iter().all(Result::is_ok));
    assert!(engine.limiter.size() >= size, "{} of {size}", engine.limiter.size());
    let silent = ChatServer::start(|_, _| Reaction::Hang).await;
    let engine = hasty(&silent);
    assert!(timeout(BRIEF + BRIEF / 2, join_all((0..16).map(|_| wording(&engine)))).await.is_err());
    assert_eq!(engine.limiter.size(), size / 2);
}
