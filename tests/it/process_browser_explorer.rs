//! The respondent explorer, the printed report and layout stability, in a real browser.

use serde_json::json;

use crate::browser::{Browser, Look, Page};
use crate::process::{Process, Site};
use testing::support::Backend;

/// Maximum cumulative layout shift; browsers rate up to 0.1 as good.
const LAYOUT_SHIFT_MAX: f64 = 0.01;

async fn report(site: &Site, language: &str, question: &str, options: [&str; 3]) -> String {
    let client = site.client(&format!("{language}@example.com"), 2000);
    let request = json!({ "question": question, "options": options, "language": language, "sample_size": 1000 });
    let report = client.ended(&client.created(&request).await).await;
    report["result"]["report_url"].as_str().unwrap().to_owned()
}

async fn english(site: &Site) -> String {
    report(site, "en", "Which name fits a calm sleep app best?", ["Drift", "Lull", "Nod"]).await
}

async fn matching(page: &Page) -> String {
    page.texts("#matching").await.concat()
}

async fn end(site: Site, server: Process, browser: Browser) {
    browser.close().await;
    drop(server);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_respondents_are_filtered_crossed_and_paged_in_place() {
    let site = Site::create(Backend::Sqlite).await;
    let (server, browser) = (site.serve().await, Browser::start().await);
    let url = english(&site).await;
    let page = browser.open(&url, Look::DESKTOP).await;
    page.follow("a[href$='/respondents']").await;
    assert_eq!(matching(&page).await, "1,000 respondents");
    page.evaluate::<bool>("window.isSamePage = true").await;
    page.choose("#filter-sex", "female").await;
    page.until("location.search.includes('sex=') && !document.querySelector('[aria-busy]')").await;
    assert_ne!(matching(&page).await, "1,000 respondents");
    assert_eq!(page.texts("#announcement").await, [matching(&page).await]);
    assert_eq!(page.evaluate::<String>("document.activeElement.id").await, "filter-sex");
    page.choose("#cross-question", "preference").await;
    page.until("document.querySelector('table.cross')").await;
    page.press("a[rel=next]", "Enter").await;
    page.until("document.querySelector('a[rel=prev]')").await;
    page.picture("explorer-crossed").await;
    assert!(page.evaluate::<bool>("window.isSamePage").await, "no page was loaded anew");
    page.evaluate::<bool>("history.back(); true").await;
    page.until("!document.querySelector('a[rel=prev]')").await;
    assert_eq!(page.complaints(), [] as [&str; 0]);
    end(site, server, browser).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_explorer_keeps_nobody_out_in_any_language() {
    let site = Site::create(Backend::Sqlite).await;
    let (server, browser) = (site.serve().await, Browser::start().await);
    for (language, question, options) in [
        ("en", "Which name fits a calm sleep app best?", ["Drift", "Lull", "Nod"]),
        ("es", "¿Qué nombre le queda mejor a una aplicación para dormir?", ["Deriva", "Arrullo", "Siesta"]),
        ("zh", "哪个名字最适合一款助眠应用？", ["漂流", "摇篮", "小憩"]),
    ] {
        let url = format!(
            "{}/respondents?question=likelihood&by=education",
            report(&site, language, question, options).await
        );
        for look in Look::on_all(language) {
            browser.open(&url, look).await.assert_stands("explorer").await;
        }
    }
    end(site, server, browser).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_stands_still_while_it_loads_and_prints() {
    let site = Site::create(Backend::Sqlite).await;
    let (server, browser) = (site.serve().await, Browser::start().await);
    let url = english(&site).await;
    for look in [Look::DESKTOP, Look::PHONE] {
        let page = browser.open(&url, look).await;
        let moved: f64 = page
            .evaluate(
                "new Promise(done => {
                    let moved = 0;
                    const add = entries => entries.forEach(entry => { moved += entry.value; });
                    const watch = new PerformanceObserver(list => add(list.getEntries()));
                    watch.observe({ type: 'layout-shift', buffered: true });
                    requestAnimationFrame(() => requestAnimationFrame(() => { add(watch.takeRecords()); done(moved); }));
                })",
            )
            .await;
        assert!(moved < LAYOUT_SHIFT_MAX, "{moved} {look:?}");
        assert!(page.pdf("report").await.starts_with(b"%PDF"));
    }
    end(site, server, browser).await;
}
