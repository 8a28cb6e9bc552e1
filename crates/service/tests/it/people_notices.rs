//! Every output states the source of its figures in every language: figures with people's answers are not called
//! synthetic, figures of the forecast are not called people's, and without people nothing changes.

use axum::http::{Method, StatusCode};
use serde_json::json;

use crate::people_survey::{finished, opened};
use testing::on_both;
use testing::support::brief_with;

/// Enough people for the joint verdict, by which the card shows the joint estimate.
const CSV: &str = "choice\nLull\nLull\nLull\nLull\nLull\nLull\nLull\nLull\nNod\nNod\nNod\nNod\n";

on_both! {
    async fn what_is_shared_and_saved_says_whether_people_answered(app: TestApp) {
        for (language, nobody, synthetic, both, alone, as_one) in [
            ("en", "No real people were asked", "Synthetic respondents", "12 people and a forecast", "the forecast alone. The answers of 12 people", "people’s answers and the forecast in one estimate"),
            ("es", "No se preguntó a ninguna persona", "Encuestados sintéticos", "12 personas y un pronóstico", "solo está el pronóstico. Lo que respondieron 12 personas", "a las personas y el pronóstico en una sola"),
            ("zh", "没有问过任何真人", "受访者为模拟生成", "12 位真人和一份预测", "这里只有预测；12 位真人的回答", "由真人回答与预测综合得出"),
        ] {
            let (caller, id) = finished(&app, &brief_with(&json!({ "language": language }))).await;
            let result = caller.report(&id).await;
            let token = result["result"]["report_url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
            let stranger = app.stranger(None);
            let read = async |what: &str| stranger.get(&format!("/r/{token}{what}")).await.text();
            let everything = ["", "/respondents", "/report.md", "/card.svg", "/options.svg"];
            let mut before = Vec::new();
            for what in everything {
                let text = read(what).await;
                assert!(text.contains(nobody) && text.contains(synthetic) && !text.contains(both), "{language} {what}");
                before.push(text);
            }
            let at = format!("/api/v1/reports/{id}/people");
            assert_eq!(caller.send(Method::POST, &at, &[("content-type", "text/csv")], CSV).await.status, StatusCode::CREATED);
            let page = read("").await;
            assert!(page.contains(both) && !page.contains(nobody), "{language}");
            assert!(page.contains(&format!("content=\"{both}")), "what messengers show, {language}");
            let summary = read("/report.md").await;
            assert!(summary.contains(&format!("**{both}**")) && !summary.contains(nobody), "{summary}");
            let card = read("/card.svg").await;
            assert!(card.contains(both) && card.contains(as_one), "{card}");
            assert!(!card.contains(synthetic) && !card.contains(nobody), "{card}");
            for what in ["/respondents", "/options.svg"] {
                let text = read(what).await;
                assert!(text.contains(synthetic) && text.contains(alone) && !text.contains(nobody), "{language} {what}");
            }
            let own = app.browser_of(caller.account.unwrap()).await;
            assert!(own.get(&format!("/reports/{id}/page/card.svg")).await.text().contains(both), "{language}");
            assert_eq!(caller.send(Method::DELETE, &at, &[], "").await.status, StatusCode::NO_CONTENT);
            for (what, before) in everything.iter().zip(before) {
                assert_eq!(read(what).await, before, "{language} {what}");
            }
        }
    }
}

on_both! {
    async fn whoever_stops_half_way_changes_nothing_that_is_shown(app: TestApp) {
        let options: Vec<String> = (0..8).map(|n| format!("Option {n}")).collect();
        let (caller, id) = finished(&app, &brief_with(&json!({ "options": options }))).await;
        let open = opened(&caller, &id, &json!({})).await;
        let path = open["url"].as_str().unwrap().strip_prefix("https://canvass.example").unwrap().to_owned();
        let begun = app.stranger(None).submit(&path, &[]).await;
        let browser = app.stranger(None).with_cookie(begun.header("set-cookie").unwrap().split(';').next().unwrap());
        let owner = app.browser_of(caller.account.unwrap()).await;
        let page = owner.get(&format!("/reports/{id}/page")).await.text();
        assert!(page.contains("No real people were asked") && !page.contains("and a forecast"), "{page}");
        let screen = browser.get(&format!("{path}/1")).await.text();
        let offered: Vec<&str> =
            screen.split("name=\"best\" value=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
        let sent = browser.submit(&format!("{path}/1"), &[("best", offered[0]), ("worst", offered[1])]).await;
        assert_eq!(sent.status, StatusCode::SEE_OTHER);
        assert_eq!(owner.get(&format!("/reports/{id}/page")).await.text(), page);
    }
}
