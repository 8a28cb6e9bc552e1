//! The report on paper: every kind of question fits on at most four A4 sheets, with its charts and the notice.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::browser::{Browser, Look, sheets};
use crate::process::{Client, Site};
use testing::support::Backend;

const SHEETS_MAX: usize = 4;
const FEATURES: [&str; 8] = [
    "Live bus location on a map",
    "Alerts when my route is late",
    "Paying by tapping the phone",
    "How full the next bus is",
    "Timetables that work offline",
    "Step-free trip planning",
    "Badges for trips taken",
    "Chat with other riders",
];

/// Adds the answers of forty people with comments.
async fn answered(client: &Client, id: &str) {
    let person = |n: usize| {
        let (choice, sex) = (FEATURES[n * n % FEATURES.len()], ["female", "male"][n % 2]);
        json!({
            "choice": choice, "age": 20 + n, "sex": sex,
            "comment": format!("Waiting in the cold for bus number {n} without knowing when it comes is what I mind most."),
        })
    };
    let people: Vec<Value> = (0..40).map(person).collect();
    let at = format!("{}/api/v1/reports/{id}/people", client.base);
    let added = client.http.post(at).bearer_auth(&client.key).header("Idempotency-Key", "forty").json(&people).send();
    let added = added.await.unwrap();
    assert_eq!(added.status(), StatusCode::CREATED, "{}", added.text().await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_report_is_at_most_four_sheets_with_charts_and_notice() {
    let site = Site::create(Backend::Sqlite).await;
    let (server, browser) = (site.serve().await, Browser::start().await);
    let client = site.client("paper@example.com", 2000);
    for (kind, question, options, has_people) in [
        ("features", "Which feature should we add next to our public transit app?", &FEATURES[..], true),
        (
            "price",
            "How much would you pay per month for unlimited washes at a car wash?",
            &["$9.99", "$14.99", "$19.99", "$29.99", "$39.99"],
            false,
        ),
        (
            "scale",
            "How likely would you be to have the battery replaced rather than buy a new phone?",
            &["Very unlikely", "Somewhat unlikely", "Could go either way", "Somewhat likely", "Very likely"],
            false,
        ),
        (
            "belief",
            "Which of these do you think carries the most germs in a typical home?",
            &["The kitchen sponge", "Your mobile phone", "The toilet seat", "The door handles"],
            false,
        ),
    ] {
        let request = json!({ "question": question, "options": options, "sample_size": 200 });
        let id = client.created(&request).await;
        let report = client.ended(&id).await;
        if has_people {
            answered(&client, &id).await;
        }
        let page = browser.open(report["result"]["report_url"].as_str().unwrap(), Look::DESKTOP).await;
        let pdf = page.pdf(&format!("paper-{kind}")).await;
        let sheets = sheets(&pdf);
        assert!((1..=SHEETS_MAX).contains(&sheets), "{kind}: {sheets} sheets");
        page.on_paper().await;
        for part in [".band", "#verdict .headline", "#options"] {
            let is_printed = format!("document.querySelector({part:?}).getClientRects().length > 0");
            assert!(page.evaluate::<bool>(&is_printed).await, "{kind}: {part} is not printed");
        }
        let charts = "[...document.querySelectorAll('#options svg')].filter(svg => svg.getClientRects().length).length";
        assert!(page.evaluate::<u32>(charts).await > 0, "{kind}: no chart is printed");
    }
    browser.close().await;
    drop(server);
    site.end().await;
}
