//! Creating a report: what is accepted, what is refused, and what each costs.

use axum::http::StatusCode;
use serde_json::json;

use testing::on_both;
use testing::support::brief;

on_both! {
    async fn a_valid_request_is_accepted_and_its_credits_are_held(app: TestApp) {
        let caller = app.caller(120).await;
        let answer = caller.create(&brief()).await;
        assert_eq!(answer.status, StatusCode::ACCEPTED);
        let body = answer.json();
        assert!(body["request_id"].as_str().unwrap().starts_with("req_"));
        assert_eq!(body["status"], "queued");
        assert_eq!((&body["credits_estimated"], &body["credits_left"]), (&json!(50), &json!(70)));
        assert_eq!(caller.credits_left().await, 70);
    }
}

on_both! {
    async fn a_report_runs_to_completion_and_settles(app: TestApp) {
        let caller = app.caller(120).await;
        let id = caller.created(&brief()).await;
        assert_eq!(caller.report(&id).await["status"], "queued");
        app.run_jobs().await;
        let report = caller.report(&id).await;
        assert_eq!(report["status"], "completed", "{report}");
        assert_eq!(report["result"]["credits_used"], 50);
        assert_eq!(report["result"]["credits_left"], 70);
        assert_eq!(caller.credits_left().await, 70);
    }
}
