//! The contract's rules on the request (2.2, 8), each limit from both sides: one test per row. A refusal names the
//! field, creates nothing and costs nothing.

use axum::http::StatusCode;
use serde_json::{Value, json};

use testing::on_both;
use testing::support::{Caller, TestApp, brief, brief_with, brief_without};

/// Enough for all cases of a test.
const CREDITS: i64 = 100_000;

/// Asserts acceptance, and that `sample_size` or the default number of credits is held.
async fn accepts(caller: &Caller, body: &Value) {
    let before = caller.credits_left().await;
    let answer = caller.create(body).await;
    assert_eq!(answer.status, StatusCode::ACCEPTED, "{body}: {}", answer.text());
    let held = body.get("sample_size").and_then(Value::as_i64).unwrap_or(100);
    assert_eq!(answer.json()["credits_estimated"], held, "{body}");
    assert_eq!(caller.credits_left().await, before - held, "{body}");
}

/// Asserts a 400 that names `field`, and that nothing changed.
async fn refuses(app: &TestApp, caller: &Caller, body: &Value, field: &str) {
    let before = (caller.credits_left().await, app.database.integer("SELECT COUNT(*) FROM reports").await);
    let answer = caller.create(body).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{body}: {}", answer.text());
    assert_eq!(answer.json()["field"], field, "{body}: {}", answer.text());
    assert!(answer.json()["message"].as_str().unwrap().contains(field), "{}", answer.text());
    let after = (caller.credits_left().await, app.database.integer("SELECT COUNT(*) FROM reports").await);
    assert_eq!(after, before, "{body}");
}

/// Asserts which values of one field are accepted and which are refused with that field's name.
async fn judges(app: &TestApp, field: &str, accepted: &[Value], refused: &[Value]) {
    let caller = app.caller(CREDITS).await;
    for value in accepted {
        accepts(&caller, &brief_with(&json!({ field: value }))).await;
    }
    for value in refused {
        refuses(app, &caller, &brief_with(&json!({ field: value })), field).await;
    }
}

fn numbered(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("Option {number}")).collect()
}

on_both! {
    async fn a_question_has_1_to_2000_characters_after_trimming(app: TestApp) {
        let accepted = [
            json!("?"),
            json!("q".repeat(2000)),
            json!("界".repeat(2000)),
            json!("🙂".repeat(2000)),
            json!(format!(" \n{}\t ", "q".repeat(2000))),
        ];
        let refused = [
            json!(""),
            json!(" \n\t\u{3000}"),
            json!("q".repeat(2001)),
            json!("界".repeat(2001)),
            json!("a\u{0}b"),
            json!(7),
            json!(null),
            json!(["q"]),
        ];
        judges(&app, "question", &accepted, &refused).await;
    }
}

on_both! {
    async fn options_are_2_to_20(app: TestApp) {
        let accepted = [json!(numbered(2)), json!(numbered(20))];
        let refused = [json!([]), json!(numbered(1)), json!(numbered(21)), json!("a, b"), json!(null), json!({})];
        judges(&app, "options", &accepted, &refused).await;
    }
}

on_both! {
    async fn an_option_has_1_to_200_characters_after_trimming(app: TestApp) {
        let caller = app.caller(CREDITS).await;
        for option in ["x".to_owned(), "x".repeat(200), "界".repeat(200), format!("  {}\n", "é".repeat(200))] {
            accepts(&caller, &brief_with(&json!({ "options": ["other", option] }))).await;
        }
        for option in [json!(""), json!("   "), json!("x".repeat(201)), json!("界".repeat(201)), json!(1), json!(null)]
        {
            refuses(&app, &caller, &brief_with(&json!({ "options": ["other", option] })), "options[1]").await;
        }
    }
}

on_both! {
    async fn options_that_differ_only_in_case_width_or_outer_space_are_duplicates(app: TestApp) {
        let caller = app.caller(CREDITS).await;
        for (first, second) in [
            ("tea", "tea"),
            ("tea", "TEA"),
            ("tea", " tea\t"),
            ("tea", "ｔｅａ"),
            ("tea", "\u{3000}Ｔｅａ"),
            ("straße", "STRASSE"),
            ("カタカナ", "ｶﾀｶﾅ"),
            ("café", "cafe\u{301}"),
            ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
        ] {
            refuses(&app, &caller, &brief_with(&json!({ "options": ["other", first, second] })), "options[2]").await;
        }
        for (first, second) in [("tea", "teas"), ("tea", "té"), ("iced tea", "icedtea"), ("茶", "茶茶")] {
            accepts(&caller, &brief_with(&json!({ "options": [first, second] }))).await;
        }
    }
}

on_both! {
    async fn a_sample_has_50_to_1000_respondents(app: TestApp) {
        let refused = [
            json!(49),
            json!(1001),
            json!(0),
            json!(-50),
            json!(i64::MAX),
            json!(u64::MAX),
            json!("100"),
            json!(100.5),
            json!(true),
            json!([100]),
        ];
        judges(&app, "sample_size", &[json!(50), json!(51), json!(999), json!(1000)], &refused).await;
    }
}

on_both! {
    async fn a_sample_has_100_respondents_when_nothing_is_said(app: TestApp) {
        let caller = app.caller(CREDITS).await;
        accepts(&caller, &brief_without("sample_size")).await;
        accepts(&caller, &brief_with(&json!({ "sample_size": null }))).await;
    }
}

on_both! {
    async fn an_audience_has_at_most_2000_characters(app: TestApp) {
        let accepted = [
            json!(""),
            json!("  "),
            json!("nurses"),
            json!("x".repeat(2000)),
            json!("界".repeat(2000)),
            json!(format!(" {} ", "x".repeat(2000))),
            json!(null),
        ];
        let refused = [json!("x".repeat(2001)), json!("a\u{7}b"), json!(1), json!(["nurses"])];
        judges(&app, "audience_description", &accepted, &refused).await;
    }
}

on_both! {
    async fn an_audience_that_is_left_out_is_inferred(app: TestApp) {
        let caller = app.caller(CREDITS).await;
        for body in [brief(), brief_with(&json!({ "audience_description": " " }))] {
            let id = caller.created(&body).await;
            app.run_jobs().await;
            let report = caller.report(&id).await;
            assert_eq!(report["result"]["research_input"]["audience_filters"]["source"], "inferred");
        }
    }
}

on_both! {
    async fn a_language_is_en_es_or_zh(app: TestApp) {
        let accepted = [json!("en"), json!("es"), json!("zh"), json!(null)];
        let refused = [json!("fr"), json!("EN"), json!("en-US"), json!(""), json!(" en"), json!(1)];
        judges(&app, "language", &accepted, &refused).await;
    }
}

on_both! {
    async fn a_report_is_in_the_language_asked_for_and_english_otherwise(app: TestApp) {
        let caller = app.caller(CREDITS).await;
        for (language, title) in [
            (json!("en"), "Research report: "),
            (json!("es"), "Informe de investigación: "),
            (json!("zh"), "研究报告："),
            (json!(null), "Research report: "),
        ] {
            let id = caller.created(&brief_with(&json!({ "language": language }))).await;
            app.run_jobs().await;
            let result = &caller.report(&id).await["result"];
            assert!(result["title"].as_str().unwrap().starts_with(title), "{}", result["title"]);
            assert_eq!(result["research_input"]["language"], if language.is_null() { json!("en") } else { language });
        }
    }
}

on_both! {
    async fn question_and_options_are_required(app: TestApp) {
        let caller = app.caller(CREDITS).await;
        for field in ["question", "options"] {
            let answer = caller.create(&brief_without(field)).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST);
            assert!(answer.json()["message"].as_str().unwrap().contains(field), "{}", answer.text());
        }
        assert_eq!(caller.credits_left().await, CREDITS);
    }
}

on_both! {
    async fn an_unknown_field_is_refused_by_name(app: TestApp) {
        let caller = app.caller(CREDITS).await;
        for field in ["sampel_size", "Question", "webhook", ""] {
            let answer = caller.create(&brief_with(&json!({ field: 1 }))).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST);
            let message = answer.json()["message"].as_str().unwrap().to_owned();
            assert!(message.contains(&format!("`{field}`")), "{message}");
            assert_eq!(answer.json()["field"], field);
        }
        assert_eq!(caller.credits_left().await, CREDITS);
    }
}
