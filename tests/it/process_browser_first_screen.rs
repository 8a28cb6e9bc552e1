//! What a reader sees first of a report, how long it is on a phone, and how many sheets it takes on paper.

use serde_json::json;

use crate::browser::{Browser, Look, Page, sheets};
use crate::process::Site;
use testing::support::Backend;

/// Verdict, recommendation and leading bar begin above this line of a phone of 390 by 844.
const FOLD_PX: f64 = 400.0;
/// Height of a report with five options on a phone.
const HEIGHT_MAX_PX: f64 = 6000.0;
const SHEETS_MAX: usize = 4;

const FIVE: [(&str, &str, [&str; 5]); 3] = [
    ("en", "Which name fits a calm sleep app best?", ["Drift", "Lull", "Nod", "Hush Hour", "Slow Moon"]),
    (
        "es",
        "¿Qué nombre le queda mejor a una aplicación para dormir?",
        ["Deriva", "Arrullo", "Siesta", "Luna lenta", "Calma"],
    ),
    ("zh", "哪个名字最适合一款助眠应用？", ["漂流", "摇篮", "小憩", "慢月亮", "静夜"]),
];

async fn top(page: &Page, selector: &str) -> f64 {
    page.evaluate(&format!("document.querySelector({selector:?}).getBoundingClientRect().top + scrollY")).await
}

async fn assert_decides_first(page: &Page) {
    for part in ["#verdict .headline", "#recommendation", "#options li, #options svg"] {
        let top = top(page, part).await;
        assert!(top < FOLD_PX, "{part} begins at {top} px");
    }
    let larger: Vec<String> = page
        .evaluate(
            "(() => {
                const size = element => parseFloat(getComputedStyle(element).fontSize);
                const verdict = size(document.querySelector('#verdict .headline'));
                const others = [...document.querySelectorAll('main *, header *')];
                return others.filter(one => size(one) > verdict).map(one => one.outerHTML.slice(0, 80));
            })()",
        )
        .await;
    assert_eq!(larger, [] as [&str; 0], "the verdict is the largest text");
    let height: f64 = page.evaluate("document.documentElement.scrollHeight").await;
    assert!(height <= HEIGHT_MAX_PX, "{height} px high");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_screen_of_a_phone_has_verdict_recommendation_and_leading_bar() {
    let site = Site::create(Backend::Sqlite).await;
    let (server, browser) = (site.serve().await, Browser::start().await);
    for (language, question, options) in FIVE {
        let client = site.client(&format!("{language}@example.com"), 500);
        let request = json!({ "question": question, "options": options, "language": language, "sample_size": 200 });
        let report = client.ended(&client.created(&request).await).await;
        let url = report["result"]["report_url"].as_str().unwrap().to_owned();
        for (name, url) in [
            ("five", url),
            ("sample", format!("{}/sample", site.base())),
            ("sample-default", format!("{}/sample/default", site.base())),
        ] {
            let page = browser.open(&url, Look::PHONE.speaking(language)).await;
            assert_decides_first(&page).await;
            page.picture(&format!("first-screen-{name}")).await;
            let pdf = page.pdf(&format!("first-screen-{name}-{language}")).await;
            let sheets = sheets(&pdf);
            assert!((1..=SHEETS_MAX).contains(&sheets), "{name} {language}: {sheets} sheets");
        }
    }
    browser.close().await;
    drop(server);
    site.end().await;
}

/// Returns the sizes and the overlaps of the visible texts of the price chart.
const CHART_TEXTS: &str = "(() => {
    const texts = [...document.querySelectorAll('.curve svg text')].filter(text => text.getClientRects().length);
    const boxes = texts.map(text => text.getBoundingClientRect());
    const covers = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
    const scale = texts.map(text => text.getScreenCTM().a * parseFloat(getComputedStyle(text).fontSize));
    const covered = boxes.filter((a, at) => boxes.slice(at + 1).some(b => covers(a, b)));
    return { smallest: Math.min(...scale), covered: covered.length, texts: texts.map(text => text.textContent) };
})()";
const LETTERS_PX_MIN: f64 = 11.0;

#[tokio::test(flavor = "multi_thread")]
async fn the_price_chart_can_be_read_on_a_phone_and_without_colours() {
    let site = Site::create(Backend::Sqlite).await;
    let (server, browser) = (site.serve().await, Browser::start().await);
    let client = site.client("prices@example.com", 200);
    let request = json!({
        "question": "How much would you pay per month for unlimited washes at a car wash?",
        "options": ["$9.99", "$14.99", "$19.99", "$29.99", "$39.99"], "sample_size": 100,
    });
    let report = client.ended(&client.created(&request).await).await;
    let url = report["result"]["report_url"].as_str().unwrap();
    for look in [Look::PHONE, Look::DESKTOP] {
        let page = browser.open(url, look).await;
        let chart: serde_json::Value = page.evaluate(CHART_TEXTS).await;
        assert!(chart["smallest"].as_f64().unwrap() >= LETTERS_PX_MIN, "{look:?}: {chart}");
        assert_eq!(chart["covered"], 0, "{look:?}: {chart}");
        let texts: Vec<&str> = chart["texts"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
        assert!(["$9.99", "$14.99", "$39.99"].iter().all(|price| texts.contains(price)), "{look:?}: {texts:?}");
        assert!(texts.iter().filter(|text| text.ends_with('%')).count() > 3 && texts.contains(&"100"), "{texts:?}");
        assert_eq!(page.texts(".curve .legend span").await.len(), 2);
        let kinds = "[...document.querySelectorAll('.curve svg')].filter(svg => svg.getClientRects().length)
            .map(svg => [svg.querySelectorAll('circle').length, svg.querySelectorAll('rect.square').length])";
        let kinds: Vec<[u32; 2]> = page.evaluate(kinds).await;
        assert_eq!(kinds, [[1, 0], [0, 1], [5, 5]], "demand has circles, revenue squares");
        page.picture("price-chart").await;
    }
    browser.close().await;
    drop(server);
    site.end().await;
}
