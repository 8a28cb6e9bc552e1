//! A report that is asked again and followed up, in a real browser: its page with the button, and its study, on phone and desktop, in
//! three languages, and without scripts. Screenshots are under `target/screenshots`.

use serde_json::json;

use crate::browser::Look;
use crate::signed_up::SignedUp;
use testing::support::Backend;

#[tokio::test(flavor = "multi_thread")]
async fn a_report_is_asked_again_and_its_waves_stand_on_phone_and_desktop_in_three_languages() {
    let owner = SignedUp::start(Backend::Sqlite, &[]).await;
    let question = json!({ "question": "Which name fits a calm sleep app best?",
        "options": ["Drift", "Lull & Co", "<b>Nod</b>", "A name that is rather long for the column of a phone"] });
    let sent = |changes: serde_json::Value| {
        let mut body = question.clone();
        body.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        body
    };
    let first = owner.ended(&sent(json!({ "sample_size": 60 }))).await;
    owner.page.without_script().await;
    owner.page.go(&owner.url(&format!("/reports/{first}"))).await;
    owner.page.follow("form[action$='/again'] button").await;
    let path: String = owner.page.evaluate("location.pathname").await;
    let second = path.strip_prefix("/reports/").unwrap().to_owned();
    assert_ne!(second, first, "the button leads to the next wave");
    owner.program.ended(&second).await;
    let third = owner.ended(&sent(json!({ "wave_of": second }))).await;
    owner.ended(&json!({ "question": "Which colour?", "options": ["Red", "Green"], "same_panel_as": third })).await;
    for (wave, drift) in [(&first, 20), (&third, 9)] {
        let at = owner.url(&format!("/api/v1/reports/{wave}/people"));
        let people: Vec<_> =
            (0..30).map(|at| json!({ "choice": if at < drift { "Drift" } else { "Lull & Co" } })).collect();
        let added = owner.program.http.post(at).bearer_auth(&owner.program.key).json(&people).send().await.unwrap();
        assert_eq!(added.status(), 201);
    }
    for (language, waves, people) in [
        ("en", ["Wave 1", "Wave 2", "Wave 3"], "Wave 3, people"),
        ("es", ["Oleada 1", "Oleada 2", "Oleada 3"], "Oleada 3, personas"),
        ("zh", ["第 1 轮", "第 2 轮", "第 3 轮"], "第 3 轮 真人"),
    ] {
        for look in Look::on_all(language) {
            let page = owner.browser.open(&owner.url(&format!("/reports/{third}")), look).await;
            page.assert_stands("report-to-ask-again").await;
            page.follow("a[href^='/studies/']").await;
            assert_eq!(page.evaluate::<String>("location.pathname").await, format!("/studies/{first}"));
            assert_eq!(page.texts(".waves li > a").await[..3], waves.map(str::to_owned), "{look:?}");
            assert_eq!(page.texts(".wave-charts h3 bdi").await.len(), 4);
            assert_eq!(page.evaluate::<usize>("document.querySelectorAll('.wave-charts circle').length").await, 12);
            assert_eq!(page.evaluate::<usize>("document.querySelectorAll('.wave-charts path.people').length").await, 8);
            assert!(page.texts(".compared-table thead th").await.contains(&people.to_owned()), "{look:?}");
            page.assert_stands("study").await;
        }
    }
    owner.stop().await;
}
