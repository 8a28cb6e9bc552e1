//! The list of reports: what it says of each, and in which order.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::json;

use testing::on_both;
use testing::support::{Caller, brief_with};

/// Returns the places of these texts in the list, as the order in which they stand.
async fn order<'a>(browser: &Caller, path: &str, texts: &[&'a str]) -> Vec<&'a str> {
    let page = browser.get_with(path, &[("accept-language", "es")]).await.text();
    let mut found: Vec<(usize, &str)> =
        texts.iter().filter_map(|text| Some((page.find(&format!(">{text}</bdi></a>"))?, *text))).collect();
    found.sort_unstable();
    found.into_iter().map(|(_, text)| text).collect()
}

/// Returns the text of a page without markup and spaces: a card breaks sentences into lines.
fn squeezed(page: &str) -> String {
    let mut text = String::new();
    let mut is_tag = false;
    for c in page.chars() {
        match c {
            '<' => is_tag = true,
            '>' => is_tag = false,
            _ if !is_tag && !c.is_whitespace() => text.push(c),
            _ => {}
        }
    }
    text
}

on_both! {
    async fn reports_are_sorted_by_date_name_or_verdict(app: TestApp) {
        let caller = app.caller(5000).await;
        let browser = app.browser_of(caller.account.unwrap()).await;
        let names = ["nube", "oso", "Éclair", "ñandú"];
        for name in names {
            app.advance(Duration::from_millis(1));
            caller.created(&brief_with(&json!({ "question": name }))).await;
        }
        assert_eq!(order(&browser, "/reports", &names).await, ["ñandú", "Éclair", "oso", "nube"]);
        assert_eq!(order(&browser, "/reports?sort=date", &names).await, ["ñandú", "Éclair", "oso", "nube"]);
        assert_eq!(order(&browser, "/reports?sort=name", &names).await, ["Éclair", "nube", "ñandú", "oso"]);
        assert_eq!(order(&browser, "/reports?sort=name&q=%C3%B1", &names).await, ["ñandú"]);
        let finding = |verdict: &str, open: &str| {
            format!("{{\"statement\":\"x\",\"verdict\":\"{verdict}\",{open}\"options\":[\"Nod\"],\"confidence\":\"low\"}}")
        };
        for (name, verdict, open) in
            [("Éclair", "open", "\"open\":\"guess\","), ("nube", "leaning", ""), ("ñandú", "clear", ""), ("oso", "none", "")]
        {
            let finding = finding(verdict, open);
            let set = format!("UPDATE reports SET finding = '{finding}' WHERE brief LIKE '%\"{name}\"%'");
            app.database.run(&set).await;
        }
        assert_eq!(order(&browser, "/reports?sort=verdict", &names).await, ["ñandú", "nube", "oso", "Éclair"]);
        let page = browser.get("/reports?sort=verdict").await.text();
        assert!(page.contains("<option value=\"verdict\" selected>Verdict</option>"), "{page}");
        assert!(page.contains("<span>Clear choice · <strong><bdi>Nod</bdi></strong></span>"), "{page}");
    }
}

on_both! {
    async fn a_sorted_list_has_pages_that_go_forward_and_back(app: TestApp) {
        let caller = app.caller(5000).await;
        let browser = app.browser_of(caller.account.unwrap()).await;
        for number in 0..27 {
            caller.created(&brief_with(&json!({ "question": format!("Question {number:02}") }))).await;
        }
        let first = browser.get("/reports?sort=name&status=running").await.text();
        assert!(first.contains("Question 24<") && !first.contains("Question 25<"), "{first}");
        assert!(first.contains("href=\"/reports?status=running&#38;sort=name&#38;page=2\""), "{first}");
        let second = browser.get("/reports?status=running&sort=name&page=2").await.text();
        assert!(second.contains("Question 26<") && !second.contains("Question 24<"), "{second}");
        assert!(second.contains("rel=\"prev\" href=\"/reports?status=running&#38;sort=name\"") && !second.contains("rel=\"next\""));
        for odd in ["sort=name&page=0", "sort=name&page=18446744073709551615", "sort=size"] {
            assert_eq!(browser.get(&format!("/reports?{odd}")).await.status, StatusCode::OK, "{odd}");
        }
    }
}

on_both! {
    async fn list_card_and_page_show_the_same_verdict(app: TestApp) {
        let caller = app.caller(5000).await;
        let browser = app.browser_of(caller.account.unwrap()).await;
        for language in ["en", "es", "zh"] {
            app.advance(Duration::from_millis(1));
            let id = caller.created(&brief_with(&json!({ "language": language }))).await;
            app.run_jobs().await;
            let result = caller.report(&id).await["result"].clone();
            let overview = &result["analysis"]["overview"];
            let headline = squeezed(overview["headline"].as_str().unwrap());
            let public = result["report_url"].as_str().unwrap().strip_prefix("https://canvass.example").unwrap().to_owned();
            for below in ["", "/card.svg"] {
                let page = app.stranger(None).get(&format!("{public}{below}")).await.text();
                assert!(squeezed(&page).contains(&headline), "{language}{below}: {headline} in {page}");
            }
            let list = browser.get("/reports?q=sleep").await.text();
            assert!(squeezed(&list).contains(&headline), "{language}: {headline} in {list}");
            for option in overview["options"].as_array().into_iter().flatten() {
                let named = option.as_str().unwrap();
                let verdict = list.split("class=\"found-how").nth(1).unwrap().split("</p>").next().unwrap();
                assert!(verdict.contains(named), "{language}: {named} in {list}");
            }
        }
    }
}
