//! Follow-ups: another question to the respondents of an earlier report, with sample size and audience of that report.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::people_survey::finished;
use testing::on_both;
use testing::support::{Answer, Caller, TestApp, brief, brief_with};

/// A question about how often a box comes, without size and audience.
fn follow_up(of: &str, changes: &Value) -> Value {
    let mut body = json!({
        "question": "Which subscription would you choose?", "options": ["Weekly box", "Monthly box", "No box"],
        "same_panel_as": of,
    });
    body.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    body
}

async fn ended(app: &TestApp, caller: &Caller, body: &Value) -> Value {
    let id = caller.created(body).await;
    app.run_jobs().await;
    caller.report(&id).await["result"].clone()
}

fn assert_refused(answer: &Answer, field: &str) {
    assert_eq!((answer.status, answer.json()["field"].as_str()), (StatusCode::BAD_REQUEST, Some(field)));
}

/// The respondents of a result by id, with everything known of them but the earlier choice.
fn panel(result: &Value) -> Vec<(Value, Value, Value, Value)> {
    let respondents = result["sample_data"]["respondents"].as_array().unwrap().iter();
    let known = |respondent: &Value| {
        let mut profile = respondent["profile"].clone();
        profile.as_object_mut().unwrap().remove("earlier_choice");
        let part = |field: &str| respondent[field].clone();
        (part("respondent_id"), part("display_name"), part("weight"), profile)
    };
    respondents.map(known).collect()
}

on_both! {
    async fn the_same_respondents_answer_another_question(app: TestApp) {
        let (caller, earlier_id) = finished(&app, &brief_with(&json!({ "sample_size": 120 }))).await;
        let earlier = caller.report(&earlier_id).await["result"].clone();
        let before = caller.credits_left().await;
        let result = ended(&app, &caller, &follow_up(&earlier_id, &json!({}))).await;
        assert_eq!(panel(&result), panel(&earlier));
        assert_eq!(caller.credits_left().await, before - 120, "each answer of a respondent is a credit");
        let (own, first) = (&result["research_input"], &earlier["research_input"]);
        assert_eq!((&own["same_panel_as"], &own["sample_size"]), (&json!(earlier_id), &json!(120)));
        assert_eq!(own["audience_filters"], first["audience_filters"]);

        let chosen = |result: &Value, field: &str| -> Vec<Value> {
            let respondents = result["sample_data"]["respondents"].as_array().unwrap().iter();
            respondents.map(|respondent| respondent.pointer(field).unwrap().clone()).collect()
        };
        let earlier_choices = chosen(&earlier, "/answers/preference");
        assert_eq!(chosen(&result, "/profile/earlier_choice"), earlier_choices);

        let table = &result["analysis"]["cross_table"];
        assert_eq!((&table["request_id"], &table["question"]), (&json!(earlier_id), &first["question"]));
        let now = chosen(&result, "/answers/preference");
        for row in table["rows"].as_array().unwrap() {
            let own: Vec<&Value> =
                earlier_choices.iter().zip(&now).filter(|(before, _)| **before == row["earlier"]).map(|(_, now)| now).collect();
            assert_eq!(row["count"], json!(own.len()));
            for (option, count) in row["counts"].as_object().unwrap() {
                assert_eq!(*count, json!(own.iter().filter(|choice| **choice == option).count()), "{row}");
            }
            assert_eq!(row["cells"].is_object(), own.len() >= 20, "{row}");
        }
        app.assert_ledger_adds_up().await;
    }
}

on_both! {
    async fn a_follow_up_of_a_follow_up_is_crossed_with_the_report_it_names(app: TestApp) {
        let (caller, first) = finished(&app, &brief()).await;
        let second = caller.created(&follow_up(&first, &json!({}))).await;
        app.run_jobs().await;
        let options = json!({ "question": "Which colour would you choose?", "options": ["Red", "Green"] });
        for named in [&first, &second] {
            let result = ended(&app, &caller, &follow_up(named, &options)).await;
            let question = caller.report(named).await["result"]["research_input"]["question"].clone();
            assert_eq!(result["analysis"]["cross_table"]["question"], question);
        }
    }
}

on_both! {
    async fn only_ones_own_completed_report_can_be_named(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let stranger = app.caller(1000).await;
        let refused = stranger.create(&follow_up(&id, &json!({}))).await;
        assert_refused(&refused, "same_panel_as");
        let unknown = caller.create(&follow_up("req_nothing", &json!({}))).await;
        assert_eq!(unknown.json()["message"], refused.json()["message"], "another account's report does not exist");

        let unfinished = caller.created(&brief()).await;
        assert_refused(&caller.create(&follow_up(&unfinished, &json!({}))).await, "same_panel_as");
        app.run_jobs().await;
        let failed = caller.created(&brief_with(&json!({ "audience_description": "people over 60 and under 30" }))).await;
        app.run_jobs().await;
        assert_refused(&caller.create(&follow_up(&failed, &json!({}))).await, "same_panel_as");
        caller.send(Method::DELETE, &format!("/api/v1/reports/{unfinished}"), &[], "").await;
        assert_refused(&caller.create(&follow_up(&unfinished, &json!({}))).await, "same_panel_as");
        app.assert_ledger_adds_up().await;
    }
}

on_both! {
    async fn size_and_audience_are_the_panels(app: TestApp) {
        let words = "adults in Mexico";
        let (caller, id) = finished(&app, &brief_with(&json!({ "audience_description": words, "sample_size": 60 }))).await;
        for (other, field) in [
            (json!({ "sample_size": 61 }), "sample_size"),
            (json!({ "audience_description": "adults in Spain" }), "audience_description"),
        ] {
            assert_refused(&caller.create(&follow_up(&id, &other)).await, field);
        }
        let same = json!({ "audience_description": words, "sample_size": 60 });
        let answer = caller.create(&follow_up(&id, &same)).await;
        assert_eq!((answer.status, &answer.json()["credits_estimated"]), (StatusCode::ACCEPTED, &json!(60)));
        let estimate = caller.post_json("/api/v1/estimates", &follow_up(&id, &json!({}))).await;
        assert_eq!(estimate.json()["credits_estimated"], json!(60));
    }
}

on_both! {
    async fn a_follow_up_whose_panel_is_deleted_fails_and_costs_nothing(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let before = caller.credits_left().await;
        let follow_up = caller.created(&follow_up(&id, &json!({}))).await;
        assert_eq!(caller.send(Method::DELETE, &format!("/api/v1/reports/{id}"), &[], "").await.status, StatusCode::NO_CONTENT);
        app.run_jobs().await;
        let report = caller.report(&follow_up).await;
        assert_eq!(report["status"], "failed");
        let message = report["error"]["message"].as_str().unwrap();
        assert!(message.starts_with("The report whose respondents were to be asked again has been deleted."), "{message}");
        assert_eq!(caller.credits_left().await, before);
        app.assert_ledger_adds_up().await;
    }
}

on_both! {
    async fn a_follow_up_sent_again_after_its_panel_was_deleted_is_not_created_again(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let first = caller.create_with_key("again", &follow_up(&id, &json!({}))).await;
        let delete = async |id: &str| caller.send(Method::DELETE, &format!("/api/v1/reports/{id}"), &[], "").await.status;
        assert_eq!(delete(&id).await, StatusCode::NO_CONTENT);
        let again = caller.create_with_key("again", &follow_up(&id, &json!({}))).await;
        assert_eq!((again.status, again.json()), (StatusCode::ACCEPTED, first.json()));
        assert_eq!(again.header("idempotency-replayed"), Some("true"));
        let other = caller.create_with_key("again", &follow_up(&id, &json!({ "question": "Which box?" }))).await;
        assert_eq!(other.status, StatusCode::CONFLICT);
        assert_refused(&caller.create_with_key("another", &follow_up(&id, &json!({}))).await, "same_panel_as");
        assert_eq!(delete(first.json()["request_id"].as_str().unwrap()).await, StatusCode::NO_CONTENT);
        let deleted = caller.create_with_key("again", &follow_up(&id, &json!({}))).await;
        assert_eq!(deleted.json()["error"]["code"], "report_deleted");
        app.assert_ledger_adds_up().await;
    }
}

on_both! {
    async fn prices_are_crossed_by_who_would_buy(app: TestApp) {
        let (caller, id) = finished(&app, &brief_with(&json!({ "sample_size": 150 }))).await;
        let prices = json!({ "question": "What would you pay a month?", "options": ["$3", "$5", "$8"] });
        let result = ended(&app, &caller, &follow_up(&id, &prices)).await;
        for row in result["analysis"]["cross_table"]["rows"].as_array().unwrap() {
            let total: i64 = row["counts"].as_object().unwrap().values().map(|count| count.as_i64().unwrap()).sum();
            assert_eq!((row["counts"].as_object().unwrap().len(), json!(total)), (4, row["count"].clone()), "one buys at none");
            let Some(cells) = row["cells"].as_object() else { continue };
            let buys = ["$3", "$5", "$8"].map(|price| cells[price]["share"].as_f64().unwrap());
            assert!(buys[0] >= buys[1] && buys[1] >= buys[2], "{row}");
        }
    }
}

on_both! {
    async fn the_form_asks_the_same_respondents(app: TestApp) {
        let account = app.new_account(1000).await;
        let (caller, browser) = (app.caller_of(account, None).await, app.browser_of(account).await);
        let id = caller.created(&brief_with(&json!({ "sample_size": 60 }))).await;
        app.run_jobs().await;
        let report = browser.get(&format!("/reports/{id}")).await.text();
        assert!(report.contains(&format!("/reports/new?same_panel_as={id}")), "{report}");
        let form = browser.get(&format!("/reports/new?same_panel_as={id}")).await.text();
        assert!(form.contains("Up to 60 respondents"), "{form}");
        assert_eq!(browser.get("/reports/new?same_panel_as=req_nothing").await.status, StatusCode::NOT_FOUND);
        let fields = |size: &'static str, id: &str| {
            let fields = [
                ("question", "Which colour?"), ("options", "Red\nGreen"), ("audience_description", ""),
                ("sample_size", size), ("language", "en"), ("form_key", size), ("same_panel_as", id),
            ];
            fields.map(|(name, value)| (name, value.to_owned()))
        };
        let send = async |size: &'static str| {
            let fields = fields(size, &id);
            let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
            browser.submit("/reports/new", &fields).await
        };
        let other = send("61").await;
        assert_eq!(other.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(other.text().contains("This must match the earlier report"), "{}", other.text());
        let gone = fields("60", "req_nothing");
        let gone: Vec<(&str, &str)> = gone.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let gone = browser.submit("/reports/new", &gone).await.text();
        assert!(gone.contains("respondents of this report can’t be asked again") && gone.contains("Which colour?"), "{gone}");
        let created = send("60").await;
        let made = created.header("location").unwrap().strip_prefix("/reports/").unwrap().to_owned();
        app.run_jobs().await;
        assert_eq!(caller.report(&made).await["result"]["research_input"]["same_panel_as"], json!(id));
        let page = browser.get(&format!("/reports/{made}/page")).await.text();
        assert!(page.contains("id=\"cross-table\""), "{page}");
    }
}
