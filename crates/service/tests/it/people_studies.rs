//! Learning from an account's studies: only with consent, from enough people, scored by the forecast sealed before
//! anyone answered, and deleted on request.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use primitives::ids::{AccountId, ReportId};
use serde_json::{Value, json};
use store::Study;

use crate::people_survey::{finished, opened};
use testing::on_both;
use testing::support::{Caller, TestApp, brief, brief_with};

/// Returns a CSV of `count` people, a quarter for Nod and the others for Lull; `from` makes files differ.
fn people(from: usize, count: usize) -> String {
    let row = |n: usize| format!("{},{}\n", if n.is_multiple_of(4) { "Nod" } else { "Lull" }, 18 + n);
    "choice,age\n".to_owned() + &(from..from + count).map(row).collect::<String>()
}

/// Adds people and waits for the background work.
async fn add(app: &TestApp, caller: &Caller, id: &str, csv: String) {
    let path = format!("/api/v1/reports/{id}/people");
    let answer = caller.send(Method::POST, &path, &[("content-type", "text/csv")], csv).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
    followed(app, id).await;
}

async fn followed(app: &TestApp, id: &str) {
    app.app.people_followed(ReportId::parse(id).unwrap()).await;
}

/// Gives consent like the account's page, without the background work that follows.
async fn agree(app: &TestApp, account: AccountId) {
    app.app.store.set_learning(account, true).await.unwrap();
}

async fn studies(app: &TestApp, account: AccountId) -> Vec<Study> {
    app.app.store.studies(account).await.unwrap()
}

async fn finished_and_agreed(app: &TestApp) -> (Caller, String, AccountId) {
    let (caller, id) = finished(app, &brief()).await;
    let account = caller.account.unwrap();
    agree(app, account).await;
    (caller, id, account)
}

/// Creates another report of the same account and returns its result.
async fn later(app: &TestApp, caller: &Caller, changes: &Value) -> Value {
    let id = caller.created(&brief_with(changes)).await;
    app.run_jobs().await;
    caller.report(&id).await["result"].clone()
}

on_both! {
    async fn what_is_scored_is_the_sealed_forecast_and_later_reports_say_how_it_did(app: TestApp) {
        let (caller, id, account) = finished_and_agreed(&app).await;
        let sealed = caller.get(&format!("/api/v1/reports/{id}")).await.bytes;
        add(&app, &caller, &id, people(0, 40)).await;
        let result = caller.report(&id).await["result"].clone();
        let forecast: Vec<f64> =
            result["analysis"]["winner"]["shares"].as_array().unwrap().iter().map(|it| it["share"].as_f64().unwrap()).collect();
        let learned = studies(&app, account).await;
        assert_eq!((learned.len(), learned[0].people), (1, 40));
        assert_eq!(learned[0].forecast, forecast);
        let told = [0.0, 0.75, 0.25];
        let is_near = |(share, told): (&f64, &f64)| (share - told).abs() < 0.02;
        assert!(learned[0].shares.iter().zip(&told).all(is_near), "weighed to the audience: {:?}", learned[0].shares);
        assert_eq!(caller.get(&format!("/api/v1/reports/{id}")).await.bytes, sealed, "a finished report never changes");
        assert!(result["method"].get("own_studies").is_none(), "no report is judged by its own people");

        let next = later(&app, &caller, &json!({})).await;
        let distance = |shares: &[f64]| -> f64 { shares.iter().zip(&learned[0].shares).map(|(a, b)| (a - b).abs()).sum() };
        let skill = 100.0 * (1.0 - distance(&forecast) / distance(&[1.0 / 3.0; 3]));
        let own = &next["method"]["own_studies"];
        assert_eq!((&own["studies"], &own["people"]), (&json!(1), &json!(40)), "{own}");
        assert!((own["skill"].as_f64().unwrap() - skill).abs() <= 0.05, "{own} for {skill}");
    }
}

on_both! {
    async fn nothing_is_learned_before_the_account_agrees_and_nothing_is_kept_once_it_withdraws(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let account = caller.account.unwrap();
        add(&app, &caller, &id, people(0, 40)).await;
        assert_eq!((app.app.update_due_studies().await.unwrap(), studies(&app, account).await.len()), (0, 0));
        agree(&app, account).await;
        assert_eq!(app.app.update_due_studies().await.unwrap(), 1, "what a process that ended left undone is done by the next");
        assert_eq!(app.app.update_due_studies().await.unwrap(), 0, "once");
        let learned = studies(&app, account).await.remove(0);
        assert_eq!(studies(&app, app.new_account(0).await).await, [], "nobody else's");
        app.app.store.set_learning(account, false).await.unwrap();
        assert_eq!(studies(&app, account).await, []);
        assert!(!app.app.store.keep_study(&learned).await.unwrap(), "not even by a process that was at it");
        let next = later(&app, &caller, &json!({})).await;
        assert!(next["method"].get("own_studies").is_none());
    }
}

on_both! {
    async fn a_study_begins_with_thirty_people_and_grows_with_them(app: TestApp) {
        let (caller, id, account) = finished_and_agreed(&app).await;
        add(&app, &caller, &id, people(0, 29)).await;
        assert_eq!(studies(&app, account).await, []);
        add(&app, &caller, &id, people(29, 1)).await;
        let first = studies(&app, account).await.remove(0);
        add(&app, &caller, &id, people(30, 10)).await;
        let second = studies(&app, account).await.remove(0);
        assert_eq!((first.people, second.people), (30, 40));
        assert!(!app.app.store.keep_study(&first).await.unwrap(), "answers that have changed since are not learned from");
        assert_eq!(studies(&app, account).await, [second]);
    }
}

on_both! {
    with |flags| flags.people_keep_days = Some(30);
    async fn a_study_outlives_old_answers_and_goes_with_deleted_ones(app: TestApp) {
        app.freeze_lease_clock().await;
        let (caller, id, account) = finished_and_agreed(&app).await;
        add(&app, &caller, &id, people(0, 40)).await;
        app.run_on(Duration::from_secs(31 * 24 * 60 * 60)).await;
        add(&app, &caller, &id, people(40, 32)).await;
        assert_eq!(app.app.forget_people().await.unwrap(), 0);
        app.run_on(Duration::from_secs(24 * 60 * 60)).await;
        assert_eq!(app.app.forget_people().await.unwrap(), 40);
        app.app.update_due_studies().await.unwrap();
        assert_eq!(studies(&app, account).await[0].people, 72, "it is made of shares, so nothing of anybody is kept");

        let path = format!("/api/v1/reports/{id}/people");
        let answer = caller.get(&path).await.json()["answers"][0]["answer_id"].as_str().unwrap().to_owned();
        assert_eq!(caller.send(Method::DELETE, &format!("{path}/{answer}"), &[], "").await.status, StatusCode::NO_CONTENT);
        followed(&app, &id).await;
        assert_eq!(studies(&app, account).await[0].people, 31, "an owner who takes an answer back takes back what was learned from it, and the others still count");
        assert_eq!(caller.send(Method::DELETE, &path, &[], "").await.status, StatusCode::NO_CONTENT);
        followed(&app, &id).await;
        app.app.update_due_studies().await.unwrap();
        assert_eq!(studies(&app, account).await, []);
    }
}

on_both! {
    async fn a_survey_is_learned_from_when_it_closes_and_the_people_of_files_stay_when_it_is_deleted(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let account = caller.account.unwrap();
        opened(&caller, &id, &json!({})).await;
        add(&app, &caller, &id, people(0, 30)).await;
        agree(&app, account).await;
        let survey = format!("/api/v1/reports/{id}/survey");
        let closing = json!({ "state": "closed" }).to_string();
        let closed = caller.send(Method::PATCH, &survey, &[("content-type", "application/json")], closing).await;
        assert_eq!(closed.status, StatusCode::OK, "{}", closed.text());
        followed(&app, &id).await;
        assert_eq!(studies(&app, account).await.len(), 1);
        assert_eq!(caller.send(Method::DELETE, &survey, &[], "").await.status, StatusCode::NO_CONTENT);
        followed(&app, &id).await;
        assert_eq!(studies(&app, account).await[0].people, 30);
    }
}

on_both! {
    async fn reports_say_it_in_their_language_with_one_study_and_with_several(app: TestApp) {
        let (caller, first, account) = finished_and_agreed(&app).await;
        let page = |result: Value| {
            let path = result["report_url"].as_str().unwrap().strip_prefix("https://canvass.example").unwrap().to_owned();
            let reader = app.stranger(None);
            async move { reader.get(&path).await.text() }
        };
        let before = later(&app, &caller, &json!({ "question": "Which name is calmer?" })).await;
        let second = before["report_url"].clone();
        assert!(!page(before).await.contains("On your own"), "{second}");
        add(&app, &caller, &first, people(0, 30)).await;
        let one = page(later(&app, &caller, &json!({})).await).await;
        assert!(one.contains("On your own study: skill ") && one.contains("30 people answered it"), "{one}");
        let another = caller.created(&brief()).await;
        app.run_jobs().await;
        add(&app, &caller, &another, people(0, 30)).await;
        assert_eq!(studies(&app, account).await.len(), 2);
        for (language, words) in
            [("en", "On your own 2 studies: skill "), ("es", "En los 2 estudios de esta cuenta: acierto "), ("zh", "在您自己的 2 项调研中：准确度 ")]
        {
            let page = page(later(&app, &caller, &json!({ "language": language })).await).await;
            assert!(page.contains(words), "{words} in {page}");
        }
    }
}

on_both! {
    async fn the_account_page_asks_first_says_what_is_kept_and_takes_no_for_an_answer(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let account = caller.account.unwrap();
        let browser = app.browser_of(account).await;
        for (language, kept, agree) in [
            ("en", "No individual answers are kept", "I agree"),
            ("es", "Ninguna respuesta individual.", "Acepto"),
            ("zh", "不保留任何人的单份回答", "我同意"),
        ] {
            let page = browser.get_with("/account", &[("accept-language", language)]).await.text();
            assert!(page.contains(kept) && page.contains(agree) && page.contains("30"), "{page}");
        }
        let learn = async |choice: &str| browser.submit("/account/learning", &[("learn", choice)]).await;
        let agreed = learn("yes").await;
        assert_eq!((agreed.status, agreed.header("location")), (StatusCode::SEE_OTHER, Some("/account?changed=learning")));
        add(&app, &caller, &id, people(0, 30)).await;
        assert_eq!(studies(&app, account).await.len(), 1);
        let page = browser.get("/account?changed=learning").await.text();
        assert!(page.contains("role=\"status\">Saved.") && page.contains("Withdraw") && !page.contains("I agree"), "{page}");
        assert_eq!(learn("maybe").await.status, StatusCode::BAD_REQUEST);
        let headers = [("content-type", "application/x-www-form-urlencoded"), ("origin", "https://evil.example")];
        let elsewhere = browser.send(Method::POST, "/account/learning", &headers, "learn=no").await;
        assert_eq!((elsewhere.status, studies(&app, account).await.len()), (StatusCode::FORBIDDEN, 1));
        learn("no").await;
        assert_eq!(studies(&app, account).await, []);
        assert!(browser.get("/account?changed=learning").await.text().contains("role=\"status\">Withdrawn."));
    }
}
