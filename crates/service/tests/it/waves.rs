//! Reports that are asked again: each wave asks the same of new respondents, has its own credits, and belongs to one study with the
//! others and their follow-ups.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use engine::Scripted;
use serde_json::{Value, json};

use crate::engine_choice::Renamed;
use crate::people_survey::finished;
use testing::on_both;
use testing::support::{Answer, Caller, TestApp, brief, brief_with};

const MINUTE: Duration = Duration::from_secs(60);

/// The brief of a report, sent again as its next wave.
fn again(of: &str, changes: &Value) -> Value {
    let mut body = brief();
    let fields = body.as_object_mut().unwrap();
    fields.retain(|name, _| ["question", "options"].contains(&name.as_str()));
    fields.insert("wave_of".to_owned(), json!(of));
    fields.extend(changes.as_object().unwrap().clone());
    body
}

#[track_caller]
fn assert_refused(answer: &Answer, field: &str) {
    let refused = (answer.status, answer.json()["field"].as_str().map(str::to_owned));
    assert_eq!(refused, (StatusCode::BAD_REQUEST, Some(field.to_owned())), "{}", answer.text());
}

async fn wave(app: &TestApp, caller: &Caller, of: &str) -> String {
    made(app, caller, &again(of, &json!({}))).await
}

/// Makes a report, later than all before.
async fn made(app: &TestApp, caller: &Caller, body: &Value) -> String {
    app.advance(MINUTE);
    let id = caller.created(body).await;
    app.run_jobs().await;
    id
}

async fn study(caller: &Caller, id: &str) -> Value {
    let answer = caller.get(&format!("/api/v1/studies/{id}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    answer.json()
}

async fn delete(caller: &Caller, id: &str) {
    let gone = caller.send(Method::DELETE, &format!("/api/v1/reports/{id}"), &[], "").await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT, "{}", gone.text());
}

fn ids(reports: &Value) -> Vec<&str> {
    reports.as_array().unwrap().iter().map(|report| report["request_id"].as_str().unwrap()).collect()
}

on_both! {
    async fn a_wave_asks_the_same_of_new_respondents(app: TestApp) {
        let (caller, first) = finished(&app, &brief_with(&json!({ "sample_size": 120, "audience_description": "adults in Mexico" }))).await;
        let before = caller.credits_left().await;
        let second = wave(&app, &caller, &first).await;
        assert_eq!(caller.credits_left().await, before - 120, "a wave costs what the report did");
        let [earlier, later] = [caller.report(&first).await, caller.report(&second).await];
        let input = |report: &Value, field: &str| report["result"]["research_input"][field].clone();
        for field in ["question", "options", "language", "sample_size", "audience_filters"] {
            assert_eq!(input(&later, field), input(&earlier, field), "{field}");
        }
        assert_eq!((input(&later, "wave_of"), input(&earlier, "wave_of")), (json!(first), Value::Null));
        let names = |report: &Value| -> Vec<Value> {
            let respondents = report["result"]["sample_data"]["respondents"].as_array().unwrap().iter();
            respondents.map(|respondent| respondent["profile"].clone()).collect()
        };
        assert_ne!(names(&later), names(&earlier), "the respondents are others");
        assert_eq!(later["result"]["analysis"]["cross_table"], Value::Null);
        app.assert_ledger_adds_up().await;
    }
}

on_both! {
    async fn only_ones_own_completed_report_that_is_no_follow_up_is_asked_again(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let stranger = app.caller(1000).await;
        let refused = stranger.create(&again(&id, &json!({}))).await;
        assert_refused(&refused, "wave_of");
        let unknown = caller.create(&again("req_nothing", &json!({}))).await;
        assert_refused(&unknown, "wave_of");
        assert_eq!(unknown.json()["message"], refused.json()["message"], "another account's report does not exist");
        let unfinished = caller.created(&brief()).await;
        assert_refused(&caller.create(&again(&unfinished, &json!({}))).await, "wave_of");
        app.run_jobs().await;
        let failed = caller.created(&brief_with(&json!({ "audience_description": "people over 60 and under 30" }))).await;
        app.run_jobs().await;
        assert_refused(&caller.create(&again(&failed, &json!({}))).await, "wave_of");
        delete(&caller, &unfinished).await;
        assert_refused(&caller.create(&again(&unfinished, &json!({}))).await, "wave_of");
        let follow_up = json!({ "question": "Which colour?", "options": ["Red", "Green"], "same_panel_as": id });
        let follow_up = caller.created(&follow_up).await;
        app.run_jobs().await;
        let colour = json!({ "question": "Which colour?", "options": ["Red", "Green"] });
        assert_refused(&caller.create(&again(&follow_up, &colour)).await, "wave_of");
        assert_refused(&caller.create(&again(&id, &json!({ "same_panel_as": id }))).await, "wave_of");
        let estimate = caller.post_json("/api/v1/estimates", &again(&failed, &json!({}))).await;
        assert_refused(&estimate, "wave_of");
        app.assert_ledger_adds_up().await;
    }
}

on_both! {
    async fn a_wave_can_differ_in_size_and_in_nothing_else(app: TestApp) {
        let words = "adults in Mexico";
        let (caller, id) = finished(&app, &brief_with(&json!({ "audience_description": words, "sample_size": 60 }))).await;
        for (other, field) in [
            (json!({ "question": "Which one would you rather have?" }), "question"),
            (json!({ "options": ["Red", "Green"] }), "options"),
            (json!({ "language": "es" }), "language"),
            (json!({ "wording": "as_is" }), "wording"),
            (json!({ "audience_description": "adults in Spain" }), "audience_description"),
            (json!({ "audience_filters": { "countries": ["MX"] } }), "audience_filters"),
            (json!({ "audience_id": "aud_1" }), "audience_id"),
            (json!({ "sample_size": 49 }), "sample_size"),
        ] {
            assert_refused(&caller.create(&again(&id, &other)).await, field);
        }
        let same = json!({ "audience_description": words, "language": "en", "wording": "edited", "sample_size": 80 });
        let answer = caller.create(&again(&id, &same)).await;
        assert_eq!((answer.status, &answer.json()["credits_estimated"]), (StatusCode::ACCEPTED, &json!(80)));
        let estimate = caller.post_json("/api/v1/estimates", &again(&id, &json!({}))).await;
        assert_eq!(estimate.json()["credits_estimated"], json!(60));
    }
}

on_both! {
    async fn a_wave_keeps_the_country_that_the_first_one_was_asked_in(app: TestApp) {
        let account = app.new_account(1000).await;
        let caller = app.caller_of(account, None).await;
        app.app.store.set_country(account, Some("MX")).await.unwrap();
        let first = caller.created(&brief()).await;
        app.run_jobs().await;
        app.app.store.set_country(account, Some("ES")).await.unwrap();
        let second = wave(&app, &caller, &first).await;
        let countries = async |id: &str| {
            caller.report(id).await["result"]["research_input"]["audience_filters"]["countries"].clone()
        };
        assert_eq!(countries(&second).await, countries(&first).await);
    }
}

on_both! {
    async fn a_wave_sent_again_after_the_earlier_report_was_deleted_is_not_created_again(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let body = again(&id, &json!({ "sample_size": 70 }));
        let first = caller.create_with_key("again", &body).await;
        delete(&caller, &id).await;
        let repeated = caller.create_with_key("again", &body).await;
        assert_eq!((repeated.status, repeated.json()), (StatusCode::ACCEPTED, first.json()));
        assert_eq!(repeated.header("idempotency-replayed"), Some("true"));
        assert_refused(&caller.create_with_key("another", &body).await, "wave_of");
        delete(&caller, first.json()["request_id"].as_str().unwrap()).await;
        assert_eq!(caller.create_with_key("again", &body).await.json()["error"]["code"], "report_deleted");
        app.assert_ledger_adds_up().await;
    }
}

on_both! {
    async fn a_study_has_its_waves_and_follow_ups_and_outlives_any_of_them(app: TestApp) {
        let (caller, first) = finished(&app, &brief()).await;
        app.set_engine(Renamed("another", Scripted::new(0, 0.0)));
        let second = wave(&app, &caller, &first).await;
        let third = wave(&app, &caller, &second).await;
        let follow_up = |of: &str| json!({ "question": "Which colour?", "options": ["Red", "Green"], "same_panel_as": of });
        let colours = made(&app, &caller, &follow_up(&second)).await;
        let sizes = made(&app, &caller, &follow_up(&colours)).await;
        let failed = caller.created(&again(&third, &json!({}))).await;
        caller.send(Method::DELETE, &format!("/api/v1/reports/{failed}"), &[], "").await;
        app.run_jobs().await;
        let found = study(&caller, &first).await;
        assert_eq!((&found["study_id"], ids(&found["waves"])), (&json!(first), vec![&*first, &*second, &*third]));
        assert_eq!(ids(&found["follow_ups"]), [&*colours, &*sizes], "also one of a follow-up");
        assert_eq!(found["waves"][1]["wave"], 2);
        let columns = found["comparison"]["columns"].as_array().unwrap();
        let labels: Vec<&str> = columns.iter().map(|column| column["label"].as_str().unwrap()).collect();
        assert_eq!(labels, ["Wave 1", "Wave 2", "Wave 3"]);
        let pairs = found["comparison"]["pairs"].as_array().unwrap();
        assert_eq!((pairs[0]["rule"].as_str(), pairs.len()), (Some("independent"), 2), "another engine asked");
        for id in [&second, &third, &colours, &sizes] {
            assert_eq!(study(&caller, id).await, found, "any report names its study");
        }
        let stranger = app.caller(1).await;
        for id in [first.as_str(), "req_nothing"] {
            assert_eq!(stranger.get(&format!("/api/v1/studies/{id}")).await.status, StatusCode::NOT_FOUND);
        }
        delete(&caller, &first).await;
        let left = study(&caller, &first).await;
        assert_eq!((&left["study_id"], ids(&left["waves"])), (&json!(first), vec![&*second, &*third]));
        let fourth = wave(&app, &caller, &third).await;
        delete(&caller, &third).await;
        assert_eq!(ids(&study(&caller, &second).await["waves"]), [&*second, &*fourth], "the key is the first report's still");
        delete(&caller, &second).await;
        delete(&caller, &fourth).await;
        let rest = study(&caller, &sizes).await;
        assert_eq!((ids(&rest["waves"]).len(), ids(&rest["follow_ups"]).len(), &rest["comparison"]), (0, 2, &Value::Null));
        app.assert_ledger_adds_up().await;
    }
}

on_both! {
    async fn a_study_compares_its_last_six_waves(app: TestApp) {
        let (caller, first) = finished(&app, &brief()).await;
        assert_eq!(study(&caller, &first).await["comparison"], Value::Null, "one wave has nothing to be compared with");
        let mut last = first.clone();
        for _ in 0..6 {
            last = wave(&app, &caller, &last).await;
        }
        let found = study(&caller, &first).await;
        let columns = found["comparison"]["columns"].as_array().unwrap();
        let labels: Vec<&str> = columns.iter().map(|column| column["label"].as_str().unwrap()).collect();
        assert_eq!(labels, ["Wave 2", "Wave 3", "Wave 4", "Wave 5", "Wave 6", "Wave 7"]);
        assert_eq!(found["waves"].as_array().unwrap().len(), 7);
    }
}

on_both! {
    async fn the_button_asks_again_once_and_the_page_shows_the_waves(app: TestApp) {
        let account = app.new_account(350).await;
        let (caller, browser) = (app.caller_of(account, None).await, app.browser_of(account).await);
        let first = caller.created(&brief_with(&json!({ "sample_size": 100, "question": "Which <b>name</b> fits?" }))).await;
        app.run_jobs().await;
        let page = browser.get(&format!("/reports/{first}")).await.text();
        assert!(page.contains(&format!("action=\"/reports/{first}/again\"")), "{page}");
        assert!(page.contains("to 100 new respondents, as the next wave") && page.contains("cost 100 credits"), "{page}");
        assert!(!page.contains("/studies/"), "a report that nothing follows is no study");
        app.advance(MINUTE);
        let press = async |id: &str, key: &str| browser.submit(&format!("/reports/{id}/again"), &[("form_key", key)]).await;
        let pressed = press(&first, "one").await;
        let twice = press(&first, "one").await;
        assert_eq!((pressed.status, pressed.header("location")), (StatusCode::SEE_OTHER, twice.header("location")));
        let second = pressed.header("location").unwrap().strip_prefix("/reports/").unwrap().to_owned();
        assert_eq!(caller.credits_left().await, 150, "a button pressed twice is one wave");
        app.run_jobs().await;

        let csv = format!("choice\n{}{}", "Drift\n".repeat(40), "Lull\n".repeat(5));
        let added = caller.send(Method::POST, &format!("/api/v1/reports/{second}/people"), &[("content-type", "text/csv")], csv).await;
        assert_eq!(added.status, StatusCode::CREATED, "{}", added.text());
        let asked = json!({ "question": "Which colour?", "options": ["Red", "Green"], "same_panel_as": second });
        let follow_up = caller.created(&asked).await;
        app.run_jobs().await;
        let report = browser.get(&format!("/reports/{second}")).await.text();
        assert!(report.contains(&format!("href=\"/studies/{first}\"")), "{report}");
        let of_follow_up = browser.get(&format!("/reports/{follow_up}")).await.text();
        assert!(of_follow_up.contains(&format!("href=\"/studies/{first}\"")) && !of_follow_up.contains("/again"), "{of_follow_up}");
        for (language, words) in [
            ("en", ["Wave 2", "Ask again", "People’s answers", "answered", "Follow-ups"]),
            ("es", ["Oleada 2", "Volver a preguntar", "Respuestas de personas", "respuestas del", "seguimiento"]),
            ("zh", ["第 2 轮", "再问一次", "真人回答", "作答", "追问"]),
        ] {
            let page = browser.get_with(&format!("/studies/{first}"), &[("accept-language", language)]).await;
            assert_eq!((page.status, page.header("cache-control")), (StatusCode::OK, Some("private, no-store")));
            let text = page.text();
            for words in words {
                assert!(text.contains(words), "{words}: {text}");
            }
            assert!(!text.contains("study-") && !text.contains("compare-") && !text.contains("<b>name"), "{text}");
            assert!(text.contains("<polyline class=\"line\"") && text.contains("class=\"people\""), "{text}");
            assert!(text.contains(&format!("/reports/{follow_up}")) && text.contains(&format!("/reports/{second}/again")), "{text}");
        }
        let stranger = app.browser_of(app.new_account(1000).await).await;
        assert_eq!(stranger.get(&format!("/studies/{first}")).await.status, StatusCode::NOT_FOUND);
        let theirs = stranger.submit(&format!("/reports/{first}/again"), &[("form_key", "x")]).await;
        assert_eq!(theirs.status, StatusCode::NOT_FOUND);

        let short = press(&second, "two").await;
        assert_eq!(short.status, StatusCode::UNPROCESSABLE_ENTITY, "the follow-up took the last credits");
        assert!(short.text().contains("This report needs 100 credits"), "{}", short.text());
        let follow_up = press(&follow_up, "three").await;
        assert_eq!(follow_up.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(follow_up.text().contains("can’t be asked again"), "{}", follow_up.text());
        app.assert_ledger_adds_up().await;
    }
}
