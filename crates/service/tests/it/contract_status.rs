//! The contract's tables on the balance (2.1), the acknowledgement (2.3), the status (2.4) and the failed report (7.2):
//! one test per row.

use axum::http::StatusCode;
use serde_json::{Value, json};

use testing::specimen::{CREDITS, SAMPLE_SIZE, specimens};

fn keys(object: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[tokio::test]
async fn the_balance_is_what_is_available() {
    for specimen in specimens().await {
        assert_eq!(specimen.balance.status, StatusCode::OK);
        assert_eq!(specimen.balance.json(), json!({ "credits_left": CREDITS }));
    }
}

#[tokio::test]
async fn an_acknowledgement_names_a_request_id_with_its_prefix() {
    for specimen in specimens().await {
        let body = specimen.accepted.json();
        let id = body["request_id"].as_str().unwrap();
        assert!(id.starts_with("req_") && id.len() == "req_".len() + 26, "{id}");
        assert_eq!(keys(&body), ["credits_estimated", "credits_left", "request_id", "status"]);
    }
}

#[tokio::test]
async fn an_acknowledgement_says_queued() {
    for specimen in specimens().await {
        assert_eq!(specimen.accepted.status, StatusCode::ACCEPTED);
        assert_eq!(specimen.accepted.json()["status"], "queued");
    }
}

#[tokio::test]
async fn the_estimate_is_one_credit_per_respondent() {
    for specimen in specimens().await {
        assert_eq!(specimen.accepted.json()["credits_estimated"], json!(SAMPLE_SIZE));
    }
}

#[tokio::test]
async fn an_acknowledged_balance_has_the_estimate_taken_off() {
    for specimen in specimens().await {
        assert_eq!(specimen.accepted.json()["credits_left"], json!(CREDITS - SAMPLE_SIZE));
    }
}

#[tokio::test]
async fn every_status_response_names_its_request_id() {
    for specimen in specimens().await {
        for body in specimen.running.iter().chain([&specimen.completed]) {
            assert_eq!(body["request_id"], specimen.accepted.json()["request_id"]);
        }
        assert!(specimen.failed["request_id"].as_str().unwrap().starts_with("req_"));
        assert_ne!(specimen.failed["request_id"], specimen.completed["request_id"]);
    }
}

#[tokio::test]
async fn a_report_shows_each_status_of_the_contract() {
    for specimen in specimens().await {
        let running: Vec<&Value> = specimen.running.iter().map(|body| &body["status"]).collect();
        assert_eq!(running, ["queued", "generating_questionnaire", "sampling"]);
        assert_eq!(specimen.completed["status"], "completed");
        assert_eq!(specimen.failed["status"], "failed");
    }
}

#[tokio::test]
async fn progress_is_there_while_running_and_its_stage_equals_the_status() {
    for specimen in specimens().await {
        for body in &specimen.running {
            assert_eq!(keys(body), ["progress", "request_id", "status"]);
            assert_eq!(body["progress"]["stage"], body["status"]);
        }
        assert!(specimen.completed.get("progress").is_none() && specimen.failed.get("progress").is_none());
    }
}

#[tokio::test]
async fn progress_counts_respondents_done_of_the_total() {
    for specimen in specimens().await {
        for body in &specimen.running {
            let progress = &body["progress"];
            assert_eq!(progress["respondents_done"], 0);
            assert_eq!(progress["respondents_total"], SAMPLE_SIZE);
            assert_eq!(progress["percent"], 0);
        }
    }
}

#[tokio::test]
async fn an_error_is_there_only_when_failed() {
    for specimen in specimens().await {
        assert_eq!(keys(&specimen.failed), ["error", "request_id", "status"]);
        for body in specimen.running.iter().chain([&specimen.completed]) {
            assert!(body.get("error").is_none());
        }
    }
}

#[tokio::test]
async fn a_result_is_there_only_when_completed() {
    for specimen in specimens().await {
        assert_eq!(keys(&specimen.completed), ["request_id", "result", "status"]);
        for body in specimen.running.iter().chain([&specimen.failed]) {
            assert!(body.get("result").is_none());
        }
    }
}

#[tokio::test]
async fn a_failed_report_carries_its_code_and_a_message() {
    for specimen in specimens().await {
        let error = &specimen.failed["error"];
        assert_eq!(keys(error), ["code", "message"]);
        assert_eq!(error["code"], "report_generation_failed");
        assert_eq!(error["message"], "Only 0 of 200 respondents could be simulated; a report needs at least half.");
    }
}

#[tokio::test]
async fn a_failed_report_releases_its_reservation() {
    for specimen in specimens().await {
        assert_eq!(specimen.balance_after_failure, specimen.balance_after);
    }
}
