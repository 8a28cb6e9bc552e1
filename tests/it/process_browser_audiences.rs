//! Saved audiences in a real browser: saved while a report is written, chosen for the next one, listed and deleted, in each
//! language, on phone and desktop, with and without scripts. Screenshots are under `target/screenshots`.

use serde_json::{Value, json};

use crate::browser::{Look, Page};
use crate::signed_up::SignedUp;
use testing::support::Backend;

const NONE: [&str; 0] = [];
const PREVIEW: &str = "document.querySelector('#audience-preview [data-part=description]').textContent";

impl SignedUp {
    /// Fills in a question with two options, on the form as it is shown.
    async fn written(&self, page: &Page, question: &str) {
        page.fill("#question", question).await;
        page.fill(".options li:nth-child(1) input", "Lull").await;
        page.fill(".options li:nth-child(2) input", "Drift").await;
    }

    async fn input_of_created(&self, page: &Page) -> Value {
        let address: String = page.evaluate("location.pathname").await;
        let report = self.program.ended(address.strip_prefix("/reports/").unwrap()).await;
        report["result"]["research_input"].clone()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_audience_is_saved_with_one_report_and_chosen_for_the_next() {
    let owner = SignedUp::start(Backend::Sqlite, &[]).await;
    let page = &owner.page;
    page.go(&owner.url("/reports/new")).await;
    assert!(page.evaluate::<bool>("document.getElementById('keep-audience').hidden").await, "nobody is described");
    owner.written(page, "Which name fits best?").await;
    page.fill("#audience_description", "nurses in Spain").await;
    page.until(&format!("{PREVIEW}.includes('Spain')")).await;
    page.until("!document.getElementById('keep-audience').hidden").await;
    page.fill("#sample_size", "60").await;
    page.fill("#audience_name", "Nurses").await;
    page.picture("audience-saving").await;
    assert_eq!(page.barriers().await, NONE);
    page.follow("#keep-audience button").await;
    assert!(page.texts("#kept-now").await.concat().contains("The audience “Nurses” is saved."));
    assert_eq!(page.evaluate::<String>("document.getElementById('question').value").await, "Which name fits best?");
    assert!(page.evaluate::<bool>("document.getElementById('audience-words').hidden").await, "it is chosen");
    page.follow(".brief-side button").await;
    let first = owner.input_of_created(page).await;
    assert_eq!((&first["sample_size"], &first["audience_filters"]["countries"]), (&json!(60), &json!(["ES"])));

    page.go(&owner.url("/reports/new")).await;
    owner.written(page, "Which colour fits best?").await;
    let id = first["audience_id"].as_str().unwrap();
    page.choose("#audience_id", id).await;
    page.until("document.getElementById('sample_size').value === '60'").await;
    page.until(&format!("{PREVIEW}.includes('Spain')")).await;
    assert!(page.evaluate::<bool>("document.getElementById('keep-audience').hidden").await, "it is saved already");
    page.picture("audience-chosen").await;
    page.follow(".brief-side button").await;
    let second = owner.input_of_created(page).await;
    assert_eq!(
        (&second["audience_id"], &second["audience_filters"]),
        (&first["audience_id"], &first["audience_filters"])
    );

    page.go(&owner.url("/audiences")).await;
    page.follow("td.act a").await;
    assert_eq!(page.evaluate::<String>("document.getElementById('audience_id').value").await, id);
    page.go(&owner.url("/audiences")).await;
    page.click("td.act summary").await;
    page.picture("audience-deleting").await;
    assert_eq!(page.barriers().await, NONE);
    page.follow("td.act form button").await;
    assert_eq!(page.texts("td.main").await, NONE);
    assert_eq!(page.complaints(), NONE);
    owner.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_saved_audience_is_asked_without_scripts() {
    let owner = SignedUp::start(Backend::Sqlite, &[]).await;
    let body = json!({ "name": "Nurses", "audience_description": "nurses in Spain" });
    let kept = owner.program.http.post(owner.url("/api/v1/audiences")).bearer_auth(&owner.program.key).json(&body);
    let kept: Value = kept.send().await.unwrap().json().await.unwrap();
    let asked = json!({ "question": "Which name fits best?", "options": ["Drift", "Lull"], "sample_size": 50,
        "audience_id": kept["audience_id"] });
    let first = owner.ended(&asked).await;
    let page = &owner.page;
    page.without_script().await;
    page.go(&owner.url(&format!("/reports/new?from={first}"))).await;
    page.follow("#preview-button").await;
    assert!(page.texts("#audience-preview").await.concat().contains("in Spain"));
    page.follow(".brief-side button").await;
    let input = owner.input_of_created(page).await;
    assert_eq!((&input["audience_id"], &input["sample_size"]), (&kept["audience_id"], &json!(50)));
    owner.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn saved_audiences_stand_in_every_language_on_phone_and_desk() {
    let owner = SignedUp::start(Backend::Sqlite, &[]).await;
    let hostile = "<img src=x onerror=\"document.title='taken'\">";
    for (name, words) in [
        ("Nurses", "nurses in Spain".to_owned()),
        (hostile, format!("adults {hostile}")),
        (&"W".repeat(80), "x".repeat(300)),
    ] {
        let body = json!({ "name": name, "audience_description": words });
        let at = owner.url("/api/v1/audiences");
        let kept = owner.program.http.post(at).bearer_auth(&owner.program.key).json(&body).send().await.unwrap();
        assert_eq!(kept.status(), 201, "{}", kept.text().await.unwrap());
    }
    for (language, explained, offered) in [
        ("en", "Describe an audience once", "Saved audience"),
        ("es", "Describe un público una sola vez", "Público guardado"),
        ("zh", "受众只需描述一次", "已保存的受众"),
    ] {
        for look in Look::on_all(language) {
            let page = owner.browser.open(&owner.url("/audiences"), look).await;
            assert!(page.texts(".intro").await.concat().contains(explained));
            page.assert_stands("audiences").await;
            assert_ne!(page.evaluate::<String>("document.title").await, "taken");
            page.go(&owner.url("/reports/new")).await;
            assert!(page.texts("label[for=audience_id]").await.concat().contains(offered));
            page.assert_stands("new-report-audiences").await;
        }
    }
    owner.stop().await;
}
