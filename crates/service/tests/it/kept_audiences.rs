//! Audiences that an account keeps: by the API and in the workspace, and what reports take from them.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use testing::on_both;
use testing::support::{Answer, Caller, brief_with, brief_without};

const AUDIENCES: &str = "/api/v1/audiences";
const WORDS: &str = "women in Mexico aged 30 to 44 who drink coffee";

async fn keep(caller: &Caller, body: &Value) -> Answer {
    caller.post_json(AUDIENCES, body).await
}

async fn kept(caller: &Caller, name: &str) -> Value {
    let body = json!({ "name": name, "audience_description": WORDS, "default_sample_size": 60 });
    let answer = keep(caller, &body).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
    answer.json()
}

/// The brief of the contract's example with a kept audience, and no size of its own.
fn asking(audience: &Value) -> Value {
    let mut body = brief_without("sample_size");
    body["audience_id"] = audience["audience_id"].clone();
    body
}

async fn delete(caller: &Caller, audience: &Value) -> StatusCode {
    let path = format!("{AUDIENCES}/{}", audience["audience_id"].as_str().unwrap());
    caller.send(Method::DELETE, &path, &[], "").await.status
}

#[track_caller]
fn assert_refused(answer: &Answer, field: &str) {
    assert_eq!(
        (answer.status, answer.json()["field"].as_str()),
        (StatusCode::BAD_REQUEST, Some(field)),
        "{}",
        answer.text()
    );
}

on_both! {
    async fn an_audience_is_kept_listed_read_and_deleted(app: TestApp) {
        let caller = app.caller(1000).await;
        let first = kept(&caller, "Coffee").await;
        assert_eq!((&first["name"], &first["audience_description"]), (&json!("Coffee"), &json!(WORDS)));
        let understood = &first["audience_filters"];
        assert_eq!((&understood["countries"], &understood["sexes"]), (&json!(["MX"]), &json!(["female"])));
        assert_eq!((&understood["age_min"], &understood["age_max"]), (&json!(30), &json!(44)));
        assert!(understood["description"].as_str().unwrap().starts_with("Women aged 30 to 44 in Mexico."), "{understood}");
        assert!((5_000_000..20_000_000).contains(&first["people"].as_u64().unwrap()), "{first}");
        assert_eq!(first["default_sample_size"], 60);

        app.advance(Duration::from_secs(1));
        let filters = json!({ "name": "Spain", "audience_filters": { "countries": ["ES"], "age_max": 29 }, "language": "es" });
        let second = keep(&caller, &filters).await.json();
        assert_eq!((second.get("audience_description"), &second["default_sample_size"]), (None, &json!(100)));
        assert!(second["audience_filters"]["description"].as_str().unwrap().contains("España"), "{second}");
        assert_eq!(caller.get(AUDIENCES).await.json(), json!({ "audiences": [second, first] }), "newest first");
        let path = format!("{AUDIENCES}/{}", first["audience_id"].as_str().unwrap());
        assert_eq!(caller.get(&path).await.json(), first);
        assert_eq!(delete(&caller, &first).await, StatusCode::NO_CONTENT);
        assert_eq!(delete(&caller, &first).await, StatusCode::NOT_FOUND);
        assert_eq!(caller.get(&path).await.status, StatusCode::NOT_FOUND);
        assert_eq!(caller.get(AUDIENCES).await.json(), json!({ "audiences": [second] }));
        assert_eq!(caller.credits_left().await, 1000, "it costs nothing");
    }
}

on_both! {
    async fn a_report_asks_the_kept_audience_and_keeps_its_copy(app: TestApp) {
        let caller = app.caller(1000).await;
        let audience = kept(&caller, "Coffee").await;
        let estimate = caller.post_json("/api/v1/estimates", &asking(&audience)).await.json();
        assert_eq!(estimate["credits_estimated"], 60, "its usual sample");
        let id = caller.created(&asking(&audience)).await;
        assert_eq!(delete(&caller, &audience).await, StatusCode::NO_CONTENT, "before the report ran");
        app.run_jobs().await;
        let input = caller.report(&id).await["result"]["research_input"].clone();
        assert_eq!((&input["audience_id"], &input["sample_size"]), (&audience["audience_id"], &json!(60)));
        let mut understood = audience["audience_filters"].clone();
        understood["description"] = input["audience_filters"]["description"].clone();
        assert_eq!(input["audience_filters"], understood);

        // A follow-up asks the same people also when the audience is gone.
        let follow_up = json!({ "question": "Which colour?", "options": ["Red", "Green"], "same_panel_as": id });
        let followed = caller.created(&follow_up).await;
        app.run_jobs().await;
        let followed = caller.report(&followed).await["result"]["research_input"].clone();
        assert_eq!(followed["audience_filters"], input["audience_filters"]);
        app.assert_ledger_adds_up().await;
    }
}

on_both! {
    async fn a_report_may_have_another_size_and_no_other_audience(app: TestApp) {
        let caller = app.caller(1000).await;
        let audience = kept(&caller, "Coffee").await;
        let with = |changes: &Value| {
            let mut body = asking(&audience);
            body.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
            body
        };
        let sized = caller.create(&with(&json!({ "sample_size": 80 }))).await;
        assert_eq!(sized.json()["credits_estimated"], 80);
        assert_refused(&caller.create(&with(&json!({ "audience_description": "teachers" }))).await, "audience_id");
        assert_refused(&caller.create(&with(&json!({ "audience_filters": {} }))).await, "audience_id");
        let panel = caller.created(&brief_with(&json!({}))).await;
        app.run_jobs().await;
        let follow_up = json!({ "question": "Which colour?", "options": ["Red", "Green"], "same_panel_as": panel,
            "audience_id": audience["audience_id"] });
        assert_refused(&caller.create(&follow_up).await, "audience_id");
    }
}

on_both! {
    async fn another_accounts_audience_does_not_exist(app: TestApp) {
        let (caller, stranger) = (app.caller(1000).await, app.caller(1000).await);
        let audience = kept(&caller, "Coffee").await;
        let path = format!("{AUDIENCES}/{}", audience["audience_id"].as_str().unwrap());
        assert_eq!(stranger.get(&path).await.status, StatusCode::NOT_FOUND);
        assert_eq!(delete(&stranger, &audience).await, StatusCode::NOT_FOUND);
        assert_eq!(stranger.get(AUDIENCES).await.json(), json!({ "audiences": [] }));
        let refused = stranger.create(&asking(&audience)).await;
        assert_refused(&refused, "audience_id");
        for unknown in ["aud_nothing", "", "aud_01ARZ3NDEKTSV4RRFFQ69G5FAV", "' OR 1=1 --"] {
            let answer = stranger.create(&asking(&json!({ "audience_id": unknown }))).await;
            assert_eq!(answer.json(), refused.json(), "{unknown}");
        }
        assert_eq!(kept(&stranger, "Coffee").await["name"], "Coffee", "names are each account's own");
        assert_eq!(caller.get(&path).await.status, StatusCode::OK);
    }
}

on_both! {
    async fn a_request_sent_again_keeps_one_audience_and_a_name_means_one(app: TestApp) {
        let caller = app.caller(1000).await;
        let body = json!({ "name": " Coffee ", "audience_description": WORDS, "default_sample_size": 60 });
        let (first, again) = (keep(&caller, &body).await, keep(&caller, &body).await);
        assert_eq!((again.status, again.json()), (StatusCode::CREATED, first.json()));
        assert_eq!((first.header("idempotency-replayed"), again.header("idempotency-replayed")), (None, Some("true")));
        let other = keep(&caller, &json!({ "name": "Coffee", "audience_description": "adults in Spain" })).await;
        assert_eq!((other.status, &other.json()["error"]["code"]), (StatusCode::CONFLICT, &json!("audience_exists")));
        let count = "SELECT COUNT(*) FROM kept_audiences";
        assert_eq!(app.database.integer(count).await, 1);
    }
}

on_both! {
    async fn a_report_sent_again_after_its_audience_was_deleted_is_not_created_again(app: TestApp) {
        let caller = app.caller(1000).await;
        let audience = kept(&caller, "Coffee").await;
        let first = caller.create_with_key("again", &asking(&audience)).await;
        assert_eq!(delete(&caller, &audience).await, StatusCode::NO_CONTENT);
        let again = caller.create_with_key("again", &asking(&audience)).await;
        assert_eq!((again.status, again.json()), (StatusCode::ACCEPTED, first.json()));
        assert_refused(&caller.create_with_key("another", &asking(&audience)).await, "audience_id");
        app.assert_ledger_adds_up().await;
    }
}

on_both! {
    async fn what_cannot_be_kept_is_refused_with_its_field(app: TestApp) {
        let caller = app.caller(1000).await;
        for (body, field) in [
            (json!({ "name": "", "audience_description": WORDS }), "name"),
            (json!({ "name": "x".repeat(81), "audience_description": WORDS }), "name"),
            (json!({ "name": "a\nb", "audience_description": WORDS }), "name"),
            (json!({ "name": "\u{200B}", "audience_description": WORDS }), "name"),
            (json!({ "name": "a" }), "audience_description"),
            (json!({ "name": "a", "audience_description": "x".repeat(2001) }), "audience_description"),
            (json!({ "name": "a", "audience_description": "people over 60 and under 30" }), "audience_description"),
            (json!({ "name": "a", "audience_description": WORDS, "audience_filters": {} }), "audience_filters"),
            (json!({ "name": "a", "audience_filters": { "sexes": ["x"] } }), "audience_filters.sexes[0]"),
            (json!({ "name": "a", "audience_description": WORDS, "default_sample_size": 49 }), "default_sample_size"),
            (json!({ "name": "a", "audience_description": WORDS, "language": "fr" }), "language"),
            (json!({ "name": "a", "audience_description": WORDS, "size": 60 }), "size"),
        ] {
            assert_refused(&keep(&caller, &body).await, field);
        }
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM kept_audiences").await, 0);
        let hostile = "<script>alert(1)</script>'\"; DROP TABLE kept_audiences; --";
        let answer = keep(&caller, &json!({ "name": hostile, "audience_description": WORDS })).await;
        assert_eq!(answer.json()["name"], hostile, "a name is data");
    }
}

on_both! {
    async fn an_account_keeps_two_hundred_audiences(app: TestApp) {
        let caller = app.caller(1000).await;
        let first = kept(&caller, "0").await;
        let account = caller.account.unwrap();
        let audience = app.app.store.kept_audiences(account).await.unwrap().remove(0);
        for number in 1..store::KEPT_AUDIENCES_MAX {
            app.advance(Duration::from_millis(1));
            let id = primitives::ids::AudienceId::new(app.app.clock.now(), &app.app.chance);
            let next = store::KeptAudience { id, name: number.to_string(), ..audience.clone() };
            assert_eq!(app.app.store.keep_audience(account, &next).await.unwrap(), store::Keeping::Kept);
        }
        let body = json!({ "name": "one more", "audience_description": WORDS });
        let full = keep(&caller, &body).await;
        assert_eq!((full.status, &full.json()["error"]["code"]), (StatusCode::CONFLICT, &json!("too_many_audiences")));
        assert_eq!(delete(&caller, &first).await, StatusCode::NO_CONTENT);
        assert_eq!(keep(&caller, &body).await.status, StatusCode::CREATED);
    }
}

on_both! {
    async fn the_workspace_keeps_offers_and_deletes_audiences(app: TestApp) {
        let account = app.new_account(1000).await;
        let (caller, browser) = (app.caller_of(account, None).await, app.browser_of(account).await);
        assert!(browser.get("/audiences").await.text().contains("No saved audiences yet"));
        assert!(!browser.get("/reports/new").await.text().contains("id=\"audience_id\""), "there is none to choose");
        let hostile = "<img src=x onerror=alert(1)>";
        let fields = [("name", hostile), ("audience_description", WORDS), ("sample_size", "60")];
        let saved = browser.submit("/audiences", &fields).await;
        assert_eq!((saved.status, saved.header("location")), (StatusCode::SEE_OTHER, Some("/audiences")));
        let page = browser.get("/audiences").await.text();
        assert!(page.contains("Women aged 30 to 44 in Mexico.") && page.contains(WORDS), "{page}");
        assert!(!page.contains(hostile), "a name is data");
        let wrong = browser.submit("/audiences", &[("name", hostile), ("audience_description", "adults in Spain"), ("sample_size", "60")]).await;
        assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(wrong.text().contains("You have saved another audience under this name."), "{}", wrong.text());

        let id = caller.get(AUDIENCES).await.json()["audiences"][0]["audience_id"].as_str().unwrap().to_owned();
        let form = browser.get(&format!("/reports/new?audience_id={id}")).await.text();
        assert!(form.contains(&format!("<option value=\"{id}\" data-sample=\"60\" selected>")), "{form}");
        assert!(form.contains("value=\"60\""), "its usual sample: {form}");
        assert_eq!(browser.get("/reports/new?audience_id=aud_nothing").await.status, StatusCode::NOT_FOUND);
        let draft = |words: &'static str| {
            [
                ("question", "Which colour?".to_owned()), ("options", "Red\nGreen".to_owned()), ("audience_id", id.clone()),
                ("audience_description", words.to_owned()), ("sample_size", "60".to_owned()), ("language", "en".to_owned()),
                ("form_key", words.to_owned()),
            ]
        };
        let send = async |fields: &[(&str, String)]| {
            let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
            browser.submit("/reports/new", &fields).await
        };
        let preview = send(&[&draft("")[..], &[("preview", "yes".to_owned())]].concat()).await.text();
        assert!(preview.contains("Women aged 30 to 44 in Mexico."), "{preview}");
        let both = send(&draft("teachers")).await;
        assert_eq!(both.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(both.text().contains("Choose a saved audience or describe one, not both."), "{}", both.text());
        let created = send(&draft("")).await;
        let report = created.header("location").unwrap().strip_prefix("/reports/").unwrap().to_owned();
        app.run_jobs().await;
        assert_eq!(caller.report(&report).await["result"]["research_input"]["audience_id"], json!(id));
        let again = browser.get(&format!("/reports/new?from={report}")).await.text();
        assert!(again.contains(&format!("<option value=\"{id}\" data-sample=\"60\" selected>")), "{again}");

        let stranger = app.browser_of(app.new_account(0).await).await;
        assert_eq!(stranger.submit(&format!("/audiences/{id}/delete"), &[]).await.status, StatusCode::NOT_FOUND);
        let deleted = browser.submit(&format!("/audiences/{id}/delete"), &[]).await;
        assert_eq!(deleted.header("location"), Some("/audiences"));
        let again = browser.get(&format!("/reports/new?from={report}")).await.text();
        assert!(again.contains(WORDS), "what was asked is described where it is no longer kept: {again}");
        let gone = send(&draft("")).await;
        assert_eq!(gone.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(gone.text().contains("This saved audience no longer exists."), "{}", gone.text());
    }
}

on_both! {
    async fn the_form_keeps_the_audience_it_understood(app: TestApp) {
        let account = app.new_account(1000).await;
        let (caller, browser) = (app.caller_of(account, None).await, app.browser_of(account).await);
        let fields = |name: &'static str, words: &'static str, button: &'static str| {
            [
                ("question", "Which tea do people in Spain like best?"), ("options", "Red\nGreen"), ("audience_id", ""),
                ("audience_description", words), ("sample_size", "70"), ("language", "en"), ("form_key", name),
                ("audience_name", name), (button, "yes"),
            ]
        };
        let preview = browser.submit("/reports/new", &fields("", "nurses", "preview")).await.text();
        assert!(preview.contains("Save this audience as") && preview.contains("Adults aged 18 and over in Spain."), "{preview}");
        for (name, words, message) in [
            ("", "nurses", "Give it a name of 1 to 80 characters."),
            ("Nurses", "", "Describe the audience first."),
            ("Nurses", "people over 60 and under 30", "60"),
        ] {
            let refused = browser.submit("/reports/new", &fields(name, words, "keep")).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{name} {words}");
            assert!(refused.text().contains(message), "{}", refused.text());
        }
        let kept = browser.submit("/reports/new", &fields("Nurses", "nurses", "keep")).await;
        assert_eq!(kept.status, StatusCode::OK);
        assert!(kept.text().contains("The audience “Nurses” is saved."), "{}", kept.text());
        assert!(kept.text().contains("selected>Nurses</option>"), "{}", kept.text());
        let listed = caller.get(AUDIENCES).await.json()["audiences"][0].clone();
        assert_eq!(listed["audience_filters"]["countries"], json!(["ES"]), "the place that the question named stays");
        assert_eq!(listed["default_sample_size"], 70);
        app.advance(Duration::from_secs(1));
        // With a name, the button that creates the report keeps the audience, too.
        let created = browser.submit("/reports/new", &fields("Teachers", "teachers in Chile", "other")).await;
        assert_eq!(created.status, StatusCode::SEE_OTHER, "{}", created.text());
        let names: Vec<Value> = caller.get(AUDIENCES).await.json()["audiences"].as_array().unwrap().iter().map(|it| it["name"].clone()).collect();
        assert_eq!(names, ["Teachers", "Nurses"]);
        assert_eq!(caller.credits_left().await, 1000 - 70);
    }
}
