//! The same brief and seed give the same bytes through the store and the worker.

use serde_json::json;

use testing::on_both;
use testing::support::{Caller, TestApp, brief_with};

/// Returns the finished body without what is specific to this report.
async fn comparable(caller: &Caller, id: &str) -> String {
    let answer = caller.get(&format!("/api/v1/reports/{id}")).await;
    let body = answer.json();
    let url = body["result"]["report_url"].as_str().unwrap();
    let left = format!("\"credits_left\":{}", body["result"]["credits_left"]);
    let text = answer.text();
    for own in [id, url, &left] {
        assert_eq!(text.matches(own).count(), 1, "{own}");
    }
    text.replace(id, "").replace(url, "").replace(&left, "")
}

async fn run_with_seeds(app: &TestApp, caller: &Caller, seeds: [i64; 2]) -> [String; 2] {
    let body = brief_with(&json!({ "sample_size": 120, "language": "es", "audience_description": "noctámbulos" }));
    let mut bodies = Vec::new();
    for seed in seeds {
        let id = caller.created(&body).await;
        app.database.run(&format!("UPDATE reports SET seed = {seed} WHERE id = '{id}'")).await;
        app.run_jobs().await;
        bodies.push(comparable(caller, &id).await);
    }
    bodies.try_into().unwrap()
}

on_both! {
    with |flags| flags.scripted_fail_rate = Some(0.1);
    async fn two_reports_with_one_brief_and_seed_differ_only_in_id_address_and_balance(app: TestApp) {
        let caller = app.caller(1000).await;
        let [first, second] = run_with_seeds(&app, &caller, [-42, -42]).await;
        assert!(first == second);
        let [first, second] = run_with_seeds(&app, &caller, [-42, 43]).await;
        assert!(first != second);
    }
}

on_both! {
    async fn every_report_has_a_seed_of_its_own(app: TestApp) {
        let caller = app.caller(1000).await;
        caller.created_many(5, &brief_with(&json!({}))).await;
        assert_eq!(app.database.integer("SELECT COUNT(DISTINCT seed) FROM reports").await, 5);
    }
}

on_both! {
    async fn a_full_sample_is_held_settled_and_delivered_whole(app: TestApp) {
        let caller = app.caller(1000).await;
        let options: Vec<String> = (0..20).map(|number| format!("Option {number}")).collect();
        let id = caller.created(&brief_with(&json!({ "sample_size": 1000, "options": options }))).await;
        app.run_jobs().await;
        let result = &caller.report(&id).await["result"];
        assert_eq!(result["sample_data"]["respondents"].as_array().unwrap().len(), 1000);
        assert_eq!((&result["credits_used"], &result["credits_left"]), (&json!(1000), &json!(0)));
    }
}
