//! Comments of people in the report: as themes with quotes, masked, and only while their owner does not hide them.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use primitives::ids::ReportId;
use serde_json::{Value, json};

use crate::people_survey::{begun, finished, opened, path, people, questions, screens, skip_rest};
use testing::on_both;
use testing::support::{Backend, Caller, TestApp, brief_with};

const CSV: &str =
    "choice,comment\nLull,\"Call me on +44 20 7946 0958, I love it\"\nLull,My aunt hums it all day\nNod,<b>bold</b>\n";

async fn public(app: &TestApp, caller: &Caller, id: &str, below: &str) -> String {
    let report = caller.report(id).await;
    let token = report["result"]["report_url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    app.stranger(None).get(&format!("/r/{token}{below}")).await.text()
}

/// Adds people, and returns once what is stored for readers includes them.
async fn added(app: &TestApp, caller: &Caller, id: &str) {
    let at = format!("/api/v1/reports/{id}/people");
    assert_eq!(caller.send(Method::POST, &at, &[("content-type", "text/csv")], CSV).await.status, StatusCode::CREATED);
    app.app.people_followed(ReportId::parse(id).unwrap()).await;
}

/// Returns the answer whose comment contains these words. Rows of one file have no order among themselves.
fn with_comment<'a>(people: &'a Value, words: &str) -> &'a Value {
    let answers = people["answers"].as_array().unwrap();
    answers.iter().find(|answer| answer["comment"].as_str().is_some_and(|comment| comment.contains(words))).unwrap()
}

on_both! {
    async fn what_people_said_is_in_the_report_without_personal_data(app: TestApp) {
        let (caller, id) = finished(&app, &brief_with(&json!({}))).await;
        added(&app, &caller, &id).await;
        for below in ["", "/report.md"] {
            let page = public(&app, &caller, &id, below).await;
            assert!(page.contains("What people said") && page.contains("My aunt hums it all day"), "{page}");
            assert!(page.contains("Call me on •••, I love it") && !page.contains("7946"), "{page}");
            assert!(page.contains("3 people wrote a comment") && !page.contains("bold"), "{page}");
        }
        let own = people(&caller, &id).await;
        assert!(with_comment(&own, "7946")["comment"].is_string(), "the owner reads it as it was written");
    }
}

on_both! {
    async fn a_hidden_comment_is_in_no_report_until_it_is_shown_again(app: TestApp) {
        let (caller, id) = finished(&app, &brief_with(&json!({}))).await;
        added(&app, &caller, &id).await;
        let own = people(&caller, &id).await;
        let answer = with_comment(&own, "aunt hums")["answer_id"].as_str().unwrap().to_owned();
        let at = format!("/api/v1/reports/{id}/people/{answer}");
        let patch = async |body: &str| caller.send(Method::PATCH, &at, &[("content-type", "application/json")], body.to_owned()).await;
        assert_eq!(patch("{}").await.status, StatusCode::BAD_REQUEST);
        let hidden = patch("{\"is_comment_hidden\":true}").await.json();
        assert_eq!((&hidden["is_comment_hidden"], &hidden["is_counted"]), (&json!(true), &json!(true)));
        let owner = app.browser_of(caller.account.unwrap()).await;
        for below in ["", "/report.md"] {
            assert!(!public(&app, &caller, &id, below).await.contains("aunt hums"), "{below}");
            let own = owner.get(&format!("/reports/{id}/page{below}")).await.text();
            assert!(!own.contains("aunt hums") && own.contains("2 people wrote a comment"), "{below}");
        }
        let seen = people(&caller, &id).await;
        assert_eq!((&seen["people"], &seen["comments"]["people"]), (&json!(3), &json!(2)), "the choice still counts");
        let workspace = format!("/reports/{id}/people");
        assert!(owner.get(&workspace).await.text().contains("Show the comment"));
        let shown = owner.submit(&workspace, &[("answer", &answer), ("change", "show_comment")]).await;
        assert_eq!(shown.status, StatusCode::SEE_OTHER);
        assert!(public(&app, &caller, &id, "").await.contains("aunt hums"));
        let hidden = owner.submit(&workspace, &[("answer", &answer), ("change", "hide_comment")]).await;
        assert_eq!(hidden.status, StatusCode::SEE_OTHER);
        assert!(!public(&app, &caller, &id, "").await.contains("aunt hums"));
    }
}

on_both! {
    async fn an_owner_who_hides_respondents_hides_what_people_said(app: TestApp) {
        let (caller, id) = finished(&app, &brief_with(&json!({}))).await;
        added(&app, &caller, &id).await;
        app.database.run("UPDATE reports SET respondents_hidden = 1").await;
        let page = public(&app, &caller, &id, "").await;
        assert!(!page.contains("aunt hums") && page.contains("3 people wrote a comment"), "{page}");
        assert!(page.contains("does not share individual comments"), "{page}");
    }
}

on_both! {
    async fn reasons_concerns_and_comments_by_link_stand_beside_the_forecasts(app: TestApp) {
        let (caller, id) = finished(&app, &brief_with(&json!({}))).await;
        let path = path(&opened(&caller, &id, &json!({ "asker": "The sleep team" })).await);
        let intro = app.stranger(None).get(&path).await.text();
        assert!(intro.contains("may be quoted in a report"), "{intro}");
        let screens = screens(questions(&caller, &id).await);
        for _ in 0..3 {
            let browser = begun(&app, &path).await;
            app.advance(Duration::from_secs(30));
            let asked = screens.len() - 3;
            crate::people_survey::answer_all(&browser, &path, &screens[..asked]).await;
            skip_rest(&browser, &path, asked + 1, screens.len()).await;
        }
        app.app.people_followed(ReportId::parse(&id).unwrap()).await;
        let view = people(&caller, &id).await;
        assert_eq!((&view["reasons"]["people"], &view["concerns"]["people"]), (&json!(3), &json!(3)), "{view}");
        assert_eq!(view["reasons"]["motives"][0]["count"], 3);
        let theme = &view["comments"]["themes"][0];
        assert_eq!((&theme["count"], &theme["quotes"]), (&json!(3), &json!(["It sounds calm."])));
        assert!(theme["theme"].is_string(), "{theme}");
        let page = public(&app, &caller, &id, "").await;
        for told in ["Why people chose as they did", "3 of 3", "What concerns people", "The sleep team", "3 people through a link"] {
            assert!(page.contains(told), "{told}: {page}");
        }
    }
}

#[tokio::test]
async fn a_link_that_only_this_machine_reaches_says_so_and_names_the_setting() {
    for (public_url, is_told) in [("http://127.0.0.1:8080", true), ("https://canvass.example", false)] {
        let app = TestApp::start_with(Backend::Sqlite, |flags| flags.public_url = Some(public_url.to_owned())).await;
        let (caller, id) = finished(&app, &brief_with(&json!({}))).await;
        opened(&caller, &id, &json!({})).await;
        let owner = app.browser_of(caller.account.unwrap()).await;
        let page = owner.get(&format!("/reports/{id}/people")).await.text();
        assert_eq!(page.contains("CANVASS_PUBLIC_URL"), is_told, "{page}");
        app.stop().await;
    }
}
