//! Bodies that are not valid JSON requests: each gets a 400 with a message, creates nothing and costs nothing.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use testing::on_both;
use testing::support::{Caller, TestApp, brief};

const JSON: (&str, &str) = ("content-type", "application/json");

async fn refuses(caller: &Caller, headers: &[(&str, &str)], body: Vec<u8>) -> String {
    let shown = String::from_utf8_lossy(&body[..body.len().min(80)]).into_owned();
    let answer = caller.send(Method::POST, "/api/v1/reports", headers, body).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{shown:?}: {}", answer.text());
    let message = answer.json()["message"].as_str().unwrap_or_default().to_owned();
    assert!(!message.is_empty(), "{shown:?}: {}", answer.text());
    message
}

async fn assert_untouched(app: &TestApp, caller: &Caller) {
    assert_eq!(caller.credits_left().await, 1000);
    assert_eq!(app.database.integer("SELECT COUNT(*) FROM reports").await, 0);
}

fn padded_to(bytes: usize) -> Vec<u8> {
    let mut body = brief().to_string();
    body += &" ".repeat(bytes - body.len());
    body.into_bytes()
}

on_both! {
    async fn a_body_that_is_not_json_is_refused(app: TestApp) {
        let caller = app.caller(1000).await;
        for body in ["", " ", "question=Which", "{", "}", "{]", "nul", "{\"question\": 'x'}", "\u{feff}{}"] {
            refuses(&caller, &[JSON], body.into()).await;
        }
        assert_untouched(&app, &caller).await;
    }
}

on_both! {
    async fn json_that_is_not_an_object_is_refused(app: TestApp) {
        let caller = app.caller(1000).await;
        let fields_in_order = json!(["Which?", ["a", "b"], 50, null, "en"]);
        for body in [json!(null), json!(1), json!("text"), json!([]), json!([brief()]), fields_in_order] {
            refuses(&caller, &[JSON], body.to_string().into()).await;
        }
        assert_untouched(&app, &caller).await;
    }
}

on_both! {
    async fn a_body_cut_anywhere_is_refused(app: TestApp) {
        let caller = app.caller(1000).await;
        let whole = brief().to_string();
        for end in 0..whole.len() {
            refuses(&caller, &[JSON], whole[..end].into()).await;
        }
        assert_untouched(&app, &caller).await;
    }
}

on_both! {
    async fn a_body_with_something_after_it_is_refused(app: TestApp) {
        let caller = app.caller(1000).await;
        for tail in ["{}", "x", ",", "\u{0}"] {
            refuses(&caller, &[JSON], format!("{}{tail}", brief()).into()).await;
        }
        assert_untouched(&app, &caller).await;
    }
}

on_both! {
    async fn a_field_given_twice_is_refused(app: TestApp) {
        let caller = app.caller(1000).await;
        let message = refuses(&caller, &[JSON], brief().to_string().replace('{', "{\"question\":\"x\",").into()).await;
        assert!(message.contains("question"), "{message}");
        assert_untouched(&app, &caller).await;
    }
}

on_both! {
    async fn a_body_that_is_too_deep_is_refused(app: TestApp) {
        let caller = app.caller(1000).await;
        for deep in ["[".repeat(100_000), "{\"options\":".repeat(10_000), format!("{{\"question\":{}", "[".repeat(200))]
        {
            refuses(&caller, &[JSON], deep.into()).await;
        }
        assert_untouched(&app, &caller).await;
    }
}

on_both! {
    async fn a_body_is_as_large_as_the_limit_or_refused(app: TestApp) {
        let caller = app.caller(1000).await;
        let limit = app.app.config.body_bytes_max;
        for too_large in [limit + 1, 5 * 1024 * 1024] {
            let message = refuses(&caller, &[JSON], padded_to(too_large)).await;
            assert!(message.contains(&limit.to_string()), "{message}");
        }
        assert_untouched(&app, &caller).await;
        let answer = caller.send(Method::POST, "/api/v1/reports", &[JSON], padded_to(limit)).await;
        assert_eq!(answer.status, StatusCode::ACCEPTED);
    }
}

on_both! {
    async fn a_body_that_is_not_utf_8_is_refused(app: TestApp) {
        let caller = app.caller(1000).await;
        let mut broken = brief().to_string().replace("Drift", "Dr?ft").into_bytes();
        let at = broken.iter().position(|byte| *byte == b'?').unwrap();
        broken[at] = 0xff;
        refuses(&caller, &[JSON], broken).await;
        let utf_16: Vec<u8> = brief().to_string().encode_utf16().flat_map(u16::to_le_bytes).collect();
        refuses(&caller, &[JSON], utf_16).await;
        refuses(&caller, &[JSON], brief().to_string().replace("Drift", "\\ud800").into()).await;
        assert_untouched(&app, &caller).await;
    }
}

on_both! {
    async fn another_content_type_is_refused(app: TestApp) {
        let caller = app.caller(1000).await;
        let body = || brief().to_string().into_bytes();
        let message = refuses(&caller, &[], body()).await;
        assert!(message.contains("application/json"), "{message}");
        for other in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "json", "", "text/json"] {
            refuses(&caller, &[("content-type", other)], body()).await;
        }
        assert_untouched(&app, &caller).await;
    }
}

on_both! {
    async fn a_content_type_may_have_parameters_and_any_case(app: TestApp) {
        let caller = app.caller(1000).await;
        for same in ["application/json; charset=utf-8", "Application/JSON", "application/json ;x=y"] {
            let headers = [("content-type", same)];
            let answer = caller.send(Method::POST, "/api/v1/reports", &headers, brief().to_string()).await;
            assert_eq!(answer.status, StatusCode::ACCEPTED, "{same}");
        }
    }
}

on_both! {
    async fn a_refusal_of_the_body_as_a_whole_names_no_field(app: TestApp) {
        let caller = app.caller(1000).await;
        let answer = caller.send(Method::POST, "/api/v1/reports", &[JSON], "{").await;
        let body: Value = answer.json();
        assert_eq!(body.as_object().unwrap().keys().collect::<Vec<_>>(), ["message"]);
    }
}
