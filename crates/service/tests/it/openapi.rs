//! The OpenAPI document: its operations, and that real responses of every status match it.

use std::time::Duration;

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
const COMPARE: (&str, &str) = ("get", "/api/v1/comparisons");
const STUDY: (&str, &str) = ("get", "/api/v1/studies/{request_id}");
const AUDIENCES: &str = "/api/v1/audiences";
const AUDIENCE: &str = "/api/v1/audiences/{audience_id}";
/// Operations beyond the contract: estimates, comparisons, studies, deletion, saved audiences, and surveys of real people.
const BEYOND: [(&str, &str); 17] = [
    COMPARE,
    STUDY,
    ("post", AUDIENCES),
    ("get", AUDIENCES),
    ("get", AUDIENCE),
    ("delete", AUDIENCE),
    ("post", "/api/v1/estimates"),
    ("delete", READ.1),
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
    async fn every_answer_to_a_comparison_is_as_described(app: TestApp) {
        let document = document(&app).await;
        let caller = app.caller(200).await;
        let ids = [caller.created(&brief()).await, caller.created(&brief()).await];
        app.run_jobs().await;
        caller.post_json(&format!("/api/v1/reports/{}/people", ids[1]), &json!([{ "choice": "Nod" }])).await;
        let path = format!("{}?report={}&report={}", COMPARE.1, ids[0], ids[1]);
        for (answer, status) in [
            (caller.get(&path).await, 200),
            (caller.get(COMPARE.1).await, 400),
            (app.stranger(None).get(&path).await, 401),
        ] {
            assert_eq!(answer.status.as_u16(), status, "{}", answer.text());
            assert_described(&document, COMPARE, &answer);
        }
    }
}

on_both! {
    async fn every_answer_to_a_study_is_as_described(app: TestApp) {
        let document = document(&app).await;
        let caller = app.caller(200).await;
        let first = caller.created(&brief()).await;
        app.run_jobs().await;
        let path = STUDY.1.replace("{request_id}", &first);
        let alone = caller.get(&path).await;
        app.advance(Duration::from_secs(60));
        caller.created(&brief_with(&json!({ "wave_of": first }))).await;
        caller.created(&brief_with(&json!({ "same_panel_as": first }))).await;
        app.run_jobs().await;
        caller.post_json(&format!("/api/v1/reports/{first}/people"), &json!([{ "choice": "Nod" }])).await;
        let (whole, unknown) = (caller.get(&path).await, caller.get(&STUDY.1.replace("{request_id}", "req_1")).await);
        assert_eq!(whole.json()["comparison"]["columns"][1]["answered_on"].as_array().map(Vec::len), Some(2));
        for (answer, status) in [(alone, 200), (whole, 200), (unknown, 404), (app.stranger(None).get(&path).await, 401)] {
            assert_eq!(answer.status.as_u16(), status, "{}", answer.text());
            assert_described(&document, STUDY, &answer);
        }
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

on_both! {
    async fn saved_audiences_and_filters_are_as_described(app: TestApp) {
        let document = document(&app).await;
        let (caller, stranger) = (app.caller(100).await, app.stranger(None));
        let filters = json!({ "countries": ["MX"], "regions": ["MX/Jalisco"], "cities": ["MX/Guadalajara"], "age_min": 25,
            "age_max": 40, "sexes": ["female"], "occupations": ["isco-22"], "children": ["0"], "traits": ["night owls"] });
        let body = json!({ "name": "Coffee", "audience_filters": filters });
        let schema = |name: &str| validator(&document, &json!({ "$ref": format!("#/components/schemas/{name}") }));
        assert!(schema("AudienceRequest").is_valid(&body) && schema("FiltersRequest").is_valid(&filters));
        for wrong in [json!({ "sex": [] }), json!({ "sexes": ["x"] }), json!({ "age_min": 17 }), json!({ "countries": ["mx"] })] {
            assert!(!schema("FiltersRequest").is_valid(&wrong), "{wrong}");
            let request = brief_with(&json!({ "audience_filters": wrong }));
            assert!(!schema("ReportRequest").is_valid(&request));
            assert_eq!(caller.create(&request).await.status, StatusCode::BAD_REQUEST);
        }
        let kept = caller.post_json(AUDIENCES, &body).await;
        assert_eq!(kept.status, StatusCode::CREATED, "{}", kept.text());
        let shown = kept.json()["audience_filters"].clone();
        assert!(schema("FiltersRequest").is_valid(&shown), "what results show may be sent: {shown}");
        let path = format!("{AUDIENCES}/{}", kept.json()["audience_id"].as_str().unwrap());
        assert_described(&document, ("post", AUDIENCES), &kept);
        let other = json!({ "name": "Coffee", "audience_filters": {} });
        for answer in [caller.post_json(AUDIENCES, &other).await, caller.post_json(AUDIENCES, &json!({})).await] {
            assert_described(&document, ("post", AUDIENCES), &answer);
        }
        assert_described(&document, ("get", AUDIENCES), &caller.get(AUDIENCES).await);
        for answer in [caller.get(&path).await, stranger.get(&path).await, caller.get("/api/v1/audiences/x").await] {
            assert_described(&document, ("get", AUDIENCE), &answer);
        }
        for _ in 0..2 {
            let deleted = caller.send(Method::DELETE, &path, &[], "").await;
            assert_described(&document, ("delete", AUDIENCE), &deleted);
        }
    }
}
