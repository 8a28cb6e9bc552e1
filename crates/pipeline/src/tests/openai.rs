//! Complete reports over a chat server on loopback.

use std::time::Duration;

use forecast::calibration::Way;
use serde_json::Value;

use super::*;
use chat_server::{ChatServer, KEY, Reaction, sensible};
use engine::OpenAi;
use engine::openai::{ApiKey, OpenAiSettings};

/// An engine that asks this server, in a hurry.
pub(super) fn engine_of(server: &ChatServer) -> OpenAi {
    OpenAi::new(settings_of(server)).unwrap()
}

fn settings_of(server: &ChatServer) -> OpenAiSettings {
    let mut settings = OpenAiSettings::new(&server.base_url, "small").unwrap();
    settings.api_key = Some(ApiKey::parse(KEY).unwrap());
    settings.backoff = Duration::from_millis(2);
    settings
}

async fn made_over(server: &ChatServer, job: &Job) -> Report {
    run(job, &engine_of(server), Checkpoints::default(), &Notebook::default()).await.unwrap()
}

#[tokio::test]
async fn a_server_makes_a_whole_report_in_every_language() {
    for language in Language::ALL {
        let server = ChatServer::start(|_, body| sensible(body, false)).await;
        let findings = made_over(&server, &job_of(numbered(3), language, 60, 16)).await;
        assert_recounts(&findings);
        assert_systematic(&findings);
        let (statistics, method) = (&findings.statistics, &findings.method);
        assert_eq!((statistics.failed_respondent_count, statistics.partial_respondent_count), (0, 0));
        assert!(statistics.open_answer_count > 12, "{statistics:?}");
        assert_eq!((method.engine.as_str(), method.model.as_deref()), ("openai", Some("small")));
        assert!(!method.prompt_hashes.is_empty() && method.elicitation.starts_with("documents-"));
        assert_eq!((method.readings, method.cost), (4, None));
        assert_eq!(method.usage.calls as usize, server.seen().len(), "every request is counted");
        assert!(server.seen().len() <= 60, "{}", server.seen().len());
    }
}

#[tokio::test]
async fn a_server_whose_label_probabilities_are_read_makes_a_whole_report_in_every_language() {
    for language in Language::ALL {
        let server = ChatServer::start(|_, body| sensible(body, true)).await;
        let mut job = job_of(numbered(3), language, 60, 16);
        job.calibration.way = Way::Labels;
        let findings = made_over(&server, &job).await;
        assert_recounts(&findings);
        assert_systematic(&findings);
        let (statistics, method) = (&findings.statistics, &findings.method);
        assert_eq!((statistics.failed_respondent_count, statistics.partial_respondent_count), (0, 0));
        assert!(method.readings == 1 && method.elicitation.starts_with("labels-"), "{}", method.elicitation);
        let is_share = |body: &Value| body["response_format"]["json_schema"]["name"] == "forecast_whole";
        assert!(!server.seen().iter().any(is_share), "shares are read and not asked for");
    }
}

#[tokio::test]
async fn a_server_that_was_never_measured_is_trusted_little_and_its_groups_not_at_all() {
    let server = ChatServer::start(|_, body| sensible(body, false)).await;
    let job = job_of(numbered(3), Language::En, 60, 16);
    let findings = made_over(&server, &Job { calibration: unmeasured(&engine_of(&server).card()), ..job }).await;
    assert_recounts(&findings);
    assert!(findings.method.lambda < 0.5 && findings.method.skill.is_none());
    let is_groups = |body: &Value| body["response_format"]["json_schema"]["name"] == "forecast_groups";
    assert!(!server.seen().iter().any(is_groups), "what would not be used is not asked for");
}

#[tokio::test]
async fn a_server_that_fails_every_seventh_call_costs_nothing() {
    let server = ChatServer::start(|number, body| match number % 7 {
        0 => Reaction::Status(500, serde_json::json!(null)),
        _ => sensible(body, false),
    })
    .await;
    let findings = made_over(&server, &job_of(numbered(3), Language::En, 60, 16)).await;
    let statistics = &findings.statistics;
    assert_eq!((statistics.failed_respondent_count, statistics.partial_respondent_count), (0, 0));
    assert_eq!(findings.method.readings, 4);
}

#[tokio::test]
async fn a_server_that_turns_away_ends_the_try_as_one_that_may_succeed_later() {
    let server = ChatServer::start(|number, body| match number {
        ..12 => sensible(body, false),
        _ => Reaction::Status(401, serde_json::json!(null)),
    })
    .await;
    let job = job_of(numbered(3), Language::En, 60, 1);
    let (first, second) = (Notebook::default(), Notebook::default());
    let ended = run(&job, &engine_of(&server), Checkpoints::default(), &first).await.unwrap_err();
    assert!(matches!(ended, PipelineError::Engine(_)) && ended.is_transient(), "{ended}");
    let kept = first.steps();
    assert!(kept.len() > 4, "{kept:?}");
    let back = ChatServer::start(|_, body| sensible(body, false)).await;
    let findings = run(&job, &engine_of(&back), first.into_checkpoints(), &second).await.unwrap();
    assert_eq!(findings.statistics.partial_respondent_count, 0);
    assert!(second.steps().iter().all(|step| !kept.contains(step)), "nothing is asked twice");
}

#[tokio::test]
async fn a_call_that_hangs_is_given_up_and_made_again() {
    let server = ChatServer::start(|number, body| match number {
        9 => Reaction::Hang,
        _ => sensible(body, false),
    })
    .await;
    let hasty = OpenAiSettings { timeout: Duration::from_millis(500), ..settings_of(&server) };
    let job = job_of(numbered(3), Language::En, 60, 16);
    let engine = OpenAi::new(hasty).unwrap();
    let findings = run(&job, &engine, Checkpoints::default(), &Notebook::default()).await.unwrap();
    let statistics = &findings.statistics;
    assert_eq!((statistics.failed_respondent_count, statistics.partial_respondent_count), (0, 0));
    server.nothing_hangs().await;
}
