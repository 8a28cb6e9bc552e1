//! Reports ticked in the list and compared, in a real browser: on phone and desktop, in three languages, with and without scripts.
//! Screenshots are under `target/screenshots`.

use serde_json::json;

use crate::browser::{Look, Page};
use crate::signed_up::SignedUp;
use testing::support::Backend;

async fn tick(page: &Page, id: &str) {
    page.click(&format!("input[name=report][value='{id}']")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_are_ticked_and_compared_on_phone_and_desktop_in_three_languages() {
    let owner = SignedUp::start(Backend::Sqlite, &[]).await;
    let brief = |audience: &str| {
        json!({ "question": "Which name fits a calm sleep app best?", "options": ["Drift", "Lull & Co", "<b>Nod</b>"],
            "audience_description": audience, "sample_size": 60 })
    };
    let ids = [owner.ended(&brief("adults in Mexico")).await, owner.ended(&brief("adults in Spain")).await];
    let at = owner.url(&format!("/api/v1/reports/{}/people", ids[1]));
    let people: Vec<_> = (0..30).map(|at| json!({ "choice": if at < 20 { "Drift" } else { "Lull & Co" } })).collect();
    let added = owner.program.http.post(at).bearer_auth(&owner.program.key).json(&people).send().await.unwrap();
    assert_eq!(added.status(), 201);
    for (language, title, people) in [
        ("en", "Reports compared", "B, people"),
        ("es", "Informes comparados", "B, personas"),
        ("zh", "报告比较", "B 真人"),
    ] {
        for look in Look::on_all(language) {
            let page = owner.browser.open(&owner.url("/reports"), look).await;
            page.assert_stands("reports-to-compare").await;
            for id in &ids {
                tick(&page, id).await;
            }
            page.follow("#compare button").await;
            assert_eq!(page.evaluate::<String>("location.pathname").await, "/reports/compare");
            assert_eq!(page.texts("h1").await, [title], "{look:?}");
            let bars = page.texts(".side-by-side ol .bar-label").await;
            assert_eq!(bars.len(), 9, "three options in three columns: {bars:?}");
            assert!(bars.iter().any(|label| label == people), "{bars:?}");
            assert_eq!(page.texts(".compared-table tbody th").await.len(), 3);
            assert!(page.texts(".side-by-side h3 bdi").await.contains(&"<b>Nod</b>".to_owned()));
            page.assert_stands("comparison").await;
        }
    }
    owner.page.without_script().await;
    owner.page.go(&owner.url("/reports")).await;
    owner.page.follow("#compare button").await;
    assert_eq!(owner.page.texts("[role=alert]").await, ["A comparison takes two to six reports."]);
    owner.page.expect_complaint("400").await;
    owner.stop().await;
}
