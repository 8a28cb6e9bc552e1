//! The OpenAPI document: its operations, and that real responses of every status match it.

use axum::http::{Method, StatusCode};
use engine::Scripted;
use serde_json::{Value, json};

use testing::on_both;
use testing::specimen::specimens;
use testing::support::{Answer, TestApp, brief, brief_with, brief_without};

const CREDITS: (&str, &str) = ("get", "/api/v1/credits");
const CREATE: (&str, &str) = ("post", "/api/v1/reports");
const READ: (&str, &str) = ("get", "/api/v1/reports/{request_id}");
const SURVEY: &str = "/api/v1/reports/{request_id}/survey";
const PEOPLE: &str = "/api/v1/reports/{request_id}/people";
const ANSWER: (&str, &str) = ("delete", "/api/v1/reports/{request_id}/people/{answer_id}");
/// Operations beyond the contract: surveys of real people.
const BEYOND: [(&str, &str); 9] = [
    ("post", SURVEY),
    ("get", SURVEY),
    ("patch", SURVEY),
    ("delete", SURVEY),
    ("post", PEOPLE),
    ("get", PEOPLE),
    ("delete", PEOPLE),
    ANSWER,
    ("patch", ANSWER.1),
];

async fn document(app: &TestApp) -> Value {
    let answer = app.stranger(None).get("/api/v1/openapi.json").await;
    assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, Some("application/json")));
    answer.json()
}

/// Returns a validator for one schema, whose references point into the document's components.
fn validator(document: &Value, schema: &Value) -> jsonschema::Validator {
    let rooted = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "allOf": [schema],
        "components": document["components"],
    });
    jsonschema::validator_for(&rooted).unwrap()
}

#[track_caller]
fn assert_described(document: &Value, (method, path): (&str, &str), answer: &Answer) {
    let responses = &document["paths"][path][method]["responses"];
    let described = &responses[answer.status.as_str()];
    assert!(described.is_object(), "{method} {path} may not answer {}", answer.status);
    let Some(schema) = described.pointer("/content/application~1json/schema") else {
        assert!(answer.bytes.is_empty(), "{}", answer.text());
        return;
    };
    let errors: Vec<String> =
        validator(document, schema).iter_errors(&answer.json()).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{method} {path} {}: {errors:?}", answer.status);
}

on_both! {
    async fn the_document_is_openapi_3_1_and_lists_exactly_these_operations(app: TestApp) {
        let document = document(&app).await;
        assert!(document["openapi"].as_str().unwrap().starts_with("3.1."));
        let mut operations: Vec<(String, String)> = Vec::new();
        for (path, item) in document["paths"].as_object().unwrap() {
            operations.extend(item.as_object().unwrap().keys().map(|method| (method.clone(), path.clone())));
        }
        operations.sort();
        let all = [CREDITS, READ, CREATE].into_iter().chain(BEYOND);
        let mut expected: Vec<(String, String)> = all.map(|(method, path)| (method.to_owned(), path.to_owned())).collect();
        expected.sort();
        assert_eq!(operations, expected);
    }
}

on_both! {
    async fn every_operation_asks_for_the_key(app: TestApp) {
        let document = document(&app).await;
        assert_eq!(document["components"]["securitySchemes"]["api_key"]["scheme"], "bearer");
        for (method, path) in [CREDITS, CREATE, READ].into_iter().chain(BEYOND) {
            assert_eq!(document["paths"][path][method]["security"], json!([{ "api_key": [] }]), "{method} {path}");
        }
    }
}

on_both! {
    async fn every_error_of_the_contract_is_described(app: TestApp) {
        let document = document(&app).await;
        for ((method, path), statuses) in [
            (CREDITS, &["200", "401", "429", "500"][..]),
            (CREATE, &["202", "400", "401", "402", "409", "429", "500"]),
            (READ, &["200", "304", "401", "404", "429", "500"]),
        ] {
            let responses = document["paths"][path][method]["responses"].as_object().unwrap();
            let mut described: Vec<&str> = responses.keys().map(String::as_str).collect();
            described.sort_unstable();
            assert_eq!(described, statuses, "{method} {path}");
        }
    }
}

on_both! {
    with |flags| flags.unfinished_reports_max = Some(1);
    async fn every_real_response_is_as_described(app: TestApp) {
        let document = document(&app).await;
        let (caller, stranger) = (app.caller(100).await, app.stranger(None));
        assert_described(&document, CREDITS, &caller.get("/api/v1/credits").await);
        assert_described(&document, CREDITS, &stranger.get("/api/v1/credits").await);
        let accepted = caller.create_with_key("k", &brief()).await;
        let path = format!("/api/v1/reports/{}", accepted.json()["request_id"].as_str().unwrap());
        for (answer, status) in [
            (accepted, 202),
            (caller.create(&json!({})).await, 400),
            (caller.send(Method::POST, "/api/v1/reports", &[], "").await, 400),
            (stranger.create(&brief()).await, 401),
            (caller.create(&brief_with(&json!({ "sample_size": 1000 }))).await, 402),
            (caller.create_with_key("k", &brief_with(&json!({ "sample_size": 51 }))).await, 409),
            (caller.create(&brief()).await, 429),
        ] {
            assert_eq!(answer.status.as_u16(), status);
            assert_described(&document, CREATE, &answer);
        }
        assert_described(&document, READ, &caller.get(&path).await);
        app.run_jobs().await;
        let completed = caller.get(&path).await;
        assert_eq!(completed.json()["status"], "completed");
        let not_modified = caller.get_with(&path, &[("if-none-match", "*")]).await;
        assert_eq!(not_modified.status, StatusCode::NOT_MODIFIED);
        for answer in [completed, not_modified, stranger.get(&path).await, caller.get("/api/v1/reports/x").await] {
            assert_described(&document, READ, &answer);
        }
        app.set_engine(Scripted::new(0, 1.0));
        let failing = caller.created(&brief()).await;
        app.run_jobs().await;
        let failed = caller.get(&format!("/api/v1/reports/{failing}")).await;
        assert_eq!(failed.json()["status"], "failed");
        assert_described(&document, READ, &failed);
    }
}

on_both! {
    async fn the_described_status_is_exactly_one_of_running_failed_and_completed(app: TestApp) {
        let document = document(&app).await;
        let validator = validator(&document, &json!({ "$ref": "#/components/schemas/ReportStatus" }));
        for specimen in specimens().await {
            for body in specimen.running.iter().chain([&specimen.completed, &specimen.failed]) {
                assert!(validator.is_valid(body), "{}", body["status"]);
                let mut other = body.clone();
                other["status"] = json!("lost");
                assert!(!validator.is_valid(&other));
            }
        }
    }
}

on_both! {
    async fn the_described_request_has_the_limits_of_the_contract(app: TestApp) {
        let document = document(&app).await;
        let validator = validator(&document, &json!({ "$ref": "#/components/schemas/ReportRequest" }));
        for good in [brief(), brief_without("sample_size"), brief_with(&json!({ "language": "zh" }))] {
            assert!(validator.is_valid(&good), "{good}");
        }
        let long = "x".repeat(2001);
        for bad in [
            json!({ "question": "" }),
            json!({ "question": long }),
            json!({ "options": ["a"] }),
            json!({ "options": ["a", long] }),
            json!({ "sample_size": 49 }),
            json!({ "sample_size": 1001 }),
            json!({ "audience_description": long }),
            json!({ "language": "fr" }),
            json!({ "typo": 1 }),
        ] {
            assert!(!validator.is_valid(&brief_with(&bad)), "{bad}");
        }
        assert!(!validator.is_valid(&brief_without("question")) && !validator.is_valid(&brief_without("options")));
    }
}

on_both! {
    async fn every_answer_about_people_is_as_described(app: TestApp) {
        let document = document(&app).await;
        let caller = app.caller(100).await;
        let id = caller.created(&brief()).await;
        let (survey, people) = (format!("/api/v1/reports/{id}/survey"), format!("/api/v1/reports/{id}/people"));
        let json_type = [("content-type", "application/json")];
        assert_described(&document, ("post", SURVEY), &caller.post_json(&survey, &json!({})).await);
        assert_described(&document, ("get", PEOPLE), &caller.get(&people).await);
        app.run_jobs().await;
        for (method, path, answer) in [
            ("get", SURVEY, caller.get(&survey).await),
            ("post", SURVEY, caller.post_json(&survey, &json!({ "quota": 0 })).await),
            ("post", SURVEY, caller.post_json(&survey, &json!({ "ends_at": "tomorrow" })).await),
            ("post", SURVEY, caller.post_json(&survey, &json!({ "one_time_links": 2 })).await),
            ("post", SURVEY, caller.post_json(&survey, &json!({})).await),
            ("get", SURVEY, caller.get(&survey).await),
            ("patch", SURVEY, caller.send(Method::PATCH, &survey, &json_type, r#"{"state":"ajar"}"#).await),
            ("patch", SURVEY, caller.send(Method::PATCH, &survey, &json_type, r#"{"state":"closed"}"#).await),
            ("post", PEOPLE, caller.post_json(&people, &json!([{ "choice": "Nod", "age": 40 }])).await),
            ("post", PEOPLE, caller.post_json(&people, &json!(["Zzz"])).await),
            ("post", PEOPLE, caller.post_json(&people, &json!({})).await),
            ("get", PEOPLE, caller.get(&people).await),
            ("delete", PEOPLE, caller.send(Method::DELETE, &people, &[], "").await),
            ("delete", SURVEY, caller.send(Method::DELETE, &survey, &[], "").await),
            ("delete", ANSWER.1, caller.send(Method::DELETE, &format!("{people}/x"), &[], "").await),
        ] {
            assert_described(&document, (method, path), &answer);
        }
    }
}
