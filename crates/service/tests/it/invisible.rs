//! Texts of invisible characters: refused where a text is required, and unable to make two options of one.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::people_survey::{finished, opened};
use testing::on_both;
use testing::support::{Caller, TestApp, brief, brief_with};

const UNSEEN: [&str; 5] = ["\u{200b}", "\u{2060}\u{feff}", "\u{3164}", "\u{2800}", " \u{ad}\u{202e} "];

on_both! {
    async fn a_question_or_option_of_nothing_visible_is_refused_and_costs_nothing(app: TestApp) {
        let caller = app.caller(1000).await;
        let refused = async |changes: Value, field: &str| {
            let answer = caller.create(&brief_with(&changes)).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{changes}");
            let message = answer.json()["message"].as_str().unwrap().to_owned();
            assert!(message.contains(field), "{changes}: {message}");
        };
        for unseen in UNSEEN {
            refused(json!({ "question": unseen }), "question").await;
            refused(json!({ "options": ["Drift", unseen] }), "options[1]").await;
            refused(json!({ "options": ["Drift", format!("Drift{unseen}")] }), "options[1] repeats options[0]").await;
            refused(json!({ "options": ["Drift", format!("{unseen}DRIFT")] }), "options[1] repeats options[0]").await;
        }
        assert_eq!(caller.credits_left().await, 1000);
        let id = caller.created(&brief_with(&json!({ "audience_description": UNSEEN[0] }))).await;
        let same = caller.created(&brief()).await;
        app.run_jobs().await;
        let audience = async |id: &str| caller.report(id).await["result"]["research_input"]["audience_filters"].clone();
        assert_eq!(audience(&id).await, audience(&same).await, "nobody was described");
    }
}

on_both! {
    async fn emoji_and_scripts_that_need_unseen_characters_keep_them(app: TestApp) {
        let caller = app.caller(1000).await;
        let options = json!(["👩‍👩‍👧", "👩👩👧", "می\u{200c}خواهم", "❤️‍🔥"]);
        let id = caller.created(&brief_with(&json!({ "options": options }))).await;
        app.run_jobs().await;
        assert_eq!(caller.report(&id).await["result"]["research_input"]["options"], options);
    }
}

async fn keys(app: &TestApp, browser: &Caller) -> Vec<String> {
    let keys = app.app.store.keys(browser.account.unwrap()).await.unwrap();
    keys.into_iter().map(|key| key.name).collect()
}

on_both! {
    async fn names_of_keys_and_of_who_asks_are_seen(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let browser = app.browser_of(app.new_account(0).await).await;
        for unseen in UNSEEN {
            let refused = browser.submit("/keys", &[("name", unseen), ("expires", "7")]).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{unseen:?}");
        }
        browser.submit("/keys", &[("name", "night\u{200b}ly\u{202e}"), ("expires", "7")]).await;
        assert_eq!(keys(&app, &browser).await, ["nightly"]);
        let survey = opened(&caller, &id, &json!({ "asker": " \u{200b} " })).await;
        assert_eq!(survey["asker"], Value::Null);
        let (caller, id) = finished(&app, &brief()).await;
        let survey = opened(&caller, &id, &json!({ "asker": "The sleep\u{2060} team" })).await;
        assert_eq!(survey["asker"], "The sleep team");
    }
}

on_both! {
    async fn an_address_with_unseen_characters_opens_no_second_account(app: TestApp) {
        let stranger = app.stranger(None);
        let sign_up = async |email: &str| stranger.submit("/sign-up", &[("email", email), ("password", "correct horse battery")]).await;
        assert_eq!(sign_up("ana@example.com").await.status, StatusCode::SEE_OTHER);
        assert_eq!(sign_up("ana\u{200b}@example.com").await.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM accounts").await, 1);
    }
}
