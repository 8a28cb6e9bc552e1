//! An audience given as filters instead of words.

use axum::http::StatusCode;
use serde_json::{Value, json};

use testing::on_both;
use testing::support::{Answer, Caller, TestApp, brief_with};

fn given(filters: &Value) -> Value {
    brief_with(&json!({ "audience_filters": filters }))
}

#[track_caller]
fn assert_refused(answer: &Answer, field: &str, quoted: &str) {
    let body = answer.json();
    assert_eq!((answer.status, body["field"].as_str()), (StatusCode::BAD_REQUEST, Some(field)), "{body}");
    assert!(body["message"].as_str().unwrap().contains(quoted), "{body}");
}

async fn result(app: &TestApp, caller: &Caller, body: &Value) -> Value {
    let id = caller.created(body).await;
    app.run_jobs().await;
    caller.report(&id).await["result"].clone()
}

on_both! {
    async fn respondents_are_drawn_by_the_filters(app: TestApp) {
        let caller = app.caller(1000).await;
        let filters = json!({
            "countries": ["MX"], "age_min": 25, "age_max": 40, "sexes": ["female"], "education": ["bachelor", "master_or_more"],
        });
        let result = result(&app, &caller, &given(&filters)).await;
        let shown = &result["research_input"]["audience_filters"];
        for (field, value) in filters.as_object().unwrap() {
            assert_eq!(shown[field], *value, "{shown}");
        }
        assert_eq!((&shown["source"], shown.get("basis")), (&json!("given"), None), "nothing was inferred");
        let description = shown["description"].as_str().unwrap();
        assert!(description.starts_with("Women aged 25 to 40 in Mexico."), "{description}");
        for respondent in result["sample_data"]["respondents"].as_array().unwrap() {
            let profile = &respondent["profile"];
            assert_eq!((&profile["country"], &profile["sex"]), (&json!("MX"), &json!("female")));
            assert!((25..=40).contains(&profile["age"].as_u64().unwrap()), "{profile}");
        }
        app.assert_ledger_adds_up().await;
    }
}

on_both! {
    async fn the_filters_of_a_result_ask_the_same_people_again(app: TestApp) {
        let caller = app.caller(1000).await;
        let words = brief_with(&json!({ "audience_description": "mothers in Mexico aged 25 to 40 who drink coffee" }));
        let first = result(&app, &caller, &words).await["research_input"]["audience_filters"].clone();
        let again = result(&app, &caller, &given(&first)).await["research_input"]["audience_filters"].clone();
        let filters = |shown: &Value| {
            let mut filters = shown.clone();
            for field in ["description", "source", "basis", "relaxed"] {
                filters.as_object_mut().unwrap().remove(field);
            }
            filters
        };
        assert_eq!(filters(&again), filters(&first));
        assert_eq!(again["traits"], json!(["who drink coffee"]));
    }
}

on_both! {
    async fn without_places_the_world_is_asked(app: TestApp) {
        let caller = app.caller(1000).await;
        let result = result(&app, &caller, &given(&json!({ "age_min": 60 }))).await;
        let shown = &result["research_input"]["audience_filters"];
        assert_eq!((shown.get("countries"), &shown["age_min"]), (None, &json!(60)), "{shown}");
    }
}

on_both! {
    async fn an_unknown_field_or_value_is_named(app: TestApp) {
        let caller = app.caller(1000).await;
        let long = "x".repeat(100_000);
        for (filters, field, quoted) in [
            (json!({ "sex": ["female"] }), "audience_filters.sex", "\"sex\""),
            (json!({ "countries": ["MX", "XX"] }), "audience_filters.countries[1]", "\"XX\""),
            (json!({ "education": ["phd"] }), "audience_filters.education[0]", "\"phd\""),
            (json!({ "regions": ["MX/Atlantis"] }), "audience_filters.regions[0]", "Atlantis"),
            (json!({ "age_min": 12 }), "audience_filters.age_min", "12"),
            (json!({ "income": ["' OR 1=1 --"] }), "audience_filters.income[0]", "' OR 1=1 --"),
            (json!({ "sexes": [{ "$ne": null }] }), "audience_filters.sexes[0]", "$ne"),
            (json!({ "sexes": "female" }), "audience_filters.sexes", "must be a list"),
            (json!({ "sexes": vec![&long] }), "audience_filters.sexes[0]", "xxx"),
            (json!({ "traits": ["<b>\u{0}</b>"] }), "audience_filters.traits[0]", "one line"),
            (json!("women"), "audience_filters", "invalid type"),
            (json!(["women"]), "audience_filters", "invalid type"),
        ] {
            for path in ["/api/v1/reports", "/api/v1/estimates"] {
                let answer = caller.post_json(path, &given(&filters)).await;
                assert_refused(&answer, field, quoted);
                assert!(answer.bytes.len() < 1_000, "a wrong value is not repeated at length");
            }
        }
        assert_eq!(caller.credits_left().await, 1000);
    }
}

on_both! {
    async fn whom_to_ask_is_said_in_one_way(app: TestApp) {
        let caller = app.caller(1000).await;
        let mut twice = given(&json!({ "countries": ["MX"] }));
        twice["audience_description"] = json!("adults in Spain");
        assert_refused(&caller.create(&twice).await, "audience_filters", "audience_description");
        twice["audience_description"] = json!(" ");
        assert_eq!(caller.create(&twice).await.status, StatusCode::ACCEPTED, "blank words are none");
    }
}

on_both! {
    async fn the_same_filters_are_the_same_request(app: TestApp) {
        let caller = app.caller(1000).await;
        let first = caller.create_with_key("k", &given(&json!({ "countries": ["MX"], "sexes": ["female"] }))).await;
        let again = caller.create_with_key("k", &given(&json!({ "sexes": ["female"], "countries": ["MX"] }))).await;
        assert_eq!((again.status, again.json()), (StatusCode::ACCEPTED, first.json()));
        let other = caller.create_with_key("k", &given(&json!({ "countries": ["MX"], "sexes": ["male"] }))).await;
        assert_eq!(other.status, StatusCode::CONFLICT);
        app.assert_ledger_adds_up().await;
    }
}
