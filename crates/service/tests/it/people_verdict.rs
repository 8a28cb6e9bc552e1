//! A report has one verdict wherever it is read: the forecast's, and from ten counted answers on the joint one. Counts stand
//! before percentages and add up.

use axum::http::{Method, StatusCode};
use contract::{PeopleView, ReportResult};
use pages::terminal::{Screen, summary};
use primitives::ids::ReportId;
use serde_json::{Value, json};

use crate::people_survey::{finished, people};
use testing::on_both;
use testing::support::{Caller, TestApp, brief_with};

/// What each surface says, by its name.
async fn surfaces(app: &TestApp, caller: &Caller, id: &str) -> Vec<(String, String)> {
    let report = caller.report(id).await;
    let token = report["result"]["report_url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let (stranger, owner) = (app.stranger(None), app.browser_of(caller.account.unwrap()).await);
    let mut read = Vec::new();
    for below in ["", "/report.md", "/card.svg"] {
        read.push((format!("public{below}"), stranger.get(&format!("/r/{token}{below}")).await.text()));
        read.push((format!("own{below}"), owner.get(&format!("/reports/{id}/page{below}")).await.text()));
    }
    for path in ["/reports".to_owned(), format!("/reports/{id}"), format!("/reports/{id}/people")] {
        read.push((path.clone(), owner.get(&path).await.text()));
    }
    let view = people(caller, id).await;
    read.push(("api".to_owned(), view["verdict"]["headline"].as_str().unwrap_or("").to_owned()));
    let result: ReportResult = serde_json::from_value(report["result"].clone()).unwrap();
    let view: PeopleView = serde_json::from_value(view).unwrap();
    read.push(("terminal".to_owned(), summary(&result, Some(&view), &[], Screen { columns: 100, colours: false })));
    read
}

/// Returns the words of a page, as one line without markup.
fn words(page: &str) -> String {
    let mut text = String::new();
    let mut is_tag = false;
    for c in page.chars() {
        match c {
            '<' => is_tag = true,
            '>' => is_tag = false,
            _ if !is_tag => text.push(c),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('\\', "")
}

/// Adds people, and returns once what is stored for readers includes them.
async fn add(app: &TestApp, caller: &Caller, id: &str, csv: String) {
    let at = format!("/api/v1/reports/{id}/people");
    let added = caller.send(Method::POST, &at, &[("content-type", "text/csv")], csv).await;
    assert_eq!(added.status, StatusCode::CREATED, "{}", added.text());
    app.app.people_followed(ReportId::parse(id).unwrap()).await;
}

/// Returns an option that the forecast does not put first.
fn other_than_first(report: &Value) -> String {
    let first = report["result"]["analysis"]["winner"]["option"].as_str().unwrap();
    ["Drift", "Lull", "Nod"].into_iter().find(|option| *option != first).unwrap().to_owned()
}

on_both! {
    async fn with_42_answers_that_contradict_the_forecast_every_surface_shows_the_joint_verdict(app: TestApp) {
        let (caller, id) = finished(&app, &brief_with(&json!({}))).await;
        let before = caller.report(&id).await;
        let (forecast, liked) = (before["result"]["analysis"]["overview"]["headline"].clone(), other_than_first(&before));
        add(&app, &caller, &id, format!("choice\n{}", format!("{liked}\n").repeat(42))).await;
        let view = people(&caller, &id).await;
        let joint = view["verdict"]["headline"].as_str().unwrap().to_owned();
        assert_eq!((&view["verdict"]["options"], &view["people_to_verdict"]), (&json!([liked]), &json!(0)));
        // A card may break the sentence into lines, so its first sentence is looked for without spaces.
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        let verdict = squeezed(joint.split_inclusive('.').next().unwrap());
        for (surface, text) in surfaces(&app, &caller, &id).await {
            let said = squeezed(&words(&text));
            assert!(said.contains(&verdict), "{surface} lacks {joint}: {said}");
            assert!(!said.contains(&squeezed(forecast.as_str().unwrap())), "{surface} says {forecast}");
        }
        let page = surfaces(&app, &caller, &id).await.remove(0).1;
        for meta in ["name=\"description\"", "property=\"og:description\"", "property=\"og:image:alt\""] {
            let content = page.split(meta).nth(1).unwrap().split('>').next().unwrap();
            assert!(squeezed(content).contains(&verdict), "{content}");
        }
        assert_eq!(caller.report(&id).await["result"], before["result"], "the result is final");
    }
}

on_both! {
    async fn below_ten_answers_the_verdict_is_the_forecasts_and_people_are_told_how_many_are_missing(app: TestApp) {
        let (caller, id) = finished(&app, &brief_with(&json!({}))).await;
        let before = caller.report(&id).await;
        let forecast = before["result"]["analysis"]["overview"]["headline"].as_str().unwrap().to_owned();
        let liked = other_than_first(&before);
        add(&app, &caller, &id, format!("choice\n{}", format!("{liked}\n").repeat(9))).await;
        let view = people(&caller, &id).await;
        assert_eq!((&view["verdict"], &view["people_to_verdict"], &view["is_settled"]), (&Value::Null, &json!(1), &json!(false)));
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        for (surface, text) in surfaces(&app, &caller, &id).await {
            let said = squeezed(&words(&text));
            let is_verdict_shown = !matches!(surface.as_str(), "api") && !surface.ends_with("/people");
            assert_eq!(said.contains(&squeezed(&forecast)), is_verdict_shown, "{surface}: {said}");
            if ["public", "own", "terminal"].contains(&surface.as_str()) || surface.ends_with("/people") {
                assert!(said.contains(&squeezed("After one more answer, the verdict will combine forecast and people")), "{surface}: {said}");
            }
        }
        add(&app, &caller, &id, "choice\nNod\n".to_owned()).await;
        assert!(people(&caller, &id).await["verdict"]["headline"].is_string());
    }
}

on_both! {
    async fn counts_stand_before_weighted_shares_and_groups_add_up(app: TestApp) {
        let (caller, id) = finished(&app, &brief_with(&json!({}))).await;
        let young = "Lull,22,female\n".repeat(20) + &"Nod,24,female\n".repeat(6);
        let old = "Nod,70,male\n".repeat(4) + "Nod,,\nLull,,male\n";
        add(&app, &caller, &id, format!("choice,age,sex\n{young}{old}")).await;
        let view = people(&caller, &id).await;
        for attribute in ["age_band", "sex"] {
            let sizes = view["group_sizes"].as_array().unwrap().iter().filter(|size| size["attribute"] == attribute);
            assert_eq!(sizes.map(|size| size["people"].as_u64().unwrap()).sum::<u64>(), 32, "{}", view["group_sizes"]);
        }
        for (surface, text) in surfaces(&app, &caller, &id).await {
            if ["public", "own", "public/report.md", "own/report.md", "terminal"].contains(&surface.as_str())
                || surface.ends_with("/people")
            {
                let said = words(&text);
                assert!(said.contains("21 of 32 (weighted: "), "{surface}: {said}");
                assert!(said.contains("Weighted shares differ from plain counts because answers are weighted by age"), "{surface}");
            }
            if surface.starts_with("public") && !surface.contains("card") {
                assert!(words(&text).contains("Not stated"), "{surface}");
            }
        }
    }
}

on_both! {
    async fn the_report_tells_how_people_were_asked(app: TestApp) {
        let (caller, id) = finished(&app, &brief_with(&json!({}))).await;
        add(&app, &caller, &id, format!("choice\n{}", "Lull\n".repeat(12))).await;
        for (surface, text) in surfaces(&app, &caller, &id).await {
            if ["public", "public/report.md"].contains(&surface.as_str()) {
                let said = words(&text);
                for told in [
                    "How people were asked",
                    "12 people from uploaded files",
                    "Answers counted",
                    "Design effect of the weights",
                    "Question, word for word",
                    "The intervals assume that those who answered are like similar people",
                ] {
                    assert!(said.contains(told), "{surface} lacks {told}: {said}");
                }
            }
        }
        let disclosure = people(&caller, &id).await["disclosure"].clone();
        assert_eq!((&disclosure["by_file"], &disclosure["design_effect"]), (&json!(12), &json!(1.0)));
        assert_eq!(disclosure["first_day"], disclosure["last_day"]);
    }
}
