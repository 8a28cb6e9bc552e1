//! The account's country: chosen on its page, and used where a question names no audience.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use testing::on_both;
use testing::support::{Caller, brief, brief_with};

async fn choose(browser: &Caller, country: &str) {
    let answer = browser.submit("/account/country", &[("country", country)]).await;
    assert_eq!((answer.status, answer.header("location")), (StatusCode::SEE_OTHER, Some("/account?changed=country")));
}

async fn filters(caller: &Caller, id: &str) -> Value {
    caller.report(id).await["result"]["research_input"]["audience_filters"].clone()
}

on_both! {
    async fn a_question_without_an_audience_is_asked_in_the_accounts_country(app: TestApp) {
        let account = app.new_account(1000).await;
        let (caller, browser) = (app.caller_of(account, None).await, app.browser_of(account).await);
        choose(&browser, "MX").await;
        let unnamed = caller.created(&brief()).await;
        let named = caller.created(&brief_with(&json!({ "audience_description": "adults in Chile" }))).await;
        let form = [
            ("question", "Which name fits a calm sleep app best?"),
            ("options", "Drift\nLull"),
            ("audience_description", ""),
            ("sample_size", "50"),
            ("language", "en"),
            ("form_key", "a form"),
        ];
        let preview = browser.submit("/reports/audience", &form).await.json();
        assert!(preview["description"].as_str().unwrap().contains("in Mexico"), "{preview}");
        let sent = browser.submit("/reports/new", &form).await;
        let from_form = sent.header("location").unwrap().replace("/reports/", "");
        choose(&browser, "").await;
        let without = caller.created(&brief()).await;
        app.run_jobs().await;

        for id in [&unnamed, &from_form] {
            let filters = filters(&caller, id).await;
            assert_eq!((&filters["countries"], &filters["basis"]), (&json!(["MX"]), &json!(["account"])), "{filters}");
        }
        assert_eq!(filters(&caller, &named).await["countries"], json!(["CL"]));
        assert_eq!(filters(&caller, &without).await["basis"], json!(["language"]));
    }
}

on_both! {
    async fn a_create_that_is_repeated_after_the_country_changed_is_the_same_report(app: TestApp) {
        let account = app.new_account(1000).await;
        let (caller, browser) = (app.caller_of(account, None).await, app.browser_of(account).await);
        choose(&browser, "MX").await;
        let first = caller.create_with_key("k", &brief()).await;
        for country in ["ES", ""] {
            choose(&browser, country).await;
            let again = caller.create_with_key("k", &brief()).await;
            assert_eq!((again.status, &again.bytes), (StatusCode::ACCEPTED, &first.bytes), "{country}");
            assert_eq!(again.header("idempotency-replayed"), Some("true"));
        }
        let other = caller.create_with_key("k", &brief_with(&json!({ "question": "Other?" }))).await;
        assert_eq!(other.status, StatusCode::CONFLICT);
        assert_eq!(caller.credits_left().await, 950);
    }
}

on_both! {
    async fn the_account_page_lists_countries_by_name_with_none_first(app: TestApp) {
        let browser = app.browser_of(app.new_account(0).await).await;
        choose(&browser, "DE").await;
        let page = browser.get_with("/account?changed=country", &[("accept-language", "es")]).await.text();
        assert!(page.contains("role=\"status\">Guardado."), "{page}");
        let place = |option: &str| page.find(option).unwrap_or_else(|| panic!("{option} in {page}"));
        let places = [
            "<option value=\"\">Ninguno",
            "<option value=\"AF\">Afganistán</option>",
            "<option value=\"DE\" selected>Alemania</option>",
            "<option value=\"EG\">Egipto</option>",
            "<option value=\"ES\">España</option>",
        ]
        .map(place);
        assert!(places.is_sorted(), "{places:?}");
        assert_eq!(page.matches(" selected").count(), 1);
    }
}

on_both! {
    async fn only_a_country_with_data_can_be_chosen_and_only_from_our_pages(app: TestApp) {
        let account = app.new_account(0).await;
        let browser = app.browser_of(account).await;
        for unknown in ["ZZ", "mx", "Mexico", "<b>"] {
            let answer = browser.submit("/account/country", &[("country", unknown)]).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{unknown}");
        }
        let headers = [("content-type", "application/x-www-form-urlencoded"), ("origin", "https://evil.example")];
        let elsewhere = browser.send(Method::POST, "/account/country", &headers, "country=MX").await;
        assert_eq!(elsewhere.status, StatusCode::FORBIDDEN);
        assert_eq!(app.app.store.account(account).await.unwrap().unwrap().country, None);
    }
}
